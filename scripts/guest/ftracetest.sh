# SPDX-License-Identifier: GPL-2.0-only
#
# The guest's side of scripts/ftracetest: runs tests of the kernel's suite, which is in
# /suite, one at a time.
#
#   OF TEST...    OF is kpev or kernel, TEST is kprobe/NAME or dynevent/NAME
#
# Writes "result TEST WORD" to 9, WORD being what the suite says of it, and the test's
# own log to the output.

TRACING=/sys/kernel/tracing
KPEV=/sys/kernel/debug/kpev
LIMIT=60 # seconds that a test may take, on an average

of=$1
shift

die() {
	echo "ftracetest: $*"
	exit 1
}

# kprobe_module.tc and others load the kernel's sample modules by name
install_samples() {
	dir=/lib/modules/$(uname -r)
	mkdir -p "$dir/samples"
	for ko in /samples/*.ko; do
		[ ! -e "$ko" ] || cp "$ko" "$dir/samples"
	done
	depmod
}

# What a test of `kprobe_events` sees of kpev: its files in the places of the kernel's.
# A test about another kind of events reads that one's errors and features, which are
# the kernel's own.
faces() { # TEST
	case $1 in
	*/uprobe_* | */eprobe*) echo kprobe_events kprobe_profile ;;
	dynevent/*) echo kprobe_events kprobe_profile error_log README dynamic_events ;;
	*) echo kprobe_events kprobe_profile error_log README ;;
	esac
}

behind() { # FACE: the file of kpev that is shown as it
	case $1 in
	dynamic_events) echo "$KPEV/kprobe_events" ;;
	*) echo "$KPEV/$1" ;;
	esac
}

# Where the kernel has no such file nothing can be mounted over it. There tracefs is
# elsewhere, and a folder of links stands in its place. The suite takes the first mount
# with "tracefs" in its line.
make_links() {
	umount "$TRACING" || die "tracefs doesn't go"
	mkdir /tracefs
	mount -t tmpfs tracefs "$TRACING" || die "no place for links"
	mount -t tracefs tracefs /tracefs || die "tracefs doesn't come back"
	ln -s /tracefs/* "$TRACING"
}

bound=''

show() { # FACE...
	hide
	for face; do
		if [ -d /tracefs ]; then
			ln -sfn "$(behind "$face")" "$TRACING/$face"
		else
			mount --bind "$(behind "$face")" "$TRACING/$face" || die "$face can't be bound"
		fi
		bound="$face $bound"
	done
}

hide() {
	for face in $bound; do
		if [ ! -d /tracefs ]; then
			umount "$TRACING/$face" || die "$face is still bound"
		elif [ -e "/tracefs/$face" ]; then
			ln -sfn "/tracefs/$face" "$TRACING/$face"
		else
			rm "$TRACING/$face"
		fi
	done
	bound=''
}

# All at once, as the suite cleans up at length before and after
run() { # TEST...
	log=/tmp/log
	rm -rf $log
	(
		cd /suite || exit
		# shellcheck disable=SC2046 # words
		exec timeout -s KILL $((LIMIT * $#)) sh ./ftracetest -k -l $log $(printf 'test.d/%s.tc ' "$@")
	) 9>&- >/tmp/said 2>&1
	number=0
	for test; do
		number=$((number + 1))
		# a test that is run again in an instance has several results: the worst counts
		word=$(sed -n "s/^\[$number\].*	\[\([A-Z]*\)\]\$/\1/p" /tmp/said | sort | head -n 1)
		echo "=== $test"
		cat $log/$number-*
		echo "result $test ${word:-DIED}" >&9
	done
	echo '=== all'
	cat /tmp/said
}

install_samples
if [ "$of" = kpev ]; then
	insmod /kpev/kpev.ko || die "kpev.ko doesn't load"
	[ -e "$TRACING/kprobe_events" ] || make_links
fi
for test; do faces "$test"; done | sort -u >/tmp/ways
while read -r way; do
	# shellcheck disable=SC2086 # words
	[ "$of" != kpev ] || show $way
	# shellcheck disable=SC2046 # words
	run $(for test; do [ "$(faces "$test")" != "$way" ] || echo "$test"; done)
done </tmp/ways
[ "$of" = kpev ] || exit 0
# before the unload, which would leave what is bound stale
hide
echo >"$KPEV/kprobe_events" || die "clearing kprobe_events"
rmmod kpev || die "kpev can't be removed"

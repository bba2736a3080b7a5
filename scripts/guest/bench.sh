#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Measures what a hit costs, in the guest: a line for each case, tab between its name,
# the kernel's own cost and kpev's, in instructions beyond the call's. "-" where there
# is none. scripts/bench makes the table of it.

TRACING=/sys/kernel/tracing
BENCH=/sys/kernel/debug/kpev_bench
KPEV=/sys/kernel/debug/kpev
OWN=$TRACING/kprobe_events
export TARGET=kpev_bench_target # and what else the cases want

die() {
	echo "bench: $*" >&2
	cat $KPEV/error_log >&2
	exit 1
}

insmod /kpev/kpev.ko || die "kpev.ko doesn't load"
insmod /kpev/kpev_bench.ko || die "kpev_bench.ko doesn't load"
cd $TRACING || exit
base=0

cost() { # WHAT LESS
	printf '%s\0fifteen letters\0' "$1" >$BENCH/cost || die "can't measure '$1'"
	read -r ticks <$BENCH/cost
	echo $((ticks - $2))
}

report() { # CASE KERNEL KPEV
	printf '%s\t%s\t%s\n' "$1" "$2" "$3"
}

# FILE DEFINITION SETUP MEASURE: what it costs then
with() {
	definition=$2
	if ! echo "$definition" >>"$1" 2>/dev/null; then
		[ "$1" = $OWN ] || die "'$definition' is refused"
		echo -
		return
	fi
	eval "${3:-enable_event}"
	${4:-hit}
	undo
	echo >"$1" || die "$1 can't be emptied"
	echo >trace
}

hit() {
	cost call "$base"
}

enable_event() {
	echo 1 >events/bench/enable || die "can't enable"
}

enable_twice() {
	enable_event
	mkdir instances/second || die 'no second instance'
	echo 1 >instances/second/events/bench/enable || die "can't enable in an instance"
}

# HOW WHICH [WHAT LESS]: with somebody listening through perf, see tools/listen.c
listened() {
	listen "$1" "$2" $BENCH/cost "${3:-call}" || die "can't listen to $2 ($1)"
	read -r ticks <$BENCH/cost
	echo $((ticks - ${4:-$base}))
}

# KIND: of the event
listened_event() {
	listened "$1" "$(cat events/bench/e/id)"
}

filtered() { # FILTER
	echo "$1" >events/bench/e/filter || die "filter '$1'"
	enable_event
}

triggered() { # TRIGGER
	echo "$1" >events/bench/e/trigger || die "trigger '$1'"
}

nothing() {
	:
}

undo() {
	[ ! -e events/bench/e/trigger ] || sed -n 's/:[a-z]*=.*\[.*\]$/&/; s/ \[.*//; /^#/!p' events/bench/e/trigger |
		while read -r line; do
			case $line in hist*) echo "!${line%% *}" >events/bench/e/trigger ;; esac
		done
	echo 0 >events/bench/enable
	for dir in instances/*/; do
		[ -d "$dir" ] || continue
		echo 0 >"$dir/events/bench/enable"
		rmdir "$dir"
	done
	echo 0 >events/bench/e/filter
}

# CASE DEFINITION [SETUP [MEASURE]]
both() {
	own=-
	[ ! -e $OWN ] || own=$(with $OWN "$2" "$3" "$4") || exit
	ours=$(with $KPEV/kprobe_events "$2" "$3" "$4") || exit
	report "$1" "$own" "$ours"
}

# CASE KIND: a program on the kernel's kprobe, and on kpev's event
programs() {
	theirs=$(listened "$2-kprobe" $TARGET) || exit
	ours=$(with $KPEV/kprobe_events "$p $four" nothing "listened_event $2-event") || exit
	report "$1" "$theirs" "$ours"
}

bare() { # CASE KIND, which the kernel may lack
	if ! echo "$2" 2>/dev/null >$BENCH/bare; then
		report "$1" - -
		return
	fi
	sleep 1
	report "$1" "$(cost call "$base")" -
	echo none >$BENCH/bare
}

export inside nothing four eight
inside=$(cat $BENCH/inside)
base=$(cost call 0)
nothing=$(cost nothing 0)
four='a=%di b=%si c=%dx d=%cx'
eight="$four e=%r8 f=%r9 g=%ax h=%bp"
N=${1:-0}
if [ "$N" -gt 0 ]; then
	# shellcheck source=scripts/guest/bench-many.sh
	. /kpev/bench-many.sh
else
	# shellcheck source=scripts/guest/bench-cases.sh
	. /kpev/bench-cases.sh
fi

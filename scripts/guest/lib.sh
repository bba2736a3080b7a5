# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
#
# What a guest test can say. run-tests sources it before the test, in a shell of the
# test's own, with kpev loaded (unless the test has `# load: no`) and the cwd in
# /sys/kernel/tracing. A test passes by coming to its end; a command that fails
# doesn't end it: say `|| fail MESSAGE`.

TRACING=/sys/kernel/tracing
KPEV=/sys/kernel/debug/kpev
NEWLINE='
'
# A machine word's bytes, and how it is printed without a type
# shellcheck disable=SC2034
case $(uname -m) in
x86_64) WORD=8 HEX=0x%Lx ;;
*) WORD=4 HEX=0x%x ;;
esac

fail() {
	printf 'failed: %s\n' "$*"
	exit 1
}

# The reason must be a condition that this guest doesn't meet
skip() {
	printf '%s\n' "$*" >/tmp/skip-reason
	exit 77
}

expect_eq() { # WHAT GOT WANTED
	[ "$2" = "$3" ] && return
	printf '%s\n  wanted: %s\n  got:    %s\n' "$1" "$3" "$2"
	fail "$1"
}

# A here-document spares a fork, which is dear under emulation
expect_match() { # WHAT GOT EXTENDED-REGEX, of which one line must match
	grep -qE -e "$3" <<-GOT && return
		$2
	GOT
	printf '%s\n  wanted: %s\n  got:    %s\n' "$1" "$3" "$2"
	fail "$1"
}

expect_no_match() { # WHAT GOT EXTENDED-REGEX
	grep -qE -e "$3" <<-GOT || return 0
		$2
	GOT
	printf '%s\n  unwanted: %s\n  got:      %s\n' "$1" "$3" "$2"
	fail "$1"
}

# Both print "ok" or the errno's name, after one open and one write
write_line() { # FILE TEXT, truncating
	wr "$1" "$2$NEWLINE"
}

append_line() { # FILE TEXT
	wr -a "$1" "$2$NEWLINE"
}

listing() {
	cat "$KPEV/kprobe_events"
}

add() { # DEFINITION...: each in a write of its own
	for definition; do
		append_line "$KPEV/kprobe_events" "$definition" >/tmp/said && continue
		cat "$KPEV/error_log"
		fail "'$definition' was refused: $(cat /tmp/said)"
	done
}

# The error_log's newest entry: its message, command and caret lines
last_error() {
	awk '/^\[ *[0-9]+\.[0-9]+\] .*(error|warning): / { entry = "" }
		{ entry = entry $0 "\n" }
		END { printf "%s", entry }' "$KPEV/error_log"
}

# ERRNO MESSAGE-PART COLUMN DEFINITION: must be refused in just that way, the caret
# under COLUMN (0 for the first character) of the command; nothing may change.
refuse() {
	refused "$@" || fail "'$4'"
}

# For a test with a guest to itself: what it leaves can't be cleared away
keep_it() {
	touch /tmp/keep
}

# Tries for at most SECONDS until COMMAND succeeds
wait_for() { # SECONDS COMMAND...
	tries=$(($1 * 20))
	shift
	until "$@"; do
		tries=$((tries - 1))
		[ "$tries" -gt 0 ] || return 1
		usleep 50000
	done
}

# Lets what the kernel does later be done: RCU callbacks, deferred frees, work
settle() {
	sync
	sleep 0.2
}

# The module with functions to probe (scripts/guest/target)
load_target() {
	insmod /kpev/kpev_target.ko || fail "kpev_target.ko doesn't load"
}

target() { # LINE...: have each run by kpev_target, see there
	for line; do
		printf '%s\0' "$line" >/sys/kernel/debug/kpev_target/run || fail "kpev_target: '$line'"
	done
}

enable() { # GROUP/EVENT...
	for event; do
		echo 1 >"$TRACING/events/$event/enable" || fail "$event can't be enabled"
	done
}

disable() { # GROUP/EVENT...
	for event; do
		echo 0 >"$TRACING/events/$event/enable" || fail "$event can't be disabled"
	done
}

# What stands behind "EVENT: " in the trace, a line for each record
records() { # EVENT [TRACE-FILE]
	sed -n "s/^[^#].* $1: //p" "${2:-$TRACING/trace}"
}

# Has the kernel names for its data (KALLSYMS_ALL)? Debian's for 32 bit doesn't.
data_has_names() {
	grep -q ' linux_proc_banner$' /proc/kallsyms
}

# How far behind its entry a function goes on after ftrace's call: 5 bytes, or 9 where
# functions begin with an ENDBR, in kernels that were built with IBT
behind_entry() {
	if grep -q ' ibt_save$' /proc/kallsyms; then echo 9; else echo 5; fi
}

# Define, enable, have the target called, disable: prints the records
record() { # DEFINITION-WITH-NAME LINE...
	add "$1"
	name=${1%% *}
	case $name in
	*/*) name=${name#*:} ;;
	*) name=kprobes/${name#*:} ;;
	esac
	echo >"$TRACING/trace"
	enable "$name"
	shift
	target "$@"
	disable "$name"
	records "${name#*/}"
	add "-:$name"
}

# Does this kernel know its own types?
has_btf() {
	[ -e /sys/kernel/btf/vmlinux ]
}

# The command kpev, which must end with STATUS; sets out and err
# shellcheck disable=SC2034
run_kpev() { # STATUS ARGUMENT...
	want=$1
	shift
	status=0
	kpev "$@" >/tmp/out 2>/tmp/err || status=$?
	out=$(cat /tmp/out) err=$(cat /tmp/err)
	[ "$status" -eq "$want" ] || {
		cat /tmp/out /tmp/err
		fail "kpev $*: status $status, not $want"
	}
}

# Let allocations of this shell's fail, where the kernel has what it takes
allow_faults() {
	[ -d /sys/kernel/debug/failslab ] || skip 'a kernel without failslab'
	[ -e /proc/self/fail-nth ] || skip 'a kernel without fail-nth'
	echo N >/sys/kernel/debug/failslab/ignore-gfp-wait
	echo 0 >/sys/kernel/debug/failslab/verbose
}

# Append TEXT to FILE with the NTH allocation failing: sets wrote to 0 or 1, and is false
# where none was left that could fail. The shell itself writes.
# shellcheck disable=SC2034
write_short() { # NTH TEXT FILE
	echo "$1" >/proc/self/fail-nth
	wrote=1
	echo "$2" 2>/dev/null >>"$3" && wrote=0
	read -r left </proc/self/fail-nth || left=0
	echo 0 >/proc/self/fail-nth
	[ "${left:-0}" -eq 0 ]
}

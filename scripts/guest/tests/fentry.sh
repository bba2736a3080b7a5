# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 90
#
# Entries through kpev's own ftrace hooks: the same records as from kprobes.

load_target
[ -e /sys/module/kpev/parameters/ftrace ] || fail 'no parameter ftrace'

way() { # EVENT: what status says that its probe is hit through
	sed -n "s,^probe: $1 [^:]*: \(.*\) at 0x.*,\1,p" "$KPEV/status"
}

hooked() { # SYMBOL: does any tracer hook it?
	grep -q "^$1 " "$TRACING/enabled_functions"
}

add 'p:t/few kpev_target_args %di %si %sp $stack0 $arg7 $arg8' \
	'p:t/all kpev_target_args %di %bx %ip %flags' \
	'p:t/inside kpev_target_args+'"$(behind_entry)"' %di' 'r:t/ret kpev_target_args $retval'
case $(uname -m) in
x86_64)
	expect_eq 'the way of few registers' "$(way t/few)" ftrace
	expect_eq 'the way of all registers' "$(way t/all)" 'ftrace with all registers'
	;;
*) expect_eq 'the way of few registers' "$(way t/few)" kprobe ;;
esac
expect_eq 'the way inside' "$(way t/inside)" kprobe
expect_eq 'the way of a return' "$(way t/ret)" kretprobe

hooked kpev_target_args && fail 'hooked before anything is enabled'
enable t/few t/all
hooked kpev_target_args || fail 'not hooked'
[ "$(uname -m)" != x86_64 ] || expect_eq 'the way once enabled' "$(way t/few)" ftrace
target args args
expect_eq 'records of both' "$(records few | wc -l) $(records all | wc -l)" '2 2'
disable t/few
target args
expect_eq 'records of the other' "$(records few | wc -l) $(records all | wc -l)" '2 3'
disable t/all
hooked kpev_target_args && fail 'still hooked'
target args
expect_eq 'no more records' "$(records few | wc -l) $(records all | wc -l)" '2 3'
expect_match 'the profile' "$(cat "$KPEV/kprobe_profile")" '^ +few +2 +0$'
echo >"$KPEV/kprobe_events"

# in kprobes' list stands what was enabled by itself, as with the kernel's own events
listed() {
	grep -c ' cmdline_proc_show+0x' /sys/kernel/debug/kprobes/list
}
if [ "$(uname -m)" = x86_64 ]; then
	add 'p:t/own cmdline_proc_show %di'
	expect_eq 'the way' "$(way t/own)" ftrace
	expect_eq 'listed when defined' "$(listed)" 0
	echo 't/own 1' >"$KPEV/enable"
	expect_eq 'listed with all others' "$(listed)" 0
	disable t/own
	enable t/own
	expect_eq 'listed by itself' "$(listed)" 1
	cat /proc/cmdline >/tmp/cmdline
	expect_eq 'records of it' "$(records own | wc -l)" 1
	disable t/own
	echo >"$KPEV/kprobe_events"
	expect_eq 'listed when deleted' "$(listed)" 0
fi

# what stays hooked stands for none: it can be probed as any other function
if [ "$(uname -m)" = x86_64 ]; then
	expect_eq 'functions hooked with nothing enabled' "$(sed 's/ .*//' "$TRACING/enabled_functions")" do_one_initcall
	initcalls() { # WHEN PASSED: records by a module that comes
		echo >"$TRACING/trace"
		rmmod kpev_target || fail "the target doesn't go"
		load_target
		expect_eq "records $1" "$(records init | wc -l)" "$2"
	}
	add 'p:t/init do_one_initcall %di' 'p:t/more do_one_initcall %di'
	enable t/more
	enable t/init
	initcalls 'of what is hooked anyway' 1
	disable t/init
	initcalls 'once disabled' 0
	disable t/more
	expect_eq 'functions hooked then' "$(sed 's/ .*//' "$TRACING/enabled_functions")" do_one_initcall
	enable t/init
	initcalls 'once enabled again' 1
	disable t/init
	echo >"$KPEV/kprobe_events"
fi

# what is recorded, by ftrace and by a kprobe
cat >/tmp/definitions <<-'END'
	p:t/e0 kpev_target_args %di %si %dx %cx
	p:t/e1 kpev_target_args $arg1 $arg6 $arg7 $arg8 $stack0 $stack1
	p:t/e2 kpev_target_struct +0(%ax):u8 +0($arg1):x64 name=+0(+56($arg1)):string
	p:t/e3 kpev_target_args %di:u8 %ip %cs %ss %flags:b1@1/32
	p:t/e4 kpev_target_text s=+0($arg1):string $comm
	p:t/e5 kpev_target_args
END
same_records() {
	while read -r definition; do
		name=${definition#p:}
		name=${name%% *}
		echo "$definition" >>"$KPEV/kprobe_events"
		echo >"$TRACING/trace"
		enable "$name"
		target args struct 'text plain' 'text null'
		disable "$name"
		records "${name#*/}" | sed 's/arg5=0x[0-9a-f]* /stack /'
	done </tmp/definitions
	cat "$KPEV/kprobe_profile"
	echo >"$KPEV/kprobe_events"
}
if [ "$(uname -m)" = x86_64 ]; then
	same_records >/tmp/ftrace
	rmmod kpev || fail "kpev doesn't go"
	insmod /kpev/kpev.ko ftrace=0 || fail 'kpev is not loaded without ftrace'
	add 'p:t/few kpev_target_args %di'
	expect_eq 'the way that the parameter asks for' "$(way t/few)" kprobe
	echo >"$KPEV/kprobe_events"
	same_records >/tmp/kprobe
	[ "$(grep -c '^(' /tmp/ftrace)" -eq 7 ] || fail "too few records: $(cat /tmp/ftrace)"
	expect_eq 'what is recorded through ftrace' "$(cat /tmp/ftrace)" "$(cat /tmp/kprobe)"
	rmmod kpev || fail "kpev doesn't go"
	insmod /kpev/kpev.ko || fail 'kpev is not loaded again'
fi

# a stack begins at the function, also where not all registers are there
add 'p:t/few kpev_target_call %di'
echo 1 >options/stacktrace
echo >trace
enable t/few
target 'calls 1'
disable t/few
echo 0 >options/stacktrace
expect_match 'the first of the stack' "$(grep -A1 '<stack trace>' trace | tail -n 1)" '^ => kpev_target_call$'
expect_no_match 'the stack' "$(cat trace)" '=> (hit_with|kpev_record|ftrace_)'
echo >"$KPEV/kprobe_events"

# with the function tracer beside, and another filter
add 'p:t/few kpev_target_call %di'
enable t/few
echo kpev_target_call >set_ftrace_filter
echo function >current_tracer
echo >trace
target 'calls 3'
cp trace /tmp/both # the next tracer begins with an empty one
echo nop >current_tracer
echo >set_ftrace_filter
expect_eq 'records beside the function tracer' "$(records few /tmp/both | wc -l)" 3
expect_eq 'records of the function tracer' "$(grep -c 'kpev_target_call <-' /tmp/both)" 3
echo >trace
target 'calls 2'
expect_eq 'records after the function tracer' "$(records few | wc -l)" 2

# a module that goes and comes, and another at its place, while enabled
rmmod kpev_target || fail "kpev_target doesn't go"
expect_eq 'what is left of it in the filter' "$(grep -c kpev_target enabled_functions)" 0
load_target
echo >trace
target 'calls 2'
expect_eq 'records after it came back' "$(records few | wc -l)" 2
disable t/few
echo >"$KPEV/kprobe_events"

# switched off as a whole, where the kernel still lets it: nothing is recorded
if [ "$(uname -m)" = x86_64 ] && [ "$(write_line /proc/sys/kernel/ftrace_enabled 0)" = ok ]; then
	add 'p:t/few kpev_target_call %di'
	enable t/few
	echo >trace
	target 'calls 2'
	off=$(records few | wc -l)
	echo 1 >/proc/sys/kernel/ftrace_enabled
	target 'calls 2'
	expect_eq 'records while ftrace is off, then on' "$off $(records few | wc -l)" '0 2'
	disable t/few
	echo >"$KPEV/kprobe_events"
fi

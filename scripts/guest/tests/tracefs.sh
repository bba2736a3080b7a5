# SPDX-License-Identifier: GPL-2.0-only
# Everything that tracefs offers for an event works on ours.

load_target
add 'p:e kpev_target_call n=$arg1:s32 c=$comm' 'p:f kpev_target_args a=$arg1'
expect_match "available_events" "$(cat available_events)" '^kprobes:e$'
for file in enable filter format id trigger; do
	[ -e "events/kprobes/e/$file" ] || fail "no $file"
done

# filter: numbers and strings; a bad one is refused by the core
enable kprobes/e
echo 'n == 3 || n == 5' >events/kprobes/e/filter || fail "filter"
target 'calls 8'
expect_eq "filtered" "$(records e | sed 's/.*) //')" 'n=5 c="sh"
n=3 c="sh"'
echo 'c == "nobody"' >events/kprobes/e/filter || fail "string filter"
target 'calls 8'
expect_eq "filtered out" "$(records e | wc -l)" 2
echo 'c ~ "s*" && n < 1' >events/kprobes/e/filter || fail "glob filter"
target 'calls 8'
expect_eq "filtered by glob" "$(records e | tail -n 1 | sed 's/.*) //')" 'n=0 c="sh"'
expect_eq "a bad filter" "$(write_line events/kprobes/e/filter 'nope == 1')" EINVAL
echo 0 >events/kprobes/e/filter
disable kprobes/e

# hist, where the kernel has it: with and without the event recorded
if [ -e events/sched/sched_switch/hist ]; then
	echo 'hist:keys=n:vals=hitcount' >events/kprobes/e/trigger || fail "hist trigger"
	target 'calls 4' 'calls 2'
	expect_match "hist" "$(cat events/kprobes/e/hist)" '^\{ n: +1 \} hitcount: +2'
	expect_match "hist" "$(cat events/kprobes/e/hist)" '^\{ n: +3 \} hitcount: +1'
	refuse EBUSY 'Event is in use' 0 '-:e'
	echo '!hist:keys=n:vals=hitcount' >>events/kprobes/e/trigger || fail "removing the trigger"
fi

# a trigger that reads the registers, and one that enables another event
echo >trace
echo 'stacktrace:1' >events/kprobes/e/trigger || fail "stacktrace trigger"
target 'calls 1'
expect_match "the stack" "$(cat trace)" '=> .*(run_write|full_proxy_write)' # 32 bit's unwinder misses the caller
echo '!stacktrace:1' >>events/kprobes/e/trigger
echo 'enable_event:kprobes:f' >events/kprobes/e/trigger || fail "enable_event trigger"
target args 'calls 1' args
expect_eq "enabled by a trigger" "$(records f | wc -l)" 1
refuse EBUSY 'Event is in use' 0 '-:f'
echo '!enable_event:kprobes:f' >>events/kprobes/e/trigger || fail "removing the trigger"
disable kprobes/f

# set_event, group enable, set_event_pid
echo >trace
echo kprobes:e kprobes:f >set_event
expect_eq "set_event" "$(sort set_event)" 'kprobes:e
kprobes:f'
target args 'calls 1'
echo '!kprobes:f' >>set_event
target args
expect_eq "by set_event" "$(records '[ef]' | wc -l)" 2
echo >set_event
echo 1 >events/kprobes/enable
target args 'calls 1'
echo 0 >events/kprobes/enable
target args 'calls 1'
expect_eq "by the group" "$(records '[ef]' | wc -l)" 4
echo 1 >set_event_pid
enable kprobes/e
target 'calls 1'
expect_eq "another's pid" "$(records e | wc -l)" 2
echo $$ >set_event_pid
target 'calls 1'
expect_eq "our pid" "$(records e | wc -l)" 3
echo >set_event_pid
disable kprobes/e

# trace_pipe, trace options
echo >trace
enable kprobes/e
target 'calls 1'
disable kprobes/e
echo 1 >options/sym-addr
address=$(awk '$3 == "kpev_target_call" { print $1 }' /proc/kallsyms)
expect_match "sym-addr" "$(records e)" "^\(kpev_target_call\+0x0/0x[0-9a-f]+ \[kpev_target\] <$address>\) "
echo 0 >options/sym-addr
expect_match "trace_pipe" "$(timeout 1 cat trace_pipe)" 'e: \(kpev_target_call\+0x0'

# the event count of a format's id
expect_eq "id and format" "$(sed -n 's/^ID: //p' events/kprobes/e/format)" "$(cat events/kprobes/e/id)"

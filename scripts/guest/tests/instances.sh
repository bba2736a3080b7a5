# SPDX-License-Identifier: GPL-2.0-only
# An event in several instances: each gets its records, a delete is refused while
# one has it enabled, and making and removing instances disturbs nothing.

load_target
add 'p:e kpev_target_call n=$arg1'
mkdir instances/a instances/b || fail "no instances"
for dir in . instances/a instances/b; do
	[ -e "$dir/events/kprobes/e/enable" ] || fail "no event in $dir"
done
echo 1 >instances/a/events/kprobes/e/enable
target 'calls 1'
echo 1 >instances/b/events/kprobes/e/enable
echo 'n == 1' >instances/b/events/kprobes/e/filter
target 'calls 2'
expect_eq "records in a" "$(records e instances/a/trace | wc -l)" 3
expect_eq "records in b" "$(records e instances/b/trace | sed 's/.*) //')" 'n=0x1'
expect_eq "records at the top" "$(records e | wc -l)" 0

refuse EBUSY 'kprobes/e is enabled in 2 trace buffers' 0 '-:e'
expect_eq "clearing" "$(write_line "$KPEV/kprobe_events" '')" EBUSY
expect_eq "the listing" "$(listing)" 'p:kprobes/e kpev_target_call n=$arg1'
target 'calls 1'
expect_eq "records in a" "$(records e instances/a/trace | wc -l)" 4
echo 0 >instances/a/events/kprobes/e/enable
target 'calls 2'
expect_eq "records in a" "$(records e instances/a/trace | wc -l)" 4
expect_eq "records in b" "$(records e instances/b/trace | wc -l)" 2
refuse EBUSY 'kprobes/e is enabled in 1 trace buffer)' 0 '-:e'

# an instance that goes takes its enabling along
rmdir instances/b || fail "the instance can't go"
target 'calls 2'
expect_eq "the hits" "$(awk '{ print $2 }' "$KPEV/kprobe_profile")" 6
enable kprobes/e
target 'calls 2'
disable kprobes/e
expect_eq "records at the top" "$(records e | wc -l)" 2
add '-:e'
[ ! -e instances/a/events/kprobes ] || fail "the event is still in the instance"

# an event defined later is in the instance too
add 'p:late kpev_target_call'
[ -e instances/a/events/kprobes/late ] || fail "no new event in the instance"
rmdir instances/a

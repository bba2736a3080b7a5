# SPDX-License-Identifier: GPL-2.0-only
# The session that started it all, to the letter.

cd "$KPEV" || fail "no $KPEV"
echo 'p:event1 vfs_read %ax $stack0' > kprobe_events || fail "definition"
expect_eq "the listing" "$(cat kprobe_events)" 'p:kprobes/event1 vfs_read arg1=%ax arg2=$stack0'

cd "$TRACING" || fail "no $TRACING"
for path in events/kprobes/event1 events/kprobes/event1/format events/kprobes/event1/filter \
	events/kprobes/event1/id events/kprobes/event1/enable events/kprobes/enable \
	events/kprobes/filter; do
	find events/kprobes/ | grep -qx "$path" || fail "find doesn't show $path"
done

id=$(cat events/kprobes/event1/id)
expect_eq "the format" "$(cat events/kprobes/event1/format)" "name: event1
ID: $id
format:
	field:unsigned short common_type;	offset:0;	size:2;	signed:0;
	field:unsigned char common_flags;	offset:2;	size:1;	signed:0;
	field:unsigned char common_preempt_count;	offset:3;	size:1;	signed:0;
	field:int common_pid;	offset:4;	size:4;	signed:1;

	field:unsigned long __probe_ip;	offset:8;	size:$WORD;	signed:0;
	field:u$((8 * WORD)) arg1;	offset:$((8 + WORD));	size:$WORD;	signed:0;
	field:u$((8 * WORD)) arg2;	offset:$((8 + 2 * WORD));	size:$WORD;	signed:0;

print fmt: \"(%lx) arg1=$HEX arg2=$HEX\", REC->__probe_ip, REC->arg1, REC->arg2"

echo kprobes:event1 > set_event
expect_eq "set_event" "$(cat set_event)" kprobes:event1
expect_eq "enable" "$(cat events/kprobes/event1/enable)" 1
dd if=/proc/version of=/dev/null bs=16 count=1 2>/dev/null &
reader=$!
wait $reader
echo 0 > tracing_on # reading the trace goes through vfs_read
# (a task that nobody has switched to yet has no name)
expect_match "the trace" "$(head -n 40 trace)" \
	"^ +(dd|<\.\.\.>)-$reader +"'\[00[01]\] .{5} +[0-9]+\.[0-9]{6}: event1: \(vfs_read\+0x0/0x[0-9a-f]+\) arg1=0x[0-9a-f]+ arg2=0x[0-9a-f]+$'
echo > set_event

cd "$KPEV" || fail "no $KPEV"
echo 'p:event2 vfs_write' >> kprobe_events
echo '-:kprobes/event1' >> kprobe_events || fail "deletion"
expect_eq "the listing after one deletion" "$(cat kprobe_events)" 'p:kprobes/event2 vfs_write'
[ ! -e "$TRACING/events/kprobes/event1" ] || fail "event1 is still in tracefs"
echo > kprobe_events || fail "clearing"
expect_eq "the listing after clearing" "$(cat kprobe_events)" ''
[ ! -e "$TRACING/events/kprobes" ] || fail "events/kprobes is still in tracefs"

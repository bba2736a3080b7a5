# SPDX-License-Identifier: GPL-2.0-only
# Records outlive their event legibly, and an id is never another event's while
# there may be records with it.

load_target
event_id() {
	cat "events/$1/id"
}

add 'p:old kpev_target_call n=$arg1:u32 c=$comm' 'r:back kpev_target_args v=$retval'
old=$(event_id kprobes/old)
enable kprobes/old kprobes/back
target 'calls 2' args
disable kprobes/old kprobes/back
before=$(grep -v '^#' trace)
add '-:old' '-:back'
expect_eq "the records after their events" "$(grep -v '^#' trace)" "$before"
expect_match "legible" "$before" 'old: \(kpev_target_call\+0x0/0x[0-9a-f]+ \[kpev_target\]\) n=1 c="sh"$'

# other events take other ids, and the records stay what they are
i=0
while [ $i -lt 10 ]; do
	i=$((i + 1))
	add "p:new$i kpev_target_call other=\$comm"
	[ "$(event_id kprobes/new$i)" -ne "$old" ] || fail "new$i has the id of old"
done
enable kprobes/new1
target 'calls 1'
disable kprobes/new1
expect_eq "the records beside others" "$(records '\(old\|back\)' | wc -l)" 3
expect_match "status" "$(cat "$KPEV/status")" '^ids kept for records of deleted events: 2 of 4096$'

# a layout of its own gets an id of its own; the same definition takes its id back
add 'p:old kpev_target_call n=$arg1:u32'
[ "$(event_id kprobes/old)" -ne "$old" ] || fail "another layout has the id"
add '-:old' 'p:old kpev_target_call m=$arg1:u32 c=$comm'
[ "$(event_id kprobes/old)" -ne "$old" ] || fail "another layout has the id"
add '-:old' 'p:old kpev_target_call n=$arg2:u32 c=$comm'
expect_eq "the id, taken back" "$(event_id kprobes/old)" "$old"
add '-:old'

# never enabled: the id is free again, however often
i=0
while [ $i -lt 200 ]; do
	i=$((i + 1))
	echo "p:never$((i % 7)) kpev_target_call a$i=%di"
	echo "-:never$((i % 7))"
done | wr -a "$KPEV/kprobe_events" >/dev/null || fail "defining and deleting: $(last_error)"
expect_match "status" "$(cat "$KPEV/status")" '^ids kept for records of deleted events: 2 of 4096$'

# a format file that was open over the delete
add 'p:gone kpev_target_call n=$arg1'
exec 3<events/kprobes/gone/format
add '-:gone'
cat <&3 >/tmp/format 2>&1
exec 3<&-
add 'p:gone2 kpev_target_call n=$arg1'

# an enable file that was open over the delete
exec 3>events/kprobes/gone2/enable
add '-:gone2'
echo 1 >&3 2>/dev/null
exec 3>&-
expect_eq "old records are still there" "$(records '\(old\|back\)' | wc -l)" 3

# the fields of an event that lost the first of its probes
add 'p:pair kpev_target_call n=$arg1:u32 c=$comm' 'p:pair kpev_target_recurse n=$arg1:u32 c=$comm'
format=$(cat events/kprobes/pair/format)
enable kprobes/pair
add '-:pair kpev_target_call'
expect_eq "the format after one probe went" "$(cat events/kprobes/pair/format)" "$format"
target 'calls 1' 'recurse 0'
echo 'n < 1 && c == "sh"' >events/kprobes/pair/filter || fail "a filter on its fields"
target 'calls 1' 'recurse 1'
disable kprobes/pair
expect_eq "its records" "$(records pair | sed 's/.*) //')" 'n=0 c="sh"
n=0 c="sh"'
add '-:pair'

# deleted while a task sleeps in the probed function, which returns later
add 'r:nap kpev_target_nap v=$retval:u32' 'r:other kpev_target_nap v=$retval:u32'
enable kprobes/nap
target 'nap 1500' &
usleep 500000
disable kprobes/nap
add '-:nap' '-:other'
add 'r:nap kpev_target_nap v=$retval:u32'
enable kprobes/nap
wait
expect_eq "a return to a probe that was deleted" "$(records nap | wc -l)" 0
target 'nap 1'
expect_eq "a return to the new one" "$(records nap | sed 's/.*) //')" 'v=1'
disable kprobes/nap
add '-:nap'

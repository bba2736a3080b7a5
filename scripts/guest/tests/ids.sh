# SPDX-License-Identifier: GPL-2.0-only
# timeout: 300
# lasts: 10
# of all: 6.1: thousands of events take a minute or two
# Events that are defined and deleted without an end: never enabled, enabled with one
# layout, enabled with ever new ones. No id is lost but to records, memory stays
# bounded, and at the limit the refusal has a name. (`scripts/vmtest -s 1800 6.1 ids`
# makes the first a hundred thousand.)

load_target
kept() {
	sed -n 's/^ids kept for records of deleted events: \([0-9]*\) of 4096$/\1/p' "$KPEV/status"
}
slab() { # kilobytes that can't be given back
	sed -n 's/^SUnreclaim: *\([0-9]*\) kB/\1/p' /proc/meminfo
}
next_id() {
	add 'p:probe_id kpev_target_call'
	cat events/kprobes/probe_id/id
	add '-:probe_id'
}
define() { # GROUP NUMBER FIRST: as many events, each with a layout of its own
	seq "$3" $(($3 + $2 - 1)) | sed "s,.*,p:$1/e& kpev_target_call a&=\$arg1," | wr -a "$KPEV/kprobe_events"
}

# never enabled: the first round warms caches up
rounds=0
end=$(($(cut -d. -f1 /proc/uptime) + LASTS))
while [ $rounds -lt 2 ] || [ "$(cut -d. -f1 /proc/uptime)" -lt "$end" ]; do
	expect_eq "defining 200" "$(define never 200 $((200 * rounds)))" ok
	expect_eq "deleting them" "$(write_line "$KPEV/kprobe_events" '')" ok
	rounds=$((rounds + 1))
	[ $rounds -ne 1 ] || first=$(next_id) before=$(slab)
done
echo "$((200 * rounds)) defined and deleted"
expect_eq "ids kept" "$(kept)" 0
# kernels take the lowest free id, or, before 6.2, go round them all
[ "$(next_id)" -le $((first + 200 * rounds + 1)) ] || fail "an event has id $(next_id), was $first"
grown=$(($(slab) - before))
[ $grown -lt 4096 ] || fail "$grown kB of slab are gone"

# enabled, with one layout: its id comes back each time
add 'p:same kpev_target_call n=$arg1'
id=$(cat events/kprobes/same/id)
for round in 1 2 3 4 5 6 7 8 9 10; do
	enable kprobes/same
	target 'calls 1'
	disable kprobes/same
	add '-:same' 'p:same kpev_target_call n=$arg1'
	expect_eq "its id, round $round" "$(cat events/kprobes/same/id)" "$id"
done
expect_eq "their records" "$(records same | wc -l)" 10
add '-:same'
expect_eq "ids kept" "$(kept)" 1

# enabled, with ever new ones, up to the limit
at=0
while [ $at -lt 4095 ]; do
	n=$((4095 - at < 256 ? 4095 - at : 256))
	expect_eq "defining $n at $at" "$(define new $n $at)" ok
	echo 1 >events/new/enable || fail "enabling"
	target 'calls 1'
	echo 0 >events/new/enable
	expect_eq "clearing" "$(write_line "$KPEV/kprobe_events" '')" ok
	at=$((at + n))
	expect_eq "ids kept" "$(kept)" $((at + 1))
done
expect_eq "ids kept" "$(kept)" 4096
refuse ENOMEM 'Too many deleted events still have records (4096, unload kpev to free them)' 0 'p:more kpev_target_call m=$arg1'
# what had one still has it, and everybody else has ids
add 'p:same kpev_target_call n=$arg1'
expect_eq "its id" "$(cat events/kprobes/same/id)" "$id"
add '-:same'
if [ -e kprobe_events ]; then
	echo 'p:theirs vfs_read' >>kprobe_events || fail "the kernel's own has no id left"
	echo '-:theirs' >>kprobe_events
fi
rmmod kpev || fail "it doesn't unload"
insmod /kpev/kpev.ko || fail "it doesn't load again"
expect_eq "ids kept" "$(kept)" 0
add 'p:more kpev_target_call m=$arg1' '-:more'

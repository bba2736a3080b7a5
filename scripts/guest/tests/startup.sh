# SPDX-License-Identifier: GPL-2.0-only
# load: no
# kprobe_event= defines and enables events at load; a bad one makes the load fail with
# everything undone.

insmod /kpev/kpev.ko 'kprobe_event=p:a,vfs_write,n=$arg3,+8(%di):x8,s=\"a,b;c";r5:grp/b,vfs_fsync,$retval;;p:c,kpev_target:kpev_target_call' ||
	fail "it doesn't load: $(dmesg | tail -n 5)"
expect_eq "the listing" "$(listing)" 'p:kprobes/a vfs_write n=$arg3 arg2=+8(%di):x8 s=\"a,b;c"
r5:grp/b vfs_fsync arg1=$retval
p:kprobes/c kpev_target:kpev_target_call'
for event in kprobes/a grp/b kprobes/c; do
	expect_eq "$event enabled" "$(cat events/$event/enable)" 1
done
echo x >/dev/null
expect_match "recorded" "$(records a)" 'n=0x2 arg2=0x[0-9a-f]+ s="a,b;c"$'
load_target
target 'calls 1'
expect_eq "recorded" "$(records c | wc -l)" 1
for event in kprobes/a grp/b kprobes/c; do
	disable $event
done
expect_eq "clearing" "$(write_line "$KPEV/kprobe_events" '')" ok
rmmod kpev_target
rmmod kpev || fail "it doesn't unload"

# refused: with the reason, and nothing left
for bad in 'p:a,vfs_write;p:b,no_such_function' 'p:a,vfs_write;q' 'p:sched/sched_switch,vfs_read' \
	"p:a,vfs_read,$(head -c 4090 /dev/zero | tr '\0' x)"; do
	! insmod /kpev/kpev.ko "kprobe_event=$bad" 2>/dev/null || fail "it loads with $(echo "$bad" | cut -c1-60)"
	expect_eq "modules" "$(lsmod | grep kpev)" ''
	expect_eq "events" "$(grep -E 'kpev|kprobes' available_events)" ''
	[ ! -e "$KPEV" ] || fail "there are files"
done
expect_match "the reason" "$(dmesg)" 'kpev: kprobe_event: Invalid probed address or symbol \(there is no symbol "no_such_function"\)'
expect_match "the command" "$(dmesg)" 'kpev:   Command: p:b no_such_function'
expect_match "too long" "$(dmesg)" 'kpev: kprobe_event= has 41[0-9]+ characters, at most 4096'

insmod /kpev/kpev.ko 'kprobe_event=p:a,vfs_write;p:b,no_such_function;p:c,vfs_read' kprobe_event_optional=1 ||
	fail "it doesn't load without an optional event"
expect_eq "the listing" "$(listing)" 'p:kprobes/a vfs_write
p:kprobes/c vfs_read'
disable kprobes/a kprobes/c

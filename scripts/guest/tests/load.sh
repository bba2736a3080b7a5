# SPDX-License-Identifier: GPL-2.0-only
# load: no
# insmod makes kpev's files, each with its mode; rmmod is refused while an event
# is defined, and otherwise leaves nothing.

probes=$(cat /sys/kernel/debug/kprobes/list)
events=$(cat available_events)
for round in 1 2 3; do
	insmod /kpev/kpev.ko || fail "insmod, round $round"
	expect_eq "the files" "$(cd "$KPEV" && stat -c '%n %a %u' -- *)" 'README 400 0
check 200 0
drop_caches 200 0
enable 600 0
error_log 600 0
kprobe_events 600 0
kprobe_profile 400 0
probe_points 600 0
signature 600 0
status 400 0'
	expect_eq "the directory's mode" "$(stat -c %a "$KPEV")" 755
	add 'p:a vfs_read' 'r:b vfs_write $retval'
	enable kprobes/b
	! rmmod kpev 2>/dev/null || fail "rmmod went through with an enabled event"
	disable kprobes/b
	! rmmod kpev 2>/dev/null || fail "rmmod went through with two events"
	add -:a
	! rmmod kpev 2>/dev/null || fail "rmmod went through with an event"
	add -:b
	exec 3<"$KPEV/kprobe_events"
	! rmmod kpev 2>/dev/null || fail "rmmod went through with an open file"
	exec 3<&-
	refuse ENOENT 'Invalid probed address' 2 'p no_such_symbol'
	rmmod kpev || fail "rmmod, round $round"
	[ ! -e "$KPEV" ] || fail "$KPEV is still there"
	[ ! -e events/kpev ] || fail "the control event is still there"
	expect_eq "the kernel's probes" "$(cat /sys/kernel/debug/kprobes/list)" "$probes"
	expect_eq "the kernel's events" "$(cat available_events)" "$events"
	expect_eq "the kernel's module list" "$(lsmod | grep kpev)" ''
done

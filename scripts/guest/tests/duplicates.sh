# SPDX-License-Identifier: GPL-2.0-only
# A name that any other event of the kernel has is refused, ours or anybody's.

refuse EEXIST 'Given group/event name is already used by another event' 0 'p:sched/sched_switch vfs_read'
refuse EEXIST 'Given group/event name is already used by another event' 0 'p:kpev/control vfs_read'
if [ -e kprobe_events ]; then
	echo 'p:theirs vfs_read' >>kprobe_events || fail "the kernel's own"
	refuse EEXIST 'Given group/event name is already used by another event' 0 'p:theirs vfs_write'
	add 'p:grp/theirs vfs_write'
	echo '-:theirs' >>kprobe_events
	add '-:grp/theirs'
fi
add 'p:theirs vfs_write'
refuse EEXIST 'There is already the exact same probe event' 0 'p:theirs vfs_write'
# the same name in another group is another event
add 'p:one/same vfs_read' 'p:two/same vfs_read' 'p:sched/mine vfs_read'
[ -e events/sched/mine ] || fail "no events/sched/mine"
[ -e events/sched/sched_switch ] || fail "sched_switch is gone"
add '-:sched/mine'
# a group whose folder has neither enable nor filter of its own
add 'p:ftrace/mine vfs_read'
[ -e events/ftrace/mine/format ] || fail "no events/ftrace/mine"
add '-:ftrace/mine'
[ -e events/sched/sched_switch ] || fail "sched_switch is gone"

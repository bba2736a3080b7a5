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

	# whichever came first, and whichever of ours are gone since
	used() { # NAME
		refuse EEXIST 'Given group/event name is already used by another event' 0 "p:$1 vfs_write"
	}
	theirs() { # LINE...
		printf '%s\n' "$@" >>kprobe_events || fail "the kernel's own: $*"
	}
	theirs 'p:t1 vfs_read'
	add 'p:a vfs_write'
	theirs 'p:t2 vfs_read'
	used t1
	used t2
	add 'p:b vfs_write'
	theirs 'p:t3 vfs_read'
	add '-:b'
	used t2
	used t3
	add 'p:c vfs_write' '-:a'
	theirs 'p:t4 vfs_read' '-:t1'
	add '-:c' 'p:t1 vfs_write'
	used t2
	used t4
	theirs '-:t2' '-:t3'
	add 'p:t2 vfs_write' '-:t1' '-:t2'
	theirs 'p:t1 vfs_read'
	used t1
	used t4
	add 'p:t2 vfs_write' 'p:t3 vfs_write' '-:t2' '-:t3'
	theirs '-:t1' '-:t4'
	add 'p:t4 vfs_write' '-:t4'

	# ever new ones, more than the kernel has: not on kernels where that takes minutes
	if [ "$(wc -l <available_events)" -lt 800 ]; then
		left=$(($(wc -l <available_events) * 3))
		while [ $left -gt 0 ]; do
			seq $left $((left + 49)) | sed 's,.*,p:many/e& vfs_read,' >>kprobe_events
			add "p:many/other$left vfs_write"
			used many/e$left
			used many/e$((left + 49))
			seq $left $((left + 49)) | sed 's,.*,-:many/e&,' >>kprobe_events
			add "p:many/e$left vfs_write" "-:many/e$left" "-:many/other$left"
			left=$((left - 50))
		done
		used sched/sched_switch
	fi
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

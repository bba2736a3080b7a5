# SPDX-License-Identifier: GPL-2.0-only
# perf_event_paranoid is for perf's users: it keeps others than root from kpev's events,
# as from the kernel's own, and kpev itself from nothing.

paranoid=/proc/sys/kernel/perf_event_paranoid
was=$(cat $paranoid)
for level in 2 3; do
	echo $level >$paranoid
	add 'p:e vfs_write n=$arg3:u32'
	id=$(cat events/kprobes/e/id)
	enable kprobes/e
	echo x >/dev/null
	disable kprobes/e
	[ -n "$(records e)" ] || fail "nothing is recorded at $level"
	expect_match "root at $level" "$(perfrec "$id" /dev/null xyz)" '^count 1$'
	expect_match "nobody at $level" "$(perfrec -u 65534 "$id" /dev/null xyz)" '^perf_event_open: E(ACCES|PERM)$'
	echo >trace
	add '-:e'
done
echo -1 >$paranoid
add 'p:e vfs_write n=$arg3:u32'
expect_match "nobody at -1" "$(perfrec -u 65534 "$(cat events/kprobes/e/id)" /dev/null xyz)" '^count 1$'
echo "$was" >$paranoid

# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 300
# of all: debug: it alone lets allocations fail
#
# Memory that is short while many events are switched: whichever allocation fails, no
# probe stays armed when its event is disabled.

allow_faults
# The kernel itself warns when it had no memory for watching the tasks' names
echo 0 >options/record-cmd
load_target
add 'p:t/a kpev_target_call %di' 'p:t/b kpev_target_args %bx' 'p:t/c kpev_target_call+'"$(behind_entry)"

idle() { # WHEN
	echo 0 >events/t/enable || fail "can't disable $1"
	expect_eq "hooks that are left $1" "$(grep -c kpev_target enabled_functions)" 0
	echo >trace
	target 'calls 2' args
	expect_eq "records $1" "$(records '[abc]' | wc -l)" 0
}

for switch in 1 0; do
	nth=1
	while :; do
		[ $switch = 1 ] || echo 1 >events/t/enable || fail "can't enable"
		more=yes
		write_short $nth $switch "$KPEV/enable" || more=
		idle "when allocation $nth failed at $switch"
		[ $more ] || break
		nth=$((nth + 1))
		[ $nth -lt 1000 ] || fail 'there is no end to the allocations'
	done
	[ $nth -gt 5 ] || fail "only $nth allocations failed at $switch"
done
# one of the kernel's own text, which has no kprobe: should ftrace refuse, it gets one
add 'p:t/own cmdline_proc_show %di'
kprobes() {
	grep -c ' cmdline_proc_show+0x' /sys/kernel/debug/kprobes/list
}
expect_eq 'kprobes before' "$(kprobes)" 0
nth=1 by_kprobe=0
while :; do
	more=yes
	write_short $nth 1 events/t/own/enable || more=
	echo >trace
	cat /proc/cmdline >/dev/null
	on=$(cat events/t/own/enable)
	expect_eq "records when allocation $nth failed" "$(records own | wc -l)" "$on"
	if grep -q '^probe: t/own cmdline_proc_show: kprobe ' "$KPEV/status" && [ "$on" = 1 ]; then
		by_kprobe=$((by_kprobe + 1))
		expect_eq 'kprobes then' "$(kprobes)" 1
	fi
	echo 0 >events/t/own/enable || fail "can't disable"
	expect_eq "kprobes that are left of allocation $nth" "$(kprobes)" 0
	expect_eq "hooks that are left of allocation $nth" "$(grep -c '^cmdline_proc_show ' enabled_functions)" 0
	[ $more ] || break
	nth=$((nth + 1))
	[ $nth -lt 1000 ] || fail 'there is no end to the allocations'
done
[ $by_kprobe -gt 0 ] || fail 'no kprobe was tried'

# all memory gone from some byte on: what is enabled is hit, by whatever
exec 3>events/t/own/enable 4>/proc/self/make-it-fail
echo Y >/sys/kernel/debug/failslab/task-filter
echo -1 >/sys/kernel/debug/failslab/times
echo 100 >/sys/kernel/debug/failslab/probability
space=0 on=0 refused=0
while [ "$on" = 0 ]; do
	echo "$space" >/sys/kernel/debug/failslab/space
	{
		echo 1 >&4
		echo 1 >&3
		echo 0 >&4
	} 2>/dev/null # opened before
	echo >trace
	cat /proc/cmdline >/dev/null
	on=$(cat events/t/own/enable)
	expect_eq "records with $space bytes" "$(records own | wc -l)" "$on"
	echo 0 >events/t/own/enable || fail "can't disable"
	expect_eq "kprobes that are left of $space bytes" "$(kprobes)" 0
	refused=$((refused + 1 - on))
	space=$((space + 128))
	[ $space -lt 65536 ] || fail 'there is never enough'
done
exec 3>&- 4>&-
echo 0 >/sys/kernel/debug/failslab/probability
[ $refused -gt 3 ] || fail "refused only $refused times"
add '-:t/own'
expect_eq 'kprobes afterwards' "$(kprobes)" 0

enable t/a t/b t/c
target 'calls 2'
expect_eq 'records afterwards' "$(records a | wc -l)" 2
disable t/a t/b t/c

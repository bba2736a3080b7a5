# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 420
# of all: debug: it alone lets allocations fail
#
# Memory that is short while many events are switched: whichever allocation fails, no
# probe stays armed when its event is disabled.

allow_faults
echo 1 >/sys/kernel/rcu_expedited # each attempt takes some grace periods
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
# one in the kernel's own text, which gets its kprobe only now: what fails to enable it
# through the one way, the other does.  A second kprobe at a place takes memory.
kprobes() {
	grep -c ' cmdline_proc_show+0x' /sys/kernel/debug/kprobes/list
}
define() {
	add 'p:t/other cmdline_proc_show' 'p:t/own cmdline_proc_show %di'
	enable t/other
	disable t/other
	expect_eq 'kprobes of the definition' "$(kprobes)" 1
}
# FAULT: is what is enabled hit, by whatever, and nothing else?
expect_hits() {
	echo >trace
	cat /proc/cmdline >/dev/null
	on=$(cat events/t/own/enable)
	expect_eq "records with $1" "$(records own | wc -l)" "$on"
	by=$(sed -n 's/^probe: t.own [^:]*: \([a-z]*\) .*/\1/p' "$KPEV/status")
	listed=$(kprobes)
	echo 0 >events/t/own/enable || fail "can't disable"
	expect_eq "hooks that are left of $1" "$(grep -c '^cmdline_proc_show ' enabled_functions)" 0
	expect_eq "records behind $1" "$(cat /proc/cmdline >/dev/null && records own | wc -l)" "$on"
	add '-:t/own' '-:t/other'
	expect_eq "kprobes that are left of $1" "$(kprobes)" 0
}
nth=1 by_kprobe=0 unlisted=0
while :; do
	define
	more=yes
	write_short $nth 1 events/t/own/enable || more=
	expect_hits "allocation $nth failed"
	case $on/$by in
	1/kprobe) by_kprobe=$((by_kprobe + 1)) ;;
	1/ftrace) unlisted=$((unlisted + 2 - listed)) ;;
	esac
	[ $more ] || break
	nth=$((nth + 1))
	[ $nth -lt 1000 ] || fail 'there is no end to the allocations'
done
expect_eq 'it is enabled without a fault, and listed' "$on/$by $listed" '1/ftrace 2'
[ $by_kprobe -gt 0 ] || fail 'none was hit through its kprobe'
[ $unlisted -gt 0 ] || fail 'none went without its kprobe'

# all memory gone from some byte on
echo Y >/sys/kernel/debug/failslab/task-filter
echo -1 >/sys/kernel/debug/failslab/times
space=0 on=0 refused=0
while [ "$on" = 0 ]; do
	define
	exec 3>events/t/own/enable 4>/proc/self/make-it-fail
	echo 100 >/sys/kernel/debug/failslab/probability
	echo "$space" >/sys/kernel/debug/failslab/space
	{
		echo 1 >&4
		echo 1 >&3
		echo 0 >&4
	} 2>/dev/null # opened before
	echo 0 >/sys/kernel/debug/failslab/probability
	exec 3>&- 4>&-
	expect_hits "$space bytes"
	refused=$((refused + 1 - on))
	space=$((space + 512))
	[ $space -lt 65536 ] || fail 'there is never enough'
done
[ $refused -gt 3 ] || fail "refused only $refused times"

enable t/a t/b t/c
target 'calls 2'
expect_eq 'records afterwards' "$(records a | wc -l)" 2
disable t/a t/b t/c

# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 300
# of all: debug: it alone lets allocations fail
#
# No memory for perf's counter, the way to the tracing core's lock, while a module goes: its
# probes go too, and come back with it.  (Other memory the kernel itself needs then.)

allow_faults
counters=/sys/kernel/slab/perf_event
[ -e $counters/failslab ] || skip 'counters have no slab of their own'
echo 1 >/sys/kernel/rcu_expedited # each attempt takes some grace periods
load_target
behind=$(behind_entry)
add 'p:t/entry kpev_target:kpev_target_call' "p:t/inside kpev_target:kpev_target_call+$behind" \
	'r:t/return kpev_target:kpev_target_call'
enable t/entry t/inside t/return
echo 1 >$counters/failslab
echo Y >/sys/kernel/debug/failslab/cache-filter
nth=1 left=
while [ "$left" != none ]; do
	left=$(unload $nth kpev_target) || fail "the module doesn't go when allocation $nth fails"
	expect_eq "pending when allocation $nth failed" "$(grep -c ': pending, kpev_target is not loaded$' "$KPEV/status")" 3
	expect_eq "hooks that are left" "$(grep -c kpev_target enabled_functions)" 0
	load_target
	echo >trace
	target 'calls 1'
	for event in entry inside return; do
		expect_eq "records of $event after allocation $nth failed" "$(records $event | wc -l)" 1
	done
	nth=$((nth + 1))
	[ $nth -lt 1000 ] || fail 'there is no end to the allocations'
done
echo N >/sys/kernel/debug/failslab/cache-filter
echo 0 >$counters/failslab
[ $nth -gt 4 ] || fail "only $((nth - 2)) allocations failed"
disable t/entry t/inside t/return

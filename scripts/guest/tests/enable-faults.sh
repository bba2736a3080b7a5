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
enable t/a t/b t/c
target 'calls 2'
expect_eq 'records afterwards' "$(records a | wc -l)" 2
disable t/a t/b t/c

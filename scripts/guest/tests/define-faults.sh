# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 300
# of all: debug: it alone lets allocations fail
#
# Memory that is short while events are defined and deleted: whichever allocation fails,
# the set, tracefs, the kernel's probes and the references to the module are as before.

wrote=0 # write_short sets it
allow_faults
load_target
echo 1 >/sys/kernel/rcu_expedited # each attempt takes some grace periods

state() {
	listing
	ls events/f 2>/dev/null
	wc -l </sys/kernel/debug/kprobes/list
	cat /sys/module/kpev/refcnt
}

# BEFORE LINE: with each allocation failing in turn, until none is left that could
each_fails() {
	nth=1 refused=0
	while :; do
		[ -z "$1" ] || listing | grep -q ' kpev_target_args' || add "$1"
		before=$(state)
		more=yes
		write_short $nth "$2" "$KPEV/kprobe_events" || more=
		if [ "$wrote" -ne 0 ]; then
			expect_eq "what is left of '$2' when allocation $nth failed" "$(state)" "$before"
			refused=$((refused + 1))
		else
			[ "$(state)" != "$before" ] || fail "'$2' did nothing"
			write_line "$KPEV/kprobe_events" ''
		fi
		[ $more ] || break
		nth=$((nth + 1))
		[ $nth -lt 1000 ] || fail 'there is no end to the allocations'
	done
	[ "$wrote" -eq 0 ] || fail "'$2' is refused without a fault"
	[ $refused -gt 2 ] || fail "only $refused of $nth allocations are needed for '$2'"
	echo "$2: $refused of $((nth - 1)) allocations are needed"
}

# (The kernel warns where it has no memory for a return probe: kunit/faults_test.c has them)
each_fails '' 'p:f/e kpev_target_call a=%di'
each_fails 'p:f/e kpev_target_args a=%di' 'p:f/e kpev_target_call a=%si'
each_fails 'p:f/e kpev_target_args a=%di' '-:f/e'

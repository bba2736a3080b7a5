# SPDX-License-Identifier: GPL-2.0-only
# boot: own
# lasts: 15
# of all: debug: it goes on for long, and finds most where KASAN and lockdep look on
# Mutations of all the tests' definitions are written to kpev's files, while what comes
# of them is enabled and hit: see tools/mutate.c. `make fuzz-writes` has it go on for
# five minutes.

load_target
grep -hoE "['\"][pr-][0-9]*(:[^ '\"]*)? [^']*'" /kpev/tests/*.sh | tr -d "'" >/tmp/seeds
[ "$(wc -l </tmp/seeds)" -gt 200 ] || fail "only $(wc -l </tmp/seeds) definitions to begin with"
seed=$(od -An -tu4 -N4 /dev/urandom | tr -d ' ')
echo "seed $seed"
for n in 1 2; do
	{
		mutate "$LASTS" $((seed + n)) "$KPEV" </tmp/seeds >/tmp/mutated$n 2>&1
		touch /tmp/done$n
	} &
done
hits=0
while [ ! -e /tmp/done1 ] || [ ! -e /tmp/done2 ]; do
	for group in events/*; do
		# not the kernel's own, which record too much
		if grep -q ":${group#events/}/" "$KPEV/kprobe_events"; then
			echo "${group#events/}:*" >>set_event
		fi
	done 2>/dev/null
	for call in args struct texts 'text plain' 'text null' 'text cut' 'calls 3' 'recurse 3'; do
		echo "$call" >/sys/kernel/debug/kpev_target/run
	done
	hits=$((hits + $(awk '{ n += $2 } END { print n + 0 }' "$KPEV/kprobe_profile")))
	echo >set_event
done
wait
for said in /tmp/mutated1 /tmp/mutated2; do
	cat $said
	expect_match "the fuzzer" "$(cat $said)" '^seed [0-9]+: [1-9][0-9]* writes from '
done
echo "hits seen: $hits"
# and it still works as it should
expect_eq "clearing" "$(write_line "$KPEV/kprobe_events" '')" ok
echo >trace
expect_match "after it all" "$(record 'p:e kpev_target_args a=$arg1' args)" 'a=0x101$'

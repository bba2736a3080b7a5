# SPDX-License-Identifier: GPL-2.0-only
# perf samples an event by its id; perf and ftrace on one event don't disturb each
# other; a delete is refused while perf has it.

load_target
run=/sys/kernel/debug/kpev_target/run
add 'p:e kpev_target_call n=$arg1:u32 s=+0($arg1):string c=$comm'
id=$(cat events/kprobes/e/id)

got=$(perfrec "$id" $run 'calls 3') || fail "perf: $got"
expect_eq "the count" "$(echo "$got" | head -n 1)" 'count 3'
expect_eq "the samples" "$(echo "$got" | grep -c '^raw ')" 3
# type, flags, preempt count, pid, ip, n, s, c, then the strings
at=$(printf '%02x' $((20 + WORD))) behind=$(printf '%02x' $((21 + WORD)))
type=$(printf '%04x' "$id" | sed 's/\(..\)\(..\)/\2\1/')
expect_match "a sample" "$got" "^raw $type.{4}.{8}.{$((2 * WORD))}02000000${at}000000${behind}000800007065726672656300(00)*\$"
expect_eq "nothing in ftrace" "$(records e | wc -l)" 0

enable kprobes/e
got=$(perfrec "$id" $run 'calls 2')
expect_eq "the count beside ftrace" "$(echo "$got" | head -n 1)" 'count 2'
expect_eq "ftrace beside perf" "$(records e | wc -l)" 2
target 'calls 1'
expect_eq "ftrace after perf" "$(records e | wc -l)" 3
disable kprobes/e

perfrec -w 100 "$id" >/dev/null &
listener=$!
listens() {
	for fd in "/proc/$listener/fd/"*; do
		case $(readlink "$fd") in *perf_event*) return 0 ;; esac
	done
	return 1
}
wait_for 10 listens || fail "perfrec opens nothing"
refuse EBUSY 'Event is in use (kprobes/e is used by perf' 0 '-:e'
enable kprobes/e
target 'calls 1'
disable kprobes/e
refuse EBUSY 'Event is in use (kprobes/e is used by perf' 0 '-:e'
kill $listener
wait
expect_eq "ftrace after perf" "$(records e | wc -l)" 4
add '-:e'

# returns
add 'r:r kpev_target_args v=$retval'
got=$(perfrec "$(cat events/kprobes/r/id)" $run args)
expect_match "a return's sample" "$got" "^raw .{$((16 + 4 * WORD))}24240000"
add '-:r'
expect_eq "an id that is gone" "$(perfrec "$id" $run args)" 'perf_event_open: EINVAL'

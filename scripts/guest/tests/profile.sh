# SPDX-License-Identifier: GPL-2.0-only
# kprobe_profile counts each probe's hits, and the calls that a return probe had no
# instance for as misses.

load_target
add 'p:in kpev_target_recurse n=$arg1' 'r3:out kpev_target_recurse' 'p:off kpev_target_recurse'
profile() {
	awk -v name="$1" '$1 == name { print $2, $3 }' "$KPEV/kprobe_profile"
}
expect_eq "the lines" "$(sed 's/ *[0-9]* *[0-9]*$//' "$KPEV/kprobe_profile")" '  in
  out
  off'
expect_match "the columns" "$(cat "$KPEV/kprobe_profile")" '^  in {42} {15}0 {15}0$'
enable kprobes/in kprobes/out
target 'recurse 9'
disable kprobes/in kprobes/out
expect_eq "entries" "$(profile in)" '10 0'
expect_eq "returns" "$(profile out)" '3 7'
expect_eq "not enabled" "$(profile off)" '0 0'
target 'recurse 9'
expect_eq "disabled" "$(profile in)" '10 0'

# two probes of one event count each for themselves
add 'p:two kpev_target_recurse' 'p:two kpev_target_call'
enable kprobes/two
target 'recurse 1' 'calls 5'
disable kprobes/two
expect_eq "each probe" "$(profile two)" '2 0
5 0'
expect_eq "one record a hit" "$(records two | wc -l)" 7

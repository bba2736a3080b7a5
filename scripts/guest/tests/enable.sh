# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Many events at once, by kpev's file enable

load_target
state() { # GROUP/EVENT...: of each, in tracefs
	for event; do cat "events/$event/enable"; done | tr -d '\n'
}
switch() {
	write_line "$KPEV/enable" "$1"
}

expect_eq 'no event' "$(cat "$KPEV/enable")" 0
expect_eq 'nothing to switch' "$(switch 1)" ok
add 'p:a/one kpev_target_call %di' 'p:a/two kpev_target_args %bx' 'p:b/one kpev_target_struct' \
	'p:b/two kpev_target_call+'"$(behind_entry)" 'r:b/ret kpev_target_call $retval'
add 'p:a/one kpev_target_args %di'

expect_eq 'all on' "$(switch 1)" ok
expect_eq 'their state' "$(state a/one a/two b/one b/two b/ret) $(cat "$KPEV/enable")" '11111 1'
echo >trace
target args struct 'calls 2'
expect_eq 'the records' "$(for e in one two ret; do records $e | wc -l; done | paste -sd' ')" '4 3 2'
expect_eq 'one off' "$(switch 'a/one 0')" ok
expect_eq 'its state' "$(state a/one a/two b/one b/two b/ret) $(cat "$KPEV/enable")" '01111 X'
expect_eq 'a group off' "$(switch 'b 0')" ok
expect_eq 'their state' "$(state a/one a/two b/one b/two b/ret)" 01000
expect_eq 'a pattern on' "$(switch '?/o* 1')" ok
expect_eq 'its state' "$(state a/one a/two b/one b/two b/ret)" 11100
expect_eq 'several lines' "$(printf 'a/two 0\n# a comment\n\nb/ret 1\n' | wr "$KPEV/enable")" ok
expect_eq 'their state' "$(state a/one a/two b/one b/two b/ret)" 10101
echo >trace
target args struct 'calls 2'
expect_eq 'the records' "$(for e in one two ret; do records $e | wc -l; done | paste -sd' ')" '4 0 2'

# in an instance too: switching the main buffer leaves that alone
mkdir instances/i
echo 1 >instances/i/events/a/one/enable
expect_eq 'all off' "$(switch 0)" ok
expect_eq 'their state' "$(state a/one a/two b/one b/two b/ret)" 00000
echo >trace
target args 'calls 2'
expect_eq 'the records' "$(records one | wc -l) $(records one instances/i/trace | wc -l)" '0 3'
echo 0 >instances/i/events/a/one/enable
rmdir instances/i
expect_eq 'hooks that are left' "$(grep -c kpev_target enabled_functions)" 0

expect_eq 'no such group' "$(switch 'c 1')" ENOENT
expect_match 'said why' "$(last_error)" 'Event does not exist'
expect_eq 'no switch' "$(switch 'a on')" EINVAL
expect_match 'said why' "$(last_error)" 'Expected 0 or 1'
expect_eq 'what is enabled' "$(cat "$KPEV/enable")" 0

# the look-up tables' memory
grep -q '^symbols: [1-9][0-9]* names' "$KPEV/status" || fail "status doesn't say what the index takes"
echo 1 >"$KPEV/drop_caches"
expect_match 'given back' "$(cat "$KPEV/status")" '^symbols: not read yet, or given back$'
add 'p:a/three kpev_target_nap'
grep -q '^symbols: [1-9][0-9]* names' "$KPEV/status" || fail 'the index was not read again'

# SPDX-License-Identifier: GPL-2.0-only
# timeout: 180
# of all: 6.1 latest: a shell script, on files that are tested on each
# kpev watch: shows records at once, takes nothing from anybody's buffer, and leaves
# nothing behind whichever way it ends.

load_target
add 'p:e kpev_target_call n=$arg1:u32'

remains() {
	grep -E '^(kprobes|made):' available_events
	ls instances
}
before=$(remains)

watcher=''
watching() { # the one that we have started, or any
	grep -qs 1 "instances/kpev-watch-$watcher"*/events/*/e/enable
}

start() { # ARGUMENT...: sets watcher, when the first event is enabled
	kpev watch "$@" >/tmp/seen 2>/tmp/err &
	watcher=$!
	wait_for 30 watching || fail "nothing is enabled: $(cat /tmp/err)"
	# as it is the last step before the watching
	usleep 300000
}

nobody_reads() {
	! pidof dd >/dev/null
}

ended() { # STATUS
	status=0
	wait $watcher || status=$?
	expect_eq "its status" $status "$1"
	expect_eq "what it says" "$(cat /tmp/err)" ''
	expect_eq "what is left" "$(remains)" "$before"
	expect_eq "the event" "$(listing)" 'p:kprobes/e kpev_target_call n=$arg1:u32'
	expect_eq "it is disabled" "$(cat events/kprobes/e/enable)" 0
	wait_for 10 nobody_reads || fail "somebody reads still"
}

seen() {
	sed -n 's/.* e: //p' /tmp/seen | sed 's/.*) //'
}

three_are_seen() {
	[ "$(seen | wc -l)" -eq 3 ]
}

is_seen() { # REGEX
	grep -q -e "$1" /tmp/seen
}

# another has the event enabled, too
enable kprobes/e
start e
target 'calls 3'
wait_for 30 three_are_seen || fail "it should have shown 3 records, not: $(cat /tmp/seen)"
expect_eq "the records" "$(seen)" 'n=2
n=1
n=0'
expect_eq "the other's" "$(records e | wc -l)" 3
expect_eq "the other's enabling" "$(cat events/kprobes/e/enable)" 1
disable kprobes/e
kill -TERM $watcher
kill -TERM $watcher
ended 143

watcher=''
# ^C; what is in the background wouldn't get it. The instance has the watcher's number
(
	wait_for 30 watching && usleep 300000
	target 'calls 3'
	wait_for 30 is_seen ' n=1'
	for instance in instances/kpev-watch-*; do kill -INT "${instance##*-}"; done
) &
kpev watch -f 'n == 1' kprobes:e >/tmp/seen 2>/tmp/err
expect_eq "the status after ^C" "$?$(cat /tmp/err)" 130
wait
expect_eq "filtered" "$(seen)" 'n=1'
expect_eq "what is left" "$(remains)" "$before"

# a definition lives as long as the watch
kpev watch p:made/e vfs_fsync 2>/tmp/err
expect_eq "two words" $? 2
expect_eq "two words are no definition" "$(cat /tmp/err)" 'kpev: there is no event p:made/e: kpev list'
start 'p:made/e kpev_target_call n=$arg1:u32 m=$comm'
expect_match "it is there" "$(listing)" '^p:made/e kpev_target_call n=\$arg1:u32 m=\$comm$'
target 'calls 1'
wait_for 30 is_seen ' e: (kpev_target_call+0x0/0x[0-9a-f]* .*) n=0 m="' || fail "not seen: $(cat /tmp/seen)"
kill $watcher
ended 143
kpev watch 'p:made/e kpev_target_cell' 2>/tmp/err
expect_eq "refused" $? 2
expect_match "why" "$(cat /tmp/err)" 'did you mean (kpev_target:)?kpev_target_call\?'

# what reads the records isn't watched: it would never end
start 'p:made/e vfs_read'
reader=$(pidof dd) || fail "nobody reads"
head -c 1 /proc/version >/tmp/version &
another=$!
# by number: a task that nobody has switched to yet is called <...>
wait_for 30 is_seen "-$another .* e: (vfs_read" || fail "another's read isn't seen: $(cat /tmp/seen)"
kill $watcher
ended 143
expect_no_match "the reader's own" "$(cat /tmp/seen)" "-$reader .* e: "

# no such event, a bad filter
kpev watch nothing 2>/tmp/err
expect_eq "no such event" $? 2
kpev watch -f 'm == 1' e >/tmp/seen 2>/tmp/err
expect_eq "a bad filter" $? 22
expect_match "why" "$(cat /tmp/err)" 'parse_error: Field not found'
expect_eq "what is left" "$(remains)" "$before"

# killed: the next one cleans up
start e
kill -9 $watcher
kill -9 "$(pidof dd)"
wait $watcher
[ -d "instances/kpev-watch-$watcher" ] || fail "it should have left its instance"
start e
expect_eq "instances" "$(ls instances)" "kpev-watch-$watcher"
kill $watcher
ended 143

# who reads it goes away
watcher=''
(kpev watch e 2>/tmp/err | head -n 1 >/tmp/seen) &
wait_for 30 watching || fail "nothing is enabled"
ends_at_a_call() {
	target 'calls 1'
	[ "$(remains)" = "$before" ]
}
wait_for 30 ends_at_a_call || fail "it goes on without a reader: $(remains)"
wait
expect_eq "one line" "$(seen)" 'n=0'
expect_eq "what is left" "$(remains)" "$before"

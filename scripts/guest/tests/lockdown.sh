# SPDX-License-Identifier: GPL-2.0-only
# boot: own
# of all: 6.1 6.1-i386 6.12 latest noevents: what debug has not
# Lockdown raised while kpev is in use: integrity closes its files, confidentiality its
# door too; what is defined goes on, and status says how things are.

[ -e /sys/kernel/security ] || skip "this kernel has no security modules"
mount -t securityfs securityfs /sys/kernel/security
lockdown=/sys/kernel/security/lockdown
[ -e $lockdown ] || skip "this kernel has no lockdown"
expect_match "before" "$(cat $lockdown)" '\[none\]'

load_target
add 'p:e kpev_target_call n=$arg1' 'r:r kpev_target_call v=$retval'
expect_match "status" "$(cat "$KPEV/status")" '^definitions: accepted$'
exec 3>>"$KPEV/kprobe_events"
exec 4<"$KPEV/kprobe_events"
exec 5>/sys/kernel/debug/kpev_target/run
enable kprobes/e
keep_it # nobody can remove an event from here on

call() {
	echo "calls 1" >&5
}

echo integrity >$lockdown || fail "lockdown can't be raised"
for file in kprobe_events error_log probe_points; do
	expect_eq "writing $file" "$(write_line "$KPEV/$file" '')" EPERM
	! cat "$KPEV/$file" >/dev/null 2>&1 || fail "$file can be read"
done
for file in README kprobe_profile status; do
	[ -n "$(cat "$KPEV/$file")" ] || fail "$file can't be read"
done
expect_match "status" "$(cat "$KPEV/status")" '^lockdown: integrity$'
expect_match "status" "$(cat "$KPEV/status")" '^definitions: accepted from open files and kprobe_event= only, debugfs is locked down;'
expect_match "events in status" "$(cat "$KPEV/status")" '^probe: kprobes/e kpev_target_call: (kprobe|ftrace) at '
# as with the kernel's own, what is open stays open, and integrity allows probes
echo 'p:late kpev_target_call' >&3 || fail "a file that was open refuses a definition under integrity"
expect_match "the listing" "$(cat <&4)" '^p:kprobes/late kpev_target_call$'
call
enable kprobes/r kprobes/late
call
expect_eq "records under integrity" "$(records '\(e\|r\|late\)' | wc -l)" 4

echo confidentiality >$lockdown || fail "lockdown can't be raised again"
expect_match "status" "$(cat "$KPEV/status")" '^lockdown: confidentiality$'
expect_match "status" "$(cat "$KPEV/status")" '^definitions: refused, the kernel is locked down;'
hits() {
	awk -v e="$1" '$1 == e { print $2 }' "$KPEV/kprobe_profile"
}
before=$(hits e)
call
expect_eq "hits under confidentiality" "$(hits e)" $((before + 1))
! echo 'p:later kpev_target_call' >&3 2>/dev/null || fail "a definition is taken under confidentiality"
expect_no_match "the listing" "$(cat "$KPEV/status")" '/later'
for event in e late; do
	expect_match "still there" "$(cat "$KPEV/status")" "^probe: kprobes/$event kpev_target_call: (kprobe|ftrace) at "
done
! rmmod kpev 2>/dev/null || fail "kpev is unloaded with its events"

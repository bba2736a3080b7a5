# SPDX-License-Identifier: GPL-2.0-only
# timeout: 120
# of all: 6.1 latest: a shell script, on files that are tested on each
# The command `kpev`: what it prints, what it says of refusals, its exit statuses.

out='' err='' # run_kpev sets them
# --- add: the line as it is listed, of one argument or of several
run_kpev 0 add 'p:event1 vfs_read %ax $stack0'
expect_eq "what add prints" "$out$err" 'p:kprobes/event1 vfs_read arg1=%ax arg2=$stack0'
run_kpev 0 add r5:grp/event2 vfs_write 'ret=$retval:s64'
expect_eq "what add prints" "$out$err" 'r5:grp/event2 vfs_write ret=$retval:s64'
run_kpev 0 add p:event1 vfs_write %ax '$stack0'
expect_eq "another probe's line" "$out" 'p:kprobes/event1 vfs_write arg1=%ax arg2=$stack0'
before=$(listing)
run_kpev 0 list
expect_eq "list" "$out" "$before"
run_kpev 0 add '# nothing'
expect_eq "a comment" "$out$err" ''

# --- refusals: a status for each errno, the log's entry without its time
refused() { # STATUS DEFINITION MESSAGE CARET-COLUMN
	run_kpev "$1" add "$2"
	expect_eq "nothing is printed for $2" "$out" ''
	expect_eq "the entry for $2" "$err" "kpev: error: $3
  Command: $2
$(printf '%*s^' $(($4 + 11)) '')"
}
refused 2 'p vfs_reed' 'Invalid probed address or symbol (there is no symbol "vfs_reed", did you mean vfs_read?)' 2
refused 22 'p:x vfs_read a=%nothing' "$(kpev add 'p:x vfs_read a=%nothing' 2>&1 | sed -n '1s/kpev: error: //p')" 15
run_kpev 84 add 'p:x vfs_read+3'
expect_match "an instruction's inside" "$err" 'next boundary \+0x'
run_kpev 17 add 'p:sched/sched_switch vfs_read'
run_kpev 7 add 'r99999:x vfs_read'
case $WORD in 8) entry=entry_SYSCALL_64 ;; 4) entry=entry_SYSENTER_32 ;; esac
run_kpev 95 add "p:x $entry"
run_kpev 99 add "p:x $(awk '$2 == "t" && NF == 3 { n[$3]++ } n[$3] == 2 { print $3; exit }' /proc/kallsyms)"
expect_match "a symbol that isn't unique" "$err" 'choose an address: 0x'
run_kpev 2 rm nothing
expect_match "an event that isn't" "$err" '^kpev: error: Event does not exist$'
expect_eq "the listing" "$(listing)" "$before"

# a warning is shown, and the event is there
if grep -q ' __x64_sys_read$' /proc/kallsyms; then
	run_kpev 0 add 'p:sys __x64_sys_read $arg1'
	expect_match "a warning" "$err" '^kpev: warning: The only argument is a pt_regs pointer'
	expect_match "its line" "$out" '^p:kprobes/sys '
	run_kpev 0 rm sys
fi

# without root, without words
expect_eq "no command" "$(kpev 2>&1 | head -n 1)" 'usage: kpev COMMAND [ARGUMENT...]'
run_kpev 64
run_kpev 64 frobnicate
run_kpev 64 add
run_kpev 64 rm -x
run_kpev 0 help
expect_match "help" "$out" '^  watch '

# --- rm
enable kprobes/event1
run_kpev 16 rm kprobes:event1
expect_match "in use" "$err" 'Event is in use \(kprobes/event1 is enabled in 1 trace buffer\)'
run_kpev 16 rm -a
expect_match "in use" "$err" 'Event is in use'
expect_eq "the listing" "$(listing)" "$before"
disable kprobes/event1
run_kpev 0 rm 'event1 vfs_write'
expect_eq "one probe is gone" "$(listing)" 'p:kprobes/event1 vfs_read arg1=%ax arg2=$stack0
r5:grp/event2 vfs_write ret=$retval:s64'
run_kpev 0 rm event1 grp.event2
expect_eq "the listing" "$(listing)" ''
kpev add p:g/a vfs_read >/dev/null && kpev add p:g/b vfs_read >/dev/null && kpev add p:h/c vfs_read >/dev/null
run_kpev 0 rm g/
expect_eq "a group is gone" "$(listing)" 'p:h/c vfs_read'
run_kpev 0 rm -a
expect_eq "all are gone" "$(listing)" ''

# --- points, log, status
run_kpev 0 points vfs_read
expect_match "points" "$out" '^\+0x0	([0-9a-f]{2} ?)+	yes$'
run_kpev 2 points vfs_reed
expect_match "no such function" "$err" 'did you mean vfs_read\?'
expect_eq "no such function" "$out" ''
if has_btf; then
	run_kpev 0 signature vfs_read
	expect_match "signature" "$out" '^%dx	size_t count$'
	run_kpev 0 signature struct path
	expect_match "signature" "$out" 'struct dentry \*dentry$'
	run_kpev 2 signature vfs_reed
fi
run_kpev 0 log
expect_eq "log" "$out" "$(cat "$KPEV/error_log")"
run_kpev 0 log -c
expect_eq "the log" "$(cat "$KPEV/error_log")" ''
run_kpev 0 status
expect_match "status" "$out" '^events: 0 with 0 probes$'

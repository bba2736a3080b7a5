# SPDX-License-Identifier: GPL-2.0-only
# timeout: 120
# of all: 6.1 latest: a shell script, on files that are tested on each
# kpev load-file and save: all of a file or nothing, the line at fault, the same events
# after a save; bind and unbind.

out='' err='' # run_kpev sets them
# --- load-file
add 'p:old vfs_read n=$arg3' 'p:g/other vfs_write'
before=$(listing)
cat >/tmp/good <<'FILE'
# two events, one more probe
p:new vfs_fsync	# a comment

  r:g/ret   vfs_read ret=$retval:s64
p:old vfs_write n=$arg3
FILE
run_kpev 0 load-file /tmp/good
expect_eq "what it prints" "$out$err" 'p:kprobes/new vfs_fsync
r:g/ret vfs_read ret=$retval:s64
p:kprobes/old vfs_write n=$arg3'
expect_eq "the listing" "$(listing)" "$before
$out"
kpev rm new g/ret 'old vfs_write'
expect_eq "as before" "$(listing)" "$before"

# the bad line is the last one; nothing is defined meanwhile, not even for a moment
{
	cat /tmp/good
	echo 'p:new vfs_read'
	echo 'p:bad vfs_reed'
	echo 'p:after vfs_read'
} >/tmp/bad
run_kpev 2 load-file /tmp/bad
expect_match "the line" "$err" '^kpev: error: Invalid probed address or symbol \(line 7: there is no symbol "vfs_reed"'
expect_match "its text" "$err" '^  Command: p:bad vfs_reed$'
expect_match "what it means" "$err" '^kpev: /tmp/bad is refused, nothing of it is defined$'
expect_eq "nothing is printed" "$out" ''
expect_eq "nothing is defined" "$(listing)" "$before"
[ ! -e events/kprobes/new ] || fail "an event is left"

# an event that is there in another shape; a removal; from standard input
printf 'p:new vfs_read\np:old vfs_write other=$arg1\n' >/tmp/other
run_kpev 17 load-file /tmp/other
expect_eq "nothing is defined" "$(listing)" "$before"
printf 'p:new vfs_read\n-:old\n' >/tmp/removal
run_kpev 22 load-file /tmp/removal
expect_match "a removal" "$err" "^kpev: error: A removal can't be checked \(line 2\)\$"
expect_eq "nothing is done" "$(listing)" "$before"
run_kpev 2 load-file /tmp/none
expect_eq "standard input" "$(kpev load-file - </tmp/good | wc -l)" 3
kpev rm new g/ret 'old vfs_write'
# checked only
run_kpev 0 check /tmp/good
expect_eq "nothing is said" "$out$err" ''
run_kpev 2 check /tmp/bad
expect_match "the line" "$err" '\(line 7: there is no symbol "vfs_reed"'
expect_eq "nothing is defined" "$(listing)" "$before"

# what is refused after the check, as another has changed something: what was before it
# must go again, from events that were there the probe only
mount --bind /dev/null "$KPEV/check"
run_kpev 2 load-file /tmp/bad
expect_match "what it means" "$err" '^kpev: /tmp/bad is refused, nothing of it is defined$'
expect_eq "nothing is defined" "$(listing)" "$before"
[ ! -e events/kprobes/new ] || fail "an event is left"
# in use while it is refused
enable kprobes/old
printf 'p:old vfs_write n=$arg3\np:bad vfs_reed\n' >/tmp/bad
run_kpev 2 load-file /tmp/bad
expect_eq "nothing is defined" "$(listing)" "$before"
disable kprobes/old
umount "$KPEV/check"

# --- save, with more than a pipe or a shell's buffer holds
i=0
while [ $i -lt 300 ]; do
	i=$((i + 1))
	echo "p:large/event_with_a_long_name_number_$i vfs_read a=%di b=%si c=%dx d=%cx e=+0(%di):u64 f=+8(%di):u64"
done >/tmp/large
run_kpev 0 load-file /tmp/large
before=$(listing)
run_kpev 0 save /tmp/saved
expect_match "a comment" "$(head -n 1 /tmp/saved)" '^# .*Linux'
run_kpev 0 save
expect_eq "without a file" "$out" "$(cat /tmp/saved)"
run_kpev 0 rm -a
run_kpev 0 load-file /tmp/saved
expect_eq "all is as it was" "$(listing)" "$before"
{
	sed 's/large/more/' /tmp/large
	echo 'p:bad vfs_reed'
} >/tmp/bad
run_kpev 2 load-file /tmp/bad
expect_match "the line" "$err" '\(line 301: '
expect_eq "nothing is defined" "$(listing)" "$before"
run_kpev 0 rm -a

# --- bind: what writes to tracefs's files writes to kpev's
add 'p:e vfs_read'
if [ -e kprobe_events ]; then
	echo 'p:own vfs_write' >kprobe_events
	own=$(cat kprobe_events)
	run_kpev 0 bind
	expect_eq "tracefs shows kpev's" "$(cat kprobe_events)" 'p:kprobes/e vfs_read'
	expect_match "the profile too" "$(cat kprobe_profile)" '^  e +0 +0$'
	expect_no_match "not the README" "$(cat README)" 'kpev'
	run_kpev 0 bind
	run_kpev 0 bind README error_log
	expect_match "the README" "$(cat README)" '^kpev'
	run_kpev 0 status
	expect_eq "status" "$(printf '%s\n' "$out" | grep -c "^bound: $TRACING/")" 4
	echo 'p:through vfs_write' >>kprobe_events
	expect_match "defined" "$(kpev list)" '^p:kprobes/through vfs_write$'
	if [ -e dynamic_events ]; then
		run_kpev 0 bind dynamic_events
		expect_eq "for libtracefs" "$(cat dynamic_events)" "$(kpev list)"
	fi
	run_kpev 0 unbind
	expect_eq "tracefs shows its own" "$(cat kprobe_events)" "$own"
	expect_eq "nothing is mounted" "$(grep -c "$TRACING/" /proc/mounts)" 0
	run_kpev 0 unbind
	echo >kprobe_events
else
	run_kpev 95 bind
	expect_match "why" "$err" 'this kernel has no /sys/kernel/tracing/kprobe_events'
fi
run_kpev 64 bind trace
run_kpev 0 rm -a

# SPDX-License-Identifier: GPL-2.0-only
# timeout: 240
# of all: 6.1 6.1-i386 latest: long on debug, and the same on all
# A write to `check` gets the errno and the log entry that one to kprobe_events would,
# lines that need the ones before them included, and changes nothing.

check=$KPEV/check
load_target
add 'p:old vfs_read n=$arg3' 'r:g/ret vfs_write'
state() {
	listing
	cat /sys/kernel/debug/kprobes/list enabled_functions
	cksum <available_events
	sed -n '/^ids/p; /^events/p' "$KPEV/status"
	lsmod
}
# what the first use of ftrace leaves is there
enable kprobes/old
disable kprobes/old
before=$(state)

# each must get the same from both, and be no event afterwards
same() { # ERRNO DEFINITION-LINES
	echo >"$KPEV/error_log"
	expect_eq "check: $2" "$(printf '%s\n' "$2" | wr "$check")" "$1"
	said=$(sed 's/^\[ *[0-9.]*\] //' "$KPEV/error_log")
	expect_eq "nothing has changed: $2" "$(state)" "$before"
	echo >"$KPEV/error_log"
	expect_eq "kprobe_events: $2" "$(printf '%s\n' "$2" | wr -a "$KPEV/kprobe_events")" "$1"
	expect_eq "the log: $2" "$said" "$(grep -v warning "$KPEV/error_log" | sed 's/^\[ *[0-9.]*\] //')"
	listing | sed -n 's/^[pr][0-9]*:\(new[^ ]*\/[^ ]*\) .*/-:\1/p' | sort -u | wr -a "$KPEV/kprobe_events" >/dev/null
}
same ok 'p:new/a vfs_read'
same ok '# a comment

p:new/a vfs_read %di
p:new/a vfs_write %di
r:new/b vfs_read $retval'
same ok 'p:new/waits no_such_module:function'
same ok 'p:new/t kpev_target:kpev_target_call n=$arg1:u32'
same EINVAL 'p:new/a vfs_read %nothing'
same ENOENT 'p:new/a vfs_reed'
same EILSEQ 'p:new/a vfs_read+3'
same E2BIG 'r5000:new/a vfs_read'
same EINVAL 'nonsense'
same E2BIG "$(printf 'p:new/a vfs_read%5000s.' '')"
# what is there, ours and others'
same EEXIST 'p:old vfs_read n=$arg3'
same EEXIST 'p:old vfs_write m=$arg3'
same EEXIST 'r:old vfs_write'
same EEXIST 'p:sched/sched_switch vfs_read'
# what is there only in the same write
same EEXIST 'p:new/a vfs_read n=$arg3
p:new/b vfs_read
p:new/a vfs_write m=$arg3'
same EEXIST 'p:new/a vfs_read
r:new/a vfs_read'
same EEXIST 'p:new/a vfs_read
p:new/a vfs_write
p:new/a vfs_read'
# the line at fault
same ENOENT 'p:new/a vfs_read
p:new/b vfs_write
p:new/c vfs_reed
p:new/d nothing'
expect_match "its number" "$said" '\(line 3: '

# another probe of an event that is there, twice the same
expect_eq "appended" "$(printf 'p:old vfs_write n=$arg3\np:old vfs_fsync n=$arg3\n' | wr "$check")" ok
expect_eq "twice" "$(printf 'p:old vfs_write n=$arg3\np:old vfs_write n=$arg3\n' | wr "$check")" EEXIST
expect_match "why" "$(last_error)" 'already the exact same probe event \(line 2\)'
expect_eq "nothing has changed" "$(state)" "$before"
# what only definitions have
expect_eq "a removal" "$(printf 'p:new/a vfs_read\n-:old\n' | wr "$check")" EINVAL
expect_match "why" "$(last_error)" "A removal can't be checked \(line 2\)"
expect_eq "nothing has changed" "$(state)" "$before"
expect_eq "an empty write" "$(printf '' | wr "$check")" ok

# while events record, and more than a write's buffer holds
enable kprobes/old
i=0
while [ $i -lt 200 ]; do
	i=$((i + 1))
	echo "p:large/event_with_a_long_name_number_$i vfs_read a=%di b=%si c=%dx d=%cx e=+0(%di):u64 f=+8(%di):u64"
done >/tmp/large
expect_eq "a large write" "$(wr "$check" </tmp/large)" ok
echo 'p:bad vfs_reed' >>/tmp/large
expect_eq "a large write" "$(wr "$check" </tmp/large)" ENOENT
expect_match "its line" "$(last_error)" '\(line 201: '
disable kprobes/old
expect_eq "nothing has changed" "$(state)" "$before"

# the module is free to go
rmmod kpev_target || fail "a check holds a module"
add '-:old' '-:g/ret'
expect_eq "checked without any event" "$(write_line "$check" 'p:new vfs_read')" ok
rmmod kpev || fail "a check holds kpev"

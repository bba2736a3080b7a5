# SPDX-License-Identifier: GPL-2.0-only
# Every form of a definition and of a removal, as it is listed.

load_target
address=$(awk '$3 == "kpev_target_args" { print "0x" $1 }' /proc/kallsyms)

listed() { # DEFINITION WANTED-LINE
	add "$1"
	expect_eq "the listing of '$1'" "$(listing | tail -n 1)" "$2"
}

listed 'p vfs_read' 'p:kprobes/p_vfs_read_0 vfs_read'
listed 'p:a vfs_read' 'p:kprobes/a vfs_read'
listed 'p:grp/b vfs_read' 'p:grp/b vfs_read'
listed 'p:grp.c vfs_read' 'p:grp/c vfs_read'
listed 'p:grp/ vfs_read' 'p:grp/p_vfs_read_0 vfs_read'
listed 'p:my-grp/d vfs_read+0' 'p:my-grp/d vfs_read'
listed 'r vfs_read' 'r:kprobes/r_vfs_read_0 vfs_read'
listed 'r:e vfs_read $retval' 'r:kprobes/e vfs_read arg1=$retval'
listed 'r7:f vfs_read' 'r7:kprobes/f vfs_read'
listed 'r4096:g vfs_read' 'r4096:kprobes/g vfs_read'
listed 'r7 vfs_write' 'r7:kprobes/r_vfs_write_0 vfs_write'
listed 'p:h vfs_read%return r=$retval:s32' 'r:kprobes/h vfs_read r=$retval:s32'
listed 'p vfs_fsync%return' 'r:kprobes/r_vfs_fsync_0 vfs_fsync'
listed 'p:i vfs_read+0%return' 'r:kprobes/i vfs_read'
listed 'p:j kpev_target:kpev_target_args' 'p:kprobes/j kpev_target:kpev_target_args'
listed 'p kpev_target:kpev_target_args' \
	'p:kprobes/p_kpev_target_kpev_target_args_0 kpev_target:kpev_target_args'
listed 'p:k kpev_target_args' 'p:kprobes/k kpev_target_args'
listed "p:l $address" "p:kprobes/l $address"
listed "p $address" "p:kprobes/p_$address $address"
listed "r:m $address" "r:kprobes/m $address"
listed 'p:n vfs_read one=%di two=$stack' 'p:kprobes/n vfs_read one=%di two=$stack'
listed '	p:o   vfs_read	  x=%di   # a comment' 'p:kprobes/o vfs_read x=%di'
listed 'p:_p9 vfs_read' 'p:kprobes/_p9 vfs_read'

# each line of the listing defines the same again
listing >/tmp/saved
expect_eq "all of them" "$(wc -l </tmp/saved)" 23
echo >"$KPEV/kprobe_events" || fail "clearing"
wr "$KPEV/kprobe_events" </tmp/saved >/dev/null || fail "the listing was refused: $(last_error)"
expect_eq "the listing, written back" "$(listing)" "$(cat /tmp/saved)"

# removals: one event, without its group in every group, a group
add 'p:grp/a vfs_write' '-:grp/a'
expect_match "only grp/a is gone" "$(listing)" '^p:kprobes/a '
add 'p:grp/a vfs_write' '-:a'
expect_no_match "both are gone" "$(listing)" '/a '
add '-:grp/'
expect_no_match "the group is gone" "$(listing)" ':grp/'
add '-:my-grp.d' '-:kprobes/n'
expect_no_match "both are gone" "$(listing)" '/[dn] '

# a name too long for the kernel is shortened: two places, two names
add "p security_inode_setsecurity" 
long=$(awk 'NF == 1 && length($1) > 40 && $1 !~ /\.|^__/ { print $1; exit }' available_filter_functions)
if [ -n "$long" ]; then
	add "p $long" "p:x/ $long"
	expect_match "the name of $long" "$(listing)" "^p:kprobes/p_$(echo "$long" | cut -c1-40)"
fi
echo >"$KPEV/kprobe_events" || fail "clearing"
expect_eq "the listing" "$(listing)" ''

# a second probe of an event, and its removal by its place
add 'p:two vfs_read a=%di' 'p:two vfs_write a=%si'
expect_eq "two probes" "$(listing)" 'p:kprobes/two vfs_read a=%di
p:kprobes/two vfs_write a=%si'
refuse EEXIST 'There is already the exact same probe event' 0 'p:two vfs_write a=%si'
refuse EEXIST 'Argument type or name is different from existing probe' 15 'p:two vfs_read b=%di'
refuse EEXIST 'Argument type or name is different from existing probe' 15 'p:two vfs_read a=%di:u8'
refuse EEXIST 'Argument type or name is different from existing probe' 21 'p:two vfs_read a=%di b=%si'
refuse EEXIST 'Probe type is different from existing probe' 0 'r:two vfs_read a=%di'
enable kprobes/two
add '-:two vfs_read'
expect_eq "one probe" "$(listing)" 'p:kprobes/two vfs_write a=%si'
refuse EBUSY 'Event is in use' 0 '-:two'
disable kprobes/two
add '-:two vfs_write a=%si'
expect_eq "no probe" "$(listing)" ''

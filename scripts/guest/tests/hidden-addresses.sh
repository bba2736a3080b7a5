# SPDX-License-Identifier: GPL-2.0-only
# Addresses are shown to whoever sees them in /proc/kallsyms; symbols are found all
# the same where nobody does.

load_target
address=$(awk '$3 == "vfs_read" { print "0x" $1 }' /proc/kallsyms)
add "p:addr $address" "p:sym vfs_read"
for level in 0 1; do
	echo $level >/proc/sys/kernel/kptr_restrict
	expect_match "kptr_restrict=$level" "$(listing)" "^p:kprobes/addr $address\$"
	expect_match "kptr_restrict=$level" "$(cat "$KPEV/status")" "kprobes/sym vfs_read: (kprobe|ftrace) at $address\$"
done
echo 2 >/proc/sys/kernel/kptr_restrict
expect_match "kptr_restrict=2" "$(listing)" '^p:kprobes/addr 0x0$'
expect_match "kptr_restrict=2" "$(cat "$KPEV/status")" 'kprobes/sym vfs_read: (kprobe|ftrace) at 0x0$'

# an index that is built now has no addresses
rmmod kpev_target
load_target
# a byte of the kernel's: of its data, or of its code where data has no names
if data_has_names; then byte=linux_proc_banner value=37; else byte=vfs_read value='[0-9]+'; fi
add "p:hidden vfs_write b=@$byte:u8" 'p:mod kpev_target_call n=$arg1' "p:off vfs_write+$(behind_entry)"
refuse ENOENT 'Invalid probed address or symbol' 4 'p:x no_such_symbol'
refuse EILSEQ 'Probe point is not an instruction boundary' 4 'p:x vfs_write+3'
enable kprobes/mod kprobes/hidden
target 'calls 1'
disable kprobes/mod kprobes/hidden
expect_eq "found without addresses" "$(records mod | sed 's/.*) //')" 'n=0x0'
expect_match "data found without addresses" "$(records hidden)" "^\(vfs_write\+0x0/0x[0-9a-f]+\) b=$value\$"
echo 0 >/proc/sys/kernel/kptr_restrict
rmmod kpev_target
expect_match "kptr_restrict=0" "$(listing)" "^p:kprobes/addr $address\$"
add 'p:y vfs_read'

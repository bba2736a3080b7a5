# SPDX-License-Identifier: GPL-2.0-only
# An address inside an instruction is refused at definition, and nothing is left
# behind; what follows the instruction is taken.

load_target

# every entry that ftrace can hook starts with a call of 5 bytes, behind an ENDBR of 4
# in a kernel that was built with IBT
before=$(cat /sys/kernel/debug/kprobes/list)
behind=$(behind_entry)
case $behind in
5) inside='1 2 3 4' ;;
9) inside='1 2 3 5 6 7 8' ;;
*) fail "kpev_target_args goes on after $behind bytes" ;;
esac
for offset in $inside; do
	refuse EILSEQ 'Probe point is not an instruction boundary' 6 "p:bad vfs_read+$offset"
	refuse EILSEQ 'Probe point is not an instruction boundary' 6 "p:bad kpev_target_args+0x$offset"
done
address=$(awk '$3 == "vfs_read" { print "0x" $1 }' /proc/kallsyms)
refuse EILSEQ 'Probe point is not an instruction boundary' 6 "p:bad $(printf '0x%x' $((address + 3)))"
expect_eq "the kernel's probes" "$(cat /sys/kernel/debug/kprobes/list)" "$before"
[ ! -e events/kprobes ] || fail "there is a group in tracefs"

# also while kpev's own probes sit there
add 'p:entry kpev_target_args' "p:inside kpev_target_args+$behind"
enable kprobes/entry kprobes/inside
refuse EILSEQ 'Probe point is not an instruction boundary' 6 'p:bad kpev_target_args+3'
target args
expect_eq "both were hit" "$(records '\(entry\|inside\)' | grep -c args)" 2

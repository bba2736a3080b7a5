# SPDX-License-Identifier: GPL-2.0-only
# timeout: 120
# Whatever is refused has its errno, its message, its caret, and changes nothing.

add 'p:there vfs_read' 'r:ret vfs_write'

# the command
refuse EINVAL 'Unknown command' 0 'q vfs_read'
refuse EINVAL 'Unknown command' 0 'px:a vfs_read'
refuse EINVAL 'Event name is not specified' 1 '-'
refuse EINVAL 'Unknown command' 0 '-there'
refuse EINVAL 'Maxactive is only for function exit' 1 'p100 vfs_read'
refuse EINVAL 'Invalid maxactive number' 1 'r1a111 vfs_read'
refuse EINVAL 'Invalid maxactive number' 1 'r0 vfs_read'
refuse E2BIG 'Maxactive is too big' 1 'r4097 vfs_read'
refuse E2BIG 'Maxactive is too big' 1 'r100000:x vfs_read'

# names
name63=a23456789012345678901234567890123456789012345678901234567890123
refuse EINVAL 'Group name is not specified' 2 'p:/bar vfs_read'
refuse E2BIG 'Group name is too long' 2 "p:${name63}4/bar vfs_read"
refuse EINVAL 'Group name must follow' 2 'p:foo.1/bar vfs_read'
refuse EINVAL 'Group name must follow' 2 'p:1foo/bar vfs_read'
refuse EINVAL 'Event name is not specified' 2 'p: vfs_read'
refuse E2BIG 'Event name is too long' 6 "p:foo/${name63}4 vfs_read"
refuse EINVAL 'Event name must follow' 6 'p:foo/bar.1 vfs_read'
refuse EINVAL 'Event name must follow' 2 'p:1abc vfs_read'
refuse EINVAL 'Event name must follow' 2 'p:a-b vfs_read'
add "p:$name63/$name63 vfs_read"

# places
refuse EINVAL 'Invalid probed address or symbol (expected a symbol or address)' 2 'p'
refuse EINVAL 'Invalid probed address or symbol (expected a symbol or address)' 4 'p:x'
refuse ENOENT 'Invalid probed address or symbol' 2 'p non_exist_func'
refuse EINVAL 'Invalid probed address or symbol' 2 'p hoge-fuga'
refuse EINVAL 'Invalid probed address or symbol' 2 'p hoge+1000-1000'
refuse EINVAL 'Invalid probed address or symbol' 2 'p vfs_read+0x'
refuse EINVAL 'Invalid probed address or symbol' 2 'p vfs_read+0x100000000'
refuse EINVAL 'expected a symbol or address, not an argument' 4 'p:x si=%si'
refuse EINVAL 'Invalid probed address suffix' 10 'p vfs_read%foo'
refuse EINVAL 'Retprobe address must be an function entry' 2 'r vfs_read+10'
refuse EINVAL 'Retprobe address must be an function entry' 2 'p vfs_read+10%return'
refuse EOPNOTSUPP 'Invalid probed address or symbol' 5 'p:ev 0'
refuse EOPNOTSUPP 'Invalid probed address or symbol' 2 'p 0x400000'
! data_has_names || refuse EOPNOTSUPP 'Failed to register probe event' 2 'p linux_proc_banner'
refuse EOPNOTSUPP 'Failed to register probe event' 2 'p int3_exception_notify'
refuse EOPNOTSUPP 'Failed to register probe event (kpev_fetch_measure+0x0 is' 2 'p kpev:kpev_fetch_measure'
twice=$(awk '$4 == "" && tolower($2) == "t" { n[$3]++ } END { for (s in n) if (n[s] > 1) { print s; exit } }' /proc/kallsyms)
refuse EADDRNOTAVAIL 'The symbol is not unique (choose an address: 0x' 2 "p $twice"

# arguments
refuse EINVAL '$retval is not available on probe' 11 'p vfs_read $retval'
refuse E2BIG 'Invalid stack number' 11 'p vfs_read $stack10000'
words=$(grep -qw kasan_report /proc/kallsyms && echo 4096 || echo 2048) # of a stack
refuse E2BIG 'Invalid stack number' 11 "p vfs_read \$stack$((words + 1))"
refuse EINVAL 'Invalid $-variable specified' 11 'p vfs_read $none_var'
refuse EINVAL 'Invalid $-variable specified' 11 'p vfs_read $stackx'
refuse EINVAL 'Invalid register name' 11 'p vfs_read %none_reg'
refuse EINVAL 'Invalid register name' 13 'p vfs_read a=%di2'
refuse EINVAL 'Invalid memory address' 11 'p vfs_read @12345678abcde'
refuse ENOENT 'Invalid memory address' 11 'p vfs_read @no_such_data'
refuse EINVAL 'Invalid memory address' 11 'p vfs_read @vfs_read+x'
refuse EINVAL 'File offset is not available for kernel probes' 11 'p vfs_read @+10'
refuse EINVAL 'Dereference needs a brace' 11 'p vfs_read +0@0)'
refuse EINVAL 'Invalid dereference offset' 11 'p vfs_read +0ab1(@0)'
refuse EINVAL 'Dereference brace is not closed' 19 'p vfs_read +0(+0(@0)'
refuse EINVAL '$comm can not be dereferenced' 14 'p vfs_read +0($comm)'
refuse EINVAL 'Invalid fetch argument' 11 'p vfs_read &1'
refuse EINVAL 'Invalid fetch argument' 18 'p vfs_read +0(%di)x'
refuse EINVAL 'Invalid immediate value' 12 'p vfs_read \x'
refuse EINVAL 'Argument name is not specified' 11 'p vfs_read =%di'
refuse E2BIG 'Argument name is too long' 11 'p vfs_read a23456789012345678901234567890123=%di'
add 'p:n32 vfs_read a2345678901234567890123456789012=%di'
refuse EINVAL 'No argument expression' 13 'p vfs_read a='
refuse EINVAL 'Argument name must follow' 11 'p vfs_read var.1=%di'
refuse EINVAL 'Argument name must follow' 11 'p vfs_read 1v=%di'
refuse EINVAL 'This argument name is already used' 18 'p vfs_read v1=%di v1=%si'
refuse EINVAL 'This argument name is already used' 11 'p vfs_read __probe_ip=%di'
refuse EINVAL 'This argument name is already used' 11 'p vfs_read common_pid=%di'
refuse EINVAL 'Unknown type is specified' 15 'p vfs_read %ax:u12'
refuse EINVAL 'Unknown type is specified' 15 'p vfs_read %ax:'
refuse EINVAL 'String accepts only memory argument' 15 'p vfs_read %ax:string'
refuse EINVAL '$comm and immediate-string only accepts string type' 17 'p vfs_read $comm:u8'
refuse E2BIG 'Too many nested' 35 'p vfs_read +0(+0(+0(+0(+0(+0(+0(+0(+0(%di)))))))))'
add 'p:n8 vfs_read +0(+0(+0(+0(+0(+0(+0(+0(%di))))))))'
long=$(printf '+0x%0247x(%%di)' 0)
expect_eq "the expression's length" "${#long}" 255
add "p:l255 vfs_read $long"
refuse E2BIG 'Argument expression is too long' 11 "p vfs_read ${long}0"
args=$(i=0; while [ $i -lt 128 ]; do printf ' %%di'; i=$((i + 1)); done)
add "p:a128 vfs_read$args"
refuse E2BIG 'Too many arguments are specified' 16 "p:a129 vfs_read$args %si"

refuse EINVAL 'Invalid argument number' 11 'p vfs_read $arg0'
refuse E2BIG 'Invalid argument number' 11 'p vfs_read $arg10000'
refuse E2BIG 'Invalid argument number' 11 "p vfs_read \$arg$((words + 1))"
add "p:a2048 vfs_read a=\$arg$words" "p:s2048 vfs_read \$stack$words"
refuse EINVAL 'Invalid $-variable specified' 11 'p vfs_read $argx'
refuse EINVAL '$arg* can be used only on function entry or exit' 13 'p vfs_read+5 $arg1'
has_btf || {
	no_btf='BTF is not available or not supported (this kernel has no BTF: there is no /sys/kernel/btf/vmlinux)'
	refuse EOPNOTSUPP "$no_btf" 11 'p vfs_read $arg*'
	refuse EOPNOTSUPP "$no_btf" 11 'p vfs_read $current->pid'
	refuse EOPNOTSUPP "$no_btf" 11 'p vfs_read file'
	refuse EOPNOTSUPP "$no_btf" 12 'p vfs_read (file)$arg1->f_mode'
	refuse EOPNOTSUPP "$no_btf" 20 'r vfs_read $retval->foo'
}
refuse EINVAL 'Invalid $-variable specified' 11 'p vfs_read $currentx'
refuse EINVAL 'String is not closed' 22 'p vfs_read arg1=\"abcd'
refuse EINVAL 'String is not closed' 18 'p vfs_read arg1=\"'
refuse EINVAL 'String is not closed' 28 'p vfs_read arg1=\"abcd b=%di'
refuse EINVAL '$comm can not be dereferenced' 14 'p vfs_read +0(\"abcd")'
refuse EINVAL '$comm and immediate-string only accepts string type' 23 'p vfs_read arg1=\"abc":u8'
refuse EINVAL '$comm and immediate-string only accepts string type' 17 'p vfs_read $comm:string[2]'
refuse EINVAL 'Invalid dereference offset' 11 'p vfs_read +u(%di)'
refuse EINVAL 'Invalid dereference offset' 11 'p vfs_read +-8(%di)'
refuse EINVAL 'Array is not closed' 24 'p vfs_read +0(@11):u8[10'
refuse EINVAL 'Array has wrong suffix' 25 'p vfs_read +0(@11):u8[10]a'
refuse EINVAL 'Invalid array size' 22 'p vfs_read +0(@11):u8[10a]'
refuse EINVAL 'Invalid array size' 22 'p vfs_read +0(@11):u8[0]'
refuse E2BIG 'Array number is too big' 22 'p vfs_read +0(@11):u8[65]'
add 'p:u64 vfs_read +0(%di):u8[64]'
refuse EINVAL 'String accepts only memory argument' 15 'p vfs_read %di:u8[2]'
refuse EINVAL 'String accepts only memory argument' 15 'p vfs_read %di:ustring'
refuse EINVAL 'Invalid bitfield' 15 'p vfs_read @11:b10@a/16'
refuse EINVAL 'Invalid bitfield' 15 'p vfs_read @11:b0@0/16'
refuse EINVAL 'Invalid bitfield' 15 'p vfs_read @11:b10@7/16'
refuse EINVAL 'Invalid bitfield' 15 'p vfs_read @11:b10'
refuse EINVAL 'Unknown type is specified' 15 'p vfs_read @11:b1@0/24'
refuse EINVAL "Symbol String doesn't accept data/userdata" 14 'p vfs_read \1:symstr'
refuse EINVAL "Symbol String doesn't accept data/userdata" 20 'p vfs_read +u0(%si):symstr'
refuse EINVAL 'Dereference brace is not closed' 26 'p vfs_read this_cpu_ptr(@0'
refuse E2BIG 'Too many nested' 57 'p vfs_read +0(+0(+0(+0(+0(+0(this_cpu_read(this_cpu_read(this_cpu_read(@vfs_read)))))))))'
# 3,072 bytes of arguments: 6 arrays of 512
big=$(for n in 1 2 3 4 5 6; do printf ' a%d=+0(%%di):u64[64]' $n; done)
add "p:b3072 vfs_read$big"
refuse E2BIG 'Event too big' 127 "p vfs_read$big b=+0(%di):u8"

# removals
refuse ENOENT 'Event does not exist' 2 '-:nothing'
refuse ENOENT 'Event does not exist' 2 '-:grp/there'
refuse ENOENT 'Event has no such probe' 8 '-:there vfs_write'
refuse ENOENT 'Event has no such probe' 6 '-:ret vfs_write $retval'

# the log keeps the last 8, a write clears it
expect_eq "entries" "$(grep -c '^\[' "$KPEV/error_log")" 8
echo >"$KPEV/error_log"
expect_eq "the log, cleared" "$(cat "$KPEV/error_log")" ''
expect_eq "errors go nowhere else" "$(dmesg | grep -c 'trace_kprobe: error')" 0

# SPDX-License-Identifier: GPL-2.0-only
# timeout: 120
# of all: 6.1 6.1-i386 6.12 latest noevents: long on debug
# The rest of the language: function arguments, user memory, constants, per-CPU data,
# arrays, bit fields, characters, symbols, names of files.

load_target
text=$((32 + 2 * WORD)) # its offset in struct kpev_target_struct
any="0x[0-9a-f]{$((2 * WORD))}"
case $WORD in
8) first=%di twos=0x2222222222222222 high=0x7fffffffffffffff ;;
4) first=%ax twos=0x22222222 high=0x7fffffff ;;
esac

got() { # DEFINITION LINE WANTED-ARGUMENTS
	expect_match "$1" "$(record "$1" "$2")" "^\(.*\) $3\$"
}

# $argN at the entry, and in a return probe its value at the entry
got 'p:e kpev_target_args s=$arg1 t=$arg2 u=$arg3 v=$arg4 w=$arg5 x=$arg6 y=$arg7 z=$arg8' args \
	's=0x101 t=0x202 u=0x303 v=0x404 w=0x505 x=0x606 y=0x707 z=0x808'
got 'r:e kpev_target_args r=$retval:x32 a=$arg1 b=$arg8:u16 c=$arg1:u8 d=$arg6' args 'r=0x2424 a=0x101 b=2056 c=1 d=0x606'
got "r:e kpev_target_struct r=\$retval n=+16(\$arg1):u64 t=+$text(\$arg1):string x=+16(\$retval)" struct \
	"r=0x[0-9a-f]+ n=18446744073709551614 t=\"one\" x=$twos"
# each call's own, when they nest
expect_eq "nested calls" "$(record 'r:e kpev_target_recurse n=$arg1 r=$retval:x32' 'recurse 3' | sed 's/.*) //')" \
	'n=0x0 r=0x1
n=0x1 r=0x2
n=0x2 r=0x3
n=0x3 r=0x4'

# the task
add 'p:e kpev_target_call t=$current c=+0($current)'
echo '-:e' >>"$KPEV/kprobe_events"
got 'p:e kpev_target_args t=$current c=$COMM' args "t=$any c=\"sh\""

# constants
got 'p:e kpev_target_args a=\"foobar" b=\"bar"' args 'a="foobar" b="bar"'
got 'p:e kpev_target_args a=\"with # in it" b=\"a:b":string c=\""' args 'a="with # in it" b="a:b" c=""'
got "p:e kpev_target_args a=\\$high b=\\-2:s$((8 * WORD))" args "a=$high b=-2"

# characters, symbols
got 'p:e kpev_target_text a=+0($arg1):char b=+8($arg1):char c=\65:char' 'text plain' "a='f' b='l' c='A'"
got 'r:e kpev_target_args s=$retval:symbol' args 's=0x2424'
address=$(awk '$3 == "kpev_target_call" { print "0x" $1 }' /proc/kallsyms)
got "p:e kpev_target_args s=\\$address:symbol t=\$stack0:symstr u=\$stack0:symbol" args \
	's=kpev_target_call\+0x0/0x[0-9a-f]+ \[kpev_target\] t="run_write\+0x[0-9a-f]+/0x[0-9a-f]+ \[kpev_target\]" u=run_write\+0x[0-9a-f]+/0x[0-9a-f]+ \[kpev_target\]'

# arrays: of numbers, in every print; of strings, each with its own fault
got "p:e kpev_target_struct a=+16(\$arg1):x64[2] b=+0(\$arg1):u8[3] c=+4(\$arg1):s16[1] d=+$text(\$arg1):char[3]" struct \
	"a=\{0xfffffffffffffffe,0xfffffffffffffffb\} b=\{254,254,254\} c=\{-3\} d=\{'o','n','e'\}"
got 'p:e kpev_target_struct a=+0(+32($arg1)):u8[2]' struct 'a=\{2,0\}'
got 'p:e kpev_target_texts a=$arg1:x64 b=+0($arg1):string[2] c=+0($arg1):string[1] d=+0(+0($arg1)):string' texts \
	'a=0x[0-9a-f]+ b=\{"alpha",\(fault\)\} c=\{"alpha"\} d="alpha"'
got 'p:e kpev_target_texts a=+0($arg1):string[5] b=$comm' texts \
	'a=\{"alpha",\(fault\),"gamma","",\(fault\)\} b="sh"'
got 'p:e kpev_target_text a=+4088($arg1):u64[2] b=+4092($arg1):u16[4]' 'text openpage' \
	'a=\{8680820740569200760,0\} b=\{30840,30840,0,0\}'
got 'p:e kpev_target_text a=+0(+0($arg1)):u32[3] b=+0(+0($arg1)):string[2] c=\1:u8' 'text null' 'a=\{0,0,0\} b=\{\(fault\),\(fault\)\} c=1'
# two strings of which the first faults
got 'p:e kpev_target_texts a=+0(+'"$WORD"'($arg1)):string b=+0(+0($arg1)):string c=+0(+'$((2 * WORD))'($arg1)):string' texts \
	'a=\(fault\) b="alpha" c="gamma"'

# bit fields
got 'p:e kpev_target_args a=$arg1:b4@0/16 b=$arg1:b8@1/16 c=$arg1:b1@8/32 d=$arg1:b16@0/16 e=$arg1:b3@61/64' args \
	'a=1 b=128 c=1 d=257 e=0'
got 'p:e kpev_target_struct a=+0($arg1):b4@4/8 b=+8($arg1):b31@1/32' struct 'a=15 b=2147483647'

# user memory
got 'p:e kpev_target_user a=+0($arg1):ustring b=+u0($arg1):string c=+u0($arg1):char d=+u1($arg1):u8[2] e=+0($arg1):string' \
	'user from user space' 'a="user from user space" b="user from user space" c='"'u'"' d=\{115,101\} e=\(fault\)'
got 'p:e kpev_target_user a=+u0(+u0($arg1)) b=+u0(+u0($arg1)):string c=+u8($arg1):char' 'user from user space' \
	"a=0x0 b=\(fault\) c='m'"
got 'p:e kpev_target_text a=+0($arg1):ustring b=+u0($arg1) c=+u0($arg1):u8[2]' 'text null' 'a=\(fault\) b=0x0 c=\{0,0\}'
got 'p:e kpev_target_text a=+0($arg1):ustring b=+u0($arg1)' 'text plain' 'a=\(fault\) b=0x0'

# per-CPU data
if data_has_names; then
	got 'p:e kpev_target_args a=this_cpu_read(@kpev_target_percpu) b=+0(this_cpu_ptr(@kpev_target_percpu)):u32 c=this_cpu_ptr(@kpev_target_percpu)' args \
		"a=0x9876[01] b=62448[01] c=$any"
	offset=$(awk '$3 == "kpev_target_percpu" { print "0x" $1 }' /proc/kallsyms)
	got "p:e kpev_target_args a=this_cpu_read(\\$offset)" args 'a=0x9876[01]'
fi

# the names of dentries and files
add 'p:e vfs_open n=$arg2:%pD' "p:f vfs_open n=+$WORD(\$arg1):%pd \$arg1:%pd"
echo "-:f" >>"$KPEV/kprobe_events"
add "p:f vfs_read n=\$arg1:%pD m=$first:%pD"
enable kprobes/f
dd if=/proc/version of=/dev/null bs=16 count=1 2>/dev/null
echo 0 >tracing_on
disable kprobes/f
expect_match "%pD" "$(records f)" 'n="version" m="version"$'
echo 1 >tracing_on
add '-:f' 'p:f dput d=$arg1:%pd'
enable kprobes/f
cat /proc/version >/dev/null
disable kprobes/f
expect_match "%pd" "$(records f)" 'd="version"'
add '-:f'

# what was not written is listed as it was meant, what was as it was written
listed() { # DEFINITION WANTED
	add "$1"
	expect_eq "the listing of '$1'" "$(listing | tail -n 1)" "$2"
	add "-:l"
}
listed 'p:l vfs_read %si b=+0x10(%di):u8[2] \"a b" %di:b1@0/8' \
	'p:kprobes/l vfs_read arg1=%si b=+0x10(%di):u8[2] arg3=\"a b" arg4=%di:b1@0/8'
listed 'p:l vfs_read f=$arg1:%pD u=+u4(%si):ustring s=%ip:symstr this_cpu_read(@vfs_read)' \
	'p:kprobes/l vfs_read f=$arg1:%pD u=+u4(%si):ustring s=%ip:symstr arg4=this_cpu_read(@vfs_read)'

# formats, as the kernel's own has them
add 'p:f kpev_target_args a=+0(%di):u8[2] b=+0(%di):string[2] c=%di:char d=%di:symbol e=%di:symstr f=%di:b1@0/32'
format=$(cat events/kprobes/f/format)
at=$((8 + WORD)) # the first field's offset
expect_match "array" "$format" "	field:u8 a\[2?\];	offset:$at;	size:2;	signed:0;"
expect_match "strings" "$format" "	field:__data_loc char\[\]\[2\] b;	offset:$((at + 2));	size:8;	signed:1;"
expect_match "char" "$format" "	field:u8 c;	offset:$((at + 10));	size:1;	signed:0;"
expect_match "symbol" "$format" "	field:u$((8 * WORD)) d;	offset:$((at + 11));	size:$WORD;	signed:0;"
expect_match "bits" "$format" "	field:u32 f;	offset:$((at + 15 + WORD));	size:4;	signed:0;"
expect_match "print fmt" "$format" \
	"a=\{%u,%u\} b=\{\\\\\"%s\\\\\",\\\\\"%s\\\\\"\} c='%c' d=%pS e=\\\\\"%s\\\\\" f=%u\", REC->__probe_ip, REC->a\[0\], REC->a\[1\], __get_str\(b\[0\]\), __get_str\(b\[1\]\), REC->c, REC->d, __get_str\(e\), REC->f\$"
if [ -e kprobe_events ]; then
	# the kernel's own shape, but for what this kernel doesn't know
	same='g kpev_target_args a=+0(%di):u8[2] b=+0(%di):string[2] c=$comm d=%di:symbol f=%di:b1@0/32 s=+0(%di):string x=%di:x16 y=%di:s8'
	add "p:$same"
	echo "p:k/$same" >>kprobe_events || fail "the kernel's own refuses it"
	expect_eq "the kernel's own format" "$(grep -v ^ID events/kprobes/g/format)" "$(grep -v ^ID events/k/g/format)"
	# with a type, as newer kernels take that of BTF
	add '-:kprobes/g' "r:${same} r=\$retval:u64"
	echo "r:k/ret ${same#g } r=\$retval:u64" >>kprobe_events || fail "the kernel's own refuses it"
	expect_eq "the kernel's own format of returns" "$(grep -vE '^(ID|name)' events/kprobes/g/format)" \
		"$(grep -vE '^(ID|name)' events/k/ret/format)"
	echo >kprobe_events
fi

# removal by meaning, not by spelling
behind=$(behind_entry)
case $WORD in 8) other=rdi ;; 4) other=edi ;; esac
add "p:two kpev_target_args+0x$behind a=+0x10(%di)" 'p:two kpev_target_call a=+16(%di)'
add "-:two kpev_target_args+$behind a=+16(%di)"
expect_eq "one is left" "$(listing | grep :kprobes/two)" 'p:kprobes/two kpev_target_call a=+16(%di)'
refuse ENOENT 'Event has no such probe' 6 '-:two kpev_target_call a=+17(%di)'
refuse ENOENT 'Event has no such probe' 6 '-:two kpev_target_call b=+16(%di)'
refuse EEXIST 'There is already the exact same probe event' 0 "p:two kpev_target_call+0 a=+0x10(%$other)"
add '-:two kpev_target_call a=+0x10(%di)'
add 'r:ret kpev_target_args $retval' '-:ret kpev_target_args%return'
expect_eq "nothing is left" "$(listing | grep -c 'two\|ret ')" 0

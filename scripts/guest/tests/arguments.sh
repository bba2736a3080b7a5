# SPDX-License-Identifier: GPL-2.0-only
# Each kind of argument in each type, with values that the target knows.

load_target

got() { # WHAT DEFINITION LINE WANTED-ARGUMENTS
	expect_match "$1: $2" "$(record "$2" "$3")" "^\(.*\) $4\$"
}

# registers, by both names, at the entry
case $WORD in
8)
	got registers 'p:e kpev_target_args %di %si %dx %cx %r8 %r9' args \
		'arg1=0x101 arg2=0x202 arg3=0x303 arg4=0x404 arg5=0x505 arg6=0x606'
	got names 'p:e kpev_target_args a=%rdi b=%rsi c=%rdx d=%rcx' args 'a=0x101 b=0x202 c=0x303 d=0x404'
	names='ax bx cx dx si di bp sp ip flags orig_ax cs ss r8 r9 r10 r11 r12 r13 r14 r15
		rax rbx rcx rdx rsi rdi rbp rsp rip'
	;;
4)
	got registers 'p:e kpev_target_args %ax %dx %cx' args 'arg1=0x101 arg2=0x202 arg3=0x303'
	got names 'p:e kpev_target_args a=%eax b=%edx c=%ecx' args 'a=0x101 b=0x202 c=0x303'
	names='ax bx cx dx si di bp sp ip flags orig_ax cs ss ds es fs gs
		eax ebx ecx edx esi edi ebp esp eip'
	;;
esac
for register in $names; do
	add "p:reg_$register kpev_target_args %$register"
done
echo >"$KPEV/kprobe_events" || fail "clearing"

# every type of number cuts the register to its size
got types 'p:e kpev_target_args a=$arg1:u8 b=$arg1:u16 c=$arg1:u32 d=$arg1:u64' args 'a=1 b=257 c=257 d=257'
got types 'p:e kpev_target_args a=$arg1:x8 b=$arg1:x16 c=$arg1:x32 d=$arg1:x64' args 'a=0x1 b=0x101 c=0x101 d=0x101'
got types 'p:e kpev_target_args a=$arg1:s8 b=$arg1:s16 c=$arg1:s32 d=$arg1:s64' args 'a=1 b=257 c=257 d=257'

# the stack: its address, its entries; the arguments from the 7th, or 4th, on lie on it
case $WORD in
8) got stack 'p:e kpev_target_args g=$stack1 h=$stack2 g2=+8($stack) h2=+16(%sp):u16' args \
	'g=0x707 h=0x808 g2=0x707 h2=2056' ;;
4) got stack 'p:e kpev_target_args d=$stack1 h=$stack5 d2=+4($stack) h2=+20(%sp):u16' args \
	'd=0x404 h=0x808 d2=0x404 h2=2056' ;;
esac
got stack 'p:e kpev_target_args $stack $stack0' args "arg1=0x[0-9a-f]{$((2 * WORD))} arg2=0x[0-9a-f]{$((2 * WORD))}"

# memory: fields of a structure in every type
word() { # DIGITS-OF-64-BITS: as they are, or the lower half
	echo "$1" | sed "s/.*\(.\{$((2 * WORD))\}\)/\1/; s/^0*//; s/^/0x/"
}
name=$((32 + WORD)) text=$((32 + 2 * WORD)) # offsets
got fields 'p:e kpev_target_struct a=+0($arg1):u8 b=+1($arg1):s8 c=+2($arg1):u16 d=+4($arg1):s16' struct \
	'a=254 b=-2 c=65534 d=-3'
got fields 'p:e kpev_target_struct a=+8($arg1):u32 b=+12($arg1):s32 c=+16($arg1):u64 d=+24($arg1):s64' struct \
	'a=4294967294 b=-4 c=18446744073709551614 d=-5'
got fields 'p:e kpev_target_struct a=+0($arg1):x8 b=+2($arg1):x16 c=+8($arg1):x32 d=+16($arg1):x64 e=+16($arg1)' struct \
	"a=0xfe b=0xfffe c=0xfffffffe d=0xfffffffffffffffe e=$(word fffffffffffffffe)"
# through pointers, eight deep, forwards and backwards
got pointers "p:e kpev_target_struct n=+16(+32(\$arg1)) t=+$text(+32(\$arg1)):string" struct \
	"n=$(word 2222222222222222) t=\"two\""
got pointers "p:e kpev_target_struct a=-0x10(+32(\$arg1)):x64 b=+0x20(-0x10(+$text(\$arg1)))" struct 'a=0x[0-9a-f]+ b=0x0'
got strings "p:e kpev_target_struct a=+0(+$name(\$arg1)):string b=+$text(\$arg1):string c=+0(+$name(+32(\$arg1))):string" struct \
	'a="first" b="one" c="second"'
got strings 'p:e kpev_target_text +0($arg1):string' 'text plain' 'arg1="fifteen letters"'
got strings 'p:e kpev_target_text a=+1($arg1):string b=+8($arg1):string' 'text plain' 'a="ifteen letters" b="letters"'
got strings 'p:e kpev_target_text +0($arg1):string' 'text empty' 'arg1=""'
got strings 'p:e kpev_target_text +0($arg1):string' 'text end' 'arg1="at the end"'
got strings 'p:e kpev_target_text +3($arg1):string' 'text end' 'arg1="the end"'

# data by symbol and by address
if data_has_names; then
	address=$(awk '$3 == "kpev_target_data" { print "0x" $1 }' /proc/kallsyms)
	got data 'p:e kpev_target_args a=@kpev_target_data b=@kpev_target_data+4:x16 c=@kpev_target_data-0:u8' args \
		"a=$(word 0123456789abcdef) b=0x4567 c=239"
	got data "p:e kpev_target_args a=@$address b=@kpev_target_data:x32" args "a=$(word 0123456789abcdef) b=0x89abcdef"
	got data 'p:e kpev_target_args @linux_proc_banner:string' args 'arg1="%s version %s .*'
else
	refuse ENOENT 'Invalid memory address (there is no symbol "kpev_target_data": KALLSYMS_ALL is missing in this kernel' 21 'p:e kpev_target_args @kpev_target_data'
fi

# constants and the task's name
got constants 'p:e kpev_target_args a=\16 b=\0x10:u8 c=\-1:s32 d=\+5:u64' args 'a=0x10 b=16 c=-1 d=5'
got comm 'p:e kpev_target_args $comm c=$COMM t=$comm:string' args 'arg1="sh" c="sh" t="sh"'

# returns
got retval 'r:e kpev_target_args $retval:x32 r=$retval:u16 $comm' args "arg1=0x2424 r=9252 arg3=\"sh\""
got retval "p:e kpev_target_struct%return n=+16(\$retval) t=+$text(\$retval):string" struct \
	"n=$(word 2222222222222222) t=\"two\""
expect_match "a return's places" "$(record 'r:e kpev_target_args' args)" \
	'^\(run_write\+0x[0-9a-f]+/0x[0-9a-f]+ \[kpev_target\] <- kpev_target_args\)$'
expect_match "an entry's place" "$(record 'p:e kpev_target_args' args)" \
	'^\(kpev_target_args\+0x0/0x[0-9a-f]+ \[kpev_target\]\)$'
behind=$(behind_entry)
expect_match "a place behind the entry" "$(record "p:e kpev_target_args+$behind" args)" \
	"^\(kpev_target_args\+0x$behind/0x[0-9a-f]+ \[kpev_target\]\)\$"

# fields in the format: type, size and sign
add 'p:f kpev_target_args a=$arg1 b=$arg1:s8 c=+0($arg1):string d=$arg1:x16 e=$arg1:u32'
expect_match "format" "$(cat events/kprobes/f/format)" "	field:u$((8 * WORD)) a;	offset:$((8 + WORD));	size:$WORD;	signed:0;"
expect_match "format" "$(cat events/kprobes/f/format)" "	field:s8 b;	offset:$((8 + 2 * WORD));	size:1;	signed:1;"
expect_match "format" "$(cat events/kprobes/f/format)" "	field:__data_loc char\[\] c;	offset:$((9 + 2 * WORD));	size:4;	signed:1;"
expect_match "format" "$(cat events/kprobes/f/format)" "	field:u16 d;	offset:$((13 + 2 * WORD));	size:2;	signed:0;"
expect_match "format" "$(cat events/kprobes/f/format)" "	field:u32 e;	offset:$((15 + 2 * WORD));	size:4;	signed:0;"
expect_match "format" "$(cat events/kprobes/f/format)" \
	'^print fmt: "\(%lx\) a='"$HEX"' b=%d c=\\"%s\\" d=0x%x e=%u", REC->__probe_ip, REC->a, REC->b, __get_str\(c\), REC->d, REC->e$'

# SPDX-License-Identifier: GPL-2.0-only
# Each kind of argument in each type, with values that the target knows.

load_target

got() { # WHAT DEFINITION LINE WANTED-ARGUMENTS
	expect_match "$1: $2" "$(record "$2" "$3")" "^\(.*\) $4\$"
}

# registers, by both names, at the entry
got registers 'p:e kpev_target_args %di %si %dx %cx %r8 %r9' args \
	'arg1=0x101 arg2=0x202 arg3=0x303 arg4=0x404 arg5=0x505 arg6=0x606'
got names 'p:e kpev_target_args a=%rdi b=%rsi c=%rdx d=%rcx' args 'a=0x101 b=0x202 c=0x303 d=0x404'
for register in ax bx cx dx si di bp sp ip flags orig_ax cs ss r8 r9 r10 r11 r12 r13 r14 r15 \
	rax rbx rcx rdx rsi rdi rbp rsp rip; do
	add "p:reg_$register kpev_target_args %$register"
done
echo >"$KPEV/kprobe_events" || fail "clearing"

# every type of number cuts the register to its size
got types 'p:e kpev_target_args a=%di:u8 b=%di:u16 c=%di:u32 d=%di:u64' args 'a=1 b=257 c=257 d=257'
got types 'p:e kpev_target_args a=%di:x8 b=%di:x16 c=%di:x32 d=%di:x64' args 'a=0x1 b=0x101 c=0x101 d=0x101'
got types 'p:e kpev_target_args a=%di:s8 b=%di:s16 c=%di:s32 d=%di:s64' args 'a=1 b=257 c=257 d=257'

# the stack: its address, its entries; the 7th and 8th argument lie on it
got stack 'p:e kpev_target_args g=$stack1 h=$stack2 g2=+8($stack) h2=+16(%sp):u16' args \
	'g=0x707 h=0x808 g2=0x707 h2=2056'
got stack 'p:e kpev_target_args $stack $stack0' args 'arg1=0x[0-9a-f]{16} arg2=0x[0-9a-f]{16}'

# memory: fields of a structure in every type
got fields 'p:e kpev_target_struct a=+0(%di):u8 b=+1(%di):s8 c=+2(%di):u16 d=+4(%di):s16' struct \
	'a=254 b=-2 c=65534 d=-3'
got fields 'p:e kpev_target_struct a=+8(%di):u32 b=+12(%di):s32 c=+16(%di):u64 d=+24(%di):s64' struct \
	'a=4294967294 b=-4 c=18446744073709551614 d=-5'
got fields 'p:e kpev_target_struct a=+0(%di):x8 b=+2(%di):x16 c=+8(%di):x32 d=+16(%di):x64 e=+16(%di)' struct \
	'a=0xfe b=0xfffe c=0xfffffffe d=0xfffffffffffffffe e=0xfffffffffffffffe'
# through pointers, eight deep, forwards and backwards
got pointers 'p:e kpev_target_struct n=+16(+32(%di)) t=+48(+32(%di)):string' struct \
	'n=0x2222222222222222 t="two"'
got pointers 'p:e kpev_target_struct a=-0x10(+32(%di)):x64 b=+0x20(-0x10(+0x30(%di)))' struct 'a=0x[0-9a-f]+ b=0x0'
got strings 'p:e kpev_target_struct a=+0(+40(%di)):string b=+48(%di):string c=+0(+40(+32(%di))):string' struct \
	'a="first" b="one" c="second"'
got strings 'p:e kpev_target_text +0(%di):string' 'text plain' 'arg1="fifteen letters"'
got strings 'p:e kpev_target_text a=+1(%di):string b=+8(%di):string' 'text plain' 'a="ifteen letters" b="letters"'
got strings 'p:e kpev_target_text +0(%di):string' 'text empty' 'arg1=""'
got strings 'p:e kpev_target_text +0(%di):string' 'text end' 'arg1="at the end"'
got strings 'p:e kpev_target_text +3(%di):string' 'text end' 'arg1="the end"'

# data by symbol and by address
address=$(awk '$3 == "kpev_target_data" { print "0x" $1 }' /proc/kallsyms)
got data 'p:e kpev_target_args a=@kpev_target_data b=@kpev_target_data+4:x16 c=@kpev_target_data-0:u8' args \
	'a=0x123456789abcdef b=0x4567 c=239'
got data "p:e kpev_target_args a=@$address b=@kpev_target_data:x32" args 'a=0x123456789abcdef b=0x89abcdef'
got data 'p:e kpev_target_args @linux_proc_banner:string' args 'arg1="%s version %s .*'

# constants and the task's name
got constants 'p:e kpev_target_args a=\16 b=\0x10:u8 c=\-1:s32 d=\+5:u64' args 'a=0x10 b=16 c=-1 d=5'
got comm 'p:e kpev_target_args $comm c=$COMM t=$comm:string' args 'arg1="sh" c="sh" t="sh"'

# returns
got retval 'r:e kpev_target_args $retval r=$retval:u16 $comm' args "arg1=0x2424 r=9252 arg3=\"sh\""
got retval 'p:e kpev_target_struct%return n=+16($retval) t=+48($retval):string' struct 'n=0x2222222222222222 t="two"'
expect_match "a return's places" "$(record 'r:e kpev_target_args' args)" \
	'^\(run_write\+0x[0-9a-f]+/0x[0-9a-f]+ \[kpev_target\] <- kpev_target_args\)$'
expect_match "an entry's place" "$(record 'p:e kpev_target_args' args)" \
	'^\(kpev_target_args\+0x0/0x[0-9a-f]+ \[kpev_target\]\)$'
expect_match "a place behind the entry" "$(record 'p:e kpev_target_args+5' args)" \
	'^\(kpev_target_args\+0x5/0x[0-9a-f]+ \[kpev_target\]\)$'

# fields in the format: type, size and sign
add 'p:f kpev_target_args a=%di b=%di:s8 c=+0(%di):string d=%di:x16 e=%di:u32'
expect_match "format" "$(cat events/kprobes/f/format)" '	field:u64 a;	offset:16;	size:8;	signed:0;'
expect_match "format" "$(cat events/kprobes/f/format)" '	field:s8 b;	offset:24;	size:1;	signed:1;'
expect_match "format" "$(cat events/kprobes/f/format)" '	field:__data_loc char\[\] c;	offset:25;	size:4;	signed:1;'
expect_match "format" "$(cat events/kprobes/f/format)" '	field:u16 d;	offset:29;	size:2;	signed:0;'
expect_match "format" "$(cat events/kprobes/f/format)" '	field:u32 e;	offset:31;	size:4;	signed:0;'
expect_match "format" "$(cat events/kprobes/f/format)" \
	'^print fmt: "\(%lx\) a=0x%Lx b=%d c=\\"%s\\" d=0x%x e=%u", REC->__probe_ip, REC->a, REC->b, __get_str\(c\), REC->d, REC->e$'

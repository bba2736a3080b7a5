# SPDX-License-Identifier: GPL-2.0-only
# timeout: 180
# Names instead of registers: fields of every kind, as C sees them; parameters wherever
# they are passed; values that are returned.

has_btf || skip 'this kernel has no BTF'
insmod /kpev/kpev_types.ko || fail "kpev_types.ko doesn't load"
[ -e /sys/kernel/btf/kpev_types ] || fail 'kpev_types.ko has no BTF'
FACTS=/sys/kernel/debug/kpev_types/facts

record() { # DEFINITION-WITH-NAME: prints its arguments as they were recorded
	add "$1"
	name=$(listing | tail -n 1 | sed 's,^[^ ]*:\([^ ]*\) .*,\1,')
	echo >trace
	enable "$name"
	echo >/sys/kernel/debug/kpev_types/run
	disable "$name"
	records "${name#*/}" | sed 's/^([^)]*) *//'
	add "-:$name"
}

has_types() { # FUNCTION
	[ "$(printf '%s\n' "$1" | wr "$KPEV/signature")" = ok ]
}

# each fact in an argument of its own, all of them in one event
number=0
definition='p:facts kpev_types_plain'
while IFS='	' read -r expression value; do
	number=$((number + 1))
	definition="$definition f$number=$expression"
	printf 'f%d=%s\n' $number "$value" >>/tmp/wanted
done <$FACTS
[ $number -gt 50 ] || fail "only $number facts"
record "$definition" | sed 's/ \(f[0-9]*=\)/\n\1/g' >/tmp/got
while IFS= read -r wanted; do
	name=${wanted%%=*}
	got=$(sed -n "s/^$name=//p" /tmp/got)
	[ "$got" = "${wanted#*=}" ] ||
		fail "$(sed -n "${name#f}s/	.*//p" $FACTS): wanted ${wanted#*=}, got $got"
done </tmp/wanted

# an address is what a word is
expect_match pointers "$(record 'p:e kpev_types_plain t a=t->pointer b=t->constant s=t->texts c=t->function')" \
	'^t=0x[0-9a-f]{16} a=0x[0-9a-f]{16} b=0x[0-9a-f]{16} s=0x[0-9a-f]{16} c=0x[0-9a-f]{16}$'

# parameters, in registers and on the stack, in the entry and the return
small='small=241 negative=-321 yes=1'
rest="seventh=$((0x77777777)) eighth=-88"
expect_match 'all' "$(record 'p:e kpev_types_plain $arg*')" \
	"^t=0x[0-9a-f]+ $small text=0x[0-9a-f]+ link=0x[0-9a-f]+ $rest\$"
expect_match 'all, at the return' "$(record 'r:e kpev_types_plain $arg* $retval s=text:string n=t->number')" \
	"^t=0x[0-9a-f]+ $small text=0x[0-9a-f]+ link=0x[0-9a-f]+ $rest arg9=-5000000000 s=\"its text\" n=4000000000\$"
expect_eq 'some' "$(record 'p:e kpev_types_plain small:x8 n=negative eighth $arg7 text:string')" \
	'small=0xf1 n=-321 eighth=-88 seventh=2004318071 text="its text"'
expect_eq 'pair' "$(record 'p:e kpev_types_pair $arg*')" 'before=-1 pair=0x1111 after=-2'
! has_types kpev_types_split ||
	expect_eq 'a pair that is on the stack' "$(record 'p:e kpev_types_split e pair after last')" \
		'e=5 pair=0x1111 after=-6 last=-7'
expect_eq 'large' "$(record 'p:e kpev_types_large $arg*')" 'before=-8 large=0x3333 after=-9'
expect_eq 'tiny' "$(record 'p:e kpev_types_tiny tiny after')" 'tiny=0x886677 after=-10'
# newer BTF leaves out what isn't in the registers that the prototype says
if has_types kpev_types_hidden; then
	expect_eq 'behind a hidden one' "$(record 'r:e kpev_types_hidden $arg*')" 'a=-11 b=-12'
	refuse EOPNOTSUPP 'what the function returns' 20 'r kpev_types_hidden $retval'
else
	refuse ENOENT 'No BTF entry for this probe point (BTF doesn'"'"'t have "kpev_types_hidden")' 20 'p kpev_types_hidden a'
fi
expect_eq 'numbered, behind a pair' "$(record 'p:e kpev_types_pair a=$arg1:s32 c=$arg3:s32')" 'a=-1 c=-2'
expect_match 'variadic' "$(record 'p:e kpev_types_variadic $arg* next=$arg3:s32')" '^n=-14 format=0x[0-9a-f]+ next=-15$'
if has_types kpev_types_wide; then
	expect_eq 'behind a wide one' "$(record 'p:e kpev_types_wide before after')" 'before=-16 after=-17'
	refuse EINVAL 'Unknown type is specified (__int128: give it a type)' 18 'p kpev_types_wide wide'
fi

# what is returned
expect_eq 'negative' "$(record 'r:e kpev_types_negative a $retval')" 'a=-4321 arg2=-4321'
expect_eq 'bool' "$(record 'r:e kpev_types_yes $retval')" 'arg1=1'
expect_eq 'two words' "$(record 'r:e kpev_types_two $retval')" 'arg1=0xfffffffffffffff3'
expect_eq 'structure' "$(record 'r:e kpev_types_get n=$retval->inner.next->name:string d=$retval->deep c=(kpev_types)$retval->colour')" \
	'n="first" d=-5000000000 c=-7'
refuse ENOENT "This function returns 'void' type" 18 'r kpev_types_void $retval'

# structures of a module for the kernel's functions, and away from a function's entry
add 'p:other vfs_read n=(kpev_inner)file->value' '-:other'
behind=$(behind_entry)
expect_match 'inside' "$(record "p:e kpev_types_plain+$behind n=(kpev_types)%di->number p=\$current->pid c=\$current->comm:string")" \
	'^n=4000000000 p=[0-9]+ c="sh"$'

# what isn't a word
refuse EOPNOTSUPP 'Non pointer structure/union argument is not supported.' 23 'p kpev_types_pair pair.first'
refuse EINVAL 'Unknown type is specified (double: give it a type)' 22 'p kpev_types_plain t->real'
refuse EOPNOTSUPP '"nothing" is empty' 18 'p kpev_types_tiny nothing'
refuse EINVAL 'Invalid bitfield (its 40 bits' 26 'p kpev_types_plain t->u40:u8'
refuse EINVAL 'This type does not fit for string. (it is a char (*)[16])' 22 'p kpev_types_plain t->rows:string[2]'
add 'p:real kpev_types_plain t->real:x64' '-:real'
# a number where there are no names for it: a word, and nothing more
expect_match 'of none' "$(add 'p:none kpev_types_void $arg1'; listing)" '^p:kprobes/none kpev_types_void arg1=\$arg1$'
add '-:none'

# the kernel's own, where it knows names: the same fields, types and prints
if [ -e kprobe_events ] && grep -q '<argname>' README; then
	numbers='a=t->flag b=t->letter c=t->tiny d=t->byte e=t->negative f=t->number g=t->deep h=t->word i=t->fixed'
	others='a=t->colour b=t->huge c=t->pointer d=t->text:string e=t->name:string f=t->inner.next->value s=t->state g=t->u5 h=t->s3 i=t->u40 j=t->b1 k=t->function l=t->signed_second m=t->text n=t->numbers:s32[4] o=t->whole:x16'
	for same in 'vfs_read $arg*' 'vfs_read $arg3 $arg1:x8 x=$arg2' "kpev_types_plain \$arg* $numbers" \
		"kpev_types_plain $others"; do
		add "p:g $same"
		echo "p:k/g $same" >>kprobe_events || fail "the kernel's own refuses $same"
		expect_eq "the format of $same" "$(grep -v ^ID events/kprobes/g/format)" "$(grep -v ^ID events/k/g/format)"
		expect_eq "the listing of $same" "$(listing | sed 's,kprobes/,k/,')" "$(cat kprobe_events)"
		add '-:g'
		echo '-:k/g' >>kprobe_events
	done
	add 'r:g vfs_read $retval'
	echo 'r:k/g vfs_read $retval' >>kprobe_events || fail "the kernel's own refuses \$retval"
	expect_eq "the format of \$retval" "$(grep -v ^ID events/kprobes/g/format)" "$(grep -v ^ID events/k/g/format)"
	echo >kprobe_events
fi

# SPDX-License-Identifier: GPL-2.0-only
# timeout: 300
# of all: 6.1 6.12 latest: texts, which are the same on debug
# What is refused of names: errno, message, caret, and what could have been meant.

has_btf || skip 'this kernel has no BTF'
insmod /kpev/kpev_types.ko || fail "kpev_types.ko doesn't load"

# parameters
refuse ENOENT 'This variable is not found at this probe point (vfs_read has file, buf, count, pos)' 11 'p vfs_read hoge'
refuse ENOENT 'This variable is not found at this probe point (kfree has object)' 8 'p kfree $arg10'
refuse ENOENT 'This variable is not found at this probe point (kpev_types_void has no parameters)' 18 'p kpev_types_void a'
refuse ENOENT 'This variable is not found at this probe point (vfs_read has' 14 'p vfs_read +0(nobody)'
refuse EOPNOTSUPP 'BTF is not available or not supported (names are known at the entry of a function only)' 13 "p vfs_read+$(behind_entry) file"
refuse EOPNOTSUPP 'Non pointer structure/union argument is not supported.' 16 'p vfs_read file.f_mode'
refuse EINVAL "Failed to parse single hyphen. Forgot '>'?" 15 'p vfs_read file-f_mode'
refuse EINVAL "Failed to parse single hyphen. Forgot '>'?" 15 'p vfs_read file-.foo'
refuse EINVAL 'This argument name is already used' 17 'p vfs_read count count'

# $arg*
refuse EINVAL '$arg* must be an independent parameter without name etc.' 16 'p vfs_read args=$arg*'
refuse EINVAL '$arg* must be an independent parameter without name etc.' 14 'p vfs_read +0($arg*)'
refuse EINVAL '$arg* must be an independent parameter without name etc.' 11 'p vfs_read $arg*:u8'
refuse EINVAL '$arg* can be used only once in the parameters' 17 'p vfs_read $arg* $arg*'
refuse EINVAL '$arg* can be used only on function entry or exit' 13 "p vfs_read+$(behind_entry) \$arg*"
refuse EINVAL 'This argument name is already used' 21 'p vfs_read count=%di $arg*'
refuse EOPNOTSUPP 'BTF is not available or not supported (kpev_types_void has no parameters)' 18 'p kpev_types_void $arg*'
many=$(for n in $(seq 125); do printf ' a%d=%%di' "$n"; done)
refuse E2BIG 'Too many arguments are specified' $((10 + ${#many} + 1)) "p vfs_read$many \$arg*"
add "p:most vfs_read${many% *} \$arg*"
expect_match "128 arguments" "$(listing)" 'a124=%di file=file buf=buf count=count pos=pos$'
refuse EINVAL 'This argument name is already used' 20 'p vfs_read $arg3:u8 $arg3:x8'

# members
refuse ENOENT 'This field is not found. (struct file has no "f_mod", did you mean f_mode?)' 17 'p vfs_read file->f_mod'
refuse ENOENT 'This field is not found. (struct file has no "zzzzz")' 17 'p vfs_read file->zzzzz'
refuse ENOENT 'This field is not found. (struct kpev_inner has value, next, name)' 28 'p kpev_types_plain t->inner.volume'
refuse ENOENT 'This field is not found. (a name is missing)' 22 'p kpev_types_plain t->'
refuse ENOENT 'This field is not found. (a name is missing)' 28 'p kpev_types_plain t->inner.'
refuse EINVAL 'This is not a pointer to union/structure. (it is a struct kpev_inner: write . instead of ->)' 29 \
	'p kpev_types_plain t->inner->value'
refuse EINVAL 'This is not a pointer to union/structure. (it is a struct kpev_inner *)' 30 'p kpev_types_plain t->pointer.value'
refuse EINVAL 'This is not a pointer to union/structure. (it is a long unsigned int)' 18 'p vfs_read count->foo'
refuse EINVAL 'This is not a pointer to union/structure. (it is a ' 20 'r vfs_read $retval->foo'
refuse EINVAL 'This is not a pointer to union/structure. (it is a void)' 16 'p kfree object->x'

# types
refuse EINVAL 'This type does not fit for string. (it is a struct file *)' 11 'p vfs_read file:string'
refuse EINVAL 'This type does not fit for string.' 22 'p kpev_types_plain t->number:string'
refuse EINVAL 'This type does not fit for string.' 22 'p kpev_types_plain t->text:string[2]'
refuse EINVAL 'This type does not fit for string.' 22 'p kpev_types_plain t->numbers:ustring'
refuse EINVAL 'Unknown type is specified' 17 'p vfs_read count:u7'
refuse EINVAL 'String accepts only memory argument' 17 'p vfs_read count:u8[2]'

# return values
refuse ENOENT "This function returns 'void' type" 8 'r kfree $retval'
refuse ENOENT "This function returns 'void' type" 8 'r kfree $retval:x64'
refuse EINVAL '$retval is not available on probe' 11 'p vfs_read $retval->foo'

# casts
refuse EINVAL 'Typecast requires a field access' 33 'p vfs_read arg1=(task_struct)file'
refuse EINVAL 'Typecast requires a field access' 35 'p vfs_read arg1=(task_struct)(file)'
refuse EINVAL 'Typecast requires a field access' 36 'p vfs_read arg1=(task_struct)+8(%di)'
refuse EINVAL 'Dereference brace is not closed' 23 'p vfs_read (task_struct'
refuse EINVAL 'Dereference brace is not closed' 29 'p vfs_read (task_struct)(file'
refuse E2BIG 'Too many nested' 48 'p vfs_read arg1=(a)((b)((c)((d)((e)((f)((g)((h)((i)file->i)->h)->g)->f)->e)->d)->c)->b)->a'
refuse EINVAL 'Typecast field option is not byte-aligned' 31 'p kpev_types_plain (kpev_types,s3)link->flag'
refuse ENOENT 'This field is not found.' 29 'p vfs_read arg1=(task_struct,foo_bar)file->pid'
refuse ENOENT 'This is not a pointer to union/structure. (there is no struct or union "task_struct1234")' 17 \
	'p vfs_read arg1=(task_struct1234)file->pid'
refuse EINVAL 'Typecast field option does not support -> operator' 31 'p vfs_read arg1=(task_struct,se->group_node)file->comm'
refuse ENOENT 'This field is not found.' 29 'p vfs_read arg1=(task_struct,->pid)file->comm'
refuse ENOENT 'This field is not found.' 29 'p vfs_read arg1=(task_struct,.pid)file->comm'
refuse EINVAL '@SYM+/-OFFSET with typecast needs parentheses' 29 'p vfs_read arg1=(task_struct)@symbol+10->comm'
refuse EINVAL '$comm can not be dereferenced' 24 'p vfs_read (task_struct)$comm->pid'

# a module that isn't loaded has no types yet; what needs none waits for it
refuse EOPNOTSUPP "BTF is not available or not supported (module kpev_target isn't loaded, its types aren't known)" 31 \
	'p kpev_target:kpev_target_call n'
refuse EOPNOTSUPP "BTF is not available or not supported (module kpev_target isn't loaded, its types aren't known)" 31 \
	'p kpev_target:kpev_target_call $arg*'
add 'p:early kpev_target:kpev_target_call $arg1 m=$arg1:s32 pid=$current->pid' \
	'r:back kpev_target:kpev_target_call $retval'
load_target
add 'p:late kpev_target:kpev_target_call $arg1' 'r:known kpev_target:kpev_target_call $retval n'
enable kprobes/early kprobes/back kprobes/late kprobes/known
target 'calls 2'
disable kprobes/early kprobes/back kprobes/late kprobes/known
expect_match 'a word' "$(records early)" ' arg1=0x1 m=1 pid=[0-9]+$'
expect_match 'a word returned' "$(records back)" ' arg1=0x1$'
expect_match 'a parameter' "$(records late)" ' n=1$'
expect_match 'a number returned' "$(records known)" ' arg1=1 n=1$'
expect_match 'the listing' "$(listing)" '^p:kprobes/late kpev_target:kpev_target_call n=n$'
# what was known is known again
rmmod kpev_target || fail "kpev_target doesn't unload"
load_target
echo >trace
enable kprobes/late kprobes/early
target 'calls 1'
disable kprobes/late kprobes/early
expect_match 'again' "$(records late)" ' n=0$'
expect_match 'again, a word' "$(records early)" ' arg1=0x0 m=0 '

# each line, written back, defines the same
add 'p:w1 vfs_read $arg* a=$arg3 (file)file->f_mode' 'r:w2 vfs_read $arg1 $arg3:x8 $retval b=file->f_path.dentry->d_name.name:string' \
	'p:w3 kpev_types_plain (kpev_types,link)link->number s=text:string t->s13 n=this_cpu_read(t->counter):u32'
listing >/tmp/listed
cat events/kprobes/w[123]/format | grep -v '^ID' >/tmp/formats
echo >"$KPEV/kprobe_events" || fail "clearing"
expect_eq "written back" "$(wr "$KPEV/kprobe_events" </tmp/listed)" ok
expect_eq "the listing, again" "$(listing)" "$(cat /tmp/listed)"
expect_eq "the formats, again" "$(cat events/kprobes/w[123]/format | grep -v '^ID')" "$(cat /tmp/formats)"
add '-:w1 vfs_read file=file buf=buf count=count pos=pos a=$arg3 arg6=(file)file->f_mode' '-:w2 vfs_read $arg1 $arg3:x8'
expect_eq "removed by meaning" "$(listing | grep -c ':kprobes/w[12]')" 0

# an address has names too, where only one function is there
address=$(awk '$3 == "vfs_read" && $2 == "T" { print "0x" $1 }' /proc/kallsyms)
add "p:at $address count file->f_mode"
expect_match 'by address' "$(listing)" "^p:kprobes/at $address count=count arg2=file->f_mode\$"

# SPDX-License-Identifier: GPL-2.0-only
# timeout: 240
# of all: 6.1 debug: the reader is the same on all
# Damaged BTF is refused and not walked; unusual BTF is understood.

has_btf || skip 'this kernel has no BTF'
insmod /kpev/kpev_types.ko || fail "kpev_types.ko doesn't load"
add 'p:before kpev_types_plain t->number'
first=$(sed -n 's/^btf: vmlinux: \([0-9]*\) types.*/\1/p' "$KPEV/status")
cp /sys/kernel/btf/kpev_types /tmp/btf

# A module's BTF is read again once modules have changed
with() { # HOW: the BTF of kpev_types, changed, from now on
	btfblob $((first + 1)) "$1" </tmp/btf >/tmp/changed || fail "btfblob $1"
	umount /sys/kernel/btf/kpev_types 2>/dev/null
	mount --bind /tmp/changed /sys/kernel/btf/kpev_types || fail "binding"
	load_target
	rmmod kpev_target || fail "kpev_target doesn't unload"
}

while IFS=: read -r how why; do
	with "$how"
	refuse EOPNOTSUPP "BTF is not available or not supported (the BTF of kpev_types is damaged: $why" 19 \
		'p kpev_types_plain t->number'
	refuse EOPNOTSUPP 'the BTF of kpev_types is damaged' 19 'p kpev_types_plain $arg*'
	# what is right in other BTF stays known, and a word stays a word
	add 'p:other vfs_read count' '-:other' 'p:raw kpev_types_plain $arg2:x8' '-:raw'
done <<-DAMAGE
	magic:its magic number is 0x1234
	swapped:it has the other byte order
	version:it is of version 2
	header:its header has
	types:its types lie outside of it
	strings:its strings lie outside of it
	unterminated:its strings have no end
	kind:type
	void:type
	vlen:type
	reference:type
	member:type
	name:type
	cut:its
	stub:12 bytes are no header
DAMAGE

# what leads in a circle ends
with circle
refuse EOPNOTSUPP 'Non pointer structure/union argument is not supported. (it isn'"'"'t known how "t" is passed)' 19 \
	'p kpev_types_plain t->number'
with inside
refuse ENOENT 'This field is not found.' 22 'p kpev_types_plain t->number'
refuse ENOENT 'This field is not found.' 31 'p kpev_types_plain (kpev_types,link)link->number'

# what says that it is a function's prototype, and isn't
with second
refuse ENOENT 'No BTF entry for this probe point (BTF has several functions "kpev_types_plain", not all alike)' 19 \
	'p kpev_types_plain t->number'

# what takes for ever to print isn't printed
with endless
expect_eq 'endless' "$(printf 'kpev_types_plain\n' | wr "$KPEV/signature")" E2BIG

# what only looks different doesn't
echo '-:before' >>"$KPEV/kprobe_events"
for how in same tags; do
	with $how
	add 'p:e kpev_types_plain n=t->number t=t->inner.next->name:string l=(kpev_types,link)link->deep s=text:string'
	enable kprobes/e
	echo >/sys/kernel/debug/kpev_types/run
	disable kprobes/e
	expect_match "$how" "$(records e)" 'n=4000000000 t="first" l=-5000000000 s="its text"$'
	add '-:e'
	echo >trace
done
umount /sys/kernel/btf/kpev_types

# the kernel's own
rmmod kpev || fail "kpev doesn't unload"
printf 'nonsense that is longer than a header' >/tmp/vmlinux
mount --bind /tmp/vmlinux /sys/kernel/btf/vmlinux || fail "binding"
insmod /kpev/kpev.ko || fail "kpev doesn't load"
refuse EOPNOTSUPP 'BTF is not available or not supported (the BTF of vmlinux is damaged: its magic number' 11 'p vfs_read count'
add 'p:raw vfs_read $arg3 x=$arg1:x64'
expect_match "unnamed" "$(listing)" '^p:kprobes/raw vfs_read arg1=\$arg3 x=\$arg1:x64$'
umount /sys/kernel/btf/vmlinux
add 'p:e vfs_read $arg3'
expect_match "named" "$(listing)" '^p:kprobes/e vfs_read count=count$'

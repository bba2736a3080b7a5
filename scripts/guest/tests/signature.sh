# SPDX-License-Identifier: GPL-2.0-only
# What a function takes and a structure holds, and where.

has_btf || {
	expect_eq 'without BTF' "$(printf 'vfs_read\n' | wr "$KPEV/signature")" EOPNOTSUPP
	expect_match 'without BTF' "$(last_error)" 'BTF is not available or not supported \(this kernel has no BTF'
	exit 0
}
insmod /kpev/kpev_types.ko || fail "kpev_types.ko doesn't load"

ask() {
	said=$(printf '%s\n' "$1" | wr "$KPEV/signature")
	[ "$said" = ok ] || {
		last_error
		fail "signature of $1: $said"
	}
	cat "$KPEV/signature"
}

expect_eq vfs_read "$(ask vfs_read)" 'ssize_t vfs_read(struct file *file, char *buf, size_t count, loff_t *pos);
%di	struct file *file
%si	char *buf
%dx	size_t count
%cx	loff_t *pos
%ax	ssize_t $retval'
expect_eq kfree "$(ask kfree)" 'void kfree(const void *object);
%di	const void *object'
expect_eq 'pairs, and the stack' "$(ask kpev_types_split)" \
	'long int kpev_types_split(int a, int b, int c, int d, int e, struct kpev_pair pair, int after, int last);
%di	int a
%si	int b
%dx	int c
%cx	int d
%r8	int e
$stack1,$stack2	struct kpev_pair pair
%r9	int after
$stack3	int last
%ax	long int $retval'
expect_eq 'a module named' "$(ask kpev_types:kpev_types_pair)" \
	'long int kpev_types_pair(int before, struct kpev_pair pair, int after);
%di	int before
%si,%dx	struct kpev_pair pair
%cx	int after
%ax	long int $retval'
expect_match variadic "$(ask kpev_types_variadic)" '^int kpev_types_variadic\(int n, const char \*format, \.\.\.\);$'

expect_eq structure "$(ask 'struct kpev_inner')" 'struct kpev_inner	24 bytes
+0	u32 value
+8	struct kpev_inner *next
+16	const char *name'
fields=$(ask 'struct kpev_types')
expect_match 'a bit field' "$fields" '^\+[0-9]+	int s3 : 3	b3@0/8$'
expect_match 'an array' "$fields" '^\+[0-9]+	char name\[16\]$'
expect_match 'a pointer to a function' "$fields" '^\+[0-9]+	int \(\*function\)\(void\)$'
expect_match 'constant' "$fields" '^\+[0-9]+	const struct kpev_inner \*const constant$'
expect_match 'in an anonymous one' "$fields" '^\+[0-9]+	s8 signed_second$'
expect_match 'the kernel' "$(ask 'struct task_struct')" '^\+[0-9]+	char comm\[16\]$'
expect_match 'by a typedef' "$(ask 'struct spinlock_t')" '^struct spinlock	'

# a field's line is the next definition
offset=$(ask 'struct kpev_types' | sed -n 's/^\([^	]*\)	.* \*text$/\1/p')
add "p:e kpev_types_plain t=+0($offset(%di)):string"
enable kprobes/e
echo >/sys/kernel/debug/kpev_types/run
disable kprobes/e
expect_match 'recorded' "$(records e)" 't="behind a pointer"$'
add '-:e'

no() { # ERRNO MESSAGE-PART QUESTION
	expect_eq "'$3'" "$(printf '%s\n' "$3" | wr "$KPEV/signature")" "$1"
	expect_match "'$3'" "$(last_error | head -n 1)" "$2"
}
no ENOENT 'there is no symbol "vfs_reed", did you mean vfs_read' vfs_reed
no ENOENT 'there is no struct or union "fiel"' 'struct fiel'
no E2BIG 'Line is too long' "struct $(seq 1000 | tr -d '\n')"
echo 'vfs_read' >"$KPEV/signature"
printf 'vfs_reed\n' | wr "$KPEV/signature" >/dev/null
expect_match 'a refused question leaves the answer' "$(cat "$KPEV/signature")" '^ssize_t vfs_read'

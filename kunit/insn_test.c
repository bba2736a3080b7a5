// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of insn.c: an instruction of each shape.  That no opcode is missing is
 * for scripts/fuzz-insn to say, which has other decoders to compare with.
 */
#include <kunit/test.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "../module/insn.h"
#include "table.h"

#define BYTES_MAX	24

/**
 * struct whole - an instruction
 * @bits: 64 or 32
 * @hex: its bytes; how many they are is the length
 * @text: as an assembler writes it
 */
struct whole {
	int bits;
	const char *hex;
	const char *text;
};

/* Assembled by GNU as, cut by objdump. */
static const struct whole whole[] = {
	{ 64, "55", "push %rbp" },
	{ 64, "4889e5", "mov %rsp,%rbp" },
	{ 64, "8b00", "mov (%rax),%eax" },
	{ 64, "488b442408", "mov 8(%rsp),%rax" },
	{ 64, "8b8c9878563412", "mov 0x12345678(%rax,%rbx,4),%ecx" },
	{ 64, "488b0578563412", "mov 0x12345678(%rip),%rax" },
	{ 64, "488b0cdd78563412", "mov 0x12345678(,%rbx,8),%rcx" },
	{ 64, "67668903", "mov %ax,(%ebx)" },
	{ 64, "48b8f0debc9a78563412", "movabs $0x123456789abcdef0,%rax" },
	{ 64, "a0f0debc9a78563412", "movabs 0x123456789abcdef0,%al" },
	{ 64, "66b80100", "mov $1,%ax" },
	{ 64, "b801000000", "mov $1,%eax" },
	{ 64, "b001", "mov $1,%al" },
	{ 64, "48c707ffffffff", "movq $-1,(%rdi)" },
	{ 64, "66c7070100", "movw $1,(%rdi)" },
	{ 64, "c6471001", "movb $1,0x10(%rdi)" },
	{ 64, "0401", "add $1,%al" },
	{ 64, "0578563412", "add $0x12345678,%eax" },
	{ 64, "66053412", "add $0x1234,%ax" },
	{ 64, "83c301", "add $1,%ebx" },
	{ 64, "810378563412", "addl $0x12345678,(%rbx)" },
	{ 64, "6681033412", "addw $0x1234,(%rbx)" },
	{ 64, "6bcb03", "imul $3,%ebx,%ecx" },
	{ 64, "69cb78563412", "imul $0x12345678,%ebx,%ecx" },
	{ 64, "f60001", "testb $1,(%rax)" },
	{ 64, "f70001000000", "testl $1,(%rax)" },
	{ 64, "f610", "notb (%rax)" },
	{ 64, "f718", "negl (%rax)" },
	{ 64, "6a01", "pushq $1" },
	{ 64, "6878563412", "pushq $0x12345678" },
	{ 64, "c8100001", "enter $16,$1" },
	{ 64, "c3", "ret" },
	{ 64, "c20800", "ret $8" },
	{ 64, "ca0800", "lret $8" },
	{ 64, "cd80", "int $0x80" },
	{ 64, "4863d8", "movsxd %eax,%rbx" },
	{ 64, "e410", "in $0x10,%al" },
	{ 64, "e2fe", "loop near" },
	{ 64, "e3fe", "jrcxz near" },
	{ 64, "74fe", "je near" },
	{ 64, "0f84fa0f0000", "je far" },
	{ 64, "f0ff00", "lock incl (%rax)" },
	{ 64, "f0480fc708", "lock cmpxchg16b (%rax)" },
	{ 64, "f00fc103", "lock xadd %eax,(%rbx)" },
	{ 64, "f0480fba2801", "lock btsq $1,(%rax)" },
	{ 64, "f0f713", "lock notl (%rbx)" },
	{ 64, "f0830301", "lock addl $1,(%rbx)" },
	{ 64, "f3a4", "rep movsb" },
	{ 64, "f2ae", "repne scasb" },
	{ 64, "0f05", "syscall" },
	{ 64, "0f07", "sysret" },
	{ 64, "0fa2", "cpuid" },
	{ 64, "0f31", "rdtsc" },
	{ 64, "0f01f8", "swapgs" },
	{ 64, "0f01ca", "clac" },
	{ 64, "0f30", "wrmsr" },
	{ 64, "0f20c0", "mov %cr0,%rax" },
	{ 64, "440f20c0", "mov %cr8,%rax" },
	{ 64, "0f23f8", "mov %rax,%db7" },
	{ 64, "0f45d8", "cmovne %eax,%ebx" },
	{ 64, "0f94c0", "sete %al" },
	{ 64, "0fb600", "movzbl (%rax),%eax" },
	{ 64, "0fbcd8", "bsf %eax,%ebx" },
	{ 64, "0fbae003", "bt $3,%eax" },
	{ 64, "0fa4c301", "shld $1,%eax,%ebx" },
	{ 64, "490fc9", "bswap %r9" },
	{ 64, "0fae20", "xsave (%rax)" },
	{ 64, "0fae00", "fxsave (%rax)" },
	{ 64, "0faee8", "lfence" },
	{ 64, "0fae38", "clflush (%rax)" },
	{ 64, "0f1808", "prefetcht0 (%rax)" },
	{ 64, "0fb9d8", "ud1 %eax,%ebx" },
	{ 64, "0f28d1", "movaps %xmm1,%xmm2" },
	{ 64, "0f1200", "movlps (%rax),%xmm0" },
	{ 64, "0f12d1", "movhlps %xmm1,%xmm2" },
	{ 64, "0f2b00", "movntps %xmm0,(%rax)" },
	{ 64, "0f50c0", "movmskps %xmm0,%eax" },
	{ 64, "660f71f003", "psllw $3,%xmm0" },
	{ 64, "660f73d803", "psrldq $3,%xmm0" },
	{ 64, "660f70c801", "pshufd $1,%xmm0,%xmm1" },
	{ 64, "660fc5c001", "pextrw $1,%xmm0,%eax" },
	{ 64, "f30f5ac8", "cvtss2sd %xmm0,%xmm1" },
	{ 64, "660f3800c8", "pshufb %xmm0,%xmm1" },
	{ 64, "f20f38f018", "crc32b (%rax),%ebx" },
	{ 64, "0f38f018", "movbe (%rax),%ebx" },
	{ 64, "660f38f6d8", "adcx %eax,%ebx" },
	{ 64, "660f3a0fc801", "palignr $1,%xmm0,%xmm1" },
	{ 64, "660f3a44c801", "pclmulqdq $1,%xmm0,%xmm1" },
	{ 64, "660f38dcc8", "aesenc %xmm0,%xmm1" },
	{ 64, "0f38cbd1", "sha256rnds2 %xmm0,%xmm1,%xmm2" },
	{ 64, "660f78c00201", "extrq $1,$2,%xmm0" },
	{ 64, "f20f78c80201", "insertq $1,$2,%xmm0,%xmm1" },
	{ 64, "0f78c3", "vmread %rax,%rbx" },
	{ 64, "0f0fc89e", "pfadd %mm0,%mm1" },
	{ 64, "0f0e", "femms" },
	{ 64, "d9e8", "fld1" },
	{ 64, "dd00", "fldl (%rax)" },
	{ 64, "dec1", "faddp" },
	{ 64, "d9e0", "fchs" },
	{ 64, "dfe0", "fnstsw %ax" },
	{ 64, "c5ec58d9", "vaddps %ymm1,%ymm2,%ymm3" },
	{ 64, "c5b4585810", "vaddps 0x10(%rax),%ymm9,%ymm3" },
	{ 64, "c4e3fd00d101", "vpermq $1,%ymm1,%ymm2" },
	{ 64, "c4e271901c90", "vpgatherdd %xmm1,(%rax,%xmm2,4),%xmm3" },
	{ 64, "c5f893c1", "kmovw %k1,%eax" },
	{ 64, "c5e971f101", "vpsllw $1,%xmm1,%xmm2" },
	{ 64, "c4e260f2c8", "andn %eax,%ebx,%ecx" },
	{ 64, "c4e37bf0d801", "rorx $1,%eax,%ebx" },
	{ 64, "c4e271a8d0", "vfmadd213ps %xmm0,%xmm1,%xmm2" },
	{ 64, "62f16c4858d9", "vaddps %zmm1,%zmm2,%zmm3" },
	{ 64, "62f16c49585801", "vaddps 0x40(%rax),%zmm2,%zmm3{%k1}" },
	{ 64, "62f36d4825d901", "vpternlogd $1,%zmm1,%zmm2,%zmm3" },
	{ 64, "62f27d49a00c90", "vpscatterdd %zmm1,(%rax,%zmm2,4){%k1}" },
	{ 64, "62f56c4858d9", "vaddph %zmm1,%zmm2,%zmm3" },
	{ 64, "62f66d48b8d9", "vfmadd231ph %zmm1,%zmm2,%zmm3" },
	{ 64, "8fe868a2d900", "vpcmov %xmm0,%xmm1,%xmm2,%xmm3" },
	{ 64, "8fe878c0d101", "vprotb $1,%xmm1,%xmm2" },
	{ 64, "8fe96001c8", "blcfill %eax,%ebx" },
	{ 64, "8fea7810d878563412", "bextr $0x12345678,%eax,%ebx" },
	{ 64, "8fe9f812c0", "llwpcb %rax" },
	{ 64, "8fea6012c078563412", "lwpins $0x12345678,%eax,%ebx" },
	{ 64, "c6f801", "xabort $1" },
	{ 64, "c7f8faffffff", "xbegin near" },
	{ 64, "f3480faec0", "rdfsbase %rax" },
	{ 64, "660faef0", "tpause %eax" },
	{ 64, "0f0138", "invlpg (%rax)" },
	{ 64, "488d1c00", "lea (%rax,%rax,1),%rbx" },
	{ 32, "55", "push %ebp" },
	{ 32, "8b442408", "mov 8(%esp),%eax" },
	{ 32, "67668b00", "mov (%bx,%si),%ax" },
	{ 32, "678b863412", "mov 0x1234(%bp),%eax" },
	{ 32, "668b1d34120000", "mov 0x1234,%bx" },
	{ 32, "678b4512", "mov 0x12(%di),%eax" },
	{ 32, "a178563412", "mov 0x12345678,%eax" },
	{ 32, "67a13412", "addr16 mov 0x1234,%eax" },
	{ 32, "8b0cdd78563412", "mov 0x12345678(,%ebx,8),%ecx" },
	{ 32, "40", "inc %eax" },
	{ 32, "60", "pusha" },
	{ 32, "6203", "bound %eax,(%ebx)" },
	{ 32, "c418", "les (%eax),%ebx" },
	{ 32, "c518", "lds (%eax),%ebx" },
	{ 32, "ea785634121000", "ljmp $0x10,$0x12345678" },
	{ 32, "9a785634121000", "lcall $0x10,$0x12345678" },
	{ 32, "66ea34121000", "data16 ljmp $0x10,$0x1234" },
	{ 32, "d40a", "aam" },
	{ 32, "27", "daa" },
	{ 32, "ce", "into" },
	{ 32, "8f00", "popl (%eax)" },
	{ 32, "06", "push %es" },
	{ 32, "0f84fa0f0000", "je far" },
	{ 32, "66053412", "add $0x1234,%ax" },
	{ 32, "b878563412", "mov $0x12345678,%eax" },
	{ 32, "f0830001", "lock addl $1,(%eax)" },
	{ 32, "0f20c0", "mov %cr0,%eax" },
	{ 32, "c5ec58d9", "vaddps %ymm1,%ymm2,%ymm3" },
	{ 32, "c5ec5818", "vaddps (%eax),%ymm2,%ymm3" },
	{ 32, "c4e37d04d101", "vpermilps $1,%ymm1,%ymm2" },
	{ 32, "62f16c4858d9", "vaddps %zmm1,%zmm2,%zmm3" },
	{ 32, "8fe868a2d900", "vpcmov %xmm0,%xmm1,%xmm2,%xmm3" },
	{ 32, "6303", "arpl %ax,(%ebx)" },
	/* which Debian 12's don't know */
	{ 64, "d50001c0", "{rex2} add %eax,%eax" },
	{ 64, "d580afc0", "{rex2} imul %eax,%eax" },
	{ 64, "d500a1123456789abcdef0", "jmpabs" },
	{ 64, "c4e77bf6c012345678", "rdmsr $0x78563412,%rax" },
	{ 64, "62f47c08f6c012", "{evex} test $0x12,%al" },
	{ 64, "62f47c08f6d0", "{evex} not %al" },
	{ 64, "62f47c08f7c012345678", "{evex} test $0x78563412,%eax" },
	{ 64, "62f47d08f7c01234", "{evex} test $0x3412,%ax" },
	/* as long as they may be */
	{ 64, "6666666666666666666666666690", "13 prefixes and nop" },
	{ 64, "666666666666666666666666666690", "14 prefixes and nop" },
};

static void whole_name(const struct whole *row, char *to)
{
	char text[KUNIT_PARAM_DESC_SIZE];

	snprintf(text, sizeof(text), "%d: %s", row->bits, row->text);
	kpev_row_name(to, text);
}

KUNIT_ARRAY_PARAM(whole, whole, whole_name);

static unsigned int bytes_of(struct kunit *test, const char *hex, u8 *bytes)
{
	unsigned int len = strlen(hex) / 2, i;

	/* What follows must not matter: a prefix that nothing ends. */
	memset(bytes, 0x66, BYTES_MAX);
	KUNIT_ASSERT_LE(test, len, BYTES_MAX);
	for (i = 0; i < len; i++) {
		int nr = sscanf(hex + 2 * i, "%2hhx", &bytes[i]);

		KUNIT_ASSERT_EQ(test, nr, 1);
	}
	return len;
}

static void insn_whole(struct kunit *test)
{
	const struct whole *row = test->param_value;
	bool is_64bit = row->bits == 64;
	struct kpev_x86_insn insn;
	u8 bytes[BYTES_MAX];
	int len, i;

	len = bytes_of(test, row->hex, bytes);
	KUNIT_EXPECT_EQ(test, kpev_x86_decode(bytes, BYTES_MAX, is_64bit,
					      &insn), len);
	KUNIT_EXPECT_EQ(test, (int)insn.length, len);
	KUNIT_EXPECT_EQ(test, kpev_x86_length(bytes, len, is_64bit), len);
	for (i = 1; i < len; i++)
		KUNIT_EXPECT_EQ_MSG(test, kpev_x86_length(bytes, i, is_64bit),
				    -ENODATA, "%d of %d bytes", i, len);
}

/**
 * struct kind - an instruction that kernels patch in, or one much like it
 * @bits: 64 or 32
 * @hex: its bytes
 * @kind: what it is
 * @relative: where a jump leads
 */
struct kind {
	int bits;
	const char *hex;
	enum kpev_x86_kind kind;
	s32 relative;
};

static const struct kind kinds[] = {
	{ 64, "cc", KPEV_X86_INT3 },
	{ 32, "cc", KPEV_X86_INT3 },
	{ 64, "cd03", KPEV_X86_OTHER },
	{ 64, "ebfe", KPEV_X86_JMP, -2 },
	{ 64, "eb7f", KPEV_X86_JMP, 127 },
	{ 64, "e978563412", KPEV_X86_JMP, 0x12345678 },
	{ 32, "66e90080", KPEV_X86_JMP, -0x8000 },
	{ 64, "e8fbffffff", KPEV_X86_CALL, -5 },
	{ 64, "74fe", KPEV_X86_OTHER },
	{ 64, "0f84fbffffff", KPEV_X86_OTHER },
	{ 64, "0f0b", KPEV_X86_UD },
	{ 64, "0fb9c0", KPEV_X86_UD },
	{ 64, "0fffc0", KPEV_X86_UD },
	{ 64, "d6", KPEV_X86_UD },
	{ 32, "d6", KPEV_X86_OTHER },
	{ 64, "f30f1efa", KPEV_X86_ENDBR },
	{ 32, "f30f1efb", KPEV_X86_ENDBR },
	{ 64, "0f1efa", KPEV_X86_OTHER },
	{ 64, "f30f1ec0", KPEV_X86_OTHER },
	{ 64, "90", KPEV_X86_NOP },
	{ 64, "6690", KPEV_X86_NOP },
	{ 64, "f390", KPEV_X86_OTHER },
	{ 64, "4190", KPEV_X86_OTHER },
	{ 64, "0f1f00", KPEV_X86_NOP },
	{ 64, "0f1f440000", KPEV_X86_NOP },
	{ 64, "662e0f1f840000000000", KPEV_X86_NOP },
	{ 64, "0f1f48", KPEV_X86_OTHER },
	{ 32, "89c0", KPEV_X86_NOP },
	{ 32, "89c3", KPEV_X86_OTHER },
	{ 64, "89c0", KPEV_X86_OTHER },
	{ 32, "6689c0", KPEV_X86_OTHER },
	{ 32, "8900", KPEV_X86_OTHER },
	{ 32, "8d7600", KPEV_X86_NOP },
	{ 32, "8d7601", KPEV_X86_OTHER },
	{ 32, "8d742600", KPEV_X86_NOP },
	{ 32, "8d740600", KPEV_X86_OTHER },
	{ 32, "8db600000000", KPEV_X86_NOP },
	{ 32, "8db600000001", KPEV_X86_OTHER },
	{ 32, "8d2d00000000", KPEV_X86_OTHER },
	{ 32, "678d7600", KPEV_X86_OTHER },
	{ 64, "8d7600", KPEV_X86_OTHER },
	{ 64, "c5f877", KPEV_X86_OTHER },
	{ 64, "0f38f000", KPEV_X86_OTHER },
};

static void kind_name(const struct kind *row, char *to)
{
	snprintf(to, KUNIT_PARAM_DESC_SIZE, "%d: %s", row->bits, row->hex);
}

KUNIT_ARRAY_PARAM(kinds, kinds, kind_name);

static void insn_kinds(struct kunit *test)
{
	const struct kind *row = test->param_value;
	struct kpev_x86_insn insn = { .relative = 99 };
	u8 bytes[BYTES_MAX];

	bytes_of(test, row->hex, bytes);
	KUNIT_ASSERT_GT(test, kpev_x86_decode(bytes, BYTES_MAX,
					      row->bits == 64, &insn), 0);
	KUNIT_EXPECT_EQ(test, (int)insn.kind, (int)row->kind);
	KUNIT_EXPECT_EQ(test, insn.relative, row->relative);
}

/* What is no instruction, whatever follows: @text says why. */
static const struct whole bad[] = {
	{ 64, "06", "push %es" },
	{ 64, "27", "daa" },
	{ 64, "60", "pusha" },
	{ 64, "82c000", "add, under its other opcode" },
	{ 64, "9a000000000000", "lcall" },
	{ 64, "d40a", "aam" },
	{ 64, "ea000000000000", "ljmp" },
	{ 64, "0f04", "no opcode" },
	{ 64, "0f24c0", "no opcode" },
	{ 64, "0f3880c0", "no opcode without 66" },
	{ 64, "f30f3800c0", "no opcode with F3" },
	{ 64, "0f3a00c000", "no opcode" },
	{ 64, "c6c800", "no such group member" },
	{ 64, "fed0", "no such group member" },
	{ 64, "fff8", "no such group member" },
	{ 64, "ffd8", "far call of a register" },
	{ 64, "8dc0", "lea of a register" },
	{ 64, "8ec8", "mov to %cs" },
	{ 64, "8ff0", "no map of XOP" },
	{ 64, "0f38f0c0", "movbe of a register" },
	{ 64, "0f20c8", "mov of %cr1" },
	{ 64, "440f23c0", "mov of %db8" },
	{ 64, "0f0fc000", "no 3DNow! opcode" },
	{ 64, "f089c0", "lock, but no memory" },
	{ 64, "f08b00", "lock, but not written" },
	{ 64, "f0c3", "lock of ret" },
	{ 64, "f00f38f000", "lock of movbe" },
	{ 64, "48c5f858c0", "rex and vex" },
	{ 64, "66c5f858c0", "66 and vex" },
	{ 64, "f3c4e27c50d6", "F3 and vex" },
	{ 64, "f0c5f858c0", "lock and vex" },
	{ 64, "c4e47c50d6", "no map of vex" },
	{ 64, "c4e0f858c0", "no map of vex" },
	{ 64, "c4e27990c0", "gather without memory" },
	{ 64, "c4e2799000", "gather without sib" },
	{ 64, "62f07c4858c0", "no map of evex" },
	{ 64, "8fec780000", "no map of xop" },
	{ 32, "62f97c4858c0", "evex, as in 64-bit mode only" },
	{ 32, "62f1784858c0", "evex, as in 64-bit mode only" },
	{ 32, "62f47c0801c0", "evex map 4, in 64-bit mode only" },
	{ 32, "c4e77bf6c012345678", "vex map 7, in 64-bit mode only" },
	{ 64, "48d50001c0", "rex and rex2" },
	{ 64, "d50040", "rex2 and row 4" },
	{ 64, "d5007000", "rex2 and row 7" },
	{ 64, "d500e000", "rex2 and row e" },
	{ 64, "d500a800", "rex2 and row a" },
	{ 64, "d508a1123456789abcdef0", "jmpabs with W" },
	{ 64, "d58031", "rex2 and row 3 of map 1" },
	{ 64, "d58080", "rex2 and row 8 of map 1" },
	{ 64, "d580ae20", "rex2 and xsave" },
	{ 64, "d580c720", "rex2 and xsavec" },
	{ 64, "66666666666666666666666666666690", "16 bytes" },
	{ 64, "6666666666666666666666c78000000000000000", "20 bytes" },
};

KUNIT_ARRAY_PARAM(bad, bad, whole_name);

static void insn_bad(struct kunit *test)
{
	const struct whole *row = test->param_value;
	bool is_64bit = row->bits == 64;
	u8 bytes[BYTES_MAX];
	int len, i, ret;

	len = bytes_of(test, row->hex, bytes);
	KUNIT_EXPECT_EQ(test, kpev_x86_length(bytes, BYTES_MAX, is_64bit),
			-EILSEQ);
	for (i = 1; i < len; i++) {
		ret = kpev_x86_length(bytes, i, is_64bit);
		KUNIT_EXPECT_TRUE_MSG(test, ret == -ENODATA || ret == -EILSEQ,
				      "%d of %d bytes: %d", i, len, ret);
	}
}

static struct kunit_case insn_cases[] = {
	KUNIT_CASE_PARAM(insn_whole, whole_gen_params),
	KUNIT_CASE_PARAM(insn_kinds, kinds_gen_params),
	KUNIT_CASE_PARAM(insn_bad, bad_gen_params),
	{}
};

static struct kunit_suite insn_suite = {
	.name = "kpev_insn",
	.test_cases = insn_cases,
};

kunit_test_suites(&insn_suite);

MODULE_LICENSE("GPL");

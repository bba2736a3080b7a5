// SPDX-License-Identifier: GPL-2.0-only
/*
 * Lengths of x86 instructions.
 *
 * Written from two manuals: "SDM" is Intel's Software Developer's Manual
 * (325462), whose Vol. 2 has the encodings in chapter 2 and the opcode maps in
 * appendix A; "APM" is AMD's Architecture Programmer's Manual (24594, Vol. 3),
 * which has XOP, 3DNow! and SSE4A.  REX2 and EVEX map 4 are from Intel's APX
 * specification (355828), the newest opcodes from Intel's Instruction Set
 * Extensions reference (319433).
 *
 * A length depends on the opcode map, the opcode and ModRM: each map below has
 * its opcodes in rows of 16, as the manuals print them.  The rows say what
 * follows an opcode and with which mandatory prefixes it is defined.  What
 * opcodes demand of ModRM beyond that is said by rules.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/types.h>

#include "insn.h"

enum encoding {
	LEGACY,
	VEX,
	EVEX,
	XOP,
};

/* Mandatory prefixes, in the order in which VEX.pp numbers them. */
enum {
	NP = 1 << 0,
	P66 = 1 << 1,
	PF3 = 1 << 2,
	PF2 = 1 << 3,
	ANY = NP | P66 | PF3 | PF2,
};

/* The modes that an opcode exists in, and a demand on its memory operand. */
enum {
	IN32 = 1 << 4,
	IN64 = 1 << 5,
	BOTH = IN32 | IN64,
	SIB = 1 << 6,
};

/*
 * The rules about an opcode are alternatives: a ModRM byte is good where one
 * of them that holds for this mode and mandatory prefix allows it.
 */
struct rule {
	u8 first;	/* opcodes */
	u8 last;
	u8 when;	/* mandatory prefixes and modes; SIB: memory needs one */
	u8 mem;		/* values of ModRM.reg with a memory operand, as bits */
	u64 reg;	/* values of ModRM & 0x3f with a register, as bits */
};

/* ModRM & 0x3f of the byte @modrm, and of all whose reg is among the bits @regs */
#define ONE(modrm)	(1ULL << ((modrm) & 0x3f))
#define ROW(regs, r)	((regs) & 1 << (r) ? 0xffULL << 8 * (r) : 0)
#define REG(regs)	(ROW(regs, 0) | ROW(regs, 1) | ROW(regs, 2) | \
			 ROW(regs, 3) | ROW(regs, 4) | ROW(regs, 5) | \
			 ROW(regs, 6) | ROW(regs, 7))

/**
 * struct opcode_map - an opcode map
 * @forms: for each opcode a letter that says what follows it, see
 *	take_operands(); NULL, or a row that is NULL: @form for all of them
 * @form: see @forms; 0: there is no such map
 * @defined: for each opcode a hexadecimal digit, the mandatory prefixes (bits
 *	NP to PF2) that it is defined with; rows that are NULL hold no opcode.
 *	NULL: @forms has a '-' for what isn't defined
 * @only_64bit: are they all for 64-bit mode?
 * @rules: demands on ModRM; opcodes without a rule make none
 * @nr_rules: how many
 */
struct opcode_map {
	const char *const *forms;
	char form;
	const char *const *defined;
	bool only_64bit;
	const struct rule *rules;
	unsigned int nr_rules;
};

#define RULES(list)	.rules = list, .nr_rules = ARRAY_SIZE(list)

/*
 * SDM Table A-2.  What 64-bit mode lacks (superscript i64) stands here as in
 * 32-bit mode, see lacks_in_64bit().
 */
static const char *const one_byte_forms[16] = {
	[0x0] = "mmmmbz..mmmmbz.-",
	[0x1] = "mmmmbz..mmmmbz..",
	[0x2] = "mmmmbz-.mmmmbz-.",
	[0x3] = "mmmmbz-.mmmmbz-.",
	[0x4] = "................",
	[0x5] = "................",
	[0x6] = "..mm----zZbB....",
	[0x7] = "bbbbbbbbbbbbbbbb",
	[0x8] = "BZBBmmmmmmmmmmmm",
	[0x9] = "..........p.....",
	[0xa] = "aaaa....bz......",
	[0xb] = "bbbbbbbbvvvvvvvv",
	[0xc] = "BBw.mmBZe.w..b..",
	[0xd] = "mmmmbb..mmmmmmmm",
	[0xe] = "bbbbbbbbjjpb....",
	[0xf] = "-.--..tT......mm",
};

/*
 * SDM Table A-6, groups 1A, 4, 5 and 11, and Tables for x87.  Of
 * x87's cells that are blank those are given which every CPU takes for an
 * alias or, from the 8087 and 287, for nothing.
 */
static const struct rule one_byte_rules[] = {
	{ 0x8c, 0x8c, ANY | BOTH, 0x3f, REG(0x3f) },	/* six segment registers */
	{ 0x8d, 0x8d, ANY | BOTH, 0xff },
	{ 0x8e, 0x8e, ANY | BOTH, 0x3d, REG(0x3d) },	/* CS can't be loaded */
	{ 0x8f, 0x8f, ANY | BOTH, 0x01, REG(0x01) },
	{ 0xc6, 0xc7, ANY | BOTH, 0x01, REG(0x01) | ONE(0xf8) },
	{ 0xd9, 0xd9, ANY | BOTH, 0xfd, REG(0xcb) | ONE(0xd0) | ONE(0xe0) | ONE(0xe1) |
				  ONE(0xe4) | ONE(0xe5) | (REG(0x20) & ~ONE(0xef)) },
	{ 0xda, 0xda, ANY | BOTH, 0xff, REG(0x0f) | ONE(0xe9) },
	{ 0xdb, 0xdb, ANY | BOTH, 0xaf, REG(0x6f) | ONE(0xe0) | ONE(0xe1) | ONE(0xe2) |
				  ONE(0xe3) | ONE(0xe4) },
	{ 0xdd, 0xdd, ANY | BOTH, 0xdf, REG(0x3f) },
	{ 0xde, 0xde, ANY | BOTH, 0xff, REG(0xf7) | ONE(0xd9) },
	{ 0xdf, 0xdf, ANY | BOTH, 0xff, REG(0x6f) | ONE(0xe0) },
	{ 0xfe, 0xfe, ANY | BOTH, 0x03, REG(0x03) },
	{ 0xff, 0xff, ANY | BOTH, 0x7f, REG(0x57) },	/* far ones want memory */
};

/* SDM Table A-3; 0E and 0F are AMD's, 78 and 79 with 66 or F2 its SSE4A. */
static const char *const two_byte_forms[16] = {
	[0x0] = "mmmm.........m.n",
	[0x2] = "ccccmmmmmmmmmmmm",
	[0x3] = "................",
	[0x7] = "BBBBmmm.qmmmmmmm",
	[0x8] = "jjjjjjjjjjjjjjjj",
	[0xa] = "...mBmmm...mBmmm",
	[0xb] = "mmmmmmmmmmBmmmmm",
	[0xc] = "mmBmBBBm........",
};

static const char *const two_byte_defined[16] = {
	[0x0] = "ffff0fffff0f0fff",
	[0x1] = "fff33373ffffffff",
	[0x2] = "ffff000033ffff33",
	[0x3] = "ffffff0100000000",
	[0x4] = "ffffffffffffffff",
	[0x5] = "3f553333fff7ffff",
	[0x6] = "3333333333332237",
	[0x7] = "f3333331bb00aa77",
	[0x8] = "ffffffffffffffff",
	[0x9] = "ffffffffffffffff",
	[0xa] = "ffffffffffffffff",
	[0xb] = "ffffffff4fffffff",
	[0xc] = "fff1333fffffffff",
	[0xd] = "a33333e333333333",
	[0xe] = "333333e333333333",
	[0xf] = "833333333333333f",
};

/*
 * SDM Table A-6, groups 6 to 9, 12 to 15; APM Vol. 3, Appendix A, ModRM
 * extensions of 0F 01 (SVM, SEV-SNP); VIA's PadLock guide for A6 and A7.
 */
static const struct rule two_byte_rules[] = {
	{ 0x00, 0x00, ANY | BOTH, 0x3f, REG(0x3f) },
	{ 0x00, 0x00, PF2 | IN64, 0x40, REG(0x40) },			/* LKGS */
	{ 0x01, 0x01, ANY | BOTH, 0xdf, REG(0x50) },
	{ 0x01, 0x01, PF3 | BOTH, 0x20 },				/* RSTORSSP */
	/* enclaves, VMX, PCONFIG, PBNDKB; MONITOR, MWAIT, SMAP, ENCLS */
	{ 0x01, 0x01, NP | BOTH, 0, ONE(0xc0) | ONE(0xc1) | ONE(0xc2) | ONE(0xc3) |
			      ONE(0xc4) | ONE(0xc5) | ONE(0xc6) | ONE(0xc7) |
			      ONE(0xc8) | ONE(0xc9) | ONE(0xca) | ONE(0xcb) | ONE(0xcf) },
	{ 0x01, 0x01, NP | BOTH, 0, ONE(0xd0) | ONE(0xd1) | ONE(0xd4) | ONE(0xd5) |
			      ONE(0xd6) | ONE(0xd7) | ONE(0xe8) | ONE(0xee) | ONE(0xef) },
	{ 0x01, 0x01, P66 | IN64, 0, ONE(0xcd) | ONE(0xce) | ONE(0xcf) },	/* TDX */
	{ 0x01, 0x01, P66 | BOTH, 0, ONE(0xcc) },
	{ 0x01, 0x01, PF3 | PF2 | IN64, 0, ONE(0xc6) | ONE(0xca) },	/* MSR lists, FRED */
	{ 0x01, 0x01, ANY | BOTH, 0, REG(0x08) },			/* SVM */
	{ 0x01, 0x01, PF3 | BOTH, 0, ONE(0xe8) | ONE(0xea) },		/* shadow stacks */
	{ 0x01, 0x01, PF2 | BOTH, 0, ONE(0xe8) | ONE(0xe9) },		/* TSX suspend */
	{ 0x01, 0x01, PF3 | IN64, 0, ONE(0xec) | ONE(0xed) | ONE(0xee) | ONE(0xef) },
	{ 0x01, 0x01, ANY | IN64, 0, ONE(0xf8) },			/* SWAPGS */
	{ 0x01, 0x01, ANY | BOTH, 0, ONE(0xf9) | ONE(0xfc) | ONE(0xfd) },
	{ 0x01, 0x01, NP | BOTH, 0, ONE(0xfa) | ONE(0xfb) | ONE(0xfe) | ONE(0xff) },
	{ 0x01, 0x01, PF3 | BOTH, 0, ONE(0xfa) },			/* MCOMMIT */
	{ 0x01, 0x01, PF3 | PF2 | IN64, 0, ONE(0xfe) | ONE(0xff) },	/* SEV-SNP */
	{ 0x01, 0x01, PF2 | BOTH, 0, ONE(0xff) },			/* PVALIDATE */
	{ 0x12, 0x12, NP | PF3 | PF2 | BOTH, 0xff, REG(0xff) },
	{ 0x12, 0x12, P66 | BOTH, 0xff },
	{ 0x13, 0x13, ANY | BOTH, 0xff },
	{ 0x16, 0x16, NP | PF3 | BOTH, 0xff, REG(0xff) },
	{ 0x16, 0x16, P66 | BOTH, 0xff },
	{ 0x17, 0x17, ANY | BOTH, 0xff },
	{ 0x2b, 0x2b, ANY | BOTH, 0xff },
	{ 0x50, 0x50, ANY | BOTH, 0, REG(0xff) },
	{ 0x71, 0x72, ANY | BOTH, 0, REG(0x54) },
	{ 0x73, 0x73, NP | BOTH, 0, REG(0x44) },
	{ 0x73, 0x73, P66 | BOTH, 0, REG(0xcc) },
	{ 0x78, 0x78, NP | BOTH, 0xff, REG(0xff) },
	{ 0x78, 0x78, P66 | BOTH, 0, REG(0x01) },
	{ 0x78, 0x78, PF2 | BOTH, 0, REG(0xff) },
	{ 0x79, 0x79, NP | BOTH, 0xff, REG(0xff) },
	{ 0x79, 0x79, P66 | PF2 | BOTH, 0, REG(0xff) },
	{ 0xa6, 0xa6, PF3 | BOTH, 0, ONE(0xc0) | ONE(0xc8) | ONE(0xd0) },
	{ 0xa7, 0xa7, NP | P66 | BOTH, 0, ONE(0xc0) },			/* XSTORE */
	{ 0xa7, 0xa7, PF3 | BOTH, 0, ONE(0xc0) | ONE(0xc8) | ONE(0xd0) | ONE(0xd8) |
				     ONE(0xe0) | ONE(0xe8) },
	{ 0xae, 0xae, NP | BOTH, 0xff, REG(0xe0) },
	{ 0xae, 0xae, P66 | BOTH, 0xc0, REG(0x40) },		/* CLWB and others; TPAUSE */
	{ 0xae, 0xae, PF3 | BOTH, 0x50, REG(0x70) },		/* PTWRITE and others */
	{ 0xae, 0xae, PF3 | IN64, 0, REG(0x0f) },			/* FS and GS bases */
	{ 0xae, 0xae, PF2 | BOTH, 0, REG(0x40) },			/* UMWAIT */
	{ 0xb2, 0xb2, ANY | BOTH, 0xff },
	{ 0xb4, 0xb5, ANY | BOTH, 0xff },
	{ 0xba, 0xba, ANY | BOTH, 0xf0, REG(0xf0) },
	{ 0xc3, 0xc3, NP | BOTH, 0xff },
	{ 0xc5, 0xc5, ANY | BOTH, 0, REG(0xff) },
	{ 0xc7, 0xc7, ANY | BOTH, 0x02 },
	{ 0xc7, 0xc7, NP | BOTH, 0xf8, REG(0xc0) },
	{ 0xc7, 0xc7, P66 | BOTH, 0x40, REG(0xc0) },
	{ 0xc7, 0xc7, PF3 | BOTH, 0x40, REG(0x80) },			/* VMXON; RDPID */
	{ 0xc7, 0xc7, PF3 | IN64, 0, REG(0x40) },			/* SENDUIPI */
	{ 0xd6, 0xd6, P66 | BOTH, 0xff, REG(0xff) },
	{ 0xd6, 0xd6, PF3 | PF2 | BOTH, 0, REG(0xff) },
	{ 0xd7, 0xd7, ANY | BOTH, 0, REG(0xff) },
	{ 0xe7, 0xe7, ANY | BOTH, 0xff },
	{ 0xf0, 0xf0, ANY | BOTH, 0xff },
	{ 0xf7, 0xf7, ANY | BOTH, 0, REG(0xff) },
};

/* SDM Table A-4. */
static const char *const map_0f38_defined[16] = {
	[0x0] = "3333333333330000",
	[0x1] = "2000220200003330",
	[0x2] = "2222220022220000",
	[0x3] = "2222220222222222",
	[0x4] = "2200000000000000",
	[0x8] = "2220000000130000",
	[0xc] = "0000000011111102",
	[0xd] = "0000000040026666",
	[0xf] = "bb000270e144f000",
};

static const struct rule map_0f38_rules[] = {
	{ 0x2a, 0x2a, ANY | BOTH, 0xff },
	{ 0x80, 0x82, ANY | BOTH, 0xff },
	{ 0x8a, 0x8b, ANY | IN64, 0xff },				/* MOVRS */
	{ 0xd8, 0xd8, ANY | BOTH, 0x0f },				/* AES on key handles */
	{ 0xdc, 0xdc, P66 | BOTH, 0xff, REG(0xff) },
	{ 0xdc, 0xdc, PF3 | BOTH, 0xff, REG(0xff) },
	{ 0xdd, 0xdd, P66 | BOTH, 0xff, REG(0xff) },
	{ 0xdd, 0xdd, PF3 | BOTH, 0xff },
	{ 0xde, 0xde, P66 | BOTH, 0xff, REG(0xff) },
	{ 0xde, 0xde, PF3 | BOTH, 0xff },
	{ 0xdf, 0xdf, P66 | BOTH, 0xff, REG(0xff) },
	{ 0xdf, 0xdf, PF3 | BOTH, 0xff },
	{ 0xf0, 0xf0, NP | P66 | BOTH, 0xff },			/* MOVBE */
	{ 0xf0, 0xf0, PF2 | BOTH, 0xff, REG(0xff) },			/* CRC32 */
	{ 0xf1, 0xf1, NP | P66 | BOTH, 0xff },
	{ 0xf1, 0xf1, PF2 | BOTH, 0xff, REG(0xff) },
	{ 0xf5, 0xf5, ANY | BOTH, 0xff },				/* WRUSS */
	{ 0xf6, 0xf6, NP | BOTH, 0xff },				/* WRSS */
	{ 0xf6, 0xf6, P66 | PF3 | BOTH, 0xff, REG(0xff) },		/* ADCX, ADOX */
	{ 0xf8, 0xf8, ANY | BOTH, 0xff },				/* MOVDIR64B, ENQCMD */
	{ 0xf8, 0xf8, PF3 | PF2 | IN64, 0, REG(0xff) },		/* URDMSR, UWRMSR */
	{ 0xf9, 0xf9, ANY | BOTH, 0xff },
	{ 0xfa, 0xfb, ANY | BOTH, 0, REG(0xff) },
	{ 0xfc, 0xfc, ANY | BOTH, 0xff },				/* RAO-INT */
};

/* SDM Table A-5.  An immediate byte follows all of them. */
static const char *const map_0f3a_defined[16] = {
	[0x0] = "0000000022222223",
	[0x1] = "0000222200000000",
	[0x2] = "2220000000000000",
	[0x4] = "2220200000000000",
	[0x6] = "2222000000000000",
	[0xc] = "0000000000001022",
	[0xd] = "0000000000000002",
	[0xf] = "4000000000000000",
};

static const struct rule map_0f3a_rules[] = {
	{ 0xf0, 0xf0, ANY | BOTH, 0, ONE(0xc0) },			/* HRESET */
};

/*
 * The VEX opcodes, from the same tables (superscripts v and v1) and APM Vol. 3,
 * Appendix A, for FMA4.  What follows them is as without VEX.
 */
static const char *const vex_1_defined[16] = {
	[0x1] = "fff3337300000000",
	[0x2] = "0000000033c3cc33",
	[0x4] = "0330333300330000",
	[0x5] = "3f553333fff7ffff",
	[0x6] = "2222222222222226",
	[0x7] = "e22222210000aa66",
	[0x9] = "33bb000033000000",
	[0xa] = "0000000000000010",
	[0xc] = "00f0223000000000",
	[0xd] = "a222222222222222",
	[0xe] = "222222e222222222",
	[0xf] = "8222222222222220",
};

static const struct rule vex_1_rules[] = {
	{ 0x12, 0x12, NP | PF3 | PF2 | BOTH, 0xff, REG(0xff) },
	{ 0x12, 0x12, P66 | BOTH, 0xff },
	{ 0x13, 0x13, ANY | BOTH, 0xff },
	{ 0x16, 0x16, NP | PF3 | BOTH, 0xff, REG(0xff) },
	{ 0x16, 0x16, P66 | BOTH, 0xff },
	{ 0x17, 0x17, ANY | BOTH, 0xff },
	{ 0x2b, 0x2b, ANY | BOTH, 0xff },
	{ 0x41, 0x42, ANY | BOTH, 0, REG(0xff) },			/* mask registers */
	{ 0x44, 0x47, ANY | BOTH, 0, REG(0xff) },
	{ 0x4a, 0x4b, ANY | BOTH, 0, REG(0xff) },
	{ 0x50, 0x50, ANY | BOTH, 0, REG(0xff) },
	{ 0x71, 0x72, ANY | BOTH, 0, REG(0x54) },
	{ 0x73, 0x73, ANY | BOTH, 0, REG(0xcc) },
	{ 0x91, 0x91, ANY | BOTH, 0xff },
	{ 0x92, 0x93, ANY | BOTH, 0, REG(0xff) },
	{ 0x98, 0x99, ANY | BOTH, 0, REG(0xff) },
	{ 0xae, 0xae, ANY | BOTH, 0x0c },				/* MXCSR */
	{ 0xc5, 0xc5, ANY | BOTH, 0, REG(0xff) },
	{ 0xd7, 0xd7, ANY | BOTH, 0, REG(0xff) },
	{ 0xe7, 0xe7, ANY | BOTH, 0xff },
	{ 0xf0, 0xf0, ANY | BOTH, 0xff },
	{ 0xf7, 0xf7, ANY | BOTH, 0, REG(0xff) },
};

static const char *const vex_2_defined[16] = {
	[0x0] = "2222222222222222",
	[0x1] = "0002002222202220",
	[0x2] = "2222220022222222",
	[0x3] = "2222222222222222",
	[0x4] = "220002222bae0000",
	[0x5] = "ff2200002220c0f0",
	[0x6] = "0000000000003000",
	[0x7] = "0040000022000000",
	[0x8] = "0000000000002020",
	[0x9] = "2222002222222222",
	[0xa] = "0000002222222222",
	[0xb] = "f600222222222222",
	[0xc] = "0000000000088802",
	[0xd] = "0077000000f22222",
	[0xe] = "2222222222222222",
	[0xf] = "00110d8f00000000",
};

static const struct rule vex_2_rules[] = {
	{ 0x1a, 0x1a, ANY | BOTH, 0xff },
	{ 0x2a, 0x2a, ANY | BOTH, 0xff },
	{ 0x2c, 0x2f, ANY | BOTH, 0xff },
	{ 0x48, 0x48, ANY | IN64, 0, REG(0xff) },			/* AMX */
	{ 0x49, 0x49, NP | IN64, 0x01, ONE(0xc0) },
	{ 0x49, 0x49, P66 | IN64, 0x01 },
	{ 0x49, 0x49, PF2 | IN64, 0, ONE(0xc0) | ONE(0xc8) | ONE(0xd0) | ONE(0xd8) |
			       ONE(0xe0) | ONE(0xe8) | ONE(0xf0) | ONE(0xf8) },
	{ 0x4a, 0x4b, ANY | SIB | IN64, 0xff },
	{ 0x5a, 0x5a, ANY | BOTH, 0xff },
	{ 0x5c, 0x5c, ANY | IN64, 0, REG(0xff) },
	{ 0x5e, 0x5e, ANY | IN64, 0, REG(0xff) },
	{ 0x6c, 0x6c, ANY | IN64, 0, REG(0xff) },
	{ 0x8c, 0x8c, ANY | BOTH, 0xff },
	{ 0x8e, 0x8e, ANY | BOTH, 0xff },
	{ 0x90, 0x93, ANY | SIB | BOTH, 0xff },			/* gathers */
	{ 0xb0, 0xb1, ANY | BOTH, 0xff },				/* AVX-NE-CONVERT */
	{ 0xcb, 0xcd, ANY | BOTH, 0, REG(0xff) },			/* SHA512 */
	{ 0xe0, 0xef, ANY | IN64, 0xff },				/* CMPccXADD */
	{ 0xf3, 0xf3, ANY | BOTH, 0x0e, REG(0x0e) },
};

static const char *const vex_3_defined[16] = {
	[0x0] = "2220222022222222",
	[0x1] = "0000222222000200",
	[0x2] = "2220000000000000",
	[0x3] = "2222000022000000",
	[0x4] = "2220202022222000",
	[0x5] = "0000000000002222",
	[0x6] = "2222000022222222",
	[0x7] = "0000000022222222",
	[0xc] = "0000000000000022",
	[0xd] = "0000000000000022",
	[0xf] = "8000000000000000",
};

static const struct rule vex_3_rules[] = {
	{ 0x30, 0x33, ANY | BOTH, 0, REG(0xff) },			/* mask registers */
};

/* AMX-FP8 */
static const char *const vex_5_defined[16] = {
	[0xf] = "0000000000000f00",
};

static const struct rule vex_5_rules[] = {
	{ 0xfd, 0xfd, ANY | BOTH, 0, REG(0xff) },
};

/* RDMSR, WRMSRNS, URDMSR and UWRMSR with the MSR's number behind them. */
static const char *const map_7_defined[16] = {
	[0xf] = "000000c0c0000000",
};

static const struct rule map_7_rules[] = {
	{ 0xf6, 0xf6, ANY | BOTH, 0, REG(0x01) },
	{ 0xf8, 0xf8, ANY | BOTH, 0, REG(0x01) },
};

/* The EVEX opcodes: SDM Tables A-3 to A-5 (superscript ev), and APX's. */
static const char *const evex_1_defined[16] = {
	[0x1] = "fff3337300000000",
	[0x2] = "0000000033c3cc33",
	[0x5] = "0f003333fff7ffff",
	[0x6] = "222222222222222e",
	[0x7] = "e2222220ffee006e",
	[0x9] = "33bb000000000000",
	[0xc] = "00f0223000000000",
	[0xd] = "0222222022222222",
	[0xe] = "222222e222222222",
	[0xf] = "0222222022222220",
};

static const struct rule evex_1_rules[] = {
	{ 0x12, 0x12, NP | PF3 | PF2 | BOTH, 0xff, REG(0xff) },
	{ 0x12, 0x12, P66 | BOTH, 0xff },
	{ 0x13, 0x13, ANY | BOTH, 0xff },
	{ 0x16, 0x16, NP | PF3 | BOTH, 0xff, REG(0xff) },
	{ 0x16, 0x16, P66 | BOTH, 0xff },
	{ 0x17, 0x17, ANY | BOTH, 0xff },
	{ 0x2b, 0x2b, ANY | BOTH, 0xff },
	{ 0x71, 0x71, ANY | BOTH, 0x54, REG(0x54) },
	{ 0x72, 0x72, ANY | BOTH, 0x57, REG(0x57) },
	{ 0x73, 0x73, ANY | BOTH, 0xcc, REG(0xcc) },
	{ 0x90, 0x90, ANY | IN64, 0xff, REG(0xff) },			/* APX: KMOV */
	{ 0x91, 0x91, ANY | IN64, 0xff },
	{ 0x92, 0x93, ANY | IN64, 0, REG(0xff) },
	{ 0xc5, 0xc5, ANY | BOTH, 0, REG(0xff) },
	{ 0xe7, 0xe7, ANY | BOTH, 0xff },
};

static const char *const evex_2_defined[16] = {
	[0x0] = "2000200000022200",
	[0x1] = "6666662022222222",
	[0x2] = "6666666666622200",
	[0x3] = "6666662266622222",
	[0x4] = "2022222203ae2222",
	[0x5] = "22ea220022220000",
	[0x6] = "0022222080000000",
	[0x7] = "22e2022222222222",
	[0x8] = "0002000022220202",
	[0x9] = "2222002222aa2222",
	[0xa] = "2222002222aa2222",
	[0xb] = "0000222222222222",
	[0xc] = "0000202220222202",
	[0xd] = "0000000000002222",
	[0xe] = "2222222222222222",
	[0xf] = "00110d8f00000000",
};

static const struct rule evex_2_rules[] = {
	{ 0x1a, 0x1b, ANY | BOTH, 0xff },
	{ 0x28, 0x28, P66 | BOTH, 0xff, REG(0xff) },
	{ 0x28, 0x28, PF3 | BOTH, 0, REG(0xff) },			/* vector <-> mask */
	{ 0x29, 0x29, P66 | BOTH, 0xff, REG(0xff) },
	{ 0x29, 0x29, PF3 | BOTH, 0, REG(0xff) },
	{ 0x2a, 0x2a, P66 | BOTH, 0xff },
	{ 0x2a, 0x2a, PF3 | BOTH, 0, REG(0xff) },
	{ 0x38, 0x38, P66 | BOTH, 0xff, REG(0xff) },
	{ 0x38, 0x38, PF3 | BOTH, 0, REG(0xff) },
	{ 0x39, 0x39, P66 | BOTH, 0xff, REG(0xff) },
	{ 0x39, 0x39, PF3 | BOTH, 0, REG(0xff) },
	{ 0x3a, 0x3a, P66 | BOTH, 0xff, REG(0xff) },
	{ 0x3a, 0x3a, PF3 | BOTH, 0, REG(0xff) },
	{ 0x49, 0x49, ANY | IN64, 0x01 },				/* APX: AMX */
	{ 0x4a, 0x4b, ANY | SIB | IN64, 0xff },
	{ 0x52, 0x52, P66 | PF3 | BOTH, 0xff, REG(0xff) },
	{ 0x52, 0x52, PF2 | BOTH, 0xff },				/* four iterations */
	{ 0x53, 0x53, P66 | BOTH, 0xff, REG(0xff) },
	{ 0x53, 0x53, PF2 | BOTH, 0xff },
	{ 0x5a, 0x5b, ANY | BOTH, 0xff },
	{ 0x7a, 0x7c, ANY | BOTH, 0, REG(0xff) },
	{ 0x90, 0x93, ANY | SIB | BOTH, 0xff },			/* gathers */
	{ 0x9a, 0x9a, P66 | BOTH, 0xff, REG(0xff) },
	{ 0x9a, 0x9a, PF2 | BOTH, 0xff },
	{ 0x9b, 0x9b, P66 | BOTH, 0xff, REG(0xff) },
	{ 0x9b, 0x9b, PF2 | BOTH, 0xff },
	{ 0xa0, 0xa3, ANY | SIB | BOTH, 0xff },			/* scatters */
	{ 0xaa, 0xaa, P66 | BOTH, 0xff, REG(0xff) },
	{ 0xaa, 0xaa, PF2 | BOTH, 0xff },
	{ 0xab, 0xab, P66 | BOTH, 0xff, REG(0xff) },
	{ 0xab, 0xab, PF2 | BOTH, 0xff },
	{ 0xc6, 0xc7, ANY | SIB | BOTH, 0x66 },			/* prefetches */
	{ 0xe0, 0xef, ANY | IN64, 0xff },				/* APX: CMPccXADD */
	{ 0xf2, 0xf2, ANY | IN64, 0xff, REG(0xff) },			/* APX: BMI */
	{ 0xf3, 0xf3, ANY | IN64, 0x0e, REG(0x0e) },
	{ 0xf5, 0xf7, ANY | IN64, 0xff, REG(0xff) },
};

static const char *const evex_3_defined[16] = {
	[0x0] = "2202220032320002",
	[0x1] = "0000222222220222",
	[0x2] = "2222023300000000",
	[0x3] = "0000000022220022",
	[0x4] = "0022200000000000",
	[0x5] = "2200223300000000",
	[0x6] = "0000003300000000",
	[0x7] = "2222000000000000",
	[0xc] = "0050000000000022",
	[0xf] = "8000000000000000",
};

static const struct rule evex_3_rules[] = {
	{ 0xf0, 0xf0, ANY | IN64, 0xff, REG(0xff) },			/* APX: RORX */
};

/* APX specification, "EVEX map 4": legacy opcodes, some of them moved. */
static const char *const evex_4_forms[16] = {
	[0x2] = "mmmmBmmmmmmmBmmm",
	[0x6] = "mmmmmmmmmZmBmmmm",
	[0x8] = "BZmBmmmmmmmmmmmm",
	[0xc] = "BBmmmmmmmmmmmmmm",
	[0xf] = "mmmmmmtTmmmmmmmm",
};

static const char *const evex_4_defined[16] = {
	[0x0] = "1313000013130000",
	[0x1] = "1313000013130000",
	[0x2] = "1313300013133000",
	[0x3] = "1313000013130000",
	[0x4] = "bbbbbbbbbbbbbbbb",
	[0x6] = "3300027003030000",
	[0x8] = "1303130030130001",
	[0xa] = "0000030000000303",
	[0xc] = "1300000000000000",
	[0xd] = "1313000000000000",
	[0xf] = "57403313e100f013",
};

static const struct rule evex_4_rules[] = {
	{ 0x65, 0x65, ANY | BOTH, 0xff },				/* WRUSS */
	{ 0x66, 0x66, NP | BOTH, 0xff },				/* WRSS */
	{ 0x66, 0x66, P66 | PF3 | BOTH, 0xff, REG(0xff) },		/* ADCX, ADOX */
	{ 0x8a, 0x8b, ANY | BOTH, 0xff },				/* MOVRS */
	{ 0x8f, 0x8f, ANY | BOTH, 0, REG(0x01) },			/* POP2 */
	{ 0xf0, 0xf0, NP | BOTH, 0xff, REG(0xff) },			/* CRC32 */
	{ 0xf0, 0xf0, PF3 | BOTH, 0xff },				/* INVEPT */
	{ 0xf1, 0xf1, NP | P66 | BOTH, 0xff, REG(0xff) },
	{ 0xf1, 0xf1, PF3 | BOTH, 0xff },				/* INVVPID */
	{ 0xf2, 0xf2, ANY | BOTH, 0xff },				/* INVPCID */
	{ 0xf8, 0xf8, ANY | BOTH, 0xff },				/* MOVDIR64B, ENQCMD */
	{ 0xf8, 0xf8, PF3 | PF2 | BOTH, 0, REG(0xff) },		/* URDMSR, UWRMSR */
	{ 0xf9, 0xf9, ANY | BOTH, 0xff },				/* MOVDIRI */
	{ 0xfc, 0xfc, ANY | BOTH, 0xff },				/* RAO-INT */
	{ 0xfe, 0xfe, ANY | BOTH, 0x03, REG(0x03) },
	{ 0xff, 0xff, NP | BOTH, 0x03, REG(0x43) },			/* PUSH2 */
	{ 0xff, 0xff, P66 | BOTH, 0x03, REG(0x03) },
};

/* AVX512-FP16 */
static const char *const evex_5_defined[16] = {
	[0x1] = "4400000000000300",
	[0x2] = "0000000000404411",
	[0x5] = "0500000055f75555",
	[0x6] = "0000000000000020",
	[0x7] = "0000000077a63f20",
};

static const char *const evex_6_defined[16] = {
	[0x1] = "0003000000000000",
	[0x2] = "0000000000002200",
	[0x4] = "0022000000002222",
	[0x5] = "000000cc00000000",
	[0x9] = "0000002222222222",
	[0xa] = "0000002222222222",
	[0xb] = "0000002222222222",
	[0xd] = "000000cc00000000",
};

/* APM Vol. 3, Appendix A, XOP opcode maps 8, 9 and A. */
static const char *const xop_8_defined[16] = {
	[0x8] = "0000011100000011",
	[0x9] = "0000011100000011",
	[0xa] = "0011001000000000",
	[0xb] = "0000001000000000",
	[0xc] = "1111000000001111",
	[0xe] = "0000000000001111",
};

static const char *const xop_9_defined[16] = {
	[0x0] = "0110000000000000",
	[0x1] = "0010000000000000",
	[0x8] = "1111000000000000",
	[0x9] = "1111111111110000",
	[0xc] = "0111001100010000",
	[0xd] = "0111001100010000",
	[0xe] = "0111000000000000",
};

static const struct rule xop_9_rules[] = {
	{ 0x01, 0x01, ANY | BOTH, 0xfe, REG(0xfe) },			/* TBM */
	{ 0x02, 0x02, ANY | BOTH, 0x42, REG(0x42) },
	{ 0x12, 0x12, ANY | BOTH, 0, REG(0x03) },			/* LWP */
};

static const char *const xop_a_defined[16] = {
	[0x1] = "1010000000000000",
};

static const struct rule xop_a_rules[] = {
	{ 0x12, 0x12, ANY | BOTH, 0x03, REG(0x03) },			/* LWP */
};

static const struct opcode_map legacy_maps[] = {
	{ .form = 'm', .forms = one_byte_forms, RULES(one_byte_rules) },
	{ .form = 'm', .forms = two_byte_forms, .defined = two_byte_defined,
		RULES(two_byte_rules) },
	{ .form = 'm', .defined = map_0f38_defined, RULES(map_0f38_rules) },
	{ .form = 'B', .defined = map_0f3a_defined, RULES(map_0f3a_rules) },
};

static const struct opcode_map vex_maps[] = {
	[1] = { .form = 'm', .forms = two_byte_forms, .defined = vex_1_defined,
		RULES(vex_1_rules) },
	[2] = { .form = 'm', .defined = vex_2_defined, RULES(vex_2_rules) },
	[3] = { .form = 'B', .defined = vex_3_defined, RULES(vex_3_rules) },
	[5] = { .form = 'm', .defined = vex_5_defined, .only_64bit = true,
		RULES(vex_5_rules) },
	[7] = { .form = 'D', .defined = map_7_defined, .only_64bit = true,
		RULES(map_7_rules) },
};

static const struct opcode_map evex_maps[] = {
	[1] = { .form = 'm', .forms = two_byte_forms, .defined = evex_1_defined,
		RULES(evex_1_rules) },
	[2] = { .form = 'm', .defined = evex_2_defined, RULES(evex_2_rules) },
	[3] = { .form = 'B', .defined = evex_3_defined, RULES(evex_3_rules) },
	[4] = { .form = 'm', .forms = evex_4_forms, .defined = evex_4_defined,
		.only_64bit = true, RULES(evex_4_rules) },
	[5] = { .form = 'm', .defined = evex_5_defined },
	[6] = { .form = 'm', .defined = evex_6_defined },
	[7] = { .form = 'D', .defined = map_7_defined, .only_64bit = true,
		RULES(map_7_rules) },
};

static const struct opcode_map xop_maps[] = {
	[0x8] = { .form = 'B', .defined = xop_8_defined },
	[0x9] = { .form = 'm', .defined = xop_9_defined, RULES(xop_9_rules) },
	[0xa] = { .form = 'D', .defined = xop_a_defined, RULES(xop_a_rules) },
};

/* An instruction while it is being taken apart. */
struct decoder {
	const u8 *code;
	unsigned int size;
	unsigned int at;		/* bytes taken */
	bool is_64bit;

	bool operand_size;		/* prefix 66 */
	bool address_size;		/* prefix 67 */
	bool lock;			/* prefix F0 */
	u8 repeat;			/* prefix F2 or F3, the last of them */
	u8 rex;				/* prefix 40 to 4F */
	bool has_rex2;

	enum encoding encoding;
	const struct opcode_map *map;
	unsigned int map_nr;
	unsigned int prefix;		/* the mandatory one: NP to PF2 */
	bool wide;			/* W of REX, REX2, VEX, EVEX or XOP */
	u8 high_reg;			/* bits 3 and 4 of ModRM.reg */
	u8 high_base;			/* bits 3 and 4 of a register in the opcode */
	u8 opcode;

	u8 modrm;			/* 0 where there is none, like the next */
	u8 sib;
	unsigned int displacement_at;
	unsigned int immediate_at;
};

/* Take a byte.  Returns it, or -ENODATA or -EILSEQ. */
static int take(struct decoder *d)
{
	if (d->at >= KPEV_X86_LENGTH_MAX)
		return -EILSEQ;
	if (d->at >= d->size)
		return -ENODATA;
	return d->code[d->at++];
}

/* Take @nr bytes.  Returns 0, or as take(). */
static int take_bytes(struct decoder *d, u8 *to, unsigned int nr)
{
	while (nr--) {
		int byte = take(d);

		if (byte < 0)
			return byte;
		*to++ = byte;
	}
	return 0;
}

/* Take @count bytes that the length doesn't depend on. */
static int skip(struct decoder *d, unsigned int count)
{
	if (d->at + count > KPEV_X86_LENGTH_MAX)
		return -EILSEQ;
	if (d->at + count > d->size)
		return -ENODATA;
	d->at += count;
	return 0;
}

/*
 * SDM Vol. 2A, 2.1.1 and 2.2.1: legacy prefixes in any number and order; a REX
 * prefix counts only right before the opcode.  Returns the byte behind them.
 */
static int take_prefixes(struct decoder *d)
{
	for (;;) {
		int byte = take(d);

		switch (byte) {
		case 0x26: case 0x2e: case 0x36: case 0x3e: case 0x64: case 0x65:
			break;
		case 0x66:
			d->operand_size = true;
			break;
		case 0x67:
			d->address_size = true;
			break;
		case 0xf0:
			d->lock = true;
			break;
		case 0xf2: case 0xf3:
			d->repeat = byte;
			break;
		default:
			if (!d->is_64bit || byte < 0x40 || byte > 0x4f)
				return byte;
			d->rex = byte;
			continue;
		}
		d->rex = 0;
	}
}

static int take_legacy_opcode(struct decoder *d, int byte)
{
	d->wide = d->rex & 0x08;
	d->high_reg = (d->rex & 0x04) << 1;
	d->high_base = (d->rex & 0x01) << 3;

	if (byte == 0x0f) {
		d->map_nr = 1;
		byte = take(d);
		if (byte == 0x38 || byte == 0x3a) {
			d->map_nr = byte == 0x38 ? 2 : 3;
			byte = take(d);
		}
	}
	return byte;
}

/* APX specification, "REX2 prefix": a byte with the map, then the opcode. */
static int take_rex2_opcode(struct decoder *d)
{
	int payload = take(d);

	if (payload < 0)
		return payload;
	if (d->rex)
		return -EILSEQ;
	d->has_rex2 = true;
	d->map_nr = payload >> 7;
	d->wide = payload & 0x08;
	d->high_reg = (payload & 0x04) << 1 | (payload & 0x40) >> 2;
	d->high_base = (payload & 0x01) << 3 | (payload & 0x10);
	return take(d);
}

static void set_prefix(struct decoder *d, unsigned int pp)
{
	d->prefix = 1 << (pp & 3);
}

/* SDM Vol. 2A, 2.3.5: C5 is short for C4 with map 1 and W = 0. */
static int take_short_vex_opcode(struct decoder *d)
{
	int payload = take(d);

	if (payload < 0)
		return payload;
	d->encoding = VEX;
	d->map_nr = 1;
	set_prefix(d, payload);
	return take(d);
}

/* The same and APM Vol. 3, 1.9 */
static int take_vex_or_xop_opcode(struct decoder *d, enum encoding encoding)
{
	u8 payload[2];
	int ret;

	d->encoding = encoding;
	ret = take_bytes(d, payload, sizeof(payload));
	if (ret)
		return ret;
	d->map_nr = payload[0] & 0x1f;
	d->wide = payload[1] & 0x80;
	set_prefix(d, payload[1]);
	return take(d);
}

/*
 * SDM Vol. 2A, 2.7.1.  APX gave two bits that were fixed to the registers of a
 * memory operand in 64-bit mode.
 */
static int take_evex_opcode(struct decoder *d)
{
	u8 payload[3];
	int ret;

	d->encoding = EVEX;
	ret = take_bytes(d, payload, sizeof(payload));
	if (ret)
		return ret;
	if (!d->is_64bit && (payload[0] & 0x08 || !(payload[1] & 0x04)))
		return -EILSEQ;
	d->map_nr = payload[0] & 0x07;
	d->wide = payload[1] & 0x80;
	set_prefix(d, payload[1]);
	return take(d);
}

/*
 * Is @byte, which isn't taken for good before the next one is known, C4, C5 or
 * 62 as a prefix?  In 32-bit mode they are LDS, LES and BOUND with a memory
 * operand; likewise 8F is POP unless what would be ModRM names a map of XOP.
 */
static int is_vector_prefix(const struct decoder *d, int byte)
{
	struct decoder ahead = *d;
	int next;

	if (byte != 0xc4 && byte != 0xc5 && byte != 0x62 && byte != 0x8f)
		return false;
	next = take(&ahead);
	if (next < 0)
		return next;
	if (byte == 0x8f)
		return (next & 0x1f) >= 8;
	return d->is_64bit || next >= 0xc0;
}

static int take_vector_opcode(struct decoder *d, int byte)
{
	/* SDM Vol. 2A, 2.3.2 to 2.3.4: #UD */
	if (d->operand_size || d->repeat || d->lock || d->rex)
		return -EILSEQ;
	switch (byte) {
	case 0x62:
		return take_evex_opcode(d);
	case 0x8f:
		return take_vex_or_xop_opcode(d, XOP);
	case 0xc5:
		return take_short_vex_opcode(d);
	default:
		return take_vex_or_xop_opcode(d, VEX);
	}
}

static const struct opcode_map *find_map(const struct decoder *d)
{
	static const struct {
		const struct opcode_map *maps;
		unsigned int nr;
	} all[] = {
		[LEGACY] = { legacy_maps, ARRAY_SIZE(legacy_maps) },
		[VEX] = { vex_maps, ARRAY_SIZE(vex_maps) },
		[EVEX] = { evex_maps, ARRAY_SIZE(evex_maps) },
		[XOP] = { xop_maps, ARRAY_SIZE(xop_maps) },
	};
	const struct opcode_map *map;

	if (d->map_nr >= all[d->encoding].nr)
		return NULL;
	map = &all[d->encoding].maps[d->map_nr];
	if (map->only_64bit && !d->is_64bit)
		return NULL;
	return map->form ? map : NULL;
}

/* All up to and with the opcode. */
static int take_opcode(struct decoder *d)
{
	int byte, vector;

	byte = take_prefixes(d);
	if (byte < 0)
		return byte;
	/* SDM Vol. 2A, 2.1.2; of several, CPUs take the last F2 or F3, else 66 */
	set_prefix(d, d->repeat == 0xf2 ? 3 : d->repeat == 0xf3 ? 2 : d->operand_size);

	vector = is_vector_prefix(d, byte);
	if (vector < 0)
		return vector;
	if (vector)
		byte = take_vector_opcode(d, byte);
	else if (d->is_64bit && byte == 0xd5)
		byte = take_rex2_opcode(d);
	else
		byte = take_legacy_opcode(d, byte);
	if (byte < 0)
		return byte;

	d->opcode = byte;
	d->map = find_map(d);
	return d->map ? 0 : -EILSEQ;
}

/* SDM Table A-2, superscript i64 */
static bool lacks_in_64bit(u8 opcode)
{
	switch (opcode) {
	case 0x06: case 0x07: case 0x0e: case 0x16: case 0x17: case 0x1e: case 0x1f:
	case 0x27: case 0x2f: case 0x37: case 0x3f:
	case 0x60: case 0x61: case 0x62: case 0x82: case 0x9a:
	case 0xc4: case 0xc5: case 0xce: case 0xd4: case 0xd5: case 0xea:
		return true;
	}
	return false;
}

/*
 * APX specification, "REX2 prefix": rows that it can't stand before, but for
 * A1, which becomes JMPABS.
 */
static bool rex2_excludes(const struct decoder *d)
{
	if (d->map_nr)
		return d->opcode >> 4 == 0x3 || d->opcode >> 4 == 0x8;
	switch (d->opcode >> 4) {
	case 0x4: case 0x7: case 0xe:
		return true;
	case 0xa:
		return d->opcode != 0xa1 || d->wide || d->prefix != NP || d->address_size;
	}
	return false;
}

static char form_of(const struct opcode_map *map, u8 opcode)
{
	const char *row = map->forms ? map->forms[opcode >> 4] : NULL;

	return row ? row[opcode & 15] : map->form;
}

static bool is_defined(const struct decoder *d)
{
	const char *row;
	char digit;

	if (d->encoding == LEGACY && d->map_nr == 0 && d->is_64bit && lacks_in_64bit(d->opcode))
		return false;
	if (d->has_rex2 && rex2_excludes(d))
		return false;
	if (!d->map->defined)
		return form_of(d->map, d->opcode) != '-';

	row = d->map->defined[d->opcode >> 4];
	if (!row)
		return false;
	digit = row[d->opcode & 15];
	return (digit <= '9' ? digit - '0' : digit - 'a' + 10) & d->prefix;
}

static u8 modrm_reg(const struct decoder *d)
{
	return d->modrm >> 3 & 7;
}

static bool is_memory(const struct decoder *d)
{
	return d->modrm < 0xc0;
}

static bool addresses_16bit(const struct decoder *d)
{
	return !d->is_64bit && d->address_size;
}

static bool wants_sib(const struct decoder *d)
{
	return is_memory(d) && (d->modrm & 7) == 4 && !addresses_16bit(d);
}

static bool rule_allows(const struct rule *rule, const struct decoder *d)
{
	if (!(rule->when & d->prefix) || !(rule->when & (d->is_64bit ? IN64 : IN32)))
		return false;
	if (!is_memory(d))
		return rule->reg >> (d->modrm & 0x3f) & 1;
	return rule->mem >> modrm_reg(d) & 1 && (!(rule->when & SIB) || wants_sib(d));
}

/* What rules say of the opcode and ModRM; @otherwise where there are none. */
static bool rules_allow(const struct rule *rules, unsigned int nr,
			const struct decoder *d, bool otherwise)
{
	bool allowed = otherwise;
	unsigned int i;

	for (i = 0; i < nr; i++) {
		if (d->opcode < rules[i].first || d->opcode > rules[i].last)
			continue;
		if (rule_allows(&rules[i], d))
			return true;
		allowed = false;
	}
	return allowed;
}

/* SDM Vol. 2A, "LOCK": these, where they write to memory */
static bool may_lock(const struct decoder *d)
{
	static const struct rule one_byte[] = {
		{ 0x00, 0x01, ANY | BOTH, 0xff }, { 0x08, 0x09, ANY | BOTH, 0xff },
		{ 0x10, 0x11, ANY | BOTH, 0xff }, { 0x18, 0x19, ANY | BOTH, 0xff },
		{ 0x20, 0x21, ANY | BOTH, 0xff }, { 0x28, 0x29, ANY | BOTH, 0xff },
		{ 0x30, 0x31, ANY | BOTH, 0xff }, { 0x80, 0x83, ANY | BOTH, 0x7f },
		{ 0x86, 0x87, ANY | BOTH, 0xff }, { 0xf6, 0xf7, ANY | BOTH, 0x0c },
		{ 0xfe, 0xff, ANY | BOTH, 0x03 },
	};
	static const struct rule two_byte[] = {
		{ 0xab, 0xab, ANY | BOTH, 0xff }, { 0xb0, 0xb1, ANY | BOTH, 0xff },
		{ 0xb3, 0xb3, ANY | BOTH, 0xff }, { 0xba, 0xba, ANY | BOTH, 0xe0 },
		{ 0xbb, 0xbb, ANY | BOTH, 0xff }, { 0xc0, 0xc1, ANY | BOTH, 0xff },
		{ 0xc7, 0xc7, ANY | BOTH, 0x02 },
	};

	switch (d->map_nr) {
	case 0:
		return rules_allow(one_byte, ARRAY_SIZE(one_byte), d, false);
	case 1:
		return rules_allow(two_byte, ARRAY_SIZE(two_byte), d, false);
	}
	return false;
}

/* SDM Vol. 2B, "MOV - Move to/from Control Registers" and "... Debug Registers" */
static bool is_special_register(const struct decoder *d)
{
	unsigned int nr = modrm_reg(d) | d->high_reg;

	if (d->opcode & 1)
		return nr < 8;
	return nr == 0 || nr == 2 || nr == 3 || nr == 4 || nr == 8;
}

/* APX specification: state that XSAVE saves isn't addressed by R16 to R31. */
static bool is_xsave(const struct decoder *d)
{
	if (d->map_nr != 1 || !is_memory(d))
		return false;
	return (d->opcode == 0xae && modrm_reg(d) >= 4 && modrm_reg(d) <= 6) ||
	       (d->opcode == 0xc7 && modrm_reg(d) >= 3 && modrm_reg(d) <= 5);
}

static int take_modrm(struct decoder *d)
{
	int modrm = take(d);

	if (modrm < 0)
		return modrm;
	d->modrm = modrm;
	if (!rules_allow(d->map->rules, d->map->nr_rules, d, true))
		return -EILSEQ;
	if (d->lock && !may_lock(d))
		return -EILSEQ;
	if (d->has_rex2 && is_xsave(d))
		return -EILSEQ;
	return 0;
}

/* SDM Vol. 2A, Tables 2-1 to 2-3: the SIB byte and the displacement. */
static int take_address(struct decoder *d)
{
	bool is_16bit = addresses_16bit(d);
	u8 mod = d->modrm >> 6, base = d->modrm & 7;
	unsigned int size = 0;

	if (!is_memory(d))
		return 0;
	if (wants_sib(d)) {
		int sib = take(d);

		if (sib < 0)
			return sib;
		d->sib = sib;
		base = sib & 7;
	}
	if (mod == 1)
		size = 1;
	else if (mod == 2 || base == (is_16bit ? 6 : 5))
		size = is_16bit ? 2 : 4;
	d->displacement_at = d->at;
	return skip(d, size);
}

/* Of an immediate whose size goes with the operand's, but isn't 8 (SDM: Iz). */
static unsigned int operand_immediate(const struct decoder *d)
{
	bool is_16bit = d->encoding == EVEX ? d->prefix == P66 : d->operand_size;

	return is_16bit && !d->wide ? 2 : 4;
}

/* Bytes behind the opcode, ModRM and what ModRM asks for. */
static unsigned int immediate_size(const struct decoder *d, char form)
{
	switch (form) {
	case 'b': case 'B': case 'n':
		return 1;
	case 'w':
		return 2;
	case 'e':			/* ENTER */
		return 3;
	case 'D':
		return 4;
	case 'z': case 'Z':
		return operand_immediate(d);
	case 'v':			/* 64 bits only for MOV to a register */
		return d->wide ? 8 : operand_immediate(d);
	case 'p':			/* far pointer */
		return 2 + operand_immediate(d);
	case 'j':			/* 66 doesn't change near branches on Intel's */
		return d->is_64bit ? 4 : operand_immediate(d);
	case 'a':			/* an address, but for JMPABS' 8 bytes */
		return (d->is_64bit ? 8 : 4) >> d->address_size;
	case 't':			/* group 3: TEST has an immediate */
		return modrm_reg(d) < 2 ? 1 : 0;
	case 'T':
		return modrm_reg(d) < 2 ? operand_immediate(d) : 0;
	case 'q':			/* VMREAD; EXTRQ, INSERTQ; AVX-512's */
		return d->encoding == LEGACY && d->prefix != NP ? 2 : 0;
	}
	return 0;
}

/* APM Vol. 3, Appendix A, 3DNow!: the opcode is where an immediate would be. */
static bool is_3dnow(u8 suffix)
{
	switch (suffix) {
	case 0x0c: case 0x0d: case 0x1c: case 0x1d:
	case 0x8a: case 0x8e: case 0x90: case 0x94: case 0x96: case 0x97: case 0x9a: case 0x9e:
	case 0xa0: case 0xa4: case 0xa6: case 0xa7: case 0xaa: case 0xae:
	case 0xb0: case 0xb4: case 0xb6: case 0xb7: case 0xbb: case 0xbf:
		return true;
	}
	return false;
}

/*
 * All behind the opcode, as its form says: a capital letter or one of m, c, q,
 * n, t means ModRM; for the rest see immediate_size().
 */
static int take_operands(struct decoder *d)
{
	char form = form_of(d->map, d->opcode);
	int ret = 0;

	switch (form) {
	case 'm': case 'q': case 'n': case 't': case 'T': case 'B': case 'Z': case 'D':
		ret = take_modrm(d);
		if (!ret)
			ret = take_address(d);
		break;
	case 'c':	/* ModRM.mod is ignored: there are only registers */
		ret = take_modrm(d);
		if (!ret && !is_special_register(d))
			ret = -EILSEQ;
		break;
	default:
		if (d->lock)
			ret = -EILSEQ;
	}
	if (ret)
		return ret;

	d->immediate_at = d->at;
	ret = skip(d, immediate_size(d, form));
	if (!ret && form == 'n' && !is_3dnow(d->code[d->immediate_at]))
		ret = -EILSEQ;
	return ret;
}

/* MOV of a register to itself, or LEA of what a register points at to it. */
static bool is_32bit_nop(const struct decoder *d)
{
	u8 base = wants_sib(d) ? d->sib & 7 : d->modrm & 7;
	unsigned int i;

	if (d->is_64bit || d->operand_size || d->address_size || base != modrm_reg(d))
		return false;
	if (d->opcode == 0x89)
		return !is_memory(d);
	if (wants_sib(d) && (d->sib & 0x38) != 0x20)	/* has an index */
		return false;
	if (d->modrm < 0x40 && base == 5)		/* has no base */
		return false;
	for (i = d->displacement_at; i < d->immediate_at; i++)
		if (d->code[i])
			return false;
	return true;
}

static enum kpev_x86_kind one_byte_kind(const struct decoder *d)
{
	switch (d->opcode) {
	case 0x89: case 0x8d:
		return is_32bit_nop(d) ? KPEV_X86_NOP : KPEV_X86_OTHER;
	case 0x90:			/* not PAUSE, nor XCHG with R8 */
		return d->prefix == PF3 || d->high_base ? KPEV_X86_OTHER : KPEV_X86_NOP;
	case 0xcc:
		return KPEV_X86_INT3;
	case 0xd6:
		return d->is_64bit ? KPEV_X86_UD : KPEV_X86_OTHER;
	case 0xe8:
		return KPEV_X86_CALL;
	case 0xe9: case 0xeb:
		return KPEV_X86_JMP;
	}
	return KPEV_X86_OTHER;
}

static enum kpev_x86_kind two_byte_kind(const struct decoder *d)
{
	switch (d->opcode) {
	case 0x0b: case 0xb9: case 0xff:
		return KPEV_X86_UD;
	case 0x1e:
		return d->prefix == PF3 && (d->modrm == 0xfa || d->modrm == 0xfb) ?
		       KPEV_X86_ENDBR : KPEV_X86_OTHER;
	case 0x1f:
		return modrm_reg(d) == 0 ? KPEV_X86_NOP : KPEV_X86_OTHER;
	}
	return KPEV_X86_OTHER;
}

static enum kpev_x86_kind kind_of(const struct decoder *d)
{
	if (d->encoding != LEGACY)
		return KPEV_X86_OTHER;
	switch (d->map_nr) {
	case 0:
		return one_byte_kind(d);
	case 1:
		return two_byte_kind(d);
	}
	return KPEV_X86_OTHER;
}

/* The immediate, a signed little-endian number. */
static s32 immediate(const struct decoder *d)
{
	unsigned int bits = 8 * (d->at - d->immediate_at), i;
	u32 value = 0;

	for (i = 0; i < bits; i += 8)
		value |= (u32)d->code[d->immediate_at + i / 8] << i;
	return (s32)(value << (32 - bits)) >> (32 - bits);
}

/**
 * kpev_x86_decode - decode an instruction
 * @code: its bytes
 * @size: how many there are, at least 1; none behind them is read
 * @is_64bit: are they 64-bit code, or 32-bit?
 * @insn: set to the instruction where there is one
 *
 * The answer depends on the instruction's bytes alone.  Where @size cuts an
 * instruction off it is -ENODATA; once it is -EILSEQ, more bytes don't change
 * it.
 *
 * Where CPUs differ Intel's is followed: UD0 has a ModRM byte, and prefix 66
 * doesn't shorten the displacement of a near branch in 64-bit mode.
 *
 * Context: any.
 * Return: the length; -EILSEQ: this is no instruction; -ENODATA: @size bytes
 * are the beginning of one at most.
 */
int kpev_x86_decode(const u8 *code, unsigned int size, bool is_64bit,
		    struct kpev_x86_insn *insn)
{
	struct decoder d = { .code = code, .size = size, .is_64bit = is_64bit };
	int ret;

	ret = take_opcode(&d);
	if (ret)
		return ret;
	if (!is_defined(&d))
		return -EILSEQ;
	ret = take_operands(&d);
	if (ret)
		return ret;

	insn->length = d.at;
	insn->kind = kind_of(&d);
	insn->relative = 0;
	if (insn->kind == KPEV_X86_JMP || insn->kind == KPEV_X86_CALL)
		insn->relative = immediate(&d);
	return d.at;
}

/**
 * kpev_x86_length - the length of an instruction
 * @code: its bytes
 * @size: how many there are
 * @is_64bit: are they 64-bit code, or 32-bit?
 *
 * Return: as kpev_x86_decode().
 */
int kpev_x86_length(const u8 *code, unsigned int size, bool is_64bit)
{
	struct kpev_x86_insn insn;

	return kpev_x86_decode(code, size, is_64bit, &insn);
}

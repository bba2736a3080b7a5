// SPDX-License-Identifier: GPL-2.0-only
/*
 * The kinds of differences between insn.c and Zydis 4.0 (Debian 12's).
 *
 * Each is a test that says exactly which strings it explains.  Where Zydis
 * merely doesn't know an encoding the string is put into an older encoding of
 * the same instruction, and Zydis must agree on that.
 */
#include <string.h>
#include <Zydis/Zydis.h>

#include "insn_kinds.h"

enum encoding {
	LEGACY,
	REX2,
	VEX,
	EVEX,
	XOP,
};

enum {
	NP = 1 << 0,
	P66 = 1 << 1,
	PF3 = 1 << 2,
	PF2 = 1 << 3,
	ANY = NP | P66 | PF3 | PF2,
};

/* A string up to its ModRM, as far as the kinds must know. */
struct shape {
	enum encoding encoding;
	unsigned int start;		/* of what isn't a legacy prefix or REX */
	unsigned int map;
	unsigned int prefix;		/* one of NP to PF2 */
	unsigned int opcode_at;
	bool wide;			/* W of VEX, EVEX or XOP */
	u8 opcode;
	u8 modrm;
};

static ZydisDecoder decoders[2];

bool kinds_init(void)
{
	return ZYAN_SUCCESS(ZydisDecoderInit(&decoders[0], ZYDIS_MACHINE_MODE_LEGACY_32,
					     ZYDIS_STACK_WIDTH_32)) &&
	       ZYAN_SUCCESS(ZydisDecoderInit(&decoders[1], ZYDIS_MACHINE_MODE_LONG_64,
					     ZYDIS_STACK_WIDTH_64));
}

static int decode(const u8 *bytes, bool is_64bit, ZydisDecodedInstruction *insn,
		  unsigned int *status)
{
	*status = ZydisDecoderDecodeInstruction(&decoders[is_64bit], NULL, bytes,
						INSN_MAX, insn);
	return ZYAN_SUCCESS(*status) ? insn->length : -EILSEQ;
}

static int length_of(const u8 *bytes, bool is_64bit)
{
	ZydisDecodedInstruction insn;
	unsigned int status;

	return decode(bytes, is_64bit, &insn, &status);
}

/* MOV or LEA of a register to itself, as 32-bit code is padded with */
static bool is_padding(const ZydisDecodedInstruction *insn)
{
	unsigned int base = insn->raw.modrm.rm;

	if (insn->machine_mode != ZYDIS_MACHINE_MODE_LEGACY_32 ||
	    insn->opcode_map != ZYDIS_OPCODE_MAP_DEFAULT ||
	    insn->operand_width != 32 || insn->address_width != 32)
		return false;
	if (insn->opcode == 0x89)
		return insn->raw.modrm.mod == 3 && base == insn->raw.modrm.reg;
	if (insn->opcode != 0x8d)
		return false;
	if (base == 4) {
		if (insn->raw.sib.index != 4)
			return false;
		base = insn->raw.sib.base;
	}
	return base == insn->raw.modrm.reg && !insn->raw.disp.value &&
	       (insn->raw.modrm.mod || base != 5);
}

static enum kpev_x86_kind kind_of(const ZydisDecodedInstruction *insn)
{
	switch (insn->mnemonic) {
	case ZYDIS_MNEMONIC_INT3:
		return KPEV_X86_INT3;
	case ZYDIS_MNEMONIC_JMP:
		return insn->raw.imm[0].is_relative ? KPEV_X86_JMP : KPEV_X86_OTHER;
	case ZYDIS_MNEMONIC_CALL:
		return insn->raw.imm[0].is_relative ? KPEV_X86_CALL : KPEV_X86_OTHER;
	case ZYDIS_MNEMONIC_UD0:
	case ZYDIS_MNEMONIC_UD1:
	case ZYDIS_MNEMONIC_UD2:
		return KPEV_X86_UD;
	case ZYDIS_MNEMONIC_ENDBR32:
	case ZYDIS_MNEMONIC_ENDBR64:
		return KPEV_X86_ENDBR;
	case ZYDIS_MNEMONIC_NOP:
		if (insn->opcode_map == ZYDIS_OPCODE_MAP_DEFAULT)
			return KPEV_X86_NOP;
		/* other NOPs may get a meaning */
		return insn->opcode == 0x1f && insn->raw.modrm.reg == 0 ?
		       KPEV_X86_NOP : KPEV_X86_OTHER;
	default:
		return is_padding(insn) ? KPEV_X86_NOP : KPEV_X86_OTHER;
	}
}

/* Fill in what is Zydis's of @diff. */
void ask_zydis(struct difference *diff)
{
	ZydisDecodedInstruction insn;

	diff->theirs = decode(diff->bytes, diff->is_64bit, &insn, &diff->status);
	if (diff->theirs < 0)
		return;
	diff->their_insn.length = insn.length;
	diff->their_insn.kind = kind_of(&insn);
	diff->their_insn.relative = 0;
	if (diff->their_insn.kind == KPEV_X86_JMP || diff->their_insn.kind == KPEV_X86_CALL)
		diff->their_insn.relative = insn.raw.imm[0].value.s;
}

/* --- the shape of a string ------------------------------------------------- */

static bool is_legacy_prefix(u8 byte)
{
	switch (byte) {
	case 0x26: case 0x2e: case 0x36: case 0x3e: case 0x64: case 0x65: case 0x66: case 0x67:
	case 0xf0: case 0xf2: case 0xf3:
		return true;
	}
	return false;
}

static void shape_escape(struct shape *s, const u8 *bytes)
{
	u8 first = bytes[s->start], second = bytes[s->start + 1];

	s->opcode_at = s->start;
	s->map = 0;
	if (first != 0x0f)
		return;
	s->map = second == 0x38 ? 2 : second == 0x3a ? 3 : 1;
	s->opcode_at += s->map > 1 ? 2 : 1;
}

static void shape_of(const u8 *string, bool is_64bit, struct shape *s)
{
	u8 bytes[2 * INSN_MAX] = { 0 };
	u8 first, second;

	/* a string of prefixes has no shape; the zeroes behind it give it some */
	memcpy(bytes, string, INSN_MAX);
	memset(s, 0, sizeof(*s));
	s->prefix = NP;
	while (s->start < INSN_MAX) {
		u8 byte = bytes[s->start];

		if (byte == 0x66 && s->prefix == NP)
			s->prefix = P66;
		else if (byte == 0xf2 || byte == 0xf3)
			s->prefix = byte == 0xf2 ? PF2 : PF3;
		else if (!is_legacy_prefix(byte) && !(is_64bit && byte >> 4 == 4))
			break;
		s->start++;
	}

	first = bytes[s->start];
	second = bytes[s->start + 1];
	if (first == 0xc5 && (is_64bit || second >= 0xc0)) {
		s->encoding = VEX;
		s->map = 1;
		s->prefix = 1 << (second & 3);
		s->opcode_at = s->start + 2;
	} else if (first == 0xc4 && (is_64bit || second >= 0xc0)) {
		s->encoding = VEX;
		s->map = second & 0x1f;
		s->prefix = 1 << (bytes[s->start + 2] & 3);
		s->wide = bytes[s->start + 2] & 0x80;
		s->opcode_at = s->start + 3;
	} else if (first == 0x62 && (is_64bit || second >= 0xc0)) {
		s->encoding = EVEX;
		s->map = second & 7;
		s->prefix = 1 << (bytes[s->start + 2] & 3);
		s->wide = bytes[s->start + 2] & 0x80;
		s->opcode_at = s->start + 4;
	} else if (first == 0x8f && (second & 0x1f) >= 8) {
		s->encoding = XOP;
		s->map = second & 0x1f;
		s->prefix = 1 << (bytes[s->start + 2] & 3);
		s->wide = bytes[s->start + 2] & 0x80;
		s->opcode_at = s->start + 3;
	} else if (first == 0xd5 && is_64bit) {
		s->encoding = REX2;
		s->map = second >> 7;
		s->opcode_at = s->start + 2;
	} else {
		shape_escape(s, bytes);
	}
	s->opcode = bytes[s->opcode_at];
	s->modrm = bytes[s->opcode_at + 1];
}

/* --- what explains a difference -------------------------------------------- */

/* Of a string's legacy and REX prefixes those that a length may depend on */
static unsigned int put_prefixes(u8 *to, const u8 *bytes, const struct shape *s)
{
	unsigned int n = 0, i;

	for (i = 0; i < s->start; i++) {
		u8 byte = bytes[i];

		if ((byte & 0xe7) == 0x26 || byte == 0x64 || byte == 0x65 || byte >> 4 == 4)
			continue;
		if (!n || to[n - 1] != byte)
			to[n++] = byte;
	}
	return n;
}

/*
 * Does Zydis see the same operands behind the opcode when all that isn't a
 * legacy prefix is replaced, up to and with the opcode, by @head?  Prefixes
 * without effect are left out: there must be room for a longer @head.
 */
static bool same_behind(const struct difference *diff, const struct shape *s,
			const u8 *head, unsigned int nr)
{
	u8 bytes[3 * INSN_MAX] = { 0 };
	unsigned int behind = s->opcode_at + 1, n;
	int ret;

	if (behind > INSN_MAX)
		return false;
	n = put_prefixes(bytes, diff->bytes, s);
	memcpy(bytes + n, head, nr);
	n += nr;
	memcpy(bytes + n, diff->bytes + behind, INSN_MAX - behind);
	ret = length_of(bytes, diff->is_64bit);
	return ret > 0 && ret - (int)n == diff->ours - (int)behind;
}

/* The NOP with ModRM stands for all that have ModRM and nothing behind it. */
static bool like_nop(const struct difference *diff, const struct shape *s)
{
	static const u8 nop[] = { 0x0f, 0x1f };

	return same_behind(diff, s, nop, ARRAY_SIZE(nop));
}

static bool like_palignr(const struct difference *diff, const struct shape *s)
{
	static const u8 vpalignr[] = { 0xc4, 0xe3, 0x79, 0x0f };

	return same_behind(diff, s, vpalignr, ARRAY_SIZE(vpalignr));
}

static bool like_bextr(const struct difference *diff, const struct shape *s)
{
	static const u8 bextr[] = { 0x8f, 0xea, 0x78, 0x10 };

	return same_behind(diff, s, bextr, ARRAY_SIZE(bextr));
}

/* Instructions that came after Zydis 4.0 */
struct newer {
	enum encoding encoding;
	u8 map;
	u8 first;
	u8 last;
	u8 prefixes;
	bool only_64bit;
	u8 modrm;			/* 0: any */
};

static const struct newer newer[] = {
	{ LEGACY, 0, 0xd6, 0xd6, ANY, true },			/* UDB */
	{ LEGACY, 1, 0x01, 0x01, NP, false, 0xc6 },		/* WRMSRNS */
	{ LEGACY, 1, 0x01, 0x01, NP, false, 0xc7 },		/* PBNDKB */
	{ LEGACY, 1, 0x01, 0x01, PF3 | PF2, true, 0xc6 },	/* RDMSRLIST, WRMSRLIST */
	{ LEGACY, 1, 0x01, 0x01, PF3 | PF2, true, 0xca },	/* ERETU, ERETS */
	{ LEGACY, 1, 0x00, 0x00, PF2, true },			/* LKGS */
	{ LEGACY, 2, 0x8a, 0x8b, NP | P66, true },		/* MOVRS */
	{ LEGACY, 2, 0xf8, 0xf8, PF3 | PF2, true },		/* URDMSR, UWRMSR */
	{ LEGACY, 2, 0xfc, 0xfc, ANY, false },			/* RAO-INT */
	{ VEX, 2, 0x48, 0x48, P66, true },			/* AMX-TF32 */
	{ VEX, 2, 0x4a, 0x4a, P66 | PF2, true },		/* AMX-MOVRS */
	{ VEX, 2, 0x50, 0x51, NP | PF3 | PF2, false },		/* AVX-VNNI-INT8 */
	{ VEX, 2, 0x5c, 0x5c, PF2, true },			/* AMX-FP16 */
	{ VEX, 2, 0x6c, 0x6c, NP | P66, true },			/* AMX-COMPLEX */
	{ VEX, 2, 0x72, 0x72, PF3, false },			/* AVX-NE-CONVERT */
	{ VEX, 2, 0xb0, 0xb0, ANY, false },
	{ VEX, 2, 0xb1, 0xb1, P66 | PF3, false },
	{ VEX, 2, 0xb4, 0xb5, P66, false },			/* AVX-IFMA */
	{ VEX, 2, 0xcb, 0xcd, PF2, false },			/* SHA512 */
	{ VEX, 2, 0xd2, 0xd3, NP | P66 | PF3, false },		/* AVX-VNNI-INT16 */
	{ VEX, 2, 0xda, 0xda, ANY, false },			/* SM3, SM4 */
	{ VEX, 2, 0xe0, 0xef, P66, true },			/* CMPCCXADD */
	{ VEX, 3, 0xde, 0xde, P66, false },			/* SM3 */
	{ VEX, 5, 0xfd, 0xfd, ANY, true },			/* AMX-FP8 */
	{ VEX, 7, 0xf6, 0xf6, PF3 | PF2, true },		/* MSR-IMM */
	{ VEX, 7, 0xf8, 0xf8, PF3 | PF2, true },		/* USER_MSR */
	{ EVEX, 2, 0x4a, 0x4a, P66 | PF2, true },		/* those with APX */
	{ EVEX, 2, 0xe0, 0xef, P66, true },
	{ EVEX, 4, 0x8a, 0x8b, NP | P66, true },
	{ EVEX, 4, 0xf8, 0xf8, PF3 | PF2, true },
	{ EVEX, 4, 0xfc, 0xfc, ANY, true },
	{ EVEX, 7, 0xf6, 0xf6, PF3 | PF2, true },
	{ EVEX, 7, 0xf8, 0xf8, PF3 | PF2, true },
};

static bool is_newer(const struct difference *diff, const struct shape *s)
{
	static const u8 udb_as_nop[] = { 0x90 };
	enum encoding encoding = s->encoding == REX2 ? LEGACY : s->encoding;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(newer); i++) {
		const struct newer *n = &newer[i];

		if (encoding == n->encoding && s->map == n->map &&
		    s->opcode >= n->first && s->opcode <= n->last &&
		    s->prefix & n->prefixes && diff->is_64bit >= n->only_64bit &&
		    (!n->modrm || s->modrm == n->modrm))
			break;
	}
	if (i == ARRAY_SIZE(newer))
		return false;
	if (s->map == 0)
		return same_behind(diff, s, udb_as_nop, ARRAY_SIZE(udb_as_nop));
	if (s->map == 3)
		return like_palignr(diff, s);
	return s->map == 7 ? like_bextr(diff, s) : like_nop(diff, s);
}

static bool is_mpx(const struct difference *diff, const struct shape *s)
{
	return (s->encoding == LEGACY || s->encoding == REX2) && s->map == 1 &&
	       (s->opcode == 0x1a || s->opcode == 0x1b) && like_nop(diff, s);
}

/* REX2 gives what REX and 0F would. */
static bool is_rex2(const struct difference *diff, const struct shape *s)
{
	static const u8 jmpabs_as_mov[] = { 0x48, 0xb8 };
	u8 payload = diff->bytes[s->start + 1], head[3];
	unsigned int n = 0;

	if (s->encoding != REX2)
		return false;
	if (s->map == 0 && s->opcode == 0xa1)
		return same_behind(diff, s, jmpabs_as_mov, ARRAY_SIZE(jmpabs_as_mov));
	head[n++] = 0x40 | (payload & 0x0f);
	if (s->map)
		head[n++] = 0x0f;
	head[n++] = s->opcode;
	return same_behind(diff, s, head, n);
}

/*
 * EVEX map 4: where its opcodes are from.  Of those of map 0 the even ones work
 * on bytes and have no 66.
 */
static const struct moved {
	u8 first;
	u8 last;
	u8 prefixes;
	u8 mandatory;			/* the prefix it had, but for 66 as pp says */
	u8 map;
	u8 opcode;			/* of @first */
} moved[] = {
	{ 0x00, 0x03, NP | P66, 0, 0, 0x00 },		/* ADD and others */
	{ 0x08, 0x0b, NP | P66, 0, 0, 0x08 },
	{ 0x10, 0x13, NP | P66, 0, 0, 0x10 },
	{ 0x18, 0x1b, NP | P66, 0, 0, 0x18 },
	{ 0x20, 0x23, NP | P66, 0, 0, 0x20 },
	{ 0x28, 0x2b, NP | P66, 0, 0, 0x28 },
	{ 0x30, 0x33, NP | P66, 0, 0, 0x30 },
	{ 0x38, 0x3b, NP | P66, 0, 0, 0x38 },
	{ 0x69, 0x69, NP | P66, 0, 0, 0x69 },		/* IMUL */
	{ 0x6b, 0x6b, NP | P66, 0, 0, 0x6b },
	{ 0x80, 0x81, NP | P66, 0, 0, 0x80 },
	{ 0x83, 0x85, NP | P66, 0, 0, 0x83 },
	{ 0xc0, 0xc1, NP | P66, 0, 0, 0xc0 },		/* shifts */
	{ 0xd0, 0xd3, NP | P66, 0, 0, 0xd0 },
	{ 0xf6, 0xf7, NP | P66, 0, 0, 0xf6 },
	{ 0xfe, 0xff, NP | P66, 0, 0, 0xfe },
	{ 0x24, 0x24, NP | P66, 0, 1, 0xa4 },		/* SHLD */
	{ 0x2c, 0x2c, NP | P66, 0, 1, 0xac },		/* SHRD */
	{ 0x40, 0x4f, NP | P66, 0, 1, 0x40 },		/* CMOVcc, CFCMOVcc */
	{ 0x40, 0x4f, PF2, 0, 1, 0x90 },		/* SETcc */
	{ 0x60, 0x61, NP | P66, 0, 2, 0xf0 },		/* MOVBE */
	{ 0x65, 0x65, P66, 0, 2, 0xf5 },		/* WRUSS */
	{ 0x66, 0x66, NP | P66, 0, 2, 0xf6 },		/* WRSS, ADCX */
	{ 0x66, 0x66, PF3, 0xf3, 2, 0xf6 },		/* ADOX */
	{ 0x88, 0x88, NP | P66, 0xf3, 1, 0xb8 },	/* POPCNT */
	{ 0xa5, 0xa5, NP | P66, 0, 1, 0xa5 },		/* SHLD */
	{ 0xad, 0xad, NP | P66, 0, 1, 0xad },		/* SHRD */
	{ 0xaf, 0xaf, NP | P66, 0, 1, 0xaf },		/* IMUL */
	{ 0xf0, 0xf1, NP | P66, 0xf2, 2, 0xf0 },	/* CRC32 */
	{ 0xf0, 0xf2, PF3, 0x66, 2, 0x80 },		/* INVEPT, INVVPID, INVPCID */
	{ 0xf4, 0xf5, NP | P66, 0xf3, 1, 0xbc },	/* TZCNT, LZCNT */
	{ 0xf8, 0xf8, P66, 0, 2, 0xf8 },		/* MOVDIR64B */
	{ 0xf8, 0xf8, PF3, 0xf3, 2, 0xf8 },		/* ENQCMDS */
	{ 0xf8, 0xf8, PF2, 0xf2, 2, 0xf8 },		/* ENQCMD */
	{ 0xf9, 0xf9, NP, 0, 2, 0xf9 },			/* MOVDIRI */
};

/* Without a forerunner, but with ModRM and nothing behind it */
static bool is_new_in_map_4(const struct shape *s)
{
	switch (s->opcode) {
	case 0x60: case 0x61:		/* MOVBE from and to a register */
	case 0x8f: case 0xff:		/* POP2, PUSH2 */
		return s->modrm >= 0xc0;
	}
	return false;
}

static bool is_evex_map_4(const struct difference *diff, const struct shape *s)
{
	const struct moved *m;
	unsigned int n = 0;
	u8 head[8];

	if (s->encoding != EVEX || s->map != 4 || !diff->is_64bit)
		return false;
	if (is_new_in_map_4(s) && s->prefix & (NP | P66))
		return like_nop(diff, s);
	for (m = moved; m < moved + ARRAY_SIZE(moved); m++)
		if (s->opcode >= m->first && s->opcode <= m->last && s->prefix & m->prefixes)
			break;
	if (m == moved + ARRAY_SIZE(moved))
		return false;
	if (m->map == 0 && s->prefix == P66 && !(s->opcode & 1))
		return false;

	if (s->prefix == P66)
		head[n++] = 0x66;
	if (m->mandatory)
		head[n++] = m->mandatory;
	head[n++] = 0x40 | (s->wide ? 8 : 0);
	if (m->map)
		head[n++] = 0x0f;
	if (m->map == 2)
		head[n++] = 0x38;
	head[n++] = m->opcode + s->opcode - m->first;
	return same_behind(diff, s, head, n);
}

/* APX gave some VEX instructions an EVEX prefix too. */
static bool is_promoted(const struct difference *diff, const struct shape *s)
{
	static const u8 ls[] = { 0x00, 0x04 };
	unsigned int w, l;

	if (s->encoding != EVEX || s->map < 1 || s->map > 3 || !diff->is_64bit)
		return false;
	for (w = 0; w < 2; w++) {
		for (l = 0; l < ARRAY_SIZE(ls); l++) {
			u8 pp = diff->bytes[s->start + 2] & 3;
			u8 head[] = {
				0xc4, 0xe0 | s->map, w << 7 | 0x78 | ls[l] | pp, s->opcode
			};

			if (same_behind(diff, s, head, ARRAY_SIZE(head)))
				return true;
		}
	}
	return false;
}

/*
 * Give the fields of VEX, EVEX and XOP that never change a length all values
 * that matter, one of which Zydis must take; @choice numbers them.  False
 * where there are no more.
 */
static bool choose_fields(u8 *bytes, const struct shape *s, unsigned int choice)
{
	u8 *p = bytes + s->start;
	unsigned int w = choice & 1, l = choice >> 1 & 3, ones = choice >> 3 & 1;
	unsigned int aaa = choice >> 4 & 1, reg = choice >> 5 & 1, index = choice >> 6 & 1;

	if (choice >= 1 << 8)
		return false;
	switch (s->encoding) {
	case VEX:
	case XOP:
		if (p[0] == 0xc5) {
			p[1] = 0x80 | (ones ? 0x78 : 0x60) | (l & 1) << 2 | (p[1] & 3);
			break;
		}
		p[1] = 0xe0 | (p[1] & 0x1f);
		p[2] = w << 7 | (ones ? 0x78 : 0x60) | (l & 1) << 2 | (p[2] & 3);
		break;
	case EVEX:
		p[1] = 0xf0 | (p[1] & 0x07);
		p[2] = w << 7 | (ones ? 0x78 : 0x60) | 0x04 | (p[2] & 3);
		p[3] = l << 5 | (choice >> 7 & 1) << 4 | 0x08 | aaa;
		break;
	default:
		return false;
	}
	/* registers that may not be the same, of ModRM and of a SIB byte */
	bytes[s->opcode_at + 1] ^= reg << 3;
	bytes[s->opcode_at + 2] ^= index << 3;
	return true;
}

static bool is_field(const struct difference *diff, const struct shape *s)
{
	u8 bytes[2 * INSN_MAX];
	unsigned int choice;

	for (choice = 0;; choice++) {
		memset(bytes, 0, sizeof(bytes));
		memcpy(bytes, diff->bytes, INSN_MAX);
		if (!choose_fields(bytes, s, choice))
			return false;
		if (length_of(bytes, diff->is_64bit) == diff->ours)
			return true;
	}
}

static bool is_knights_corner(const struct difference *diff, const struct shape *s)
{
	ZydisDecodedInstruction insn;
	unsigned int status;

	(void)s;
	decode(diff->bytes, diff->is_64bit, &insn, &status);
	return insn.meta.isa_ext == ZYDIS_ISA_EXT_KNC || insn.meta.isa_ext == ZYDIS_ISA_EXT_KNCE ||
	       insn.meta.isa_ext == ZYDIS_ISA_EXT_KNCV;
}

const struct kind kinds[] = {
	{ "fields", "undefined by L, W, vvvv, masks or equal registers alone; insn.h: unchecked",
	  TAKEN_BY_US, is_field },
	{ "newer", "later than Zydis 4.0; as long as an older one with the same operands",
	  TAKEN_BY_US, is_newer },
	{ "rex2", "APX, later than Zydis 4.0; as long as with REX and 0F",
	  TAKEN_BY_US, is_rex2 },
	{ "evex-map-4", "APX, later than Zydis 4.0; as the legacy instruction from its ModRM on",
	  TAKEN_BY_US, is_evex_map_4 },
	{ "promoted", "APX, later than Zydis 4.0; as with VEX from its ModRM on",
	  TAKEN_BY_US, is_promoted },
	{ "mpx", "of bounds registers; CPUs without any take all of these for NOPs",
	  TAKEN_BY_US, is_mpx },
	{ "knc", "Knights Corner's own, in no manual of x86 CPUs",
	  TAKEN_BY_ZYDIS, is_knights_corner },
	{ 0 }
};

int kind_of_difference(const struct difference *diff)
{
	struct shape s;
	unsigned int i;

	if (diff->ours > 0 && diff->theirs > 0)
		return -1;
	shape_of(diff->bytes, diff->is_64bit, &s);
	for (i = 0; kinds[i].name; i++)
		if (kinds[i].taken_by == (diff->ours > 0 ? TAKEN_BY_US : TAKEN_BY_ZYDIS) &&
		    kinds[i].explains(diff, &s))
			return i;
	return -1;
}

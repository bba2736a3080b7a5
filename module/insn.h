/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Lengths of x86 instructions, and the few instructions that kernels patch
 * into their code.
 *
 * Pure: bytes in, answer out; nothing is allocated, nothing outside the given
 * bytes is read.  This is the decoder for walking a function from its start.
 * It knows every documented instruction, so that bytes which are none show
 * that the walk has gone astray.  What it doesn't check is what never changes
 * a length: of a VEX, EVEX or XOP prefix the fields L, W, vvvv, z, b and aaa,
 * and which vector, mask or tile registers are combined.  A CPU may raise #UD
 * for those where this gives a length.
 */
#ifndef KPEV_INSN_H
#define KPEV_INSN_H

#include <linux/types.h>

/* SDM Vol. 2A, 2.3.11: more is #GP. */
#define KPEV_X86_LENGTH_MAX	15

enum kpev_x86_kind {
	KPEV_X86_OTHER,
	KPEV_X86_INT3,		/* CC */
	KPEV_X86_JMP,		/* EB or E9: to @relative behind its end */
	KPEV_X86_CALL,		/* E8: likewise */
	KPEV_X86_UD,		/* undefined on purpose: UD0, UD1, UD2, UDB */
	KPEV_X86_ENDBR,		/* ENDBR64 or ENDBR32 */
	KPEV_X86_NOP,		/* does nothing, of any length */
};

/**
 * struct kpev_x86_insn - a decoded instruction
 * @length: bytes, 1 to KPEV_X86_LENGTH_MAX
 * @kind: whether it is one of those that kernels patch in
 * @relative: where a jump or call leads, from its end; 0 for other kinds
 */
struct kpev_x86_insn {
	unsigned int length;
	enum kpev_x86_kind kind;
	s32 relative;
};

int kpev_x86_decode(const u8 *code, unsigned int size, bool is_64bit,
		    struct kpev_x86_insn *insn);
int kpev_x86_length(const u8 *code, unsigned int size, bool is_64bit);

#endif

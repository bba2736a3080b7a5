/* SPDX-License-Identifier: GPL-2.0-only */
/* The kinds of differences between insn.c and Zydis that are known, and why. */
#ifndef FUZZ_INSN_KINDS_H
#define FUZZ_INSN_KINDS_H

#include <errno.h>
#include <linux/kernel.h>
#include <linux/types.h>

#include "insn.h"

enum { INSN_MAX = KPEV_X86_LENGTH_MAX, KINDS_MAX = 64 };

/**
 * struct difference - a string on which the decoders differ
 * @bytes: the string, INSN_MAX bytes
 * @is_64bit: what it was decoded as
 * @ours: the length that insn.c gives, or a negative errno
 * @theirs: the length that Zydis gives, or -EILSEQ
 * @status: what Zydis says
 * @our_insn: what insn.c says of it besides; only where it is an instruction
 * @their_insn: the same of Zydis
 */
struct difference {
	const u8 *bytes;
	bool is_64bit;
	int ours;
	int theirs;
	unsigned int status;
	struct kpev_x86_insn our_insn;
	struct kpev_x86_insn their_insn;
};

struct shape;

/**
 * struct kind - a kind of differences
 * @name: for the report
 * @reason: why it is none of insn.c's mistakes
 * @taken_by: who says that the string is an instruction; the other one doesn't.
 *	No kind explains two different lengths.
 * @explains: is this difference, from a string of this shape, one of the kind?
 */
struct kind {
	const char *name;
	const char *reason;
	enum { TAKEN_BY_US, TAKEN_BY_ZYDIS } taken_by;
	bool (*explains)(const struct difference *diff, const struct shape *s);
};

/* Ends with one that has no name. */
extern const struct kind kinds[];

bool kinds_init(void);
void ask_zydis(struct difference *diff);
int kind_of_difference(const struct difference *diff);

#endif

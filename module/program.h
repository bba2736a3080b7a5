/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Fetch programs: what an event's arguments come down to at a hit.
 *
 * A program is a straight row of instructions.  Each argument is a source,
 * then any number of steps through memory, then one instruction that stores;
 * lone registers in a row are one instruction together.  Numbers and texts are
 * two rows, since the texts' sizes must be known before a record can be
 * reserved.  A third row says what a return probe keeps of the function's
 * entry.
 *
 * Programs are built at definition and constant from then on: running one
 * needs no lock, doesn't sleep and may happen in NMI.
 */
#ifndef KPEV_PROGRAM_H
#define KPEV_PROGRAM_H

#include <linux/types.h>

/* Instructions for one argument at most, as FETCH_INSN_MAX of the kernel. */
#define KPEV_FETCH_STEPS_MAX	16

/* The order matters: sources, steps, stores. */
enum kpev_fetch_op {
	/* sources: set the value */
	KPEV_FETCH_REG,		/* register at @operand in pt_regs */
	KPEV_FETCH_STACK,	/* stack entry number @operand */
	KPEV_FETCH_STACK_ADDRESS,
	KPEV_FETCH_RETVAL,
	KPEV_FETCH_SAVED,	/* word @operand of what the entry kept */
	KPEV_FETCH_IMM,		/* @operand */
	KPEV_FETCH_COMM,	/* address of the task's name */
	KPEV_FETCH_CURRENT,	/* address of the task */
	/* steps: value -> value */
	KPEV_FETCH_DEREF,	/* the word at value + @operand */
	KPEV_FETCH_USER_DEREF,	/* the same in user memory */
	KPEV_FETCH_PERCPU,	/* this CPU's copy of value + @operand */
	/* stores, each ends an argument */
	KPEV_FETCH_PUT,		/* the value's low @size bytes */
	KPEV_FETCH_PUT_MEM,	/* @size bytes from value + @operand */
	KPEV_FETCH_PUT_USER_MEM,
	KPEV_FETCH_PUT_STRING,	/* the string at value + @operand */
	KPEV_FETCH_PUT_USER_STRING,
	KPEV_FETCH_PUT_SYMSTR,	/* the name of the symbol at the value */
	KPEV_FETCH_PUT_WORD,	/* the value, whole */
	KPEV_FETCH_PUT_WORD_MEM, /* the word at value + @operand, no array */
	/* source and store: @count whole registers, a byte of @operand for each */
	KPEV_FETCH_PUT_REGS,
};

#define KPEV_FETCH_REGS_MAX	sizeof(long)	/* of one instruction */

/**
 * struct kpev_insn - one instruction of a fetch program
 * @op: enum kpev_fetch_op
 * @size: bytes that a store writes, for each element of an array
 * @count: elements of an array that a store writes; 0: no array.  An array of
 *	texts goes through an array of pointers at value + @operand
 * @user_pointers: which lies in user memory
 * @is_signed: a stored bit field has a sign
 * @lshift: a stored bit field is shifted left in its container, and then
 * @rshift: right
 * @at: where a store writes: bytes from the record's start
 * @operand: see the operation
 */
struct kpev_insn {
	u8 op;
	u8 size;
	u8 count;
	bool user_pointers : 1;
	bool is_signed : 1;
	u8 lshift;
	u8 rshift;
	u16 at;
	unsigned long operand;
};

/**
 * struct kpev_code - a row of instructions
 * @insn: the instructions
 * @nr: how many
 * @room: for how many there is memory
 */
struct kpev_code {
	struct kpev_insn *insn;
	unsigned int nr;
	unsigned int room;
};

/**
 * struct kpev_program - what one probe records
 * @numbers: the arguments of fixed size
 * @texts: the texts
 * @nr_texts: how many texts, elements of arrays counted each
 * @entry: for a return probe, sources of the words to keep at the entry
 */
struct kpev_program {
	struct kpev_code numbers;
	struct kpev_code texts;
	unsigned int nr_texts;
	struct kpev_code entry;
};

int kpev_program_add(struct kpev_program *program, const struct kpev_insn *insn,
		     unsigned int nr);
int kpev_program_keep(struct kpev_program *program,
		      const struct kpev_insn *source);
bool kpev_program_needs_all_registers(const struct kpev_program *program);
void kpev_program_free(struct kpev_program *program);

#endif

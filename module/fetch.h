/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Running fetch programs over registers and memory, on a hit: no lock, no sleep,
 * possibly in NMI.  What can't be read is told, never waited for.
 */
#ifndef KPEV_FETCH_H
#define KPEV_FETCH_H

#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/kprobes.h>
#include <linux/ptrace.h>
#include <linux/types.h>

#include "program.h"

/**
 * struct kpev_return - what a hit of a return probe has besides registers
 * @address: where the function returns to
 * @saved: what its entry kept
 */
struct kpev_return {
	unsigned long address;
	const unsigned long *saved;
};

void kpev_fetch_init(void);
void kpev_fetch_entry(const struct kpev_program *program, struct pt_regs *regs,
		      unsigned long *saved);
void kpev_fetch_numbers_from(const struct kpev_insn *in,
			     const struct kpev_insn *end, struct pt_regs *regs,
			     const struct kpev_return *ret, void *record);
unsigned int kpev_fetch_texts_at_once(const struct kpev_program *program,
				      struct pt_regs *regs,
				      const struct kpev_return *ret,
				      void *record, unsigned int at,
				      unsigned int limit);
unsigned int kpev_fetch_measure(const struct kpev_program *program,
				struct pt_regs *regs,
				const struct kpev_return *ret,
				unsigned int room);
void kpev_fetch_texts(const struct kpev_program *program, struct pt_regs *regs,
		      const struct kpev_return *ret, void *record,
		      unsigned int at, unsigned int size, unsigned int room);

static nokprobe_inline unsigned long
kpev_next_register(const struct pt_regs *regs, unsigned long *offsets)
{
	unsigned long val;

	val = *(const unsigned long *)((const void *)regs + (u8)*offsets);
	*offsets >>= BITS_PER_BYTE;
	return val;
}

/* Whole registers in a row, which are the commonest arguments: 1 to 8, no loop. */
static nokprobe_inline void kpev_put_registers(const struct kpev_insn *in,
					       const struct pt_regs *regs,
					       unsigned long *to)
{
	unsigned long offsets = in->operand;
	unsigned int nr = in->count;

	BUILD_BUG_ON(KPEV_FETCH_REGS_MAX > 8);
	if (nr >= 4) {
		to[0] = kpev_next_register(regs, &offsets);
		to[1] = kpev_next_register(regs, &offsets);
		to[2] = kpev_next_register(regs, &offsets);
		to[3] = kpev_next_register(regs, &offsets);
		if (nr == 4)
			return;
		to += 4;
		nr -= 4;
	}
	to[0] = kpev_next_register(regs, &offsets);
	if (nr == 1)
		return;
	to[1] = kpev_next_register(regs, &offsets);
	if (nr == 2)
		return;
	to[2] = kpev_next_register(regs, &offsets);
	if (nr == 3)
		return;
	to[3] = kpev_next_register(regs, &offsets);
}

/**
 * kpev_fetch_numbers - write the arguments of fixed size
 * @program: the program
 * @regs: the registers
 * @ret: of a return probe; else NULL
 * @record: the record's start; every byte of these arguments is written
 *
 * An argument that can't be read is written as 0.
 *
 * Context: preemption off, NMI included.
 */
static nokprobe_inline void
kpev_fetch_numbers(const struct kpev_program *program, struct pt_regs *regs,
		   const struct kpev_return *ret, void *record)
{
	const struct kpev_insn *in = program->numbers.insn;
	const struct kpev_insn *end = in + program->numbers.nr;

	for (; in < end; in++) {
		if (unlikely(in->op != KPEV_FETCH_PUT_REGS)) {
			kpev_fetch_numbers_from(in, end, regs, ret, record);
			break;
		}
		kpev_put_registers(in, regs, record + in->at);
	}
}

#endif

// SPDX-License-Identifier: GPL-2.0-only
/* Building fetch programs. */
#include <linux/overflow.h>
#include <linux/ptrace.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "compat.h"
#include "program.h"

static int code_add(struct kpev_code *code, const struct kpev_insn *insn,
		    unsigned int nr)
{
	if (code->nr + nr > code->room) {
		unsigned int room = max(2 * code->room, code->nr + nr);
		struct kpev_insn *bigger;

		bigger = krealloc(code->insn, array_size(room, sizeof(*insn)),
				  GFP_KERNEL);
		if (!bigger)
			return -ENOMEM;
		code->insn = bigger;
		code->room = room;
	}
	memcpy(code->insn + code->nr, insn, array_size(nr, sizeof(*insn)));
	code->nr += nr;
	return 0;
}

static bool is_plain_word(const struct kpev_insn *store)
{
	return store->size == sizeof(long) && !store->count && !store->rshift;
}

/* Is it a register, whole, and nothing else? */
static bool is_lone_register(const struct kpev_insn *insn, unsigned int nr)
{
	return nr == 2 && insn[0].op == KPEV_FETCH_REG &&
	       insn[1].op == KPEV_FETCH_PUT && is_plain_word(&insn[1]) &&
	       kpev_register_fills_slot(insn[0].operand);
}

/* What others call by a name of its own is a register, too. */
static struct kpev_insn plain_source(struct kpev_insn insn)
{
	if (insn.op == KPEV_FETCH_RETVAL) {
		insn.op = KPEV_FETCH_REG;
		insn.operand = offsetof(struct pt_regs, ax);
	} else if (IS_ENABLED(CONFIG_X86_64) &&
		   insn.op == KPEV_FETCH_STACK_ADDRESS) {
		insn.op = KPEV_FETCH_REG;
		insn.operand = offsetof(struct pt_regs, sp);
	}
	return insn;
}

/* Add a lone register to those in front of it, or begin a row of them. */
static int add_register(struct kpev_code *code, unsigned int offset,
			unsigned int at)
{
	struct kpev_insn *last = code->nr ? &code->insn[code->nr - 1] : NULL;
	struct kpev_insn first = {
		.op = KPEV_FETCH_PUT_REGS, .count = 1, .at = at,
		.operand = offset,
	};

	if (!last || last->op != KPEV_FETCH_PUT_REGS ||
	    last->count == KPEV_FETCH_REGS_MAX ||
	    last->at + last->count * sizeof(long) != at)
		return code_add(code, &first, 1);
	last->operand |= (unsigned long)offset << last->count * BITS_PER_BYTE;
	last->count++;
	return 0;
}

/**
 * kpev_program_add - add one argument's instructions
 * @program: the program; zeroed before the first call
 * @insn: the argument: source, steps, store
 * @nr: how many instructions
 *
 * Context: may sleep.
 * Return: 0 or -ENOMEM, with @program as before.
 */
int kpev_program_add(struct kpev_program *program, const struct kpev_insn *insn,
		     unsigned int nr)
{
	struct kpev_insn plain[KPEV_FETCH_STEPS_MAX];
	struct kpev_insn *store = &plain[nr - 1];
	int ret;

	memcpy(plain, insn, nr * sizeof(*insn));
	plain[0] = plain_source(plain[0]);
	switch (store->op) {
	case KPEV_FETCH_PUT_STRING:
	case KPEV_FETCH_PUT_USER_STRING:
	case KPEV_FETCH_PUT_SYMSTR:
		ret = code_add(&program->texts, plain, nr);
		if (!ret)
			program->nr_texts += store->count ?: 1;
		return ret;
	}
	if (is_lone_register(plain, nr))
		return add_register(&program->numbers, plain->operand, store->at);
	if (is_plain_word(store) && store->op == KPEV_FETCH_PUT)
		store->op = KPEV_FETCH_PUT_WORD;
	if (is_plain_word(store) && store->op == KPEV_FETCH_PUT_MEM)
		store->op = KPEV_FETCH_PUT_WORD_MEM;
	return code_add(&program->numbers, plain, nr);
}

/**
 * kpev_program_keep - have a return probe keep a word of the entry
 * @program: the program
 * @source: a register or a stack entry, at the entry
 *
 * Context: may sleep.
 * Return: the number of the saved word, or -ENOMEM.
 */
int kpev_program_keep(struct kpev_program *program,
		      const struct kpev_insn *source)
{
	struct kpev_code *entry = &program->entry;
	unsigned int i;

	for (i = 0; i < entry->nr; i++)
		if (entry->insn[i].op == source->op &&
		    entry->insn[i].operand == source->operand)
			return i;
	return code_add(entry, source, 1) ?: i;
}

static bool needs_all_registers(const struct kpev_code *code)
{
	const struct kpev_insn *in = code->insn;
	const struct kpev_insn *end = in + code->nr;
	unsigned int i;

	for (; in < end; in++) {
		if (in->op == KPEV_FETCH_REG &&
		    !kpev_is_entry_register(in->operand))
			return true;
		if (in->op != KPEV_FETCH_PUT_REGS)
			continue;
		for (i = 0; i < in->count; i++)
			if (!kpev_is_entry_register((u8)(in->operand >>
						    i * BITS_PER_BYTE)))
				return true;
	}
	return false;
}

/**
 * kpev_program_needs_all_registers - more than kpev_is_entry_register() knows?
 * @program: the program
 */
bool kpev_program_needs_all_registers(const struct kpev_program *program)
{
	return needs_all_registers(&program->numbers) ||
	       needs_all_registers(&program->texts);
}

/**
 * kpev_program_free - free what a program holds
 * @program: the program, which no hit may be running any more; zeroed
 */
void kpev_program_free(struct kpev_program *program)
{
	kfree(program->numbers.insn);
	kfree(program->texts.insn);
	kfree(program->entry.insn);
	*program = (struct kpev_program){};
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The expression of an argument -> fetch instructions, without the one that
 * stores.
 */
#ifndef KPEV_EXPRESSION_H
#define KPEV_EXPRESSION_H

#include <linux/types.h>

#include "program.h"

struct kpev_btf;
struct kpev_prototype;
struct kpev_refusal;

#define KPEV_NESTING_MAX	8	/* TRACEPROBE_MAX_NESTED_LEVEL of 7.3 */

/**
 * struct kpev_cursor - a part of an expression: what is left to parse
 * @s: the text
 * @column: its column in the command
 */
struct kpev_cursor {
	char *s;
	unsigned int column;
};

/**
 * struct kpev_typed - the C type of a value
 * @btf: what it is from, or NULL where the value has none; holds a reference
 * @id: the type, behind typedefs and qualifiers
 * @bit_offset: of a member, bits from the start of the structure
 * @bit_size: of a bit field, its width; else 0
 * @column: the column of what has the type
 */
struct kpev_typed {
	struct kpev_btf *btf;
	u32 id;
	u32 bit_offset;
	u32 bit_size;
	unsigned int column;
};

/**
 * struct kpev_expression - an expression that is being compiled
 * @no: where a refusal goes
 * @program: what the argument's probe records; a return probe's expression may
 *	make it keep words of the entry
 * @proto: the prototype of the function at whose entry the probe is
 * @is_return: of a return probe
 * @at_entry: the probe is at a function's entry, or a return probe
 * @insn: the instructions
 * @nr: how many
 * @text: an immediate string, which an instruction points at, or NULL; the
 *	caller's to free when the program is gone
 * @typed: the C type of its value; to be given back with kpev_member_put()
 */
struct kpev_expression {
	struct kpev_refusal *no;
	struct kpev_program *program;
	struct kpev_prototype *proto;
	bool is_return;
	bool at_entry;
	struct kpev_insn insn[KPEV_FETCH_STEPS_MAX];
	unsigned int nr;
	char *text;
	struct kpev_typed typed;
};

int kpev_expression_parse(struct kpev_expression *ex, char *text,
			  unsigned int column);
int kpev_expression_add(struct kpev_expression *ex, unsigned int column,
			enum kpev_fetch_op op, unsigned long operand);
int kpev_expression_add_word(struct kpev_expression *ex, unsigned int column,
			     unsigned int word);
bool kpev_expression_is_text(const char *text);

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The expression of an argument -> fetch instructions, without the one that
 * stores.
 */
#ifndef KPEV_EXPRESSION_H
#define KPEV_EXPRESSION_H

#include <linux/types.h>

#include "fetch.h"

struct kpev_refusal;

#define KPEV_NESTING_MAX	8	/* TRACEPROBE_MAX_NESTED_LEVEL of 7.3 */

/**
 * struct kpev_expression - an expression that is being compiled
 * @no: where a refusal goes
 * @program: what the argument's probe records; a return probe's expression may
 *	make it keep words of the entry
 * @is_return: of a return probe
 * @at_entry: the probe is at a function's entry, or a return probe
 * @insn: the instructions
 * @nr: how many
 * @text: an immediate string, which an instruction points at, or NULL; the
 *	caller's to free when the program is gone
 */
struct kpev_expression {
	struct kpev_refusal *no;
	struct kpev_program *program;
	bool is_return;
	bool at_entry;
	struct kpev_insn insn[KPEV_FETCH_STEPS_MAX];
	unsigned int nr;
	char *text;
};

int kpev_expression_parse(struct kpev_expression *ex, char *text,
			  unsigned int column);
int kpev_expression_add(struct kpev_expression *ex, unsigned int column,
			enum kpev_fetch_op op, unsigned long operand);
bool kpev_expression_is_text(const char *text);

#endif

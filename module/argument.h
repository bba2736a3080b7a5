/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Arguments as the user wrote them -> named fields of the record and the
 * program that fills them.
 */
#ifndef KPEV_ARGUMENT_H
#define KPEV_ARGUMENT_H

#include <linux/types.h>

#include "program.h"
#include "type.h"

struct kpev_refusal;
struct kpev_text;

/* The kernel's limits (trace_probe.h of 7.3). */
#define KPEV_ARG_NAME_MAX	32	/* characters */
#define KPEV_ARG_EXPR_MAX	255	/* characters, type included */
#define KPEV_PARAMETERS_LEN_MAX	128	/* bytes of names for $arg* and $argN */
#define KPEV_ARGS_SIZE_MAX	3072	/* bytes of all arguments of an event */

/**
 * struct kpev_argument - one argument of a probe
 * @name: its name
 * @expr: the expression, and its type where one was given, as written
 * @value: its type
 * @insn: what fetches it, the instruction that stores last
 * @text: an immediate string that @insn points at, or NULL
 * @column: of what the user wrote it as
 * @nr_insn: how many instructions
 * @at: where it stands: bytes from the record's start
 */
struct kpev_argument {
	char *name;
	char *expr;
	struct kpev_value value;
	struct kpev_insn *insn;
	char *text;
	unsigned int column;
	u16 nr_insn;
	u16 at;
};

/**
 * struct kpev_arguments - the arguments of one probe
 * @function: the function at whose entry the probe is, for the names of its
 *	parameters; NULL where there is none; the caller's
 * @module: the module that it is in, or ""; the caller's
 * @is_return: of a return probe
 * @at_entry: of a probe at a function's entry, or a return probe
 * @head_size: bytes of a record in front of its arguments
 * @size: bytes of the fixed part of a record so far, head included
 * @nr: how many
 * @arg: the arguments
 * @program: what fetches them all
 *
 * Owns what its members point at, see kpev_arguments_free().
 */
struct kpev_arguments {
	const char *function;
	const char *module;
	bool is_return;
	bool at_entry;
	unsigned int head_size;
	unsigned int size;
	unsigned int nr;
	struct kpev_argument *arg;
	struct kpev_program program;
};

int kpev_arguments_parse(const struct kpev_text *texts, unsigned int nr,
			 struct kpev_arguments *args, struct kpev_refusal *no);
void kpev_arguments_free(struct kpev_arguments *args);
bool kpev_arguments_fit(const struct kpev_arguments *a,
			const struct kpev_arguments *b, unsigned int *differs);
bool kpev_arguments_match(const struct kpev_arguments *few,
			  const struct kpev_arguments *all);

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An argument as the user wrote it -> a named field of the record and the
 * fetch program that fills it.
 */
#ifndef KPEV_ARGUMENT_H
#define KPEV_ARGUMENT_H

#include <linux/types.h>

struct kpev_program;
struct kpev_refusal;
struct kpev_text;
struct kpev_type;

/* The kernel's limits (trace_probe.h of 7.3). */
#define KPEV_ARG_NAME_MAX	32	/* characters */
#define KPEV_ARG_EXPR_MAX	255	/* characters, type included */
#define KPEV_ARGS_SIZE_MAX	3072	/* bytes of all arguments of an event */
#define KPEV_NESTING_MAX	8

/**
 * struct kpev_argument - one argument of an event
 * @name: its name
 * @expr: the expression, and its type where one was given, as written
 * @type: its type
 * @at: where it stands: bytes from the record's start
 */
struct kpev_argument {
	char *name;
	char *expr;
	const struct kpev_type *type;
	u16 at;
};

/**
 * struct kpev_arguments - the arguments of one probe
 * @is_return: of a return probe
 * @nr: how many
 * @head_size: bytes of a record in front of its arguments
 * @size: bytes of the fixed part of a record so far, head included
 * @arg: the arguments
 *
 * Owns what its members point at, see kpev_arguments_free().
 */
struct kpev_arguments {
	bool is_return;
	unsigned int nr;
	unsigned int head_size;
	unsigned int size;
	struct kpev_argument *arg;
};

int kpev_arguments_parse(const struct kpev_text *texts, unsigned int nr,
			 struct kpev_arguments *args,
			 struct kpev_program *program, struct kpev_refusal *no);
void kpev_arguments_free(struct kpev_arguments *args);
bool kpev_arguments_fit(const struct kpev_arguments *a,
			const struct kpev_arguments *b, unsigned int *differs);
bool kpev_arguments_equal(const struct kpev_arguments *a,
			  const struct kpev_arguments *b);

#endif

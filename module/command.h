/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One line of text -> one parsed command.  Pure syntax: nothing here asks the
 * kernel whether a symbol, an event or a register exists.
 */
#ifndef KPEV_COMMAND_H
#define KPEV_COMMAND_H

#include <linux/types.h>

struct kpev_refusal;

/* The kernel's limits: trace_probe.h, trace_kprobe.c and trace.h of 7.3. */
#define KPEV_LINE_MAX		4094	/* characters */
#define KPEV_NAME_LEN		64	/* bytes of a group or event name */
#define KPEV_ARGS_MAX		128
#define KPEV_MAXACTIVE_MAX	4096

enum kpev_command_kind {
	KPEV_COMMAND_BLANK,	/* nothing but white space and comment */
	KPEV_COMMAND_PROBE,
	KPEV_COMMAND_RETURN,
	KPEV_COMMAND_REMOVE,
};

/**
 * struct kpev_text - a part of a command
 * @s: the part, ended by a zero byte; owned by the command
 * @column: where it starts in the command's text
 */
struct kpev_text {
	const char *s;
	unsigned int column;
};

/**
 * struct kpev_where - a place as the user wrote it
 * @symbol: [MOD:]SYM, or NULL where an address was given
 * @offset: bytes behind @symbol
 * @address: the address that was given where @symbol is NULL
 * @column: the place's column in the command
 */
struct kpev_where {
	char *symbol;
	unsigned long offset;
	unsigned long address;
	unsigned int column;
};

/**
 * struct kpev_command - a parsed line
 * @kind: what is asked for
 * @text: the line with its parts joined by single spaces, comment cut off
 * @group: group name, or "" where none was given
 * @event: event name, or "" where none was given
 * @maxactive: kretprobe instances asked for; 0: not given
 * @is_return: a return probe is meant, for a removal only if %return says so
 * @has_place: there is a place; only removals may lack it
 * @where: the place
 * @nr_args: how many arguments
 * @args: the arguments as they were written
 *
 * The command owns all of its memory, see kpev_command_free().
 */
struct kpev_command {
	enum kpev_command_kind kind;
	char *text;
	char group[KPEV_NAME_LEN];
	char event[KPEV_NAME_LEN];
	unsigned int maxactive;
	bool is_return;
	bool has_place;
	struct kpev_where where;
	unsigned int nr_args;
	struct kpev_text *args;

	/* private: the bytes of @text, cut into words */
	char *words;
};

int kpev_command_parse(const char *line, size_t len, struct kpev_command **cmd,
		       struct kpev_refusal *no);
int kpev_command_parse_again(const char *line, size_t len,
			     struct kpev_command **cmd,
			     struct kpev_refusal *no);
void kpev_command_free(struct kpev_command *cmd);
const char *kpev_command_group(const struct kpev_command *cmd);
bool kpev_name_is_good(const char *name);

#endif

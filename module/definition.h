/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What one line defined: a probe of an event, with its place and arguments.
 *
 * Made, placed and freed under the registry's lock.
 */
#ifndef KPEV_DEFINITION_H
#define KPEV_DEFINITION_H

#include <linux/list.h>
#include <linux/types.h>

#include "argument.h"
#include "command.h"
#include "errors.h"
#include "place.h"
#include "probe.h"
#include "record.h"
#include "walk.h"

struct kpev_event;
struct seq_file;

/**
 * struct kpev_definition - what one line defined
 * @node: in the registry's list, in the order of the lines
 * @event: its event; the registry's
 * @probe: the probe point
 * @tap: the probe's way into the event's records
 * @args: its arguments
 * @where: its place as the user wrote it
 * @place: its place as it was found last
 * @kept: what the probe replaces there
 * @function: the name of the function at whose entry it is, where @where
 *	doesn't say so; else NULL
 * @has_types: its function's types were known when it was defined: what was
 *	pending then keeps its words when its module comes
 * @maxactive: as the user gave it, or 0
 * @lacking: why it couldn't be placed when its module came
 */
struct kpev_definition {
	struct list_head node;
	struct kpev_event *event;
	struct kpev_probe probe;
	struct kpev_tap tap;
	struct kpev_arguments args;
	struct kpev_where where;
	struct kpev_place place;
	struct kpev_kept_text kept;
	char *function;
	bool has_types;
	unsigned int maxactive;
	enum kpev_error lacking;
};

int kpev_definition_make(const struct kpev_command *cmd,
			 struct kpev_definition **result,
			 struct kpev_refusal *no);
void kpev_definition_warn(const struct kpev_definition *def,
			  const struct kpev_command *cmd);
void kpev_definition_free(struct kpev_definition *def);
int kpev_definition_place(struct kpev_definition *def,
			  const struct kpev_command *cmd,
			  struct kpev_refusal *no);
int kpev_definition_replace(struct kpev_definition *def);
void kpev_definition_unplace(struct kpev_definition *def);
void kpev_definition_gone(struct kpev_definition *def);
bool kpev_definition_is_at(const struct kpev_definition *def,
			   const struct kpev_where *where);
int kpev_definition_matches(const struct kpev_definition *def,
			    const struct kpev_command *cmd, bool *matches);
void kpev_definition_show(struct seq_file *m, const struct kpev_definition *def,
			  bool shown);
void kpev_definition_status(struct seq_file *m,
			    const struct kpev_definition *def, bool shown);

#endif

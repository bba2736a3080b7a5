/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the records of an event look like, and the id that stands in each.
 *
 * Records outlive their event.  Therefore the id belongs to the layout and not
 * to the event, and a layout of which records may exist stays behind as a
 * tombstone when its event goes: its records still print, and nobody else gets
 * the id.  An event that is defined again with the same name, group and fields
 * takes its tombstone over.
 *
 * The set of layouts is guarded by the registry's lock.  The tracing core's
 * printers read a layout under its own trace_event_sem, which unregistering an
 * id takes for writing.
 */
#ifndef KPEV_LAYOUT_H
#define KPEV_LAYOUT_H

#include <linux/list.h>
#include <linux/trace_events.h>
#include <linux/types.h>

#include "command.h"
#include "type.h"

struct kpev_arguments;
struct kpev_refusal;
struct seq_file;

/* Ids are 16 bits for the whole kernel: tombstones must stay few. */
#define KPEV_TOMBSTONES_MAX	4096

/* What every record starts with. */
struct kpev_entry_head {
	struct trace_entry ent;
	unsigned long ip;
};

struct kpev_return_head {
	struct trace_entry ent;
	unsigned long func;
	unsigned long ret_ip;
};

/**
 * struct kpev_field - a field of a record
 * @name: its name
 * @c_type: its C type, for the format file; an array's is its own
 * @value: its type
 * @at: bytes from the record's start
 */
struct kpev_field {
	char *name;
	const char *c_type;
	struct kpev_value value;
	u16 at;
};

/**
 * struct kpev_layout - what the records of an event look like
 * @node: in the list of tombstones while no event has it
 * @call: owns the id.  It is no event of the tracing core, but complete, since
 *	printers of others (event probes) take the whole from the id;
 *	.data points at the layout, as in the event's own call
 * @class: its class
 * @group: the event's group
 * @name: the event's name
 * @is_return: records start with struct kpev_return_head
 * @has_records: it was enabled in a buffer, so that there may be records;
 *	guarded by event_mutex while an event has the layout
 * @size: bytes of the fixed part of a record
 * @print_fmt: the print format of the format file
 * @nr_fields: how many fields
 * @field: the fields behind the head
 */
struct kpev_layout {
	struct list_head node;
	struct trace_event_call call;
	struct trace_event_class class;
	char *group;
	char *name;
	bool is_return;
	bool has_records;
	unsigned int size;
	char *print_fmt;
	unsigned int nr_fields;
	struct kpev_field field[];
};

unsigned int kpev_layout_head_size(bool is_return);
int kpev_layout_get(const char *group, const char *name,
		    const struct kpev_arguments *args,
		    struct kpev_layout **layout, struct kpev_refusal *no);
void kpev_layout_put(struct kpev_layout *layout);
void kpev_layouts_exit(void);
void kpev_layouts_status(struct seq_file *m);

#endif

// SPDX-License-Identifier: GPL-2.0-only
/* Layouts of records, their ids, and the tombstones of deleted events. */
#include <linux/list.h>
#include <linux/overflow.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "argument.h"
#include "errors.h"
#include "layout.h"
#include "print.h"

static LIST_HEAD(tombstones);
static unsigned int nr_tombstones;

/**
 * kpev_layout_head_size - bytes in front of a record's arguments
 * @is_return: of a return probe's record
 */
unsigned int kpev_layout_head_size(bool is_return)
{
	return is_return ? sizeof(struct kpev_return_head) :
			   sizeof(struct kpev_entry_head);
}

static bool fields_match(const struct kpev_layout *layout,
			 const struct kpev_arguments *args)
{
	unsigned int i;

	if (layout->nr_fields != args->nr)
		return false;
	for (i = 0; i < args->nr; i++)
		if (!kpev_value_same_field(&layout->field[i].value,
					   &args->arg[i].value) ||
		    strcmp(layout->field[i].name, args->arg[i].name))
			return false;
	return true;
}

static struct kpev_layout *find_tombstone(const char *group, const char *name,
					  const struct kpev_arguments *args)
{
	struct kpev_layout *layout;

	list_for_each_entry(layout, &tombstones, node)
		if (layout->is_return == args->is_return &&
		    !strcmp(layout->name, name) &&
		    !strcmp(layout->group, group) && fields_match(layout, args))
			return layout;
	return NULL;
}

static void free_layout(struct kpev_layout *layout)
{
	unsigned int i;

	for (i = 0; i < layout->nr_fields; i++) {
		kfree(layout->field[i].name);
		if (layout->field[i].value.count)
			kfree(layout->field[i].c_type);
	}
	kfree(layout->group);
	kfree(layout->name);
	kfree(layout->print_fmt);
	kfree(layout);
}

static bool fill_field(struct kpev_field *field,
		       const struct kpev_argument *arg)
{
	const struct kpev_value *value = &arg->value;

	field->value = *value;
	field->at = arg->at;
	field->name = kstrdup(arg->name, GFP_KERNEL);
	if (value->count)
		field->c_type = kasprintf(GFP_KERNEL, "%s[%u]",
					  value->type->field, value->count);
	else
		field->c_type = value->type->field;
	return field->name && field->c_type;
}

static struct kpev_layout *make_layout(const char *group, const char *name,
				       const struct kpev_arguments *args)
{
	struct kpev_layout *layout;
	unsigned int i;

	layout = kzalloc(struct_size(layout, field, args->nr), GFP_KERNEL);
	if (!layout)
		return NULL;
	INIT_LIST_HEAD(&layout->node);
	layout->group = kstrdup(group, GFP_KERNEL);
	layout->name = kstrdup(name, GFP_KERNEL);
	if (!layout->group || !layout->name)
		goto fail;
	layout->is_return = args->is_return;
	layout->size = args->size;
	for (i = 0; i < args->nr; i++) {
		layout->nr_fields++;
		if (!fill_field(&layout->field[i], &args->arg[i]))
			goto fail;
	}
	layout->print_fmt = kpev_print_format(layout);
	if (!layout->print_fmt)
		goto fail;
	return layout;
fail:
	free_layout(layout);
	return NULL;
}

/* Get an id from the tracing core. */
static int register_layout(struct kpev_layout *layout)
{
	struct trace_event_call *call = &layout->call;

	INIT_LIST_HEAD(&call->list);
	INIT_LIST_HEAD(&layout->class.fields);
	layout->class.system = layout->group;
	call->class = &layout->class;
	call->name = layout->name;
	call->print_fmt = layout->print_fmt;
	call->data = layout;
	call->event.funcs = &kpev_print_functions;
	return register_trace_event(&call->event) ? 0 : -ENOMEM;
}

/**
 * kpev_layout_get - the layout, with an id, for a new event
 * @group: the event's group
 * @name: the event's name
 * @args: its arguments
 * @layout: set to the layout; ended by kpev_layout_put()
 * @no: why there is none
 *
 * Context: may sleep; under the registry's lock.
 * Return: 0 or -ENOMEM.
 */
int kpev_layout_get(const char *group, const char *name,
		    const struct kpev_arguments *args,
		    struct kpev_layout **layout, struct kpev_refusal *no)
{
	*layout = find_tombstone(group, name, args);
	if (*layout) {
		list_del_init(&(*layout)->node);
		nr_tombstones--;
		return 0;
	}
	if (nr_tombstones >= KPEV_TOMBSTONES_MAX)
		return kpev_refuse(no, -ENOMEM, KPEV_ERR_TOO_MANY_IDS, 0,
				   "%u, unload kpev to free them",
				   nr_tombstones);

	*layout = make_layout(group, name, args);
	if (!*layout)
		return -ENOMEM;
	if (register_layout(*layout)) {
		free_layout(*layout);
		return kpev_refuse(no, -ENOMEM, KPEV_ERR_TOO_MANY_IDS, 0,
				   "the kernel has no id left");
	}
	return 0;
}

/**
 * kpev_layout_put - the event of a layout is gone
 * @layout: the layout; kept as a tombstone where records may exist
 *
 * Context: may sleep; under the registry's lock.
 */
void kpev_layout_put(struct kpev_layout *layout)
{
	if (layout->has_records) {
		list_add(&layout->node, &tombstones);
		nr_tombstones++;
		return;
	}
	unregister_trace_event(&layout->call.event);
	free_layout(layout);
}

/**
 * kpev_layouts_exit - free the tombstones
 *
 * The tracing core resets the buffers that had such records when a module goes.
 *
 * Context: may sleep; when no event is left.
 */
void kpev_layouts_exit(void)
{
	struct kpev_layout *layout, *next;

	list_for_each_entry_safe(layout, next, &tombstones, node) {
		list_del(&layout->node);
		unregister_trace_event(&layout->call.event);
		free_layout(layout);
	}
	nr_tombstones = 0;
}

/**
 * kpev_layouts_status - show the tombstones in the status file
 * @m: the file
 *
 * Context: under the registry's lock.
 */
void kpev_layouts_status(struct seq_file *m)
{
	seq_printf(m, "ids kept for records of deleted events: %u of %u\n",
		   nr_tombstones, KPEV_TOMBSTONES_MAX);
}

// SPDX-License-Identifier: GPL-2.0-only
/* The set of events and their probes. */
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/security.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "argument.h"
#include "command.h"
#include "core_lock.h"
#include "errors.h"
#include "event.h"
#include "layout.h"
#include "place.h"
#include "probe.h"
#include "record.h"
#include "registry.h"
#include "symbols.h"

#define DEFAULT_GROUP	"kprobes"

/**
 * struct definition - what one line defined: a probe of an event
 * @node: in the list of all definitions, in the order of their lines
 * @event: its event
 * @probe: the probe point
 * @tap: the probe's way into the event's records
 * @args: its arguments
 * @symbol: [MOD:]SYM of its place, or NULL where an address was given
 * @offset: bytes behind @symbol
 * @maxactive: as the user gave it, or 0
 * @registered: the probe is on its place
 */
struct definition {
	struct list_head node;
	struct kpev_event *event;
	struct kpev_probe probe;
	struct kpev_tap tap;
	struct kpev_arguments args;
	char *symbol;
	unsigned long offset;
	unsigned int maxactive;
	bool registered;
};

static DEFINE_MUTEX(registry_lock);
static LIST_HEAD(definitions);
static LIST_HEAD(events);
static unsigned int nr_events;
static unsigned int nr_definitions;

static const char *group_of(const struct kpev_command *cmd)
{
	return cmd->group[0] ? cmd->group : DEFAULT_GROUP;
}

static struct kpev_event *find_event(const char *group, const char *name)
{
	struct kpev_event *event;

	list_for_each_entry(event, &events, node)
		if (!strcmp(event->name, name) && !strcmp(event->group, group))
			return event;
	return NULL;
}

static struct definition *first_definition(struct kpev_event *event)
{
	return list_first_entry(&event->probes, struct definition, probe.node);
}

/* --- making and unmaking a definition --- */

static void free_definition(struct definition *def)
{
	struct kpev_probe *probe = &def->probe;

	if (def->registered)
		kpev_probes_unregister(&probe, 1);
	kpev_probe_cleanup(&def->probe);
	kpev_program_free(&def->tap.program);
	kpev_arguments_free(&def->args);
	kfree(def->symbol);
	kfree(def);
}

static int fill_definition(struct definition *def,
			   const struct kpev_command *cmd,
			   struct kpev_refusal *no)
{
	bool is_return = cmd->kind == KPEV_COMMAND_RETURN;

	def->maxactive = cmd->maxactive;
	def->offset = cmd->offset;
	def->tap.address = cmd->address;
	if (cmd->symbol) {
		def->symbol = kstrdup(cmd->symbol, GFP_KERNEL);
		if (!def->symbol)
			return -ENOMEM;
	}
	def->args.is_return = is_return;
	def->args.head_size = kpev_layout_head_size(is_return);
	return kpev_arguments_parse(cmd->args, cmd->nr_args, &def->args,
				    &def->tap.program, no);
}

/*
 * Find the place and put the probe there.  A module that goes in between, and
 * another that comes to its address, change the generation: look again then.
 */
static int place_probe(struct definition *def, const struct kpev_command *cmd,
		       struct kpev_refusal *no)
{
	struct kpev_probe *probe = &def->probe;
	unsigned int generation;
	unsigned long address;
	int ret;

	do {
		if (def->registered)
			kpev_probes_unregister(&probe, 1);
		def->registered = false;
		generation = kpev_symbols_generation();
		ret = kpev_place_find(cmd, &address, no);
		if (ret)
			return ret;
		def->tap.address = address;
		ret = kpev_probe_register(probe, address, def->maxactive);
		if (ret)
			return kpev_place_refused(cmd, address, ret, no);
		def->registered = true;
	} while (generation != kpev_symbols_generation());
	return 0;
}

static int make_definition(const struct kpev_command *cmd,
			   struct definition **result, struct kpev_refusal *no)
{
	bool is_return = cmd->kind == KPEV_COMMAND_RETURN;
	struct definition *def;
	int ret;

	def = kzalloc(sizeof(*def), GFP_KERNEL);
	if (!def)
		return -ENOMEM;
	INIT_LIST_HEAD(&def->node);
	ret = kpev_probe_setup(&def->probe, is_return,
			       is_return ? kpev_record_return :
					   kpev_record_entry,
			       &def->tap);
	if (!ret)
		ret = fill_definition(def, cmd, no);
	if (ret) {
		free_definition(def);
		return ret;
	}
	*result = def;
	return 0;
}

/* --- defining --- */

static bool at_place(const struct definition *def, const char *symbol,
		     unsigned long offset, unsigned long address)
{
	if (!symbol)
		return !def->symbol && def->tap.address == address;
	return def->symbol && !strcmp(def->symbol, symbol) &&
	       def->offset == offset;
}

static bool same_probe(const struct definition *a, const struct definition *b)
{
	return at_place(a, b->symbol, b->offset, b->tap.address) &&
	       kpev_arguments_equal(&a->args, &b->args);
}

/* May @def become another probe of @event? */
static int check_fits(struct kpev_event *event, const struct definition *def,
		      const struct kpev_command *cmd, struct kpev_refusal *no)
{
	const struct definition *first = first_definition(event);
	const struct kpev_probe *probe;
	unsigned int differs, column;

	if (first->args.is_return != def->args.is_return)
		return kpev_refuse(no, -EEXIST, KPEV_ERR_DIFF_PROBE_TYPE, 0,
				   NULL);
	if (!kpev_arguments_fit(&first->args, &def->args, &differs)) {
		column = differs < cmd->nr_args ? cmd->args[differs].column :
						  strlen(cmd->text) + 1;
		return kpev_refuse(no, -EEXIST, KPEV_ERR_DIFF_ARG_TYPE, column,
				   NULL);
	}
	list_for_each_entry(probe, &event->probes, node)
		if (same_probe(container_of(probe, struct definition, probe),
			       def))
			return kpev_refuse(no, -EEXIST, KPEV_ERR_SAME_PROBE, 0,
					   NULL);
	return 0;
}

static int append_probe(struct kpev_event *event, struct definition *def,
			const struct kpev_command *cmd, struct kpev_refusal *no)
{
	int ret;

	def->event = event;
	def->tap.sink = &event->sink;
	ret = check_fits(event, def, cmd, no);
	if (!ret)
		ret = place_probe(def, cmd, no);
	if (!ret)
		ret = kpev_event_add_probe(event, &def->probe);
	return ret;
}

static int add_event(struct definition *def, const struct kpev_command *cmd,
		     struct kpev_refusal *no)
{
	struct kpev_event *event;
	int ret;

	ret = kpev_event_create(group_of(cmd), cmd->event, &def->args, &event,
				no);
	if (ret)
		return ret;
	def->event = event;
	def->tap.sink = &event->sink;
	ret = place_probe(def, cmd, no);
	if (ret)
		goto free_event;
	/* An event holds the module, and the counter that the door keeps. */
	if (!try_module_get(THIS_MODULE)) {
		ret = -ENODEV;
		goto free_event;
	}
	ret = kpev_event_publish(event, &def->probe, no);
	if (ret)
		goto put_module;
	list_add_tail(&event->node, &events);
	if (!nr_events++)
		kpev_core_lock_keep();
	return 0;

put_module:
	module_put(THIS_MODULE);
free_event:
	if (def->registered) {
		struct kpev_probe *probe = &def->probe;

		kpev_probes_unregister(&probe, 1);
		def->registered = false;
	}
	kpev_event_free(event);
	return ret;
}

static int define(const struct kpev_command *cmd, struct kpev_refusal *no)
{
	struct kpev_event *event;
	struct definition *def;
	int ret;

	ret = security_locked_down(LOCKDOWN_KPROBES);
	if (ret)
		return kpev_refuse(no, ret, KPEV_ERR_LOCKED_DOWN, 0, NULL);
	ret = make_definition(cmd, &def, no);
	if (ret)
		return ret;

	event = find_event(group_of(cmd), cmd->event);
	if (event)
		ret = append_probe(event, def, cmd, no);
	else
		ret = add_event(def, cmd, no);
	if (ret) {
		free_definition(def);
		return ret;
	}
	list_add_tail(&def->node, &definitions);
	nr_definitions++;
	return 0;
}

/* --- removing --- */

static void forget_definition(struct definition *def)
{
	list_del(&def->node);
	nr_definitions--;
	free_definition(def);
}

/*
 * Unregister the probes of all events in the list, with a grace period for a
 * batch of them and not for each.
 */
static void unregister_probes(struct list_head *gone)
{
	struct kpev_probe *batch[16];
	struct kpev_event *event;
	struct definition *def;
	unsigned int nr = 0;

	list_for_each_entry(event, gone, node) {
		list_for_each_entry(def, &event->probes, probe.node) {
			def->registered = false;
			batch[nr++] = &def->probe;
			if (nr == ARRAY_SIZE(batch)) {
				kpev_probes_unregister(batch, nr);
				nr = 0;
			}
		}
	}
	kpev_probes_unregister(batch, nr);
}

static void free_event(struct kpev_event *event)
{
	struct definition *def, *next;

	list_for_each_entry_safe(def, next, &event->probes, probe.node)
		forget_definition(def);
	list_del(&event->node);
	kpev_event_free(event);
	if (!--nr_events)
		kpev_core_lock_release();
	module_put(THIS_MODULE);
}

/* Remove the events that were moved to @victims, all or none. */
static int remove_events(struct list_head *victims, struct kpev_refusal *no)
{
	struct kpev_event *event, *next;
	LIST_HEAD(left);
	int ret;

	ret = kpev_events_unpublish(victims, no);
	list_for_each_entry_safe(event, next, victims, node)
		if (kpev_event_is_published(event))
			list_move_tail(&event->node, &left);
	unregister_probes(victims);
	list_for_each_entry_safe(event, next, victims, node)
		free_event(event);
	list_splice_tail(&left, &events);
	return ret;
}

static bool event_is_meant(const struct kpev_event *event,
			   const struct kpev_command *cmd)
{
	return (!cmd->group[0] || !strcmp(event->group, cmd->group)) &&
	       (!cmd->event[0] || !strcmp(event->name, cmd->event));
}

static bool argument_is_meant(const struct kpev_argument *arg, const char *text)
{
	size_t len = strlen(arg->name);

	return !strncmp(text, arg->name, len) && text[len] == '=' &&
	       !strcmp(text + len + 1, arg->expr);
}

static bool probe_is_meant(const struct definition *def,
			   const struct kpev_command *cmd)
{
	unsigned int i;

	if (!cmd->place.s)
		return true;
	if (!at_place(def, cmd->symbol, cmd->offset, cmd->address))
		return false;
	if (cmd->nr_args > def->args.nr)
		return false;
	for (i = 0; i < cmd->nr_args; i++)
		if (!argument_is_meant(&def->args.arg[i], cmd->args[i].s))
			return false;
	return true;
}

/* Remove the probes of @event that are meant; it has others. */
static int remove_some_probes(struct kpev_event *event,
			      const struct kpev_command *cmd)
{
	struct definition *def, *next;
	int ret;

	list_for_each_entry_safe(def, next, &event->probes, probe.node) {
		if (!probe_is_meant(def, cmd))
			continue;
		ret = kpev_event_remove_probe(event, &def->probe);
		if (ret)
			return ret;
		forget_definition(def);
	}
	return 0;
}

static unsigned int count_meant(const struct kpev_event *event,
				const struct kpev_command *cmd,
				unsigned int *all)
{
	const struct definition *def;
	unsigned int nr = 0;

	*all = 0;
	list_for_each_entry(def, &event->probes, probe.node) {
		nr += probe_is_meant(def, cmd);
		(*all)++;
	}
	return nr;
}

/* Move the events to @victims of which nothing is to be left. */
static void gather_victims(const struct kpev_command *cmd,
			   struct list_head *victims, unsigned int *named,
			   unsigned int *found)
{
	struct kpev_event *event, *next;
	unsigned int meant, all;

	list_for_each_entry_safe(event, next, &events, node) {
		if (!event_is_meant(event, cmd))
			continue;
		(*named)++;
		meant = count_meant(event, cmd, &all);
		*found += meant;
		if (meant == all)
			list_move_tail(&event->node, victims);
	}
}

static int remove(const struct kpev_command *cmd, struct kpev_refusal *no)
{
	unsigned int named = 0, found = 0;
	struct kpev_event *event;
	LIST_HEAD(victims);
	int ret = 0;

	gather_victims(cmd, &victims, &named, &found);
	if (!named)
		return kpev_refuse(no, -ENOENT, KPEV_ERR_NO_EVENT, 2, NULL);
	if (!found)
		return kpev_refuse(no, -ENOENT, KPEV_ERR_NO_PROBE,
				   cmd->place.column, NULL);

	/* Whole events first: they may be in use, a single probe is never. */
	if (!list_empty(&victims))
		ret = remove_events(&victims, no);
	list_for_each_entry(event, &events, node) {
		if (ret)
			break;
		if (event_is_meant(event, cmd))
			ret = remove_some_probes(event, cmd);
	}
	return ret;
}

/**
 * kpev_registry_apply - carry a command out
 * @cmd: the command, not blank
 * @no: why it is refused
 *
 * Context: may sleep.
 * Return: 0, or a negative errno with everything as before.
 */
int kpev_registry_apply(const struct kpev_command *cmd, struct kpev_refusal *no)
{
	int ret;

	mutex_lock(&registry_lock);
	if (cmd->kind == KPEV_COMMAND_REMOVE)
		ret = remove(cmd, no);
	else
		ret = define(cmd, no);
	mutex_unlock(&registry_lock);
	return ret;
}

/**
 * kpev_registry_clear - remove all events, or none where one is in use
 * @no: why it is refused
 *
 * Context: may sleep.
 * Return: 0 or -EBUSY.
 */
int kpev_registry_clear(struct kpev_refusal *no)
{
	LIST_HEAD(victims);
	int ret = 0;

	mutex_lock(&registry_lock);
	list_splice_init(&events, &victims);
	if (!list_empty(&victims))
		ret = remove_events(&victims, no);
	mutex_unlock(&registry_lock);
	return ret;
}

/* --- showing --- */

static void *list_start(struct seq_file *m, loff_t *pos)
{
	mutex_lock(&registry_lock);
	return seq_list_start(&definitions, *pos);
}

static void *list_next(struct seq_file *m, void *v, loff_t *pos)
{
	return seq_list_next(v, &definitions, pos);
}

static void list_stop(struct seq_file *m, void *v)
{
	mutex_unlock(&registry_lock);
}

static void show_place(struct seq_file *m, const struct definition *def)
{
	if (!def->symbol)
		seq_printf(m, " 0x%lx", def->tap.address);
	else if (def->offset)
		seq_printf(m, " %s+%lu", def->symbol, def->offset);
	else
		seq_printf(m, " %s", def->symbol);
}

static int list_show(struct seq_file *m, void *v)
{
	const struct definition *def = list_entry(v, struct definition, node);
	unsigned int i;

	seq_putc(m, def->args.is_return ? 'r' : 'p');
	if (def->maxactive)
		seq_printf(m, "%u", def->maxactive);
	seq_printf(m, ":%s/%s", def->event->group, def->event->name);
	show_place(m, def);
	for (i = 0; i < def->args.nr; i++)
		seq_printf(m, " %s=%s", def->args.arg[i].name,
			   def->args.arg[i].expr);
	seq_putc(m, '\n');
	return 0;
}

static int profile_show(struct seq_file *m, void *v)
{
	const struct definition *def = list_entry(v, struct definition, node);

	seq_printf(m, "  %-44s %15lu %15lu\n", def->event->name,
		   kpev_probe_hits(&def->probe),
		   kpev_probe_misses(&def->probe));
	return 0;
}

const struct seq_operations kpev_registry_list_ops = {
	.start	= list_start,
	.next	= list_next,
	.stop	= list_stop,
	.show	= list_show,
};

const struct seq_operations kpev_registry_profile_ops = {
	.start	= list_start,
	.next	= list_next,
	.stop	= list_stop,
	.show	= profile_show,
};

/**
 * kpev_registry_status - show the set in the status file
 * @m: the file
 *
 * Context: may sleep.
 */
void kpev_registry_status(struct seq_file *m)
{
	mutex_lock(&registry_lock);
	seq_printf(m, "events: %u with %u probes\n", nr_events, nr_definitions);
	kpev_layouts_status(m);
	mutex_unlock(&registry_lock);
}

// SPDX-License-Identifier: GPL-2.0-only
/* The set of events and their probes. */
#include <linux/glob.h>
#include <linux/hashtable.h>
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/security.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/stringhash.h>
#include <linux/trace_events.h>

#include "argument.h"
#include "command.h"
#include "core_lock.h"
#include "definition.h"
#include "errors.h"
#include "event.h"
#include "layout.h"
#include "probe.h"
#include "registry.h"
#include "symbols.h"

static DEFINE_MUTEX(registry_lock);
static LIST_HEAD(definitions);
static LIST_HEAD(events);
/* The same by their names, so that many cost no more each than one. */
static DEFINE_HASHTABLE(events_by_name, 10);
static unsigned int nr_events;
static unsigned int nr_definitions;

static u32 name_key(const char *name)
{
	return full_name_hash(NULL, name, strlen(name));
}

static bool has_name(const struct kpev_event *event,
		     const struct kpev_command *cmd)
{
	return !strcmp(event->name, cmd->event) &&
	       !strcmp(event->group, kpev_command_group(cmd));
}

static struct kpev_event *find_event(const struct kpev_command *cmd)
{
	struct kpev_event *event;

	hash_for_each_possible(events_by_name, event, by_name,
			       name_key(cmd->event))
		if (has_name(event, cmd))
			return event;
	return NULL;
}

static struct kpev_definition *first_definition(struct kpev_event *event)
{
	return list_first_entry(&event->probes, struct kpev_definition,
				probe.node);
}

/* --- defining --- */

/* May @def become another probe of @event? */
static int check_fits(struct kpev_event *event, const struct kpev_definition *def,
		      const struct kpev_command *cmd, struct kpev_refusal *no)
{
	const struct kpev_definition *first = first_definition(event);
	const struct kpev_definition *other;
	unsigned int differs, column;

	if (first->args.is_return != def->args.is_return)
		return kpev_refuse(no, -EEXIST, KPEV_ERR_DIFF_PROBE_TYPE, 0,
				   NULL);
	if (!kpev_arguments_fit(&first->args, &def->args, &differs)) {
		column = differs < def->args.nr ? def->args.arg[differs].column :
						  strlen(cmd->text) + 1;
		return kpev_refuse(no, -EEXIST, KPEV_ERR_DIFF_ARG_TYPE, column,
				   NULL);
	}
	list_for_each_entry(other, &event->probes, probe.node)
		if (kpev_definition_is_at(other, &def->where) &&
		    kpev_arguments_match(&def->args, &other->args))
			return kpev_refuse(no, -EEXIST, KPEV_ERR_SAME_PROBE, 0,
					   NULL);
	return 0;
}

static int append_probe(struct kpev_event *event, struct kpev_definition *def,
			const struct kpev_command *cmd, struct kpev_refusal *no)
{
	int ret;

	def->event = event;
	def->tap.sink = &event->sink;
	ret = check_fits(event, def, cmd, no);
	if (!ret)
		ret = kpev_definition_place(def, cmd, no);
	if (!ret)
		ret = kpev_event_add_probe(event, &def->probe);
	return ret;
}

static int add_event(struct kpev_definition *def, const struct kpev_command *cmd,
		     struct kpev_refusal *no)
{
	struct kpev_event *event;
	int ret;

	ret = kpev_event_create(kpev_command_group(cmd), cmd->event, &def->args, &event,
				no);
	if (ret)
		return ret;
	def->event = event;
	def->tap.sink = &event->sink;
	ret = kpev_definition_place(def, cmd, no);
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
	hash_add(events_by_name, &event->by_name, name_key(event->name));
	if (!nr_events++)
		kpev_core_lock_keep();
	return 0;

put_module:
	module_put(THIS_MODULE);
free_event:
	kpev_definition_unplace(def);
	kpev_event_free(event);
	return ret;
}

static int make_definition(const struct kpev_command *cmd,
			   struct kpev_definition **def,
			   struct kpev_refusal *no)
{
	int ret;

	ret = security_locked_down(LOCKDOWN_KPROBES);
	if (ret)
		return kpev_refuse(no, ret, KPEV_ERR_LOCKED_DOWN, 0, NULL);
	return kpev_definition_make(cmd, def, no);
}

static int define(const struct kpev_command *cmd, struct kpev_refusal *no)
{
	struct kpev_event *event;
	struct kpev_definition *def;
	int ret;

	ret = make_definition(cmd, &def, no);
	if (ret)
		return ret;

	event = find_event(cmd);
	if (event)
		ret = append_probe(event, def, cmd, no);
	else
		ret = add_event(def, cmd, no);
	if (ret) {
		kpev_definition_free(def);
		return ret;
	}
	list_add_tail(&def->node, &definitions);
	nr_definitions++;
	kpev_definition_warn(def, cmd);
	return 0;
}

/* --- removing --- */

static void forget_definition(struct kpev_definition *def)
{
	list_del(&def->node);
	nr_definitions--;
	kpev_definition_free(def);
}

static unsigned int count_probes(struct list_head *gone)
{
	struct kpev_definition *def;
	struct kpev_event *event;
	unsigned int nr = 0;

	list_for_each_entry(event, gone, node)
		list_for_each_entry(def, &event->probes, probe.node)
			nr++;
	return nr;
}

/*
 * Unregister the probes of all events in the list, with one grace period for all
 * where there is memory for that.
 */
static void unregister_probes(struct list_head *gone)
{
	struct kpev_probe *few[16], **batch = few;
	unsigned int nr = 0, room = ARRAY_SIZE(few), all = count_probes(gone);
	struct kpev_probe **many = NULL;
	struct kpev_event *event;
	struct kpev_definition *def;

	if (all > room)
		many = kvmalloc_array(all, sizeof(*many), GFP_KERNEL);
	if (many) {
		batch = many;
		room = all;
	}
	list_for_each_entry(event, gone, node) {
		list_for_each_entry(def, &event->probes, probe.node) {
			if (!def->probe.registered)
				continue;
			def->probe.registered = false;
			kpev_walk_forget(&def->kept);
			batch[nr++] = &def->probe;
			if (nr == room) {
				kpev_probes_unregister(batch, nr);
				nr = 0;
			}
		}
	}
	kpev_probes_unregister(batch, nr);
	kvfree(many);
}

static void free_event(struct kpev_event *event)
{
	struct kpev_definition *def, *next;

	list_for_each_entry_safe(def, next, &event->probes, probe.node)
		forget_definition(def);
	list_del(&event->node);
	hash_del(&event->by_name);
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

/* Remove the probes of @event that are meant; it has others. */
static int remove_some_probes(struct kpev_event *event,
			      const struct kpev_command *cmd)
{
	struct kpev_definition *def, *next;
	bool meant;
	int ret;

	list_for_each_entry_safe(def, next, &event->probes, probe.node) {
		ret = kpev_definition_matches(def, cmd, &meant);
		if (!ret && meant)
			ret = kpev_event_remove_probe(event, &def->probe);
		if (ret)
			return ret;
		if (meant)
			forget_definition(def);
	}
	return 0;
}

/* How many of the event's probes are meant, and how many it has. */
static int count_meant(const struct kpev_event *event,
		       const struct kpev_command *cmd, unsigned int *nr,
		       unsigned int *all)
{
	const struct kpev_definition *def;
	bool meant;
	int ret;

	*nr = 0;
	*all = 0;
	list_for_each_entry(def, &event->probes, probe.node) {
		ret = kpev_definition_matches(def, cmd, &meant);
		if (ret)
			return ret;
		*nr += meant;
		(*all)++;
	}
	return 0;
}

/* Move the events to @victims of which nothing is to be left. */
static int gather_victims(const struct kpev_command *cmd,
			  struct list_head *victims, unsigned int *named,
			  unsigned int *found)
{
	struct kpev_event *event, *next;
	unsigned int meant, all;
	int ret;

	list_for_each_entry_safe(event, next, &events, node) {
		if (!event_is_meant(event, cmd))
			continue;
		ret = count_meant(event, cmd, &meant, &all);
		if (ret)
			return ret;
		(*named)++;
		*found += meant;
		if (meant == all)
			list_move_tail(&event->node, victims);
	}
	return 0;
}

static int remove(const struct kpev_command *cmd, struct kpev_refusal *no)
{
	unsigned int named = 0, found = 0;
	struct kpev_event *event;
	LIST_HEAD(victims);
	int ret;

	ret = gather_victims(cmd, &victims, &named, &found);
	if (ret) {
		list_splice_tail(&victims, &events);
		return ret;
	}
	if (!named)
		return kpev_refuse(no, -ENOENT, KPEV_ERR_NO_EVENT, 2, NULL);
	if (!found)
		return kpev_refuse(no, -ENOENT, KPEV_ERR_NO_PROBE,
				   cmd->where.column, NULL);

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

/* --- trying --- */

static struct kpev_event *find_tried(const struct kpev_trial *trial,
				     const struct kpev_command *cmd)
{
	struct kpev_event *event;

	list_for_each_entry(event, &trial->events, node)
		if (has_name(event, cmd))
			return event;
	return NULL;
}

/* Would the event of the set, or a new one, take @def? */
static int check_meeting(struct kpev_event *event, struct kpev_definition *def,
			 const struct kpev_command *cmd,
			 struct kpev_refusal *no)
{
	struct kpev_event *real = find_event(cmd);
	int ret;

	ret = real ? check_fits(real, def, cmd, no) :
		     kpev_event_check_name(event, no);
	if (!ret && !list_empty(&event->probes))
		ret = check_fits(event, def, cmd, no);
	return ret;
}

/* The trial's own event of that name, which stands for the set's, too. */
static int tried_event(struct kpev_trial *trial, struct kpev_definition *def,
		       const struct kpev_command *cmd,
		       struct kpev_event **event, struct kpev_refusal *no)
{
	int ret;

	*event = find_tried(trial, cmd);
	if (*event)
		return 0;
	ret = kpev_event_create(kpev_command_group(cmd), cmd->event, &def->args,
				event, no);
	if (!ret)
		list_add_tail(&(*event)->node, &trial->events);
	return ret;
}

/**
 * kpev_registry_trial_begin - keep the set as it is, and try definitions
 * @trial: set up; to be ended by kpev_registry_trial_end()
 *
 * Context: may sleep; takes the registry's lock.
 */
void kpev_registry_trial_begin(struct kpev_trial *trial)
{
	INIT_LIST_HEAD(&trial->events);
	mutex_lock(&registry_lock);
	if (!nr_events)
		kpev_core_lock_keep();
}

/**
 * kpev_registry_try - do all of a definition but publish it
 * @trial: what was tried before it is there for it
 * @cmd: the command, not blank
 * @no: why it would be refused
 *
 * Context: may sleep; between the trial's begin and end.
 * Return: 0, or the negative errno that kpev_registry_apply() would return;
 * after that the trial is only to be ended.
 */
int kpev_registry_try(struct kpev_trial *trial, const struct kpev_command *cmd,
		      struct kpev_refusal *no)
{
	struct kpev_definition *def;
	struct kpev_event *event;
	int ret;

	if (cmd->kind == KPEV_COMMAND_REMOVE)
		return kpev_refuse(no, -EINVAL, KPEV_ERR_NO_TRIAL, 0, NULL);
	ret = make_definition(cmd, &def, no);
	if (ret)
		return ret;
	ret = tried_event(trial, def, cmd, &event, no);
	if (!ret)
		ret = check_meeting(event, def, cmd, no);
	if (!ret)
		ret = kpev_definition_place(def, cmd, no);
	if (ret) {
		kpev_definition_free(def);
		return ret;
	}
	def->event = event;
	list_add_tail(&def->probe.node, &event->probes);
	return 0;
}

/**
 * kpev_registry_trial_end - forget what was tried
 * @trial: the trial
 *
 * Context: may sleep for a grace period; releases the registry's lock.
 */
void kpev_registry_trial_end(struct kpev_trial *trial)
{
	struct kpev_event *event, *next;
	struct kpev_definition *def, *after;

	unregister_probes(&trial->events);
	list_for_each_entry_safe(event, next, &trial->events, node) {
		list_for_each_entry_safe(def, after, &event->probes, probe.node)
			kpev_definition_free(def);
		list_del(&event->node);
		kpev_event_free(event);
	}
	if (!nr_events)
		kpev_core_lock_release();
	mutex_unlock(&registry_lock);
}

/* The events whose names match; @nr: how many. To be freed with kvfree(). */
static struct kpev_event **matching_events(const char *group, const char *name,
					   unsigned int *nr)
{
	struct kpev_event **found, *event;

	*nr = 0;
	found = kvmalloc_array(nr_events + 1, sizeof(*found), GFP_KERNEL);
	if (!found)
		return NULL;
	list_for_each_entry(event, &events, node)
		if (glob_match(group, event->group) &&
		    glob_match(name, event->name))
			found[(*nr)++] = event;
	return found;
}

/**
 * kpev_registry_switch - enable or disable events in the main trace buffer
 * @group: a pattern that their group matches, as a shell's
 * @name: one that their name matches
 * @on: which
 * @no: why it is refused
 *
 * Context: may sleep.
 * Return: 0; -ENOENT where no event matches, unless all are asked for; or
 * another negative errno, after all that can be switched have been.
 */
int kpev_registry_switch(const char *group, const char *name, bool on,
			 struct kpev_refusal *no)
{
	struct kpev_event **found;
	unsigned int nr;
	int ret = 0;

	mutex_lock(&registry_lock);
	found = matching_events(group, name, &nr);
	if (!found)
		ret = -ENOMEM;
	else if (nr)
		ret = kpev_events_switch(found, nr, on);
	else if (strcmp(group, "*"))
		ret = kpev_refuse(no, -ENOENT, KPEV_ERR_NO_EVENT, 0, NULL);
	mutex_unlock(&registry_lock);
	kvfree(found);
	return ret;
}

/**
 * kpev_registry_enabled - how many events are enabled, in whatever buffer
 * @all: set to how many there are
 *
 * Context: may sleep.
 */
unsigned int kpev_registry_enabled(unsigned int *all)
{
	const struct kpev_event *event;
	unsigned int nr = 0;

	mutex_lock(&registry_lock);
	list_for_each_entry(event, &events, node)
		nr += READ_ONCE(event->sink.nr_buffers) > 0;
	*all = nr_events;
	mutex_unlock(&registry_lock);
	return nr;
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

/**
 * kpev_registry_abandon - disable all events and remove them
 *
 * Context: may sleep; where nobody but kpev itself knows the events yet.
 */
void kpev_registry_abandon(void)
{
	struct kpev_refusal no = {};
	struct kpev_event *event;

	/* Enabling takes event_mutex, as we do, and never the registry's. */
	mutex_lock(&registry_lock);
	list_for_each_entry(event, &events, node)
		trace_set_clr_event(event->group, event->name, 0);
	mutex_unlock(&registry_lock);
	kpev_registry_clear(&no);
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

static int list_show(struct seq_file *m, void *v)
{
	kpev_definition_show(m, list_entry(v, struct kpev_definition, node),
			     m->private);
	return 0;
}

static int profile_show(struct seq_file *m, void *v)
{
	const struct kpev_definition *def =
		list_entry(v, struct kpev_definition, node);

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
	bool shown = kpev_addresses_are_shown();
	const struct kpev_definition *def;

	mutex_lock(&registry_lock);
	seq_printf(m, "events: %u with %u probes\n", nr_events, nr_definitions);
	list_for_each_entry(def, &definitions, node)
		kpev_definition_status(m, def, shown);
	kpev_layouts_status(m);
	mutex_unlock(&registry_lock);
}

/* --- modules that come and go --- */

/* The module's code is there, its init hasn't run. */
static void module_comes(const char *module)
{
	struct kpev_definition *def;

	list_for_each_entry(def, &definitions, node) {
		/* What has only an address can't be found again. */
		if (def->probe.registered || !def->where.symbol ||
		    strcmp(def->place.module, module))
			continue;
		if (kpev_definition_replace(def))
			continue;
		if (kpev_event_probe_came(def->event, &def->probe))
			kpev_definition_gone(def);
	}
}

/* kprobes has taken the probes off already: of all, or of the init part. */
static void module_goes(const char *module)
{
	struct kpev_definition *def;

	list_for_each_entry(def, &definitions, node) {
		if (!kpev_probe_is_gone(&def->probe) ||
		    strcmp(def->place.module, module))
			continue;
		if (!kpev_event_probe_goes(def->event, &def->probe))
			kpev_definition_gone(def);
	}
}

static int module_changes(struct notifier_block *nb, unsigned long state,
			  void *data)
{
	struct module *module = data;

	mutex_lock(&registry_lock);
	switch (state) {
	case MODULE_STATE_COMING:
		module_comes(module->name);
		break;
	case MODULE_STATE_LIVE:
	case MODULE_STATE_GOING:
		module_goes(module->name);
		break;
	}
	mutex_unlock(&registry_lock);
	return NOTIFY_OK;
}

/*
 * Behind jump labels (1), kprobes' own look at modules and the symbols' (0):
 * they must be done first.
 */
static struct notifier_block module_notifier = {
	.notifier_call = module_changes,
	.priority = -1,
};

/**
 * kpev_registry_init - start to follow modules
 *
 * Return: 0 or a negative errno.
 */
int __init kpev_registry_init(void)
{
	return register_module_notifier(&module_notifier);
}

/**
 * kpev_registry_exit - the mirror of kpev_registry_init()
 */
void kpev_registry_exit(void)
{
	unregister_module_notifier(&module_notifier);
}

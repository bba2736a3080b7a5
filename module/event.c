// SPDX-License-Identifier: GPL-2.0-only
/* Trace events in the tracing core. */
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace_events.h>
#include <linux/tracepoint.h>

#include "argument.h"
#include "compat.h"
#include "core_lock.h"
#include "errors.h"
#include "event.h"
#include "foreign.h"
#include "layout.h"
#include "print.h"
#include "probe.h"
#include "type.h"

/**
 * struct kpev_call - what the tracing core has of an event
 * @node: in the pool; guarded by the registry's lock
 * @call: the call itself
 * @class: a class for each call, since fields hang on the class
 * @tp: the name, in the form that lets BPF programs of the tracepoint type on
 * @group: its group; here, since it is read as long as the call
 * @name: its name
 * @event: the event; NULL once deleted
 * @fields_err: what defining the fields returned; the core drops it
 *
 * Written under event_mutex only.
 */
struct kpev_call {
	struct list_head node;
	struct trace_event_call call;
	struct trace_event_class class;
	struct tracepoint tp;
	char group[KPEV_NAME_LEN];
	char name[KPEV_NAME_LEN];
	struct kpev_event *event;
	int fields_err;
};

/* Deleted calls, see the header; guarded by the registry's lock. */
static LIST_HEAD(pool);

static struct kpev_event *event_of(struct trace_event_call *call)
{
	return container_of(call, struct kpev_call, call)->event;
}

static void disarm_probes(struct kpev_event *event, struct kpev_probe *until)
{
	struct kpev_probe *probe;

	list_for_each_entry(probe, &event->probes, node) {
		if (probe == until)
			break;
		kpev_probe_disarm(probe);
	}
}

/* Arm all probes or none. */
static int arm_probes(struct kpev_event *event)
{
	struct kpev_probe *probe;
	int ret;

	list_for_each_entry(probe, &event->probes, node) {
		ret = kpev_probe_arm(probe);
		if (ret) {
			disarm_probes(event, probe);
			return ret;
		}
	}
	return 0;
}

static int enable_in_buffer(struct kpev_event *event,
			    struct trace_event_file *file)
{
	bool first = !kpev_sink_is_used(&event->sink);
	int ret;

	ret = kpev_sink_add(&event->sink, file);
	if (ret)
		return ret;
	/* Also where only the first of its probes were hit, for a while. */
	event->layout->has_records = true;
	if (first)
		ret = arm_probes(event);
	if (ret)
		kpev_sink_remove(&event->sink, file);
	return ret;
}

static void disable_in_buffer(struct kpev_event *event,
			      struct trace_event_file *file)
{
	kpev_sink_remove(&event->sink, file);
	if (!kpev_sink_is_used(&event->sink) && !event->held)
		disarm_probes(event, NULL);
}

static int enable_perf(struct kpev_event *event)
{
	bool first = !kpev_sink_is_used(&event->sink);
	int ret = 0;

	kpev_sink_set_perf(&event->sink, true);
	if (first)
		ret = arm_probes(event);
	if (ret)
		kpev_sink_set_perf(&event->sink, false);
	return ret;
}

/* The core waits for the hits under way before it frees what they use. */
static void disable_perf(struct kpev_event *event)
{
	kpev_sink_set_perf(&event->sink, false);
	if (!kpev_sink_is_used(&event->sink) && !event->held)
		disarm_probes(event, NULL);
}

/* Called by the tracing core under event_mutex. */
static int event_reg(struct trace_event_call *call, enum trace_reg type,
		     void *data)
{
	struct kpev_event *event = event_of(call);

	if (!event)
		return -ENODEV;
	switch (type) {
	case TRACE_REG_REGISTER:
		return enable_in_buffer(event, data);
	case TRACE_REG_UNREGISTER:
		disable_in_buffer(event, data);
		return 0;
	case TRACE_REG_PERF_REGISTER:
		return enable_perf(event);
	case TRACE_REG_PERF_UNREGISTER:
		disable_perf(event);
		return 0;
	default:
		return 0;
	}
}

static int define_head(struct trace_event_call *call, bool is_return)
{
	int ret;

	if (!is_return)
		return trace_define_field(call, "unsigned long", "__probe_ip",
					  offsetof(struct kpev_entry_head, ip),
					  sizeof(long), 0, FILTER_OTHER);
	ret = trace_define_field(call, "unsigned long", "__probe_func",
				 offsetof(struct kpev_return_head, func),
				 sizeof(long), 0, FILTER_OTHER);
	if (ret)
		return ret;
	return trace_define_field(call, "unsigned long", "__probe_ret_ip",
				  offsetof(struct kpev_return_head, ret_ip),
				  sizeof(long), 0, FILTER_OTHER);
}

/* The core keeps the pointers to the strings; they are the layout's. */
static int define_fields(struct trace_event_call *call)
{
	struct kpev_call *kc = container_of(call, struct kpev_call, call);
	const struct kpev_layout *layout = call->data;
	unsigned int i;
	int ret;

	kpev_call_own(call);
	ret = define_head(call, layout->is_return);
	for (i = 0; !ret && i < layout->nr_fields; i++) {
		const struct kpev_field *field = &layout->field[i];

		ret = trace_define_field(call, field->c_type, field->name,
					 field->at,
					 kpev_value_size(&field->value),
					 kpev_type_is_signed(field->value.type),
					 FILTER_OTHER);
	}
	if (ret)
		kc->fields_err = ret;
	return ret;
}

static struct trace_event_fields event_fields[] = {
	{
		.type = TRACE_FUNCTION_TYPE,
		.define_fields = define_fields,
	},
	{}
};

static struct kpev_call *take_call(void)
{
	struct kpev_call *kc;

	kc = list_first_entry_or_null(&pool, struct kpev_call, node);
	if (kc) {
		list_del_init(&kc->node);
		return kc;
	}
	kc = kzalloc(sizeof(*kc), GFP_KERNEL);
	if (kc)
		INIT_LIST_HEAD(&kc->class.fields);
	return kc;
}

/* Make a call, new or from the pool, that of @event. */
static void dress_call(struct kpev_call *kc, struct kpev_event *event)
{
	struct trace_event_call *call = &kc->call;

	strscpy(kc->group, event->group, sizeof(kc->group));
	strscpy(kc->name, event->name, sizeof(kc->name));
	kc->fields_err = 0;
	kc->class.system = kc->group;
	kc->class.reg = event_reg;
	kc->class.fields_array = event_fields;
	kc->tp.name = kc->name;
	call->class = &kc->class;
	call->tp = &kc->tp;
	/* The id is the layout's: funcs set now would make the core free it. */
	call->event.funcs = NULL;
	call->event.type = event->layout->call.event.type;
	call->print_fmt = event->layout->print_fmt;
	call->data = event->layout;
	call->flags = TRACE_EVENT_FL_TRACEPOINT | KPEV_CALL_FLAGS;
	WRITE_ONCE(kc->event, event);
}

/* What a late reader of a deleted event may find. */
static void undress_call(struct kpev_call *kc)
{
	kc->call.event.funcs = NULL;
	kc->call.print_fmt = "\"\"";
	kc->call.data = NULL;
	WRITE_ONCE(kc->event, NULL);
}

static bool is_own(const struct trace_event_call *call)
{
	return call->class->reg == event_reg;
}

/* Under event_mutex, with the event not in use. */
static int remove_call(struct kpev_call *kc)
{
	struct trace_event_call *call = &kc->call;
	int ret;

	call->event.funcs = NULL;
	kpev_foreign_own_goes(call, is_own);
	ret = trace_remove_event_call(call);
	if (ret)
		call->event.funcs = &kpev_print_functions;
	else
		undress_call(kc);
	return ret;
}

/* Refuse if @event is in use; under event_mutex. */
static int check_idle(const struct kpev_event *event, struct kpev_refusal *no)
{
	const struct trace_event_call *call = &event->call->call;
	int references = kpev_call_references(call);

	if (event->sink.nr_buffers)
		return kpev_refuse(no, -EBUSY, KPEV_ERR_EVENT_BUSY, 0,
				   "%s/%s is enabled in %u trace buffer%s",
				   event->group, event->name,
				   event->sink.nr_buffers,
				   event->sink.nr_buffers > 1 ? "s" : "");
	if (call->perf_refcount)
		return kpev_refuse(no, -EBUSY, KPEV_ERR_EVENT_BUSY, 0,
				   "%s/%s is used by perf or BPF",
				   event->group, event->name);
	if (references)
		return kpev_refuse(no, -EBUSY, KPEV_ERR_EVENT_BUSY, 0,
				   "%s/%s is used by %d other events or triggers",
				   event->group, event->name, references);
	return 0;
}

/**
 * struct publish - the change that adds an event
 * @event: the event
 * @probe: its first probe
 */
struct publish {
	struct kpev_event *event;
	struct kpev_probe *probe;
};

/* Of kpev's own no event has the name: the registry has looked. */
static int check_name(void *data)
{
	const struct kpev_event *event = data;

	return kpev_foreign_has(event->group, event->name, is_own) ? -EEXIST :
								     0;
}

static int publish(void *data)
{
	struct kpev_event *event = ((struct publish *)data)->event;
	struct kpev_probe *probe = ((struct publish *)data)->probe;
	struct kpev_call *kc = event->call;
	int ret;

	ret = check_name(event);
	if (ret)
		return ret;

	dress_call(kc, event);
	ret = trace_add_event_call(&kc->call);
	if (ret) {
		undress_call(kc);
		return ret;
	}
	kpev_foreign_own_came(&kc->call);
	if (kc->fields_err) {
		ret = kc->fields_err;
		remove_call(kc);
		return ret;
	}
	list_add_tail(&probe->node, &event->probes);
	/* For tp_printk, which asks the call itself how to print. */
	kc->call.event.funcs = &kpev_print_functions;
	return 0;
}

/**
 * kpev_event_create - make an event that nobody sees yet
 * @group: its group
 * @name: its name
 * @args: the arguments of its first probe
 * @event: set to the event
 * @no: why there is none
 *
 * Context: may sleep; under the registry's lock.
 * Return: 0 or -ENOMEM.
 */
int kpev_event_create(const char *group, const char *name,
		      const struct kpev_arguments *args,
		      struct kpev_event **event, struct kpev_refusal *no)
{
	struct kpev_event *new;
	int ret;

	new = kzalloc(sizeof(*new), GFP_KERNEL);
	if (!new)
		return -ENOMEM;
	INIT_LIST_HEAD(&new->node);
	INIT_LIST_HEAD(&new->probes);

	ret = kpev_layout_get(group, name, args, &new->layout, no);
	if (ret)
		goto free_event;
	new->group = new->layout->group;
	new->name = new->layout->name;
	new->call = take_call();
	if (!new->call) {
		ret = -ENOMEM;
		goto put_layout;
	}
	kpev_sink_setup(&new->sink, &new->call->call, new->layout->size,
			args->program.nr_texts);
	*event = new;
	return 0;

put_layout:
	kpev_layout_put(new->layout);
free_event:
	kfree(new);
	return ret;
}

static int refuse_name(const struct kpev_event *event, struct kpev_refusal *no)
{
	return kpev_refuse(no, -EEXIST, KPEV_ERR_EVENT_EXIST, 0, "%s/%s",
			   event->group, event->name);
}

/**
 * kpev_event_check_name - may an event be published, as far as names go?
 * @event: the event
 * @no: why not
 *
 * Context: may sleep; under the registry's lock.
 * Return: 0, -EEXIST where any event of the kernel has the name, or what the
 * door returned.
 */
int kpev_event_check_name(struct kpev_event *event, struct kpev_refusal *no)
{
	int ret = kpev_with_core_lock(check_name, event);

	return ret == -EEXIST ? refuse_name(event, no) : ret;
}

static int withdraw(void *data)
{
	struct publish *change = data;
	struct kpev_event *event = change->event;
	struct kpev_refusal no = {};
	int ret;

	/* Somebody may have found it by now. */
	ret = check_idle(event, &no);
	/* A hit may be under way that still knows the core's file. */
	if (!ret && change->probe->was_armed)
		synchronize_rcu();
	if (!ret)
		ret = remove_call(event->call);
	if (!ret)
		list_del_init(&change->probe->node);
	return ret;
}

/**
 * kpev_event_publish - show an event to the tracing core
 * @event: the event
 * @first: its first probe, registered
 * @no: why it is refused
 *
 * Context: may sleep; under the registry's lock.
 * Return: 0, -EEXIST where any event of the kernel has the name, or what the
 * core returned; then nothing is left in the core.
 */
int kpev_event_publish(struct kpev_event *event, struct kpev_probe *first,
		       struct kpev_refusal *no)
{
	struct publish change = { event, first };
	int ret;

	ret = kpev_with_core_lock(publish, &change);
	if (ret == -EEXIST)
		return refuse_name(event, no);
	/* The core doesn't say where it had no memory for that. */
	if (!ret && kpev_core_lacks_folder(event->group, event->name) &&
	    !kpev_with_core_lock(withdraw, &change))
		return -ENOMEM;
	return ret;
}

/**
 * kpev_event_free - free an event
 * @event: the event; not published (any more), no probe of it registered
 *
 * Context: may sleep; under the registry's lock.
 */
void kpev_event_free(struct kpev_event *event)
{
	kpev_sink_cleanup(&event->sink);
	list_add(&event->call->node, &pool);
	kpev_layout_put(event->layout);
	kfree(event);
}

static int add_probe(void *data)
{
	struct publish *change = data;
	int ret = 0;

	if (kpev_sink_is_used(&change->event->sink))
		ret = kpev_probe_arm(change->probe);
	if (!ret)
		list_add_tail(&change->probe->node, &change->event->probes);
	return ret;
}

/**
 * kpev_event_add_probe - add a probe to a published event
 * @event: the event
 * @probe: the probe, registered; armed if the event is in use
 *
 * Context: may sleep; under the registry's lock.
 * Return: 0 or a negative errno.
 */
int kpev_event_add_probe(struct kpev_event *event, struct kpev_probe *probe)
{
	struct publish change = { event, probe };

	return kpev_with_core_lock(add_probe, &change);
}

static int remove_probe(void *data)
{
	struct publish *change = data;

	kpev_probe_disarm(change->probe);
	list_del_init(&change->probe->node);
	return 0;
}

/**
 * kpev_event_remove_probe - take one of several probes from an event
 * @event: the event
 * @probe: the probe; still registered, but not armed
 *
 * Context: may sleep; under the registry's lock.
 * Return: 0 or a negative errno.
 */
int kpev_event_remove_probe(struct kpev_event *event, struct kpev_probe *probe)
{
	struct publish change = { event, probe };

	return kpev_with_core_lock(remove_probe, &change);
}

/**
 * kpev_event_is_published - does the tracing core have the event?
 * @event: the event
 *
 * Context: under the registry's lock.
 */
bool kpev_event_is_published(const struct kpev_event *event)
{
	return READ_ONCE(event->call->event);
}

static int mark_registered(void *data)
{
	struct publish *change = data;
	struct kpev_event *event = change->event;
	struct kpev_probe *probe = change->probe;
	int ret = 0;

	probe->registered = true;
	if (kpev_sink_is_used(&event->sink))
		ret = kpev_probe_arm(probe);
	if (ret)
		probe->registered = false;
	return ret;
}

/**
 * kpev_event_probe_came - a probe of a published event is on its place now
 * @event: the event
 * @probe: the probe, registered but not marked so; armed if the event is in
 *	use
 *
 * Context: may sleep; under the registry's lock.
 * Return: 0, or a negative errno with the probe not marked.
 */
int kpev_event_probe_came(struct kpev_event *event, struct kpev_probe *probe)
{
	struct publish change = { event, probe };

	return kpev_with_core_lock(mark_registered, &change);
}

static int mark_gone(void *data)
{
	struct publish *change = data;

	kpev_probe_disarm(change->probe);
	change->probe->registered = false;
	return 0;
}

/**
 * kpev_event_probe_goes - a probe of a published event leaves its place
 * @event: the event
 * @probe: the probe, to be unregistered next
 *
 * Context: may sleep; under the registry's lock.
 * Return: 0, or a negative errno with the probe as it was.
 */
int kpev_event_probe_goes(struct kpev_event *event, struct kpev_probe *probe)
{
	struct publish change = { event, probe };

	return kpev_with_core_lock_at_any_rate(mark_gone, &change);
}

/**
 * struct switching - many events are being enabled or disabled
 * @events: the events
 * @nr: how many
 * @on: which
 * @probes: room for their probes
 * @nr_probes: how many those are
 */
struct switching {
	struct kpev_event **events;
	unsigned int nr;
	bool on;
	struct kpev_probe **probes;
	unsigned int nr_probes;
};

static void add_probes(struct switching *change, struct kpev_event *event)
{
	struct kpev_probe *probe;

	list_for_each_entry(probe, &event->probes, node)
		change->probes[change->nr_probes++] = probe;
}

/* Are all events of the group among those that are switched? */
static bool is_whole(const char *group)
{
	struct trace_event_call *call;

	list_for_each_entry(call, kpev_core_events(), list) {
		const struct kpev_event *event;

		if (strcmp(call->class->system, group))
			continue;
		event = is_own(call) ? event_of(call) : NULL;
		if (!event || !event->held)
			return false;
	}
	return true;
}

static bool same_group(const struct switching *change, unsigned int i)
{
	return i && !strcmp(change->events[i]->group,
			    change->events[i - 1]->group);
}

/*
 * The core looks through all events of the kernel to switch one, or all of a group:
 * where a group's are switched, it is told the group.
 */
static void find_whole_groups(struct switching *change)
{
	struct kpev_event **events = change->events;
	unsigned int i;

	for (i = 0; i < change->nr; i++)
		events[i]->whole_group = same_group(change, i) ?
			events[i - 1]->whole_group :
			is_whole(events[i]->group);
}

/* Hold the events' probes, which are armed at once where that is wanted. */
static int hold_probes(void *data)
{
	struct switching *change = data;
	unsigned int i;

	change->nr_probes = 0;
	for (i = 0; i < change->nr; i++) {
		change->events[i]->held = true;
		if (change->on)
			add_probes(change, change->events[i]);
	}
	find_whole_groups(change);
	if (change->nr_probes)
		kpev_probes_arm(change->probes, change->nr_probes);
	return 0;
}

/* Disarm at once what nobody uses. */
static int release_probes(void *data)
{
	struct switching *change = data;
	unsigned int i;

	change->nr_probes = 0;
	for (i = 0; i < change->nr; i++) {
		change->events[i]->held = false;
		if (!kpev_sink_is_used(&change->events[i]->sink))
			add_probes(change, change->events[i]);
	}
	if (change->nr_probes)
		kpev_probes_disarm(change->probes, change->nr_probes);
	return 0;
}

static int switch_held(struct switching *change)
{
	unsigned int i;
	int ret, err = 0;

	for (i = 0; i < change->nr; i++) {
		struct kpev_event *event = change->events[i];

		if (event->whole_group && same_group(change, i))
			continue;
		ret = trace_set_clr_event(event->group, event->whole_group ?
					  NULL : event->name, change->on);
		err = err ?: ret;
	}
	return err;
}

/**
 * kpev_events_switch - enable or disable events in the main trace buffer
 * @events: the events
 * @nr: how many, at least 1
 * @on: which
 *
 * The same as their enable files do, but for all of them with one pass over the
 * kernel's text.
 *
 * Context: may sleep; under the registry's lock.
 * Return: 0; or the first negative errno, after the others have been tried.
 */
int kpev_events_switch(struct kpev_event **events, unsigned int nr, bool on)
{
	struct switching change = { .events = events, .nr = nr, .on = on };
	struct kpev_probe *probe;
	unsigned int i;
	int ret;

	for (i = 0; i < nr; i++)
		list_for_each_entry(probe, &events[i]->probes, node)
			change.nr_probes++;
	change.probes = kvmalloc_array(change.nr_probes,
				       sizeof(*change.probes), GFP_KERNEL);
	if (!change.probes)
		return -ENOMEM;
	ret = kpev_with_core_lock(hold_probes, &change);
	if (!ret) {
		ret = switch_held(&change);
		kpev_with_core_lock_at_any_rate(release_probes, &change);
	}
	kvfree(change.probes);
	return ret;
}

/**
 * struct unpublish - the change that removes events
 * @events: the events
 * @no: why it is refused
 */
struct unpublish {
	struct list_head *events;
	struct kpev_refusal *no;
};

static int unpublish(void *data)
{
	struct unpublish *change = data;
	struct kpev_event *event;
	int ret;

	/* A refused attempt of the core's has effects on others: ask first. */
	list_for_each_entry(event, change->events, node) {
		ret = check_idle(event, change->no);
		if (ret)
			return ret;
	}
	/* None is armed but for one that could not be disarmed with others. */
	list_for_each_entry(event, change->events, node)
		disarm_probes(event, NULL);
	/* Hits that were under way when the last of them was disabled. */
	synchronize_rcu();
	list_for_each_entry(event, change->events, node) {
		ret = remove_call(event->call);
		if (ret)
			return kpev_refuse(change->no, ret, KPEV_ERR_EVENT_BUSY,
					   0, "the kernel keeps %s/%s",
					   event->group, event->name);
	}
	return 0;
}

/**
 * kpev_events_unpublish - take events from the tracing core, all or none
 * @events: list of the events by their node
 * @no: why it is refused
 *
 * Context: may sleep; under the registry's lock.
 * Return: 0; -EBUSY where one is in use, and then all are as before.  Should the
 * core refuse one nevertheless, kpev_event_is_published() tells which are left.
 */
int kpev_events_unpublish(struct list_head *events, struct kpev_refusal *no)
{
	struct unpublish change = { events, no };

	return kpev_with_core_lock(unpublish, &change);
}

/**
 * kpev_events_exit - free the pool of calls
 *
 * Context: may sleep; when no event is left.
 */
void kpev_events_exit(void)
{
	struct kpev_call *kc, *next;

	list_for_each_entry_safe(kc, next, &pool, node) {
		list_del(&kc->node);
		kfree(kc);
	}
}

// SPDX-License-Identifier: GPL-2.0-only
/* The door to the tracing core's lock. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <linux/security.h>
#include <linux/string.h>
#include <linux/trace_events.h>

#include "compat.h"
#include "core_lock.h"

#define CONTROL_GROUP	"kpev"

/**
 * struct change - what is to happen inside the door
 * @task: who asked; nobody else's counter gets in
 * @run: the change, or NULL to keep the counter
 * @data: its argument
 * @closing: it is made as a counter is closed, not as one is opened
 * @done: the callback was reached
 * @result: what @run returned
 */
struct change {
	struct task_struct *task;
	int (*run)(void *data);
	void *data;
	bool closing;
	bool done;
	int result;
};

/* One change at a time; taken before event_mutex. */
static DEFINE_MUTEX(door_lock);
/* Written under door_lock, read under event_mutex. */
static struct change *door;
/* The counter that stays open while events exist; guarded by door_lock. */
static struct perf_event *keeper;
/* The head of the core's list of events; set once at init. */
static struct list_head *core_events;

/* The door's own change, or NULL where somebody else is at it. */
static struct change *my_change(void)
{
	struct change *change = READ_ONCE(door);

	return change && change->task == current ? change : NULL;
}

static int open_counter(void)
{
	struct change *change = my_change();

	if (!change)
		return -EPERM;
	change->done = true;
	if (!change->run)
		return 0;
	change->result = change->run(change->data);
	return -ECANCELED;
}

static void close_counter(void)
{
	struct change *change = my_change();

	if (!change || !change->closing)
		return;
	change->done = true;
	change->result = change->run(change->data);
}

static int control_reg(struct trace_event_call *call, enum trace_reg type,
		       void *data)
{
	switch (type) {
	case TRACE_REG_PERF_OPEN:
		return open_counter();
	case TRACE_REG_PERF_REGISTER:
		return my_change() ? 0 : -EPERM;
	case TRACE_REG_PERF_CLOSE:
		close_counter();
		return 0;
	case TRACE_REG_PERF_UNREGISTER:
		return 0;
	case TRACE_REG_PERF_ADD:
	case TRACE_REG_PERF_DEL:
		/* "Done": the core is to put the counter on no list. */
		return 1;
	default:
		return -EPERM;
	}
}

static int control_init(struct trace_event_call *call)
{
	/* Nobody is to enable it or to hang a trigger on it. */
	call->flags |= TRACE_EVENT_FL_IGNORE_ENABLE;
	return trace_event_raw_init(call);
}

static enum print_line_t control_print(struct trace_iterator *iter, int flags,
				       struct trace_event *event)
{
	return TRACE_TYPE_HANDLED;
}

static struct trace_event_functions control_functions = {
	.trace = control_print,
};

static struct trace_event_fields no_fields[] = {
	{}
};

static struct trace_event_class control_class = {
	.system = CONTROL_GROUP,
	.reg = control_reg,
	.raw_init = control_init,
	.fields_array = no_fields,
	.fields = LIST_HEAD_INIT(control_class.fields),
};

static struct trace_event_call control_event = {
	.class = &control_class,
	.name = "control",
	.event.funcs = &control_functions,
	.print_fmt = "\"\"",
};

static struct trace_event_call *control_event_pointer __used
	__section("_ftrace_events") = &control_event;

/* An event that is added only to see where the core's list of events starts. */
static struct trace_event_class marker_class = {
	.system = CONTROL_GROUP,
	.fields_array = no_fields,
	.fields = LIST_HEAD_INIT(marker_class.fields),
};

static struct trace_event_call marker_event = {
	.class = &marker_class,
	.name = "marker",
	.print_fmt = "\"\"",
	.flags = TRACE_EVENT_FL_IGNORE_ENABLE,
};

static int find_core_events(void *unused)
{
	int ret;

	ret = trace_add_event_call(&marker_event);
	if (ret)
		return ret;
	/* The core adds at the head. */
	core_events = marker_event.list.prev;
	return trace_remove_event_call(&marker_event);
}

static struct perf_event *go_through_door(struct change *change)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT,
		.size = sizeof(attr),
		.config = control_event.event.type,
		.disabled = 1,
	};
	struct perf_event *counter;

	lockdep_assert_held(&door_lock);
	WRITE_ONCE(door, change);
	counter = perf_event_create_kernel_counter(&attr,
						   cpumask_any(cpu_online_mask),
						   NULL, NULL, NULL);
	WRITE_ONCE(door, NULL);
	return counter;
}

/**
 * kpev_with_core_lock - make a change under the tracing core's event_mutex
 * @change: the change; it may sleep, and must not come here again
 * @data: its argument
 *
 * Context: may sleep; not from a module's exit, nor under event_mutex.
 * Return: what @change returned, or a negative errno where it could not run.
 */
int kpev_with_core_lock(int (*change)(void *data), void *data)
{
	struct change mine = { .task = current, .run = change, .data = data };
	struct perf_event *counter;

	mutex_lock(&door_lock);
	counter = go_through_door(&mine);
	mutex_unlock(&door_lock);
	if (mine.done)
		return mine.result;
	return IS_ERR(counter) ? PTR_ERR(counter) : -EIO;
}

/**
 * kpev_with_core_lock_at_any_rate - the same, for a change that takes another back
 * @change: the change
 * @data: its argument
 *
 * Opening a counter needs memory.  Closing the one that stays open while events
 * exist needs none, and the core tells of it with the lock held just so.
 *
 * Context: as kpev_with_core_lock(), under the registry's lock.
 * Return: as kpev_with_core_lock(); without memory also where there wasn't enough
 * for that counter, ever since the first event.
 */
int kpev_with_core_lock_at_any_rate(int (*change)(void *data), void *data)
{
	struct change mine = {
		.task = current, .run = change, .data = data, .closing = true,
	};
	int ret = kpev_with_core_lock(change, data);

	if (ret != -ENOMEM)
		return ret;
	mutex_lock(&door_lock);
	if (keeper) {
		WRITE_ONCE(door, &mine);
		perf_event_release_kernel(keeper);
		WRITE_ONCE(door, NULL);
		keeper = NULL;
	}
	mutex_unlock(&door_lock);
	kpev_core_lock_keep();
	return mine.done ? mine.result : ret;
}

/**
 * kpev_core_lock_keep - keep the door's hinges oiled while events exist
 *
 * The last counter on an event to go waits for a grace period under
 * event_mutex.  One that stays open spares every later change that.  It is
 * worth nothing else, so that a failure doesn't matter.
 *
 * Context: may sleep; under the registry's lock.
 */
void kpev_core_lock_keep(void)
{
	struct change mine = { .task = current };
	struct perf_event *counter;

	mutex_lock(&door_lock);
	if (!keeper) {
		counter = go_through_door(&mine);
		if (!IS_ERR(counter))
			keeper = counter;
	}
	mutex_unlock(&door_lock);
}

/**
 * kpev_core_lock_release - the mirror of kpev_core_lock_keep()
 *
 * The counter holds a reference to the module: without this, no unload.
 *
 * Context: may sleep; under the registry's lock.
 */
void kpev_core_lock_release(void)
{
	mutex_lock(&door_lock);
	if (keeper)
		perf_event_release_kernel(keeper);
	keeper = NULL;
	mutex_unlock(&door_lock);
}

/**
 * kpev_core_events - the head of the core's list of events, the newest first
 *
 * All of the kernel's, by the "list" of their calls.
 *
 * Context: in the door.
 */
struct list_head *kpev_core_events(void)
{
	return core_events;
}

/**
 * kpev_core_is_control - is it the event that the door is made of?
 * @call: the event
 *
 * Context: any.  It is in the core's list as long as the module is loaded.
 */
bool kpev_core_is_control(const struct trace_event_call *call)
{
	return call == &control_event;
}

static bool has_folder(const char *group, const char *name)
{
	struct trace_event_file *file = trace_get_event_file(NULL, group, name);
	bool has;

	if (IS_ERR(file))
		return PTR_ERR(file) != -EINVAL;
	has = kpev_has_folder(file);
	trace_put_event_file(file);
	return has;
}

/**
 * kpev_core_lacks_folder - has an event that was added no folder in tracefs?
 * @group: its group
 * @name: its name
 *
 * That of the main trace buffer.  While the kernel boots no event has one yet, also
 * none that each kernel has.
 *
 * Context: may sleep; neither in the door nor under event_mutex.
 */
bool kpev_core_lacks_folder(const char *group, const char *name)
{
	return !has_folder(group, name) &&
	       has_folder("sched", "sched_switch");
}

/**
 * kpev_core_lock_init - open the door for the first time
 *
 * Context: module init.
 * Return: 0, or a negative errno after saying in the kernel log why.
 */
int __init kpev_core_lock_init(void)
{
	int ret;

	/* The core passes a tainted module's events over without a word. */
	if (!control_event.event.type || !control_event.list.next) {
		if (security_locked_down(LOCKDOWN_TRACEFS)) {
			pr_err("the kernel is locked down, and traces nothing\n");
			return -EPERM;
		}
		pr_err("the kernel has not taken kpev's control event: was the module forced, or is tracing off?\n");
		return -EOPNOTSUPP;
	}
	ret = kpev_with_core_lock(find_core_events, NULL);
	if (ret)
		pr_err("no way to the tracing core's lock: %d\n", ret);
	return ret;
}

/**
 * kpev_core_lock_exit - the mirror of kpev_core_lock_init()
 *
 * The tracing core takes the control event back by itself.
 */
void kpev_core_lock_exit(void)
{
	kpev_core_lock_release();
}

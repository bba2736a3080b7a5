/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One trace event in the tracing core: its fields, its enabling, its lifetime.
 *
 * An event's call is memory that the core may still read after the event was
 * deleted (an open format file on older kernels).  So deleted calls go to a
 * pool and come back only as calls, until kpev goes: who has a format file open
 * then must not read on there, as with any module's events.
 */
#ifndef KPEV_EVENT_H
#define KPEV_EVENT_H

#include <linux/list.h>
#include <linux/types.h>

#include "command.h"
#include "record.h"

struct kpev_arguments;
struct kpev_call;
struct kpev_layout;
struct kpev_probe;
struct kpev_refusal;

/**
 * struct kpev_event - a trace event
 * @node: in the registry's list; the registry's lock
 * @by_name: in the registry's table; the registry's lock
 * @group: its group, the layout's
 * @name: its name, the layout's
 * @call: what the tracing core has of it
 * @layout: what its records look like
 * @sink: where its records go
 * @held: its probes are neither armed nor disarmed with its use for now; guarded
 *	by event_mutex
 * @whole_group: so are all events of its group, and the kernel has no other there;
 *	guarded by the registry's lock
 * @probes: its probes, armed while the sink is used; changed under event_mutex
 *	and the registry's lock, so that either is enough to read
 */
struct kpev_event {
	struct list_head node;
	struct hlist_node by_name;
	const char *group;
	const char *name;
	struct kpev_call *call;
	struct kpev_layout *layout;
	struct kpev_sink sink;
	bool held;
	bool whole_group;
	struct list_head probes;
};

int kpev_event_create(const char *group, const char *name,
		      const struct kpev_arguments *args,
		      struct kpev_event **event, struct kpev_refusal *no);
int kpev_event_check_name(struct kpev_event *event, struct kpev_refusal *no);
int kpev_event_publish(struct kpev_event *event, struct kpev_probe *first,
		       struct kpev_refusal *no);
bool kpev_event_is_published(const struct kpev_event *event);
void kpev_event_free(struct kpev_event *event);
int kpev_event_add_probe(struct kpev_event *event, struct kpev_probe *probe);
int kpev_event_remove_probe(struct kpev_event *event, struct kpev_probe *probe);
int kpev_event_probe_came(struct kpev_event *event, struct kpev_probe *probe);
int kpev_event_probe_goes(struct kpev_event *event, struct kpev_probe *probe);
int kpev_events_switch(struct kpev_event **events, unsigned int nr, bool on);
int kpev_events_unpublish(struct list_head *events, struct kpev_refusal *no);
void kpev_events_exit(void);

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The one door through which changes run under the tracing core's own lock.
 *
 * trace_add_event_call() and trace_remove_event_call() want event_mutex, which
 * no module can take.  But the core itself calls an event's reg() with it held,
 * when a perf counter is opened on the event.  So kpev has a static event of
 * its own, kpev:control; to change something, it opens a counter on that and
 * makes the change inside the callback.  The callback then refuses the counter.
 *
 * Lock order: the registry's lock, then event_mutex.  What runs in the door, or
 * in any event's reg(), must not take the registry's lock.
 */
#ifndef KPEV_CORE_LOCK_H
#define KPEV_CORE_LOCK_H

#include <linux/types.h>

struct list_head;
struct trace_event_call;

int kpev_core_lock_init(void);
void kpev_core_lock_exit(void);
int kpev_with_core_lock(int (*change)(void *data), void *data);
int kpev_with_core_lock_at_any_rate(int (*change)(void *data), void *data);
void kpev_core_lock_keep(void);
void kpev_core_lock_release(void);
struct list_head *kpev_core_events(void);
bool kpev_core_is_control(const struct trace_event_call *call);
bool kpev_core_lacks_folder(const char *group, const char *name);

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The names of all events that aren't kpev's.
 *
 * The kernel has thousands of events and no table of their names.  Most names that
 * are asked for are nobody's, and that is known here without a look at each event.
 *
 * All of it is used in the door only (core_lock.h).
 */
#ifndef KPEV_FOREIGN_H
#define KPEV_FOREIGN_H

#include <linux/types.h>

struct trace_event_call;

/* Is it one of kpev's probe events? */
typedef bool (*kpev_is_own_t)(const struct trace_event_call *call);

bool kpev_foreign_has(const char *group, const char *name,
		      kpev_is_own_t is_own);
void kpev_foreign_own_came(struct trace_event_call *call);
void kpev_foreign_own_goes(struct trace_event_call *call,
			   kpev_is_own_t is_own);

#endif

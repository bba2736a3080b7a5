// SPDX-License-Identifier: GPL-2.0-only
/* A map of the names that events of others have. */
#include <linux/bitmap.h>
#include <linux/hash.h>
#include <linux/list.h>
#include <linux/string.h>
#include <linux/stringhash.h>
#include <linux/trace_events.h>

#include "core_lock.h"
#include "foreign.h"

#define MAP_BITS	16

/* A clear bit: no event of others has a name of that hash. */
static DECLARE_BITMAP(map, 1 << MAP_BITS);
/* Names that were put into it, and how many at first; some have gone since. */
static unsigned int nr_names, nr_at_first;
/*
 * The newest own event that the core has.  It adds at the head of its list, so that
 * the map knows whatever is behind this.  NULL: it knows nothing yet.
 */
static struct trace_event_call *newest;

static unsigned int bit_of(const char *group, const char *name)
{
	unsigned long seed = hashlen_hash(hashlen_string(NULL, group));

	return hash_32(hashlen_hash(hashlen_string((void *)seed, name)),
		       MAP_BITS);
}

static void learn(struct trace_event_call *call)
{
	const char *name = trace_event_name(call);

	if (!name)
		return;
	__set_bit(bit_of(call->class->system, name), map);
	nr_names++;
}

/* Put into the map what has come since. */
static void refresh(kpev_is_own_t is_own)
{
	struct trace_event_call *call;
	bool anew = !newest || nr_names > 2 * nr_at_first;

	if (anew) {
		bitmap_zero(map, 1 << MAP_BITS);
		nr_names = 0;
	}
	list_for_each_entry(call, kpev_core_events(), list) {
		if (!anew && call == newest)
			break;
		if (!is_own(call))
			learn(call);
	}
	if (anew)
		nr_at_first = nr_names;
}

static bool look_at_each(const char *group, const char *name,
			 kpev_is_own_t is_own)
{
	struct trace_event_call *call;

	list_for_each_entry(call, kpev_core_events(), list) {
		const char *other = trace_event_name(call);

		if (other && !strcmp(other, name) &&
		    !strcmp(call->class->system, group) && !is_own(call))
			return true;
	}
	return false;
}

/**
 * kpev_foreign_has - has an event of others this name?
 * @group: the group
 * @name: the name
 * @is_own: tells kpev's events from those of others
 *
 * Context: in the door.
 */
bool kpev_foreign_has(const char *group, const char *name,
		      kpev_is_own_t is_own)
{
	refresh(is_own);
	return test_bit(bit_of(group, name), map) &&
	       look_at_each(group, name, is_own);
}

/**
 * kpev_foreign_own_came - the core has got one of kpev's events
 * @call: the event
 *
 * Context: in the door, where kpev_foreign_has() was asked just before.
 */
void kpev_foreign_own_came(struct trace_event_call *call)
{
	newest = call;
}

/**
 * kpev_foreign_own_goes - the core is about to lose one of kpev's events
 * @call: the event; no harm is done if it stays nevertheless
 * @is_own: tells kpev's events from those of others
 *
 * Context: in the door.
 */
void kpev_foreign_own_goes(struct trace_event_call *call,
			   kpev_is_own_t is_own)
{
	if (call != newest)
		return;
	/* The control event is older than any of them, and stays. */
	list_for_each_entry_continue(call, kpev_core_events(), list) {
		if (is_own(call) || kpev_core_is_control(call)) {
			newest = call;
			return;
		}
	}
	newest = NULL;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One probe point: a kprobe or a kretprobe behind one small interface.
 *
 * A probe knows nothing of events.  On a hit it calls functions with a
 * pointer, all given at its setup.
 *
 * At a function's entry, hits come through ftrace where it has a hook there.  A
 * kprobe stands by, not armed: from the start where only it can say what the kernel
 * allows, or when the place is gone; else since the probe was armed by itself.
 */
#ifndef KPEV_PROBE_H
#define KPEV_PROBE_H

#include <linux/kprobes.h>
#include <linux/list.h>
#include <linux/types.h>

#include "fentry.h"

struct kpev_return;

/**
 * struct kpev_probe_ops - what a probe calls, both NOKPROBE_SYMBOL
 * @hit: on each hit of an armed probe, with preemption off, possibly in NMI
 * @keep: for a return probe that keeps words of the function's entry: fills
 *	them in, in the same context
 */
struct kpev_probe_ops {
	void (*hit)(void *data, struct pt_regs *regs,
		    const struct kpev_return *ret);
	void (*keep)(void *data, struct pt_regs *regs, unsigned long *saved);
};

/* What a probe is hit through. */
enum kpev_probe_way {
	KPEV_PROBE_KPROBE,	/* the kprobe, or the kretprobe */
	KPEV_PROBE_FENTRY,
};

/**
 * struct kpev_probe - a probe point
 * @node: in the list of its event's probes; the event's
 * @ops: what is called
 * @data: what it is called with
 * @is_return: a return probe
 * @has_kprobe: its kprobe is registered, or its kretprobe; guarded by event_mutex
 *	while @registered
 * @registered: it is on its place; guarded by event_mutex while its event is
 *	published, and then one that isn't can be armed and disarmed in vain
 * @armed: it is hit, or would be; guarded by event_mutex
 * @was_armed: it may have been hit at this place
 * @way: what by, if it is
 * @counts: hits and misses
 * @missed: misses of its kprobe at places where it was before
 * @rp: the kretprobe; a probe at an address uses only its kprobe
 * @fentry: the way through ftrace; no ip: there is none
 */
struct kpev_probe {
	struct list_head node;
	const struct kpev_probe_ops *ops;
	void *data;
	bool is_return;
	bool has_kprobe;
	bool registered;
	bool armed;
	bool was_armed;
	enum kpev_probe_way way;
	struct kpev_counts __percpu *counts;
	unsigned long missed;
	struct kretprobe rp;
	struct kpev_fentry fentry;
};

/**
 * struct kpev_probe_needs - what a probe asks for at its place
 * @maxactive: for a return probe, how many calls may be under way at once; 0:
 *	the default
 * @saved_words: for a return probe, how many words its entry keeps
 * @all_registers: a hit needs registers beyond kpev_is_entry_register()
 * @hook: for a probe at a function's entry, where ftrace has a hook in the kernel's
 *	own text on which a kprobe is known to be allowed; 0: kprobes is asked
 */
struct kpev_probe_needs {
	unsigned int maxactive;
	unsigned int saved_words;
	bool all_registers;
	unsigned long hook;
};

int kpev_probe_setup(struct kpev_probe *probe, bool is_return,
		     const struct kpev_probe_ops *ops, void *data);
void kpev_probe_cleanup(struct kpev_probe *probe);
int kpev_probe_register(struct kpev_probe *probe, unsigned long address,
			const struct kpev_probe_needs *needs);
const char *kpev_probe_way_name(const struct kpev_probe *probe);
void kpev_probes_unregister(struct kpev_probe **probes, unsigned int nr);
int kpev_probe_arm(struct kpev_probe *probe);
void kpev_probe_disarm(struct kpev_probe *probe);
void kpev_probes_arm(struct kpev_probe **probes, unsigned int nr);
void kpev_probes_disarm(struct kpev_probe **probes, unsigned int nr);
bool kpev_probe_is_gone(const struct kpev_probe *probe);
unsigned long kpev_probe_hits(const struct kpev_probe *probe);
unsigned long kpev_probe_misses(const struct kpev_probe *probe);

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One probe point: a kprobe or a kretprobe behind one small interface.
 *
 * A probe knows nothing of events.  On a hit it calls functions with a
 * pointer, all given at its setup.
 */
#ifndef KPEV_PROBE_H
#define KPEV_PROBE_H

#include <linux/kprobes.h>
#include <linux/list.h>
#include <linux/types.h>

struct kpev_hit;

/**
 * struct kpev_probe_ops - what a probe calls, both NOKPROBE_SYMBOL
 * @hit: on each hit of an armed probe, with preemption off, possibly in NMI
 * @keep: for a return probe that keeps words of the function's entry: fills
 *	them in, in the same context
 */
struct kpev_probe_ops {
	void (*hit)(void *data, const struct kpev_hit *hit);
	void (*keep)(void *data, struct pt_regs *regs, unsigned long *saved);
};

/**
 * struct kpev_probe - a probe point
 * @node: in the list of its event's probes; the event's
 * @ops: what is called
 * @data: what it is called with
 * @is_return: a return probe
 * @registered: it is on its place; guarded by event_mutex while its event is
 *	published, and then one that isn't can be armed and disarmed in vain
 * @hits: times that it was hit while armed, per CPU
 * @missed: misses at places where it was before
 * @rp: the kretprobe; a probe at an address uses only its kprobe
 */
struct kpev_probe {
	struct list_head node;
	const struct kpev_probe_ops *ops;
	void *data;
	bool is_return;
	bool registered;
	unsigned long __percpu *hits;
	unsigned long missed;
	struct kretprobe rp;
};

int kpev_probe_setup(struct kpev_probe *probe, bool is_return,
		     const struct kpev_probe_ops *ops, void *data);
void kpev_probe_cleanup(struct kpev_probe *probe);
int kpev_probe_register(struct kpev_probe *probe, unsigned long address,
			unsigned int maxactive, unsigned int saved_words);
void kpev_probes_unregister(struct kpev_probe **probes, unsigned int nr);
int kpev_probe_arm(struct kpev_probe *probe);
void kpev_probe_disarm(struct kpev_probe *probe);
bool kpev_probe_is_gone(const struct kpev_probe *probe);
unsigned long kpev_probe_hits(const struct kpev_probe *probe);
unsigned long kpev_probe_misses(const struct kpev_probe *probe);

#endif

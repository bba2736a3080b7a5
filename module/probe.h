/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One probe point: a kprobe or a kretprobe behind one small interface.
 *
 * A probe knows nothing of events.  On a hit it calls a function with a
 * pointer, both given at its setup.
 */
#ifndef KPEV_PROBE_H
#define KPEV_PROBE_H

#include <linux/kprobes.h>
#include <linux/list.h>
#include <linux/types.h>

/**
 * typedef kpev_hit_fn - called on each hit of an armed probe
 * @data: the pointer given at setup
 * @regs: the registers at the probe point
 * @return_address: for a return probe, where the function returns to; else 0
 *
 * Context: preemption off, possibly NMI; must be NOKPROBE_SYMBOL.
 */
typedef void (*kpev_hit_fn)(void *data, struct pt_regs *regs,
			    unsigned long return_address);

/**
 * struct kpev_probe - a probe point
 * @node: in the list of its event's probes; the event's
 * @hit: what is called on a hit
 * @data: what it is called with
 * @is_return: a return probe
 * @hits: times that it was hit while armed, per CPU
 * @rp: the kretprobe; a probe at an address uses only its kprobe
 */
struct kpev_probe {
	struct list_head node;
	kpev_hit_fn hit;
	void *data;
	bool is_return;
	unsigned long __percpu *hits;
	struct kretprobe rp;
};

int kpev_probe_setup(struct kpev_probe *probe, bool is_return,
		     kpev_hit_fn hit, void *data);
void kpev_probe_cleanup(struct kpev_probe *probe);
int kpev_probe_register(struct kpev_probe *probe, unsigned long address,
			unsigned int maxactive);
void kpev_probes_unregister(struct kpev_probe **probes, unsigned int nr);
int kpev_probe_arm(struct kpev_probe *probe);
void kpev_probe_disarm(struct kpev_probe *probe);
unsigned long kpev_probe_hits(const struct kpev_probe *probe);
unsigned long kpev_probe_misses(const struct kpev_probe *probe);

#endif

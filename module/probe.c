// SPDX-License-Identifier: GPL-2.0-only
/* Probe points on kprobes and kretprobes. */
#include <linux/kprobes.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/string.h>

#include "fetch.h"
#include "probe.h"

/* Unregistered at once, that is, for one grace period; they are on the stack. */
#define BATCH	64

static int kprobe_hit(struct kprobe *kp, struct pt_regs *regs)
{
	struct kpev_probe *probe = container_of(kp, struct kpev_probe, rp.kp);
	struct kpev_hit hit = { .regs = regs };

	this_cpu_inc(*probe->hits);
	probe->ops->hit(probe->data, &hit);
	return 0;
}

NOKPROBE_SYMBOL(kprobe_hit);

static int kretprobe_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kretprobe *rp = get_kretprobe(ri);
	struct kpev_probe *probe;

	if (unlikely(!rp))
		return 0;
	probe = container_of(rp, struct kpev_probe, rp);
	probe->ops->keep(probe->data, regs, (unsigned long *)ri->data);
	return 0;
}

NOKPROBE_SYMBOL(kretprobe_entry);

static int kretprobe_hit(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kretprobe *rp = get_kretprobe(ri);
	struct kpev_hit hit = {
		.regs = regs,
		.return_address = get_kretprobe_retaddr(ri),
		.saved = (unsigned long *)ri->data,
	};
	struct kpev_probe *probe;

	/* Unregistered while the function ran. */
	if (unlikely(!rp))
		return 0;

	probe = container_of(rp, struct kpev_probe, rp);
	this_cpu_inc(*probe->hits);
	probe->ops->hit(probe->data, &hit);
	return 0;
}

NOKPROBE_SYMBOL(kretprobe_hit);

/**
 * kpev_probe_setup - prepare a probe for registering
 * @probe: the probe, zeroed
 * @is_return: a return probe
 * @ops: what to call
 * @data: what to call it with
 *
 * Context: may sleep.
 * Return: 0 or -ENOMEM.
 */
int kpev_probe_setup(struct kpev_probe *probe, bool is_return,
		     const struct kpev_probe_ops *ops, void *data)
{
	INIT_LIST_HEAD(&probe->node);
	probe->is_return = is_return;
	probe->ops = ops;
	probe->data = data;
	probe->hits = alloc_percpu(unsigned long);
	return probe->hits ? 0 : -ENOMEM;
}

/**
 * kpev_probe_cleanup - the mirror of kpev_probe_setup()
 * @probe: the probe, not registered; also one that was never set up, zeroed
 */
void kpev_probe_cleanup(struct kpev_probe *probe)
{
	free_percpu(probe->hits);
}

/**
 * kpev_probe_register - put a probe on its place, not armed
 * @probe: the probe, set up
 * @address: the place
 * @maxactive: for a return probe, how many calls may be under way at once; 0:
 *	the kernel's default
 * @saved_words: for a return probe, how many words its entry keeps
 *
 * The caller sets @registered where others may look at it by then.
 *
 * Context: may sleep.
 * Return: 0 or what register_kprobe() or register_kretprobe() says.
 */
int kpev_probe_register(struct kpev_probe *probe, unsigned long address,
			unsigned int maxactive, unsigned int saved_words)
{
	struct kretprobe *rp = &probe->rp;

	/* The core writes to it, also when it refuses. */
	memset(rp, 0, sizeof(*rp));
	rp->kp.addr = (kprobe_opcode_t *)address;
	rp->kp.flags = KPROBE_FLAG_DISABLED;
	if (!probe->is_return) {
		rp->kp.pre_handler = kprobe_hit;
		return register_kprobe(&rp->kp);
	}
	rp->handler = kretprobe_hit;
	rp->maxactive = maxactive;
	if (saved_words) {
		rp->entry_handler = kretprobe_entry;
		rp->data_size = saved_words * sizeof(long);
	}
	return register_kretprobe(rp);
}

static void unregister_batch(struct kpev_probe **probes, unsigned int nr)
{
	struct kretprobe *returns[BATCH];
	struct kprobe *entries[BATCH];
	unsigned int i, nr_returns = 0, nr_entries = 0;

	for (i = 0; i < nr; i++) {
		probes[i]->missed = kpev_probe_misses(probes[i]);
		if (probes[i]->is_return)
			returns[nr_returns++] = &probes[i]->rp;
		else
			entries[nr_entries++] = &probes[i]->rp.kp;
	}
	if (nr_entries)
		unregister_kprobes(entries, nr_entries);
	if (nr_returns)
		unregister_kretprobes(returns, nr_returns);
	for (i = 0; i < nr; i++) {
		probes[i]->rp.kp.nmissed = 0;
		probes[i]->rp.nmissed = 0;
	}
}

/**
 * kpev_probes_unregister - take probes off their places
 * @probes: the probes, registered
 * @nr: how many
 *
 * When this returns, none of them is hit any more.  The caller has cleared
 * @registered.
 *
 * Context: may sleep, for a grace period for each batch of probes.
 */
void kpev_probes_unregister(struct kpev_probe **probes, unsigned int nr)
{
	while (nr) {
		unsigned int some = min_t(unsigned int, nr, BATCH);

		unregister_batch(probes, some);
		probes += some;
		nr -= some;
	}
}

/**
 * kpev_probe_arm - let a registered probe be hit
 * @probe: the probe; one that isn't registered stays so
 *
 * Context: may sleep; the caller holds event_mutex, which guards the state.
 * Return: 0, or a negative errno with the probe as it was.
 */
int kpev_probe_arm(struct kpev_probe *probe)
{
	return probe->registered ? enable_kprobe(&probe->rp.kp) : 0;
}

/**
 * kpev_probe_disarm - let a registered probe be hit no more
 * @probe: the probe; hits may still be under way when this returns
 *
 * Context: may sleep; the caller holds event_mutex.
 */
void kpev_probe_disarm(struct kpev_probe *probe)
{
	if (probe->registered)
		disable_kprobe(&probe->rp.kp);
}

/**
 * kpev_probe_is_gone - has the kernel taken the probe off with its code?
 * @probe: the probe
 *
 * Return: true where it is registered but its module, or the init part of it,
 * has been freed.
 */
bool kpev_probe_is_gone(const struct kpev_probe *probe)
{
	return probe->registered && probe->rp.kp.flags & KPROBE_FLAG_GONE;
}

/**
 * kpev_probe_hits - times that a probe was hit while armed
 * @probe: the probe
 */
unsigned long kpev_probe_hits(const struct kpev_probe *probe)
{
	unsigned long hits = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		hits += *per_cpu_ptr(probe->hits, cpu);
	return hits;
}

/**
 * kpev_probe_misses - hits that the kernel had to drop
 * @probe: the probe
 *
 * Return: those of the kprobe (hit inside another) and of the kretprobe (more
 * calls under way than maxactive).
 */
unsigned long kpev_probe_misses(const struct kpev_probe *probe)
{
	return probe->missed + probe->rp.kp.nmissed + probe->rp.nmissed;
}

// SPDX-License-Identifier: GPL-2.0-only
/* Probe points on kprobes and kretprobes. */
#include <linux/kprobes.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/string.h>

#include "fetch.h"
#include "probe.h"

/* Unregistered at once, that is, for one grace period, without memory for more. */
#define BATCH	32

static bool use_ftrace = true;
module_param_named(ftrace, use_ftrace, bool, 0444);
MODULE_PARM_DESC(ftrace, "probe functions' entries through ftrace and not by kprobes");

static nokprobe_inline void hit(struct kpev_probe *probe, struct pt_regs *regs,
				const struct kpev_return *ret)
{
	unsigned int outer = kpev_hit_begin();

	if (unlikely(outer == KPEV_RECURSION)) {
		this_cpu_inc(probe->counts->missed);
		return;
	}
	this_cpu_inc(probe->counts->hits);
	probe->ops->hit(probe->data, regs, ret);
	kpev_hit_end(outer);
}

static int kprobe_hit(struct kprobe *kp, struct pt_regs *regs)
{
	hit(container_of(kp, struct kpev_probe, rp.kp), regs, NULL);
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
	struct kpev_return ret = {
		.address = get_kretprobe_retaddr(ri),
		.saved = (unsigned long *)ri->data,
	};

	/* Unless it was unregistered while the function ran. */
	if (likely(rp))
		hit(container_of(rp, struct kpev_probe, rp), regs, &ret);
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
	probe->counts = alloc_percpu(struct kpev_counts);
	return probe->counts ? 0 : -ENOMEM;
}

/**
 * kpev_probe_cleanup - the mirror of kpev_probe_setup()
 * @probe: the probe, not registered; also one that was never set up, zeroed
 */
void kpev_probe_cleanup(struct kpev_probe *probe)
{
	free_percpu(probe->counts);
}

/* The core writes to it, also when it refuses. */
static void setup_kprobe(struct kpev_probe *probe, unsigned long address)
{
	probe->rp = (struct kretprobe){
		.kp = {
			.addr = (kprobe_opcode_t *)address,
			.flags = KPROBE_FLAG_DISABLED,
			.pre_handler = probe->is_return ? NULL : kprobe_hit,
		},
	};
}

static int ensure_kprobe(struct kpev_probe *probe, unsigned long address)
{
	int ret;

	if (probe->has_kprobe)
		return 0;
	setup_kprobe(probe, address);
	ret = register_kprobe(&probe->rp.kp);
	probe->has_kprobe = !ret;
	return ret;
}

static int register_entry(struct kpev_probe *probe, unsigned long address,
			  const struct kpev_probe_needs *needs)
{
	bool ftrace = use_ftrace && kpev_fentry_is_there();
	const struct kprobe *kp = &probe->rp.kp;
	unsigned long hook = ftrace ? needs->hook : 0;
	int ret;

	if (!hook) {
		ret = ensure_kprobe(probe, address);
		if (ret)
			return ret;
		if (ftrace && kp->flags & KPROBE_FLAG_FTRACE)
			hook = (unsigned long)kp->addr;
	}
	probe->fentry = (struct kpev_fentry){
		.ip = hook,
		.all_registers = needs->all_registers,
		.hit = probe->ops->hit,
		.data = probe->data,
		.counts = probe->counts,
	};
	if (hook)
		kpev_fentry_prepare();
	return 0;
}

static int register_return(struct kpev_probe *probe, unsigned long address,
			   const struct kpev_probe_needs *needs)
{
	struct kretprobe *rp = &probe->rp;
	int ret;

	setup_kprobe(probe, address);
	rp->handler = kretprobe_hit;
	rp->maxactive = needs->maxactive;
	if (needs->saved_words) {
		rp->entry_handler = kretprobe_entry;
		rp->data_size = needs->saved_words * sizeof(long);
	}
	ret = register_kretprobe(rp);
	probe->has_kprobe = !ret;
	return ret;
}

/**
 * kpev_probe_register - put a probe on its place, not armed
 * @probe: the probe, set up
 * @address: the place
 * @needs: what it needs there
 *
 * The caller sets @registered where others may look at it by then.
 *
 * Context: may sleep.
 * Return: 0 or what register_kprobe() or register_kretprobe() says.
 */
int kpev_probe_register(struct kpev_probe *probe, unsigned long address,
			const struct kpev_probe_needs *needs)
{
	probe->fentry.ip = 0;
	if (probe->is_return)
		return register_return(probe, address, needs);
	return register_entry(probe, address, needs);
}

/* @room: for @nr pointers of each kind, behind one another */
static void unregister_batch(struct kpev_probe **probes, unsigned int nr,
			     void **room)
{
	struct kretprobe **returns = (struct kretprobe **)room;
	struct kprobe **entries = (struct kprobe **)room + nr;
	unsigned int i, nr_returns = 0, nr_entries = 0;
	bool was_armed = false;

	for (i = 0; i < nr; i++) {
		was_armed |= probes[i]->was_armed;
		if (probes[i]->is_return)
			returns[nr_returns++] = &probes[i]->rp;
		else if (probes[i]->has_kprobe)
			entries[nr_entries++] = &probes[i]->rp.kp;
	}
	if (nr_entries)
		unregister_kprobes(entries, nr_entries);
	if (nr_returns)
		unregister_kretprobes(returns, nr_returns);
	/* As these do, for the hits through ftrace. */
	if (was_armed && !nr_entries && !nr_returns)
		synchronize_rcu();
	for (i = 0; i < nr; i++) {
		probes[i]->has_kprobe = false;
		probes[i]->was_armed = false;
		probes[i]->missed += probes[i]->rp.kp.nmissed +
				     probes[i]->rp.nmissed;
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
 * Context: may sleep, for a grace period for each kind, unless there is nothing to
 * wait for; without memory for all of them at once, for each batch.
 */
void kpev_probes_unregister(struct kpev_probe **probes, unsigned int nr)
{
	void *few[2 * BATCH], **many = NULL;

	if (nr > BATCH)
		many = kvmalloc_array(nr, 2 * sizeof(*many), GFP_KERNEL);
	if (many) {
		unregister_batch(probes, nr, many);
		kvfree(many);
		return;
	}
	while (nr) {
		unsigned int some = min_t(unsigned int, nr, BATCH);

		unregister_batch(probes, some, few);
		probes += some;
		nr -= some;
	}
}

/**
 * kpev_probe_arm - let a registered probe be hit
 * @probe: the probe; nothing happens to one that isn't registered, or whose code has
 *	been freed, of which the event's owner is told later than the kprobe
 *
 * From now on it has a kprobe, also where that isn't armed: in kprobes' list one sees
 * what is probed.  Should ftrace refuse, it is the kprobe that is hit.
 *
 * Context: may sleep; the caller holds event_mutex, which guards the state.
 * Return: 0, or a negative errno with the probe not armed.
 */
int kpev_probe_arm(struct kpev_probe *probe)
{
	int ret;

	if (!probe->registered || probe->armed || kpev_probe_is_gone(probe))
		return 0;
	probe->was_armed = true;
	ret = ensure_kprobe(probe, probe->fentry.ip);
	probe->way = KPEV_PROBE_FENTRY;
	if (!probe->fentry.ip || kpev_fentry_add(&probe->fentry)) {
		probe->way = KPEV_PROBE_KPROBE;
		/* Since 7.3 it is only here that the kernel says so if it can't. */
		ret = ret ?: enable_kprobe(&probe->rp.kp);
		if (ret)
			return kpev_probe_is_gone(probe) ? 0 : ret;
	}
	probe->armed = true;
	return 0;
}

/**
 * kpev_probe_disarm - let a registered probe be hit no more
 * @probe: the probe; hits may still be under way when this returns
 *
 * Context: may sleep; the caller holds event_mutex.
 */
void kpev_probe_disarm(struct kpev_probe *probe)
{
	if (!probe->armed)
		return;
	probe->armed = false;
	if (probe->way == KPEV_PROBE_FENTRY)
		kpev_fentry_remove(&probe->fentry);
	else if (!kpev_probe_is_gone(probe))
		disable_kprobe(&probe->rp.kp);
}

/**
 * kpev_probes_arm - let probes be hit, with one pass over the kernel's text
 * @probes: the probes
 * @nr: how many
 *
 * Those are left as they are for kpev_probe_arm() for which that doesn't go.
 *
 * Context: may sleep; the caller holds event_mutex.
 */
void kpev_probes_arm(struct kpev_probe **probes, unsigned int nr)
{
	struct kpev_fentry **fentries;
	unsigned int i, found = 0;

	fentries = kvmalloc_array(nr, sizeof(*fentries), GFP_KERNEL);
	if (!fentries)
		return;
	for (i = 0; i < nr; i++) {
		if (!probes[i]->registered || probes[i]->armed ||
		    !probes[i]->fentry.ip)
			continue;
		fentries[found++] = &probes[i]->fentry;
		/* Some are hit for a while also where it fails. */
		probes[i]->was_armed = true;
	}
	if (found && !kpev_fentry_add_many(fentries, found)) {
		for (i = 0; i < nr; i++) {
			if (!probes[i]->registered || probes[i]->armed ||
			    !probes[i]->fentry.ip)
				continue;
			probes[i]->way = KPEV_PROBE_FENTRY;
			probes[i]->armed = true;
		}
	}
	kvfree(fentries);
}

/**
 * kpev_probes_disarm - let probes be hit no more, with one pass
 * @probes: the probes
 * @nr: how many
 *
 * Context: may sleep; the caller holds event_mutex.
 */
void kpev_probes_disarm(struct kpev_probe **probes, unsigned int nr)
{
	struct kpev_fentry **fentries;
	unsigned int i, found = 0;

	fentries = kvmalloc_array(nr, sizeof(*fentries), GFP_KERNEL);
	for (i = 0; i < nr; i++) {
		if (!fentries || !probes[i]->armed ||
		    probes[i]->way != KPEV_PROBE_FENTRY) {
			kpev_probe_disarm(probes[i]);
			continue;
		}
		probes[i]->armed = false;
		fentries[found++] = &probes[i]->fentry;
	}
	if (found)
		kpev_fentry_remove_many(fentries, found);
	kvfree(fentries);
}

/**
 * kpev_probe_way_name - what a probe is hit through, or would be
 * @probe: the probe, registered
 *
 * Context: any; the answer may be old by the time that it is read.
 */
const char *kpev_probe_way_name(const struct kpev_probe *probe)
{
	if (probe->is_return)
		return "kretprobe";
	if (!probe->fentry.ip ||
	    (probe->armed && probe->way == KPEV_PROBE_KPROBE))
		return "kprobe";
	return probe->fentry.all_registers ? "ftrace with all registers" :
					     "ftrace";
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
		hits += per_cpu_ptr(probe->counts, cpu)->hits;
	return hits;
}

/**
 * kpev_probe_misses - hits that had to be dropped
 * @probe: the probe
 *
 * Return: those inside another hit, and those of a return probe while more
 * calls were under way than maxactive.
 */
unsigned long kpev_probe_misses(const struct kpev_probe *probe)
{
	unsigned long misses = probe->missed + probe->rp.kp.nmissed +
			       probe->rp.nmissed;
	int cpu;

	for_each_possible_cpu(cpu)
		misses += per_cpu_ptr(probe->counts, cpu)->missed;
	return misses;
}

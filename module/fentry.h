/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Hits at the entries of functions, through ftrace and without a kprobe: an
 * ftrace_ops for all probes that need only the registers which ftrace saves
 * anyway, another for those that need all.
 *
 * Also what keeps a hit from being hit: see kpev_hit_begin().
 */
#ifndef KPEV_FENTRY_H
#define KPEV_FENTRY_H

#include <linux/kprobes.h>
#include <linux/list.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/types.h>

struct kpev_return;
struct pt_regs;

/**
 * struct kpev_counts - what has come to a probe on one CPU
 * @hits: hits that were taken
 * @missed: hits inside another hit
 */
struct kpev_counts {
	unsigned long hits;
	unsigned long missed;
};

/**
 * struct kpev_fentry - a probe at a function's entry
 * @node: in the table of its ops; changed under event_mutex, read by hits
 * @ip: where ftrace's hook is
 * @all_registers: the hit needs registers beyond kpev_is_entry_register()
 * @hit: called on each hit, NOKPROBE_SYMBOL, with preemption off, possibly in
 *	NMI
 * @data: what it is called with
 * @counts: the probe's
 *
 * The owner keeps it for a grace period of RCU after it was removed.
 */
struct kpev_fentry {
	struct hlist_node node;
	unsigned long ip;
	bool all_registers;
	void (*hit)(void *data, struct pt_regs *regs,
		    const struct kpev_return *ret);
	void *data;
	struct kpev_counts __percpu *counts;
};

void kpev_anchor(void);
bool kpev_fentry_is_there(void);
void kpev_fentry_prepare(void);
int kpev_fentry_add(struct kpev_fentry *fentry);
void kpev_fentry_remove(struct kpev_fentry *fentry);
int kpev_fentry_add_many(struct kpev_fentry **fentries, unsigned int nr);
void kpev_fentry_remove_many(struct kpev_fentry **fentries, unsigned int nr);
void kpev_fentry_exit(void);

/* The context that is in a hit on this CPU, see kpev_hit_begin(); 0: none. */
DECLARE_PER_CPU(unsigned int, kpev_hit_context);

#define KPEV_RECURSION	UINT_MAX

/**
 * kpev_hit_begin - begin with a hit
 *
 * What a hit calls may be probed too.  A hit inside another one is a miss,
 * unless an interrupt came in between.
 *
 * Context: preemption off, possibly NMI.
 * Return: what kpev_hit_end() wants, or KPEV_RECURSION: this hit is a miss.
 */
static nokprobe_inline unsigned int kpev_hit_begin(void)
{
	unsigned int context = 1 | (preempt_count() & (NMI_MASK | HARDIRQ_MASK |
						       SOFTIRQ_OFFSET));
	unsigned int outer = this_cpu_read(kpev_hit_context);

	/* Contexts nest, and an outer one waits for the inner ones to end. */
	if (unlikely(outer == context))
		return KPEV_RECURSION;
	this_cpu_write(kpev_hit_context, context);
	return outer;
}

/**
 * kpev_hit_end - done with a hit
 * @outer: what kpev_hit_begin() returned
 */
static nokprobe_inline void kpev_hit_end(unsigned int outer)
{
	this_cpu_write(kpev_hit_context, outer);
}

#endif

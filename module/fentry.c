// SPDX-License-Identifier: GPL-2.0-only
/* Probes at functions' entries through ftrace. */
#include <linux/errno.h>
#include <linux/ftrace.h>
#include <linux/hash.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/rculist.h>

#include "compat.h"
#include "fentry.h"
#include "fetch.h"
#include "ftrace_hook.h"
#include "symbols.h"

DEFINE_PER_CPU(unsigned int, kpev_hit_context);

#ifdef KPEV_HAS_FENTRY

#define TABLE_BITS	12

/**
 * struct hook - an ops and the probes behind it
 * @ops: its filter has each probe's ip, and the anchor besides
 * @registered: it is; guarded by event_mutex, as the ops' filter
 * @table: the probes by their ip; a chain is searched on each hit
 */
struct hook {
	struct ftrace_ops ops;
	bool registered;
	struct hlist_head table[1 << TABLE_BITS];
};

static void hit_with_some(unsigned long ip, unsigned long parent_ip,
			  struct ftrace_ops *ops, struct ftrace_regs *fregs);
static void hit_with_all(unsigned long ip, unsigned long parent_ip,
			 struct ftrace_ops *ops, struct ftrace_regs *fregs);

static struct hook some_registers = {
	.ops = { .func = hit_with_some },
};

static struct hook all_registers = {
	.ops = { .func = hit_with_all, .flags = FTRACE_OPS_FL_SAVE_REGS },
};

/*
 * What is always in the filters, since an empty one stands for all functions.
 * To change a filter, ftrace looks at all its places up to the last of that filter.
 * So it is one of the first in the kernel, which is called for little but modules;
 * without that, kpev_anchor().
 */
static unsigned long anchor;

static struct hook *hook_of(const struct kpev_fentry *fentry)
{
	return fentry->all_registers ? &all_registers : &some_registers;
}

static nokprobe_inline struct hlist_head *chain_of(struct hook *hook,
						   unsigned long ip)
{
	return &hook->table[hash_long(ip, TABLE_BITS)];
}

static noinline void count_missed(struct hook *hook, unsigned long ip)
{
	struct kpev_fentry *fentry;

	hlist_for_each_entry_rcu_notrace(fentry, chain_of(hook, ip), node)
		if (fentry->ip == ip)
			this_cpu_inc(fentry->counts->missed);
}

NOKPROBE_SYMBOL(count_missed);

/* Preemption is off. */
static nokprobe_inline void hit_chain(struct hook *hook, unsigned long ip,
				      struct pt_regs *regs)
{
	unsigned int outer = kpev_hit_begin();
	struct kpev_fentry *fentry;

	if (unlikely(outer == KPEV_RECURSION)) {
		count_missed(hook, ip);
		return;
	}
	hlist_for_each_entry_rcu_notrace(fentry, chain_of(hook, ip), node) {
		if (unlikely(fentry->ip != ip))
			continue;
		this_cpu_inc(fentry->counts->hits);
		fentry->hit(fentry->data, regs, NULL);
	}
	kpev_hit_end(outer);
}

static void hit_with_some(unsigned long ip, unsigned long parent_ip,
			  struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	preempt_disable_notrace();
	if (likely(kpev_rcu_is_watching()))
		hit_chain(&some_registers, ip, kpev_ftrace_regs(fregs));
	preempt_enable_notrace();
}

NOKPROBE_SYMBOL(hit_with_some);

/*
 * The instruction pointer is what a kprobe there would see, as long as it takes.
 * Another ops at this place, or a live patch, may have set it: it is put back.
 */
static void hit_with_all(unsigned long ip, unsigned long parent_ip,
			 struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	struct pt_regs *regs = kpev_ftrace_regs(fregs);
	unsigned long real_ip = regs->ip;

	preempt_disable_notrace();
	if (likely(kpev_rcu_is_watching())) {
		regs->ip = ip + sizeof(kprobe_opcode_t);
		hit_chain(&all_registers, ip, regs);
		regs->ip = real_ip;
	}
	preempt_enable_notrace();
}

NOKPROBE_SYMBOL(hit_with_all);

static bool ip_is_used(struct hook *hook, unsigned long ip)
{
	const struct kpev_fentry *fentry;

	hlist_for_each_entry(fentry, chain_of(hook, ip), node)
		if (fentry->ip == ip)
			return true;
	return ip == anchor;
}

static int register_hook(struct hook *hook)
{
	int ret;

	if (hook->registered)
		return 0;
	ret = ftrace_set_filter_ip(&hook->ops, anchor, 0, 0);
	if (!ret)
		ret = register_ftrace_function(&hook->ops);
	hook->registered = !ret;
	return ret;
}

/**
 * kpev_fentry_is_there - does this kernel have what it takes?
 */
bool kpev_fentry_is_there(void)
{
	return true;
}

/**
 * kpev_fentry_prepare - be ready for probes to be added
 *
 * Context: may sleep; under the registry's lock.
 */
void kpev_fentry_prepare(void)
{
	if (!anchor)
		anchor = kpev_ftrace_hook(kpev_symbol_address("do_one_initcall")) ?:
			 (unsigned long)kpev_anchor;
}

/**
 * kpev_fentry_add - let a probe be hit
 * @fentry: the probe; its ip is where ftrace has a hook
 *
 * Context: may sleep; the caller holds event_mutex.
 * Return: 0, or a negative errno with nothing changed.
 */
int kpev_fentry_add(struct kpev_fentry *fentry)
{
	struct hook *hook = hook_of(fentry);
	bool used = ip_is_used(hook, fentry->ip);
	int ret;

	ret = register_hook(hook);
	if (ret)
		return ret;
	hlist_add_head_rcu(&fentry->node, chain_of(hook, fentry->ip));
	if (!used)
		ret = ftrace_set_filter_ip(&hook->ops, fentry->ip, 0, 0);
	if (ret)
		hlist_del_rcu(&fentry->node);
	return ret;
}

/**
 * kpev_fentry_remove - let a probe be hit no more
 * @fentry: the probe, added; hits may be under way when this returns
 *
 * Where its function's module is going, this must be before ftrace forgets it.
 *
 * Context: may sleep; the caller holds event_mutex.
 */
void kpev_fentry_remove(struct kpev_fentry *fentry)
{
	struct hook *hook = hook_of(fentry);

	hlist_del_rcu(&fentry->node);
	if (!ip_is_used(hook, fentry->ip))
		ftrace_set_filter_ip(&hook->ops, fentry->ip, 1, 0);
}

/*
 * Put the probes among @fentries that are @hook's into its table, and the places
 * that are new to it into @ips; returns how many those are.
 */
static unsigned int add_to_table(struct hook *hook,
				 struct kpev_fentry **fentries, unsigned int nr,
				 unsigned long *ips)
{
	unsigned int i, nr_ips = 0;

	for (i = 0; i < nr; i++) {
		struct kpev_fentry *fentry = fentries[i];

		if (hook_of(fentry) != hook)
			continue;
		if (!ip_is_used(hook, fentry->ip))
			ips[nr_ips++] = fentry->ip;
		hlist_add_head_rcu(&fentry->node, chain_of(hook, fentry->ip));
	}
	return nr_ips;
}

/* The reverse: @ips are the places that it has no probe for any more. */
static unsigned int remove_from_table(struct hook *hook,
				      struct kpev_fentry **fentries,
				      unsigned int nr, unsigned long *ips)
{
	unsigned int i, nr_ips = 0;

	for (i = 0; i < nr; i++) {
		struct kpev_fentry *fentry = fentries[i];

		if (hook_of(fentry) != hook)
			continue;
		hlist_del_rcu(&fentry->node);
		if (!ip_is_used(hook, fentry->ip))
			ips[nr_ips++] = fentry->ip;
	}
	return nr_ips;
}

static int add_many(struct hook *hook, struct kpev_fentry **fentries,
		    unsigned int nr, unsigned long *ips)
{
	unsigned int nr_ips;
	int ret;

	ret = register_hook(hook);
	if (ret)
		return ret;
	nr_ips = add_to_table(hook, fentries, nr, ips);
	if (nr_ips)
		ret = ftrace_set_filter_ips(&hook->ops, ips, nr_ips, 0, 0);
	if (ret)
		remove_from_table(hook, fentries, nr, ips);
	return ret;
}

static void remove_many(struct hook *hook, struct kpev_fentry **fentries,
			unsigned int nr, unsigned long *ips)
{
	unsigned int i, nr_ips = remove_from_table(hook, fentries, nr, ips);

	if (!nr_ips || !ftrace_set_filter_ips(&hook->ops, ips, nr_ips, 1, 0))
		return;
	/* All or none: one of them is gone with its module. */
	for (i = 0; i < nr_ips; i++)
		ftrace_set_filter_ip(&hook->ops, ips[i], 1, 0);
}

/**
 * kpev_fentry_add_many - let probes be hit, with one pass over the kernel's text
 * @fentries: the probes
 * @nr: how many, at least 1
 *
 * Context: may sleep; the caller holds event_mutex.
 * Return: 0, or a negative errno with nothing changed.
 */
int kpev_fentry_add_many(struct kpev_fentry **fentries, unsigned int nr)
{
	unsigned long *ips = kvmalloc_array(nr, sizeof(*ips), GFP_KERNEL);
	int ret;

	if (!ips)
		return -ENOMEM;
	ret = add_many(&some_registers, fentries, nr, ips);
	if (!ret) {
		ret = add_many(&all_registers, fentries, nr, ips);
		if (ret)
			remove_many(&some_registers, fentries, nr, ips);
	}
	kvfree(ips);
	return ret;
}

/**
 * kpev_fentry_remove_many - let probes be hit no more, with one pass
 * @fentries: the probes, added
 * @nr: how many, at least 1
 *
 * As kpev_fentry_remove(); without memory for it, one by one.
 *
 * Context: may sleep; the caller holds event_mutex.
 */
void kpev_fentry_remove_many(struct kpev_fentry **fentries, unsigned int nr)
{
	unsigned long *ips = kvmalloc_array(nr, sizeof(*ips), GFP_KERNEL);
	unsigned int i;

	if (ips) {
		remove_many(&some_registers, fentries, nr, ips);
		remove_many(&all_registers, fentries, nr, ips);
	} else {
		for (i = 0; i < nr; i++)
			kpev_fentry_remove(fentries[i]);
	}
	kvfree(ips);
}

static void unregister_hook(struct hook *hook)
{
	if (hook->registered)
		unregister_ftrace_function(&hook->ops);
	ftrace_free_filter(&hook->ops);
}

/**
 * kpev_fentry_exit - take the hooks back
 *
 * Context: may sleep, until no task is in a hook any more; when no probe is
 * left.
 */
void kpev_fentry_exit(void)
{
	unregister_hook(&some_registers);
	unregister_hook(&all_registers);
}

#else

bool kpev_fentry_is_there(void)
{
	return false;
}

void kpev_fentry_prepare(void)
{
}

int kpev_fentry_add(struct kpev_fentry *fentry)
{
	return -EOPNOTSUPP;
}

void kpev_fentry_remove(struct kpev_fentry *fentry)
{
}

int kpev_fentry_add_many(struct kpev_fentry **fentries, unsigned int nr)
{
	return -EOPNOTSUPP;
}

void kpev_fentry_remove_many(struct kpev_fentry **fentries, unsigned int nr)
{
}

void kpev_fentry_exit(void)
{
}

#endif

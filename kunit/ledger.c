// SPDX-License-Identifier: GPL-2.0-only
/* The ledger of slab memory. */
#include <kunit/test.h>
#include <linux/delay.h>
#include <linux/file.h>
#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/preempt.h>
#include <linux/ptrace.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/string.h>
#include <linux/tracepoint.h>
#include <trace/events/kmem.h>

#include "ledger.h"

#define ENTRIES_MAX	4096

/* As long as what is freed later may take, RCU's callbacks and the like. */
#define PATIENCE_MS	500

struct entry {
	const void *object;
	size_t size;
	unsigned long site;
};

/* Guarded by lock, but for the owner, which only itself writes. */
static struct entry entries[ENTRIES_MAX];
static unsigned int nr_entries;
static bool is_full;
static DEFINE_RAW_SPINLOCK(lock);
static struct task_struct *owner;
static bool is_open;

static void add_entry(unsigned long site, const void *object, size_t size)
{
	unsigned long flags;

	if (READ_ONCE(owner) != current || !in_task() || !object)
		return;
	raw_spin_lock_irqsave(&lock, flags);
	if (nr_entries < ENTRIES_MAX)
		entries[nr_entries++] = (struct entry){ object, size, site };
	else
		is_full = true;
	raw_spin_unlock_irqrestore(&lock, flags);
}

/* Whoever frees it, by any address in it. */
static void remove_entry(const void *object)
{
	unsigned long flags;
	unsigned int i;

	if (!READ_ONCE(nr_entries))
		return;
	raw_spin_lock_irqsave(&lock, flags);
	for (i = nr_entries; i--;) {
		if (object < entries[i].object ||
		    object >= entries[i].object + entries[i].size)
			continue;
		entries[i] = entries[--nr_entries];
		break;
	}
	raw_spin_unlock_irqrestore(&lock, flags);
}

static void see_kmalloc(void *unused, unsigned long site, const void *object,
			size_t wanted, size_t size, gfp_t flags, int node)
{
	add_entry(site, object, size);
}

static void see_cache_alloc(void *unused, unsigned long site,
			    const void *object, struct kmem_cache *cache,
			    gfp_t flags, int node)
{
	add_entry(site, object, max(kmem_cache_size(cache), 1U));
}

static void see_kfree(void *unused, unsigned long site, const void *object)
{
	remove_entry(object);
}

static void see_cache_free(void *unused, unsigned long site, const void *object,
			   const struct kmem_cache *cache)
{
	remove_entry(object);
}

/*
 * What kfree_rcu() gets is not told to the tracepoints: it goes in bulk, with 7.0's
 * sheaves without anyone's call.  The head of RCU's lies in it; where there is none, the
 * second argument is the object.
 */
static int see_kfree_rcu(struct kprobe *kprobe, struct pt_regs *regs)
{
	const void *head = (void *)regs_get_kernel_argument(regs, 0);

	remove_entry(head ?: (void *)regs_get_kernel_argument(regs, 1));
	return 0;
}

static struct kprobe kfree_rcu_probe;

static int watch_kfree_rcu(void)
{
	kfree_rcu_probe = (struct kprobe){
		.symbol_name = "kvfree_call_rcu",
		.pre_handler = see_kfree_rcu,
	};
	return register_kprobe(&kfree_rcu_probe);
}

/**
 * kpev_ledger_open - before the first piece of code
 *
 * Return: 0 or a negative errno.
 */
int kpev_ledger_open(void)
{
	int ret;

	ret = watch_kfree_rcu();
	if (ret)
		return ret;
	ret = register_trace_kfree(see_kfree, NULL);
	if (ret)
		goto kfree_rcu;
	ret = register_trace_kmem_cache_free(see_cache_free, NULL);
	if (ret)
		goto kfree;
	ret = register_trace_kmalloc(see_kmalloc, NULL);
	if (ret)
		goto cache_free;
	ret = register_trace_kmem_cache_alloc(see_cache_alloc, NULL);
	if (!ret) {
		is_open = true;
		return 0;
	}
	unregister_trace_kmalloc(see_kmalloc, NULL);
cache_free:
	unregister_trace_kmem_cache_free(see_cache_free, NULL);
kfree:
	unregister_trace_kfree(see_kfree, NULL);
kfree_rcu:
	unregister_kprobe(&kfree_rcu_probe);
	return ret;
}

/**
 * kpev_ledger_close - behind the last one, or at any time
 */
void kpev_ledger_close(void)
{
	if (!is_open)
		return;
	is_open = false;
	kpev_ledger_stop();
	unregister_trace_kmem_cache_alloc(see_cache_alloc, NULL);
	unregister_trace_kmalloc(see_kmalloc, NULL);
	unregister_trace_kmem_cache_free(see_cache_free, NULL);
	unregister_trace_kfree(see_kfree, NULL);
	unregister_kprobe(&kfree_rcu_probe);
	tracepoint_synchronize_unregister();
	nr_entries = 0;
}

/**
 * kpev_ledger_start - the piece of code starts
 * @anew: with an empty ledger; or as one that goes on
 */
void kpev_ledger_start(bool anew)
{
	raw_spin_lock_irq(&lock);
	if (anew) {
		nr_entries = 0;
		is_full = false;
	}
	raw_spin_unlock_irq(&lock);
	WRITE_ONCE(owner, current);
}

/**
 * kpev_ledger_stop - it has ended
 */
void kpev_ledger_stop(void)
{
	WRITE_ONCE(owner, NULL);
}

/*
 * The areas of vmalloc go in bulk, later or never; each that is in use has a
 * vm_struct, which is counted.  What slabs keep for themselves
 * is nobody's who allocates.
 */
static const char * const kept[] = {
	"alloc_vmap_area", "__pcs_", "__kfree_rcu_sheaf",
};

/*
 * An ops has its filter in a hash, which ftrace exchanges with each change.  It is
 * counted, but waiting doesn't make it go.
 */
static const char * const exchanged[] = {
	"alloc_ftrace_hash", "add_ftrace_hash_entry", "add_hash_entry",
	"ftrace_set_hash",
};

static bool is_named(unsigned long site, const char * const *names,
		     unsigned int nr)
{
	char name[KSYM_SYMBOL_LEN];
	unsigned int i;

	sprint_symbol(name, site);
	for (i = 0; i < nr; i++)
		if (strstarts(name, names[i]))
			return true;
	return false;
}

#define IS_NAMED(site, names)	is_named(site, names, ARRAY_SIZE(names))

static unsigned int count_entries(bool with_exchanged)
{
	unsigned int i, nr = 0;

	for (i = 0; i < READ_ONCE(nr_entries); i++)
		nr += !IS_NAMED(entries[i].site, kept) &&
		      (with_exchanged || !IS_NAMED(entries[i].site, exchanged));
	return nr;
}

/**
 * kpev_ledger_balance - how many objects it has not given back, a while later
 * @test: the test
 *
 * Context: may sleep, for PATIENCE_MS where something is left.
 */
unsigned int kpev_ledger_balance(struct kunit *test)
{
	unsigned int waited;

	flush_delayed_fput();
	if (count_entries(true))
		rcu_barrier();
	for (waited = 0; count_entries(false) && waited < PATIENCE_MS;
	     waited += 20)
		msleep(20);
	KUNIT_EXPECT_FALSE(test, is_full);
	return count_entries(true);
}

/**
 * kpev_ledger_name - name who has taken what is left, in the test's log
 * @test: the test
 */
void kpev_ledger_name(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < READ_ONCE(nr_entries); i++)
		kunit_info(test, "left: what %pS has taken",
			   (void *)entries[i].site);
}

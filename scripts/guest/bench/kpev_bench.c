// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a hit costs, in ticks of the time stamp counter, which are instructions
 * where QEMU runs with -icount shift=0.
 *
 * A word written to /sys/kernel/debug/kpev_bench/cost is done many times, and what
 * it cost most often can be read there, with what the measuring costs: "nothing",
 * "call" (of kpev_bench_target), "static" (a static trace event) or "ring" (a bare
 * write to a ring buffer).  Written to .../bare, "kprobe", "inside", "kretprobe",
 * "fprobe" (its exit) or "none" puts a bare probe of the kernel's on
 * kpev_bench_target.  .../inside says how far from its start an instruction is that a
 * jump can replace.
 */
#include <linux/debugfs.h>
#include <linux/fprobe.h>
#include <linux/fs.h>
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/ring_buffer.h>
#include <linux/sort.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/version.h>
#include <asm/msr.h>

#include "kpev_bench.h"

#define CREATE_TRACE_POINTS
#include "kpev_bench_event.h"

#define TIMES	999
#define RECORD	48	/* bytes of a bare record */

struct kpev_bench_node {
	struct kpev_bench_node *next;
	u64 value[4];
};

static struct kpev_bench_node nodes[4] = {
	{ &nodes[1], { 1, 2, 3, 4 } },
	{ &nodes[2], { 5, 6, 7, 8 } },
	{ &nodes[3], { 9, 10, 11, 12 } },
	{ &nodes[0], { 13, 14, 15, 16 } },
};

static char long_text[201];
static struct trace_buffer *ring;
static struct dentry *dir;
static u32 cost;

noinline long kpev_bench_target(struct kpev_bench_node *node, const char *text,
				const char __user *user, const char *long_text)
{
	long ret;

	asm volatile("1: movl $1, %k0\n"
		     "movl $2, %k0\n"
		     "movl $3, %k0\n"
		     ".pushsection .rodata\n"
		     ".globl kpev_bench_inside\n"
		     ".balign 8\n"
		     "kpev_bench_inside:\n"
		     ".dc.a 1b\n"
		     ".dc.a 0\n"
		     ".popsection\n" : "=a" (ret));
	return ret;
}

static noinline void do_nothing(const char __user *from)
{
	barrier();
}

/* Behind the word, whoever measures strings has written one. */
static void do_call(const char __user *from)
{
	kpev_bench_target(&nodes[0], "fifteen letters", from + sizeof("call"),
			  long_text);
}

static void do_static(const char __user *from)
{
	trace_kpev_bench_static(1, 2, 3, 4);
}

/* The event was an argument before Linux 6.3. */
static void unlock_commit(struct ring_buffer_event *event)
{
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 3, 0)
	ring_buffer_unlock_commit(ring, event);
#else
	ring_buffer_unlock_commit(ring);
#endif
}

static void do_ring(const char __user *from)
{
	struct ring_buffer_event *event = ring_buffer_lock_reserve(ring, RECORD);

	if (!event)
		return;
	memset(ring_buffer_event_data(event), 0, RECORD);
	unlock_commit(event);
}

static const struct {
	const char *name;
	void (*once)(const char __user *from);
} works[] = {
	{ "nothing", do_nothing },
	{ "call", do_call },
	{ "static", do_static },
	{ "ring", do_ring },
};

static int compare(const void *a, const void *b)
{
	u32 left = *(const u32 *)a, right = *(const u32 *)b;

	return left < right ? -1 : left > right;
}

/* The value that most of @ticks have, which are sorted. */
static u32 most_frequent(const u32 *ticks)
{
	unsigned int i, first = 0, most = 0;
	u32 value = 0;

	for (i = 1; i <= TIMES; i++) {
		if (i < TIMES && ticks[i] == ticks[first])
			continue;
		if (i - first > most) {
			most = i - first;
			value = ticks[first];
		}
		first = i;
	}
	return value;
}

/*
 * Each time alone, so that what isn't done each time (a page of the ring buffer
 * that is full, once in 80 records) doesn't blur what is.
 */
static void measure(void (*once)(const char __user *from),
		    const char __user *from)
{
	static u32 ticks[TIMES];
	unsigned long flags;
	unsigned int i;

	local_irq_save(flags);
	for (i = 0; i < TIMES; i++) {
		u64 start = rdtsc_ordered();

		once(from);
		ticks[i] = rdtsc_ordered() - start;
	}
	local_irq_restore(flags);
	sort(ticks, TIMES, sizeof(*ticks), compare, NULL);
	cost = most_frequent(ticks);
}

static ssize_t cost_write(struct file *file, const char __user *from,
			  size_t count, loff_t *ppos)
{
	char word[32] = "";
	unsigned int i;

	if (count >= sizeof(word) || copy_from_user(word, from, count))
		return -EINVAL;
	for (i = 0; i < ARRAY_SIZE(works); i++) {
		if (strcmp(strim(word), works[i].name))
			continue;
		measure(works[i].once, from);
		return count;
	}
	return -EINVAL;
}

static ssize_t cost_read(struct file *file, char __user *to, size_t count,
			 loff_t *ppos)
{
	char text[32];
	int len = scnprintf(text, sizeof(text), "%u\n", cost);

	return simple_read_from_buffer(to, count, ppos, text, len);
}

static const struct file_operations cost_fops = {
	.owner	= THIS_MODULE,
	.write	= cost_write,
	.read	= cost_read,
};

static ssize_t inside_read(struct file *file, char __user *to, size_t count,
			   loff_t *ppos)
{
	char text[32];
	int len = scnprintf(text, sizeof(text), "%lu\n", kpev_bench_inside -
			    (unsigned long)dereference_symbol_descriptor(kpev_bench_target));

	return simple_read_from_buffer(to, count, ppos, text, len);
}

static const struct file_operations inside_fops = {
	.owner	= THIS_MODULE,
	.read	= inside_read,
};

static int skip_handler(struct kprobe *kp, struct pt_regs *regs)
{
	return 0;
}

static int skip_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return 0;
}

#ifdef CONFIG_FPROBE
/* The registers are ftrace's since Linux 6.14. */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 14, 0)
#define fprobe_regs	pt_regs
#else
#define fprobe_regs	ftrace_regs
#endif

static void skip_exit(struct fprobe *fp, unsigned long entry_ip,
		      unsigned long ret_ip, struct fprobe_regs *regs, void *data)
{
}

static struct fprobe bare_fprobe;

static int add_fprobe(void)
{
	memset(&bare_fprobe, 0, sizeof(bare_fprobe));
	bare_fprobe.exit_handler = skip_exit;
	return register_fprobe(&bare_fprobe, "kpev_bench_target", NULL);
}

static void remove_fprobe(void)
{
	unregister_fprobe(&bare_fprobe);
}
#else
static int add_fprobe(void)
{
	return -EOPNOTSUPP;
}

static void remove_fprobe(void)
{
}
#endif

static struct kretprobe bare;
static char bare_is;

static void remove_bare(void)
{
	if (bare_is == 'f')
		remove_fprobe();
	else if (bare_is == 'r')
		unregister_kretprobe(&bare);
	else if (bare_is)
		unregister_kprobe(&bare.kp);
	bare_is = 0;
}

static int add_bare(const char *word)
{
	int ret;

	memset(&bare, 0, sizeof(bare));
	bare.kp.addr = (kprobe_opcode_t *)kpev_bench_target;
	if (!strcmp(word, "fprobe")) {
		ret = add_fprobe();
		bare_is = ret ? 0 : 'f';
		return ret;
	}
	if (!strcmp(word, "kretprobe")) {
		bare.handler = skip_return;
		ret = register_kretprobe(&bare);
		bare_is = ret ? 0 : 'r';
		return ret;
	}
	if (!strcmp(word, "inside"))
		bare.kp.addr = (kprobe_opcode_t *)kpev_bench_inside;
	else if (strcmp(word, "kprobe"))
		return -EINVAL;
	bare.kp.pre_handler = skip_handler;
	ret = register_kprobe(&bare.kp);
	bare_is = ret ? 0 : 'p';
	return ret;
}

static ssize_t bare_write(struct file *file, const char __user *from,
			  size_t count, loff_t *ppos)
{
	char word[16] = "";
	int ret = 0;

	if (count >= sizeof(word) || copy_from_user(word, from, count))
		return -EINVAL;
	remove_bare();
	if (strcmp(strim(word), "none"))
		ret = add_bare(strim(word));
	return ret ?: count;
}

static const struct file_operations bare_fops = {
	.owner	= THIS_MODULE,
	.write	= bare_write,
};

static int __init kpev_bench_init(void)
{
	memset(long_text, 'x', sizeof(long_text) - 1);
	ring = ring_buffer_alloc(1 << 20, RB_FL_OVERWRITE);
	if (!ring)
		return -ENOMEM;
	dir = debugfs_create_dir("kpev_bench", NULL);
	debugfs_create_file("cost", 0600, dir, NULL, &cost_fops);
	debugfs_create_file("inside", 0400, dir, NULL, &inside_fops);
	debugfs_create_file("bare", 0200, dir, NULL, &bare_fops);
	return 0;
}

static void __exit kpev_bench_exit(void)
{
	debugfs_remove(dir);
	remove_bare();
	ring_buffer_free(ring);
}

module_init(kpev_bench_init);
module_exit(kpev_bench_exit);

MODULE_DESCRIPTION("What a hit costs");
MODULE_LICENSE("GPL");

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Functions to put probes on, with arguments and memory that the tests know.
 *
 * A line written to /sys/kernel/debug/kpev_target/run calls one of them: "args",
 * "struct", "texts", "text KIND", "user ANYTHING" (called with the line in user
 * memory), "nap MILLISECONDS", "recurse DEPTH", "calls NUMBER" or
 * "places NUMBER".
 */
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/jump_label.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/static_call.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>

#include "kpev_target.h"

u64 kpev_target_data = 0x0123456789abcdefULL;
DEFINE_PER_CPU(u64, kpev_target_percpu);

/* The second and the last can't be read. */
static const char * const texts[] = {
	"alpha", (char *)8, "gamma", "", (char *)(1UL << (BITS_PER_LONG - 2)),
};

static struct kpev_target_struct second = {
	.u8 = 2, .u64 = 0x2222222222222222ULL, .name = "second", .text = "two",
};

static struct kpev_target_struct first = {
	.u8 = 0xfe, .s8 = -2, .u16 = 0xfffe, .s16 = -3, .u32 = 0xfffffffe,
	.s32 = -4, .u64 = 0xfffffffffffffffeULL, .s64 = -5,
	.next = &second, .name = "first", .text = "one",
};

/* One page each, followed by nothing: a string up to its end, and one without. */
static char *page, *open_end;
/* Where a page was. */
static struct dentry *dir;

noinline long kpev_target_args(unsigned long a, unsigned long b,
			       unsigned long c, unsigned long d,
			       unsigned long e, unsigned long f,
			       unsigned long g, unsigned long h)
{
	barrier();
	return a + b + c + d + e + f + g + h;
}

noinline struct kpev_target_struct *
kpev_target_struct(struct kpev_target_struct *s)
{
	barrier();
	return s->next;
}

noinline const char *kpev_target_text(const char *text)
{
	barrier();
	return text;
}

noinline int kpev_target_call(int n)
{
	barrier();
	return n;
}
EXPORT_SYMBOL_GPL(kpev_target_call);

noinline const char * const *kpev_target_texts(const char * const *texts)
{
	barrier();
	return texts;
}

noinline const char __user *kpev_target_user(const char __user *text)
{
	barrier();
	return text;
}

static DEFINE_STATIC_KEY_FALSE(target_key);

noinline int kpev_target_branch(int n)
{
	if (static_branch_unlikely(&target_key))
		n += kpev_target_call(n);
	return n;
}

DEFINE_STATIC_CALL(target_static_call, kpev_target_call);

noinline int kpev_target_static(int n)
{
	return static_call(target_static_call)(n) + 1;
}

noinline int kpev_target_warn(int n)
{
	WARN_ON(n > 1000000);
	return n;
}

noinline notrace int kpev_target_notrace(int n)
{
	barrier();
	return n;
}

/* The name is all that kprobes goes by. */
noinline int __cfi_kpev_target_preamble(int n)
{
	barrier();
	return n;
}

noinline int kpev_target_nap(unsigned int ms)
{
	msleep(ms);
	return ms;
}

noinline int kpev_target_recurse(int depth)
{
	int ret = depth ? kpev_target_recurse(depth - 1) : 0;

	barrier(); /* or it would become a loop */
	return ret + 1;
}

/* The addresses that a string may be asked for at. */
/* Nobody else gets the address as soon as that. */
static const char *freed_page(void)
{
	char *text = vmalloc(PAGE_SIZE);

	vfree(text);
	return text;
}

static const char *text_of_kind(const char *kind)
{
	if (!strcmp(kind, "plain"))
		return "fifteen letters";
	if (!strcmp(kind, "empty"))
		return "";
	if (!strcmp(kind, "end"))	/* ends with the page */
		return page + PAGE_SIZE - sizeof("at the end");
	if (!strcmp(kind, "cut"))	/* goes on where nothing is mapped */
		return open_end + PAGE_SIZE - 16;
	if (!strcmp(kind, "openpage"))
		return open_end;
	if (!strcmp(kind, "page"))
		return page;
	if (!strcmp(kind, "half"))
		return page + PAGE_SIZE / 2;
	if (!strcmp(kind, "freed"))
		return freed_page();
	if (!strcmp(kind, "null"))
		return NULL;
	if (!strcmp(kind, "user"))
		return (char *)0x400000;
	if (!strcmp(kind, "noncanonical"))
		return (char *)(1UL << (BITS_PER_LONG - 2));
	if (!strcmp(kind, "vsyscall"))
		return (char *)(long)-0xa00000;
	if (!strcmp(kind, "top"))
		return (char *)-3L;
	return ERR_PTR(-EINVAL);
}

static int run(char *line, const char __user *from)
{
	unsigned int n;
	char *word = strsep(&line, " ");
	const char *text;

	if (!strcmp(word, "args")) {
		kpev_target_args(0x101, 0x202, 0x303, 0x404, 0x505, 0x606,
				 0x707, 0x808);
		return 0;
	}
	if (!strcmp(word, "struct")) {
		kpev_target_struct(&first);
		return 0;
	}
	if (!strcmp(word, "texts")) {
		kpev_target_texts(texts);
		return 0;
	}
	if (!line)
		return -EINVAL;
	if (!strcmp(word, "user")) {
		kpev_target_user(from);
		return 0;
	}
	if (!strcmp(word, "text")) {
		text = text_of_kind(line);
		/* (char *)-3 is one of the kinds, and no error */
		if (text == ERR_PTR(-EINVAL))
			return -EINVAL;
		kpev_target_text(text);
		return 0;
	}
	if (kstrtouint(line, 0, &n))
		return -EINVAL;
	if (!strcmp(word, "nap"))
		kpev_target_nap(n);
	else if (!strcmp(word, "recurse"))
		kpev_target_recurse(n);
	else if (!strcmp(word, "calls"))
		while (n--)
			kpev_target_call(n);
	else if (!strcmp(word, "places"))
		return kpev_target_branch(n) + kpev_target_static(n) +
		       kpev_target_warn(n) + kpev_target_notrace(n) < 0;
	else
		return -EINVAL;
	return 0;
}

static ssize_t run_write(struct file *file, const char __user *from,
			 size_t count, loff_t *ppos)
{
	char line[64];
	int ret;

	if (count >= sizeof(line))
		return -E2BIG;
	if (copy_from_user(line, from, count))
		return -EFAULT;
	line[count] = '\0';
	ret = run(strim(line), from);
	return ret ?: count;
}

static const struct file_operations run_fops = {
	.owner = THIS_MODULE,
	.write = run_write,
};

static unsigned int linger;
module_param(linger, uint, 0644);
MODULE_PARM_DESC(linger, "seconds that the module is going before it is gone");

static int __init kpev_target_init(void)
{
	int cpu;

	for_each_possible_cpu(cpu)
		per_cpu(kpev_target_percpu, cpu) = 0x98760 + cpu;
	page = vmalloc(PAGE_SIZE);
	open_end = vmalloc(PAGE_SIZE);
	if (!page || !open_end) {
		vfree(page);
		vfree(open_end);
		return -ENOMEM;
	}
	memset(page, 'x', PAGE_SIZE);
	memset(open_end, 'x', PAGE_SIZE);
	strscpy(page + PAGE_SIZE - sizeof("at the end"), "at the end",
		sizeof("at the end"));
	dir = debugfs_create_dir("kpev_target", NULL);
	debugfs_create_file("run", 0200, dir, NULL, &run_fops);
	return 0;
}

static void __exit kpev_target_exit(void)
{
	debugfs_remove(dir);
	ssleep(linger);
	vfree(page);
	vfree(open_end);
}

module_init(kpev_target_init);
module_exit(kpev_target_exit);

MODULE_DESCRIPTION("Functions for kpev's tests to probe");
MODULE_LICENSE("GPL");

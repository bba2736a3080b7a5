// SPDX-License-Identifier: GPL-2.0-only
/*
 * A structure with a field of every kind, and functions with arguments of every
 * kind.  /sys/kernel/debug/kpev_types/facts says of each expression what it
 * must record, as C sees it; a write to run calls the functions.
 */
#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "kpev_types.h"

enum kpev_colour { KPEV_RED = -7, KPEV_GREEN = 0x12345678 };
enum kpev_small { KPEV_SMALL = 200 } __packed;
enum kpev_state { KPEV_IDLE, KPEV_BUSY, KPEV_DRAINED };
enum kpev_sign { KPEV_MINUS = -2, KPEV_PLUS = 1 };
enum kpev_huge { KPEV_HUGE = 0x123456789abcdeULL };

struct kpev_inner {
	u32 value;
	struct kpev_inner *next;
	const char *name;
};

struct kpev_packed {
	u8 before;
	u32 crosses : 30;
	u64 far : 37;
	u16 after;
} __packed;

struct kpev_types {
	bool flag;
	char letter;
	signed char tiny;
	unsigned char byte;
	s16 negative;
	u32 number;
	s64 deep;
	long word;
	const typeof(jiffies) fixed;	/* volatile too */
	enum kpev_colour colour;
	enum kpev_small small;
	enum kpev_huge huge;
	int s3 : 3;
	unsigned int u5 : 5;
	int s13 : 13;
	u8 u8bits : 8;
	u64 u40 : 40;
	bool b1 : 1;
	enum kpev_state state : 2;
	enum kpev_sign sign : 3;
	struct kpev_packed packed;
	struct kpev_inner inner;
	struct kpev_inner *pointer;
	const struct kpev_inner *const constant;
	union {
		u32 whole;
		u16 halves[2];
		struct {
			u8 lowest;
			union {
				u8 second;
				s8 signed_second;
			};
		};
	};
	s32 numbers[4];
	char name[16];
	const char *text;
	unsigned char *bytes;
	const char *texts[3];
	const char *const *list;
	int (*function)(void);
	double real;
	struct kpev_tiny three;
	int __percpu *counter;
	char (*rows)[16];
	struct list_head link;
};

static const char *const texts[] = { "alpha", "beta", "gamma" };
static struct kpev_inner second = { .value = 22, .name = "second" };
static struct kpev_inner first = { .value = 11, .next = &second, .name = "first" };

static struct kpev_types types = {
	.flag = true, .letter = 'k', .tiny = -8, .byte = 0xfe, .negative = -1234,
	.number = 4000000000U, .deep = -5000000000LL, .word = -77,
	.fixed = 31337, .colour = KPEV_RED, .small = KPEV_SMALL,
	.huge = KPEV_HUGE, .s3 = -2, .u5 = 21, .s13 = -3000, .u8bits = 0xa5,
	.u40 = 0x9876543210ULL, .b1 = true,
	.state = KPEV_DRAINED, .sign = KPEV_MINUS,
	.packed = {
		.before = 1, .crosses = 0x2bcdef01, .far = 0x15555555aaULL,
		.after = 7,
	},
	.inner = { .value = 33, .next = &first, .name = "inner" },
	.pointer = &first, .constant = &second, .whole = 0x81828384,
	.numbers = { -1, 2, -3, 4 }, .name = "in an array",
	.text = "behind a pointer", .bytes = (unsigned char *)"bytes",
	.texts = { "one", "two", "three" }, .list = texts,
	.three = { 0x1122, 0x33 },
};

static struct dentry *dir;
static struct kpev_pair pair = { 0x1111, 0x2222 };
static struct kpev_large large = { { 0x3333, 0x4444, 0x5555 } };
static struct kpev_tiny tiny = { 0x6677, 0x88 };

noinline long kpev_types_plain(struct kpev_types *t, u8 small, s16 negative,
			       bool yes, const char *text, struct list_head *link,
			       unsigned int seventh, s8 eighth)
{
	barrier();
	return t->deep;
}

noinline struct kpev_types *kpev_types_get(struct kpev_types *t)
{
	barrier();
	return t;
}

noinline s16 kpev_types_negative(int a)
{
	barrier();
	return a;
}

noinline bool kpev_types_yes(int a)
{
	barrier();
	return a;
}

noinline void kpev_types_void(void)
{
	barrier();
}

noinline long kpev_types_pair(int before, struct kpev_pair pair, int after)
{
	barrier();
	return before + pair.first + pair.second + after;
}

noinline long kpev_types_split(int a, int b, int c, int d, int e,
			       struct kpev_pair pair, int after, int last)
{
	barrier();
	return pair.first + pair.second + after + last;
}

noinline long kpev_types_large(int before, struct kpev_large large, int after)
{
	barrier();
	return before + large.word[2] + after;
}

noinline long kpev_types_tiny(struct kpev_tiny tiny,
			      struct kpev_nothing nothing, int after)
{
	barrier();
	return tiny.first + tiny.second + after;
}

noinline struct kpev_large kpev_types_hidden(int a, int b)
{
	struct kpev_large l = { { a, b, a + b } };

	barrier();
	return l;
}

noinline struct kpev_pair kpev_types_two(int a)
{
	barrier();
	return (struct kpev_pair){ a, a };
}

noinline int kpev_types_variadic(int n, const char *format, ...)
{
	barrier();
	return n;
}

#ifdef CONFIG_X86_64
noinline long kpev_types_wide(int before, __int128 wide, int after)
{
	barrier();
	return before + (long)wide + after;
}
#endif

static ssize_t run_write(struct file *file, const char __user *from,
			 size_t count, loff_t *ppos)
{
	kpev_types_plain(&types, 0xf1, -321, true, "its text", &types.link,
			 0x77777777, -88);
	kpev_types_get(&types);
	kpev_types_negative(-4321);
	kpev_types_yes(0x100);
	kpev_types_void();
	kpev_types_pair(-1, pair, -2);
	kpev_types_split(1, 2, 3, 4, 5, pair, -6, -7);
	kpev_types_large(-8, large, -9);
	kpev_types_tiny(tiny, (struct kpev_nothing){}, -10);
	kpev_types_hidden(-11, -12);
	kpev_types_two(-13);
	kpev_types_variadic(-14, "%d", -15);
#ifdef CONFIG_X86_64
	kpev_types_wide(-16, 1, -17);
#endif
	return count;
}

static const struct file_operations run_fops = {
	.owner = THIS_MODULE,
	.write = run_write,
};

#define FACT(field, format)						\
	seq_printf(m, "%s\t" format "\n", "t->" #field, types.field)
#define TEXT(field, value)						\
	seq_printf(m, "t->%s\t\"%s\"\n", #field ":string", value)
#define ADDRESS(field)							\
	seq_printf(m, "t->%s\t0x%lx\n", #field, (unsigned long)types.field)

static void show_numbers(struct seq_file *m)
{
	FACT(flag, "%d");
	seq_printf(m, "t->letter\t%d\n", 'k');
	FACT(tiny, "%d");
	FACT(byte, "%u");
	FACT(negative, "%d");
	FACT(number, "%u");
	FACT(deep, "%lld");
	FACT(word, "%ld");
	FACT(fixed, "%lu");
	FACT(colour, "%d");
	FACT(small, "%u");
	seq_printf(m, "t->huge\t%lld\n", (s64)types.huge);
	seq_printf(m, "t->three\t0x%x\n", 0x331122);
	seq_printf(m, "t->name:char\t'%c'\n", types.name[0]);
	seq_printf(m, "t->numbers:s32[4]\t{%d,%d,%d,%d}\n", types.numbers[0],
		   types.numbers[1], types.numbers[2], types.numbers[3]);
	seq_printf(m, "t->number:x8\t0x%x\n", (u8)types.number);
}

static void show_bits(struct seq_file *m)
{
	FACT(s3, "%d");
	FACT(u5, "%u");
	FACT(s13, "%d");
	FACT(u8bits, "%u");
	seq_printf(m, "t->u40\t%llu\n", (u64)types.u40);
	seq_printf(m, "t->u40:x64\t0x%llx\n", (u64)types.u40);
	seq_printf(m, "t->u5:x8\t0x%x\n", types.u5);
	FACT(b1, "%d");
	FACT(state, "%u");
	FACT(sign, "%d");
	seq_printf(m, "t->packed.crosses\t%u\n", types.packed.crosses);
	seq_printf(m, "t->packed.far\t%llu\n", (u64)types.packed.far);
	seq_printf(m, "t->packed.after\t%u\n", types.packed.after);
}

static void show_members(struct seq_file *m)
{
	FACT(whole, "%u");
	FACT(lowest, "%u");
	FACT(second, "%u");
	FACT(signed_second, "%d");
	seq_printf(m, "t->halves:x16[2]\t{0x%x,0x%x}\n", types.halves[0],
		   types.halves[1]);
	FACT(inner.value, "%u");
	FACT(inner.next->value, "%u");
	FACT(pointer->next->value, "%u");
	FACT(constant->value, "%u");
	ADDRESS(pointer);
	ADDRESS(inner.next->next);
	ADDRESS(text);
	TEXT(inner.next->name, first.name);
	TEXT(constant->name, second.name);
	TEXT(name, types.name);
	TEXT(text, types.text);
	TEXT(bytes, "bytes");
	seq_puts(m, "t->texts:string[3]\t{\"one\",\"two\",\"three\"}\n");
	seq_puts(m, "t->list:string[3]\t{\"alpha\",\"beta\",\"gamma\"}\n");
	seq_printf(m, "t->function:symbol\t%pS\n", types.function);
	seq_printf(m, "(kpev_types,link)link->number\t%u\n", types.number);
	seq_printf(m, "(kpev_types,link.next)link->number\t%u\n", types.number);
	seq_printf(m, "(kpev_inner)(t->pointer)->next->value\t%u\n", 22);
	seq_printf(m, "(kpev_inner)((kpev_types,link)link->pointer)->value\t%u\n",
		   11);
	seq_printf(m, "(kpev_inner)+%zu(t)->value\t%u\n",
		   offsetof(struct kpev_types, pointer), 11);
	seq_printf(m, "this_cpu_read(t->counter):u32\t%d\n", 4711);
	seq_printf(m, "this_cpu_read((kpev_types,link)link->counter):u32\t%d\n",
		   4711);
	seq_printf(m, "+%zu(t->pointer):u32\t%u\n",
		   offsetof(struct kpev_inner, value), 11);
}

static int facts_show(struct seq_file *m, void *v)
{
	show_numbers(m);
	show_bits(m);
	show_members(m);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(facts);

static int known_function(void)
{
	return 0;
}

static int __init kpev_types_init(void)
{
	int cpu, *counter;

	types.counter = alloc_percpu(int);
	if (!types.counter)
		return -ENOMEM;
	for_each_possible_cpu(cpu) {
		counter = per_cpu_ptr(types.counter, cpu);
		*counter = 4711;
	}
	types.function = known_function;
	INIT_LIST_HEAD(&types.link);
	dir = debugfs_create_dir("kpev_types", NULL);
	debugfs_create_file("run", 0200, dir, NULL, &run_fops);
	debugfs_create_file("facts", 0400, dir, NULL, &facts_fops);
	return 0;
}

static void __exit kpev_types_exit(void)
{
	debugfs_remove(dir);
	free_percpu(types.counter);
}

module_init(kpev_types_init);
module_exit(kpev_types_exit);

MODULE_DESCRIPTION("Types for kpev's tests to name");
MODULE_LICENSE("GPL");

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the parsers need of the kernel, in user space.  It is included in front
 * of each of their files, whose own includes of the kernel's headers find empty
 * ones (scripts/fuzz-parse makes them).
 */
#ifndef KPEV_PARSE_KERNEL_H
#define KPEV_PARSE_KERNEL_H

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- types, and words of the kernel's C --- */

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef signed char s8;
typedef short s16;
typedef int s32;
typedef long long s64;
typedef u8 __u8;
typedef u16 __u16;
typedef u32 __u32;
typedef s32 __s32;
#define refcount_t	int

#include <linux/btf.h>

#define __printf(text, first)
#define __init
#define __rcu
#define __percpu
#define __user
#define fallthrough	__attribute__((fallthrough))
#define ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))
#define min(a, b)	((a) < (b) ? (a) : (b))
#define max(a, b)	((a) > (b) ? (a) : (b))
/* of a struct that ends in text */
#define struct_size(p, member, nr)	(sizeof(*(p)) + (nr))
#define container_of(p, type, member)	\
	((type *)((char *)(p) - offsetof(type, member)))

/* --- characters: the kernel's own table has Latin-1 --- */

static inline bool isdigit(int c)
{
	return c >= '0' && c <= '9';
}

static inline bool isalpha(int c)
{
	u8 b = c;

	return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') ||
	       (b >= 0xc0 && b != 0xd7 && b != 0xf7);
}

static inline bool isalnum(int c)
{
	return isdigit(c) || isalpha(c);
}

static inline bool isspace(int c)
{
	u8 b = c;

	return b == ' ' || (b >= '\t' && b <= '\r') || b == 0xa0;
}

static inline bool iscntrl(int c)
{
	u8 b = c;

	return b < ' ' || b == 0x7f;
}

/* --- memory: an input can make the Nth allocation fail --- */

#define gfp_t	unsigned int

#define GFP_KERNEL	0

void *parse_alloc(size_t size);

#define kmalloc(size, flags)	parse_alloc(size)
#define kzalloc(size, flags)	parse_alloc(size)
#define kcalloc(nr, size, flags)	parse_alloc((nr) * (size))
#define kfree(p)	free((void *)(p))
#define kasprintf(flags, ...)	parse_asprintf(__VA_ARGS__)

__printf(1, 2) char *parse_asprintf(const char *format, ...);
void *kmemdup(const void *p, size_t len, gfp_t flags);
char *kmemdup_nul(const char *s, size_t len, gfp_t flags);
char *kstrdup(const char *s, gfp_t flags);

/* --- text --- */

#define strstarts(s, prefix)	(!strncmp(s, prefix, strlen(prefix)))
#define str_has_prefix(s, prefix)	\
	(strstarts(s, prefix) ? strlen(prefix) : 0)
#define strchrnul(s, c)	((char *)(s) + strcspn(s, (char[]){ c, 0 }))

__printf(3, 4) int scnprintf(char *to, size_t size, const char *format, ...);
char *strim(char *s);
long strscpy(char *to, const char *from, size_t size);
u32 jhash(const void *key, u32 len, u32 seed);
int kstrtoul(const char *s, unsigned int base, unsigned long *value);
int kstrtol(const char *s, unsigned int base, long *value);
int kstrtouint(const char *s, unsigned int base, unsigned int *value);

/* --- lists, locks, files, as far as the log of refusals has them --- */

struct list_head {
	struct list_head *next, *prev;
};

struct hlist_node;

#define LIST_HEAD(name)	struct list_head name = { &(name), &(name) }
#define list_entry(p, type, member)	container_of(p, type, member)
#define list_first_entry(head, type, member)	\
	list_entry((head)->next, type, member)

static inline void list_add_tail(struct list_head *node, struct list_head *head)
{
	node->prev = head->prev;
	node->next = head;
	head->prev->next = node;
	head->prev = node;
}

static inline void list_del(struct list_head *node)
{
	node->next->prev = node->prev;
	node->prev->next = node->next;
}

#define DEFINE_MUTEX(name)	int name
#define mutex_lock(lock)	((void)(lock))
#define mutex_unlock(lock)	((void)(lock))
#define lockdep_assert_held(lock)	((void)(lock))

#define NSEC_PER_USEC	1000
#define USEC_PER_SEC	1000000
#define local_clock()	0ULL
#define div_u64(a, b)	((a) / (b))
#define do_div(n, base)	\
	({ u32 rest_ = (n) % (base); (n) /= (base); rest_; })

struct seq_file {
	char *buf;
	size_t size;
	size_t count;
	void *private;
};

static inline bool seq_has_overflowed(const struct seq_file *m)
{
	return m->count == m->size;
}

struct seq_operations {
	void *(*start)(struct seq_file *m, loff_t *pos);
	void (*stop)(struct seq_file *m, void *v);
	void *(*next)(struct seq_file *m, void *v, loff_t *pos);
	int (*show)(struct seq_file *m, void *v);
};

__printf(2, 3) void seq_printf(struct seq_file *m, const char *format, ...);
void seq_puts(struct seq_file *m, const char *s);
void *seq_list_start(struct list_head *head, loff_t pos);
void *seq_list_next(void *v, struct list_head *head, loff_t *pos);

/* --- what compat.h and the kernel's structs are for the parsers --- */

#define KPEV_COMPAT_H
#define CONFIG_X86_64	1
#define THREAD_SIZE	16384UL

struct pt_regs {
	unsigned long r15, r14, r13, r12, bp, bx, r11, r10, r9, r8, ax, cx, dx,
		      si, di, orig_ax, ip, cs, flags, sp, ss;
};

struct dentry {
	struct {
		const char *name;
	} d_name;
};

struct file {
	struct {
		struct dentry *dentry;
	} f_path;
};

#define KPEV_ARGUMENT_REGISTERS {					\
	offsetof(struct pt_regs, di), offsetof(struct pt_regs, si),	\
	offsetof(struct pt_regs, dx), offsetof(struct pt_regs, cx),	\
	offsetof(struct pt_regs, r8), offsetof(struct pt_regs, r9) }

#define MODULE_NAME_LEN	56
#define KSYM_NAME_LEN	512

static inline bool kpev_register_fills_slot(unsigned int offset)
{
	return true;
}

#endif

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Functions to put probes on.  A module of their own, built with ftrace's hooks:
 * kpev doesn't probe itself.
 */
#include <linux/compiler.h>
#include <linux/delay.h>
#include <linux/module.h>
#include <linux/percpu.h>

#include "targets.h"

u64 kpev_kunit_data = 0x0123456789abcdefULL;
EXPORT_SYMBOL_GPL(kpev_kunit_data);
DEFINE_PER_CPU(u64, kpev_kunit_percpu);
EXPORT_PER_CPU_SYMBOL_GPL(kpev_kunit_percpu);

noinline int kpev_kunit_call(int n)
{
	barrier();
	return n;
}
EXPORT_SYMBOL_GPL(kpev_kunit_call);

noinline notrace int kpev_kunit_notrace(int n)
{
	barrier();
	return n;
}
EXPORT_SYMBOL_GPL(kpev_kunit_notrace);

noinline int kpev_kunit_sleep(unsigned int ms)
{
	msleep(ms);
	return ms;
}
EXPORT_SYMBOL_GPL(kpev_kunit_sleep);

noinline int kpev_kunit_recurse(int depth)
{
	int ret = depth ? kpev_kunit_recurse(depth - 1) : 0;

	barrier(); /* or it would become a loop */
	return ret + 1;
}
EXPORT_SYMBOL_GPL(kpev_kunit_recurse);

noinline long kpev_kunit_args(unsigned long a, unsigned long b,
			      unsigned long c, unsigned long d,
			      unsigned long e, unsigned long f,
			      unsigned long g, unsigned long h)
{
	barrier();
	return a + b + c + d + e + f + g + h;
}
EXPORT_SYMBOL_GPL(kpev_kunit_args);

noinline struct kpev_kunit_struct *
kpev_kunit_struct(struct kpev_kunit_struct *s)
{
	barrier();
	return s->next;
}
EXPORT_SYMBOL_GPL(kpev_kunit_struct);

noinline const char *kpev_kunit_text(const char *text)
{
	barrier();
	return text;
}
EXPORT_SYMBOL_GPL(kpev_kunit_text);

/*
 * Instructions of many kinds in a row, each executed once at each call: those
 * that kprobes boosts, emulates, single-steps and moves behind a jump.
 */
noinline int kpev_kunit_kinds(int n)
{
	unsigned long scratch = n, other, memory = n;

	asm volatile("push %[s]\n\t"
		     "mov $0x1234, %[o]\n\t"
		     "lea 1(%[s], %[o], 2), %[s]\n\t"
		     "pop %[s]\n\t"
		     "nop\n\t"
		     "pushf\n\t"
		     "popf\n\t"
		     "cmp %[s], %[s]\n\t"
		     "jne 1f\n\t"
		     "je 1f\n\t"
		     "nop\n"
		     "1:\tjmp 2f\n"
		     "2:\ttest %[s], %[s]\n\t"
		     "setne %b[o]\n\t"
		     "cmovne %[s], %[o]\n\t"
		     "movzbl %b[s], %k[o]\n\t"
		     "bt $3, %[s]\n\t"
		     "xchg %[s], %[o]\n\t"
		     "xchg %[s], %[o]\n\t"
		     "neg %[o]\n\t"
		     "shl $2, %[o]\n\t"
		     "mov %[s], %[o]\n\t"
		     "lock xadd %[s], %[m]\n\t"
		     : [s] "+r" (scratch), [o] "=&r" (other), [m] "+m" (memory)
		     : : "cc");
	return kpev_kunit_call(scratch) + other + memory;
}
EXPORT_SYMBOL_GPL(kpev_kunit_kinds);

/* A name that two functions have. */
static noinline int kpev_kunit_twin(int n)
{
	barrier();
	return n + 1;
}

noinline int kpev_kunit_twins(int n)
{
	return kpev_kunit_twin(n) + kpev_kunit_other_twin(n);
}
EXPORT_SYMBOL_GPL(kpev_kunit_twins);

MODULE_DESCRIPTION("Functions for kpev's unit tests to probe");
MODULE_LICENSE("GPL");

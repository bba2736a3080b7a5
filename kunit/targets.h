/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Functions and data for the tests to probe.  Global, so that the compiler leaves
 * them as they are.
 */
#ifndef KPEV_KUNIT_TARGETS_H
#define KPEV_KUNIT_TARGETS_H

#include <linux/percpu.h>
#include <linux/types.h>

/* As a name of the kernel's symbol table. */
#ifdef MODULE
#define KPEV_KUNIT_SYMBOL(name)	"kpev_targets:" name
#else
#define KPEV_KUNIT_SYMBOL(name)	name
#endif

struct kpev_kunit_struct {
	u8 u8;
	s8 s8;
	u16 u16;
	s16 s16;
	u32 u32;
	s32 s32;
	u64 u64;
	s64 s64;
	struct kpev_kunit_struct *next;
	const char *name;
	char text[16];
};

extern u64 kpev_kunit_data;
DECLARE_PER_CPU(u64, kpev_kunit_percpu);

int kpev_kunit_call(int n);
int kpev_kunit_notrace(int n);
int kpev_kunit_sleep(unsigned int ms);
int kpev_kunit_recurse(int depth);
int kpev_kunit_kinds(int n);
long kpev_kunit_args(unsigned long a, unsigned long b, unsigned long c,
		     unsigned long d, unsigned long e, unsigned long f,
		     unsigned long g, unsigned long h);
struct kpev_kunit_struct *kpev_kunit_struct(struct kpev_kunit_struct *s);
const char *kpev_kunit_text(const char *text);
int kpev_kunit_twins(int n);
int kpev_kunit_other_twin(int n);

#endif

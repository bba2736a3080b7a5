/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The functions and data of kpev_target.  Global, so that the compiler leaves
 * them as they are; used by nobody else.
 */
#ifndef KPEV_TARGET_H
#define KPEV_TARGET_H

#include <linux/percpu.h>
#include <linux/types.h>

struct kpev_target_struct {
	u8 u8;			/* offset 0 */
	s8 s8;			/* 1 */
	u16 u16;		/* 2 */
	s16 s16;		/* 4 */
	u32 u32;		/* 8 */
	s32 s32;		/* 12 */
	u64 u64;		/* 16 */
	s64 s64;		/* 24 */
	struct kpev_target_struct *next;	/* 32 */
	const char *name;	/* 40, on 32 bit 36 */
	char text[16];		/* 48, on 32 bit 40 */
};

extern u64 kpev_target_data;
DECLARE_PER_CPU(u64, kpev_target_percpu);

long kpev_target_args(unsigned long a, unsigned long b, unsigned long c,
		      unsigned long d, unsigned long e, unsigned long f,
		      unsigned long g, unsigned long h);
struct kpev_target_struct *kpev_target_struct(struct kpev_target_struct *s);
const char *kpev_target_text(const char *text);
const char * const *kpev_target_texts(const char * const *texts);
const char __user *kpev_target_user(const char __user *text);
int kpev_target_branch(int n);
int kpev_target_static(int n);
int kpev_target_warn(int n);
int kpev_target_notrace(int n);
int __cfi_kpev_target_preamble(int n);
int kpev_target_nap(unsigned int ms);
int kpev_target_recurse(int depth);
int kpev_target_call(int n);

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The functions of kpev_types.  Global, so that the compiler leaves them as they
 * are; used by nobody else.
 */
#ifndef KPEV_TYPES_H
#define KPEV_TYPES_H

#include <linux/list.h>
#include <linux/types.h>

struct kpev_types;

struct kpev_pair {
	unsigned long first;
	unsigned long second;
};

struct kpev_tiny {
	u16 first;
	u8 second;
};

struct kpev_large {
	unsigned long word[3];
};

struct kpev_nothing {
};

long kpev_types_plain(struct kpev_types *t, u8 small, s16 negative, bool yes,
		      const char *text, struct list_head *link,
		      unsigned int seventh, s8 eighth);
struct kpev_types *kpev_types_get(struct kpev_types *t);
s16 kpev_types_negative(int a);
bool kpev_types_yes(int a);
void kpev_types_void(void);
long kpev_types_pair(int before, struct kpev_pair pair, int after);
long kpev_types_split(int a, int b, int c, int d, int e, struct kpev_pair pair,
		      int after, int last);
long kpev_types_large(int before, struct kpev_large large, int after);
long kpev_types_tiny(struct kpev_tiny tiny, struct kpev_nothing nothing,
		     int after);
struct kpev_large kpev_types_hidden(int a, int b);
struct kpev_pair kpev_types_two(int a);
__printf(2, 3)
int kpev_types_variadic(int n, const char *format, ...);
#ifdef CONFIG_X86_64
long kpev_types_wide(int before, __int128 wide, int after);
#endif

#endif

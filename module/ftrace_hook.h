/* SPDX-License-Identifier: GPL-2.0-only */
/* Where does ftrace have a hook in a function? */
#ifndef KPEV_FTRACE_HOOK_H
#define KPEV_FTRACE_HOOK_H

#include <linux/types.h>

void kpev_ftrace_hook_exit(void);
unsigned long kpev_ftrace_hook(unsigned long function);
bool kpev_traceable(unsigned long function, const char *name);

#endif

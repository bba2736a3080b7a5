/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The places that kprobes refuses by a list (NOKPROBE_SYMBOL and more).
 *
 * The list isn't exported, but debugfs shows it, where debugfs is mounted as usual
 * and the current task may see addresses (kptr_restrict).
 */
#ifndef KPEV_BLACKLIST_H
#define KPEV_BLACKLIST_H

#include <linux/types.h>

bool kpev_blacklist_has(unsigned long address);
bool kpev_blacklist_clears(unsigned long address);
void kpev_blacklist_exit(void);

#endif

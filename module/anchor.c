// SPDX-License-Identifier: GPL-2.0-only
/*
 * The one function of kpev that ftrace has a hook in: an ftrace_ops without any
 * function in its filter would be called for every function of the kernel.
 */
#include "fentry.h"

/**
 * kpev_anchor - a function to keep in a filter; nobody calls it
 */
void kpev_anchor(void)
{
}

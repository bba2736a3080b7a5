/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a piece of a test's code has taken from slabs and not given back, seen
 * through the kernel's own tracepoints.  One at a time.
 */
#ifndef KPEV_KUNIT_LEDGER_H
#define KPEV_KUNIT_LEDGER_H

#include <linux/types.h>

struct kunit;

int kpev_ledger_open(void);
void kpev_ledger_close(void);
void kpev_ledger_start(bool anew);
void kpev_ledger_stop(void);
unsigned int kpev_ledger_balance(struct kunit *test);
void kpev_ledger_name(struct kunit *test);

#endif

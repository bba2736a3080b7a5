// SPDX-License-Identifier: GPL-2.0-only
/*
 * All suites of the rooms that need a running kernel once more, in the reverse
 * order: what one leaves behind shows in another.  Linked behind them.
 */
#include <linux/module.h>

#include "world.h"

kunit_test_suites(&kpev_faults_again, &kpev_registry_again,
		  &kpev_record_again, &kpev_probe_again, &kpev_layout_again,
		  &kpev_fetch_again, &kpev_argument_again, &kpev_place_again,
		  &kpev_symbols_again);

MODULE_LICENSE("GPL");

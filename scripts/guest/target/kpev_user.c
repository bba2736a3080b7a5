// SPDX-License-Identifier: GPL-2.0-only
/*
 * A module that uses a function of kpev_target, and whose init lasts until `go` is set
 * in /sys/module/kpev_user/parameters, or for half a minute.
 */
#include <linux/delay.h>
#include <linux/module.h>

#include "kpev_target.h"

static bool go;
module_param(go, bool, 0644);

static int __init kpev_user_init(void)
{
	unsigned int waits = 0;

	while (!READ_ONCE(go) && waits++ < 1500)
		msleep(20);
	return kpev_target_call(0);
}

static void __exit kpev_user_exit(void)
{
}

module_init(kpev_user_init);
module_exit(kpev_user_exit);

MODULE_DESCRIPTION("A module that takes its time, for kpev's tests");
MODULE_LICENSE("GPL");

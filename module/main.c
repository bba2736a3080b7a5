// SPDX-License-Identifier: GPL-2.0-only
/* Load and unload: an ordered list of inits and its mirror. */
#include <linux/init.h>
#include <linux/module.h>

#include "blacklist.h"
#include "btf.h"
#include "control.h"
#include "core_lock.h"
#include "errors.h"
#include "event.h"
#include "fentry.h"
#include "fetch.h"
#include "ftrace_hook.h"
#include "layout.h"
#include "registry.h"
#include "startup.h"
#include "symbols.h"

static int __init kpev_init(void)
{
	int ret;

	kpev_fetch_init();
	ret = kpev_symbols_init();
	if (ret)
		return ret;
	ret = kpev_core_lock_init();
	if (ret)
		goto exit_symbols;
	ret = kpev_registry_init();
	if (ret)
		goto exit_core_lock;
	ret = kpev_startup();
	if (ret)
		goto exit_events;
	ret = kpev_control_init();
	if (ret)
		goto abandon_events;
	return 0;

abandon_events:
	kpev_registry_abandon();
exit_events:
	kpev_registry_exit();
	kpev_events_exit();
	kpev_layouts_exit();
exit_core_lock:
	kpev_core_lock_exit();
	kpev_fentry_exit();
	kpev_ftrace_hook_exit();
exit_symbols:
	kpev_blacklist_exit();
	kpev_btf_drop();
	kpev_symbols_exit();
	/* What kprobe_event= has warned of. */
	kpev_log_clear();
	return ret;
}

static void __exit kpev_exit(void)
{
	kpev_control_exit();
	kpev_registry_exit();
	/* No event is left: each holds the module. */
	kpev_events_exit();
	kpev_layouts_exit();
	kpev_core_lock_exit();
	kpev_fentry_exit();
	kpev_ftrace_hook_exit();
	kpev_blacklist_exit();
	kpev_btf_drop();
	kpev_symbols_exit();
	kpev_log_clear();
}

module_init(kpev_init);
module_exit(kpev_exit);

MODULE_DESCRIPTION("Kernel probe events: kprobe_events as a module");
MODULE_AUTHOR("The kpev developers");
MODULE_VERSION(KPEV_VERSION);
MODULE_LICENSE("GPL");

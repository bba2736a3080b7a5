// SPDX-License-Identifier: GPL-2.0-only
/*
 * A live patch for kpev_target: another kpev_target_call(), which counts its calls in
 * /sys/module/kpev_livepatch/parameters/calls.
 */
#include <linux/kernel.h>
#include <linux/livepatch.h>
#include <linux/module.h>

static int calls;
module_param(calls, int, 0444);

static noinline int patched_call(int n)
{
	calls++;
	return n;
}

static struct klp_func funcs[] = {
	{
		.old_name = "kpev_target_call",
		.new_func = patched_call,
	},
	{}
};

static struct klp_object objects[] = {
	{
		.name = "kpev_target",
		.funcs = funcs,
	},
	{}
};

static struct klp_patch patch = {
	.mod = THIS_MODULE,
	.objs = objects,
};

static int __init kpev_livepatch_init(void)
{
	return klp_enable_patch(&patch);
}

/* It has been disabled by then: until that, the module is in use. */
static void __exit kpev_livepatch_exit(void)
{
}

module_init(kpev_livepatch_init);
module_exit(kpev_livepatch_exit);

MODULE_DESCRIPTION("A live patch beside probes");
MODULE_LICENSE("GPL");
MODULE_INFO(livepatch, "Y");

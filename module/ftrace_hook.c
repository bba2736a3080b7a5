// SPDX-License-Identifier: GPL-2.0-only
/* Asking ftrace for its hooks. */
#include <linux/errno.h>
#include <linux/ftrace.h>
#include <linux/mutex.h>
#include <linux/string.h>

#include "ftrace_hook.h"
#include "symbols.h"

#ifdef CONFIG_DYNAMIC_FTRACE
static void no_trace(unsigned long ip, unsigned long parent_ip,
		     struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
}

/* Never registered: only its filter is used, guarded by asking_lock. */
static struct ftrace_ops asking_ops = {
	.func = no_trace,
};

static DEFINE_MUTEX(asking_lock);

/*
 * ftrace_location() is not exported, but a filter takes only what it finds.
 * The filter is kept till the end: ftrace_free_filter() leaves its pointers
 * dangling, so that the ops are of no use behind it.
 */
static bool has_hook(unsigned long address)
{
	int ret;

	mutex_lock(&asking_lock);
	ret = ftrace_set_filter_ip(&asking_ops, address, 0, 1);
	mutex_unlock(&asking_lock);
	return ret != -EINVAL;
}

/* It is the function's first instruction, or the one behind its ENDBR. */
static bool function_has_hook(unsigned long function)
{
	return has_hook(function) || has_hook(function + 4);
}
#endif

/**
 * kpev_ftrace_hook_exit - free what asking took
 *
 * Context: may sleep; when nobody asks any more.
 */
void kpev_ftrace_hook_exit(void)
{
#ifdef CONFIG_DYNAMIC_FTRACE
	ftrace_free_filter(&asking_ops);
#endif
}

/**
 * kpev_traceable - may a probe go into a function, as far as ftrace knows?
 * @function: its address
 * @name: its name
 *
 * The kernel's own kprobe events refuse functions that are marked notrace,
 * which tracing itself may use: those without an ftrace hook.  A part that the
 * compiler split off (NAME.cold) has none, but goes with its function.
 *
 * Context: may sleep.
 * Return: true also where this kernel has no such hooks.
 */
bool kpev_traceable(unsigned long function, const char *name)
{
#ifdef CONFIG_DYNAMIC_FTRACE
	char whole[KSYM_NAME_LEN];
	unsigned long address;

	if (function_has_hook(function))
		return true;
	if (!strchr(name, '.'))
		return false;
	strscpy(whole, name, min(sizeof(whole), strcspn(name, ".") + 1));
	address = kpev_symbol_address(whole);
	return address && function_has_hook(address);
#else
	return true;
#endif
}

// SPDX-License-Identifier: GPL-2.0-only
/* Asking ftrace for its hooks. */
#include <linux/errno.h>
#include <linux/ftrace.h>
#include <linux/mutex.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "ftrace_hook.h"
#include "insn.h"
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
static int ask(unsigned long address)
{
	int ret;

	mutex_lock(&asking_lock);
	ret = ftrace_set_filter_ip(&asking_ops, address, 0, 1);
	mutex_unlock(&asking_lock);
	return ret;
}

static unsigned long behind_endbr(unsigned long function)
{
	return function + 4;
}

static bool function_has_hook(unsigned long function)
{
	return ask(function) != -EINVAL ||
	       ask(behind_endbr(function)) != -EINVAL;
}

/*
 * ftrace takes also a function's address for its hook's (since aebfd12521d9, 5.18),
 * but any other byte only if it is one of the hook's.  That begins where its
 * instruction does: a nop, or what it is while somebody traces.
 */
static bool is_hook(unsigned long address)
{
	struct kpev_x86_insn insn;
	u8 code[5];

	return !copy_from_kernel_nofault(code, (void *)address, sizeof(code)) &&
	       kpev_x86_decode(code, sizeof(code), IS_ENABLED(CONFIG_X86_64),
			       &insn) == sizeof(code) &&
	       (insn.kind == KPEV_X86_NOP || insn.kind == KPEV_X86_CALL ||
		insn.kind == KPEV_X86_JMP) &&
	       !ask(address + 1);
}
#endif

/**
 * kpev_ftrace_hook - where exactly ftrace has its hook in a function
 * @function: the function's address
 *
 * Context: may sleep.
 * Return: the address of its first instruction, or of the one behind its ENDBR; 0:
 * it is neither of them, there is none, or no memory.
 */
unsigned long kpev_ftrace_hook(unsigned long function)
{
#ifdef CONFIG_DYNAMIC_FTRACE
	if (is_hook(function))
		return function;
	if (is_hook(behind_endbr(function)))
		return behind_endbr(function);
#endif
	return 0;
}

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

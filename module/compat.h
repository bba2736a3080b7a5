/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Every difference between kernels, each with what made it, and what 64 and
 * 32 bit do differently to registers and addresses.  No other file names a
 * version.
 */
#ifndef KPEV_COMPAT_H
#define KPEV_COMPAT_H

#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/ptrace.h>
#include <linux/trace_events.h>
#include <linux/version.h>
#include <asm/processor.h>
#ifdef CONFIG_X86_64
#include <uapi/asm/vsyscall.h>
#endif

/* trace_add_event_call() is exported from 5.18 on. */
#if LINUX_VERSION_CODE < KERNEL_VERSION(5, 18, 0)
#error "kpev needs Linux 5.18 or newer: older ones don't let a module add trace events"
#endif

#ifndef CONFIG_X86
#error "kpev knows x86-64 and x86-32 only"
#endif

/* The lowest address that belongs to the kernel. */
static inline unsigned long kpev_kernel_start(void)
{
#ifdef CONFIG_X86_64
	return -(1UL << (boot_cpu_data.x86_virt_bits - 1));
#else
	return PAGE_OFFSET;
#endif
}

/* The vsyscall page lies in the kernel's half, but a read of it oopses. */
static __always_inline bool kpev_in_vsyscall_page(unsigned long addr)
{
#ifdef CONFIG_X86_64
	return (addr & PAGE_MASK) == VSYSCALL_ADDR;
#else
	return false;
#endif
}

/*
 * On 32 bit the segment registers are 16 bits in a 32-bit slot of pt_regs
 * whose upper half is anything: regs_get_register() masks them.
 */
static inline bool kpev_register_fills_slot(unsigned int offset)
{
#ifdef CONFIG_X86_64
	return true;
#else
	switch (offset) {
	case offsetof(struct pt_regs, cs):
	case offsetof(struct pt_regs, ss):
	case offsetof(struct pt_regs, ds):
	case offsetof(struct pt_regs, es):
	case offsetof(struct pt_regs, fs):
	case offsetof(struct pt_regs, gs):
		return false;
	}
	return true;
#endif
}

/*
 * The registers that hold a function's first arguments at its entry: the
 * System V ABI on 64 bit, regparm(3), which the kernel is built with, on 32.
 */
#ifdef CONFIG_X86_64
#define KPEV_ARGUMENT_REGISTERS {					\
	offsetof(struct pt_regs, di), offsetof(struct pt_regs, si),	\
	offsetof(struct pt_regs, dx), offsetof(struct pt_regs, cx),	\
	offsetof(struct pt_regs, r8), offsetof(struct pt_regs, r9) }
#else
#define KPEV_ARGUMENT_REGISTERS {					\
	offsetof(struct pt_regs, ax), offsetof(struct pt_regs, dx),	\
	offsetof(struct pt_regs, cx) }
#endif

/* The registers of a system call's arguments, in what its function is given. */
#ifdef CONFIG_X86_64
#define KPEV_SYSCALL_REGISTERS {					\
	offsetof(struct pt_regs, di), offsetof(struct pt_regs, si),	\
	offsetof(struct pt_regs, dx), offsetof(struct pt_regs, r10),	\
	offsetof(struct pt_regs, r8), offsetof(struct pt_regs, r9) }
#else
#define KPEV_SYSCALL_REGISTERS {					\
	offsetof(struct pt_regs, bx), offsetof(struct pt_regs, cx),	\
	offsetof(struct pt_regs, dx), offsetof(struct pt_regs, si),	\
	offsetof(struct pt_regs, di), offsetof(struct pt_regs, bp) }
#endif

/* trace_flag sym-addr; its enum is the tracing core's own, its bit is ABI. */
#define KPEV_ITER_SYM_ADDR	0x04

/*
 * What a return address looks like while a return probe has replaced it: since
 * 5.18 (73f9b911faa7) kretprobes use rethook where the architecture has it.
 */
#ifdef CONFIG_KRETPROBE_ON_RETHOOK
#define KPEV_RETURN_TRAMPOLINE	"arch_rethook_trampoline"
#else
#define KPEV_RETURN_TRAMPOLINE	"__kretprobe_trampoline"
#endif

/*
 * A dynamic event counts who refers to it in its refcnt (since 5.15,
 * 1d18538e6a09).  A kernel without dynamic events of its own can't take such
 * references; there the event belongs to the module, which its users hold.
 */
#ifdef CONFIG_DYNAMIC_EVENTS
#define KPEV_CALL_FLAGS		TRACE_EVENT_FL_DYNAMIC

static inline void kpev_call_own(struct trace_event_call *call)
{
}

static inline int kpev_call_references(const struct trace_event_call *call)
{
	return atomic_read(&call->refcnt);
}
#else
#define KPEV_CALL_FLAGS		0

/* To be called from define_fields(): the core clears the module before it. */
static inline void kpev_call_own(struct trace_event_call *call)
{
	call->module = THIS_MODULE;
}

static inline int kpev_call_references(const struct trace_event_call *call)
{
	return 0;
}
#endif

#endif

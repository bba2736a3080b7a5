/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Every difference between kernels, each with what made it, and what 64 and
 * 32 bit do differently to registers and addresses.  No other file names a
 * version.
 */
#ifndef KPEV_COMPAT_H
#define KPEV_COMPAT_H

#include <linux/dcache.h>
#include <linux/ftrace.h>
#include <linux/irqflags.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/preempt.h>
#include <linux/ptrace.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/trace.h>
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
static __always_inline bool kpev_touches_vsyscall_page(unsigned long addr,
						       unsigned long size)
{
#ifdef CONFIG_X86_64
	return addr - (VSYSCALL_ADDR - size + 1) < PAGE_SIZE + size - 1;
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

/* And their names. */
#ifdef CONFIG_X86_64
#define KPEV_ARGUMENT_REGISTER_NAMES {					\
	"%di", "%si", "%dx", "%cx", "%r8", "%r9" }
#else
#define KPEV_ARGUMENT_REGISTER_NAMES { "%ax", "%dx", "%cx" }
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

/* A register at its offset in pt_regs, as regs_get_register() reads it. */
static __always_inline unsigned long
kpev_register(struct pt_regs *regs, unsigned int offset)
{
#ifdef CONFIG_X86_64
	return *(unsigned long *)((void *)regs + offset);
#else
	return regs_get_register(regs, offset);
#endif
}

/*
 * Functions' entries through ftrace: where its callbacks are given registers,
 * some or all (64 bit).  What is in ftrace_regs has an accessor in newer
 * kernels, 6.12.95 among them, and is a member in 6.1.
 */
#if defined(CONFIG_DYNAMIC_FTRACE_WITH_ARGS) && \
	defined(CONFIG_DYNAMIC_FTRACE_WITH_REGS) && defined(CONFIG_X86_64)
#define KPEV_HAS_FENTRY

static __always_inline struct pt_regs *kpev_ftrace_regs(struct ftrace_regs *fregs)
{
#ifdef arch_ftrace_regs
	return &arch_ftrace_regs(fregs)->regs;
#else
	return &fregs->regs;
#endif
}
#endif

/*
 * Does RCU know of this CPU?  Until 6.3, which made the idle loop noinstr,
 * functions could be traced where the idle task has told it off.
 */
static __always_inline bool kpev_rcu_is_watching(void)
{
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 3, 0)
	return !is_idle_task(current) || rcu_is_watching();
#else
	return true;
#endif
}

/* What a callback without all registers is given: the rest isn't even zero. */
static __always_inline bool kpev_is_entry_register(unsigned int offset)
{
#ifdef CONFIG_X86_64
	switch (offset) {
	case offsetof(struct pt_regs, di):
	case offsetof(struct pt_regs, si):
	case offsetof(struct pt_regs, dx):
	case offsetof(struct pt_regs, cx):
	case offsetof(struct pt_regs, r8):
	case offsetof(struct pt_regs, r9):
	case offsetof(struct pt_regs, ax):
	case offsetof(struct pt_regs, bp):
	case offsetof(struct pt_regs, sp):
		return true;
	}
#endif
	return false;
}

/* Are these only those, as ftrace marks them? */
static __always_inline bool kpev_registers_are_partial(const struct pt_regs *regs)
{
	return !regs->cs;
}

/*
 * Those, for who looks at all of them; the others are zero in @to, and stay so.  The
 * instruction pointer is as a kprobe there would have it.
 */
static __always_inline void kpev_complete_registers(struct pt_regs *to,
						    const struct pt_regs *from,
						    unsigned long address)
{
	to->ip = address + sizeof(kprobe_opcode_t);
	to->sp = from->sp;
	to->bp = from->bp;
	to->ax = from->ax;
	to->di = from->di;
	to->si = from->si;
	to->dx = from->dx;
	to->cx = from->cx;
#ifdef CONFIG_X86_64
	to->r8 = from->r8;
	to->r9 = from->r9;
#endif
	to->cs = __KERNEL_CS;
	to->ss = __KERNEL_DS;
	to->flags = X86_EFLAGS_FIXED;
}

/* What iterate_dir() is given answers with a bool since 6.1 (25885a35a720). */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 1, 0)
#define KPEV_FILLDIR_RESULT	int
#define KPEV_FILLDIR_GO_ON	0
#else
#define KPEV_FILLDIR_RESULT	bool
#define KPEV_FILLDIR_GO_ON	true
#endif

/* A trace buffer; 6.8 added what events it may have (d23569979ca1). */
static inline struct trace_array *kpev_trace_array(const char *name)
{
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 8, 0)
	return trace_array_get_by_name(name);
#else
	return trace_array_get_by_name(name, NULL);
#endif
}

/*
 * Has an event its folder in tracefs?  That was a dentry, and is an inode of
 * eventfs since 6.7 (5790b1fb3d67); releases of 6.6 have had one or the other.  Older
 * kernels made each file by itself, and went on without the ones they had no memory for.
 */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 6, 0)
static inline bool kpev_has_file(struct dentry *folder, const char *name)
{
	struct qstr text = QSTR_INIT(name, strlen(name));
	struct dentry *file = d_hash_and_lookup(folder, &text);
	bool has = !IS_ERR_OR_NULL(file) && d_really_is_positive(file);

	if (!IS_ERR_OR_NULL(file))
		dput(file);
	return has;
}

static inline bool kpev_has_folder(const struct trace_event_file *file)
{
	static const char * const names[] = {
		"enable", "filter", "trigger", "format",
#ifdef CONFIG_PERF_EVENTS
		"id",
#endif
#ifdef CONFIG_HIST_TRIGGERS
		"hist",
#endif
	};
	struct dentry *folder = file->dir;
	unsigned int i;

	if (!folder)
		return false;
	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (!kpev_has_file(folder, names[i]))
			return false;
	/* That group has none of its own. */
	return !strcmp(file->event_call->class->system, "ftrace") ||
	       (kpev_has_file(folder->d_parent, "enable") &&
		kpev_has_file(folder->d_parent, "filter"));
}
#elif LINUX_VERSION_CODE < KERNEL_VERSION(6, 7, 0)
static inline bool kpev_has_folder(const struct trace_event_file *file)
{
	return true;
}
#else
static inline bool kpev_has_folder(const struct trace_event_file *file)
{
	return file->ei;
}
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
 * What the tracing core says of a hit's context in a record's common fields: flags
 * in the upper half; the hit has preemption off, which doesn't count.  Its own
 * function for that isn't exported.  Where preemption isn't built in, turning it off
 * isn't counted, nor taken back.  The lazy request to reschedule is shown by kernels
 * that have ARCH_HAS_PREEMPT_LAZY (7.3 does, 6.12 doesn't).
 */
static __always_inline unsigned int kpev_trace_context(void)
{
	unsigned int count = preempt_count();
	unsigned int depth = min_t(unsigned int, count & PREEMPT_MASK, 0xf);
	unsigned int flags = 0;

	if (irqs_disabled())
		flags |= TRACE_FLAG_IRQS_OFF;
	if (unlikely(count & ~PREEMPT_MASK)) {
		if (count & NMI_MASK)
			flags |= TRACE_FLAG_NMI;
		if (count & HARDIRQ_MASK)
			flags |= TRACE_FLAG_HARDIRQ;
		if (in_serving_softirq())
			flags |= TRACE_FLAG_SOFTIRQ;
		if (softirq_count() >> (SOFTIRQ_SHIFT + 1))
			flags |= TRACE_FLAG_BH_OFF;
	}
	if (tif_need_resched())
		flags |= TRACE_FLAG_NEED_RESCHED;
	if (test_preempt_need_resched())
		flags |= TRACE_FLAG_PREEMPT_RESCHED;
#if defined(TIF_NEED_RESCHED_LAZY) && defined(CONFIG_ARCH_HAS_PREEMPT_LAZY)
	if (test_thread_flag(TIF_NEED_RESCHED_LAZY))
		flags |= TRACE_FLAG_NEED_RESCHED_LAZY;
#endif
	if (IS_ENABLED(CONFIG_PREEMPTION))
		depth--;
#ifdef CONFIG_SMP
	depth |= min_t(unsigned int, current->migration_disabled, 0xf) << 4;
#endif
	return flags << 16 | depth;
}

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

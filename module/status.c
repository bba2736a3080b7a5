// SPDX-License-Identifier: GPL-2.0-only
/* What the file status shows. */
#include <linux/fs.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/security.h>
#include <linux/seq_file.h>
#include <linux/utsname.h>

#include "btf.h"
#include "control.h"
#include "registry.h"
#include "status.h"
#include "symbols.h"

/**
 * struct feature - what a kernel's configuration brings, or not
 * @name: what it is to kpev's user
 * @there: does this kernel have it?
 * @lack: why not, and what that means
 */
struct feature {
	const char *name;
	bool there;
	const char *lack;
};

static const struct feature features[] = {
	{ "probes through ftrace", IS_ENABLED(CONFIG_KPROBES_ON_FTRACE),
	  "KPROBES_ON_FTRACE is missing: a probe at an entry costs more" },
	{ "optimised probes", IS_ENABLED(CONFIG_OPTPROBES),
	  "OPTPROBES is missing: a probe inside a function costs more" },
	{ "names of data", IS_ENABLED(CONFIG_KALLSYMS_ALL),
	  "KALLSYMS_ALL is missing: @SYM finds functions only, use @ADDR" },
	{ "references to events", IS_ENABLED(CONFIG_DYNAMIC_EVENTS),
	  "DYNAMIC_EVENTS is missing: what uses an event holds kpev" },
	{ "histograms", IS_ENABLED(CONFIG_HIST_TRIGGERS),
	  "HIST_TRIGGERS is missing: events have no file hist" },
	{ "BPF programs", IS_ENABLED(CONFIG_BPF_EVENTS),
	  "BPF_EVENTS is missing: events take no program" },
	{ "the kernel's own kprobe_events", IS_ENABLED(CONFIG_KPROBE_EVENTS),
	  "KPROBE_EVENTS is missing: kpev's are the only ones" },
};

static void show_features(struct seq_file *m)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(features); i++)
		seq_printf(m, "%s: %s%s\n", features[i].name,
			   features[i].there ? "yes" : "no, ",
			   features[i].there ? "" : features[i].lack);
}

/* --- is a probe hit at all? --- */

/* One trial at a time. */
static DEFINE_MUTEX(trial_lock);
static bool trial_was_hit;

static int trial_hit(struct kprobe *kp, struct pt_regs *regs)
{
	trial_was_hit = true;
	return 0;
}

NOKPROBE_SYMBOL(trial_hit);

static noinline void trial_target(void)
{
	/* Or the compiler leaves out the call. */
	barrier();
}

/*
 * All kprobes can be disarmed by a switch that modules can't read, so try one.
 * Returns 1 or 0, or a negative errno where there is no knowing.
 */
static int probes_are_hit(void)
{
	struct kprobe kp = {
		.addr = (kprobe_opcode_t *)trial_target,
		.pre_handler = trial_hit,
	};
	int ret;

	mutex_lock(&trial_lock);
	trial_was_hit = false;
	ret = register_kprobe(&kp);
	if (!ret) {
		trial_target();
		unregister_kprobe(&kp);
		ret = trial_was_hit;
	}
	mutex_unlock(&trial_lock);
	return ret;
}

static void show_kprobes(struct seq_file *m)
{
	int hit = probes_are_hit();

	if (hit < 0)
		seq_printf(m, "kprobes: unknown, trying one gave %d\n", hit);
	else if (hit)
		seq_puts(m, "kprobes: on\n");
	else
		seq_puts(m, "kprobes: off, only probes through ftrace are hit: write 1 to /sys/kernel/debug/kprobes/enabled\n");
}

/* --- switches under /proc/sys --- */

/* A switch's value, or a negative errno. */
static int read_switch(const char *path)
{
	struct file *file;
	char text[16];
	loff_t pos = 0;
	ssize_t len;
	int value;

	file = filp_open(path, O_RDONLY, 0);
	if (IS_ERR(file))
		return PTR_ERR(file);
	len = kernel_read(file, text, sizeof(text) - 1, &pos);
	fput(file);
	if (len < 0)
		return len;
	text[len] = '\0';
	return kstrtoint(text, 10, &value) ?: value;
}

static void show_switch(struct seq_file *m, const char *name, const char *path,
			const char *off)
{
	int value = read_switch(path);

	if (value < 0)
		seq_printf(m, "%s: unknown, reading %s gave %d\n", name, path,
			   value);
	else if (value)
		seq_printf(m, "%s: on\n", name);
	else
		seq_printf(m, "%s: off, %s: write 1 to %s\n", name, off, path);
}

/* --- lockdown --- */

static void show_lockdown(struct seq_file *m)
{
	if (!IS_ENABLED(CONFIG_SECURITY_LOCKDOWN_LSM))
		seq_puts(m, "lockdown: not in this kernel\n");
	else if (security_locked_down(LOCKDOWN_KPROBES))
		seq_puts(m, "lockdown: confidentiality\n");
	else if (security_locked_down(LOCKDOWN_DEBUGFS))
		seq_puts(m, "lockdown: integrity\n");
	else
		seq_puts(m, "lockdown: none\n");

	if (security_locked_down(LOCKDOWN_KPROBES))
		seq_puts(m, "definitions: refused, the kernel is locked down; only a boot without lockdown= and Secure Boot ends that\n");
	else if (security_locked_down(LOCKDOWN_DEBUGFS))
		seq_puts(m, "definitions: accepted from open files and kprobe_event= only, debugfs is locked down; only a boot without lockdown= and Secure Boot ends that\n");
	else
		seq_puts(m, "definitions: accepted\n");
}

/**
 * kpev_status_show - the contents of the file status
 * @m: the file
 * @unused: none
 *
 * Context: may sleep; arms a kprobe for a moment, on a function of kpev's own.
 * Return: 0.
 */
int kpev_status_show(struct seq_file *m, void *unused)
{
	seq_printf(m, "kpev %s on Linux %s %s\n", KPEV_VERSION,
		   init_utsname()->release, init_utsname()->machine);
	kpev_registry_status(m);
	kpev_symbols_status(m);
	kpev_btf_status(m);
	show_lockdown(m);
	show_kprobes(m);
	show_switch(m, "ftrace", "/proc/sys/kernel/ftrace_enabled",
		    "probes at the entries of functions aren't hit");
	if (IS_ENABLED(CONFIG_OPTPROBES))
		show_switch(m, "optimisation of probes",
			    "/proc/sys/debug/kprobes-optimization",
			    "probes inside functions cost more");
	show_features(m);
	return 0;
}

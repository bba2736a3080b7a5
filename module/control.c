// SPDX-License-Identifier: GPL-2.0-only
/* The files in /sys/kernel/debug/kpev. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/kallsyms.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/sched/signal.h>
#include <linux/seq_file.h>
#include <linux/sizes.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "btf.h"
#include "command.h"
#include "control.h"
#include "enable.h"
#include "errors.h"
#include "points.h"
#include "registry.h"
#include "signature.h"
#include "status.h"
#include "symbols.h"

/* A write is taken in pieces of this size, cut at newlines. */
#define CHUNK	(2 * (KPEV_LINE_MAX + 2))

static struct dentry *directory;

/* The kernel's own tests look for its words in here. */
static const char readme[] =
	"kpev: kernel probe events\n"
	"\n"
	"  kprobe_events\t\t- Create/append/remove/show the events: > clears first, >> adds\n"
	"  check\t\t\t- a write is judged as one to kprobe_events, but defines nothing\n"
	"  kprobe_profile\t- for each probe: event, hits, misses\n"
	"  error_log\t\t- the last refusals; a write clears it\n"
	"  probe_points\t\t- write a function's name, read where a probe may be in it\n"
	"  signature\t\t- write a function's name, or struct NAME, read its parameters or fields\n"
	"  enable\t\t- [<group>[/<event>] ]0|1: all that match at once, or all there are\n"
	"  drop_caches\t\t- a write gives the memory of look-up tables back\n"
	"  status\t\t- what this kernel offers, and where each probe is\n"
	"\n"
	"Events appear in /sys/kernel/tracing/events/<group>/<event>.\n"
	"\n"
	"\t  accepts: event-definitions (one definition per line)\n"
	"\t   Format: p[:[<group>/][<event>]] <place> [<args>]\n"
	"\t           r[maxactive][:[<group>/][<event>]] <place> [<args>]\n"
	"\t           -:[<group>/][<event>] [<place> [<args>]]\n"
	"\t    place: [<module>:]<symbol>[+<offset>]|<memaddr>\n"
	"place (kretprobe): [<module>:]<symbol>[+<offset>]%return|<memaddr>\n"
	"\t     args: <name>=fetcharg[:type]\n"
	"\t fetcharg: %<register>, @<address>, @<symbol>[+|-<offset>],\n"
	"\t           $stack<index>, $stack, $retval, $comm, $arg<N>, $current\n";

/* Where there is BTF. */
static const char readme_names[] =
	"\t           [(structname[,field])]<argname>[->field[->field|.field...]],\n"
	"\t           [(structname[,field])](fetcharg)->field[->field|.field...],\n";

static const char readme_end[] =
	"\t           +|-[u]<offset>(<fetcharg>), \\imm-value, \\\"imm-string\"\n"
	"\t           this_cpu_read(<fetcharg>), this_cpu_ptr(<fetcharg>)\n"
	"\t     kernel return probes support: $retval, $arg<N>, $comm\n"
	"\t     type: s8/16/32/64, u8/16/32/64, x8/16/32/64, char, string, symbol,\n"
	"\t           b<bit-width>@<bit-offset>/<container-size>, ustring,\n"
	"\t           symstr, %pd/%pD, <type>\\[<array-size>\\]\n";

/* --- kprobe_events --- */

static void log_refusal(struct kpev_refusal *no, int err, const char *command)
{
	if (err == -ENOMEM)
		kpev_refuse(no, err, KPEV_ERR_NO_MEMORY, 0, NULL);
	else
		kpev_refuse(no, err, KPEV_ERR_FAIL_REG_PROBE, 0, "error %d", err);
	kpev_log_refusal(no, command);
}

/**
 * struct writing - a write under way
 * @trial: the lines are tried in it; NULL: they are carried out
 * @buf: CHUNK bytes, or in a trial all that there is
 * @size: how many of them are there
 * @last: the write ends with them
 * @numbered: the write has several lines
 * @lines: lines taken so far
 */
struct writing {
	struct kpev_trial *trial;
	char *buf;
	size_t size;
	bool last;
	bool numbered;
	unsigned int lines;
};

static int run_line(struct writing *w, const char *line, size_t len)
{
	struct kpev_refusal no = { .line = w->numbered ? w->lines : 0 };
	struct kpev_command *cmd;
	int ret;

	ret = kpev_command_parse(line, len, &cmd, &no);
	if (!ret && cmd->kind != KPEV_COMMAND_BLANK)
		ret = w->trial ? kpev_registry_try(w->trial, cmd, &no) :
				 kpev_registry_apply(cmd, &no);
	if (ret)
		log_refusal(&no, ret, cmd ? cmd->text : "");
	kpev_command_free(cmd);
	return ret;
}

/*
 * Carry out, or try, the whole lines of a piece, the write's last one also without a
 * newline.  Returns the bytes used, or a negative errno.
 */
static ssize_t run_piece(struct writing *w)
{
	size_t used = 0;
	int ret;

	while (used < w->size) {
		char *line = w->buf + used;
		char *end = memchr(line, '\n', w->size - used);
		size_t len = end ? end - line : w->size - used;

		/* Too long for the buffer even from its start: refused. */
		if (!end && !w->last && used)
			break;
		if (fatal_signal_pending(current))
			return -EINTR;
		w->lines++;
		ret = run_line(w, line, len);
		if (ret)
			return ret;
		used += len + !!end;
	}
	return used;
}

static ssize_t events_write(struct file *file, const char __user *from,
			    size_t count, loff_t *ppos)
{
	struct writing w = {};
	size_t done = 0;
	ssize_t ret = 0;

	w.buf = kmalloc(CHUNK, GFP_KERNEL);
	if (!w.buf)
		return -ENOMEM;
	while (done < count) {
		w.size = min_t(size_t, count - done, CHUNK);
		w.last = done + w.size == count;
		if (copy_from_user(w.buf, from + done, w.size)) {
			ret = -EFAULT;
			break;
		}
		if (!w.last || memchr(w.buf, '\n', w.size - 1))
			w.numbered = true;
		ret = run_piece(&w);
		if (ret < 0)
			break;
		done += ret;
	}
	kfree(w.buf);
	return ret < 0 ? ret : done;
}

static int events_open(struct inode *inode, struct file *file)
{
	struct kpev_refusal no = {};
	int ret;

	if (file->f_mode & FMODE_WRITE && file->f_flags & O_TRUNC) {
		ret = kpev_registry_clear(&no);
		if (ret) {
			log_refusal(&no, ret, "> kprobe_events");
			return ret;
		}
	}
	ret = seq_open(file, &kpev_registry_list_ops);
	if (!ret && file->f_mode & FMODE_READ && kpev_addresses_are_shown())
		((struct seq_file *)file->private_data)->private = file;
	return ret;
}

static const struct file_operations events_fops = {
	.owner		= THIS_MODULE,
	.open		= events_open,
	.read		= seq_read,
	.write		= events_write,
	.llseek		= seq_lseek,
	.release	= seq_release,
};

/* --- check --- */

/* Bytes of one write: as many lines as anybody has events */
#define CHECK_MAX	SZ_16M

/*
 * The lines of a write are one trial, as each may need those before it.  They
 * are all there before it starts: reading them may wait for a page.
 */
static ssize_t check_write(struct file *file, const char __user *from,
			   size_t count, loff_t *ppos)
{
	struct kpev_trial trial;
	struct writing w = { .trial = &trial, .size = count, .last = true };
	ssize_t ret;

	if (!count)
		return 0;
	if (count > CHECK_MAX)
		return -E2BIG;
	w.buf = vmemdup_user(from, count);
	if (IS_ERR(w.buf))
		return PTR_ERR(w.buf);
	w.numbered = memchr(w.buf, '\n', count - 1);
	kpev_registry_trial_begin(&trial);
	ret = run_piece(&w);
	kpev_registry_trial_end(&trial);
	kvfree(w.buf);
	return ret;
}

static const struct file_operations check_fops = {
	.owner		= THIS_MODULE,
	.write		= check_write,
};

/* --- kprobe_profile --- */

static int profile_open(struct inode *inode, struct file *file)
{
	return seq_open(file, &kpev_registry_profile_ops);
}

static const struct file_operations profile_fops = {
	.owner		= THIS_MODULE,
	.open		= profile_open,
	.read		= seq_read,
	.llseek		= seq_lseek,
	.release	= seq_release,
};

/* --- error_log --- */

static int log_open(struct inode *inode, struct file *file)
{
	if (file->f_mode & FMODE_WRITE && file->f_flags & O_TRUNC)
		kpev_log_clear();
	return seq_open(file, &kpev_log_seq_ops);
}

static ssize_t log_write(struct file *file, const char __user *from,
			 size_t count, loff_t *ppos)
{
	kpev_log_clear();
	return count;
}

static const struct file_operations log_fops = {
	.owner		= THIS_MODULE,
	.open		= log_open,
	.read		= seq_read,
	.write		= log_write,
	.llseek		= seq_lseek,
	.release	= seq_release,
};

/* --- probe_points and signature --- */

/**
 * struct question - a file that answers what was written to it last
 * @name: its name
 * @ask: makes the answer; see kpev_points_list()
 * @lock: guards the two below
 * @text: the answer
 * @size: bytes of it
 */
struct question {
	const char *name;
	int (*ask)(const char *what, char **text, size_t *size,
		   struct kpev_refusal *no);
	struct mutex lock; /* guards what follows */
	char *text;
	size_t size;
};

static struct question points = {
	.name = "> probe_points",
	.ask = kpev_points_list,
	.lock = __MUTEX_INITIALIZER(points.lock),
};

static struct question signature = {
	.name = "> signature",
	.ask = kpev_signature_text,
	.lock = __MUTEX_INITIALIZER(signature.lock),
};

static ssize_t question_write(struct file *file, const char __user *from,
			      size_t count, loff_t *ppos)
{
	struct question *question = file->private_data;
	struct kpev_refusal no = {};
	char *what, *text;
	size_t size;
	int ret;

	if (count > KSYM_NAME_LEN + MODULE_NAME_LEN) {
		ret = kpev_refuse(&no, -E2BIG, KPEV_ERR_LINE_TOO_LONG, 0,
				  "%zu characters for a name", count);
		log_refusal(&no, ret, question->name);
		return ret;
	}
	what = memdup_user_nul(from, count);
	if (IS_ERR(what))
		return PTR_ERR(what);
	ret = question->ask(strim(what), &text, &size, &no);
	if (ret) {
		log_refusal(&no, ret, strim(what));
	} else {
		mutex_lock(&question->lock);
		kvfree(question->text);
		question->text = text;
		question->size = size;
		mutex_unlock(&question->lock);
	}
	kfree(what);
	return ret ?: count;
}

static ssize_t question_read(struct file *file, char __user *to, size_t count,
			     loff_t *ppos)
{
	struct question *question = file->private_data;
	ssize_t ret;

	mutex_lock(&question->lock);
	ret = simple_read_from_buffer(to, count, ppos, question->text,
				      question->size);
	mutex_unlock(&question->lock);
	return ret;
}

static const struct file_operations question_fops = {
	.owner		= THIS_MODULE,
	.open		= simple_open,
	.read		= question_read,
	.write		= question_write,
	.llseek		= default_llseek,
};

/* --- drop_caches --- */

static ssize_t drop_write(struct file *file, const char __user *from,
			  size_t count, loff_t *ppos)
{
	kpev_symbols_drop();
	kpev_btf_drop();
	return count;
}

static const struct file_operations drop_fops = {
	.owner		= THIS_MODULE,
	.write		= drop_write,
};

/* --- README and status --- */

static int readme_show(struct seq_file *m, void *v)
{
	seq_puts(m, readme);
	if (kpev_btf_is_there())
		seq_puts(m, readme_names);
	seq_puts(m, readme_end);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(readme);

static int status_open(struct inode *inode, struct file *file)
{
	return single_open(file, kpev_status_show, NULL);
}

static const struct file_operations status_fops = {
	.owner		= THIS_MODULE,
	.open		= status_open,
	.read		= seq_read,
	.llseek		= seq_lseek,
	.release	= single_release,
};

static const struct {
	const char *name;
	umode_t mode;
	const struct file_operations *fops;
	void *data;
} files[] = {
	{ "kprobe_events", 0600, &events_fops },
	{ "check", 0200, &check_fops },
	{ "kprobe_profile", 0400, &profile_fops },
	{ "error_log", 0600, &log_fops },
	{ "probe_points", 0600, &question_fops, &points },
	{ "signature", 0600, &question_fops, &signature },
	{ "enable", 0600, &kpev_enable_fops },
	{ "drop_caches", 0200, &drop_fops },
	{ "README", 0400, &readme_fops },
	{ "status", 0400, &status_fops },
};

/**
 * kpev_control_init - make the files
 *
 * Return: 0, or a negative errno after saying in the kernel log why.
 */
int __init kpev_control_init(void)
{
	struct dentry *file;
	unsigned int i;

	directory = debugfs_create_dir("kpev", NULL);
	if (IS_ERR(directory)) {
		pr_err("no directory in debugfs: %pe\n", directory);
		return PTR_ERR(directory);
	}
	for (i = 0; i < ARRAY_SIZE(files); i++) {
		file = debugfs_create_file(files[i].name, files[i].mode,
					   directory, files[i].data,
					   files[i].fops);
		if (IS_ERR(file)) {
			pr_err("no file %s in debugfs: %pe\n", files[i].name,
			       file);
			kpev_control_exit();
			return PTR_ERR(file);
		}
	}
	return 0;
}

/**
 * kpev_control_exit - the mirror of kpev_control_init()
 */
void kpev_control_exit(void)
{
	debugfs_remove(directory);
	kvfree(points.text);
	kvfree(signature.text);
}

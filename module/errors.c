// SPDX-License-Identifier: GPL-2.0-only
/* The error messages, and the log of the last refusals. */
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/sched/clock.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "errors.h"

/* As many as the kernel's own log keeps. */
#define LOG_ENTRIES	8
#define COMMAND_PREFIX	"  Command: "

/**
 * struct log_entry - one refusal in the log
 * @node: in log_entries, oldest first; guarded by log_lock
 * @when: local_clock() in nanoseconds
 * @no: the refusal, copied
 * @command: the command as it was understood, parts joined by single spaces
 */
struct log_entry {
	struct list_head node;
	u64 when;
	struct kpev_refusal no;
	char command[];
};

static DEFINE_MUTEX(log_lock);
static LIST_HEAD(log_entries);
static unsigned int log_count;

#define KPEV_ERROR_TEXT(name, text)	\
	[KPEV_ERR_##name] = text,
static const char *const error_texts[] = {
	[KPEV_ERR_NONE] = "Unknown error",
	KPEV_ERRORS(KPEV_ERROR_TEXT)
};

/**
 * kpev_error_text - a message's text
 * @code: the message
 *
 * Return: the text, without a newline.
 */
const char *kpev_error_text(enum kpev_error code)
{
	return error_texts[code];
}

/**
 * kpev_refuse - say why a command is refused
 * @no: the caller's refusal; the first reason given stays
 * @err: the negative errno that the writer gets
 * @code: the message
 * @column: the column at fault, see struct kpev_refusal
 * @detail: format of the detail in parentheses, or NULL for none
 *
 * Return: @err, so that the caller can return it at once.
 */
int kpev_refuse(struct kpev_refusal *no, int err, enum kpev_error code,
		unsigned int column, const char *detail, ...)
{
	va_list args;

	if (no->code != KPEV_ERR_NONE)
		return err;

	no->code = code;
	no->column = column;
	if (!detail)
		return err;
	va_start(args, detail);
	vsnprintf(no->detail, sizeof(no->detail), detail, args);
	va_end(args);
	return err;
}

static void log_drop_oldest(void)
{
	struct log_entry *oldest;

	lockdep_assert_held(&log_lock);
	oldest = list_first_entry(&log_entries, struct log_entry, node);
	list_del(&oldest->node);
	log_count--;
	kfree(oldest);
}

/**
 * kpev_log_refusal - put a refusal into the log
 * @no: the refusal, copied
 * @command: the refused command, copied; parts joined by single spaces
 *
 * Without memory the entry is lost, the writer still has the errno.
 *
 * Context: may sleep.
 */
void kpev_log_refusal(const struct kpev_refusal *no, const char *command)
{
	size_t len = strlen(command) + 1;
	struct log_entry *entry;

	entry = kmalloc(struct_size(entry, command, len), GFP_KERNEL);
	if (!entry)
		return;
	entry->no = *no;
	memcpy(entry->command, command, len);

	mutex_lock(&log_lock);
	entry->when = local_clock();
	list_add_tail(&entry->node, &log_entries);
	if (++log_count > LOG_ENTRIES)
		log_drop_oldest();
	mutex_unlock(&log_lock);
}

/**
 * kpev_log_clear - forget all refusals
 *
 * Context: may sleep.
 */
void kpev_log_clear(void)
{
	mutex_lock(&log_lock);
	while (log_count)
		log_drop_oldest();
	mutex_unlock(&log_lock);
}

static void *log_start(struct seq_file *m, loff_t *pos)
{
	mutex_lock(&log_lock);
	return seq_list_start(&log_entries, *pos);
}

static void *log_next(struct seq_file *m, void *v, loff_t *pos)
{
	return seq_list_next(v, &log_entries, pos);
}

static void log_stop(struct seq_file *m, void *v)
{
	mutex_unlock(&log_lock);
}

static void show_detail(struct seq_file *m, const struct kpev_refusal *no)
{
	if (!no->line && !no->detail[0])
		return;
	seq_puts(m, " (");
	if (no->line)
		seq_printf(m, "line %u%s", no->line, no->detail[0] ? ": " : "");
	seq_printf(m, "%s)", no->detail);
}

static int log_show(struct seq_file *m, void *v)
{
	struct log_entry *entry = list_entry(v, struct log_entry, node);
	u64 usec = div_u64(entry->when, NSEC_PER_USEC);
	u32 rest = do_div(usec, USEC_PER_SEC);

	/* The last line is the caret's: the kernel's tests rely on it. */
	seq_printf(m, "[%5llu.%06u] trace_kprobe: %s: %s", usec, rest,
		   entry->no.warning ? "warning" : "error",
		   kpev_error_text(entry->no.code));
	show_detail(m, &entry->no);
	seq_printf(m, "\n" COMMAND_PREFIX "%s\n", entry->command);
	seq_printf(m, "%*s^\n",
		   (int)(sizeof(COMMAND_PREFIX) - 1 + entry->no.column), "");
	return 0;
}

const struct seq_operations kpev_log_seq_ops = {
	.start	= log_start,
	.next	= log_next,
	.stop	= log_stop,
	.show	= log_show,
};

// SPDX-License-Identifier: GPL-2.0-only
/* The tests' way to the running kernel. */
#include <kunit/test.h>
#include <linux/err.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/fs_struct.h>
#include <linux/init_syscalls.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace.h>
#include <linux/trace_events.h>

#include "../module/command.h"
#include "../module/compat.h"
#include "../module/errors.h"
#include "../module/lines.h"
#include "../module/registry.h"
#include "ledger.h"
#include "world.h"

#define TRACING		"/sys/kernel/tracing"
#define TEXT_SIZE	65536

static struct trace_array *buffer;

/*
 * Built in, tests run before there is an init that would mount these.  As a
 * module, they are where they always are.
 */
static int __ref mount_files(void)
{
#ifndef MODULE
	static const struct {
		const char *type, *at;
	} files[] = {
		{ "proc", "/proc" },
		{ "sysfs", "/sys" },
		{ "debugfs", "/sys/kernel/debug" },
		{ "tracefs", TRACING },
	};
	static bool done;
	unsigned int i;
	int ret;

	for (i = 0; i < ARRAY_SIZE(files) && !done; i++) {
		init_mkdir(files[i].at, 0755);
		ret = init_mount(files[i].type, files[i].at, files[i].type, 0,
				 NULL);
		if (ret && ret != -EBUSY)
			return ret;
	}
	done = true;
#endif
	return 0;
}

/**
 * kpev_world_suite_init - before a suite
 * @suite: the suite
 */
int kpev_world_suite_init(struct kunit_suite *suite)
{
	return mount_files();
}

/**
 * kpev_world_look - let a case see files
 * @test: the test
 *
 * Kernel threads, as those that cases run in, see none in newer kernels (7.3 does
 * it, 6.12 doesn't).  A case's thread ends with it: nothing to take back.
 */
int kpev_world_look(struct kunit *test)
{
#ifdef scoped_with_init_fs
	__override_init_fs();
#endif
	return 0;
}

/**
 * kpev_world_init - before a case: a buffer, no definitions, an empty log
 * @test: the test
 */
int kpev_world_init(struct kunit *test)
{
	struct kpev_refusal no = {};
	int ret;

	kpev_world_look(test);
	ret = kpev_registry_switch("*", "*", false, &no);
	if (!ret)
		ret = kpev_registry_clear(&no);
	if (ret)
		return ret;
	kpev_log_clear();
	buffer = kpev_trace_array(KPEV_WORLD_BUFFER);
	return buffer ? 0 : -ENOMEM;
}

/**
 * kpev_world_exit - behind a case
 * @test: the test
 */
void kpev_world_exit(struct kunit *test)
{
	struct kpev_refusal no = {};

	kpev_ledger_close();
	if (buffer) {
		kpev_world_disable_all();
		trace_array_put(buffer);
		/* Files that a kernel thread has closed are closed later. */
		flush_delayed_fput();
		KUNIT_EXPECT_EQ(test, trace_array_destroy(buffer), 0);
		buffer = NULL;
	}
	KUNIT_EXPECT_EQ(test, kpev_registry_clear(&no), 0);
	KUNIT_EXPECT_STREQ(test, kpev_world_list(test), "");
	kpev_log_clear();
}

/**
 * kpev_world_try - carry a line out
 * @test: the test
 * @line: the line
 * @no: why it is refused
 *
 * Return: what the writer of the line would get.
 */
int kpev_world_try(struct kunit *test, const char *line,
		   struct kpev_refusal *no)
{
	struct kpev_command *cmd;
	int ret;

	*no = (struct kpev_refusal){};
	ret = kpev_command_parse(line, strlen(line), &cmd, no);
	if (!ret && cmd->kind != KPEV_COMMAND_BLANK)
		ret = kpev_registry_apply(cmd, no);
	kpev_command_free(cmd);
	return ret;
}

/**
 * kpev_world_do - carry a line out that has to be taken
 * @test: the test, which ends where it isn't
 * @line: the line
 */
void kpev_world_do(struct kunit *test, const char *line)
{
	struct kpev_refusal no;
	int ret;

	ret = kpev_world_try(test, line, &no);
	KUNIT_ASSERT_EQ_MSG(test, ret, 0, "%s: %s (%s)", line,
			    kpev_error_text(no.code), no.detail);
}

/**
 * kpev_world_show - what a file's iterator shows
 * @test: the test
 * @ops: the iterator
 *
 * Return: the text, which goes with the test.
 */
char *kpev_world_show(struct kunit *test, const struct seq_operations *ops)
{
	struct seq_file m = { .size = TEXT_SIZE };
	loff_t pos = 0;
	void *v;

	m.buf = kunit_kzalloc(test, TEXT_SIZE + 1, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, m.buf);
	/* Addresses are shown where .private isn't NULL. */
	m.private = &pos;
	v = ops->start(&m, &pos);
	while (v) {
		ops->show(&m, v);
		v = ops->next(&m, v, &pos);
	}
	ops->stop(&m, v);
	return m.buf;
}

/**
 * kpev_world_list - the definitions as kprobe_events lists them
 * @test: the test
 */
char *kpev_world_list(struct kunit *test)
{
	return kpev_world_show(test, &kpev_registry_list_ops);
}

/* --- the tracing core's files --- */

struct text {
	char *s;
	size_t len;
};

static int add_line(void *data, char *line)
{
	struct text *text = data;

	text->len += scnprintf(text->s + text->len, TEXT_SIZE - text->len, "%s",
			       line);
	return 0;
}

static char *read_file(struct kunit *test, const char *path)
{
	struct text text = {};

	text.s = kunit_kzalloc(test, TEXT_SIZE, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, text.s);
	KUNIT_ASSERT_EQ_MSG(test, kpev_read_lines(path, add_line, &text), 0,
			    "%s", path);
	return text.s;
}

/**
 * kpev_world_event_exists - has an event its folder in tracefs?
 * @group: the event's group
 * @event: its name
 */
bool kpev_world_event_exists(const char *group, const char *event)
{
	char path[160];
	struct file *file;

	snprintf(path, sizeof(path), TRACING "/events/%s/%s/format", group,
		 event);
	file = filp_open(path, O_RDONLY, 0);
	if (IS_ERR(file))
		return false;
	fput(file);
	flush_delayed_fput();
	return true;
}

/**
 * struct names - the names in a folder
 * @ctx: the kernel's
 * @text: behind each other, a space in front of each
 */
struct names {
	struct dir_context ctx;
	struct text text;
};

static KPEV_FILLDIR_RESULT add_name(struct dir_context *ctx, const char *name,
				    int len, loff_t pos, u64 inode,
				    unsigned int type)
{
	struct text *text = &container_of(ctx, struct names, ctx)->text;

	if (*name != '.')
		text->len += scnprintf(text->s + text->len,
				       TEXT_SIZE - text->len, " %.*s", len,
				       name);
	return KPEV_FILLDIR_GO_ON;
}

/**
 * kpev_world_events - what the folder of a group in tracefs holds
 * @test: the test
 * @group: the group
 *
 * Return: the names with a space in front of each, to be freed with
 * kunit_kfree() or with the test; none where there is no folder.
 */
char *kpev_world_events(struct kunit *test, const char *group)
{
	struct names names = { .ctx.actor = add_name };
	struct file *file;
	char path[160];

	names.text.s = kunit_kzalloc(test, TEXT_SIZE, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, names.text.s);
	snprintf(path, sizeof(path), TRACING "/events/%s", group);
	file = filp_open(path, O_RDONLY | O_DIRECTORY, 0);
	if (PTR_ERR_OR_ZERO(file) == -ENOENT)
		return names.text.s;
	KUNIT_ASSERT_FALSE_MSG(test, IS_ERR(file), "%s", path);
	KUNIT_EXPECT_GE(test, iterate_dir(file, &names.ctx), 0);
	fput(file);
	flush_delayed_fput();
	return names.text.s;
}

/**
 * kpev_world_format - an event's format file
 * @test: the test
 * @group: the event's group
 * @event: its name
 */
char *kpev_world_format(struct kunit *test, const char *group,
			const char *event)
{
	char path[160];

	snprintf(path, sizeof(path), TRACING "/events/%s/%s/format", group,
		 event);
	return read_file(test, path);
}

/**
 * kpev_world_enable - enable or disable an event in the tests' buffer
 * @test: the test
 * @event: the event, in group "kprobes"
 * @on: enable it
 *
 * Return: 0 or a negative errno.
 */
int kpev_world_enable(struct kunit *test, const char *event, bool on)
{
	return trace_array_set_clr_event(buffer, "kprobes", event, on);
}

/**
 * kpev_world_disable_all - disable all events in the tests' buffer
 */
void kpev_world_disable_all(void)
{
	trace_array_set_clr_event(buffer, NULL, NULL, false);
}

/* From "  task-pid [cpu] flags time: EVENT: ..." what starts with EVENT. */
static int add_record(void *data, char *line)
{
	char *colon = strstr(line, ": ");

	return *line == '#' || !colon ? 0 : add_line(data, colon + 2);
}

static char *read_records(struct kunit *test, const char *path)
{
	struct text text = {};

	text.s = kunit_kzalloc(test, TEXT_SIZE, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, text.s);
	KUNIT_ASSERT_EQ_MSG(test, kpev_read_lines(path, add_record, &text), 0,
			    "%s", path);
	flush_delayed_fput();
	return text.s;
}

/**
 * kpev_world_records - the records in the tests' buffer, a line each
 * @test: the test
 *
 * Return: lines that start with the event's name.
 */
char *kpev_world_records(struct kunit *test)
{
	return read_records(test,
			    TRACING "/instances/" KPEV_WORLD_BUFFER "/trace");
}

/**
 * kpev_world_main_records - those in the main buffer
 * @test: the test
 */
char *kpev_world_main_records(struct kunit *test)
{
	return read_records(test, TRACING "/trace");
}

/**
 * kpev_world_count - how many lines there are
 * @text: the lines
 */
unsigned int kpev_world_count(const char *text)
{
	unsigned int nr = 0;

	for (; *text; text++)
		nr += *text == '\n';
	return nr;
}

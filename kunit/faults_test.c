// SPDX-License-Identifier: GPL-2.0-only
/*
 * Injected faults: for each form of a definition and removal the first, the second
 * and so on allocation fails, until there is none left that could; what failed has
 * left nothing behind.
 *
 * The task's fail_nth says which, as /proc/self/fail-nth does for a system call.
 */
#include <kunit/test.h>
#include <linux/debugfs.h>
#include <linux/errno.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "../module/lines.h"
#include "../module/registry.h"
#include "table.h"
#include "targets.h"
#include "world.h"

#if IS_ENABLED(CONFIG_FAILSLAB) && IS_ENABLED(CONFIG_FAULT_INJECTION_DEBUG_FS)

/* More than any command allocates. */
#define FAULTS_MAX	1000

/* The variable behind one of failslab's files. */
static void *failslab_variable(const char *name)
{
	struct dentry *dir, *file;
	void *variable = NULL;

	dir = debugfs_lookup("failslab", NULL);
	if (IS_ERR_OR_NULL(dir))
		return NULL;
	file = debugfs_lookup(name, dir);
	if (!IS_ERR_OR_NULL(file)) {
		variable = d_inode(file)->i_private;
		dput(file);
	}
	dput(dir);
	return variable;
}

/* Allocations that may sleep are to fail too, and the log is to stay short. */
static int prepare(struct kunit *test)
{
	bool *only_atomic = failslab_variable("ignore-gfp-wait");
	unsigned long *verbose = failslab_variable("verbose");

	if (!only_atomic || !verbose)
		return -ENOENT;
	*only_atomic = false;
	*verbose = 0;
	return 0;
}

static void unprepare(void)
{
	bool *only_atomic = failslab_variable("ignore-gfp-wait");

	if (only_atomic)
		*only_atomic = true;
}

static void set_fault(unsigned int nth)
{
	WRITE_ONCE(current->fail_nth, nth);
}

/* Take the fault back; has it happened? */
static bool fault_happened(void)
{
	bool happened = !READ_ONCE(current->fail_nth);

	set_fault(0);
	return happened;
}
#else
static int prepare(struct kunit *test)
{
	return -EOPNOTSUPP;
}

static void unprepare(void)
{
}

static void set_fault(unsigned int nth)
{
}

static bool fault_happened(void)
{
	return false;
}

#define FAULTS_MAX	0
#endif

static int count_line(void *nr, char *line)
{
	++*(unsigned int *)nr;
	return 0;
}

static unsigned int count_kprobes(struct kunit *test)
{
	unsigned int nr = 0;

	KUNIT_EXPECT_EQ(test, kpev_read_lines("/sys/kernel/debug/kprobes/list",
					      count_line, &nr), 0);
	return nr;
}

/**
 * struct form - a command to try with faults
 * @before: lines that come before it, without faults; or NULL
 * @line: the command
 * @event: an event in group "kprobes" that only it makes; or NULL
 */
struct form {
	const char *before;
	const char *line;
	const char *event;
};

static const struct form forms[] = {
	{ NULL, "p kpev_kunit_call", "p_kpev_kunit_call_0" },
	{ NULL, "p:e kpev_kunit_call", "e" },
	{ NULL, "p:e nomod:f a=%ax", "e" },
	{ NULL, "p:e kpev_kunit_args a=%ax b=+8(+0(%di)):u8[4] c=$stack1", "e" },
	{ NULL, "p:e kpev_kunit_args s=+0(%di):string t=$comm u=\\\"text\"",
	  "e" },
	{ NULL, "p:e kpev_kunit_args @kpev_kunit_data f=%di:%pD b=%ax:b1@2/8",
	  "e" },
	{ NULL, "r:e kpev_kunit_args r=$retval", "e" },
	{ NULL, "r16:e kpev_kunit_args r=$retval a=$arg1 h=$arg8", "e" },
	{ NULL, "p:e kpev_kunit_args%return a=$arg2:string", "e" },
	{ "p:e kpev_kunit_call a=%ax", "p:e kpev_kunit_args a=%bx", NULL },
	{ "r:e kpev_kunit_call a=$arg1", "r:e kpev_kunit_args a=$arg2", NULL },
	{ "p:e kpev_kunit_call a=%ax", "-:e", NULL },
	{ "p:e kpev_kunit_call\np:e kpev_kunit_args", "-:e kpev_kunit_call",
	  NULL },
	{ "p:e kpev_kunit_call a=%ax\np:e kpev_kunit_call a=%bx",
	  "-:e kpev_kunit_call a=%bx", NULL },
};

static void form_name(const struct form *row, char *to)
{
	char text[KUNIT_PARAM_DESC_SIZE];

	snprintf(text, sizeof(text), "%s then %s", row->before ?: "nothing",
		 row->line);
	kpev_row_name(to, text);
}

KUNIT_ARRAY_PARAM(forms, forms, form_name);

static void set_stage(struct kunit *test, const struct form *row)
{
	struct kpev_refusal no = {};
	char lines[128], *rest = lines, *line;

	KUNIT_ASSERT_EQ(test, kpev_registry_clear(&no), 0);
	strscpy(lines, row->before ?: "", sizeof(lines));
	while ((line = strsep(&rest, "\n")))
		kpev_world_do(test, line);
}

static void faults_in_commands(struct kunit *test)
{
	const struct form *row = test->param_value;
	unsigned int nth, kprobes, failed = 0;
	struct kpev_refusal no;
	bool happened = true;
	char *before;
	int ret;

	if (prepare(test))
		kunit_skip(test, "needs CONFIG_FAILSLAB and its files");
	set_stage(test, row);
	before = kpev_world_list(test);
	kprobes = count_kprobes(test);
	for (nth = 1; happened && nth < FAULTS_MAX; nth++) {
		set_fault(nth);
		ret = kpev_world_try(test, row->line, &no);
		happened = fault_happened();
		if (!happened) {
			KUNIT_EXPECT_EQ(test, ret, 0);
			break;
		}
		if (!ret) {
			/* One that can be done without. */
			set_stage(test, row);
			continue;
		}
		failed++;
		KUNIT_EXPECT_EQ_MSG(test, ret, -ENOMEM, "allocation %u", nth);
		KUNIT_EXPECT_STREQ(test, kpev_world_list(test), before);
		KUNIT_EXPECT_EQ_MSG(test, count_kprobes(test), kprobes,
				    "allocation %u", nth);
		if (row->event)
			KUNIT_EXPECT_FALSE(test,
					   kpev_world_event_exists("kprobes",
								   row->event));
	}
	KUNIT_EXPECT_FALSE(test, happened);
	if (row->event)
		KUNIT_EXPECT_GT(test, failed, 5);
	unprepare();
}

/* Enabling that fails leaves the event disabled, and the next one works. */
static void faults_in_enabling(struct kunit *test)
{
	unsigned int nth, records = 0;
	bool happened = true;
	int ret;

	if (prepare(test))
		kunit_skip(test, "needs CONFIG_FAILSLAB and its files");
	kpev_world_do(test, "p:e kpev_kunit_call n=$arg1");
	kpev_world_do(test, "p:e kpev_kunit_recurse n=$arg1");
	for (nth = 1; happened && nth < FAULTS_MAX; nth++) {
		set_fault(nth);
		ret = kpev_world_enable(test, "e", true);
		happened = fault_happened();
		kpev_kunit_call(1);
		kpev_kunit_recurse(0);
		if (!ret)
			records += 2;
		KUNIT_EXPECT_EQ(test,
				kpev_world_count(kpev_world_records(test)),
				records);
		if (!ret)
			KUNIT_EXPECT_EQ(test,
					kpev_world_enable(test, "e", false), 0);
	}
	KUNIT_EXPECT_FALSE(test, happened);
	KUNIT_EXPECT_GT(test, records, 0);
	unprepare();
}

KPEV_WORLD_SUITE(faults,
		 KUNIT_CASE_PARAM(faults_in_commands, forms_gen_params),
		 KUNIT_CASE(faults_in_enabling));

MODULE_LICENSE("GPL");

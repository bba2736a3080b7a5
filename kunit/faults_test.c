// SPDX-License-Identifier: GPL-2.0-only
/*
 * Injected faults: for each form of a definition and removal, and for each way to
 * enable and disable events, the first, the second and so on allocation fails,
 * until there is none left that could.  What failed has left nothing behind.
 *
 * The task's fail_nth says which, as /proc/self/fail-nth does for a system call.
 */
#include <kunit/test.h>
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/errno.h>
#include <linux/fs.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "../module/lines.h"
#include "../module/registry.h"
#include "ledger.h"
#include "table.h"
#include "targets.h"
#include "world.h"

/* To have two failures in a row. */
#define TRIES		4

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
static int set_failslab(bool on)
{
	static unsigned long verbosity;
	bool *only_atomic = failslab_variable("ignore-gfp-wait");
	unsigned long *verbose = failslab_variable("verbose");

	if (!only_atomic || !verbose)
		return -ENOENT;
	*only_atomic = !on;
	if (on)
		verbosity = *verbose;
	*verbose = on ? 0 : verbosity;
	return 0;
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
static int set_failslab(bool on)
{
	return -EOPNOTSUPP;
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
	unsigned int kprobes = 0;

	KUNIT_EXPECT_EQ(test, kpev_read_lines("/sys/kernel/debug/kprobes/list",
					      count_line, &kprobes), 0);
	return kprobes;
}

/* What must not change: definitions, events in tracefs, what is enabled. */
static char *snapshot(struct kunit *test)
{
	unsigned int enabled, events;
	char *list, *folders, *others, *all;
	size_t size;

	list = kpev_world_list(test);
	folders = kpev_world_events(test, "kprobes");
	others = kpev_world_events(test, "newgroup");
	size = strlen(list) + strlen(folders) + strlen(others) + 96;
	all = kunit_kzalloc(test, size, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, all);
	enabled = kpev_registry_enabled(&events);
	snprintf(all, size, "%senabled: %u of %u\nevents:%s;%s\n", list,
		 enabled, events, folders, others);
	kunit_kfree(test, list);
	kunit_kfree(test, folders);
	kunit_kfree(test, others);
	return all;
}

static void expect_unchanged(struct kunit *test, const char *before,
			     unsigned int nth)
{
	char *now = snapshot(test);

	KUNIT_EXPECT_STREQ_MSG(test, now, before, "allocation %u", nth);
	kunit_kfree(test, now);
}

/**
 * struct act - what is tried with faults
 * @before: lines that come before it, without faults; or NULL
 * @enabled: event "e" is enabled then
 * @line: the command; or NULL:
 * @run: what is called instead
 * @name: its name
 * @in_parts: one that does what it can where something fails
 */
struct act {
	const char *before;
	bool enabled;
	const char *line;
	int (*run)(struct kunit *test);
	const char *name;
	bool in_parts;
};

static int enable_file(struct kunit *test)
{
	return kpev_world_enable(test, "e", true);
}

static int clear(struct kunit *test)
{
	struct kpev_refusal no = {};

	return kpev_registry_clear(&no);
}

static int switch_on(struct kunit *test)
{
	struct kpev_refusal no = {};

	return kpev_registry_switch("kprobes", "*", true, &no);
}

/* Behind the call to ftrace, in front of which IBT has an instruction. */
#ifdef CONFIG_X86_KERNEL_IBT
#define BEHIND	"+9"
#else
#define BEHIND	"+5"
#endif

#define TWO	"p:e kpev_kunit_call a=%ax\np:e kpev_kunit_args a=%bx"
#define THREE	"p:e kpev_kunit_call\np:f kpev_kunit_call+0\nr:g kpev_kunit_args"

static const struct act acts[] = {
	{ .line = "p kpev_kunit_call" },
	{ .line = "p:e kpev_kunit_call" },
	{ .line = "p:newgroup/e kpev_kunit_call" },
	{ .line = "p:e nomod:f a=%ax" },
	{ .line = "p:e kpev_kunit_args a=%ax b=+8(+0(%di)):u8[4] c=$stack1" },
	{ .line = "p:e kpev_kunit_args s=+0(%di):string t=$comm u=\\\"text\"" },
	{ .line = "p:e kpev_kunit_args @kpev_kunit_data f=%di:%pD b=%ax:b1@2/8" },
	{ .line = "r:e kpev_kunit_args r=$retval" },
	{ .line = "r16:e kpev_kunit_args r=$retval a=$arg1 h=$arg8" },
	{ .line = "p:e kpev_kunit_args%return a=+0($arg2):string" },
	{ .before = "p:e kpev_kunit_call a=%ax",
	  .line = "p:e kpev_kunit_args a=%bx" },
	{ .before = "r:e kpev_kunit_call a=$arg1",
	  .line = "r:e kpev_kunit_args a=$arg2" },
	{ .before = "p:e kpev_kunit_call a=%ax", .enabled = true,
	  .line = "p:e kpev_kunit_args a=%bx" },
	{ .before = "r:e kpev_kunit_call a=$arg1", .enabled = true,
	  .line = "r:e kpev_kunit_args a=$arg2" },
	{ .before = "p:e kpev_kunit_call a=%ax", .line = "-:e" },
	{ .before = TWO, .line = "-:e kpev_kunit_call" },
	{ .before = TWO, .enabled = true, .line = "-:e kpev_kunit_call" },
	{ .before = "p:e kpev_kunit_call a=%ax\np:e kpev_kunit_call a=%bx",
	  .line = "-:e kpev_kunit_call a=%bx" },
	{ .before = THREE, .line = "-:kprobes/" },
	{ .before = THREE, .run = clear, .name = "clear" },
	{ .before = TWO, .run = enable_file, .name = "enable" },
	{ .before = "r:e kpev_kunit_call\nr:e kpev_kunit_args",
	  .run = enable_file, .name = "enable" },
	{ .before = "p:e kpev_kunit_call $stack3\np:e kpev_kunit_args" BEHIND " $stack3",
	  .run = enable_file, .name = "enable" },
	{ .before = THREE, .run = switch_on, .name = "switch all on",
	  .in_parts = true },
};

static void act_name(const struct act *row, char *to)
{
	char text[KUNIT_PARAM_DESC_SIZE];

	snprintf(text, sizeof(text), "%s then %s", row->before ?: "nothing",
		 row->line ?: row->name);
	kpev_row_name(to, text);
}

KUNIT_ARRAY_PARAM(acts, acts, act_name);

static void disable_all(struct kunit *test)
{
	struct kpev_refusal no = {};

	kpev_world_disable_all();
	KUNIT_EXPECT_EQ(test, kpev_registry_switch("*", "*", false, &no), 0);
}

static void set_stage(struct kunit *test, const struct act *act)
{
	struct kpev_refusal no = {};
	char lines[128], *rest = lines, *line;

	disable_all(test);
	KUNIT_ASSERT_EQ(test, kpev_registry_clear(&no), 0);
	if (!act->before)
		return;
	strscpy(lines, act->before, sizeof(lines));
	while ((line = strsep(&rest, "\n")))
		kpev_world_do(test, line);
	if (act->enabled)
		KUNIT_ASSERT_EQ(test, kpev_world_enable(test, "e", true), 0);
}

static int play(struct kunit *test, const struct act *act)
{
	struct kpev_refusal no;

	return act->line ? kpev_world_try(test, act->line, &no) :
			   act->run(test);
}

static int play_with_fault(struct kunit *test, const struct act *act,
			   unsigned int nth, bool *happened, bool anew)
{
	int ret;

	kpev_ledger_start(anew);
	set_fault(nth);
	ret = play(test, act);
	*happened = fault_happened();
	kpev_ledger_stop();
	return ret;
}

/**
 * struct outcome - of an act's faults
 * @failed: how many it failed with
 * @undecided: after how many of these it wasn't seen if memory was left behind
 */
struct outcome {
	unsigned int failed;
	unsigned int undecided;
};

/*
 * An act that has failed with its @nth allocation: does it leave memory behind?
 * Where something is left, the kernel may have exchanged what it had.  Then a second
 * failure leaves no more.  Slabs allocate for themselves now and then: the @nth is
 * another one then, which may not be needed, and it takes two failures in a row again.
 */
static void expect_no_leak(struct kunit *test, const struct act *act,
			   unsigned int nth, struct outcome *outcome)
{
	unsigned int left = kpev_ledger_balance(test), now, tries;
	bool happened;

	for (tries = 0; left && tries < TRIES; tries++) {
		if (play_with_fault(test, act, nth, &happened, false)) {
			now = kpev_ledger_balance(test);
			KUNIT_EXPECT_LE_MSG(test, now, left, "allocation %u",
					    nth);
			if (now > left)
				kpev_ledger_name(test);
			return;
		}
		set_stage(test, act);
		if (play_with_fault(test, act, nth, &happened, true))
			left = kpev_ledger_balance(test);
		else
			set_stage(test, act);
	}
	outcome->undecided += left > 0;
}

/* Returns whether there was such an allocation. */
static bool try_fault(struct kunit *test, const struct act *act,
		      unsigned int nth, struct outcome *outcome)
{
	unsigned int kprobes = count_kprobes(test);
	char *before = snapshot(test);
	bool happened;
	int ret;

	ret = play_with_fault(test, act, nth, &happened, true);
	if (ret) {
		KUNIT_EXPECT_TRUE(test, happened);
		KUNIT_EXPECT_EQ_MSG(test, ret, -ENOMEM, "allocation %u", nth);
		outcome->failed++;
	}
	if (ret && act->in_parts) {
		set_stage(test, act);
	} else if (ret) {
		expect_unchanged(test, before, nth);
		KUNIT_EXPECT_EQ_MSG(test, count_kprobes(test), kprobes,
				    "allocation %u", nth);
		expect_no_leak(test, act, nth, outcome);
	}
	kunit_kfree(test, before);
	return happened;
}

static void faults(struct kunit *test)
{
	const struct act *act = test->param_value;
	struct outcome outcome = {};
	bool happened = true;
	unsigned int nth, kprobes;
	char *after;

	if (set_failslab(true))
		kunit_skip(test, "needs CONFIG_FAILSLAB and its files");
	KUNIT_ASSERT_EQ(test, kpev_ledger_open(), 0);
	/* Once without faults: what is kept for the next time is there then. */
	set_stage(test, act);
	KUNIT_EXPECT_EQ(test, play(test, act), 0);
	after = snapshot(test);
	set_stage(test, act);
	kprobes = count_kprobes(test);
	for (nth = 1; happened && nth < FAULTS_MAX; nth++) {
		unsigned int before = outcome.failed;

		happened = try_fault(test, act, nth, &outcome);
		if (outcome.failed != before)
			continue;
		/* One that it can do without: it is done, and wholly. */
		expect_unchanged(test, after, nth);
		/* Without memory for another way, with a kprobe: not for longer. */
		set_stage(test, act);
		KUNIT_EXPECT_EQ_MSG(test, count_kprobes(test), kprobes,
				    "allocation %u", nth);
	}
	KUNIT_EXPECT_FALSE(test, happened);
	KUNIT_EXPECT_GT(test, outcome.failed, 0);
	KUNIT_EXPECT_LE(test, outcome.undecided, outcome.failed / 8);
	kunit_info(test, "%u of %u allocations are needed, %u undecided",
		   outcome.failed, nth - 2, outcome.undecided);
	disable_all(test);
	set_failslab(false);
}

/* Enabling that fails leaves the event disabled, and the next one works. */
static void faults_and_records(struct kunit *test)
{
	unsigned int nth, records = 0, failed = 0;
	bool happened = true;
	int ret;

	if (set_failslab(true))
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
		else
			failed++;
		KUNIT_EXPECT_EQ_MSG(test,
				    kpev_world_count(kpev_world_records(test)),
				    records, "allocation %u", nth);
		if (!ret)
			KUNIT_EXPECT_EQ(test,
					kpev_world_enable(test, "e", false), 0);
	}
	KUNIT_EXPECT_FALSE(test, happened);
	KUNIT_EXPECT_GT(test, records, 0);
	KUNIT_EXPECT_GT(test, failed, 0);
	set_failslab(false);
}

KPEV_WORLD_SUITE(faults,
		 KUNIT_CASE_PARAM(faults, acts_gen_params),
		 KUNIT_CASE(faults_and_records));

MODULE_LICENSE("GPL");

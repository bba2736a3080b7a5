// SPDX-License-Identifier: GPL-2.0-only
/* Tests of registry.c, definition.c and event.c: what a row of commands leaves. */
#include <kunit/test.h>
#include <linux/errno.h>
#include <linux/slab.h>

#include "../module/registry.h"
#include "table.h"
#include "targets.h"
#include "world.h"

/**
 * struct scene - commands, and the list behind them
 * @lines: the commands, a line each; all are taken
 * @list: what kprobe_events shows
 */
struct scene {
	const char *lines;
	const char *list;
};

static const struct scene scenes[] = {
	{ "p kpev_kunit_call",
	  "p:kprobes/p_kpev_kunit_call_0 kpev_kunit_call\n" },
	{ "p:e kpev_kunit_call %ax b=+0x8(%di):u8",
	  "p:kprobes/e kpev_kunit_call arg1=%ax b=+0x8(%di):u8\n" },
	{ "p:g.e kpev_kunit_call+0x0", "p:g/e kpev_kunit_call\n" },
	{ "r:e kpev_kunit_call $retval",
	  "r:kprobes/e kpev_kunit_call arg1=$retval\n" },
	{ "r010:g/e kpev_kunit_call", "r8:g/e kpev_kunit_call\n" },
	{ "p:e kpev_kunit_call%return", "r:kprobes/e kpev_kunit_call\n" },
	{ "p:e nomod:f+0x10", "p:kprobes/e nomod:f+16\n" },
	{ "p:e kpev_kunit_call a=\\\"x # y\"",
	  "p:kprobes/e kpev_kunit_call a=\\\"x # y\"\n" },
	/* several events, and several probes of one */
	{ "p:b kpev_kunit_call\np:a kpev_kunit_args",
	  "p:kprobes/b kpev_kunit_call\np:kprobes/a kpev_kunit_args\n" },
	{ "p:e kpev_kunit_call a=%ax\np:f kpev_kunit_call\np:e kpev_kunit_args a=%bx",
	  "p:kprobes/e kpev_kunit_call a=%ax\n"
	  "p:kprobes/f kpev_kunit_call\n"
	  "p:kprobes/e kpev_kunit_args a=%bx\n" },
	{ "p:e kpev_kunit_call a=%ax\np:e kpev_kunit_call a=%bx",
	  "p:kprobes/e kpev_kunit_call a=%ax\n"
	  "p:kprobes/e kpev_kunit_call a=%bx\n" },
	/* removing */
	{ "p:e kpev_kunit_call\n-:e", "" },
	{ "p:e kpev_kunit_call\n-:kprobes/e", "" },
	{ "p:g/e kpev_kunit_call\n-:e", "" },
	{ "p:g/e kpev_kunit_call\np:h/e kpev_kunit_call\n-:h/e",
	  "p:g/e kpev_kunit_call\n" },
	{ "p:g/a kpev_kunit_call\np:h/b kpev_kunit_call\np:g/c kpev_kunit_call\n-:g/",
	  "p:h/b kpev_kunit_call\n" },
	{ "p:e kpev_kunit_call\np:e kpev_kunit_args\n-:e kpev_kunit_call",
	  "p:kprobes/e kpev_kunit_args\n" },
	{ "p:e kpev_kunit_call\np:e kpev_kunit_args\n-:e", "" },
	{ "p:e kpev_kunit_call a=%ax\np:e kpev_kunit_call a=%bx\n-:e kpev_kunit_call a=%bx",
	  "p:kprobes/e kpev_kunit_call a=%ax\n" },
	{ "r:e kpev_kunit_call\n-:e kpev_kunit_call%return", "" },
	{ "p:e kpev_kunit_call\n-:e\nr:e kpev_kunit_args",
	  "r:kprobes/e kpev_kunit_args\n" },
	{ "# nothing\n\n  ", "" },
};

static void scene_name(const struct scene *row, char *to)
{
	kpev_row_name(to, row->lines);
}

KUNIT_ARRAY_PARAM(scenes, scenes, scene_name);

static char *copy(struct kunit *test, const char *text)
{
	char *copy = kunit_kzalloc(test, strlen(text) + 1, GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, copy);
	strcpy(copy, text);
	return copy;
}

static void apply(struct kunit *test, const char *lines)
{
	char *rest = copy(test, lines), *line;

	while ((line = strsep(&rest, "\n")))
		kpev_world_do(test, line);
}

static void registry_scenes(struct kunit *test)
{
	const struct scene *row = test->param_value;
	struct kpev_refusal no = {};
	char *list;

	apply(test, row->lines);
	list = kpev_world_list(test);
	KUNIT_EXPECT_STREQ(test, list, row->list);

	/* Reading back is writing. */
	KUNIT_EXPECT_EQ(test, kpev_registry_clear(&no), 0);
	KUNIT_EXPECT_STREQ(test, kpev_world_list(test), "");
	apply(test, list);
	KUNIT_EXPECT_STREQ(test, kpev_world_list(test), list);
}

/* The last line is refused, and has changed nothing. */
static const struct kpev_refused refused[] = {
	{ "p:e ^no_such_symbol_anywhere", -ENOENT, KPEV_ERR_BAD_PROBE_ADDR },
	{ "p:e ^kpev_kunit_twin", -EADDRNOTAVAIL, KPEV_ERR_NON_UNIQ_SYMBOL },
	{ "p:e ^kpev_kunit_notrace", -EOPNOTSUPP, KPEV_ERR_FAIL_REG_PROBE },
	{ "p:e kpev_kunit_call ^%none", -EINVAL, KPEV_ERR_BAD_REG_NAME },
	{ "p:e kpev_kunit_call\n^p:e kpev_kunit_call", -EEXIST,
	  KPEV_ERR_SAME_PROBE },
	{ "p:e kpev_kunit_call\n^r:e kpev_kunit_call", -EEXIST,
	  KPEV_ERR_DIFF_PROBE_TYPE },
	{ "p:e kpev_kunit_call a=%ax\np:e kpev_kunit_args ^b=%ax", -EEXIST,
	  KPEV_ERR_DIFF_ARG_TYPE },
	{ "p:e kpev_kunit_call a=%ax\np:e kpev_kunit_args ^a=%ax:u8", -EEXIST,
	  KPEV_ERR_DIFF_ARG_TYPE },
	{ "p:e kpev_kunit_call a=%ax\np:e kpev_kunit_args ^", -EEXIST,
	  KPEV_ERR_DIFF_ARG_TYPE },
	{ "^p:sched/sched_switch kpev_kunit_call", -EEXIST,
	  KPEV_ERR_EVENT_EXIST },
	{ "-:^none", -ENOENT, KPEV_ERR_NO_EVENT },
	{ "p:e kpev_kunit_call\n-:^g/e", -ENOENT, KPEV_ERR_NO_EVENT },
	{ "p:e kpev_kunit_call\n-:e ^kpev_kunit_args", -ENOENT,
	  KPEV_ERR_NO_PROBE },
	{ "p:e kpev_kunit_call a=%ax\n-:e ^kpev_kunit_call a=%bx", -ENOENT,
	  KPEV_ERR_NO_PROBE },
};

KUNIT_ARRAY_PARAM(refused, refused, kpev_refused_name);

static void registry_refused(struct kunit *test)
{
	const struct kpev_refused *row = test->param_value;
	struct kpev_refusal no;
	unsigned int column;
	char *lines, *last, *before;
	int ret;

	lines = copy(test, row->text);
	last = strrchr(lines, '\n');
	if (last) {
		*last++ = '\0';
		apply(test, lines);
	}
	before = kpev_world_list(test);
	last = kpev_unmark(test, last ?: lines, &column);
	ret = kpev_world_try(test, last, &no);
	/* A name's column is counted from it, or from the command. */
	kpev_expect_refused(test, row, column, ret, &no);
	KUNIT_EXPECT_STREQ(test, kpev_world_list(test), before);
}

/* In use, an event stays whole; so does everything where all is cleared. */
static void registry_busy(struct kunit *test)
{
	struct kpev_refusal no;
	char *before;

	kpev_world_do(test, "p:a kpev_kunit_args");
	kpev_world_do(test, "p:e kpev_kunit_call");
	before = kpev_world_list(test);
	KUNIT_ASSERT_EQ(test, kpev_world_enable(test, "e", true), 0);
	KUNIT_EXPECT_EQ(test, kpev_world_try(test, "-:e", &no), -EBUSY);
	KUNIT_EXPECT_EQ(test, (int)no.code, (int)KPEV_ERR_EVENT_BUSY);
	no = (struct kpev_refusal){};
	KUNIT_EXPECT_EQ(test, kpev_registry_clear(&no), -EBUSY);
	KUNIT_EXPECT_STREQ(test, kpev_world_list(test), before);
	kpev_kunit_call(1);
	KUNIT_ASSERT_EQ(test, kpev_world_enable(test, "e", false), 0);
	KUNIT_EXPECT_EQ(test, kpev_world_count(kpev_world_records(test)), 1);
	kpev_world_do(test, "-:e");
}

/* The event is in tracefs as long as it is defined. */
static void registry_tracefs(struct kunit *test)
{
	char *format;

	KUNIT_EXPECT_FALSE(test, kpev_world_event_exists("kprobes", "e"));
	kpev_world_do(test, "p:e kpev_kunit_call a=%ax:u8 b=$comm");
	KUNIT_ASSERT_TRUE(test, kpev_world_event_exists("kprobes", "e"));
	format = kpev_world_format(test, "kprobes", "e");
	KUNIT_EXPECT_NOT_NULL(test, strstr(format, "name: e\n"));
	KUNIT_EXPECT_NOT_NULL(test, strstr(format,
					   "field:unsigned long __probe_ip;"));
	KUNIT_EXPECT_NOT_NULL(test, strstr(format, "\tfield:u8 a;\t"));
	KUNIT_EXPECT_NOT_NULL(test,
			      strstr(format, "\tfield:__data_loc char[] b;\t"));
	KUNIT_EXPECT_NOT_NULL(test, strstr(format, "print fmt: \"(%lx) a=%u b="));
	kpev_world_do(test, "-:e");
	KUNIT_EXPECT_FALSE(test, kpev_world_event_exists("kprobes", "e"));
}

KPEV_WORLD_SUITE(registry,
		 KUNIT_CASE_PARAM(registry_scenes, scenes_gen_params),
		 KUNIT_CASE_PARAM(registry_refused, refused_gen_params),
		 KUNIT_CASE(registry_busy),
		 KUNIT_CASE(registry_tracefs));

MODULE_LICENSE("GPL");

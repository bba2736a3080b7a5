// SPDX-License-Identifier: GPL-2.0-only
/* Tests of layout.c and print.c: fields, print formats, ids that outlive events. */
#include <kunit/test.h>
#include <linux/errno.h>

#include "../module/argument.h"
#include "../module/command.h"
#include "../module/layout.h"
#include "table.h"
#include "world.h"

static int parse(const char *text, bool is_return, struct kpev_arguments *args)
{
	struct kpev_refusal no = {};
	struct kpev_command *cmd = NULL;
	char line[256];
	int ret;

	*args = (struct kpev_arguments){
		.is_return = is_return, .at_entry = true, .module = "",
		.head_size = kpev_layout_head_size(is_return),
	};
	snprintf(line, sizeof(line), "p:e f %s", text);
	ret = kpev_command_parse(line, strlen(line), &cmd, &no);
	if (!ret)
		ret = kpev_arguments_parse(cmd->args, cmd->nr_args, args, &no);
	kpev_command_free(cmd);
	return ret;
}

/* A layout of @text's arguments; an event named @name in group "kpev_kunit". */
static struct kpev_layout *get(struct kunit *test, const char *name,
			       const char *text, bool is_return)
{
	struct kpev_refusal no = {};
	struct kpev_arguments args;
	struct kpev_layout *layout;

	KUNIT_ASSERT_EQ(test, parse(text, is_return, &args), 0);
	KUNIT_ASSERT_EQ(test, kpev_layout_get("kpev_kunit", name, &args,
					      &layout, &no), 0);
	kpev_arguments_free(&args);
	return layout;
}

static void put(struct kpev_layout *layout)
{
	layout->has_records = false;
	kpev_layout_put(layout);
}

struct format {
	const char *text;
	bool is_return;
	const char *format;
};

static const struct format formats[] = {
	{ "", false, "\"(%lx)\", REC->__probe_ip" },
	{ "", true,
	  "\"(%lx <- %lx)\", REC->__probe_func, REC->__probe_ret_ip" },
	{ "a=%ax:u8 b=%ax:s64", false,
	  "\"(%lx) a=%u b=%Ld\", REC->__probe_ip, REC->a, REC->b" },
	{ "r=$retval:x32", true,
	  "\"(%lx <- %lx) r=0x%x\", REC->__probe_func, REC->__probe_ret_ip, REC->r" },
	{ "c=%ax:char s=%ax:symbol", false,
	  "\"(%lx) c='%c' s=%pS\", REC->__probe_ip, REC->c, REC->s" },
	{ "a=$comm", false,
	  "\"(%lx) a=\\\"%s\\\"\", REC->__probe_ip, __get_str(a)" },
	{ "a=+0(%ax):x8[3]", false,
	  "\"(%lx) a={0x%x,0x%x,0x%x}\", REC->__probe_ip, REC->a[0], REC->a[1], REC->a[2]" },
	{ "a=+0(%ax):string[1]", false,
	  "\"(%lx) a={\\\"%s\\\"}\", REC->__probe_ip, __get_str(a[0])" },
	{ "a=%ax:b2@1/16", false, "\"(%lx) a=%u\", REC->__probe_ip, REC->a" },
};

static void format_name(const struct format *row, char *to)
{
	kpev_row_name(to, row->format);
}

KUNIT_ARRAY_PARAM(formats, formats, format_name);

static void layout_format(struct kunit *test)
{
	const struct format *row = test->param_value;
	struct kpev_layout *layout;

	layout = get(test, "e", row->text, row->is_return);
	KUNIT_EXPECT_STREQ(test, layout->print_fmt, row->format);
	KUNIT_EXPECT_GT(test, layout->call.event.type, 0);
	put(layout);
}

/* The longest that there may be: no overflow, no warning. */
static void layout_long_format(struct kunit *test)
{
	char text[128], name[33] = "";
	struct kpev_layout *layout;
	const char *s;
	unsigned int nr = 0;

	memset(name, 'n', 32);
	snprintf(text, sizeof(text), "%s=+0(%%ax):string[64]", name);
	layout = get(test, "e", text, false);
	for (s = layout->print_fmt; (s = strstr(s, "__get_str(")); s++)
		nr++;
	KUNIT_EXPECT_EQ(test, nr, 64);
	put(layout);
}

static void layout_fields(struct kunit *test)
{
	struct kpev_layout *layout;

	layout = get(test, "e", "a=%ax:u8 b=+0(%ax):s16[4] c=$comm", false);
	KUNIT_ASSERT_EQ(test, layout->nr_fields, 3);
	KUNIT_EXPECT_STREQ(test, layout->field[0].name, "a");
	KUNIT_EXPECT_STREQ(test, layout->field[0].c_type, "u8");
	KUNIT_EXPECT_STREQ(test, layout->field[1].c_type, "s16[4]");
	KUNIT_EXPECT_STREQ(test, layout->field[2].c_type, "__data_loc char[]");
	KUNIT_EXPECT_EQ(test, layout->field[1].at, layout->field[0].at + 1);
	KUNIT_EXPECT_EQ(test, layout->size, layout->field[2].at + 4);
	put(layout);
}

/* Who has records keeps its id, and gets it back; nobody else does. */
static void layout_tombstones(struct kunit *test)
{
	struct kpev_layout *layout, *again, *other, *returns;
	int id;

	layout = get(test, "e", "a=%ax", false);
	id = layout->call.event.type;
	layout->has_records = true;
	kpev_layout_put(layout);

	other = get(test, "e", "a=%ax:u8", false);
	KUNIT_EXPECT_NE(test, other->call.event.type, id);
	put(other);
	other = get(test, "f", "a=%ax", false);
	KUNIT_EXPECT_NE(test, other->call.event.type, id);
	put(other);
	returns = get(test, "e", "a=%ax", true);
	KUNIT_EXPECT_NE(test, returns->call.event.type, id);
	put(returns);

	/* What is fetched doesn't matter to the records. */
	again = get(test, "e", "a=%bx", false);
	KUNIT_EXPECT_PTR_EQ(test, again, layout);
	KUNIT_EXPECT_EQ(test, again->call.event.type, id);
	put(again);
}

KPEV_WORLD_SUITE(layout,
		 KUNIT_CASE_PARAM(layout_format, formats_gen_params),
		 KUNIT_CASE(layout_long_format),
		 KUNIT_CASE(layout_fields),
		 KUNIT_CASE(layout_tombstones));

MODULE_LICENSE("GPL");

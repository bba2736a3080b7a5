// SPDX-License-Identifier: GPL-2.0-only
/* Tests of command.c: what is read from a line, and what is refused of one. */
#include <kunit/test.h>
#include <linux/errno.h>
#include <linux/slab.h>

#include "../module/command.h"
#include "table.h"

static int parse(const char *line, struct kpev_command **cmd,
		 struct kpev_refusal *no)
{
	*no = (struct kpev_refusal){};
	return kpev_command_parse(line, strlen(line), cmd, no);
}

struct parsed {
	const char *line;
	const char *means;
};

static void parsed_name(const struct parsed *row, char *to)
{
	kpev_row_name(to, row->line);
}

/* KIND GROUP/EVENT[ maxactive=N] PLACE@COLUMN ARG@COLUMN... */
static const struct parsed accepted[] = {
	{ "", "blank /" },
	{ " \t ", "blank /" },
	{ "# p:a b", "blank /" },
	{ "   # p:a b", "blank /" },
	{ "p vfs_read", "probe /p_vfs_read_0 vfs_read+0@2" },
	{ "p:event1 vfs_read %ax $stack0",
	  "probe /event1 vfs_read+0@9 %ax@18 $stack0@22" },
	{ "p:g/e f", "probe g/e f+0@6" },
	{ "p:g.e f", "probe g/e f+0@6" },
	{ "p:g/ f", "probe g/p_f_0 f+0@5" },
	{ "p:g-h/e f", "probe g-h/e f+0@8" },
	{ "p:_g1/_e1 f", "probe _g1/_e1 f+0@10" },
	{ "p f+16", "probe /p_f_16 f+16@2" },
	{ "p f+0x10", "probe /p_f_16 f+16@2" },
	{ "p f+020", "probe /p_f_16 f+16@2" },
	{ "p f+4294967295", "probe /p_f_4294967295 f+4294967295@2" },
	{ "p mod:f+2", "probe /p_mod_f_2 mod:f+2@2" },
	{ "p f.isra.0", "probe /p_f_isra_0_0 f.isra.0+0@2" },
	{ "p 0x1000", "probe /p_0x1000 0x1000@2" },
	{ "p 4096", "probe /p_0x1000 0x1000@2" },
	{ "p +1", "probe /p_0x1 0x1@2" },
	{ "p 0", "probe /p_0x0 0x0@2" },
	{ "r f", "return /r_f_0 f+0@2" },
	{ "r10:e f", "return /e maxactive=10 f+0@6" },
	{ "r0x10:e f", "return /e maxactive=16 f+0@8" },
	{ "r1 f", "return /r_f_0 maxactive=1 f+0@3" },
	{ "r f+0", "return /r_f_0 f+0@2" },
	{ "p f%return", "return /r_f_0 f+0@2" },
	{ "p:e f%return a=$retval", "return /e f+0@4 a=$retval@13" },
	{ "r f%return", "return /r_f_0 f+0@2" },
	{ "p:e f # a comment", "probe /e f+0@4" },
	{ "p:e f a=b#c", "probe /e f+0@4 a=b@6" },
	{ "p:e f a=\\\"b # c\" d", "probe /e f+0@4 a=\\\"b # c\"@6 d@17" },
	{ "p:e f a=\\\"b  c", "probe /e f+0@4 a=\\\"b  c@6" },
	{ "  p:e\t f\n\t a ", "probe /e f+0@4 a@6" },
	{ "p:e f a=1 b=2 c=3", "probe /e f+0@4 a=1@6 b=2@10 c=3@14" },
	{ "-:e", "remove /e" },
	{ "-:g/e", "remove g/e" },
	{ "-:g.e", "remove g/e" },
	{ "-:g/", "remove g/" },
	{ "-:e f", "remove /e f+0@4" },
	{ "-:e 0x10 a=%ax", "remove /e 0x10@4 a=%ax@9" },
	{ "-:g/e f+2 %ax %bx", "remove g/e f+2@6 %ax@10 %bx@14" },
	{ "-:e f%return", "remove /e f+0@4 return" },
};

static char *describe(struct kunit *test, const struct kpev_command *cmd)
{
	static const char *const kinds[] = {
		"blank", "probe", "return", "remove",
	};
	size_t size = 2 * KPEV_LINE_MAX, n;
	char *to = kunit_kzalloc(test, size, GFP_KERNEL);
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, to);
	n = scnprintf(to, size, "%s %s/%s", kinds[cmd->kind], cmd->group,
		      cmd->event);
	if (cmd->maxactive)
		n += scnprintf(to + n, size - n, " maxactive=%u",
			       cmd->maxactive);
	if (cmd->has_place && cmd->where.symbol)
		n += scnprintf(to + n, size - n, " %s+%lu@%u",
			       cmd->where.symbol, cmd->where.offset,
			       cmd->where.column);
	else if (cmd->has_place)
		n += scnprintf(to + n, size - n, " 0x%lx@%u",
			       cmd->where.address, cmd->where.column);
	for (i = 0; i < cmd->nr_args; i++)
		n += scnprintf(to + n, size - n, " %s@%u", cmd->args[i].s,
			       cmd->args[i].column);
	if (cmd->kind == KPEV_COMMAND_REMOVE && cmd->is_return)
		scnprintf(to + n, size - n, " return");
	return to;
}

KUNIT_ARRAY_PARAM(accepted, accepted, parsed_name);

static void command_accepted(struct kunit *test)
{
	const struct parsed *row = test->param_value;
	struct kpev_command *cmd;
	struct kpev_refusal no;
	int ret;

	ret = parse(row->line, &cmd, &no);
	KUNIT_EXPECT_EQ(test, ret, 0);
	KUNIT_EXPECT_EQ(test, (int)no.code, (int)KPEV_ERR_NONE);
	if (cmd && !ret) {
		KUNIT_EXPECT_STREQ(test, describe(test, cmd), row->means);
		KUNIT_EXPECT_EQ(test, cmd->is_return,
				cmd->kind == KPEV_COMMAND_RETURN ||
				!!strstr(row->line, "%return"));
	}
	kpev_command_free(cmd);
}

static const struct kpev_refused refused[] = {
	{ "^x f", -EINVAL, KPEV_ERR_BAD_COMMAND, "" },
	{ "^P:e f", -EINVAL, KPEV_ERR_BAD_COMMAND, "" },
	{ "^pp f", -EINVAL, KPEV_ERR_BAD_COMMAND, "" },
	{ "^e:e f", -EINVAL, KPEV_ERR_BAD_COMMAND, "" },
	{ "^: f", -EINVAL, KPEV_ERR_BAD_COMMAND, "" },
	{ "^ra:e f", -EINVAL, KPEV_ERR_BAD_COMMAND, "" },
	{ "^-a:e f", -EINVAL, KPEV_ERR_BAD_COMMAND, "" },
	{ "^-1:e", -EINVAL, KPEV_ERR_BAD_COMMAND, "" },
	{ "p:^ f", -EINVAL, KPEV_ERR_NO_EVENT_NAME, "" },
	{ "-^", -EINVAL, KPEV_ERR_NO_EVENT_NAME, "expected -:[GRP/]EVENT" },
	{ "-^ f", -EINVAL, KPEV_ERR_NO_EVENT_NAME, "expected -:[GRP/]EVENT" },
	{ "-:^", -EINVAL, KPEV_ERR_NO_EVENT_NAME, "" },
	{ "p:^/e f", -EINVAL, KPEV_ERR_NO_GROUP_NAME, "" },
	{ "p:^.e f", -EINVAL, KPEV_ERR_NO_GROUP_NAME, "" },
	{ "-:^/e", -EINVAL, KPEV_ERR_NO_GROUP_NAME, "" },
	{ "p:^1g/e f", -EINVAL, KPEV_ERR_BAD_GROUP_NAME, "" },
	{ "p:^-g/e f", -EINVAL, KPEV_ERR_BAD_GROUP_NAME, "" },
	{ "p:^g*/e f", -EINVAL, KPEV_ERR_BAD_GROUP_NAME, "" },
	{ "p:^a.b/e f", -EINVAL, KPEV_ERR_BAD_GROUP_NAME, "" },
	{ "p:^1e f", -EINVAL, KPEV_ERR_BAD_EVENT_NAME, "" },
	{ "p:^e-f f", -EINVAL, KPEV_ERR_BAD_EVENT_NAME, "" },
	{ "p:g/^e/f f", -EINVAL, KPEV_ERR_BAD_EVENT_NAME, "" },
	{ "p:g/^e%f f", -EINVAL, KPEV_ERR_BAD_EVENT_NAME, "" },
	{ "p^1:e f", -EINVAL, KPEV_ERR_BAD_MAXACT_TYPE, "" },
	{ "p^1 f", -EINVAL, KPEV_ERR_BAD_MAXACT_TYPE, "" },
	{ "r^0:e f", -EINVAL, KPEV_ERR_BAD_MAXACT, "" },
	{ "r^1x:e f", -EINVAL, KPEV_ERR_BAD_MAXACT, "" },
	{ "r^09:e f", -EINVAL, KPEV_ERR_BAD_MAXACT, "" },
	{ "r^0000000000000001:e f", -EINVAL, KPEV_ERR_BAD_MAXACT, "" },
	{ "r^99999999999:e f", -EINVAL, KPEV_ERR_BAD_MAXACT, "" },
	{ "r^4097:e f", -E2BIG, KPEV_ERR_MAXACT_TOO_BIG, "4097, at most 4096" },
	{ "p:e ^", -EINVAL, KPEV_ERR_BAD_PROBE_ADDR,
	  "expected a symbol or address" },
	{ "r ^", -EINVAL, KPEV_ERR_BAD_PROBE_ADDR,
	  "expected a symbol or address" },
	{ "p:e ^a=%ax", -EINVAL, KPEV_ERR_BAD_PROBE_ADDR,
	  "expected a symbol or address, not an argument" },
	{ "p ^f+", -EINVAL, KPEV_ERR_BAD_PROBE_ADDR, "\"+\" is no offset" },
	{ "p ^f+x", -EINVAL, KPEV_ERR_BAD_PROBE_ADDR, "\"+x\" is no offset" },
	{ "p ^f-1", -EINVAL, KPEV_ERR_BAD_PROBE_ADDR, "\"-1\" is no offset" },
	{ "p ^f+1+2", -EINVAL, KPEV_ERR_BAD_PROBE_ADDR,
	  "\"+1+2\" is no offset" },
	{ "p ^f+4294967296", -EINVAL, KPEV_ERR_BAD_PROBE_ADDR,
	  "\"+4294967296\" is no offset" },
	{ "p ^-1", -EINVAL, KPEV_ERR_BAD_PROBE_ADDR, "\"-1\" is no offset" },
	{ "p ^%return", -EINVAL, KPEV_ERR_BAD_PROBE_ADDR,
	  "expected a symbol or address" },
	{ "p f^%", -EINVAL, KPEV_ERR_BAD_ADDR_SUFFIX, "expected %return" },
	{ "p f^%retur", -EINVAL, KPEV_ERR_BAD_ADDR_SUFFIX, "expected %return" },
	{ "p f^%return+1", -EINVAL, KPEV_ERR_BAD_ADDR_SUFFIX,
	  "expected %return" },
	{ "r f+1^%hello", -EINVAL, KPEV_ERR_BAD_ADDR_SUFFIX,
	  "expected %return" },
};

KUNIT_ARRAY_PARAM(refused, refused, kpev_refused_name);

/* A row's "p:e " loses its last space in the text, but the place is missed there. */
static void command_refused(struct kunit *test)
{
	const struct kpev_refused *row = test->param_value;
	struct kpev_command *cmd;
	struct kpev_refusal no;
	unsigned int column;
	char *line;
	int ret;

	line = kpev_unmark(test, row->text, &column);
	ret = parse(line, &cmd, &no);
	kpev_expect_refused(test, row, column, ret, &no);
	/* The log shows it all the same. */
	KUNIT_EXPECT_NOT_NULL(test, cmd);
	if (cmd)
		KUNIT_EXPECT_STREQ(test, cmd->text, strim(line));
	kpev_command_free(cmd);
}

/* The text that columns count in: LINE -> TEXT */
static const struct parsed texts[] = {
	{ "p:e f", "p:e f" },
	{ "\t p:e \t\n f\r a  b ", "p:e f a b" },
	{ "p:e f # gone", "p:e f" },
	{ "p:e f a=\\\"  b  #\"  c", "p:e f a=\\\"  b  #\" c" },
	{ "p:e f\x01g \x7f", "p:e f?g ?" },
	{ "", "" },
};

KUNIT_ARRAY_PARAM(texts, texts, parsed_name);

static void command_text(struct kunit *test)
{
	const struct parsed *row = test->param_value;
	struct kpev_command *cmd;
	struct kpev_refusal no;

	parse(row->line, &cmd, &no);
	KUNIT_ASSERT_NOT_NULL(test, cmd);
	KUNIT_EXPECT_STREQ(test, cmd->text, row->means);
	kpev_command_free(cmd);
}

/* Not the row's own test: its text differs from its line. */
static void command_bad_character(struct kunit *test)
{
	static const char with_zero[] = "p:e f\0g";
	struct kpev_command *cmd;
	struct kpev_refusal no;

	KUNIT_EXPECT_EQ(test, parse("p:e  f\x01g \x02", &cmd, &no), -EINVAL);
	KUNIT_EXPECT_EQ(test, (int)no.code, (int)KPEV_ERR_BAD_CHAR);
	KUNIT_EXPECT_EQ(test, no.column, 5);
	kpev_command_free(cmd);

	no = (struct kpev_refusal){};
	KUNIT_EXPECT_EQ(test, kpev_command_parse(with_zero,
						 sizeof(with_zero) - 1, &cmd,
						 &no), -EINVAL);
	KUNIT_EXPECT_EQ(test, (int)no.code, (int)KPEV_ERR_BAD_CHAR);
	KUNIT_EXPECT_EQ(test, no.column, 5);
	kpev_command_free(cmd);
}

/**
 * struct limit - a limit of the language
 * @name: what it is
 * @head: what stands in front of the part that grows
 * @tail: and behind it
 * @unit: what the part consists of
 * @most: how many units are the most
 * @code: how one more is refused
 * @column: where
 */
struct limit {
	const char *name;
	const char *head;
	const char *unit;
	const char *tail;
	unsigned int most;
	enum kpev_error code;
	unsigned int column;
};

static const struct limit limits[] = {
	{ "event", "p:", "e", " f", 63, KPEV_ERR_EVENT_TOO_LONG, 2 },
	{ "event in a group", "p:g/", "e", " f", 63, KPEV_ERR_EVENT_TOO_LONG, 4 },
	{ "group", "p:", "g", "/e f", 63, KPEV_ERR_GROUP_TOO_LONG, 2 },
	{ "event to remove", "-:", "e", "", 63, KPEV_ERR_EVENT_TOO_LONG, 2 },
	{ "arguments", "p:e f", " a", "", 128, KPEV_ERR_TOO_MANY_ARGS, 6 },
	{ "line", "p:e f ", "a", "", 4088, KPEV_ERR_LINE_TOO_LONG, 0 },
};

static void limit_name(const struct limit *row, char *to)
{
	kpev_row_name(to, row->name);
}

KUNIT_ARRAY_PARAM(limits, limits, limit_name);

static char *build(struct kunit *test, const struct limit *row,
		   unsigned int nr)
{
	size_t size = strlen(row->head) + nr * strlen(row->unit) +
		      strlen(row->tail) + 1;
	char *line = kunit_kzalloc(test, size, GFP_KERNEL);
	char *end = line;

	KUNIT_ASSERT_NOT_NULL(test, line);
	end += scnprintf(end, size, "%s", row->head);
	while (nr--)
		end += scnprintf(end, line + size - end, "%s", row->unit);
	scnprintf(end, line + size - end, "%s", row->tail);
	return line;
}

static void command_limits(struct kunit *test)
{
	const struct limit *row = test->param_value;
	struct kpev_command *cmd;
	struct kpev_refusal no;

	KUNIT_EXPECT_EQ(test, parse(build(test, row, row->most), &cmd, &no), 0);
	kpev_command_free(cmd);
	KUNIT_EXPECT_EQ(test, parse(build(test, row, row->most + 1), &cmd,
				    &no), -E2BIG);
	KUNIT_EXPECT_STREQ(test, kpev_error_text(no.code),
			   kpev_error_text(row->code));
	KUNIT_EXPECT_EQ(test, no.column, row->column);
	kpev_command_free(cmd);
}

static void command_maxactive_limit(struct kunit *test)
{
	struct kpev_command *cmd;
	struct kpev_refusal no;

	KUNIT_ASSERT_EQ(test, parse("r4096 f", &cmd, &no), 0);
	KUNIT_EXPECT_EQ(test, cmd->maxactive, 4096);
	kpev_command_free(cmd);
}

/* A name that would be too long is cut, and keeps a hash of the whole. */
static void command_long_name(struct kunit *test)
{
	struct limit symbol = { .head = "p ", .unit = "s", .tail = "" };
	struct kpev_command *cmd, *other;
	struct kpev_refusal no;
	size_t fits = KPEV_NAME_LEN - 1 - strlen("p__0");

	KUNIT_ASSERT_EQ(test, parse(build(test, &symbol, fits), &cmd, &no), 0);
	KUNIT_EXPECT_EQ(test, strlen(cmd->event), KPEV_NAME_LEN - 1);
	KUNIT_EXPECT_STREQ(test, cmd->event + KPEV_NAME_LEN - 4, "s_0");
	kpev_command_free(cmd);

	KUNIT_ASSERT_EQ(test, parse(build(test, &symbol, fits + 1), &cmd,
				    &no), 0);
	symbol.tail = "+1";
	KUNIT_ASSERT_EQ(test, parse(build(test, &symbol, fits + 1), &other,
				    &no), 0);
	KUNIT_EXPECT_EQ(test, strlen(cmd->event), KPEV_NAME_LEN - 1);
	KUNIT_EXPECT_EQ(test, strlen(other->event), KPEV_NAME_LEN - 1);
	KUNIT_EXPECT_STRNEQ(test, cmd->event, other->event);
	KUNIT_EXPECT_EQ(test, strncmp(cmd->event, "p_ssss", 6), 0);
	KUNIT_EXPECT_TRUE(test, kpev_name_is_good(cmd->event));
	kpev_command_free(cmd);
	kpev_command_free(other);
}

static void command_group(struct kunit *test)
{
	struct kpev_command *cmd;
	struct kpev_refusal no;

	KUNIT_ASSERT_EQ(test, parse("p:e f", &cmd, &no), 0);
	KUNIT_EXPECT_STREQ(test, kpev_command_group(cmd), "kprobes");
	kpev_command_free(cmd);
	KUNIT_ASSERT_EQ(test, parse("p:g/e f", &cmd, &no), 0);
	KUNIT_EXPECT_STREQ(test, kpev_command_group(cmd), "g");
	kpev_command_free(cmd);
	kpev_command_free(NULL);
}

static void command_good_names(struct kunit *test)
{
	static const char *const good[] = { "a", "_", "a1", "_1", "A_b" };
	static const char *const bad[] = { "", "1", "1a", "-", "a-b", "a b",
					   "a.b", "a/" };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(good); i++)
		KUNIT_EXPECT_TRUE_MSG(test, kpev_name_is_good(good[i]),
				      "\"%s\"", good[i]);
	for (i = 0; i < ARRAY_SIZE(bad); i++)
		KUNIT_EXPECT_FALSE_MSG(test, kpev_name_is_good(bad[i]),
				       "\"%s\"", bad[i]);
}

static struct kunit_case command_cases[] = {
	KUNIT_CASE_PARAM(command_accepted, accepted_gen_params),
	KUNIT_CASE_PARAM(command_refused, refused_gen_params),
	KUNIT_CASE_PARAM(command_text, texts_gen_params),
	KUNIT_CASE(command_bad_character),
	KUNIT_CASE_PARAM(command_limits, limits_gen_params),
	KUNIT_CASE(command_maxactive_limit),
	KUNIT_CASE(command_long_name),
	KUNIT_CASE(command_group),
	KUNIT_CASE(command_good_names),
	{}
};

static struct kunit_suite command_suite = {
	.name = "kpev_command",
	.test_cases = command_cases,
};

kunit_test_suites(&command_suite);

MODULE_LICENSE("GPL");

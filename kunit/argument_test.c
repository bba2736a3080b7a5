// SPDX-License-Identifier: GPL-2.0-only
/* Tests of argument.c and expression.c: what is refused, limits, fields. */
#include <kunit/test.h>
#include <linux/errno.h>
#include <linux/slab.h>

#include "../module/argument.h"
#include "../module/command.h"
#include "../module/expression.h"
#include "table.h"
#include "targets.h"
#include "world.h"

#define HEAD		"p:e f "
#define HEAD_SIZE	16

/* Parse the arguments in @text as those of a probe at an entry, or of a return. */
static int parse(const char *text, bool is_return, bool at_entry,
		 struct kpev_arguments *args, struct kpev_refusal *no)
{
	struct kpev_command *cmd = NULL;
	char *line;
	int ret;

	*no = (struct kpev_refusal){};
	*args = (struct kpev_arguments){
		.is_return = is_return, .at_entry = at_entry,
		.head_size = HEAD_SIZE, .module = "",
	};
	line = kasprintf(GFP_KERNEL, HEAD "%s", text);
	if (!line)
		return -ENOMEM;
	ret = kpev_command_parse(line, strlen(line), &cmd, no);
	if (!ret)
		ret = kpev_arguments_parse(cmd->args, cmd->nr_args, args, no);
	kpev_command_free(cmd);
	kfree(line);
	return ret;
}

/* Rows for a probe at a function's entry. */
static const struct kpev_refused refused[] = {
	/* names */
	{ "^=%ax", -EINVAL, KPEV_ERR_NO_ARG_NAME },
	{ "^1=%ax", -EINVAL, KPEV_ERR_BAD_ARG_NAME },
	{ "^a-b=%ax", -EINVAL, KPEV_ERR_BAD_ARG_NAME },
	{ "^a.b=%ax", -EINVAL, KPEV_ERR_BAD_ARG_NAME },
	{ "a=%ax ^a=%bx", -EINVAL, KPEV_ERR_USED_ARG_NAME },
	{ "arg2=%ax ^%bx", -EINVAL, KPEV_ERR_USED_ARG_NAME },
	{ "^__probe_ip=%ax", -EINVAL, KPEV_ERR_USED_ARG_NAME },
	{ "^common_pid=%ax", -EINVAL, KPEV_ERR_USED_ARG_NAME },
	{ "a=^", -EINVAL, KPEV_ERR_NO_ARG_BODY },
	/* registers */
	{ "^%", -EINVAL, KPEV_ERR_BAD_REG_NAME },
	{ "^%none", -EINVAL, KPEV_ERR_BAD_REG_NAME },
	{ "a=^%AX", -EINVAL, KPEV_ERR_BAD_REG_NAME },
	/* variables */
	{ "^$", -EINVAL, KPEV_ERR_BAD_VAR },
	{ "^$none", -EINVAL, KPEV_ERR_BAD_VAR },
	{ "^$stack-1", -EINVAL, KPEV_ERR_BAD_VAR },
	{ "^$stackx", -EINVAL, KPEV_ERR_BAD_VAR },
	{ "^$arg", -EINVAL, KPEV_ERR_BAD_VAR },
	{ "^$argx", -EINVAL, KPEV_ERR_BAD_VAR },
	{ "^$arg0", -EINVAL, KPEV_ERR_BAD_ARG_NUM, "arguments count from 1" },
	{ "^$retval", -EINVAL, KPEV_ERR_RETVAL_ON_PROBE },
	{ "$comm:^u8", -EINVAL, KPEV_ERR_NEED_STRING_TYPE },
	{ "+0(^$comm)", -EINVAL, KPEV_ERR_COMM_CANT_DEREF },
	{ "+0(^\\\"a\")", -EINVAL, KPEV_ERR_COMM_CANT_DEREF },
	/* memory */
	{ "^@", -ENOENT, KPEV_ERR_BAD_MEM_ADDR },
	{ "^@+1", -EINVAL, KPEV_ERR_FILE_ON_KPROBE },
	{ "^@1x", -EINVAL, KPEV_ERR_BAD_MEM_ADDR },
	{ "^@no_such_symbol_anywhere", -ENOENT, KPEV_ERR_BAD_MEM_ADDR },
	{ "^@kpev_kunit_data+x", -EINVAL, KPEV_ERR_BAD_MEM_ADDR,
	  "\"+x\" is no offset" },
	/* dereferences */
	{ "^+0", -EINVAL, KPEV_ERR_DEREF_NEED_BRACE },
	{ "^-0", -EINVAL, KPEV_ERR_DEREF_NEED_BRACE },
	{ "^+x(%ax)", -EINVAL, KPEV_ERR_BAD_DEREF_OFFS },
	{ "^+(%ax)", -EINVAL, KPEV_ERR_BAD_DEREF_OFFS },
	{ "^+-1(%ax)", -EINVAL, KPEV_ERR_BAD_DEREF_OFFS },
	{ "^+ux(%ax)", -EINVAL, KPEV_ERR_BAD_DEREF_OFFS },
	{ "+0(%ax^", -EINVAL, KPEV_ERR_DEREF_OPEN_BRACE },
	{ "+0(+8(%ax^)", -EINVAL, KPEV_ERR_DEREF_OPEN_BRACE },
	{ "+0(^%ax))", -EINVAL, KPEV_ERR_BAD_REG_NAME },
	{ "+0(%ax)^x", -EINVAL, KPEV_ERR_BAD_FETCH_ARG },
	{ "+0(^)", -EINVAL, KPEV_ERR_BAD_FETCH_ARG },
	{ "this_cpu_read(%ax^", -EINVAL, KPEV_ERR_DEREF_OPEN_BRACE },
	/* constants */
	{ "\\^", -EINVAL, KPEV_ERR_BAD_IMM },
	{ "\\^x", -EINVAL, KPEV_ERR_BAD_IMM },
	{ "\\^1x", -EINVAL, KPEV_ERR_BAD_IMM },
	{ "\\^-", -EINVAL, KPEV_ERR_BAD_IMM },
	{ "\\\"a^", -EINVAL, KPEV_ERR_IMMSTR_NO_CLOSE },
	{ "\\\"a\":^u8", -EINVAL, KPEV_ERR_NEED_STRING_TYPE },
	/* types */
	{ "%ax:^", -EINVAL, KPEV_ERR_BAD_TYPE },
	{ "%ax:^none", -EINVAL, KPEV_ERR_BAD_TYPE },
	{ "%ax:^string", -EINVAL, KPEV_ERR_BAD_STRING },
	{ "%ax:^ustring", -EINVAL, KPEV_ERR_BAD_STRING },
	{ "%ax:^u8[2]", -EINVAL, KPEV_ERR_BAD_STRING,
	  "arrays are in memory only" },
	{ "$stack:^symstr", -EINVAL, KPEV_ERR_BAD_SYMSTRING },
	{ "+u0(%ax):^symstr", -EINVAL, KPEV_ERR_BAD_SYMSTRING },
	{ "+0(%ax):^symstr[2]", -EINVAL, KPEV_ERR_BAD_STRING },
	{ "+0(%ax):u8[^65]", -E2BIG, KPEV_ERR_ARRAY_TOO_BIG },
	{ "%ax:^b9@0/8", -EINVAL, KPEV_ERR_BAD_BITFIELD },
	/* what is nothing at all */
	{ "a=^!", -EINVAL, KPEV_ERR_BAD_FETCH_ARG },
	{ "a=^#", -EINVAL, KPEV_ERR_NO_ARG_BODY },
};

KUNIT_ARRAY_PARAM(refused, refused, kpev_refused_name);

static void argument_refused(struct kunit *test)
{
	const struct kpev_refused *row = test->param_value;
	struct kpev_arguments args;
	struct kpev_refusal no;
	unsigned int column;
	char *text;
	int ret;

	text = kpev_unmark(test, row->text, &column);
	ret = parse(text, false, true, &args, &no);
	kpev_expect_refused(test, row, strlen(HEAD) + column, ret, &no);
	kpev_arguments_free(&args);
}

static void argument_by_place(struct kunit *test)
{
	struct kpev_arguments args;
	struct kpev_refusal no;

	/* $argN only where the arguments still are. */
	KUNIT_EXPECT_EQ(test, parse("$arg1", false, false, &args, &no),
			-EINVAL);
	KUNIT_EXPECT_EQ(test, (int)no.code, (int)KPEV_ERR_NOFENTRY_ARGS);
	kpev_arguments_free(&args);
	KUNIT_EXPECT_EQ(test, parse("$retval", true, true, &args, &no), 0);
	kpev_arguments_free(&args);
}

/* The names that the kernel's own regs_query_register_offset() knows. */
static const char *const registers[] = {
	"bx", "cx", "dx", "si", "di", "bp", "ax", "orig_ax", "ip", "cs",
	"flags", "sp", "ss",
#ifdef CONFIG_X86_64
	"r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15",
	"rbx", "rcx", "rdx", "rsi", "rdi", "rbp", "rax", "orig_rax", "rip",
	"rflags", "rsp",
#else
	"ds", "es", "fs", "gs",
	"ebx", "ecx", "edx", "esi", "edi", "ebp", "eax", "orig_eax", "eip",
	"eflags", "esp",
#endif
};

static void argument_registers(struct kunit *test)
{
	static const char *const others[] = {
#ifdef CONFIG_X86_64
		"eax", "ds", "r16", "r8d", "al", "cr3", "gs",
#else
		"rax", "r8", "al", "cr3",
#endif
	};
	struct kpev_arguments args;
	struct kpev_refusal no;
	char text[16];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(registers); i++) {
		snprintf(text, sizeof(text), "%%%s", registers[i]);
		KUNIT_EXPECT_EQ_MSG(test, parse(text, false, true, &args, &no),
				    0, "%s", text);
		KUNIT_EXPECT_EQ(test, args.size, HEAD_SIZE + sizeof(long));
		kpev_arguments_free(&args);
	}
	for (i = 0; i < ARRAY_SIZE(others); i++) {
		snprintf(text, sizeof(text), "%%%s", others[i]);
		KUNIT_EXPECT_EQ_MSG(test, parse(text, false, true, &args, &no),
				    -EINVAL, "%s", text);
		KUNIT_EXPECT_EQ(test, (int)no.code, (int)KPEV_ERR_BAD_REG_NAME);
		kpev_arguments_free(&args);
	}
}

static char *repeat(struct kunit *test, const char *head, const char *unit,
		    unsigned int nr, const char *middle, const char *unit2,
		    const char *tail)
{
	char *text = kunit_kzalloc(test, PAGE_SIZE, GFP_KERNEL);
	size_t n = 0;
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, text);
	n += scnprintf(text + n, PAGE_SIZE - n, "%s", head);
	for (i = 0; i < nr; i++)
		n += scnprintf(text + n, PAGE_SIZE - n, "%s", unit);
	n += scnprintf(text + n, PAGE_SIZE - n, "%s", middle);
	for (i = 0; i < nr; i++)
		n += scnprintf(text + n, PAGE_SIZE - n, "%s", unit2);
	scnprintf(text + n, PAGE_SIZE - n, "%s", tail);
	return text;
}

/**
 * struct limit - a limit of arguments: at @most taken, one more refused
 * @name: what it is
 * @head: the text's parts: @head, @unit as often as is tried, @middle, @unit2 as
 *	often, @tail
 * @most: the limit
 * @code: the refusal
 */
struct limit {
	const char *name;
	const char *head, *unit, *middle, *unit2, *tail;
	unsigned int most;
	enum kpev_error code;
};

static const struct limit limits[] = {
	{ "name", "", "n", "=%ax", "", "", 32, KPEV_ERR_ARG_NAME_TOO_LONG },
	{ "expression", "a=\\\"", "x", "\"", "", "", 252,
	  KPEV_ERR_ARG_TOO_LONG },
	{ "nesting", "", "+0(", "%ax", ")", "", 8, KPEV_ERR_TOO_MANY_NESTED },
	{ "nesting of reads", "", "this_cpu_read(", "%ax", ")", "", 7,
	  KPEV_ERR_TOO_MANY_OPS },
	/* 6 arrays of 512 bytes are 3072 */
	{ "size", "", "+0(%ax):x64[64] ", "", "", "", 6,
	  KPEV_ERR_EVENT_TOO_BIG },
};

static void limit_name(const struct limit *row, char *to)
{
	kpev_row_name(to, row->name);
}

KUNIT_ARRAY_PARAM(limits, limits, limit_name);

static void argument_limits(struct kunit *test)
{
	const struct limit *row = test->param_value;
	struct kpev_arguments args;
	struct kpev_refusal no;

	KUNIT_EXPECT_EQ(test, parse(repeat(test, row->head, row->unit,
					   row->most, row->middle, row->unit2,
					   row->tail), false, true, &args,
				    &no), 0);
	kpev_arguments_free(&args);
	KUNIT_EXPECT_EQ(test, parse(repeat(test, row->head, row->unit,
					   row->most + 1, row->middle,
					   row->unit2, row->tail), false, true,
				    &args, &no), -E2BIG);
	KUNIT_EXPECT_STREQ(test, kpev_error_text(no.code),
			   kpev_error_text(row->code));
	kpev_arguments_free(&args);
}

static void argument_numbers(struct kunit *test)
{
	unsigned int words = THREAD_SIZE / sizeof(long);
	struct kpev_arguments args;
	struct kpev_refusal no;
	char text[32];

	snprintf(text, sizeof(text), "$stack%u $arg%u", words, words);
	KUNIT_EXPECT_EQ(test, parse(text, false, true, &args, &no), 0);
	kpev_arguments_free(&args);
	snprintf(text, sizeof(text), "$stack%u", words + 1);
	KUNIT_EXPECT_EQ(test, parse(text, false, true, &args, &no), -E2BIG);
	KUNIT_EXPECT_EQ(test, (int)no.code, (int)KPEV_ERR_BAD_STACK_NUM);
	kpev_arguments_free(&args);
	snprintf(text, sizeof(text), "$arg%u", words + 1);
	KUNIT_EXPECT_EQ(test, parse(text, false, true, &args, &no), -E2BIG);
	KUNIT_EXPECT_EQ(test, (int)no.code, (int)KPEV_ERR_BAD_ARG_NUM);
	kpev_arguments_free(&args);
}

static void argument_fields(struct kunit *test)
{
	struct kpev_arguments args;
	struct kpev_refusal no;

	KUNIT_ASSERT_EQ(test, parse("%ax b=+0(%di):u8 c=%ax:u32 d=$comm e=+0(%di):x16[3]",
				    false, true, &args, &no), 0);
	KUNIT_ASSERT_EQ(test, args.nr, 5);
	KUNIT_EXPECT_STREQ(test, args.arg[0].name, "arg1");
	KUNIT_EXPECT_STREQ(test, args.arg[0].expr, "%ax");
	KUNIT_EXPECT_EQ(test, args.arg[0].at, HEAD_SIZE);
	KUNIT_EXPECT_STREQ(test, args.arg[1].name, "b");
	KUNIT_EXPECT_STREQ(test, args.arg[1].expr, "+0(%di):u8");
	KUNIT_EXPECT_EQ(test, args.arg[1].at, HEAD_SIZE + sizeof(long));
	KUNIT_EXPECT_EQ(test, args.arg[2].at, HEAD_SIZE + sizeof(long) + 1);
	KUNIT_EXPECT_EQ(test, args.arg[3].at, HEAD_SIZE + sizeof(long) + 5);
	KUNIT_EXPECT_EQ(test, args.arg[4].at, HEAD_SIZE + sizeof(long) + 9);
	KUNIT_EXPECT_EQ(test, args.size, HEAD_SIZE + sizeof(long) + 15);
	kpev_arguments_free(&args);

	KUNIT_EXPECT_EQ(test, parse("", false, true, &args, &no), 0);
	KUNIT_EXPECT_EQ(test, args.nr, 0);
	KUNIT_EXPECT_EQ(test, args.size, HEAD_SIZE);
	kpev_arguments_free(&args);
}

/**
 * struct pair - the arguments of two probes
 * @a: those of one
 * @b: those of the other
 * @fit: they may be probes of one event
 * @differs: the first argument that differs
 * @match: @a are the first arguments of @b
 */
struct pair {
	const char *a, *b;
	bool fit;
	unsigned int differs;
	bool match;
};

static const struct pair pairs[] = {
	{ "", "", true, 0, true },
	{ "%ax", "%ax", true, 1, true },
	{ "%ax", "%bx", true, 1, false },
	{ "%ax", "%rax", true, 1, true },
	{ "a=%ax", "b=%ax", false, 0, false },
	{ "%ax:u8", "%ax:x8", false, 0, false },
	{ "%ax", "%ax %bx", false, 1, true },
	{ "%ax %bx", "%ax", false, 1, false },
	{ "%ax %bx", "%ax %cx", true, 2, false },
	{ "+8(%ax)", "+0x8(%ax)", true, 1, true },
	{ "+8(%ax)", "+9(%ax)", true, 1, false },
	{ "\\\"a\"", "\\\"a\"", true, 1, true },
	{ "\\\"a\"", "\\\"b\"", true, 1, false },
	{ "\\\"a\"", "$comm", true, 1, false },
	{ "\\1", "\\0x1", true, 1, true },
	{ "%ax:b1@0/8", "%ax:b1@1/8", true, 1, false },
	{ "+0(%ax):u8[2]", "+0(%ax):u8[3]", false, 0, false },
};

static void pair_name(const struct pair *row, char *to)
{
	char text[KUNIT_PARAM_DESC_SIZE];

	snprintf(text, sizeof(text), "%s | %s", row->a, row->b);
	kpev_row_name(to, text);
}

KUNIT_ARRAY_PARAM(pairs, pairs, pair_name);

static void argument_pairs(struct kunit *test)
{
	const struct pair *row = test->param_value;
	struct kpev_arguments a, b;
	struct kpev_refusal no;
	unsigned int differs;

	if (IS_ENABLED(CONFIG_X86_32) && strstr(row->b, "%rax"))
		kunit_skip(test, "a register of x86-64");
	KUNIT_EXPECT_EQ(test, parse(row->a, false, true, &a, &no), 0);
	KUNIT_EXPECT_EQ(test, parse(row->b, false, true, &b, &no), 0);
	KUNIT_EXPECT_EQ(test, kpev_arguments_fit(&a, &b, &differs), row->fit);
	KUNIT_EXPECT_EQ(test, differs, row->differs);
	KUNIT_EXPECT_EQ(test, kpev_arguments_match(&a, &b), row->match);
	kpev_arguments_free(&a);
	kpev_arguments_free(&b);
}

KPEV_WORLD_SUITE(argument,
		 KUNIT_CASE_PARAM(argument_refused, refused_gen_params),
		 KUNIT_CASE(argument_by_place),
		 KUNIT_CASE(argument_registers),
		 KUNIT_CASE_PARAM(argument_limits, limits_gen_params),
		 KUNIT_CASE(argument_numbers),
		 KUNIT_CASE(argument_fields),
		 KUNIT_CASE_PARAM(argument_pairs, pairs_gen_params));

MODULE_LICENSE("GPL");

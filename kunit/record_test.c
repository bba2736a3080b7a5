// SPDX-License-Identifier: GPL-2.0-only
/* Tests of the way of a hit: a call of a target, and the records of it. */
#include <kunit/test.h>
#include <linux/errno.h>
#include <linux/string.h>

#include "../module/symbols.h"
#include "table.h"
#include "targets.h"
#include "world.h"

static struct kpev_kunit_struct object = {
	.u8 = 0xfe, .s32 = -4, .name = "first", .text = "one",
};

/* A barrier behind a call keeps it one, where it could become a jump. */
static void call_args(void)
{
	kpev_kunit_args(0x101, 0x202, 0x303, 0x404, 0x505, 0x606, 0x707,
			0x808);
	barrier();
}

static void call_struct(void)
{
	kpev_kunit_struct(&object);
}

static void call_text(void)
{
	kpev_kunit_text("fifteen letters");
	kpev_kunit_text("");
	kpev_kunit_text(NULL);
}

static void call_recurse(void)
{
	kpev_kunit_recurse(2);
	barrier();
}

static void call_sleep(void)
{
	kpev_kunit_sleep(1);
	barrier();
}

/**
 * struct hit - a definition, a call, and what is recorded
 * @line: the definition, of an event "e"
 * @call: what is called
 * @head: what a record has in front of its values, up to a number
 * @values: the values of all records, a line each
 */
struct hit {
	const char *line;
	void (*call)(void);
	const char *head;
	const char *values;
};

static const struct hit hits[] = {
	{ "p:e kpev_kunit_args", call_args, "e: (kpev_kunit_args+0x0/0x",
	  "\n" },
	{ "p:e kpev_kunit_args a=$arg1 b=$arg2:u8 c=$arg6:s32 g=$arg7 h=$arg8:u16",
	  call_args, "e: (kpev_kunit_args+0x0/0x",
	  " a=0x101 b=2 c=1542 g=0x707 h=2056\n" },
	{ "p:e kpev_kunit_args a=%di b=%si c=%dx d=%cx", call_args,
	  "e: (kpev_kunit_args+0x0/0x",
	  " a=0x101 b=0x202 c=0x303 d=0x404\n" },
	{ "r:e kpev_kunit_args r=$retval a=$arg1 h=$arg8:u16", call_args,
	  "e: (call_args+0x", " r=0x2424 a=0x101 h=2056\n" },
	{ "p:e kpev_kunit_args%return r=$retval:s16", call_args,
	  "e: (call_args+0x", " r=9252\n" },
	{ "p:e kpev_kunit_struct a=+0($arg1):u8 b=+12($arg1):s32",
	  call_struct, "e: (kpev_kunit_struct+0x0/0x", " a=254 b=-4\n" },
	{ "p:e kpev_kunit_struct c=+0(+40($arg1)):string d=+48($arg1):string",
	  call_struct, "e: (kpev_kunit_struct+0x0/0x",
	  " c=\"first\" d=\"one\"\n" },
	{ "p:e kpev_kunit_text t=+0($arg1):string l=\\\"x\" ", call_text,
	  "e: (kpev_kunit_text+0x0/0x",
	  " t=\"fifteen letters\" l=\"x\"\n t=\"\" l=\"x\"\n t=(fault) l=\"x\"\n" },
	{ "p:e kpev_kunit_recurse n=$arg1:u32", call_recurse,
	  "e: (kpev_kunit_recurse+0x0/0x", " n=2\n n=1\n n=0\n" },
	/* each call's own words of the entry, the innermost first */
	{ "r:e kpev_kunit_recurse n=$arg1:u32 r=$retval:u32", call_recurse,
	  "e: (", " n=0 r=1\n n=1 r=2\n n=2 r=3\n" },
	{ "r:e kpev_kunit_sleep n=$arg1:u32 r=$retval:u32", call_sleep,
	  "e: (call_sleep+0x", " n=1 r=1\n" },
	{ "p:e kpev_kunit_struct c=+0($arg1):char a=+0($arg1):x8[3]",
	  call_struct, "e: (kpev_kunit_struct+0x0/0x", NULL },
	{ "p:e kpev_kunit_call n=$arg1", call_args, "", "" },
};

static void hit_name(const struct hit *row, char *to)
{
	kpev_row_name(to, row->line);
}

KUNIT_ARRAY_PARAM(hits, hits, hit_name);

/* Check each record's head and cut it off. */
static void cut_heads(struct kunit *test, char *records, const char *head)
{
	char *line, *to = records, *values;

	while ((line = strsep(&records, "\n")) && records) {
		KUNIT_EXPECT_EQ_MSG(test, strncmp(line, head, strlen(head)), 0,
				    "\"%s\" doesn't start with \"%s\"", line,
				    head);
		values = strchr(line, ')');
		KUNIT_ASSERT_NOT_NULL(test, values);
		values++;
		memmove(to, values, strlen(values));
		to += strlen(values);
		*to++ = '\n';
	}
	*to = '\0';
}

static void record_hits(struct kunit *test)
{
	const struct hit *row = test->param_value;
	char *records;

	if (IS_ENABLED(CONFIG_X86_32))
		kunit_skip(test, "values of x86-64");
	kpev_world_do(test, row->line);
	row->call();
	KUNIT_EXPECT_STREQ(test, kpev_world_records(test), "");

	KUNIT_ASSERT_EQ(test, kpev_world_enable(test, "e", true), 0);
	row->call();
	KUNIT_ASSERT_EQ(test, kpev_world_enable(test, "e", false), 0);
	row->call();
	records = kpev_world_records(test);
	cut_heads(test, records, row->head);
	if (row->values)
		KUNIT_EXPECT_STREQ(test, records, row->values);
}

/* Each instruction of kpev_kunit_kinds() runs once at a call, if at all. */
static void record_every_instruction(struct kunit *test)
{
	unsigned int offset, before, now = 0;
	struct kpev_symbol symbol;
	struct kpev_refusal no;
	char line[64];

	KUNIT_ASSERT_EQ(test, kpev_symbol_at((unsigned long)kpev_kunit_kinds,
					     &symbol), 0);
	for (offset = 0; offset < symbol.size; offset++) {
		snprintf(line, sizeof(line), "p:e kpev_kunit_kinds+%u", offset);
		if (kpev_world_try(test, line, &no))
			continue;
		KUNIT_ASSERT_EQ(test, kpev_world_enable(test, "e", true), 0);
		KUNIT_EXPECT_EQ(test, kpev_kunit_kinds(7), 7 + 7 + 14);
		KUNIT_ASSERT_EQ(test, kpev_world_enable(test, "e", false), 0);
		before = now;
		now = kpev_world_count(kpev_world_records(test));
		KUNIT_EXPECT_LE_MSG(test, now - before, 1, "%s", line);
		kpev_world_do(test, "-:e");
	}
	/* Some lie behind the return. */
	KUNIT_EXPECT_GE(test, now, 20);
}

/* A record outlives its event, and is printed as what it was. */
static void record_outlives(struct kunit *test)
{
	char *records;

	kpev_world_do(test, "p:e kpev_kunit_call n=$arg1:u32");
	KUNIT_ASSERT_EQ(test, kpev_world_enable(test, "e", true), 0);
	kpev_kunit_call(5);
	KUNIT_ASSERT_EQ(test, kpev_world_enable(test, "e", false), 0);
	kpev_world_do(test, "-:e");
	kpev_world_do(test, "p:e kpev_kunit_call n=+0($arg1):string");
	records = kpev_world_records(test);
	cut_heads(test, records, "e: (kpev_kunit_call+0x0/0x");
	KUNIT_EXPECT_STREQ(test, records, " n=5\n");
}

/* A second probe of an event records into the same. */
static void record_two_probes(struct kunit *test)
{
	char *records;

	kpev_world_do(test, "p:e kpev_kunit_call n=$arg1:u32");
	kpev_world_do(test, "p:e kpev_kunit_recurse n=$arg1:u32");
	KUNIT_ASSERT_EQ(test, kpev_world_enable(test, "e", true), 0);
	kpev_kunit_call(1);
	kpev_kunit_recurse(0);
	/* One may go while the other is used. */
	kpev_world_do(test, "-:e kpev_kunit_call");
	kpev_kunit_call(2);
	kpev_kunit_recurse(0);
	KUNIT_ASSERT_EQ(test, kpev_world_enable(test, "e", false), 0);
	records = kpev_world_records(test);
	cut_heads(test, records, "e: (kpev_kunit_");
	KUNIT_EXPECT_STREQ(test, records, " n=1\n n=0\n n=0\n");
}

KPEV_WORLD_SUITE(record,
		 KUNIT_CASE_PARAM(record_hits, hits_gen_params),
		 KUNIT_CASE(record_every_instruction),
		 KUNIT_CASE(record_outlives),
		 KUNIT_CASE(record_two_probes));

MODULE_LICENSE("GPL");

// SPDX-License-Identifier: GPL-2.0-only
/* Tests of fetch.c: programs over registers and memory that the tests made. */
#include <kunit/test.h>
#include <linux/errno.h>
#include <linux/kallsyms.h>
#include <linux/preempt.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "../module/argument.h"
#include "../module/command.h"
#include "../module/fetch.h"
#include "../module/type.h"
#include "table.h"
#include "targets.h"
#include "world.h"

#define HEAD_SIZE	16
#define RECORD_SIZE	2048
#define ROOM		256
#define AX		0xf122334455667788ULL

static struct kpev_kunit_struct second = {
	.u8 = 2, .u64 = 0x2222222222222222ULL, .name = "second", .text = "two",
};

static struct kpev_kunit_struct first = {
	.u8 = 0xfe, .s8 = -2, .u16 = 0xfffe, .s16 = -3, .u32 = 0xfffffffe,
	.s32 = -4, .u64 = 0xfffffffffffffffeULL, .s64 = -5,
	.next = &second, .name = "first", .text = "one",
};

static unsigned long numbers[] = { 1, 2, 3 };
static const char *const texts[] = { "alpha", (char *)8, "gamma", "" };

/* What registers hold: %ax 0x1122334455667788 and so on, see setup(). */
static void setup(struct pt_regs *regs, unsigned long *stack)
{
	memset(regs, 0, sizeof(*regs));
	regs->ax = (unsigned long)AX;
	regs->bx = (unsigned long)&first;
	regs->cx = (unsigned long)&numbers;
	regs->dx = (unsigned long)&texts;
	regs->si = 8;
	regs->di = (unsigned long)"fifteen letters";
	regs->cs = __KERNEL_CS;
	regs->sp = (unsigned long)stack;
	stack[0] = 0x50;
	stack[1] = 0x51;
}

static int print_number(char *to, size_t size, const struct kpev_type *type,
			const void *p)
{
	u64 value = 0;

	memcpy(&value, p, type->size);
	switch (type->kind) {
	case KPEV_TYPE_SIGNED:
		return scnprintf(to, size, "%lld",
				 (s64)(value << (64 - 8 * type->size)) >>
				 (64 - 8 * type->size));
	case KPEV_TYPE_UNSIGNED:
		return scnprintf(to, size, "%llu", value);
	default:
		return scnprintf(to, size, "0x%llx", value);
	}
}

static int print_text(char *to, size_t size, const void *record, u32 location)
{
	const char *text = record + kpev_location_offset(location);

	if (!kpev_location_len(location))
		return scnprintf(to, size, *text ? "(no zero byte)" :
						   "(fault)");
	if (strlen(text) + 1 != kpev_location_len(location))
		return scnprintf(to, size, "(wrong length)");
	return scnprintf(to, size, "\"%s\"", text);
}

/* All values of a record, with commas between them. */
static char *print(struct kunit *test, const struct kpev_arguments *args,
		   const void *record)
{
	char *text = kunit_kzalloc(test, PAGE_SIZE, GFP_KERNEL);
	unsigned int i, j, n = 0;

	KUNIT_ASSERT_NOT_NULL(test, text);
	for (i = 0; i < args->nr; i++) {
		const struct kpev_value *value = &args->arg[i].value;
		const void *p = record + args->arg[i].at;

		for (j = 0; j < (value->count ?: 1); j++) {
			if (n)
				text[n++] = ',';
			if (kpev_type_is_text(value->type))
				n += print_text(text + n, PAGE_SIZE - n, record,
						*(u32 *)p);
			else
				n += print_number(text + n, PAGE_SIZE - n,
						  value->type, p);
			p += value->type->size;
		}
	}
	return text;
}

/* Compile @text and run it; the values are returned. */
static char *fetch(struct kunit *test, const char *text, bool is_return,
		   unsigned int room)
{
	struct kpev_arguments args = {
		.is_return = is_return, .at_entry = true,
		.head_size = HEAD_SIZE, .module = "",
	};
	unsigned long saved[8], stack[4] = {};
	struct kpev_refusal no = {};
	struct kpev_return back = { .address = 1, .saved = saved };
	const struct kpev_return *ret_of = is_return ? &back : NULL;
	struct kpev_command *cmd;
	struct pt_regs regs;
	unsigned int size;
	char line[300], *result;
	u8 *record;
	int ret;

	record = kunit_kzalloc(test, RECORD_SIZE, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, record);
	snprintf(line, sizeof(line), "p:e f %s", text);
	KUNIT_ASSERT_EQ(test, kpev_command_parse(line, strlen(line), &cmd, &no),
			0);
	ret = kpev_arguments_parse(cmd->args, cmd->nr_args, &args, &no);
	KUNIT_EXPECT_EQ_MSG(test, ret, 0, "%s: %s", text,
			    kpev_error_text(no.code));
	kpev_command_free(cmd);
	if (ret) {
		kpev_arguments_free(&args);
		return "";
	}

	setup(&regs, stack);
	/* Whatever isn't written shows. */
	memset(record, 0xaa, RECORD_SIZE);
	preempt_disable();
	if (is_return)
		kpev_fetch_entry(&args.program, &regs, saved);
	regs.si = 0;
	kpev_fetch_numbers(&args.program, &regs, ret_of, record);
	size = kpev_fetch_measure(&args.program, &regs, ret_of, room);
	kpev_fetch_texts(&args.program, &regs, ret_of, record, args.size, size,
			 room);
	preempt_enable();
	KUNIT_EXPECT_LE(test, size, room);
	KUNIT_EXPECT_EQ(test, record[HEAD_SIZE - 1], 0xaa);
	KUNIT_EXPECT_EQ(test, record[args.size + size], 0xaa);
	result = print(test, &args, record);
	kpev_arguments_free(&args);
	return result;
}

struct fetched {
	const char *text;
	const char *values;
};

static void fetched_name(const struct fetched *row, char *to)
{
	kpev_row_name(to, row->text);
}

/* On x86-64; offsets are those of struct kpev_kunit_struct. */
static const struct fetched fetched[] = {
	{ "", "" },
	/* registers, cut to size */
	{ "%ax", "0xf122334455667788" },
	{ "%ax:x8 %ax:x16 %ax:x32 %ax:x64",
	  "0x88,0x7788,0x55667788,0xf122334455667788" },
	{ "%ax:s8 %ax:s16 %ax:s32 %ax:s64",
	  "-120,30600,1432778632,-1071237392777185400" },
	{ "%ax:u8 %ax:u16", "136,30600" },
	{ "%ax:b4@0/8 %ax:b4@4/8 %ax:b8@8/32 %ax:b1@63/64 %ax:b64@0/64",
	  "8,8,119,1,17375506680932366216" },
	/* the stack */
	{ "$stack0 $stack1 +8($stack)", "0x50,0x51,0x51" },
	/* constants */
	{ "\\0x10 \\-1:s32 \\+5:u8 \\\"hello\"", "0x10,-1,5,\"hello\"" },
	{ "\\\"\"", "\"\"" },
	/* memory behind a value */
	{ "+0(%bx):u8 +1(%bx):s8 +2(%bx):u16 +4(%bx):s16",
	  "254,-2,65534,-3" },
	{ "+8(%bx):u32 +12(%bx):s32 +16(%bx):u64 +24(%bx):s64",
	  "4294967294,-4,18446744073709551614,-5" },
	{ "+16(+32(%bx))", "0x2222222222222222" },
	{ "+4(%bx):b3@0/16", "5" },
	{ "+0(%cx):u64[3]", "1,2,3" },
	{ "+8(%cx):u64[2]", "2,3" },
	{ "@kpev_kunit_data", "0x123456789abcdef" },
	{ "@kpev_kunit_data+4:x32", "0x1234567" },
	{ "@kpev_kunit_data-0:x8", "0xef" },
	/* strings */
	{ "+0(%di):string", "\"fifteen letters\"" },
	{ "+8(%di):string", "\"letters\"" },
	{ "+0(+40(%bx)):string +48(%bx):string", "\"first\",\"one\"" },
	{ "+0(%dx):string[4]", "\"alpha\",(fault),\"gamma\",\"\"" },
	/* what can't be read */
	{ "+0(%si):u8 +0(%si):x64 +0(%si):string", "0,0x0,(fault)" },
	{ "+0(+0(%si)):u64[2] %ax:u8", "0,0,136" },
	{ "+0(+0(%si)):string", "(fault)" },
	{ "@0x10:u32 @0xffffffffff600000:u32", "0,0" },
	{ "+u0(%di):string +u0(%si):x32", "(fault),0x0" },
	{ "@0x7000000000000000:u8[2] @0xffffffffffffffff:u16", "0,0,0" },
	/* this CPU's copy of a variable */
	{ "this_cpu_read(@kpev_kunit_percpu)", "0x777" },
	{ "+0(this_cpu_ptr(@kpev_kunit_percpu)):u16", "1911" },
};

KUNIT_ARRAY_PARAM(fetched, fetched, fetched_name);

static void fetch_values(struct kunit *test)
{
	const struct fetched *row = test->param_value;
	char *values;
	int cpu;

	if (IS_ENABLED(CONFIG_X86_32))
		kunit_skip(test, "values of x86-64");
	for_each_possible_cpu(cpu)
		per_cpu(kpev_kunit_percpu, cpu) = 0x777;
	values = fetch(test, row->text, false, ROOM);
	if (row->values)
		KUNIT_EXPECT_STREQ(test, values, row->values);
}

static void fetch_task(struct kunit *test)
{
	char wanted[64];

	snprintf(wanted, sizeof(wanted), "\"%s\",0x%lx", current->comm,
		 (unsigned long)current);
	KUNIT_EXPECT_STREQ(test, fetch(test, "$comm $current:x64", false, ROOM),
			   wanted);
}

static void fetch_symbol(struct kunit *test)
{
	char wanted[KSYM_SYMBOL_LEN + 8], text[64];
	char symbol[KSYM_SYMBOL_LEN];
	struct { unsigned long address; } *p;

	p = kunit_kzalloc(test, sizeof(*p), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, p);
	p->address = (unsigned long)kpev_kunit_call + 1;
	sprint_symbol(symbol, p->address);
	snprintf(wanted, sizeof(wanted), "\"%s\"", symbol);
	snprintf(text, sizeof(text), "@0x%lx:symstr", (unsigned long)p);
	KUNIT_EXPECT_STREQ(test, fetch(test, text, false, ROOM), wanted);
}

/* A return probe's $argN is what it was at the entry. */
static void fetch_entry(struct kunit *test)
{
	if (IS_ENABLED(CONFIG_X86_32))
		kunit_skip(test, "values of x86-64");
	KUNIT_EXPECT_STREQ(test, fetch(test, "$arg2:u64 %si:u64 $arg2:u8 $arg7 $retval",
				       true, ROOM),
			   "8,0,8,0x51,0xf122334455667788");
}

/* Texts are cut to the room that there is, and each keeps its zero. */
static void fetch_cut(struct kunit *test)
{
	static const char whole[] = "fifteen letters";
	char wanted[64];
	unsigned int room;

	for (room = 1; room <= sizeof(whole) + 2; room++) {
		snprintf(wanted, sizeof(wanted), "\"%.*s\"",
			 (int)min_t(size_t, room - 1, sizeof(whole) - 1),
			 whole);
		KUNIT_EXPECT_STREQ(test, fetch(test, "+0(%di):string", false,
					       room), wanted);
	}
	/* The first one leaves a byte for each of the others. */
	KUNIT_EXPECT_STREQ(test, fetch(test, "+0(%di):string +0(%di):string \\\"x\"",
				       false, 6),
			   "\"fif\",\"\",\"\"");
}

KPEV_WORLD_SUITE(fetch,
		 KUNIT_CASE_PARAM(fetch_values, fetched_gen_params),
		 KUNIT_CASE(fetch_task),
		 KUNIT_CASE(fetch_symbol),
		 KUNIT_CASE(fetch_entry),
		 KUNIT_CASE(fetch_cut));

MODULE_LICENSE("GPL");

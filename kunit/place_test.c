// SPDX-License-Identifier: GPL-2.0-only
/* Tests of place.c and walk.c: where a probe may be, and why not. */
#include <kunit/test.h>
#include <linux/errno.h>
#include <linux/slab.h>

#include "../module/command.h"
#include "../module/place.h"
#include "../module/symbols.h"
#include "../module/walk.h"
#include "table.h"
#include "targets.h"
#include "world.h"

static int find(const char *line, struct kpev_place *place,
		struct kpev_refusal *no)
{
	struct kpev_command *cmd;
	int ret;

	*no = (struct kpev_refusal){};
	ret = kpev_command_parse(line, strlen(line), &cmd, no);
	if (!ret)
		ret = kpev_place_find(cmd, place, no);
	kpev_command_free(cmd);
	return ret;
}

static void place_found(struct kunit *test)
{
	unsigned long call = (unsigned long)kpev_kunit_call;
	struct kpev_place place;
	struct kpev_refusal no;
	struct kpev_symbol symbol;
	char line[64];

	KUNIT_ASSERT_EQ(test, find("p kpev_kunit_call", &place, &no), 0);
	KUNIT_EXPECT_EQ(test, place.address, call);
	KUNIT_EXPECT_TRUE(test, place.at_entry);
	KUNIT_EXPECT_FALSE(test, place.elsewhere);
	KUNIT_EXPECT_FALSE(test, place.pending);
	KUNIT_EXPECT_EQ(test, find("r kpev_kunit_call", &place, &no), 0);
	KUNIT_EXPECT_EQ(test, find("p kpev_kunit_call%return", &place, &no), 0);

	KUNIT_ASSERT_EQ(test, find("p kpev_kunit_call+1", &place, &no), 0);
	KUNIT_EXPECT_EQ(test, place.address, call + 1);
	KUNIT_EXPECT_FALSE(test, place.at_entry);

	/* An address, and an offset that leads to another function. */
	snprintf(line, sizeof(line), "p 0x%lx", call);
	KUNIT_ASSERT_EQ(test, find(line, &place, &no), 0);
	KUNIT_EXPECT_EQ(test, place.address, call);
	KUNIT_EXPECT_TRUE(test, place.at_entry);
	KUNIT_ASSERT_EQ(test, kpev_symbol_at(call, &symbol), 0);
	snprintf(line, sizeof(line), "p _text+%lu",
		 call - kpev_symbol_address("_text"));
	if (!kpev_symbol_address("_text"))
		return;
	KUNIT_ASSERT_EQ(test, find(line, &place, &no), 0);
	KUNIT_EXPECT_EQ(test, place.address, call);
	KUNIT_EXPECT_FALSE(test, place.elsewhere);
}

static void place_pending(struct kunit *test)
{
	struct kpev_place place;
	struct kpev_refusal no;

	KUNIT_ASSERT_EQ(test, find("p nomod:f+3", &place, &no), 0);
	KUNIT_EXPECT_TRUE(test, place.pending);
	KUNIT_EXPECT_FALSE(test, place.at_entry);
	KUNIT_EXPECT_EQ(test, place.address, 0);
	KUNIT_EXPECT_STREQ(test, place.module, "nomod");
	KUNIT_ASSERT_EQ(test, find("r nomod:f", &place, &no), 0);
	KUNIT_EXPECT_TRUE(test, place.at_entry);
	KUNIT_EXPECT_EQ(test, find("r nomod:f+3", &place, &no), -EINVAL);
	KUNIT_EXPECT_EQ(test, (int)no.code, (int)KPEV_ERR_BAD_RETPROBE);
}

static const struct kpev_refused refused[] = {
	{ "p ^no_such_symbol_anywhere", -ENOENT, KPEV_ERR_BAD_PROBE_ADDR,
	  "there is no symbol \"no_such_symbol_anywhere\"" },
	{ "p ^kpev_kunit_twin", -EADDRNOTAVAIL, KPEV_ERR_NON_UNIQ_SYMBOL },
	{ "p ^0x10", -EOPNOTSUPP, KPEV_ERR_BAD_PROBE_ADDR,
	  "0x10 is in no function" },
	{ "p ^0", -EOPNOTSUPP, KPEV_ERR_BAD_PROBE_ADDR,
	  "0x0 is in no function" },
	{ "p ^kpev_kunit_notrace", -EOPNOTSUPP, KPEV_ERR_FAIL_REG_PROBE,
	  "kpev_kunit_notrace+0x0 is notrace: ftrace has no hook in its function" },
	/* a probe of kpev on itself */
	{ "p ^kpev_record_hit", -EOPNOTSUPP, KPEV_ERR_FAIL_REG_PROBE },
	{ "p ^kpev_place_find", -EOPNOTSUPP, KPEV_ERR_FAIL_REG_PROBE },
};

KUNIT_ARRAY_PARAM(refused, refused, kpev_refused_name);

static void place_refused(struct kunit *test)
{
	const struct kpev_refused *row = test->param_value;
	struct kpev_place place;
	struct kpev_refusal no;
	unsigned int column;
	char *line;
	int ret;

	line = kpev_unmark(test, row->text, &column);
	ret = find(line, &place, &no);
	kpev_expect_refused(test, row, column, ret, &no);
}

static void place_return_inside(struct kunit *test)
{
	struct kpev_place place;
	struct kpev_refusal no;

	KUNIT_EXPECT_EQ(test, find("r kpev_kunit_call+1", &place, &no),
			-EINVAL);
	KUNIT_EXPECT_EQ(test, (int)no.code, (int)KPEV_ERR_BAD_RETPROBE);
	KUNIT_EXPECT_EQ(test, no.column, 2);
	KUNIT_EXPECT_EQ(test, strncmp(no.detail,
				      "this is kpev_kunit_call+0x1, 0x", 31),
			0);
}

/* Each instruction of a function, with its length; the last is known to be in. */
static void place_walk(struct kunit *test)
{
	struct kpev_function function;
	struct kpev_insn_at insn = {}, found;
	unsigned long next = 0, i;

	KUNIT_ASSERT_EQ(test, kpev_walk_read(&function,
					     (unsigned long)kpev_kunit_kinds),
			0);
	KUNIT_EXPECT_EQ(test, function.start, (unsigned long)kpev_kunit_kinds);
	while (kpev_walk_next(&function, &insn)) {
		KUNIT_EXPECT_EQ(test, insn.offset, next);
		next = insn.offset + insn.length;
		KUNIT_EXPECT_EQ(test, (int)kpev_walk_find(&function, insn.offset,
							  &found),
				(int)KPEV_WALK_BOUNDARY);
		for (i = 1; i < insn.length; i++) {
			KUNIT_EXPECT_EQ(test,
					(int)kpev_walk_find(&function,
							    insn.offset + i,
							    &found),
					(int)KPEV_WALK_INSIDE);
			KUNIT_EXPECT_EQ(test, found.offset, insn.offset);
			KUNIT_EXPECT_EQ(test, found.length, insn.length);
		}
	}
	KUNIT_EXPECT_EQ(test, next, function.size);
	kpev_walk_free(&function);
	KUNIT_EXPECT_EQ(test, kpev_walk_read(&function, 0), -ENOENT);
}

/* Every byte of the function: a probe where an instruction starts, else a reason. */
static void place_every_byte(struct kunit *test)
{
	struct kpev_function function;
	struct kpev_insn_at insn;
	struct kpev_refusal no;
	unsigned long offset;
	char line[64], detail[128];
	int ret;

	KUNIT_ASSERT_EQ(test, kpev_walk_read(&function,
					     (unsigned long)kpev_kunit_kinds),
			0);
	for (offset = 0; offset < function.size; offset++) {
		snprintf(line, sizeof(line), "p:e kpev_kunit_kinds+%lu",
			 offset);
		ret = kpev_world_try(test, line, &no);
		if (kpev_walk_find(&function, offset, &insn) ==
		    KPEV_WALK_BOUNDARY) {
			/* An int3, behind the function's end. */
			if (function.text[offset] == 0xcc) {
				KUNIT_EXPECT_EQ_MSG(test, ret, -EOPNOTSUPP,
						    "%s", line);
				continue;
			}
			KUNIT_EXPECT_EQ_MSG(test, ret, 0, "%s: %s (%s)", line,
					    kpev_error_text(no.code),
					    no.detail);
			kpev_world_do(test, "-:e");
			continue;
		}
		KUNIT_EXPECT_EQ_MSG(test, ret, -EILSEQ, "%s", line);
		snprintf(detail, sizeof(detail),
			 "kpev_kunit_kinds+0x%lx is inside the %u-byte instruction at +0x%lx; next boundary +0x%lx",
			 offset, insn.length, insn.offset,
			 insn.offset + insn.length);
		KUNIT_EXPECT_STREQ(test, no.detail, detail);
		KUNIT_EXPECT_EQ(test, no.column, 4);
	}
	kpev_walk_free(&function);
}

KPEV_WORLD_SUITE(place,
		 KUNIT_CASE(place_found),
		 KUNIT_CASE(place_pending),
		 KUNIT_CASE_PARAM(place_refused, refused_gen_params),
		 KUNIT_CASE(place_return_inside),
		 KUNIT_CASE(place_walk),
		 KUNIT_CASE(place_every_byte));

MODULE_LICENSE("GPL");

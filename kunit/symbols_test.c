// SPDX-License-Identifier: GPL-2.0-only
/* Tests of symbols.c, on the names of the tests' own functions and data. */
#include <kunit/test.h>
#include <linux/errno.h>

#include "../module/symbols.h"
#include "targets.h"
#include "world.h"

#define CALL	KPEV_KUNIT_SYMBOL("kpev_kunit_call")
#define TWIN	KPEV_KUNIT_SYMBOL("kpev_kunit_twin")

static int find(const char *name, unsigned long *address,
		struct kpev_refusal *no)
{
	*no = (struct kpev_refusal){};
	return kpev_symbol_find(name, address, 7, KPEV_ERR_BAD_PROBE_ADDR, no);
}

static void symbols_find(struct kunit *test)
{
	unsigned long address = 0;
	struct kpev_refusal no;

	KUNIT_EXPECT_EQ(test, find("kpev_kunit_call", &address, &no), 0);
	KUNIT_EXPECT_EQ(test, address, (unsigned long)kpev_kunit_call);
	KUNIT_EXPECT_EQ(test, find("kpev_kunit_data", &address, &no), 0);
	KUNIT_EXPECT_EQ(test, address, (unsigned long)&kpev_kunit_data);
	KUNIT_EXPECT_EQ(test, kpev_symbol_address(CALL),
			(unsigned long)kpev_kunit_call);
	KUNIT_EXPECT_TRUE(test, kpev_symbol_exists(CALL));
}

static void symbols_unknown(struct kunit *test)
{
	unsigned long address = 1;
	struct kpev_refusal no;

	KUNIT_EXPECT_EQ(test, find("kpev_kunit_cal", &address, &no), -ENOENT);
	KUNIT_EXPECT_EQ(test, (int)no.code, (int)KPEV_ERR_BAD_PROBE_ADDR);
	KUNIT_EXPECT_EQ(test, no.column, 7);
	KUNIT_EXPECT_EQ(test, address, 0);
	KUNIT_EXPECT_NOT_NULL(test, strstr(no.detail, "did you mean"));
	KUNIT_EXPECT_NOT_NULL(test, strstr(no.detail, "kpev_kunit_call"));

	KUNIT_EXPECT_EQ(test, find("no_such_symbol_anywhere", &address, &no),
			-ENOENT);
	KUNIT_EXPECT_STREQ(test, no.detail,
			   "there is no symbol \"no_such_symbol_anywhere\"");
	KUNIT_EXPECT_EQ(test, find("", &address, &no), -ENOENT);
	KUNIT_EXPECT_EQ(test, find("nomod:kpev_kunit_call", &address, &no),
			-ENOENT);
	KUNIT_EXPECT_EQ(test, kpev_symbol_address("kpev_kunit_cal"), 0);
	KUNIT_EXPECT_FALSE(test, kpev_symbol_exists("kpev_kunit_cal"));
}

static void symbols_not_unique(struct kunit *test)
{
	unsigned long address = 1;
	struct kpev_refusal no;

	KUNIT_EXPECT_EQ(test, find("kpev_kunit_twin", &address, &no),
			-EADDRNOTAVAIL);
	KUNIT_EXPECT_EQ(test, (int)no.code, (int)KPEV_ERR_NON_UNIQ_SYMBOL);
	KUNIT_EXPECT_EQ(test, strncmp(no.detail, "choose an address: 0x", 21),
			0);
	/* Two of them. */
	KUNIT_EXPECT_NOT_NULL(test, strstr(no.detail + 21, " 0x"));
	KUNIT_EXPECT_EQ(test, kpev_symbol_address(TWIN), 0);
	KUNIT_EXPECT_TRUE(test, kpev_symbol_exists(TWIN));
}

static void symbols_at(struct kunit *test)
{
	unsigned long address = (unsigned long)kpev_kunit_args;
	struct kpev_symbol symbol;

	KUNIT_ASSERT_EQ(test, kpev_symbol_at(address, &symbol), 0);
	KUNIT_EXPECT_STREQ(test, symbol.name, "kpev_kunit_args");
	KUNIT_EXPECT_EQ(test, symbol.offset, 0);
	KUNIT_EXPECT_GT(test, symbol.size, 4);

	KUNIT_ASSERT_EQ(test, kpev_symbol_at(address + 3, &symbol), 0);
	KUNIT_EXPECT_STREQ(test, symbol.name, "kpev_kunit_args");
	KUNIT_EXPECT_EQ(test, symbol.offset, 3);

	KUNIT_EXPECT_EQ(test, kpev_symbol_at(0, &symbol), -ENOENT);
	KUNIT_EXPECT_EQ(test, kpev_symbol_at(0x1000, &symbol), -ENOENT);
	KUNIT_EXPECT_EQ(test, kpev_symbol_at((unsigned long)&address, &symbol),
			-ENOENT);
}

static void symbols_modules(struct kunit *test)
{
	KUNIT_EXPECT_FALSE(test, kpev_module_is_loaded("no_such_module"));
	KUNIT_EXPECT_FALSE(test, kpev_module_is_loaded(""));
	KUNIT_EXPECT_EQ(test, kpev_symbols_generation(),
			kpev_symbols_generation());
}

static void symbols_shown(struct kunit *test)
{
	KUNIT_EXPECT_TRUE(test, kpev_addresses_are_shown());
}

KPEV_WORLD_SUITE(symbols,
		 KUNIT_CASE(symbols_find),
		 KUNIT_CASE(symbols_unknown),
		 KUNIT_CASE(symbols_not_unique),
		 KUNIT_CASE(symbols_at),
		 KUNIT_CASE(symbols_modules),
		 KUNIT_CASE(symbols_shown));

MODULE_LICENSE("GPL");

// SPDX-License-Identifier: GPL-2.0-only
/* Tests of type.c: the types' names, arrays and bit fields. */
#include <kunit/test.h>
#include <linux/ctype.h>
#include <linux/errno.h>

#include "../module/type.h"
#include "table.h"

#define WORD	(8 * (int)sizeof(long))

/**
 * struct known - a type as users write it
 * @text: that
 * @name: the name of its type or of its elements' type
 * @field: what the format file shows
 * @format: what the print format has for it
 * @kind: how it is read and printed
 * @size: bytes in the fixed part of a record
 * @count: elements of an array
 * @lshift: of a bit field
 * @rshift: of a bit field
 */
struct known {
	const char *text;
	const char *name;
	const char *field;
	const char *format;
	enum kpev_type_kind kind;
	unsigned int size;
	unsigned int count;
	unsigned int lshift;
	unsigned int rshift;
};

static const struct known known[] = {
	{ "u8", "u8", "u8", "%u", KPEV_TYPE_UNSIGNED, 1 },
	{ "u16", "u16", "u16", "%u", KPEV_TYPE_UNSIGNED, 2 },
	{ "u32", "u32", "u32", "%u", KPEV_TYPE_UNSIGNED, 4 },
	{ "u64", "u64", "u64", "%Lu", KPEV_TYPE_UNSIGNED, 8 },
	{ "s8", "s8", "s8", "%d", KPEV_TYPE_SIGNED, 1 },
	{ "s16", "s16", "s16", "%d", KPEV_TYPE_SIGNED, 2 },
	{ "s32", "s32", "s32", "%d", KPEV_TYPE_SIGNED, 4 },
	{ "s64", "s64", "s64", "%Ld", KPEV_TYPE_SIGNED, 8 },
	{ "x8", "x8", "u8", "0x%x", KPEV_TYPE_HEX, 1 },
	{ "x16", "x16", "u16", "0x%x", KPEV_TYPE_HEX, 2 },
	{ "x32", "x32", "u32", "0x%x", KPEV_TYPE_HEX, 4 },
	{ "x64", "x64", "u64", "0x%Lx", KPEV_TYPE_HEX, 8 },
	{ "char", "char", "u8", "'%c'", KPEV_TYPE_CHAR, 1 },
	{ "symbol", "symbol", NULL, "%pS", KPEV_TYPE_SYMBOL, sizeof(long) },
	{ "string", "string", "__data_loc char[]", "\\\"%s\\\"",
	  KPEV_TYPE_STRING, 4 },
	{ "ustring", "ustring", "__data_loc char[]", "\\\"%s\\\"",
	  KPEV_TYPE_USTRING, 4 },
	{ "symstr", "symstr", "__data_loc char[]", "\\\"%s\\\"",
	  KPEV_TYPE_SYMSTR, 4 },
	{ "%pd", "%pd", "__data_loc char[]", "\\\"%s\\\"",
	  KPEV_TYPE_DENTRY, 4 },
	{ "%pD", "%pD", "__data_loc char[]", "\\\"%s\\\"",
	  KPEV_TYPE_FILE, 4 },
	{ "u8[1]", "u8", "u8", "%u", KPEV_TYPE_UNSIGNED, 1, 1 },
	{ "x16[3]", "x16", "u16", "0x%x", KPEV_TYPE_HEX, 6, 3 },
	{ "s64[64]", "s64", "s64", "%Ld", KPEV_TYPE_SIGNED, 512, 64 },
	{ "u8[0x10]", "u8", "u8", "%u", KPEV_TYPE_UNSIGNED, 16, 16 },
	{ "string[2]", "string", "__data_loc char[]", "\\\"%s\\\"",
	  KPEV_TYPE_STRING, 8, 2 },
	{ "b1@0/8", "u8", "u8", "%u", KPEV_TYPE_UNSIGNED, 1, 0, 7, 7 },
	{ "b3@4/8", "u8", "u8", "%u", KPEV_TYPE_UNSIGNED, 1, 0, 1, 5 },
	{ "b8@0/8", "u8", "u8", "%u", KPEV_TYPE_UNSIGNED, 1, 0, 0, 0 },
	{ "b4@12/16", "u16", "u16", "%u", KPEV_TYPE_UNSIGNED, 2, 0, 0, 12 },
	{ "b16@16/32", "u32", "u32", "%u", KPEV_TYPE_UNSIGNED, 4, 0, 0, 16 },
	{ "b0x3f@1/0x40", "u64", "u64", "%Lu", KPEV_TYPE_UNSIGNED, 8, 0, 0, 1 },
	{ "b2@1/32[4]", "u32", "u32", "%u", KPEV_TYPE_UNSIGNED, 16, 4, 29, 30 },
};

static void known_name(const struct known *row, char *to)
{
	kpev_row_name(to, row->text);
}

KUNIT_ARRAY_PARAM(known, known, known_name);

static void type_known(struct kunit *test)
{
	const struct known *row = test->param_value;
	struct kpev_value value = { .count = 9, .lshift = 9, .rshift = 9 };
	struct kpev_refusal no = {};

	KUNIT_ASSERT_EQ(test, kpev_value_parse(row->text, 5, &value, &no), 0);
	KUNIT_EXPECT_STREQ(test, value.type->name, row->name);
	KUNIT_EXPECT_STREQ(test, value.type->field,
			   row->field ?: WORD == 64 ? "u64" : "u32");
	KUNIT_EXPECT_STREQ(test, value.type->format, row->format);
	KUNIT_EXPECT_EQ(test, (int)value.type->kind, (int)row->kind);
	KUNIT_EXPECT_EQ(test, kpev_value_size(&value), row->size);
	KUNIT_EXPECT_EQ(test, (unsigned int)value.count, row->count);
	KUNIT_EXPECT_EQ(test, (unsigned int)value.lshift, row->lshift);
	KUNIT_EXPECT_EQ(test, (unsigned int)value.rshift, row->rshift);
	KUNIT_EXPECT_EQ(test, kpev_value_is_bit_field(&value),
			row->lshift || row->rshift);
	KUNIT_EXPECT_EQ(test, kpev_type_is_text(value.type),
			row->format[0] == '\\');
	KUNIT_EXPECT_EQ(test, kpev_type_is_signed(value.type),
			row->format[0] == '\\' || (row->name[0] == 's' &&
			isdigit(row->name[1])));
	KUNIT_EXPECT_EQ(test, (int)no.code, (int)KPEV_ERR_NONE);
}

static const struct kpev_refused refused[] = {
	{ "^", -EINVAL, KPEV_ERR_BAD_TYPE },
	{ "^u", -EINVAL, KPEV_ERR_BAD_TYPE },
	{ "^u9", -EINVAL, KPEV_ERR_BAD_TYPE },
	{ "^u128", -EINVAL, KPEV_ERR_BAD_TYPE },
	{ "^U8", -EINVAL, KPEV_ERR_BAD_TYPE },
	{ "^u8 ", -EINVAL, KPEV_ERR_BAD_TYPE },
	{ "^%px", -EINVAL, KPEV_ERR_BAD_TYPE },
	{ "^long_long_long_long_long_long_long_long_long_long_long_long_long",
	  -EINVAL, KPEV_ERR_BAD_TYPE },
	{ "^foo[2]", -EINVAL, KPEV_ERR_BAD_TYPE },
	{ "^%pd[2]", -EINVAL, KPEV_ERR_BAD_TYPE },
	{ "^%pD[1]", -EINVAL, KPEV_ERR_BAD_TYPE },
	{ "u8[2^", -EINVAL, KPEV_ERR_ARRAY_NO_CLOSE },
	{ "u8[^", -EINVAL, KPEV_ERR_ARRAY_NO_CLOSE },
	{ "u8[2]^x", -EINVAL, KPEV_ERR_BAD_ARRAY_SUFFIX },
	{ "u8[2]^]", -EINVAL, KPEV_ERR_BAD_ARRAY_SUFFIX },
	{ "u8[^]", -EINVAL, KPEV_ERR_BAD_ARRAY_NUM },
	{ "u8[^0]", -EINVAL, KPEV_ERR_BAD_ARRAY_NUM },
	{ "u8[^x]", -EINVAL, KPEV_ERR_BAD_ARRAY_NUM },
	{ "u8[^-1]", -EINVAL, KPEV_ERR_BAD_ARRAY_NUM },
	{ "u8[^2g]", -EINVAL, KPEV_ERR_BAD_ARRAY_NUM },
	{ "u8[^08]", -EINVAL, KPEV_ERR_BAD_ARRAY_NUM },
	{ "u8[^0000000000000001]", -EINVAL, KPEV_ERR_BAD_ARRAY_NUM },
	{ "u8[^99999999999]", -EINVAL, KPEV_ERR_BAD_ARRAY_NUM },
	{ "u8[^65]", -E2BIG, KPEV_ERR_ARRAY_TOO_BIG, "65 elements, at most 64" },
	{ "^b", -EINVAL, KPEV_ERR_BAD_BITFIELD, "expected bWIDTH@OFFSET/SIZE" },
	{ "^b1", -EINVAL, KPEV_ERR_BAD_BITFIELD, "expected bWIDTH@OFFSET/SIZE" },
	{ "^b1@", -EINVAL, KPEV_ERR_BAD_BITFIELD,
	  "expected bWIDTH@OFFSET/SIZE" },
	{ "^b1@0", -EINVAL, KPEV_ERR_BAD_BITFIELD,
	  "expected bWIDTH@OFFSET/SIZE" },
	{ "^b1@0/", -EINVAL, KPEV_ERR_BAD_BITFIELD,
	  "expected bWIDTH@OFFSET/SIZE" },
	{ "^b1@0/8x", -EINVAL, KPEV_ERR_BAD_BITFIELD,
	  "expected bWIDTH@OFFSET/SIZE" },
	{ "^b0@0/8", -EINVAL, KPEV_ERR_BAD_BITFIELD,
	  "expected bWIDTH@OFFSET/SIZE" },
	{ "^b1:0/8", -EINVAL, KPEV_ERR_BAD_BITFIELD,
	  "expected bWIDTH@OFFSET/SIZE" },
	{ "^bool", -EINVAL, KPEV_ERR_BAD_BITFIELD,
	  "expected bWIDTH@OFFSET/SIZE" },
	{ "^b1@0/9", -EINVAL, KPEV_ERR_BAD_TYPE,
	  "there is no container of 9 bits" },
	{ "^b1@0/128", -EINVAL, KPEV_ERR_BAD_TYPE,
	  "there is no container of 128 bits" },
	{ "^b1@0/1234567890", -EINVAL, KPEV_ERR_BAD_TYPE,
	  "there is no container of 1234567890 bits" },
	{ "^b9@0/8", -EINVAL, KPEV_ERR_BAD_BITFIELD,
	  "9 bits from bit 0 on don't fit into 8" },
	{ "^b8@1/8", -EINVAL, KPEV_ERR_BAD_BITFIELD,
	  "8 bits from bit 1 on don't fit into 8" },
	{ "^b1@8/8", -EINVAL, KPEV_ERR_BAD_BITFIELD,
	  "1 bits from bit 8 on don't fit into 8" },
	{ "^b1@4294967295/8", -EINVAL, KPEV_ERR_BAD_BITFIELD,
	  "1 bits from bit 4294967295 on don't fit into 8" },
};

KUNIT_ARRAY_PARAM(refused, refused, kpev_refused_name);

static void type_refused(struct kunit *test)
{
	const struct kpev_refused *row = test->param_value;
	struct kpev_refusal no = {};
	struct kpev_value value;
	unsigned int column;
	char *text;
	int ret;

	text = kpev_unmark(test, row->text, &column);
	ret = kpev_value_parse(text, 100, &value, &no);
	kpev_expect_refused(test, row, 100 + column, ret, &no);
}

static void type_find(struct kunit *test)
{
	KUNIT_EXPECT_NULL(test, kpev_type_find("nothing"));
	KUNIT_EXPECT_NULL(test, kpev_type_find(""));
	KUNIT_EXPECT_PTR_EQ(test, kpev_type_find("u8"), kpev_type_find("u8"));
	KUNIT_EXPECT_PTR_EQ(test, kpev_type_word(),
			    kpev_type_find(WORD == 64 ? "x64" : "x32"));
}

static void type_same_field(struct kunit *test)
{
	struct kpev_value u8 = { .type = kpev_type_find("u8") };
	struct kpev_value bits = { u8.type, 0, 1, 2 };
	struct kpev_value array = { u8.type, 2 };
	struct kpev_value x8 = { .type = kpev_type_find("x8") };

	KUNIT_EXPECT_TRUE(test, kpev_value_same_field(&u8, &u8));
	KUNIT_EXPECT_TRUE(test, kpev_value_same_field(&u8, &bits));
	KUNIT_EXPECT_FALSE(test, kpev_value_same_field(&u8, &array));
	KUNIT_EXPECT_FALSE(test, kpev_value_same_field(&u8, &x8));
}

static void type_location(struct kunit *test)
{
	u32 location = kpev_location(0xffff, 0x1234);

	KUNIT_EXPECT_EQ(test, location, 0xffff1234);
	KUNIT_EXPECT_EQ(test, kpev_location_len(location), 0xffff);
	KUNIT_EXPECT_EQ(test, kpev_location_offset(location), 0x1234);
}

static struct kunit_case type_cases[] = {
	KUNIT_CASE_PARAM(type_known, known_gen_params),
	KUNIT_CASE_PARAM(type_refused, refused_gen_params),
	KUNIT_CASE(type_find),
	KUNIT_CASE(type_same_field),
	KUNIT_CASE(type_location),
	{}
};

static struct kunit_suite type_suite = {
	.name = "kpev_type",
	.test_cases = type_cases,
};

kunit_test_suites(&type_suite);

MODULE_LICENSE("GPL");

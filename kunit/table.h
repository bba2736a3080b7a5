/* SPDX-License-Identifier: GPL-2.0-only */
/* What the tables of the tests share. */
#ifndef KPEV_KUNIT_TABLE_H
#define KPEV_KUNIT_TABLE_H

#include <kunit/test.h>
#include <linux/string.h>

#include "../module/errors.h"

/**
 * struct kpev_refused - a row of a table of refusals
 * @text: what is refused, with a '^' in front of the part at fault
 * @err: the errno
 * @code: the message
 * @detail: what stands in parentheses behind it, or NULL for anything
 */
struct kpev_refused {
	const char *text;
	int err;
	enum kpev_error code;
	const char *detail;
};

/* A row's name: its text, without what has a meaning in the tests' output. */
static inline void kpev_row_name(char *to, const char *text)
{
	char *p;

	strscpy(to, text, KUNIT_PARAM_DESC_SIZE);
	for (p = to; *p; p++)
		if (*p == '#' || *p == '\n' || *p == '\t')
			*p = '_';
}

static inline void kpev_refused_name(const struct kpev_refused *row, char *to)
{
	kpev_row_name(to, row->text);
}

/* @marked without its '^', which was at *@column. */
static inline char *kpev_unmark(struct kunit *test, const char *marked,
				unsigned int *column)
{
	size_t len = strlen(marked);
	char *text = kunit_kzalloc(test, len + 1, GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, text);
	*column = strcspn(marked, "^");
	KUNIT_ASSERT_LT_MSG(test, *column, len, "no '^' in \"%s\"", marked);
	memcpy(text, marked, *column);
	memcpy(text + *column, marked + *column + 1, len - *column - 1);
	return text;
}

static inline void kpev_expect_refused(struct kunit *test,
				       const struct kpev_refused *row,
				       unsigned int column, int ret,
				       const struct kpev_refusal *no)
{
	KUNIT_EXPECT_EQ(test, ret, row->err);
	KUNIT_EXPECT_STREQ(test, kpev_error_text(no->code),
			   kpev_error_text(row->code));
	KUNIT_EXPECT_EQ(test, no->column, column);
	if (row->detail)
		KUNIT_EXPECT_STREQ(test, no->detail, row->detail);
}

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * As much of KUnit as the suites of floor 0 use, in user space: a quick look at
 * what they find, and what they cover.  An assertion is an expectation here.
 */
#ifndef KPEV_USER_KUNIT_H
#define KPEV_USER_KUNIT_H

#include "parse_kernel.h"

struct kunit {
	const void *param_value;
	unsigned int failures;
};

struct kunit_case {
	void (*run_case)(struct kunit *test);
	const char *name;
	const void *(*generate_params)(const void *prev, char *desc);
};

struct kunit_suite {
	const char *name;
	int (*init)(struct kunit *test);
	void (*exit)(struct kunit *test);
	struct kunit_case *test_cases;
};

#define KUNIT_PARAM_DESC_SIZE	128
#define KUNIT_CASE(f)	{ f, #f, NULL }
#define KUNIT_CASE_PARAM(f, gen)	{ f, #f, gen }

#define KUNIT_ARRAY_PARAM(name, array, get_desc)			\
static const void *name##_gen_params(const void *prev, char *desc)	\
{									\
	typeof(&(array)[0]) row = prev;				\
									\
	row = row ? row + 1 : (array);					\
	if (row == (array) + ARRAY_SIZE(array))				\
		return NULL;						\
	get_desc(row, desc);						\
	return row;							\
}

void kunit_run_suite(struct kunit_suite *suite);
void kunit_fail(struct kunit *test, const char *file, int line,
		const char *what);
void *kunit_kzalloc(struct kunit *test, size_t size, gfp_t flags);

#define kunit_test_suites(suite)					\
static void __attribute__((constructor)) run_suite(void)		\
{									\
	kunit_run_suite(suite);						\
}

#define MODULE_LICENSE(text)

#define KUNIT_CHECK(test, what)						\
	do {								\
		if (!(what))						\
			kunit_fail(test, __FILE__, __LINE__, #what);	\
	} while (0)

#define KUNIT_EXPECT_EQ(test, a, b)	KUNIT_CHECK(test, (a) == (b))
#define KUNIT_EXPECT_STREQ(test, a, b)	KUNIT_CHECK(test, !strcmp(a, b))
#define KUNIT_EXPECT_STRNEQ(test, a, b)	KUNIT_CHECK(test, strcmp(a, b))
#define KUNIT_EXPECT_PTR_EQ(test, a, b)	KUNIT_CHECK(test, (a) == (b))
#define KUNIT_EXPECT_TRUE(test, a)	KUNIT_CHECK(test, a)
#define KUNIT_EXPECT_FALSE(test, a)	KUNIT_CHECK(test, !(a))
#define KUNIT_EXPECT_NULL(test, a)	KUNIT_CHECK(test, !(a))
#define KUNIT_EXPECT_NOT_NULL(test, a)	KUNIT_CHECK(test, a)
#define KUNIT_EXPECT_EQ_MSG(test, a, b, ...)	KUNIT_CHECK(test, (a) == (b))
#define KUNIT_EXPECT_TRUE_MSG(test, a, ...)	KUNIT_CHECK(test, a)
#define KUNIT_EXPECT_FALSE_MSG(test, a, ...)	KUNIT_CHECK(test, !(a))
#define KUNIT_ASSERT_EQ		KUNIT_EXPECT_EQ
#define KUNIT_ASSERT_FALSE	KUNIT_EXPECT_FALSE
#define KUNIT_ASSERT_NOT_NULL	KUNIT_EXPECT_NOT_NULL
#define KUNIT_ASSERT_NOT_NULL_MSG(test, a, ...)	KUNIT_CHECK(test, a)
#define KUNIT_ASSERT_LE(test, a, b)	KUNIT_CHECK(test, (a) <= (b))
#define KUNIT_ASSERT_GT(test, a, b)	KUNIT_CHECK(test, (a) > (b))
#define KUNIT_ASSERT_LT_MSG(test, a, b, ...)	KUNIT_CHECK(test, (a) < (b))

#endif

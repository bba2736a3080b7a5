// SPDX-License-Identifier: GPL-2.0-only
/* Runs suites in user space, and prints what failed and the sum. */
#include <kunit/test.h>

static unsigned int passed, failed;

void *kunit_kzalloc(struct kunit *test, size_t size, gfp_t flags)
{
	return calloc(1, size);
}

void kunit_fail(struct kunit *test, const char *file, int line,
		const char *what)
{
	test->failures++;
	printf("     %s:%d: not true: %s\n", file, line, what);
}

static void run_once(struct kunit_suite *suite, struct kunit_case *c,
		     const void *param, const char *name)
{
	struct kunit test = { .param_value = param };

	if (suite->init)
		suite->init(&test);
	c->run_case(&test);
	if (suite->exit)
		suite->exit(&test);
	if (!test.failures) {
		passed++;
		return;
	}
	failed++;
	printf("FAIL %s.%s %s\n", suite->name, c->name, name);
}

void kunit_run_suite(struct kunit_suite *suite)
{
	char name[KUNIT_PARAM_DESC_SIZE] = "";
	struct kunit_case *c;
	const void *param;

	for (c = suite->test_cases; c->run_case; c++) {
		if (!c->generate_params) {
			run_once(suite, c, NULL, "");
			continue;
		}
		param = c->generate_params(NULL, name);
		for (; param; param = c->generate_params(param, name))
			run_once(suite, c, param, name);
	}
}

/* The suites have run by now, as constructors. */
int main(void)
{
	printf("%u passed, %u failed\n", passed, failed);
	return failed != 0;
}

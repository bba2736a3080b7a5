// SPDX-License-Identifier: GPL-2.0-only
/* Tests of errors.c: the messages, and the log as readers see it. */
#include <kunit/test.h>
#include <linux/errno.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "../module/errors.h"
#include "table.h"

#define LOG_SIZE	16384

/* What the kernel's own table has, which tools look for. */
static const struct {
	enum kpev_error code;
	const char *text;
} texts[] = {
	{ KPEV_ERR_NONE, "Unknown error" },
	{ KPEV_ERR_NO_EVENT_NAME, "Event name is not specified" },
	{ KPEV_ERR_BAD_MAXACT_TYPE, "Maxactive is only for function exit" },
	{ KPEV_ERR_BAD_INSN_BNDRY,
	  "Probe point is not an instruction boundary" },
	{ KPEV_ERR_IMMSTR_NO_CLOSE, "String is not closed with '\"'" },
	{ KPEV_ERR_SAME_PROBE,
	  "There is already the exact same probe event" },
	{ KPEV_ERR_TOO_MANY_IDS,
	  "Too many deleted events still have records" },
};

static void errors_texts(struct kunit *test)
{
	unsigned int i, j;

	for (i = 0; i < ARRAY_SIZE(texts); i++)
		KUNIT_EXPECT_STREQ(test, kpev_error_text(texts[i].code),
				   texts[i].text);
	for (i = KPEV_ERR_NONE; i <= KPEV_ERR_TOO_MANY_IDS; i++) {
		KUNIT_ASSERT_NOT_NULL(test, kpev_error_text(i));
		for (j = KPEV_ERR_NONE; j < i; j++)
			KUNIT_EXPECT_STRNEQ(test, kpev_error_text(i),
					    kpev_error_text(j));
	}
}

static void errors_first_reason_stays(struct kunit *test)
{
	struct kpev_refusal no = {};

	KUNIT_EXPECT_EQ(test, kpev_refuse(&no, -EINVAL, KPEV_ERR_BAD_TYPE, 7,
					  "a %d %s", 1, "b"), -EINVAL);
	KUNIT_EXPECT_EQ(test, kpev_refuse(&no, -ENOENT, KPEV_ERR_NO_EVENT, 9,
					  "other"), -ENOENT);
	KUNIT_EXPECT_EQ(test, (int)no.code, (int)KPEV_ERR_BAD_TYPE);
	KUNIT_EXPECT_EQ(test, no.column, 7);
	KUNIT_EXPECT_STREQ(test, no.detail, "a 1 b");
	KUNIT_EXPECT_FALSE(test, no.warning);
}

static void errors_detail(struct kunit *test)
{
	struct kpev_refusal no = {};
	char *text = kunit_kzalloc(test, 2 * KPEV_DETAIL_LEN, GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, text);
	KUNIT_EXPECT_EQ(test, kpev_refuse(&no, -EINVAL, KPEV_ERR_BAD_TYPE, 0,
					  NULL), -EINVAL);
	KUNIT_EXPECT_STREQ(test, no.detail, "");

	memset(text, 'x', 2 * KPEV_DETAIL_LEN - 1);
	no = (struct kpev_refusal){};
	kpev_refuse(&no, -EINVAL, KPEV_ERR_BAD_TYPE, 0, "%s", text);
	KUNIT_EXPECT_EQ(test, strlen(no.detail), KPEV_DETAIL_LEN - 1);
}

/* The log as its file shows it, without the times. */
static char *read_log(struct kunit *test)
{
	struct seq_file m = { .size = LOG_SIZE };
	char *text = kunit_kzalloc(test, LOG_SIZE, GFP_KERNEL), *to = text;
	char *line, *lines;
	loff_t pos = 0;
	void *v;

	m.buf = kunit_kzalloc(test, LOG_SIZE, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, text);
	KUNIT_ASSERT_NOT_NULL(test, m.buf);
	v = kpev_log_seq_ops.start(&m, &pos);
	while (v) {
		KUNIT_EXPECT_EQ(test, kpev_log_seq_ops.show(&m, v), 0);
		v = kpev_log_seq_ops.next(&m, v, &pos);
	}
	kpev_log_seq_ops.stop(&m, v);
	KUNIT_ASSERT_FALSE(test, seq_has_overflowed(&m));

	lines = m.buf;
	while ((line = strsep(&lines, "\n")) && lines) {
		if (*line == '[') {
			unsigned int sec, usec;
			int nr = sscanf(line, "[%u.%6u] ", &sec, &usec);

			KUNIT_EXPECT_EQ(test, nr, 2);
			line = strchr(line, ']') + 2;
		}
		to += scnprintf(to, text + LOG_SIZE - to, "%s\n", line);
	}
	return text;
}

static void refuse(const char *command, enum kpev_error code,
		   unsigned int column, unsigned int line, const char *detail,
		   bool warning)
{
	struct kpev_refusal no = { .warning = warning, .line = line };

	kpev_refuse(&no, -EINVAL, code, column, detail ? "%s" : NULL, detail);
	kpev_log_refusal(&no, command);
}

static void errors_log_shape(struct kunit *test)
{
	kpev_log_clear();
	KUNIT_EXPECT_STREQ(test, read_log(test), "");

	refuse("p:a b", KPEV_ERR_BAD_TYPE, 4, 0, NULL, false);
	KUNIT_EXPECT_STREQ(test, read_log(test),
			   "trace_kprobe: error: Unknown type is specified\n"
			   "  Command: p:a b\n"
			   "               ^\n");

	kpev_log_clear();
	refuse("x", KPEV_ERR_BAD_COMMAND, 0, 3, NULL, false);
	refuse("x", KPEV_ERR_BAD_COMMAND, 0, 3, "why", false);
	refuse("xy", KPEV_ERR_BAD_COMMAND, 1, 0, "why", true);
	KUNIT_EXPECT_STREQ(test, read_log(test),
			   "trace_kprobe: error: Unknown command, expected p, r or - (line 3)\n"
			   "  Command: x\n"
			   "           ^\n"
			   "trace_kprobe: error: Unknown command, expected p, r or - (line 3: why)\n"
			   "  Command: x\n"
			   "           ^\n"
			   "trace_kprobe: warning: Unknown command, expected p, r or - (why)\n"
			   "  Command: xy\n"
			   "            ^\n");
	kpev_log_clear();
	KUNIT_EXPECT_STREQ(test, read_log(test), "");
}

/* The caret stands under the column, also where that is the end. */
static void errors_log_columns(struct kunit *test)
{
	static const char command[] = "p:abc def";
	char *log, *caret;
	unsigned int i;

	for (i = 0; i <= sizeof(command); i++) {
		kpev_log_clear();
		refuse(command, KPEV_ERR_BAD_TYPE, i, 0, NULL, false);
		log = read_log(test);
		caret = strrchr(log, '\n');
		KUNIT_ASSERT_NOT_NULL(test, caret);
		*caret = '\0';
		caret = strrchr(log, '\n') + 1;
		KUNIT_EXPECT_EQ(test, strspn(caret, " "),
				strlen("  Command: ") + i);
		KUNIT_EXPECT_STREQ(test, caret + strspn(caret, " "), "^");
	}
	kpev_log_clear();
}

static void errors_log_keeps_eight(struct kunit *test)
{
	char command[8], *log;
	unsigned int i;

	kpev_log_clear();
	for (i = 0; i < 10; i++) {
		snprintf(command, sizeof(command), "c%u.", i);
		refuse(command, KPEV_ERR_BAD_TYPE, 0, 0, NULL, false);
	}
	log = read_log(test);
	KUNIT_EXPECT_NULL(test, strstr(log, "c0."));
	KUNIT_EXPECT_NULL(test, strstr(log, "c1."));
	for (i = 2; i < 10; i++) {
		snprintf(command, sizeof(command), "c%u.", i);
		log = strstr(log, command);
		KUNIT_ASSERT_NOT_NULL_MSG(test, log, "%s is missing", command);
	}
	kpev_log_clear();
}

static void forget(struct kunit *test)
{
	kpev_log_clear();
}

static struct kunit_case errors_cases[] = {
	KUNIT_CASE(errors_texts),
	KUNIT_CASE(errors_first_reason_stays),
	KUNIT_CASE(errors_detail),
	KUNIT_CASE(errors_log_shape),
	KUNIT_CASE(errors_log_columns),
	KUNIT_CASE(errors_log_keeps_eight),
	{}
};

static struct kunit_suite errors_suite = {
	.name = "kpev_errors",
	.exit = forget,
	.test_cases = errors_cases,
};

kunit_test_suites(&errors_suite);

MODULE_LICENSE("GPL");

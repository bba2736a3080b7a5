// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of startup.c where kpev is built in: the event of kpev.kprobe_event= on the
 * kernel's command line is there, and records.  Before all other suites, since these
 * start with removing it.
 */
#include <kunit/test.h>
#include <linux/init.h>
#include <linux/string.h>
#include <linux/trace_events.h>

#include "targets.h"
#include "world.h"

#define PARAMETER	"kpev.kprobe_event=p:at_boot,kpev_kunit_call,n=%di:u32;"

static bool was_asked_for(void)
{
#ifndef MODULE
	return strstr(saved_command_line, PARAMETER);
#else
	return false;
#endif
}

static void startup_event(struct kunit *test)
{
	char *record;

	if (!was_asked_for())
		kunit_skip(test, "needs %s on the command line", PARAMETER);
	KUNIT_EXPECT_STREQ(test, kpev_world_list(test),
			   "p:kprobes/at_boot kpev_kunit_call n=%di:u32\n"
			   "r:kprobes/back kpev_kunit_call r=$retval:u32\n");
	KUNIT_EXPECT_TRUE(test, kpev_world_event_exists("kprobes", "at_boot"));
	kpev_kunit_call(7);
	KUNIT_EXPECT_EQ(test, trace_set_clr_event("kprobes", NULL, 0), 0);
	kpev_kunit_call(8);
	record = strstr(kpev_world_main_records(test), "at_boot: ");
	KUNIT_ASSERT_NOT_NULL(test, record);
	KUNIT_EXPECT_NOT_NULL(test, strstr(record, ") n=7\n"));
	KUNIT_EXPECT_NOT_NULL(test, strstr(record, " r=7\n"));
	KUNIT_EXPECT_NULL(test, strstr(record, "n=8"));
}

static struct kunit_case startup_cases[] = {
	KUNIT_CASE(startup_event),
	{}
};

static struct kunit_suite startup_suite = {
	.name = "kpev_startup",
	.suite_init = kpev_world_suite_init,
	.init = kpev_world_look,
	.test_cases = startup_cases,
};

kunit_test_suite(startup_suite);

MODULE_LICENSE("GPL");

// SPDX-License-Identifier: GPL-2.0-only
/* Tests of probe.c through events: when probes are armed, hits and misses. */
#include <kunit/test.h>
#include <linux/completion.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/kthread.h>

#include "../module/probe.h"
#include "../module/registry.h"
#include "targets.h"
#include "world.h"

/* "  NAME   HITS   MISSES" of the only probe. */
static void profile(struct kunit *test, unsigned int *hits,
		    unsigned int *misses)
{
	char *text = kpev_world_show(test, &kpev_registry_profile_ops);
	char name[64];
	int nr = sscanf(text, "%63s %u %u", name, hits, misses);

	KUNIT_ASSERT_EQ(test, nr, 3);
	KUNIT_EXPECT_STREQ(test, name, "e");
}

static void expect_profile(struct kunit *test, unsigned int hits,
			   unsigned int misses)
{
	unsigned int got_hits, got_misses;

	profile(test, &got_hits, &got_misses);
	KUNIT_EXPECT_EQ(test, got_hits, hits);
	KUNIT_EXPECT_EQ(test, got_misses, misses);
}

static void probe_is_armed_while_enabled(struct kunit *test)
{
	kpev_world_do(test, "p:e kpev_kunit_call");
	kpev_kunit_call(1);
	expect_profile(test, 0, 0);
	KUNIT_ASSERT_EQ(test, kpev_world_enable(test, "e", true), 0);
	kpev_kunit_call(1);
	kpev_kunit_call(1);
	expect_profile(test, 2, 0);
	KUNIT_ASSERT_EQ(test, kpev_world_enable(test, "e", false), 0);
	kpev_kunit_call(1);
	expect_profile(test, 2, 0);
	KUNIT_ASSERT_EQ(test, kpev_world_enable(test, "e", true), 0);
	kpev_kunit_call(1);
	expect_profile(test, 3, 0);
	KUNIT_ASSERT_EQ(test, kpev_world_enable(test, "e", false), 0);
}

static void probe_inside(struct kunit *test)
{
	unsigned int offset, placed = 0;
	struct kpev_refusal no;
	char line[64];

	/* The second instruction, wherever that starts. */
	for (offset = 1; offset < 16 && !placed; offset++) {
		snprintf(line, sizeof(line), "p:e kpev_kunit_call+%u", offset);
		if (!kpev_world_try(test, line, &no))
			placed = offset;
	}
	KUNIT_ASSERT_NE(test, placed, 0);
	KUNIT_ASSERT_EQ(test, kpev_world_enable(test, "e", true), 0);
	kpev_kunit_call(1);
	expect_profile(test, 1, 0);
	KUNIT_ASSERT_EQ(test, kpev_world_enable(test, "e", false), 0);
}

/* More calls under way than instances: the rest are misses. */
static void probe_maxactive(struct kunit *test)
{
	kpev_world_do(test, "r2:e kpev_kunit_recurse");
	KUNIT_ASSERT_EQ(test, kpev_world_enable(test, "e", true), 0);
	KUNIT_EXPECT_EQ(test, kpev_kunit_recurse(4), 5);
	expect_profile(test, 2, 3);
	KUNIT_EXPECT_EQ(test, kpev_kunit_recurse(1), 2);
	expect_profile(test, 4, 3);
	KUNIT_ASSERT_EQ(test, kpev_world_enable(test, "e", false), 0);
}

static int sleeper(void *done)
{
	int ret = kpev_kunit_sleep(200);

	complete(done);
	return ret;
}

/* The event goes while a call that it probes the return of is under way. */
static void probe_goes_under_a_sleeper(struct kunit *test)
{
	DECLARE_COMPLETION_ONSTACK(done);
	struct task_struct *task;

	kpev_world_do(test, "r:e kpev_kunit_sleep r=$retval a=$arg1");
	KUNIT_ASSERT_EQ(test, kpev_world_enable(test, "e", true), 0);
	task = kthread_run(sleeper, &done, "kpev_sleeper");
	KUNIT_ASSERT_FALSE(test, IS_ERR(task));
	msleep(50);
	KUNIT_ASSERT_EQ(test, kpev_world_enable(test, "e", false), 0);
	kpev_world_do(test, "-:e");
	wait_for_completion(&done);
	KUNIT_EXPECT_STREQ(test, kpev_world_records(test), "");
}

static void never_hit(void *data, struct pt_regs *regs,
		      const struct kpev_return *ret)
{
}

/* kprobes has seen the code go, kpev not yet: the event's other probes don't suffer. */
static void probe_is_gone(struct kunit *test)
{
	static const struct kpev_probe_ops ops = { .hit = never_hit };
	struct kpev_probe_needs needs = {};
	struct kpev_probe probe = {}, *one = &probe;

	KUNIT_ASSERT_EQ(test, kpev_probe_setup(&probe, false, &ops, NULL), 0);
	KUNIT_ASSERT_EQ(test, kpev_probe_register(&probe,
						  (unsigned long)kpev_kunit_call,
						  &needs), 0);
	probe.registered = true;
	probe.rp.kp.flags |= KPROBE_FLAG_GONE;
	KUNIT_EXPECT_EQ(test, kpev_probe_arm(&probe), 0);
	KUNIT_EXPECT_FALSE(test, probe.armed);
	probe.rp.kp.flags &= ~KPROBE_FLAG_GONE;
	KUNIT_EXPECT_EQ(test, kpev_probe_arm(&probe), 0);
	KUNIT_EXPECT_TRUE(test, probe.armed);
	kpev_probe_disarm(&probe);
	probe.registered = false;
	kpev_probes_unregister(&one, 1);
	kpev_probe_cleanup(&probe);
}

KPEV_WORLD_SUITE(probe,
		 KUNIT_CASE(probe_is_armed_while_enabled),
		 KUNIT_CASE(probe_inside),
		 KUNIT_CASE(probe_maxactive),
		 KUNIT_CASE(probe_is_gone),
		 KUNIT_CASE(probe_goes_under_a_sleeper));

MODULE_LICENSE("GPL");

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What tests of the rooms above floor 0 need of a running kernel: its files, a
 * trace buffer of their own, commands carried out, records read.
 *
 * A suite uses KPEV_WORLD_SUITE().  Each of its cases starts without
 * definitions, and has to leave none that is in use.
 */
#ifndef KPEV_KUNIT_WORLD_H
#define KPEV_KUNIT_WORLD_H

#include <kunit/test.h>
#include <linux/seq_file.h>

#include "../module/errors.h"

/* Where events are enabled, and records read. */
#define KPEV_WORLD_BUFFER	"kpev_kunit"

int kpev_world_suite_init(struct kunit_suite *suite);
int kpev_world_look(struct kunit *test);
int kpev_world_init(struct kunit *test);
void kpev_world_exit(struct kunit *test);

int kpev_world_try(struct kunit *test, const char *line,
		   struct kpev_refusal *no);
void kpev_world_do(struct kunit *test, const char *line);
char *kpev_world_show(struct kunit *test, const struct seq_operations *ops);
char *kpev_world_list(struct kunit *test);
bool kpev_world_event_exists(const char *group, const char *event);
char *kpev_world_events(struct kunit *test, const char *group);
char *kpev_world_format(struct kunit *test, const char *group,
			const char *event);
int kpev_world_enable(struct kunit *test, const char *event, bool on);
void kpev_world_disable_all(void);
char *kpev_world_records(struct kunit *test);
char *kpev_world_main_records(struct kunit *test);
unsigned int kpev_world_count(const char *text);

/*
 * A room's suite, and a second one with cases of its own, since KUnit keeps
 * results in them.
 */
#define KPEV_WORLD_SUITE(room, ...)					\
static struct kunit_case room##_cases[] = { __VA_ARGS__, {} };		\
static struct kunit_case room##_cases_again[] = { __VA_ARGS__, {} };	\
static struct kunit_suite room##_suite = {				\
	.name = "kpev_" #room,						\
	.suite_init = kpev_world_suite_init,				\
	.init = kpev_world_init,					\
	.exit = kpev_world_exit,					\
	.test_cases = room##_cases,					\
};									\
struct kunit_suite kpev_##room##_again = {				\
	.name = "kpev_" #room "_again",					\
	.suite_init = kpev_world_suite_init,				\
	.init = kpev_world_init,					\
	.exit = kpev_world_exit,					\
	.test_cases = room##_cases_again,				\
};									\
kunit_test_suite(room##_suite)

extern struct kunit_suite kpev_symbols_again;
extern struct kunit_suite kpev_place_again;
extern struct kunit_suite kpev_argument_again;
extern struct kunit_suite kpev_fetch_again;
extern struct kunit_suite kpev_layout_again;
extern struct kunit_suite kpev_probe_again;
extern struct kunit_suite kpev_record_again;
extern struct kunit_suite kpev_registry_again;
extern struct kunit_suite kpev_faults_again;

#endif

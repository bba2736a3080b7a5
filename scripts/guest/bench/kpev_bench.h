/* SPDX-License-Identifier: GPL-2.0-only */
/* What is probed. */
#ifndef KPEV_BENCH_H
#define KPEV_BENCH_H

struct kpev_bench_node;

/* Set by kpev_bench_target: the address of one of its instructions. */
extern const unsigned long kpev_bench_inside;

long kpev_bench_target(struct kpev_bench_node *node, const char *text,
		       const char __user *user, const char *long_text);

#endif

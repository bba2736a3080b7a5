/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The instructions of a function, and at which of them a probe may be: what the
 * file probe_points shows.
 */
#ifndef KPEV_POINTS_H
#define KPEV_POINTS_H

#include <linux/types.h>

struct kpev_refusal;

int kpev_points_list(const char *symbol, char **text, size_t *size,
		     struct kpev_refusal *no);

#endif

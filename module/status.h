/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the file status shows: the events, and what this kernel offers; for each
 * thing that it doesn't, why, and what can be done about it.
 */
#ifndef KPEV_STATUS_H
#define KPEV_STATUS_H

struct seq_file;

int kpev_status_show(struct seq_file *m, void *unused);

#endif

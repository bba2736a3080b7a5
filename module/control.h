/* SPDX-License-Identifier: GPL-2.0-only */
/* The debugfs files: cutting writes into lines, printing lists. */
#ifndef KPEV_CONTROL_H
#define KPEV_CONTROL_H

/* Of the whole; the status file shows it, also where kpev is no module. */
#define KPEV_VERSION	"0.1"

int kpev_control_init(void);
void kpev_control_exit(void);

#endif

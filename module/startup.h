/* SPDX-License-Identifier: GPL-2.0-only */
/* Events that are defined and enabled when the module is loaded. */
#ifndef KPEV_STARTUP_H
#define KPEV_STARTUP_H

int kpev_startup(void);

#endif

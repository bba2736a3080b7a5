/* SPDX-License-Identifier: GPL-2.0-only */
/* Where a probe goes: what the user wrote -> an address, or why not. */
#ifndef KPEV_PLACE_H
#define KPEV_PLACE_H

struct kpev_command;
struct kpev_refusal;

int kpev_place_find(const struct kpev_command *cmd, unsigned long *address,
		    struct kpev_refusal *no);
int kpev_place_refused(const struct kpev_command *cmd, unsigned long address,
		       int err, struct kpev_refusal *no);

#endif

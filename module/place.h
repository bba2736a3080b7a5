/* SPDX-License-Identifier: GPL-2.0-only */
/* Where a probe goes: what the user wrote -> an address, or why not. */
#ifndef KPEV_PLACE_H
#define KPEV_PLACE_H

#include <linux/module.h>
#include <linux/types.h>

struct kpev_command;
struct kpev_refusal;
struct kpev_where;

/**
 * struct kpev_place - where a probe goes
 * @address: the address; 0 while @pending
 * @at_entry: it is a function's entry
 * @elsewhere: it lies behind the symbol that the user named
 * @pending: it lies in a module that isn't loaded
 * @hook: where ftrace has a hook, if the place is known to be none that kprobes
 *	refuses; 0: kprobes is to judge
 * @module: the name of the module that it lies in, or ""
 */
struct kpev_place {
	unsigned long address;
	unsigned long hook;
	bool at_entry;
	bool elsewhere;
	bool pending;
	char module[MODULE_NAME_LEN];
};

bool kpev_place_pends(const struct kpev_where *where, char *module);
int kpev_place_find(const struct kpev_command *cmd, struct kpev_place *place,
		    struct kpev_refusal *no);
int kpev_place_refused(unsigned int column, const struct kpev_place *place,
		       int err, struct kpev_refusal *no);
void kpev_place_warn(const struct kpev_command *cmd,
		     const struct kpev_place *place);

#endif

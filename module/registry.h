/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The set of events: define, add a probe, remove.
 *
 * One mutex guards the set, and is held for the whole of a definition,
 * removal or trial.  Lock order: this, then event_mutex (see core_lock.h).
 */
#ifndef KPEV_REGISTRY_H
#define KPEV_REGISTRY_H

#include <linux/list.h>
#include <linux/seq_file.h>

struct kpev_command;
struct kpev_refusal;

/**
 * struct kpev_trial - definitions that are tried one after the other
 * @events: of theirs, with their probes: on their places, but not armed, and
 *	not published
 */
struct kpev_trial {
	struct list_head events;
};

/* The list shows addresses where the file's private pointer is not NULL. */
extern const struct seq_operations kpev_registry_list_ops;
extern const struct seq_operations kpev_registry_profile_ops;

int kpev_registry_init(void);
void kpev_registry_exit(void);
int kpev_registry_apply(const struct kpev_command *cmd,
			struct kpev_refusal *no);
void kpev_registry_trial_begin(struct kpev_trial *trial);
int kpev_registry_try(struct kpev_trial *trial, const struct kpev_command *cmd,
		      struct kpev_refusal *no);
void kpev_registry_trial_end(struct kpev_trial *trial);
void kpev_registry_abandon(void);
unsigned int kpev_registry_enabled(unsigned int *all);
int kpev_registry_switch(const char *group, const char *name, bool on,
			 struct kpev_refusal *no);
int kpev_registry_clear(struct kpev_refusal *no);
void kpev_registry_status(struct seq_file *m);

#endif

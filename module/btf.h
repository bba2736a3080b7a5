/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The BTF of the kernel and of its modules, read from /sys/kernel/btf.
 *
 * A blob is read when it is first asked for and kept, the kernel's until
 * kpev_btf_drop(), a module's until modules have changed.  Whoever is given one
 * holds a reference and gives it back; what is found in it holds no longer than
 * that.  Nothing of an event points into a blob.  The lock in here is a leaf
 * but for those of the files that are read.
 */
#ifndef KPEV_BTF_H
#define KPEV_BTF_H

#include <linux/types.h>

#include "btf_blob.h"

struct seq_file;

#define KPEV_BTF_WHY_LEN	96

int kpev_btf_get(const char *module, struct kpev_btf **btf, char *why);
void kpev_btf_put(struct kpev_btf *btf);
int kpev_btf_get_struct(const struct kpev_btf *own, const char *name,
			struct kpev_btf **btf, u32 *id, char *why);
bool kpev_btf_is_there(void);
void kpev_btf_drop(void);
void kpev_btf_status(struct seq_file *m);

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/* Types as C has them. */
#ifndef KPEV_BTF_TEXT_H
#define KPEV_BTF_TEXT_H

#include <linux/types.h>

#include "btf_blob.h"

struct seq_buf;

void kpev_btf_print(struct seq_buf *s, const struct kpev_btf *btf, u32 id,
		    const char *name);
void kpev_btf_type_text(const struct kpev_btf *btf, u32 id, char *text,
			size_t size);

#endif

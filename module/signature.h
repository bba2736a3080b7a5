/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a function's parameters or a structure's fields are, and where: what the
 * file signature shows.
 */
#ifndef KPEV_SIGNATURE_H
#define KPEV_SIGNATURE_H

#include <linux/types.h>

struct kpev_refusal;

int kpev_signature_text(const char *what, char **text, size_t *size,
			struct kpev_refusal *no);

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/* From the C type of an expression's value to how it is stored. */
#ifndef KPEV_TYPED_H
#define KPEV_TYPED_H

struct kpev_expression;
struct kpev_value;

int kpev_typed_value(struct kpev_expression *ex, struct kpev_value *value,
		     unsigned int type_column);

#endif

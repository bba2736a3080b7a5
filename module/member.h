/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts of an expression that C's types give a meaning: parameters by their
 * names, members of structures, casts.
 */
#ifndef KPEV_MEMBER_H
#define KPEV_MEMBER_H

#include "expression.h"

int kpev_member_parameter(struct kpev_expression *ex, struct kpev_cursor at);
int kpev_member_argument(struct kpev_expression *ex, unsigned int column,
			 unsigned int n);
int kpev_member_retval(struct kpev_expression *ex, struct kpev_cursor at);
int kpev_member_current(struct kpev_expression *ex, struct kpev_cursor at);
int kpev_member_cast(struct kpev_expression *ex, struct kpev_cursor type,
		     struct kpev_cursor path);
int kpev_member_refuse_prototype(struct kpev_expression *ex,
				 unsigned int column);
int kpev_member_refuse_parameter(struct kpev_refusal *no, unsigned int column,
				 const struct kpev_prototype *proto);
void kpev_member_put(struct kpev_expression *ex);

#endif

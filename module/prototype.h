/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A function's prototype, and where each of its arguments is at its entry.
 */
#ifndef KPEV_PROTOTYPE_H
#define KPEV_PROTOTYPE_H

#include <linux/types.h>

#include "btf.h"

/**
 * struct kpev_prototype - the prototype of a function, looked for when needed
 * @module: the module that the function is in, or ""; the caller's
 * @function: its name; NULL where the probe isn't at a function's entry; the
 *	caller's
 * @asked: it was looked for
 * @err: what came of it
 * @why: why there is no answer to what was asked last
 * @btf: what it is from; holds a reference
 * @returns: the type that it returns
 * @params: its parameters
 * @nr: how many
 * @is_variadic: more arguments may follow
 */
struct kpev_prototype {
	const char *module;
	const char *function;
	bool asked;
	int err;
	char why[KPEV_BTF_WHY_LEN];
	struct kpev_btf *btf;
	u32 returns;
	const struct btf_param *params;
	u32 nr;
	bool is_variadic;
};

int kpev_prototype_find(struct kpev_prototype *proto);
void kpev_prototype_put(struct kpev_prototype *proto);
const char *kpev_prototype_name(const struct kpev_prototype *proto, u32 n);
int kpev_prototype_locate(struct kpev_prototype *proto, u32 n);
bool kpev_prototype_returns_value(struct kpev_prototype *proto);

#endif

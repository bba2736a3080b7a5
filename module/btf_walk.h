/* SPDX-License-Identifier: GPL-2.0-only */
/* From type to type in BTF: through typedefs and qualifiers, into structures. */
#ifndef KPEV_BTF_WALK_H
#define KPEV_BTF_WALK_H

#include <linux/types.h>

#include "btf_blob.h"

/**
 * struct kpev_btf_member - a member of a structure or union
 * @name: its name
 * @type: its type's number
 * @bit_offset: bits from the structure's start
 * @bit_size: the width of a bit field; 0 for any other
 */
struct kpev_btf_member {
	const char *name;
	u32 type;
	u32 bit_offset;
	u32 bit_size;
};

/**
 * struct kpev_btf_shape - what a type is to the calling convention
 * @alignment: bytes, as far as its members ask for it
 * @has_float: it or a member is a floating point number
 * @is_unaligned: a member doesn't lie where its alignment wants it (packed)
 * @is_unknown: it has parts that aren't known
 * @left: private: parts that may still be looked at
 */
struct kpev_btf_shape {
	u32 alignment;
	bool has_float;
	bool is_unaligned;
	bool is_unknown;
	u32 left;
};

const struct btf_type *kpev_btf_resolve(const struct kpev_btf *btf, u32 id,
					u32 *resolved);
u32 kpev_btf_size(const struct kpev_btf *btf, u32 id);
u32 kpev_btf_int_bits(const struct btf_type *type, u32 *bit_offset);
bool kpev_btf_int_is_signed(const struct btf_type *type);
bool kpev_btf_is_char(const struct kpev_btf *btf, u32 id);
bool kpev_btf_same(const struct kpev_btf *btf, u32 a, u32 b);
u32 kpev_btf_element(const struct kpev_btf *btf, u32 id);
int kpev_btf_each_member(const struct kpev_btf *btf, u32 id,
			 int (*fn)(void *data,
				   const struct kpev_btf_member *member),
			 void *data);
bool kpev_btf_find_member(const struct kpev_btf *btf, u32 id, const char *name,
			  struct kpev_btf_member *member);
void kpev_btf_shape(const struct kpev_btf *btf, u32 id,
		    struct kpev_btf_shape *shape);

#endif

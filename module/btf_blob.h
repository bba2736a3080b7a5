/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One blob of BTF, the kernel's or a module's: checked as a whole before
 * anything in it is believed, with an index of its names.
 *
 * A module's blob goes on where the kernel's ends: its types' numbers and its
 * strings' offsets count on from those of its base.  Constant once it is made.
 */
#ifndef KPEV_BTF_BLOB_H
#define KPEV_BTF_BLOB_H

#include <linux/btf.h>
#include <linux/module.h>
#include <linux/refcount.h>
#include <linux/types.h>

/* uapi knows it since 6.0 only. */
#define KPEV_BTF_KIND_ENUM64	19
#define KPEV_BTF_KIND_LAST	KPEV_BTF_KIND_ENUM64

/* The kinds that names are looked up of, as bits for kpev_btf_find(). */
#define KPEV_BTF_FUNCTIONS	BIT(BTF_KIND_FUNC)
#define KPEV_BTF_STRUCTS	(BIT(BTF_KIND_STRUCT) | BIT(BTF_KIND_UNION))
#define KPEV_BTF_TYPEDEFS	BIT(BTF_KIND_TYPEDEF)

/**
 * struct kpev_btf - a blob
 * @users: who refers to it, see btf.h
 * @base: the kernel's, where this is a module's; holds a reference
 * @data: the bytes, owned
 * @size: how many
 * @types: the types in them
 * @strings: the strings in them
 * @strings_start: the offset of the first string, behind those of the base
 * @strings_end: the offset behind the last
 * @first: the number of the first type, behind those of the base; the kernel's
 *	is 1, as 0 is void
 * @end: the number behind the last
 * @offsets: of each type, from @types
 * @nr_names: how many names are in the index
 * @mask: the index's buckets, less one
 * @buckets: for each hash, the first type of such a name, or 0
 * @chain: for each type, the next one in its bucket
 * @generation: kpev_symbols_generation() when it was read
 * @module: whose it is, or "" for the kernel's
 */
struct kpev_btf {
	refcount_t users;
	struct kpev_btf *base;
	void *data;
	size_t size;
	const void *types;
	const char *strings;
	u32 strings_start;
	u32 strings_end;
	u32 first;
	u32 end;
	u32 *offsets;
	u32 nr_names;
	u32 mask;
	u32 *buckets;
	u32 *chain;
	unsigned int generation;
	char module[MODULE_NAME_LEN];
};

/* uapi's macros for these have become wider since. */
static inline u32 kpev_btf_kind(const struct btf_type *type)
{
	return type->info >> 24 & 0x7f;
}

static inline u32 kpev_btf_vlen(const struct btf_type *type)
{
	return type->info & 0xffffff;
}

static inline bool kpev_btf_kind_flag(const struct btf_type *type)
{
	return type->info >> 31;
}

static inline bool kpev_btf_is_struct(const struct btf_type *type)
{
	return kpev_btf_kind(type) == BTF_KIND_STRUCT ||
	       kpev_btf_kind(type) == BTF_KIND_UNION;
}

int kpev_btf_index(struct kpev_btf *btf, char *why, size_t why_size);
void kpev_btf_free(struct kpev_btf *btf);
size_t kpev_btf_memory(const struct kpev_btf *btf);
const struct btf_type *kpev_btf_type(const struct kpev_btf *btf, u32 id);
const char *kpev_btf_string(const struct kpev_btf *btf, u32 offset);
u32 kpev_btf_find(const struct kpev_btf *btf, const char *name, u32 kinds,
		  u32 after);

#endif

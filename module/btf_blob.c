// SPDX-License-Identifier: GPL-2.0-only
/* Checking a blob of BTF and indexing its names. */
#include <linux/errno.h>
#include <linux/jhash.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "btf_blob.h"
#include "compat.h"

#define INDEXED	(KPEV_BTF_FUNCTIONS | KPEV_BTF_STRUCTS | KPEV_BTF_TYPEDEFS)

/* What all versions of the header have in common. */
struct header {
	u16 magic;
	u8 version;
	u8 flags;
	u32 hdr_len;
	u32 type_off;
	u32 type_len;
	u32 str_off;
	u32 str_len;
};

/**
 * struct check - a check of a blob under way
 * @btf: the blob
 * @types_size: bytes of its types
 * @why: the text of what is wrong
 * @why_size: bytes of it
 */
struct check {
	struct kpev_btf *btf;
	u32 types_size;
	char *why;
	size_t why_size;
};

__printf(2, 3)
static int damaged(const struct check *c, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(c->why, c->why_size, format, args);
	va_end(args);
	return -EINVAL;
}

static int check_header(struct check *c)
{
	const struct header *header = c->btf->data;
	size_t room;

	if (c->btf->size < sizeof(*header))
		return damaged(c, "%zu bytes are no header", c->btf->size);
	if (header->magic != BTF_MAGIC)
		return damaged(c, header->magic == swab16(BTF_MAGIC) ?
			       "it has the other byte order" :
			       "its magic number is 0x%x", header->magic);
	if (header->version != BTF_VERSION || header->flags)
		return damaged(c, "it is of version %u, flags 0x%x",
			       header->version, header->flags);
	if (header->hdr_len < sizeof(*header) ||
	    header->hdr_len > c->btf->size || header->hdr_len % sizeof(u32))
		return damaged(c, "its header has %u bytes", header->hdr_len);

	room = c->btf->size - header->hdr_len;
	if (header->type_off > room || header->type_off % sizeof(u32) ||
	    header->type_len > room - header->type_off)
		return damaged(c, "its types lie outside of it");
	if (header->str_off > room || header->str_len > room - header->str_off)
		return damaged(c, "its strings lie outside of it");

	c->types_size = header->type_len;
	c->btf->types = c->btf->data + header->hdr_len + header->type_off;
	c->btf->strings = c->btf->data + header->hdr_len + header->str_off;
	c->btf->strings_end = c->btf->strings_start + header->str_len;
	if (c->btf->strings_end < c->btf->strings_start)
		return damaged(c, "it has too many strings");
	if (header->str_len && c->btf->strings[header->str_len - 1])
		return damaged(c, "its strings have no end");
	if (!c->btf->base && (!header->str_len || c->btf->strings[0]))
		return damaged(c, "its first string isn't empty");
	return 0;
}

/* Bytes that follow a type, or -1 for a kind that isn't known. */
static s64 tail_size(const struct btf_type *type)
{
	u32 vlen = kpev_btf_vlen(type);

	switch (kpev_btf_kind(type)) {
	case BTF_KIND_INT:
	case BTF_KIND_VAR:
	case BTF_KIND_DECL_TAG:
		return sizeof(u32);
	case BTF_KIND_ARRAY:
		return sizeof(struct btf_array);
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
		return sizeof(struct btf_member) * (s64)vlen;
	case BTF_KIND_ENUM:
		return sizeof(struct btf_enum) * (s64)vlen;
	case BTF_KIND_FUNC_PROTO:
		return sizeof(struct btf_param) * (s64)vlen;
	case BTF_KIND_DATASEC:
		return sizeof(struct btf_var_secinfo) * (s64)vlen;
	case KPEV_BTF_KIND_ENUM64:
		return 3 * sizeof(u32) * (s64)vlen;
	case BTF_KIND_UNKN:
		return -1;
	}
	return kpev_btf_kind(type) <= KPEV_BTF_KIND_LAST ? 0 : -1;
}

/* Count the types, each of which must end within the blob. */
static int check_sizes(struct check *c)
{
	u32 at = 0, nr = 0;

	while (at < c->types_size) {
		const struct btf_type *type = c->btf->types + at;
		s64 tail;

		if (c->types_size - at < sizeof(*type))
			return damaged(c, "type %u is cut off",
				       c->btf->first + nr);
		tail = tail_size(type);
		if (tail < 0)
			return damaged(c, "type %u has the unknown kind %u",
				       c->btf->first + nr, kpev_btf_kind(type));
		if (tail > c->types_size - at - sizeof(*type))
			return damaged(c, "type %u is cut off",
				       c->btf->first + nr);
		at += sizeof(*type) + tail;
		nr++;
	}
	c->btf->end = c->btf->first + nr;
	return 0;
}

static bool is_type(const struct kpev_btf *btf, u32 id)
{
	return id < btf->end;
}

static bool is_string(const struct kpev_btf *btf, u32 offset)
{
	return offset < btf->strings_end;
}

/* Do the members or parameters of a type, 8 or 12 bytes each, hold? */
static bool check_parts(const struct kpev_btf *btf, const struct btf_type *type,
			size_t size)
{
	const u32 *part = (const u32 *)(type + 1);
	u32 i;

	/* Both start with a name and a type. */
	for (i = 0; i < kpev_btf_vlen(type); i++, part += size / sizeof(*part))
		if (!is_string(btf, part[0]) || !is_type(btf, part[1]))
			return false;
	return true;
}

static bool check_references(const struct kpev_btf *btf,
			     const struct btf_type *type)
{
	const struct btf_array *array = (const struct btf_array *)(type + 1);

	if (!is_string(btf, type->name_off))
		return false;
	switch (kpev_btf_kind(type)) {
	case BTF_KIND_PTR:
	case BTF_KIND_TYPEDEF:
	case BTF_KIND_VOLATILE:
	case BTF_KIND_CONST:
	case BTF_KIND_RESTRICT:
	case BTF_KIND_FUNC:
	case BTF_KIND_TYPE_TAG:
		return is_type(btf, type->type);
	case BTF_KIND_ARRAY:
		return is_type(btf, array->type);
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
		return check_parts(btf, type, sizeof(struct btf_member));
	case BTF_KIND_FUNC_PROTO:
		return is_type(btf, type->type) &&
		       check_parts(btf, type, sizeof(struct btf_param));
	}
	return true;
}

/* Note where each type is, and check what it refers to. */
static int check_types(struct check *c)
{
	struct kpev_btf *btf = c->btf;
	u32 id, at = 0;

	btf->offsets = kvmalloc_array(btf->end - btf->first + 1,
				      sizeof(*btf->offsets), GFP_KERNEL);
	if (!btf->offsets)
		return -ENOMEM;
	for (id = btf->first; id < btf->end; id++) {
		const struct btf_type *type = btf->types + at;

		if (!check_references(btf, type))
			return damaged(c, "type %u refers to what isn't there",
				       id);
		if (type->name_off &&
		    BIT(kpev_btf_kind(type)) & INDEXED)
			btf->nr_names++;
		btf->offsets[id - btf->first] = at;
		at += sizeof(*type) + tail_size(type);
		if (!(id % 4096))
			cond_resched();
	}
	return 0;
}

static u32 *bucket_of(const struct kpev_btf *btf, const char *name)
{
	return &btf->buckets[jhash(name, strlen(name), 0) & btf->mask];
}

static int index_names(struct kpev_btf *btf)
{
	u32 nr = btf->end - btf->first, id;

	btf->mask = roundup_pow_of_two(btf->nr_names + 1) - 1;
	btf->buckets = kvcalloc(btf->mask + 1, sizeof(u32), GFP_KERNEL);
	btf->chain = kvcalloc(nr + 1, sizeof(u32), GFP_KERNEL);
	if (!btf->buckets || !btf->chain)
		return -ENOMEM;
	/* From the end, so that the first of a name comes first. */
	for (id = btf->end; id-- > btf->first; ) {
		const struct btf_type *type = kpev_btf_type(btf, id);
		u32 *bucket;

		if (!type->name_off || !(BIT(kpev_btf_kind(type)) & INDEXED))
			continue;
		bucket = bucket_of(btf, kpev_btf_string(btf, type->name_off));
		btf->chain[id - btf->first] = *bucket;
		*bucket = id;
		if (!(id % 4096))
			cond_resched();
	}
	return 0;
}

/**
 * kpev_btf_index - check a blob and index its names
 * @btf: the blob; .data, .size and .base are set, what is found is filled in
 * @why: set to what is wrong with a damaged one
 * @why_size: bytes of @why
 *
 * Context: may sleep.
 * Return: 0, -EINVAL where the blob is damaged, or -ENOMEM.
 */
int kpev_btf_index(struct kpev_btf *btf, char *why, size_t why_size)
{
	struct check c = { .btf = btf, .why = why, .why_size = why_size };
	int ret;

	btf->first = btf->base ? btf->base->end : 1;
	btf->strings_start = btf->base ? btf->base->strings_end : 0;
	ret = check_header(&c);
	if (!ret)
		ret = check_sizes(&c);
	if (!ret)
		ret = check_types(&c);
	return ret ?: index_names(btf);
}

/**
 * kpev_btf_free - free a blob
 * @btf: the blob, which nobody refers to; its base stays
 */
void kpev_btf_free(struct kpev_btf *btf)
{
	kvfree(btf->data);
	kvfree(btf->offsets);
	kvfree(btf->buckets);
	kvfree(btf->chain);
	kfree(btf);
}

/**
 * kpev_btf_memory - bytes that a blob and its index take
 * @btf: the blob
 */
size_t kpev_btf_memory(const struct kpev_btf *btf)
{
	return btf->size + (btf->mask + 1) * sizeof(*btf->buckets) +
	       (btf->end - btf->first) *
	       (sizeof(*btf->offsets) + sizeof(*btf->chain));
}

/**
 * kpev_btf_type - a type by its number
 * @btf: the blob
 * @id: the number, as it stands in @btf
 *
 * Return: the type; void for 0 and for numbers that there aren't.
 */
const struct btf_type *kpev_btf_type(const struct kpev_btf *btf, u32 id)
{
	static const struct btf_type type_void;

	if (btf->base && id < btf->first)
		btf = btf->base;
	if (id < btf->first || id >= btf->end)
		return &type_void;
	return btf->types + btf->offsets[id - btf->first];
}

/**
 * kpev_btf_string - a string by its offset
 * @btf: the blob
 * @offset: as it stands in @btf
 *
 * Return: the string; an empty one for an offset that there isn't.
 */
const char *kpev_btf_string(const struct kpev_btf *btf, u32 offset)
{
	if (btf->base && offset < btf->strings_start)
		btf = btf->base;
	if (offset < btf->strings_start || offset >= btf->strings_end)
		return "";
	return btf->strings + (offset - btf->strings_start);
}

/**
 * kpev_btf_find - a type by its name
 * @btf: the blob; its base is not looked at
 * @name: the name
 * @kinds: which kinds may be meant: KPEV_BTF_FUNCTIONS and so on
 * @after: the last one found, or 0 to begin with the first
 *
 * Return: the type's number, or 0 where there is none (any more).
 */
u32 kpev_btf_find(const struct kpev_btf *btf, const char *name, u32 kinds,
		  u32 after)
{
	u32 id = after ? btf->chain[after - btf->first] :
			 *bucket_of(btf, name);

	for (; id; id = btf->chain[id - btf->first]) {
		const struct btf_type *type = kpev_btf_type(btf, id);

		if (BIT(kpev_btf_kind(type)) & kinds &&
		    !strcmp(kpev_btf_string(btf, type->name_off), name))
			break;
	}
	return id;
}

// SPDX-License-Identifier: GPL-2.0-only
/* Walking types. */
#include <linux/kernel.h>
#include <linux/string.h>

#include "btf_walk.h"

/*
 * How far a walk goes before it takes the blob for one that leads in a circle:
 * typedefs and qualifiers on end, structures in structures, members in all.
 */
#define CHAIN_MAX	64
#define DEPTH_MAX	16
#define MEMBERS_MAX	65536

static bool is_modifier(const struct btf_type *type)
{
	switch (kpev_btf_kind(type)) {
	case BTF_KIND_TYPEDEF:
	case BTF_KIND_VOLATILE:
	case BTF_KIND_CONST:
	case BTF_KIND_RESTRICT:
	case BTF_KIND_TYPE_TAG:
		return true;
	}
	return false;
}

/**
 * kpev_btf_resolve - what a type is behind typedefs, qualifiers and tags
 * @btf: the blob
 * @id: the type
 * @resolved: set to the number of what it is, or NULL
 *
 * Return: that type; void where it leads nowhere.
 */
const struct btf_type *kpev_btf_resolve(const struct kpev_btf *btf, u32 id,
					u32 *resolved)
{
	const struct btf_type *type = kpev_btf_type(btf, id);
	unsigned int i;

	for (i = 0; i < CHAIN_MAX && is_modifier(type); i++) {
		id = type->type;
		type = kpev_btf_type(btf, id);
	}
	if (is_modifier(type)) {
		id = 0;
		type = kpev_btf_type(btf, id);
	}
	if (resolved)
		*resolved = id;
	return type;
}

/* uapi's BTF_INT_*: encoding, offset and bits in one word behind the type. */
static u32 int_data(const struct btf_type *type)
{
	return *(const u32 *)(type + 1);
}

/**
 * kpev_btf_int_bits - the width of an integer
 * @type: of kind INT
 * @bit_offset: set to where it starts in its bytes
 */
u32 kpev_btf_int_bits(const struct btf_type *type, u32 *bit_offset)
{
	*bit_offset = BTF_INT_OFFSET(int_data(type));
	return BTF_INT_BITS(int_data(type));
}

/**
 * kpev_btf_int_is_signed - is it a signed one?
 * @type: of kind INT
 */
bool kpev_btf_int_is_signed(const struct btf_type *type)
{
	return BTF_INT_ENCODING(int_data(type)) & BTF_INT_SIGNED;
}

/**
 * kpev_btf_is_char - is it a character, of whatever sign?
 * @btf: the blob
 * @id: the type
 */
bool kpev_btf_is_char(const struct kpev_btf *btf, u32 id)
{
	const struct btf_type *type = kpev_btf_resolve(btf, id, NULL);

	return kpev_btf_kind(type) == BTF_KIND_INT && type->size == 1 &&
	       !(BTF_INT_ENCODING(int_data(type)) & BTF_INT_BOOL);
}

/**
 * kpev_btf_element - what a pointer points at, or an array is of
 * @btf: the blob
 * @id: the type
 *
 * Return: that type's number; 0 for any other type.
 */
u32 kpev_btf_element(const struct kpev_btf *btf, u32 id)
{
	const struct btf_type *type = kpev_btf_resolve(btf, id, NULL);

	if (kpev_btf_kind(type) == BTF_KIND_PTR)
		return type->type;
	if (kpev_btf_kind(type) == BTF_KIND_ARRAY)
		return ((const struct btf_array *)(type + 1))->type;
	return 0;
}

/**
 * kpev_btf_size - bytes of a type
 * @btf: the blob
 * @id: the type
 *
 * Return: its size; 0 where it has none or that isn't known.
 */
u32 kpev_btf_size(const struct kpev_btf *btf, u32 id)
{
	u64 count = 1;
	unsigned int i;

	for (i = 0; i < DEPTH_MAX && count <= U32_MAX; i++) {
		const struct btf_type *type = kpev_btf_resolve(btf, id, &id);

		switch (kpev_btf_kind(type)) {
		case BTF_KIND_ARRAY:
			count *= ((const struct btf_array *)(type + 1))->nelems;
			id = kpev_btf_element(btf, id);
			continue;
		case BTF_KIND_PTR:
			count *= sizeof(long);
			break;
		case BTF_KIND_UNKN:
		case BTF_KIND_FWD:
		case BTF_KIND_FUNC:
		case BTF_KIND_FUNC_PROTO:
		case BTF_KIND_VAR:
			return 0;
		default:
			count *= type->size;
		}
		return min_t(u64, count, U32_MAX);
	}
	return 0;
}

/**
 * kpev_btf_same - are two types the same to whoever reads values of them?
 * @btf: the blob
 * @a: a type
 * @b: another
 *
 * Pointers to structures of the same name, complete or not, are; where they are
 * not, the compiler saw two that only share the name.
 */
bool kpev_btf_same(const struct kpev_btf *btf, u32 a, u32 b)
{
	unsigned int i;

	for (i = 0; i < DEPTH_MAX; i++) {
		const struct btf_type *x = kpev_btf_resolve(btf, a, &a);
		const struct btf_type *y = kpev_btf_resolve(btf, b, &b);
		bool fwd = kpev_btf_kind(x) == BTF_KIND_FWD ||
			   kpev_btf_kind(y) == BTF_KIND_FWD;

		if (x == y)
			return true;
		if (strcmp(kpev_btf_string(btf, x->name_off),
			   kpev_btf_string(btf, y->name_off)))
			return false;
		if (i && fwd)
			return true;
		if (kpev_btf_kind(x) != kpev_btf_kind(y))
			return false;
		if (kpev_btf_kind(x) != BTF_KIND_PTR)
			return kpev_btf_size(btf, a) == kpev_btf_size(btf, b);
		a = x->type;
		b = y->type;
	}
	return false;
}

/**
 * struct walk - a walk over the members of a structure
 * @btf: the blob
 * @fn: called with each member
 * @data: its argument
 * @left: members that it still takes
 */
struct walk {
	const struct kpev_btf *btf;
	int (*fn)(void *data, const struct kpev_btf_member *member);
	void *data;
	unsigned int left;
};

/* An integer of fewer bits than its bytes is a bit field of the older kind. */
static void narrow(const struct kpev_btf *btf, struct kpev_btf_member *member)
{
	const struct btf_type *type = kpev_btf_resolve(btf, member->type, NULL);
	u32 bits, offset;

	if (member->bit_size || kpev_btf_kind(type) != BTF_KIND_INT)
		return;
	bits = kpev_btf_int_bits(type, &offset);
	if (bits && bits < type->size * BITS_PER_BYTE) {
		member->bit_size = bits;
		member->bit_offset += offset;
	}
}

static int walk_members(struct walk *walk, u32 id, u32 bit_offset,
			unsigned int depth)
{
	const struct btf_type *type = kpev_btf_type(walk->btf, id);
	const struct btf_member *part = (const struct btf_member *)(type + 1);
	bool has_sizes = kpev_btf_kind_flag(type);
	u32 i, inner;
	int ret = 0;

	if (depth == DEPTH_MAX || !kpev_btf_is_struct(type))
		return 0;
	for (i = 0; i < kpev_btf_vlen(type) && !ret; i++, part++) {
		struct kpev_btf_member member = {
			.name = kpev_btf_string(walk->btf, part->name_off),
			.type = part->type,
			.bit_offset = bit_offset + part->offset,
		};

		if (!walk->left)
			break;
		walk->left--;
		if (has_sizes) {
			member.bit_size = BTF_MEMBER_BITFIELD_SIZE(part->offset);
			member.bit_offset = bit_offset +
					    BTF_MEMBER_BIT_OFFSET(part->offset);
		}
		if (member.name[0]) {
			narrow(walk->btf, &member);
			ret = walk->fn(walk->data, &member);
			continue;
		}
		kpev_btf_resolve(walk->btf, part->type, &inner);
		ret = walk_members(walk, inner, member.bit_offset, depth + 1);
	}
	return ret;
}

/**
 * kpev_btf_each_member - call a function with each member of a structure
 * @btf: the blob
 * @id: the structure or union; any other type has no members
 * @fn: called with @data and the member, those of anonymous ones in their
 *	place; what it returns ends the walk if it isn't 0
 * @data: its argument
 *
 * Return: what @fn returned last, or 0.
 */
int kpev_btf_each_member(const struct kpev_btf *btf, u32 id,
			 int (*fn)(void *data,
				   const struct kpev_btf_member *member),
			 void *data)
{
	struct walk walk = {
		.btf = btf, .fn = fn, .data = data, .left = MEMBERS_MAX,
	};

	return walk_members(&walk, id, 0, 0);
}

struct search {
	const char *name;
	struct kpev_btf_member *member;
};

static int is_searched(void *data, const struct kpev_btf_member *member)
{
	struct search *search = data;

	if (strcmp(member->name, search->name))
		return 0;
	*search->member = *member;
	return 1;
}

/**
 * kpev_btf_find_member - a member by its name
 * @btf: the blob
 * @id: the structure or union
 * @name: the name
 * @member: filled
 *
 * Return: whether there is one, in @id or in its anonymous members.
 */
bool kpev_btf_find_member(const struct kpev_btf *btf, u32 id, const char *name,
			  struct kpev_btf_member *member)
{
	struct search search = { .name = name, .member = member };

	return kpev_btf_each_member(btf, id, is_searched, &search);
}

static void add_shape(const struct kpev_btf *btf, u32 id, u32 bit_offset,
		      unsigned int depth, struct kpev_btf_shape *shape)
{
	const struct btf_type *type = kpev_btf_resolve(btf, id, &id);
	const struct btf_member *part = (const struct btf_member *)(type + 1);
	u32 i, alignment = 1;

	if (shape->is_unknown)
		return;
	if (depth == DEPTH_MAX || !shape->left--) {
		shape->is_unknown = true;
		return;
	}
	switch (kpev_btf_kind(type)) {
	case BTF_KIND_ARRAY:
		add_shape(btf, kpev_btf_element(btf, id), bit_offset, depth + 1,
			  shape);
		return;
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
		for (i = 0; i < kpev_btf_vlen(type); i++, part++) {
			u32 at = part->offset;

			if (kpev_btf_kind_flag(type)) {
				/* A bit field asks for no alignment here. */
				if (BTF_MEMBER_BITFIELD_SIZE(at))
					continue;
				at = BTF_MEMBER_BIT_OFFSET(at);
			}
			add_shape(btf, part->type, bit_offset + at, depth + 1,
				  shape);
		}
		return;
	case BTF_KIND_FLOAT:
		shape->has_float = true;
		fallthrough;
	case BTF_KIND_INT:
	case BTF_KIND_ENUM:
	case KPEV_BTF_KIND_ENUM64:
		alignment = type->size;
		break;
	case BTF_KIND_PTR:
		alignment = sizeof(long);
		break;
	default:
		shape->is_unknown = true;
	}
	shape->alignment = max(shape->alignment, alignment);
	if (alignment && bit_offset / BITS_PER_BYTE % alignment)
		shape->is_unaligned = true;
}

/**
 * kpev_btf_shape - what a type is to the calling convention
 * @btf: the blob
 * @id: the type
 * @shape: filled
 */
void kpev_btf_shape(const struct kpev_btf *btf, u32 id,
		    struct kpev_btf_shape *shape)
{
	*shape = (struct kpev_btf_shape){ .alignment = 1, .left = MEMBERS_MAX };
	add_shape(btf, id, 0, 0, shape);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The value types of arguments: size, sign and how they print.  The table is
 * constant; a pointer into it is the type's identity.
 */
#ifndef KPEV_TYPE_H
#define KPEV_TYPE_H

#include <linux/types.h>

struct kpev_refusal;

#define KPEV_ARRAY_MAX		64	/* elements; the kernel's MAX_ARRAY_LEN */

enum kpev_type_kind {
	KPEV_TYPE_UNSIGNED,	/* printed in decimal */
	KPEV_TYPE_SIGNED,	/* printed in decimal */
	KPEV_TYPE_HEX,
	KPEV_TYPE_CHAR,
	KPEV_TYPE_SYMBOL,	/* an address, printed as symbol+offset */
	KPEV_TYPE_STRING,	/* of the kernel's memory */
	KPEV_TYPE_USTRING,	/* of user memory */
	KPEV_TYPE_SYMSTR,	/* a symbol, recorded as text */
	KPEV_TYPE_DENTRY,	/* a dentry's name (%pd) */
	KPEV_TYPE_FILE,		/* a file's name (%pD) */
};

/**
 * struct kpev_type - a value type
 * @name: as the user writes it
 * @field: the C type that the format file shows
 * @format: the printf format of the print format
 * @kind: how its bytes are read and printed
 * @size: bytes in the fixed part of a record; a string has its location there
 */
struct kpev_type {
	const char *name;
	const char *field;
	const char *format;
	enum kpev_type_kind kind;
	u8 size;
};

/**
 * struct kpev_value - a type as an argument uses it
 * @type: the type of the value or of the array's elements
 * @count: elements of an array; 0: no array
 * @lshift: for a bit field, how far the container is shifted left, and then
 * @rshift: right; both 0 for none
 * @no_sign: its bits have no sign, though @type has one
 */
struct kpev_value {
	const struct kpev_type *type;
	u8 count;
	u8 lshift;
	u8 rshift;
	bool no_sign;
};

int kpev_value_parse(const char *text, unsigned int column,
		     struct kpev_value *value, struct kpev_refusal *no);
const struct kpev_type *kpev_type_find(const char *name);
const struct kpev_type *kpev_type_word(void);

/* Does the record hold a location, with the text behind the fixed part? */
static inline bool kpev_type_is_text(const struct kpev_type *type)
{
	return type->kind >= KPEV_TYPE_STRING;
}

/* As the format file says; a text's location is signed by tradition. */
static inline bool kpev_type_is_signed(const struct kpev_type *type)
{
	return type->kind == KPEV_TYPE_SIGNED || kpev_type_is_text(type);
}

static inline bool kpev_value_is_bit_field(const struct kpev_value *value)
{
	return value->lshift || value->rshift;
}

/* Bytes in the fixed part of a record. */
static inline unsigned int kpev_value_size(const struct kpev_value *value)
{
	return value->type->size * (value->count ?: 1);
}

/* Are the fields of two values the same?  Bits of a container don't show. */
static inline bool kpev_value_same_field(const struct kpev_value *a,
					 const struct kpev_value *b)
{
	return a->type == b->type && a->count == b->count;
}

/*
 * A string's location in a record: length with the terminating zero in the
 * upper 16 bits, offset from the record's start in the lower (__data_loc).  A
 * string that could not be read has length 0 and still points at a zero byte.
 */
static inline u32 kpev_location(unsigned int len, unsigned int offset)
{
	return len << 16 | offset;
}

static inline unsigned int kpev_location_len(u32 location)
{
	return location >> 16;
}

static inline unsigned int kpev_location_offset(u32 location)
{
	return location & 0xffff;
}

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The value types of arguments: size, sign and how they print.  The table is
 * constant; a pointer into it is the type's identity.
 */
#ifndef KPEV_TYPE_H
#define KPEV_TYPE_H

#include <linux/types.h>

enum kpev_type_kind {
	KPEV_TYPE_UNSIGNED,	/* printed in decimal */
	KPEV_TYPE_SIGNED,	/* printed in decimal */
	KPEV_TYPE_HEX,
	KPEV_TYPE_STRING,
};

/**
 * struct kpev_type - a value type
 * @name: as the user writes it
 * @field: the C type that the format file shows
 * @format: the printf format of the print format and of the trace line
 * @kind: how its bytes are read
 * @size: bytes in the fixed part of a record; a string has its location there
 */
struct kpev_type {
	const char *name;
	const char *field;
	const char *format;
	enum kpev_type_kind kind;
	u8 size;
};

const struct kpev_type *kpev_type_find(const char *name);
const struct kpev_type *kpev_type_word(void);

static inline bool kpev_type_is_string(const struct kpev_type *type)
{
	return type->kind == KPEV_TYPE_STRING;
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

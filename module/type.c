// SPDX-License-Identifier: GPL-2.0-only
/* The table of value types, and arrays and bit fields of them. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "errors.h"
#include "type.h"

/* A type's name with its array: "x64[64]", and room for nonsense. */
#define TEXT_MAX	64

#define NUMBER(name, field, format, kind, bits) \
	{ name #bits, field #bits, format, kind, (bits) / 8 }
#define TEXT(name, kind) \
	{ name, "__data_loc char[]", "\\\"%s\\\"", kind, sizeof(u32) }

static const struct kpev_type types[] = {
	NUMBER("u", "u", "%u", KPEV_TYPE_UNSIGNED, 8),
	NUMBER("u", "u", "%u", KPEV_TYPE_UNSIGNED, 16),
	NUMBER("u", "u", "%u", KPEV_TYPE_UNSIGNED, 32),
	NUMBER("u", "u", "%Lu", KPEV_TYPE_UNSIGNED, 64),
	NUMBER("s", "s", "%d", KPEV_TYPE_SIGNED, 8),
	NUMBER("s", "s", "%d", KPEV_TYPE_SIGNED, 16),
	NUMBER("s", "s", "%d", KPEV_TYPE_SIGNED, 32),
	NUMBER("s", "s", "%Ld", KPEV_TYPE_SIGNED, 64),
	NUMBER("x", "u", "0x%x", KPEV_TYPE_HEX, 8),
	NUMBER("x", "u", "0x%x", KPEV_TYPE_HEX, 16),
	NUMBER("x", "u", "0x%x", KPEV_TYPE_HEX, 32),
	NUMBER("x", "u", "0x%Lx", KPEV_TYPE_HEX, 64),
	{ "char", "u8", "'%c'", KPEV_TYPE_CHAR, 1 },
	{ "symbol", sizeof(long) == 8 ? "u64" : "u32", "%pS", KPEV_TYPE_SYMBOL,
	  sizeof(long) },
	/* In a print format the quotes stand inside a C string. */
	TEXT("string", KPEV_TYPE_STRING),
	TEXT("ustring", KPEV_TYPE_USTRING),
	TEXT("symstr", KPEV_TYPE_SYMSTR),
	TEXT("%pd", KPEV_TYPE_DENTRY),
	TEXT("%pD", KPEV_TYPE_FILE),
};

/**
 * kpev_type_find - a type by its name
 * @name: as the user wrote it
 *
 * Return: the type, or NULL where there is none of that name.
 */
const struct kpev_type *kpev_type_find(const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(types); i++)
		if (!strcmp(types[i].name, name))
			return &types[i];
	return NULL;
}

/**
 * kpev_type_word - the type of an argument that names none
 *
 * Return: the machine's word in hexadecimal.
 */
const struct kpev_type *kpev_type_word(void)
{
	return kpev_type_find(sizeof(long) == 8 ? "x64" : "x32");
}

/* Read a number and move @p behind it; false where there is none. */
static bool take_number(const char **p, unsigned int *number)
{
	unsigned int len = strspn(*p, "0123456789abcdefxABCDEFX");
	char digits[16];

	if (!len || len >= sizeof(digits))
		return false;
	memcpy(digits, *p, len);
	digits[len] = '\0';
	*p += len;
	return !kstrtouint(digits, 0, number);
}

/* bWIDTH@OFFSET/SIZE: so many bits of a container of SIZE bits. */
static int parse_bit_field(const char *text, unsigned int column,
			   struct kpev_value *value, struct kpev_refusal *no)
{
	unsigned int width, offset, size;
	char name[8];

	text++;
	if (!take_number(&text, &width) || !width || *text++ != '@' ||
	    !take_number(&text, &offset) || *text++ != '/' ||
	    !take_number(&text, &size) || *text)
		return kpev_refuse(no, -EINVAL, KPEV_ERR_BAD_BITFIELD, column,
				   "expected bWIDTH@OFFSET/SIZE");
	if (snprintf(name, sizeof(name), "u%u", size) < (int)sizeof(name))
		value->type = kpev_type_find(name);
	if (!value->type)
		return kpev_refuse(no, -EINVAL, KPEV_ERR_BAD_TYPE, column,
				   "there is no container of %u bits", size);
	if (width > size || offset > size - width)
		return kpev_refuse(no, -EINVAL, KPEV_ERR_BAD_BITFIELD, column,
				   "%u bits from bit %u on don't fit into %u",
				   width, offset, size);
	value->lshift = size - width - offset;
	value->rshift = size - width;
	return 0;
}

/* @text stands behind the bracket. */
static int parse_array(const char *text, unsigned int column,
		       struct kpev_value *value, struct kpev_refusal *no)
{
	const char *close = strchr(text, ']');
	const char *number = text;
	unsigned int count;

	if (!close)
		return kpev_refuse(no, -EINVAL, KPEV_ERR_ARRAY_NO_CLOSE,
				   column + strlen(text), NULL);
	if (close[1])
		return kpev_refuse(no, -EINVAL, KPEV_ERR_BAD_ARRAY_SUFFIX,
				   column + (close + 1 - text), NULL);
	if (!take_number(&number, &count) || number != close || !count)
		return kpev_refuse(no, -EINVAL, KPEV_ERR_BAD_ARRAY_NUM, column,
				   NULL);
	if (count > KPEV_ARRAY_MAX)
		return kpev_refuse(no, -E2BIG, KPEV_ERR_ARRAY_TOO_BIG, column,
				   "%u elements, at most %d", count,
				   KPEV_ARRAY_MAX);
	value->count = count;
	return 0;
}

/**
 * kpev_value_parse - TYPE, TYPE[N] or bWIDTH@OFFSET/SIZE
 * @text: as the user wrote it
 * @column: its column in the command
 * @value: set
 * @no: why it is refused
 *
 * Return: 0, -EINVAL or -E2BIG.
 */
int kpev_value_parse(const char *text, unsigned int column,
		     struct kpev_value *value, struct kpev_refusal *no)
{
	size_t len = strcspn(text, "[");
	char name[TEXT_MAX];
	int ret;

	*value = (struct kpev_value){};
	if (text[len]) {
		ret = parse_array(text + len + 1, column + len + 1, value, no);
		if (ret)
			return ret;
	}
	if (len < sizeof(name)) {
		memcpy(name, text, len);
		name[len] = '\0';
		if (*name == 'b')
			return parse_bit_field(name, column, value, no);
		value->type = kpev_type_find(name);
	}
	/* A name's steps lead from one dentry or file. */
	if (!value->type || (value->count && *name == '%'))
		return kpev_refuse(no, -EINVAL, KPEV_ERR_BAD_TYPE, column,
				   NULL);
	return 0;
}

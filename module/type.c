// SPDX-License-Identifier: GPL-2.0-only
/* The table of value types. */
#include <linux/kernel.h>
#include <linux/string.h>

#include "type.h"

#define NUMBER(name, field, format, kind, bits) \
	{ name #bits, field #bits, format, kind, (bits) / 8 }

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
	/* In a print format the quotes stand inside a C string. */
	{ "string", "__data_loc char[]", "\\\"%s\\\"", KPEV_TYPE_STRING,
	  sizeof(u32) },
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

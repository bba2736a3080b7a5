// SPDX-License-Identifier: GPL-2.0-only
/* Choosing how a value of a C type is stored. */
#include <linux/kernel.h>
#include <linux/math.h>
#include <linux/string.h>

#include "btf_text.h"
#include "btf_walk.h"
#include "errors.h"
#include "expression.h"
#include "program.h"
#include "type.h"
#include "typed.h"

static const struct kpev_type *number(char sign, u32 bits)
{
	char name[16];

	snprintf(name, sizeof(name), "%c%u", sign, bits);
	return kpev_type_find(name);
}

static int refuse_type(struct kpev_expression *ex)
{
	const struct kpev_typed *typed = &ex->typed;
	char text[80];

	kpev_btf_type_text(typed->btf, typed->id, text, sizeof(text));
	return kpev_refuse(ex->no, -EINVAL, KPEV_ERR_BAD_TYPE, typed->column,
			   "%s: give it a type", text);
}

/* As the kernel's own choose: what isn't a number or pointer is a word. */
static int choose_type(struct kpev_expression *ex, struct kpev_value *value)
{
	const struct kpev_typed *typed = &ex->typed;
	const struct btf_type *type = kpev_btf_type(typed->btf, typed->id);
	u32 size = kpev_btf_size(typed->btf, typed->id);
	u32 bits = size * BITS_PER_BYTE;

	switch (kpev_btf_kind(type)) {
	case BTF_KIND_INT:
		value->type = number(kpev_btf_int_is_signed(type) ? 's' : 'u',
				     bits);
		break;
	case BTF_KIND_ENUM:
	case KPEV_BTF_KIND_ENUM64:
		/* An int; in fewer bits than that, with the sign of its values. */
		value->no_sign = !kpev_btf_kind_flag(type);
		value->type = number(value->no_sign && size < sizeof(int) ?
				     'u' : 's', bits);
		break;
	case BTF_KIND_FLOAT:
		break;
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
	case BTF_KIND_ARRAY:
		/* No more than there is of it. */
		if (size && size < sizeof(long))
			value->type = number('x', bits);
		if (size && size < sizeof(long) && !value->type) {
			value->type = kpev_type_word();
			value->lshift = BITS_PER_LONG - bits;
			value->rshift = value->lshift;
		}
		fallthrough;
	default:
		if (!value->type)
			value->type = kpev_type_word();
	}
	return value->type ? 0 : refuse_type(ex);
}

/* Have a bit field be read from whole bytes of the size that is stored. */
static bool place_bits(struct kpev_expression *ex, struct kpev_value *value)
{
	const struct kpev_typed *typed = &ex->typed;
	struct kpev_insn *last = &ex->insn[ex->nr - 1];
	u32 bits = value->type->size * BITS_PER_BYTE;
	u32 start = rounddown(typed->bit_offset, bits);

	/* In its own container or, where it is packed, from its first byte on. */
	if (typed->bit_offset - start + typed->bit_size > bits)
		start = rounddown(typed->bit_offset, BITS_PER_BYTE);
	if (typed->bit_offset - start + typed->bit_size > bits)
		return false;
	last->operand += start / BITS_PER_BYTE;
	last->operand -= typed->bit_offset / BITS_PER_BYTE;
	value->rshift = bits - typed->bit_size;
	value->lshift = value->rshift - (typed->bit_offset - start);
	return true;
}

static int settle_bits(struct kpev_expression *ex, struct kpev_value *value,
		       bool is_given, unsigned int type_column)
{
	char sign = value->type->kind == KPEV_TYPE_SIGNED ? 's' : 'u';

	if (value->count || kpev_value_is_bit_field(value))
		return 0; /* the user knows better */
	if (place_bits(ex, value))
		return 0;
	if (!is_given) {
		value->type = number(sign, 64);
		if (place_bits(ex, value))
			return 0;
	}
	return kpev_refuse(ex->no, -EINVAL, KPEV_ERR_BAD_BITFIELD,
			   is_given ? type_column : ex->typed.column,
			   "its %u bits from bit %u on are in more bytes",
			   ex->typed.bit_size,
			   ex->typed.bit_offset % BITS_PER_BYTE);
}

static u32 pointee(const struct kpev_btf *btf, u32 id)
{
	const struct btf_type *type = kpev_btf_resolve(btf, id, NULL);

	return kpev_btf_kind(type) == BTF_KIND_PTR ? type->type : 0;
}

/*
 * A string lies in a char array, or where a char pointer points; so do the
 * pointers to several.
 */
static int settle_text(struct kpev_expression *ex,
		       const struct kpev_value *value)
{
	const struct kpev_typed *typed = &ex->typed;
	u32 element = kpev_btf_element(typed->btf, typed->id);
	bool is_pointer = kpev_btf_kind(kpev_btf_type(typed->btf, typed->id)) ==
			  BTF_KIND_PTR;
	char text[80];

	if (value->count && element)
		element = pointee(typed->btf, element);
	if (!element || !kpev_btf_is_char(typed->btf, element)) {
		kpev_btf_type_text(typed->btf, typed->id, text, sizeof(text));
		return kpev_refuse(ex->no, -EINVAL, KPEV_ERR_BAD_TYPE4STR,
				   typed->column, "it is a %s", text);
	}
	return is_pointer ? kpev_expression_add(ex, typed->column,
						KPEV_FETCH_DEREF, 0) : 0;
}

/**
 * kpev_typed_value - settle how an expression's value is stored
 * @ex: the expression, parsed
 * @value: the type that the user gave, or .type is NULL; set
 * @type_column: the column of that type
 *
 * Return: 0 or a negative errno.
 */
int kpev_typed_value(struct kpev_expression *ex, struct kpev_value *value,
		     unsigned int type_column)
{
	bool is_given = value->type;
	int ret = 0;

	if (!ex->typed.btf) {
		if (!is_given)
			value->type = kpev_type_word();
		return 0;
	}
	if (!is_given)
		ret = choose_type(ex, value);
	if (ret)
		return ret;
	if (value->type->kind == KPEV_TYPE_STRING ||
	    value->type->kind == KPEV_TYPE_USTRING)
		return settle_text(ex, value);
	if (ex->typed.bit_size && !kpev_type_is_text(value->type))
		return settle_bits(ex, value, is_given, type_column);
	return 0;
}

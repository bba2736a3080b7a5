// SPDX-License-Identifier: GPL-2.0-only
/* Prototypes, and the calling convention. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/math.h>
#include <linux/string.h>

#include "btf_walk.h"
#include "compat.h"
#include "prototype.h"
#include "symbols.h"

#define WORD	sizeof(long)

static const unsigned int registers[] = KPEV_ARGUMENT_REGISTERS;

static const struct btf_type *prototype_of(const struct kpev_btf *btf, u32 id)
{
	return kpev_btf_type(btf, kpev_btf_type(btf, id)->type);
}

/* Are two prototypes of one name alike in all that locating needs? */
static bool same_prototype(const struct kpev_btf *btf,
			   const struct btf_type *a, const struct btf_type *b)
{
	const struct btf_param *x = (const struct btf_param *)(a + 1);
	const struct btf_param *y = (const struct btf_param *)(b + 1);
	u32 i;

	if (a == b)
		return true;
	if (kpev_btf_kind(b) != BTF_KIND_FUNC_PROTO)
		return false;
	if (kpev_btf_vlen(a) != kpev_btf_vlen(b) ||
	    kpev_btf_size(btf, a->type) != kpev_btf_size(btf, b->type))
		return false;
	for (i = 0; i < kpev_btf_vlen(a); i++)
		if (strcmp(kpev_btf_string(btf, x[i].name_off),
			   kpev_btf_string(btf, y[i].name_off)) ||
		    !kpev_btf_same(btf, x[i].type, y[i].type))
			return false;
	return true;
}

static int find(struct kpev_prototype *proto)
{
	const char *function = proto->function;
	const struct kpev_btf *btf = proto->btf;
	const struct btf_type *type;
	u32 id;

	id = kpev_btf_find(btf, function, KPEV_BTF_FUNCTIONS, 0);
	type = prototype_of(btf, id);
	if (!id || kpev_btf_kind(type) != BTF_KIND_FUNC_PROTO) {
		snprintf(proto->why, sizeof(proto->why),
			 "BTF doesn't have \"%.48s\"", function);
		return -ESRCH;
	}
	while ((id = kpev_btf_find(btf, function, KPEV_BTF_FUNCTIONS, id)))
		if (!same_prototype(btf, type, prototype_of(btf, id))) {
			snprintf(proto->why, sizeof(proto->why),
				 "BTF has several functions \"%.32s\", not all alike",
				 function);
			return -ESRCH;
		}

	proto->returns = type->type;
	proto->params = (const struct btf_param *)(type + 1);
	proto->nr = kpev_btf_vlen(type);
	proto->is_variadic = proto->nr && !proto->params[proto->nr - 1].type;
	if (proto->is_variadic)
		proto->nr--;
	return 0;
}

/**
 * kpev_prototype_find - look for a prototype, if that wasn't done yet
 * @proto: .module and .function are set, the rest is zero at first; filled, to
 *	be given back with kpev_prototype_put()
 *
 * Context: may sleep.
 * Return: 0; or with .why set -ESRCH where BTF doesn't know the function,
 * -ENOENT where there is no BTF, -EINVAL where that is damaged, -ENODATA
 * where there is no function; or -ENOMEM.
 */
int kpev_prototype_find(struct kpev_prototype *proto)
{
	if (proto->asked)
		return proto->err;
	proto->asked = true;
	if (proto->function) {
		proto->err = kpev_btf_get(proto->module, &proto->btf,
					  proto->why);
		if (!proto->err)
			proto->err = find(proto);
		return proto->err;
	}
	if (proto->module[0] && !kpev_module_is_loaded(proto->module))
		snprintf(proto->why, sizeof(proto->why),
			 "module %s isn't loaded, its types aren't known",
			 proto->module);
	else
		strscpy(proto->why,
			"names are known at the entry of a function only",
			sizeof(proto->why));
	proto->err = -ENODATA;
	return proto->err;
}

/**
 * kpev_prototype_put - give back what a prototype holds
 * @proto: the prototype, also one that was never looked for
 */
void kpev_prototype_put(struct kpev_prototype *proto)
{
	kpev_btf_put(proto->btf);
	proto->btf = NULL;
	proto->asked = false;
}

/**
 * kpev_prototype_name - a parameter's name
 * @proto: the prototype
 * @n: its number, from 0
 *
 * Return: the name; "" where it has none.
 */
const char *kpev_prototype_name(const struct kpev_prototype *proto, u32 n)
{
	return kpev_btf_string(proto->btf, proto->params[n].name_off);
}

/**
 * struct location - where the next argument is
 * @in_registers: words that registers hold
 * @on_stack: words that the stack holds
 */
struct location {
	u32 in_registers;
	u32 on_stack;
};

enum passed {
	AS_WORDS,		/* in registers while there are enough, or on the stack */
	ON_STACK,
	NOWHERE,		/* an empty structure */
	UNKNOWN,
};

static enum passed how_passed(const struct kpev_btf *btf, u32 type, u32 *size,
			      u32 *alignment)
{
	struct kpev_btf_shape shape;
	bool is_struct = kpev_btf_is_struct(kpev_btf_resolve(btf, type, NULL));

	*size = kpev_btf_size(btf, type);
	if (is_struct && !*size)
		return NOWHERE;
	kpev_btf_shape(btf, type, &shape);
	*alignment = shape.alignment;
	if (is_struct && *size > 2 * WORD)
		return IS_ENABLED(CONFIG_X86_64) ? ON_STACK : UNKNOWN;
	if (!*size || shape.is_unknown || shape.has_float)
		return UNKNOWN;
	/* Only words and what is smaller are the same on all of 32 bit. */
	if (!IS_ENABLED(CONFIG_X86_64))
		return *size <= WORD && !is_struct ? AS_WORDS : UNKNOWN;
	return shape.is_unaligned ? ON_STACK : AS_WORDS;
}

/* Where an argument begins, and move on behind it. */
static int take(struct location *next, enum passed how, u32 size, u32 alignment)
{
	u32 words = DIV_ROUND_UP(size, WORD);
	int at;

	if (how == NOWHERE)
		return -ENODATA;
	if (how == AS_WORDS &&
	    next->in_registers + words <= ARRAY_SIZE(registers)) {
		at = next->in_registers;
		next->in_registers += words;
		return at;
	}
	if (alignment > WORD)
		next->on_stack = round_up(next->on_stack, alignment / WORD);
	at = ARRAY_SIZE(registers) + next->on_stack;
	next->on_stack += words;
	return at;
}

/* The arguments of these start elsewhere. */
static bool start(struct kpev_prototype *proto, struct location *next)
{
	u32 size, alignment;
	bool is_struct = kpev_btf_is_struct(kpev_btf_resolve(proto->btf,
							     proto->returns,
							     NULL));

	if (!IS_ENABLED(CONFIG_X86_64)) {
		if (proto->is_variadic)
			next->in_registers = ARRAY_SIZE(registers);
		if (is_struct)
			strscpy(proto->why,
				"it returns a structure: where its arguments are isn't known",
				sizeof(proto->why));
		return !is_struct;
	}
	/* A structure that registers can't return is written where %rdi says. */
	if (is_struct && how_passed(proto->btf, proto->returns, &size,
				    &alignment) == ON_STACK)
		next->in_registers = 1;
	return true;
}

/**
 * kpev_prototype_locate - where an argument is at the function's entry
 * @proto: the prototype
 * @n: the argument, from 0; behind the last named one, a further word
 *
 * Return: which of the words that a function may be given, its first one where
 * it takes several: the argument registers in their order, then those on the
 * stack behind the return address; or -EOPNOTSUPP with .why set.
 */
int kpev_prototype_locate(struct kpev_prototype *proto, u32 n)
{
	struct location next = {};
	u32 i, size, alignment;
	int at = -ENODATA;

	if (!start(proto, &next))
		return -EOPNOTSUPP;
	for (i = 0; i <= n; i++) {
		enum passed how = AS_WORDS;

		size = WORD;
		alignment = 1;
		if (i < proto->nr)
			how = how_passed(proto->btf, proto->params[i].type,
					 &size, &alignment);
		if (how == UNKNOWN) {
			snprintf(proto->why, sizeof(proto->why), i == n ?
				 "it isn't known how \"%.32s\" is passed" :
				 "it isn't known how \"%.32s\" before it is passed",
				 kpev_prototype_name(proto, i));
			return -EOPNOTSUPP;
		}
		at = take(&next, how, size, alignment);
	}
	if (at >= 0)
		return at;
	snprintf(proto->why, sizeof(proto->why), "\"%.32s\" is empty",
		 kpev_prototype_name(proto, n));
	return -EOPNOTSUPP;
}

/**
 * kpev_prototype_returns_value - is the return value in the return register?
 * @proto: the prototype; it doesn't return void
 *
 * Return: true, or false with .why set.
 */
bool kpev_prototype_returns_value(struct kpev_prototype *proto)
{
	u32 size, alignment;

	if (how_passed(proto->btf, proto->returns, &size, &alignment) ==
	    AS_WORDS)
		return true;
	snprintf(proto->why, sizeof(proto->why),
		 "what the function returns isn't in the return register");
	return false;
}

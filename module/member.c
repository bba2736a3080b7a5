// SPDX-License-Identifier: GPL-2.0-only
/* Compiling what has a C type. */
#include <linux/kernel.h>
#include <linux/string.h>

#include "btf_text.h"
#include "btf_walk.h"
#include "errors.h"
#include "program.h"
#include "member.h"
#include "prototype.h"

enum link { END, DOT, ARROW };

/* Cut the first name off what is at @at; @rest is what stands behind it. */
static int cut_name(struct kpev_expression *ex, const struct kpev_cursor *at,
		    struct kpev_cursor *rest, enum link *link)
{
	size_t len = strcspn(at->s, ".-");
	char *end = at->s + len;

	*link = END;
	if (*end == '.')
		*link = DOT;
	else if (*end && end[1] == '>')
		*link = ARROW;
	else if (*end)
		return kpev_refuse(ex->no, -EINVAL, KPEV_ERR_BAD_HYPHEN,
				   at->column + len, NULL);
	*end = '\0';
	*rest = (struct kpev_cursor){
		.s = end + *link, .column = at->column + len + *link,
	};
	return 0;
}

/**
 * kpev_member_put - forget the type of an expression's value
 * @ex: the expression
 */
void kpev_member_put(struct kpev_expression *ex)
{
	kpev_btf_put(ex->typed.btf);
	ex->typed = (struct kpev_typed){};
}

/* The value now is of this type, which @btf is held for. */
static void set_type(struct kpev_expression *ex, struct kpev_btf *btf, u32 id,
		     unsigned int column)
{
	refcount_inc(&btf->users);
	kpev_member_put(ex);
	ex->typed.btf = btf;
	ex->typed.column = column;
	kpev_btf_resolve(btf, id, &ex->typed.id);
}

/* --- refusals --- */

static int refuse_no_pointer(struct kpev_expression *ex, unsigned int column,
			     const struct kpev_btf *btf, u32 id)
{
	const struct btf_type *type = kpev_btf_type(btf, id);
	char text[80];

	kpev_btf_type_text(btf, id, text, sizeof(text));
	if (kpev_btf_is_struct(type))
		return kpev_refuse(ex->no, -EINVAL, KPEV_ERR_NO_PTR_STRCT,
				   column, "it is a %s: write . instead of ->",
				   text);
	return kpev_refuse(ex->no, -EINVAL, KPEV_ERR_NO_PTR_STRCT, column,
			   "it is a %s", text);
}

/**
 * struct names - names for a refusal, behind commas
 * @like: only names near this one, or NULL for all
 * @text: the text
 * @used: bytes of it
 * @nr: how many names there are
 */
struct names {
	const char *like;
	char text[KPEV_DETAIL_LEN - 80];
	size_t used;
	unsigned int nr;
};

#define NAMES_SHOWN	8

static void add_name(struct names *names, const char *name)
{
	if (names->nr++ >= NAMES_SHOWN)
		return;
	names->used += scnprintf(names->text + names->used,
				 sizeof(names->text) - names->used, "%s%s",
				 names->used ? ", " : "", name);
}

/* Bytes that two names share at their starts and ends. */
static size_t shared(const char *a, const char *b)
{
	size_t head = 0, tail = 0;
	size_t a_len = strlen(a), b_len = strlen(b);
	size_t shorter = min(a_len, b_len);

	while (head < shorter && a[head] == b[head])
		head++;
	while (tail < shorter - head &&
	       a[a_len - 1 - tail] == b[b_len - 1 - tail])
		tail++;
	return head + tail;
}

/* Two of three characters stand where they stand in the other, or it holds it. */
static bool is_near(const char *asked, const char *name)
{
	size_t longer = max(strlen(asked), strlen(name));

	return 3 * shared(asked, name) >= 2 * longer ||
	       (strlen(asked) > 2 && strstr(name, asked));
}

static int add_near_name(void *data, const struct kpev_btf_member *member)
{
	struct names *names = data;

	if (!names->like || is_near(names->like, member->name))
		add_name(names, member->name);
	return 0;
}

static int refuse_no_member(struct kpev_expression *ex, unsigned int column,
			    const struct kpev_btf *btf, u32 id,
			    const char *name)
{
	const struct btf_type *type = kpev_btf_type(btf, id);
	struct names names = { .like = name };
	char text[64];

	if (!name[0])
		return kpev_refuse(ex->no, -ENOENT, KPEV_ERR_NO_BTF_FIELD,
				   column, "a name is missing");
	kpev_btf_type_text(btf, id, text, sizeof(text));
	kpev_btf_each_member(btf, id, add_near_name, &names);
	if (!names.nr && kpev_btf_vlen(type) <= NAMES_SHOWN) {
		names.like = NULL;
		kpev_btf_each_member(btf, id, add_near_name, &names);
		return kpev_refuse(ex->no, -ENOENT, KPEV_ERR_NO_BTF_FIELD,
				   column, "%s has %s", text, names.text);
	}
	if (!names.nr)
		return kpev_refuse(ex->no, -ENOENT, KPEV_ERR_NO_BTF_FIELD,
				   column, "%s has no \"%.32s\"", text, name);
	return kpev_refuse(ex->no, -ENOENT, KPEV_ERR_NO_BTF_FIELD, column,
			   "%s has no \"%.32s\", did you mean %s%s?", text,
			   name, names.text,
			   names.nr > NAMES_SHOWN ? " ..." : "");
}

/**
 * kpev_member_refuse_parameter - refuse a parameter that there isn't
 * @no: the refusal
 * @column: its column
 * @proto: the prototype, which was found
 *
 * Return: -ENOENT.
 */
int kpev_member_refuse_parameter(struct kpev_refusal *no, unsigned int column,
				 const struct kpev_prototype *proto)
{
	struct names names = {};
	u32 i;

	for (i = 0; i < proto->nr; i++)
		add_name(&names, kpev_prototype_name(proto, i));
	if (!proto->nr)
		return kpev_refuse(no, -ENOENT, KPEV_ERR_NO_BTFARG, column,
				   "%.64s has no parameters", proto->function);
	if (names.nr > NAMES_SHOWN)
		return kpev_refuse(no, -ENOENT, KPEV_ERR_NO_BTFARG, column,
				   "%.64s has %s and %u more", proto->function,
				   names.text, names.nr - NAMES_SHOWN);
	return kpev_refuse(no, -ENOENT, KPEV_ERR_NO_BTFARG, column,
			   "%.64s has %s", proto->function, names.text);
}

/**
 * kpev_member_refuse_prototype - refuse what needs a prototype
 * @ex: the expression; its prototype wasn't found
 * @column: the column of what needs it
 *
 * Return: the negative errno.
 */
int kpev_member_refuse_prototype(struct kpev_expression *ex,
				 unsigned int column)
{
	const struct kpev_prototype *proto = ex->proto;

	if (proto->err == -ENOMEM)
		return proto->err;
	if (proto->err == -ESRCH)
		return kpev_refuse(ex->no, -ENOENT, KPEV_ERR_NO_BTF_ENTRY,
				   column, "%s", proto->why);
	return kpev_refuse(ex->no, -EOPNOTSUPP, KPEV_ERR_NOSUP_BTFARG, column,
			   "%s", proto->why);
}

/* --- members --- */

/**
 * struct hop - a way into a structure, up to the next arrow
 * @btf: the types
 * @type: the structure; then, the member
 * @member: the member; its offset counts from the structure
 * @column: its column
 */
struct hop {
	struct kpev_btf *btf;
	u32 type;
	struct kpev_btf_member member;
	unsigned int column;
};

/* NAME.NAME...: @at is moved behind, @link is what stands there. */
static int take_hop(struct kpev_expression *ex, struct kpev_cursor *at,
		    struct hop *hop, enum link *link)
{
	struct kpev_cursor rest;
	u32 bit_offset = 0;
	int ret;

	do {
		ret = cut_name(ex, at, &rest, link);
		if (ret)
			return ret;
		if (!kpev_btf_is_struct(kpev_btf_type(hop->btf, hop->type)))
			return refuse_no_pointer(ex, at->column, hop->btf,
						 hop->type);
		if (!kpev_btf_find_member(hop->btf, hop->type, at->s,
					  &hop->member))
			return refuse_no_member(ex, at->column, hop->btf,
						hop->type, at->s);
		bit_offset += hop->member.bit_offset;
		kpev_btf_resolve(hop->btf, hop->member.type, &hop->type);
		hop->column = at->column;
		*at = rest;
	} while (*link == DOT);
	hop->member.bit_offset = bit_offset;
	return 0;
}

/*
 * NAME.NAME->NAME...: from the structure that the value points at, @ahead bytes
 * behind its start, to a member.
 */
static int follow(struct kpev_expression *ex, struct kpev_btf *btf, u32 type,
		  long ahead, struct kpev_cursor at)
{
	struct hop hop = { .btf = btf, .type = type };
	enum link link;
	int ret;

	for (;;) {
		ret = take_hop(ex, &at, &hop, &link);
		if (ret)
			return ret;
		ret = kpev_expression_add(ex, hop.column, KPEV_FETCH_DEREF,
					  hop.member.bit_offset /
					  BITS_PER_BYTE - ahead);
		if (ret)
			return ret;
		ahead = 0;
		if (link == END)
			break;
		if (kpev_btf_kind(kpev_btf_type(btf, hop.type)) != BTF_KIND_PTR)
			return refuse_no_pointer(ex, at.column, btf, hop.type);
		kpev_btf_resolve(btf, kpev_btf_element(btf, hop.type),
				 &hop.type);
	}
	set_type(ex, btf, hop.type, hop.column);
	ex->typed.bit_offset = hop.member.bit_offset;
	ex->typed.bit_size = hop.member.bit_size;
	return 0;
}

/* What stands behind a value of a type: nothing, or ->NAME... */
static int follow_pointer(struct kpev_expression *ex, struct kpev_btf *btf,
			  u32 type, unsigned int column, enum link link,
			  struct kpev_cursor rest)
{
	kpev_btf_resolve(btf, type, &type);
	if (link == DOT)
		return kpev_refuse(ex->no, -EOPNOTSUPP, KPEV_ERR_NOSUP_DAT_ARG,
				   rest.column, NULL);
	if (link == END) {
		set_type(ex, btf, type, column);
		return 0;
	}
	if (kpev_btf_kind(kpev_btf_type(btf, type)) != BTF_KIND_PTR)
		return refuse_no_pointer(ex, rest.column, btf, type);
	kpev_btf_resolve(btf, kpev_btf_element(btf, type), &type);
	return follow(ex, btf, type, 0, rest);
}

/**
 * kpev_member_argument - add what fetches a function's argument
 * @ex: the expression; its prototype was found
 * @column: the argument's column
 * @n: its number, from 0
 *
 * Return: 0 or a negative errno.
 */
int kpev_member_argument(struct kpev_expression *ex, unsigned int column,
			 unsigned int n)
{
	int word = kpev_prototype_locate(ex->proto, n);

	if (word < 0)
		return kpev_refuse(ex->no, word, KPEV_ERR_NOSUP_DAT_ARG, column,
				   "%s", ex->proto->why);
	return kpev_expression_add_word(ex, column, word);
}

/**
 * kpev_member_parameter - NAME, NAME->MEMBER...
 * @ex: the expression
 * @at: what is to be parsed; it is cut
 *
 * Context: may sleep.
 * Return: 0 or a negative errno.
 */
int kpev_member_parameter(struct kpev_expression *ex, struct kpev_cursor at)
{
	struct kpev_prototype *proto = ex->proto;
	struct kpev_cursor rest;
	enum link link;
	int ret;
	u32 n;

	ret = cut_name(ex, &at, &rest, &link);
	if (ret)
		return ret;
	if (kpev_prototype_find(proto))
		return kpev_member_refuse_prototype(ex, at.column);
	for (n = 0; n < proto->nr; n++)
		if (!strcmp(kpev_prototype_name(proto, n), at.s))
			break;
	if (n == proto->nr)
		return kpev_member_refuse_parameter(ex->no, at.column, proto);
	ret = kpev_member_argument(ex, at.column, n);
	return ret ?: follow_pointer(ex, proto->btf, proto->params[n].type,
				     at.column, link, rest);
}

/**
 * kpev_member_retval - $retval, $retval->MEMBER...
 * @ex: the expression, of a return probe
 * @at: what is to be parsed; it is cut
 *
 * Context: may sleep.
 * Return: 0 or a negative errno.
 */
int kpev_member_retval(struct kpev_expression *ex, struct kpev_cursor at)
{
	struct kpev_prototype *proto = ex->proto;
	struct kpev_cursor rest;
	enum link link;
	int ret;

	ret = cut_name(ex, &at, &rest, &link);
	if (!ret)
		ret = kpev_expression_add(ex, at.column, KPEV_FETCH_RETVAL, 0);
	if (ret)
		return ret;
	ret = kpev_prototype_find(proto);
	if (ret == -ENOMEM)
		return ret;
	/* Without a prototype it is a word. */
	if (ret)
		return link == END ? 0 :
		       kpev_member_refuse_prototype(ex, rest.column);
	if (!kpev_btf_kind(kpev_btf_resolve(proto->btf, proto->returns, NULL)))
		return kpev_refuse(ex->no, -ENOENT, KPEV_ERR_NO_RETVAL,
				   at.column, NULL);
	if (!kpev_prototype_returns_value(proto))
		return kpev_refuse(ex->no, -EOPNOTSUPP, KPEV_ERR_NOSUP_DAT_ARG,
				   at.column, "%s", proto->why);
	return follow_pointer(ex, proto->btf, proto->returns, at.column, link,
			      rest);
}

static int refuse_struct(struct kpev_expression *ex, int err,
			 unsigned int column, const char *why)
{
	switch (err) {
	case -ENOMEM:
		return err;
	case -ESRCH:
		return kpev_refuse(ex->no, -ENOENT, KPEV_ERR_NO_PTR_STRCT,
				   column, "%s", why);
	}
	return kpev_refuse(ex->no, -EOPNOTSUPP, KPEV_ERR_NOSUP_BTFARG, column,
			   "%s", why);
}

/* The structure of the name, which a reference is held for. */
static int find_struct(struct kpev_expression *ex, const char *name,
		       unsigned int column, struct kpev_btf **btf, u32 *id)
{
	char why[KPEV_BTF_WHY_LEN];
	int ret = kpev_prototype_find(ex->proto);

	if (ret == -ENOMEM)
		return ret;
	ret = kpev_btf_get_struct(ex->proto->btf, name, btf, id, why);
	return ret ? refuse_struct(ex, ret, column, why) : 0;
}

/**
 * kpev_member_current - $current, $current->MEMBER...
 * @ex: the expression
 * @at: what is to be parsed; it is cut
 *
 * Context: may sleep.
 * Return: 0 or a negative errno.
 */
int kpev_member_current(struct kpev_expression *ex, struct kpev_cursor at)
{
	struct kpev_cursor rest;
	struct kpev_btf *btf;
	enum link link;
	u32 id;
	int ret;

	ret = cut_name(ex, &at, &rest, &link);
	if (!ret)
		ret = kpev_expression_add(ex, at.column, KPEV_FETCH_CURRENT, 0);
	if (ret || link == END)
		return ret;
	if (link == DOT)
		return kpev_refuse(ex->no, -EINVAL, KPEV_ERR_BAD_VAR, at.column,
				   "it is a pointer: write $current->");
	ret = find_struct(ex, "task_struct", at.column, &btf, &id);
	if (ret)
		return ret;
	ret = follow(ex, btf, id, 0, rest);
	kpev_btf_put(btf);
	return ret;
}

/* STRUCT,MEMBER: how far behind the structure's start the value points. */
static int take_ahead(struct kpev_expression *ex, struct kpev_btf *btf, u32 id,
		      struct kpev_cursor at, long *ahead)
{
	struct hop hop = { .btf = btf, .type = id };
	enum link link;
	int ret;

	ret = take_hop(ex, &at, &hop, &link);
	if (ret)
		return ret;
	if (link == ARROW)
		return kpev_refuse(ex->no, -EINVAL, KPEV_ERR_TYPECAST_BAD_ARROW,
				   at.column - 2, NULL);
	if (hop.member.bit_size || hop.member.bit_offset % BITS_PER_BYTE)
		return kpev_refuse(ex->no, -EINVAL,
				   KPEV_ERR_TYPECAST_NOT_ALIGNED, hop.column,
				   "it is a bit field");
	*ahead = hop.member.bit_offset / BITS_PER_BYTE;
	return 0;
}

/**
 * kpev_member_cast - (STRUCT[,MEMBER])VALUE->MEMBER..., with the value done
 * @ex: the expression
 * @type: what stands in the parentheses; it is cut
 * @path: what stands behind the arrow; it is cut
 *
 * Context: may sleep.
 * Return: 0 or a negative errno.
 */
int kpev_member_cast(struct kpev_expression *ex, struct kpev_cursor type,
		     struct kpev_cursor path)
{
	char *comma = strchr(type.s, ',');
	struct kpev_cursor member = {
		.s = comma + 1, .column = type.column + (comma + 1 - type.s),
	};
	struct kpev_btf *btf;
	long ahead = 0;
	u32 id;
	int ret;

	if (comma)
		*comma = '\0';
	ret = find_struct(ex, type.s, type.column, &btf, &id);
	if (ret)
		return ret;
	if (comma)
		ret = take_ahead(ex, btf, id, member, &ahead);
	if (!ret)
		ret = follow(ex, btf, id, ahead, path);
	kpev_btf_put(btf);
	return ret;
}

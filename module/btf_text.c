// SPDX-License-Identifier: GPL-2.0-only
/* Printing declarations. */
#include <linux/kernel.h>
#include <linux/seq_buf.h>
#include <linux/string.h>

#include "btf_text.h"
#include "btf_walk.h"

#define PARTS_MAX	64	/* of a declaration: stars, brackets, qualifiers */
#define DEPTH_MAX	2	/* functions in the parameters of functions */
#define TEXT_MAX	256

/**
 * struct declarator - what stands around a name: "(*name[4])(int)"
 * @text: the text, cut where it is too long
 * @qualifiers: what stands in front of the type's own name
 */
struct declarator {
	char text[TEXT_MAX];
	char qualifiers[32];
};

static void prepend(struct declarator *d, const char *what)
{
	size_t len = strlen(what), old = strlen(d->text);

	if (len + old + 1 > sizeof(d->text))
		return;
	memmove(d->text + len, d->text, old + 1);
	memcpy(d->text, what, len);
}

static void append(struct declarator *d, const char *what)
{
	strlcat(d->text, what, sizeof(d->text));
}

static void print(struct seq_buf *s, const struct kpev_btf *btf, u32 id,
		  const char *name, unsigned int depth);

/* "(int, char *)", behind the name */
static void append_params(struct declarator *d, const struct kpev_btf *btf,
			  const struct btf_type *type, unsigned int depth)
{
	const struct btf_param *param = (const struct btf_param *)(type + 1);
	size_t used = strlen(d->text);
	struct seq_buf s;
	u32 i;

	if (depth == DEPTH_MAX) {
		append(d, "(...)");
		return;
	}
	seq_buf_init(&s, d->text + used, sizeof(d->text) - used);
	seq_buf_printf(&s, "(%s", kpev_btf_vlen(type) ? "" : "void");
	for (i = 0; i < kpev_btf_vlen(type) && !seq_buf_has_overflowed(&s);
	     i++, param++) {
		seq_buf_printf(&s, "%s", i ? ", " : "");
		if (!param->type && !param->name_off)
			seq_buf_printf(&s, "...");
		else
			print(&s, btf, param->type, "", depth + 1);
	}
	seq_buf_printf(&s, "%s", ")");
	d->text[min(used + s.len, sizeof(d->text) - 1)] = '\0';
}

static const char *qualifier(const struct btf_type *type)
{
	switch (kpev_btf_kind(type)) {
	case BTF_KIND_CONST:
		return "const ";
	case BTF_KIND_VOLATILE:
		return "volatile ";
	case BTF_KIND_RESTRICT:
		return "restrict ";
	}
	return NULL;
}

/* Does it qualify a pointer itself, and not a type that has a name? */
static bool is_of_pointer(const struct kpev_btf *btf,
			  const struct btf_type *type)
{
	unsigned int i;

	for (i = 0; i < PARTS_MAX; i++) {
		if (!qualifier(type) && kpev_btf_kind(type) != BTF_KIND_TYPE_TAG)
			break;
		type = kpev_btf_type(btf, type->type);
	}
	return kpev_btf_kind(type) == BTF_KIND_PTR;
}

static bool needs_parentheses(const struct kpev_btf *btf,
			      const struct btf_type *pointer)
{
	const struct btf_type *type = kpev_btf_type(btf, pointer->type);

	return kpev_btf_kind(type) == BTF_KIND_ARRAY ||
	       kpev_btf_kind(type) == BTF_KIND_FUNC_PROTO;
}

/* Take one layer off the type; returns false where it has a name of its own. */
static bool unwrap(const struct kpev_btf *btf, u32 *id, struct declarator *d,
		   unsigned int depth)
{
	const struct btf_type *type = kpev_btf_type(btf, *id);
	const struct btf_array *array = (const struct btf_array *)(type + 1);
	char number[16];

	switch (kpev_btf_kind(type)) {
	case BTF_KIND_PTR:
		prepend(d, "*");
		if (needs_parentheses(btf, type)) {
			prepend(d, "(");
			append(d, ")");
		}
		break;
	case BTF_KIND_ARRAY:
		snprintf(number, sizeof(number), "[%u]", array->nelems);
		append(d, number);
		*id = array->type;
		return true;
	case BTF_KIND_FUNC_PROTO:
		append_params(d, btf, type, depth);
		break;
	case BTF_KIND_CONST:
	case BTF_KIND_VOLATILE:
	case BTF_KIND_RESTRICT:
		if (is_of_pointer(btf, type))
			prepend(d, qualifier(type));
		else
			strlcat(d->qualifiers, qualifier(type),
				sizeof(d->qualifiers));
		break;
	case BTF_KIND_TYPE_TAG:
		break;
	default:
		return false;
	}
	*id = type->type;
	return true;
}

static const char *keyword(const struct btf_type *type)
{
	switch (kpev_btf_kind(type)) {
	case BTF_KIND_STRUCT:
		return "struct ";
	case BTF_KIND_UNION:
		return "union ";
	case BTF_KIND_ENUM:
	case KPEV_BTF_KIND_ENUM64:
		return "enum ";
	case BTF_KIND_FWD:
		return kpev_btf_kind_flag(type) ? "union " : "struct ";
	}
	return "";
}

static void print(struct seq_buf *s, const struct kpev_btf *btf, u32 id,
		  const char *name, unsigned int depth)
{
	struct declarator d = {};
	const struct btf_type *type;
	const char *own;
	unsigned int i;

	strscpy(d.text, name, sizeof(d.text));
	for (i = 0; i < PARTS_MAX; i++)
		if (!unwrap(btf, &id, &d, depth))
			break;
	type = kpev_btf_type(btf, id);
	own = kpev_btf_string(btf, type->name_off);
	if (!kpev_btf_kind(type))
		own = "void";
	else if (!own[0])
		own = "{...}";
	seq_buf_printf(s, "%s%s%s%s%s", d.qualifiers, keyword(type), own,
		       d.text[0] ? " " : "", d.text);
}

/**
 * kpev_btf_print - print a declaration
 * @s: where to
 * @btf: the blob
 * @id: the type
 * @name: what is declared to be of it, or ""
 *
 * What an anonymous structure holds isn't printed.
 */
void kpev_btf_print(struct seq_buf *s, const struct kpev_btf *btf, u32 id,
		    const char *name)
{
	print(s, btf, id, name, 0);
}

/**
 * kpev_btf_type_text - a type as text
 * @btf: the blob
 * @id: the type
 * @text: set, cut where it is too long
 * @size: bytes of @text
 */
void kpev_btf_type_text(const struct kpev_btf *btf, u32 id, char *text,
			size_t size)
{
	struct seq_buf s;

	seq_buf_init(&s, text, size - 1);
	kpev_btf_print(&s, btf, id, "");
	text[min(s.len, size - 1)] = '\0';
}

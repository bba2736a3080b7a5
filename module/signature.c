// SPDX-License-Identifier: GPL-2.0-only
/* Prototypes and structures as text. */
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/security.h>
#include <linux/seq_buf.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "btf_text.h"
#include "btf_walk.h"
#include "compat.h"
#include "errors.h"
#include "prototype.h"
#include "signature.h"
#include "symbols.h"

/* Of the largest structures; what is longer is refused. */
#define TEXT_SIZE	(256 * 1024)

static const char *const register_names[] = KPEV_ARGUMENT_REGISTER_NAMES;

/* "%di", or "$stack1" */
static void print_word(struct seq_buf *s, unsigned int word)
{
	if (word < ARRAY_SIZE(register_names))
		seq_buf_printf(s, "%s", register_names[word]);
	else
		seq_buf_printf(s, "$stack%zu",
			       word - ARRAY_SIZE(register_names) + 1);
}

static void print_place(struct seq_buf *s, struct kpev_prototype *proto, u32 n)
{
	u32 words = DIV_ROUND_UP(kpev_btf_size(proto->btf,
					       proto->params[n].type),
				 sizeof(long));
	int word = kpev_prototype_locate(proto, n);
	u32 i;

	if (word < 0)
		seq_buf_printf(s, "?");
	for (i = 0; word >= 0 && i < words; i++) {
		seq_buf_printf(s, "%s", i ? "," : "");
		print_word(s, word + i);
		/* Two are enough to see that there are more. */
		if (i == 1 && words > 2) {
			seq_buf_printf(s, "...");
			break;
		}
	}
}

static void print_prototype(struct seq_buf *s, struct kpev_prototype *proto)
{
	u32 i;

	kpev_btf_print(s, proto->btf, proto->returns, proto->function);
	seq_buf_printf(s, "(%s", proto->nr || proto->is_variadic ? "" : "void");
	for (i = 0; i < proto->nr && !seq_buf_has_overflowed(s); i++) {
		seq_buf_printf(s, "%s", i ? ", " : "");
		kpev_btf_print(s, proto->btf, proto->params[i].type,
			       kpev_prototype_name(proto, i));
	}
	seq_buf_printf(s, "%s);\n", !proto->is_variadic ? "" :
		       proto->nr ? ", ..." : "...");

	for (i = 0; i < proto->nr && !seq_buf_has_overflowed(s); i++) {
		print_place(s, proto, i);
		seq_buf_printf(s, "\t");
		kpev_btf_print(s, proto->btf, proto->params[i].type,
			       kpev_prototype_name(proto, i));
		seq_buf_printf(s, "\n");
	}
	if (!kpev_btf_kind(kpev_btf_resolve(proto->btf, proto->returns, NULL)))
		return;
	seq_buf_printf(s, "%s\t", kpev_prototype_returns_value(proto) ?
		       "%ax" : "?");
	kpev_btf_print(s, proto->btf, proto->returns, "$retval");
	seq_buf_printf(s, "\n");
}

static int refuse(struct kpev_refusal *no, int err, const char *why)
{
	switch (err) {
	case -ENOMEM:
		return err;
	case -ESRCH:
		return kpev_refuse(no, -ENOENT, KPEV_ERR_NO_BTF_ENTRY, 0, "%s",
				   why);
	}
	return kpev_refuse(no, -EOPNOTSUPP, KPEV_ERR_NOSUP_BTFARG, 0, "%s",
			   why);
}

static int write_function(struct seq_buf *s, const char *name,
			  struct kpev_refusal *no)
{
	const char *plain = strchr(name, ':') ? strchr(name, ':') + 1 : name;
	struct kpev_prototype proto = { .function = plain };
	struct kpev_symbol *symbol;
	unsigned long address;
	int ret;

	ret = kpev_symbol_find(name, &address, 0, KPEV_ERR_BAD_PROBE_ADDR, no);
	if (ret)
		return ret;
	symbol = kmalloc(sizeof(*symbol), GFP_KERNEL);
	if (!symbol)
		return -ENOMEM;
	kpev_symbol_at(address, symbol);
	proto.module = symbol->module;
	ret = kpev_prototype_find(&proto);
	if (ret)
		ret = refuse(no, ret, proto.why);
	else
		print_prototype(s, &proto);
	kpev_prototype_put(&proto);
	kfree(symbol);
	return ret;
}

struct listing {
	struct seq_buf *s;
	const struct kpev_btf *btf;
};

/* Offset, declaration; of a bit field, the type that cuts it out too. */
static int print_member(void *data, const struct kpev_btf_member *member)
{
	struct listing *list = data;
	u32 bit = member->bit_offset % BITS_PER_BYTE;
	u32 end = bit + member->bit_size;

	seq_buf_printf(list->s, "+%u\t", member->bit_offset / BITS_PER_BYTE);
	kpev_btf_print(list->s, list->btf, member->type, member->name);
	if (member->bit_size)
		seq_buf_printf(list->s, " : %u\tb%u@%u/%lu", member->bit_size,
			       member->bit_size, bit,
			       max(roundup_pow_of_two(end), 8UL));
	seq_buf_printf(list->s, "\n");
	return seq_buf_has_overflowed(list->s) ? -E2BIG : 0;
}

static int write_struct(struct seq_buf *s, const char *name,
			struct kpev_refusal *no)
{
	char why[KPEV_BTF_WHY_LEN];
	struct kpev_btf *btf;
	struct listing list;
	u32 id;
	int ret;

	ret = kpev_btf_get_struct(NULL, name, &btf, &id, why);
	if (ret)
		return refuse(no, ret, why);
	kpev_btf_print(s, btf, id, "");
	seq_buf_printf(s, "\t%u bytes\n", kpev_btf_size(btf, id));
	list = (struct listing){ .s = s, .btf = btf };
	kpev_btf_each_member(btf, id, print_member, &list);
	kpev_btf_put(btf);
	return 0;
}

/**
 * kpev_signature_text - say what a function takes, or a structure holds
 * @what: [MOD:]FUNCTION, or "struct NAME" or "union NAME"
 * @text: set to the text: a function's prototype and a line for each parameter,
 *	where it is at the entry and its declaration; or a line for each field,
 *	its offset and its declaration; to be freed with kvfree()
 * @size: set to its bytes
 * @no: why there is none
 *
 * Context: may sleep.
 * Return: 0 or a negative errno.
 */
int kpev_signature_text(const char *what, char **text, size_t *size,
			struct kpev_refusal *no)
{
	struct seq_buf s;
	size_t len;
	int ret;

	ret = security_locked_down(LOCKDOWN_KPROBES);
	if (ret)
		return kpev_refuse(no, ret, KPEV_ERR_LOCKED_DOWN, 0, NULL);
	*text = kvmalloc(TEXT_SIZE, GFP_KERNEL);
	if (!*text)
		return -ENOMEM;
	seq_buf_init(&s, *text, TEXT_SIZE);
	len = str_has_prefix(what, "struct ") ?: str_has_prefix(what, "union ");
	ret = len ? write_struct(&s, what + len, no) :
		    write_function(&s, what, no);
	if (!ret && seq_buf_has_overflowed(&s))
		ret = kpev_refuse(no, -E2BIG, KPEV_ERR_LINE_TOO_LONG, 0,
				  "more than %d bytes of text", TEXT_SIZE);
	*size = s.len;
	if (ret)
		kvfree(*text);
	return ret;
}

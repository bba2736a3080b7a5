// SPDX-License-Identifier: GPL-2.0-only
/* The kernel's functions that the parsers call, and other rooms' that they need. */
#include "parse_kernel.h"
#include "parse.h"

#include "errors.h"
#include "member.h"
#include "program.h"
#include "prototype.h"
#include "symbols.h"
#include "type.h"
#include "typed.h"

/* --- memory --- */

unsigned int parse_fail_nth;

void *parse_alloc(size_t size)
{
	if (parse_fail_nth && !--parse_fail_nth)
		return NULL;
	return calloc(1, size);
}

void *kmemdup(const void *p, size_t len, gfp_t flags)
{
	void *copy = parse_alloc(len);

	if (copy)
		memcpy(copy, p, len);
	return copy;
}

char *kmemdup_nul(const char *s, size_t len, gfp_t flags)
{
	char *copy = parse_alloc(len + 1);

	if (copy)
		memcpy(copy, s, len);
	return copy;
}

char *kstrdup(const char *s, gfp_t flags)
{
	return kmemdup_nul(s, strlen(s), flags);
}

char *parse_asprintf(const char *format, ...)
{
	va_list args;
	char *text;
	int len;

	va_start(args, format);
	len = vsnprintf(NULL, 0, format, args);
	va_end(args);
	text = parse_alloc(len + 1);
	if (!text)
		return NULL;
	va_start(args, format);
	vsnprintf(text, len + 1, format, args);
	va_end(args);
	return text;
}

/* --- text --- */

int scnprintf(char *to, size_t size, const char *format, ...)
{
	va_list args;
	int len;

	va_start(args, format);
	len = vsnprintf(to, size, format, args);
	va_end(args);
	return len < (int)size ? len : size ? (int)size - 1 : 0;
}

char *strim(char *s)
{
	size_t len = strlen(s);

	while (len && isspace(s[len - 1]))
		s[--len] = '\0';
	while (isspace(*s))
		s++;
	return s;
}

long strscpy(char *to, const char *from, size_t size)
{
	size_t len = strnlen(from, size);

	if (len == size)
		len--;
	memcpy(to, from, len);
	to[len] = '\0';
	return from[len] ? -E2BIG : (long)len;
}

u32 jhash(const void *key, u32 len, u32 seed)
{
	const u8 *p = key;

	while (len--)
		seed = seed * 31 + *p++;
	return seed;
}

static int digit_of(char c)
{
	if (isdigit(c))
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

/* As lib/kstrtox.c documents it: one sign, one newline, no other stranger. */
static int parse_number(const char *s, unsigned int base, unsigned long *value)
{
	unsigned long n = 0;
	bool any = false;

	if (!base)
		base = *s != '0' ? 10 :
		       (s[1] | 0x20) == 'x' && digit_of(s[2]) < 16 ? 16 : 8;
	if (base == 16 && *s == '0' && (s[1] | 0x20) == 'x')
		s += 2;
	for (; digit_of(*s) < (int)base; s++) {
		if (__builtin_mul_overflow(n, base, &n) ||
		    __builtin_add_overflow(n, digit_of(*s), &n))
			return -ERANGE;
		any = true;
	}
	if (!any)
		return -EINVAL;
	if (*s == '\n')
		s++;
	if (*s)
		return -EINVAL;
	*value = n;
	return 0;
}

int kstrtoul(const char *s, unsigned int base, unsigned long *value)
{
	return parse_number(s + (*s == '+'), base, value);
}

int kstrtol(const char *s, unsigned int base, long *value)
{
	unsigned long n;
	int ret;

	if (*s != '-') {
		ret = kstrtoul(s, base, &n);
		if (!ret && n > LONG_MAX)
			ret = -ERANGE;
	} else {
		ret = parse_number(s + 1, base, &n);
		if (!ret && n > LONG_MAX + 1UL)
			ret = -ERANGE;
		n = -n;
	}
	if (!ret)
		*value = n;
	return ret;
}

int kstrtouint(const char *s, unsigned int base, unsigned int *value)
{
	unsigned long n;
	int ret = kstrtoul(s, base, &n);

	if (!ret && n > UINT_MAX)
		ret = -ERANGE;
	if (!ret)
		*value = n;
	return ret;
}

/* --- the log's file --- */

void seq_printf(struct seq_file *m, const char *format, ...)
{
	va_list args;
	int len;

	va_start(args, format);
	len = vsnprintf(m->buf + m->count, m->size - m->count, format, args);
	va_end(args);
	m->count += min((size_t)len, m->size - m->count);
}

void seq_puts(struct seq_file *m, const char *s)
{
	seq_printf(m, "%s", s);
}

void *seq_list_start(struct list_head *head, loff_t pos)
{
	struct list_head *node = head->next;

	while (node != head && pos--)
		node = node->next;
	return node == head ? NULL : node;
}

void *seq_list_next(void *v, struct list_head *head, loff_t *pos)
{
	struct list_head *node = ((struct list_head *)v)->next;

	++*pos;
	return node == head ? NULL : node;
}

/* --- other rooms --- */

/* Symbols that start with a small letter exist, one in eight several times. */
int kpev_symbol_find(const char *name, unsigned long *address,
		     unsigned int column, enum kpev_error unknown,
		     struct kpev_refusal *no)
{
	u32 hash = jhash(name, strlen(name), 0);

	*address = 0xffffffff81000000UL + (hash & 0xfffff0);
	if (*name < 'a' || *name > 'z')
		return kpev_refuse(no, -ENOENT, unknown, column,
				   "there is no symbol \"%.64s\"", name);
	if (hash % 8 == 0)
		return kpev_refuse(no, -EADDRNOTAVAIL, KPEV_ERR_NON_UNIQ_SYMBOL,
				   column, NULL);
	return 0;
}

static int code_add(struct kpev_code *code, const struct kpev_insn *insn,
		    unsigned int nr)
{
	struct kpev_insn *all = parse_alloc((code->nr + nr) * sizeof(*all));

	if (!all)
		return -ENOMEM;
	if (code->nr)
		memcpy(all, code->insn, code->nr * sizeof(*all));
	memcpy(all + code->nr, insn, nr * sizeof(*all));
	free(code->insn);
	code->insn = all;
	code->nr += nr;
	return 0;
}

int kpev_program_add(struct kpev_program *program, const struct kpev_insn *insn,
		     unsigned int nr)
{
	return code_add(&program->numbers, insn, nr);
}

int kpev_program_keep(struct kpev_program *program,
		      const struct kpev_insn *source)
{
	unsigned int i;
	int ret;

	for (i = 0; i < program->entry.nr; i++)
		if (program->entry.insn[i].op == source->op &&
		    program->entry.insn[i].operand == source->operand)
			return i;
	ret = code_add(&program->entry, source, 1);
	return ret ?: (int)i;
}

void kpev_program_free(struct kpev_program *program)
{
	free(program->numbers.insn);
	free(program->texts.insn);
	free(program->entry.insn);
	*program = (struct kpev_program){};
}

/* --- a kernel without BTF: its types have a test of their own in the guest --- */

int kpev_prototype_find(struct kpev_prototype *proto)
{
	return -EOPNOTSUPP;
}

void kpev_prototype_put(struct kpev_prototype *proto)
{
}

const char *kpev_prototype_name(const struct kpev_prototype *proto, u32 n)
{
	return NULL;
}

static int refuse_names(struct kpev_expression *ex, unsigned int column)
{
	return kpev_refuse(ex->no, -EOPNOTSUPP, KPEV_ERR_NOSUP_BTFARG, column,
			   NULL);
}

int kpev_member_parameter(struct kpev_expression *ex, struct kpev_cursor at)
{
	return refuse_names(ex, at.column);
}

int kpev_member_argument(struct kpev_expression *ex, unsigned int column,
			 unsigned int n)
{
	return refuse_names(ex, column);
}

int kpev_member_retval(struct kpev_expression *ex, struct kpev_cursor at)
{
	return refuse_names(ex, at.column);
}

int kpev_member_current(struct kpev_expression *ex, struct kpev_cursor at)
{
	return refuse_names(ex, at.column);
}

int kpev_member_cast(struct kpev_expression *ex, struct kpev_cursor type,
		     struct kpev_cursor path)
{
	return refuse_names(ex, type.column);
}

int kpev_member_refuse_parameter(struct kpev_refusal *no, unsigned int column,
				 const struct kpev_prototype *proto)
{
	return kpev_refuse(no, -EOPNOTSUPP, KPEV_ERR_NOSUP_BTFARG, column,
			   NULL);
}

void kpev_member_put(struct kpev_expression *ex)
{
}

int kpev_typed_value(struct kpev_expression *ex, struct kpev_value *value,
		     unsigned int type_column)
{
	if (!value->type)
		value->type = kpev_type_word();
	return 0;
}

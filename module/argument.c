// SPDX-License-Identifier: GPL-2.0-only
/* Parsing arguments into fields and fetch programs. */
#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/thread_info.h>

#include "argument.h"
#include "command.h"
#include "compat.h"
#include "errors.h"
#include "fetch.h"
#include "symbols.h"
#include "type.h"

/**
 * struct parser - the state of parsing one argument
 * @no: where a refusal goes
 * @is_return: the argument of a return probe
 * @text: the argument without its name and type; cut as it is parsed
 * @column: column of @text in the command
 * @insn: the instructions so far
 * @nr: how many
 */
struct parser {
	struct kpev_refusal *no;
	bool is_return;
	char *text;
	unsigned int column;
	struct kpev_insn insn[KPEV_FETCH_STEPS_MAX];
	unsigned int nr;
};

/* A part of an expression: what is left to parse, and its column. */
struct cursor {
	char *s;
	unsigned int column;
};

#define REG(name)	{ #name, offsetof(struct pt_regs, name) }
#define REG_ALIAS(name, reg)	{ #name, offsetof(struct pt_regs, reg) }

/* What regs_query_register_offset() knows, and the names of the manuals. */
static const struct {
	const char *name;
	unsigned int offset;
} registers[] = {
#ifdef CONFIG_X86_64
	REG(r15), REG(r14), REG(r13), REG(r12),
	REG(r11), REG(r10), REG(r9), REG(r8),
	REG_ALIAS(rbx, bx), REG_ALIAS(rcx, cx), REG_ALIAS(rdx, dx),
	REG_ALIAS(rsi, si), REG_ALIAS(rdi, di), REG_ALIAS(rbp, bp),
	REG_ALIAS(rax, ax), REG_ALIAS(rip, ip), REG_ALIAS(rsp, sp),
	REG_ALIAS(orig_rax, orig_ax), REG_ALIAS(rflags, flags),
#else
	REG(ds), REG(es), REG(fs), REG(gs),
	REG_ALIAS(ebx, bx), REG_ALIAS(ecx, cx), REG_ALIAS(edx, dx),
	REG_ALIAS(esi, si), REG_ALIAS(edi, di), REG_ALIAS(ebp, bp),
	REG_ALIAS(eax, ax), REG_ALIAS(eip, ip), REG_ALIAS(esp, sp),
	REG_ALIAS(orig_eax, orig_ax), REG_ALIAS(eflags, flags),
#endif
	REG(bx), REG(cx), REG(dx), REG(si), REG(di), REG(bp), REG(ax),
	REG(orig_ax), REG(ip), REG(cs), REG(flags), REG(sp), REG(ss),
};

/* Names that a field of an event can't have: the core's and the head's own. */
static const char *const reserved_names[] = {
	"common_type", "common_flags", "common_preempt_count", "common_pid",
	"common_tgid", "__probe_ip", "__probe_ret_ip", "__probe_func",
};

static int add_insn(struct parser *p, unsigned int column,
		    enum kpev_fetch_op op, unsigned long operand)
{
	if (p->nr == ARRAY_SIZE(p->insn))
		return kpev_refuse(p->no, -E2BIG, KPEV_ERR_TOO_MANY_OPS, column,
				   "at most %d steps", KPEV_FETCH_STEPS_MAX);
	p->insn[p->nr++] = (struct kpev_insn){ .op = op, .operand = operand };
	return 0;
}

static int parse_register(struct parser *p, struct cursor at)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(registers); i++)
		if (!strcmp(registers[i].name, at.s + 1))
			return add_insn(p, at.column, KPEV_FETCH_REG,
					registers[i].offset);
	return kpev_refuse(p->no, -EINVAL, KPEV_ERR_BAD_REG_NAME, at.column,
			   NULL);
}

static int parse_stack(struct parser *p, struct cursor at, const char *number)
{
	const unsigned int max = THREAD_SIZE / sizeof(long);
	unsigned long n;

	if (!*number)
		return add_insn(p, at.column, KPEV_FETCH_STACK_ADDRESS, 0);
	if (!isdigit(*number))
		return kpev_refuse(p->no, -EINVAL, KPEV_ERR_BAD_VAR, at.column,
				   NULL);
	if (kstrtoul(number, 10, &n))
		return kpev_refuse(p->no, -EINVAL, KPEV_ERR_BAD_STACK_NUM,
				   at.column, NULL);
	if (n > max)
		return kpev_refuse(p->no, -E2BIG, KPEV_ERR_BAD_STACK_NUM,
				   at.column, "at most %u", max);
	return add_insn(p, at.column, KPEV_FETCH_STACK, n);
}

static bool is_comm(const char *expr)
{
	return !strcmp(expr, "$comm") || !strcmp(expr, "$COMM");
}

static int parse_variable(struct parser *p, struct cursor at)
{
	const char *name = at.s + 1;

	if (is_comm(at.s))
		return add_insn(p, at.column, KPEV_FETCH_COMM, 0);
	if (!strcmp(name, "retval")) {
		if (!p->is_return)
			return kpev_refuse(p->no, -EINVAL,
					   KPEV_ERR_RETVAL_ON_PROBE, at.column,
					   NULL);
		return add_insn(p, at.column, KPEV_FETCH_RETVAL, 0);
	}
	if (str_has_prefix(name, "stack"))
		return parse_stack(p, at, name + strlen("stack"));
	return kpev_refuse(p->no, -EINVAL, KPEV_ERR_BAD_VAR, at.column, NULL);
}

/* @SYM[+|-OFFS], with at.s on the '@'. */
static int parse_memory_symbol(struct parser *p, struct cursor at)
{
	char *symbol = at.s + 1;
	unsigned long address;
	long offset = 0;
	char *sign;
	int ret;

	sign = strpbrk(symbol, "+-");
	if (sign) {
		if (kstrtol(sign, 0, &offset))
			return kpev_refuse(p->no, -EINVAL, KPEV_ERR_BAD_MEM_ADDR,
					   at.column, "\"%.32s\" is no offset",
					   sign);
		*sign = '\0';
	}
	ret = kpev_symbol_find(symbol, &address, at.column,
			       KPEV_ERR_BAD_MEM_ADDR, p->no);
	if (ret)
		return ret;
	ret = add_insn(p, at.column, KPEV_FETCH_IMM, address);
	return ret ?: add_insn(p, at.column, KPEV_FETCH_DEREF, offset);
}

static int parse_memory(struct parser *p, struct cursor at)
{
	unsigned long address;
	int ret;

	if (at.s[1] == '+')
		return kpev_refuse(p->no, -EINVAL, KPEV_ERR_FILE_ON_KPROBE,
				   at.column, NULL);
	if (!isdigit(at.s[1]))
		return parse_memory_symbol(p, at);
	if (kstrtoul(at.s + 1, 0, &address))
		return kpev_refuse(p->no, -EINVAL, KPEV_ERR_BAD_MEM_ADDR,
				   at.column, NULL);
	ret = add_insn(p, at.column, KPEV_FETCH_IMM, address);
	return ret ?: add_insn(p, at.column, KPEV_FETCH_DEREF, 0);
}

static int parse_immediate(struct parser *p, struct cursor at)
{
	const char *number = at.s + 1;
	unsigned long value;
	int ret;

	if (*number == '-')
		ret = kstrtol(number, 0, (long *)&value);
	else if (*number == '+')
		ret = kstrtol(number + 1, 0, (long *)&value);
	else if (isdigit(*number))
		ret = kstrtoul(number, 0, &value);
	else
		ret = -EINVAL;
	if (ret)
		return kpev_refuse(p->no, -EINVAL, KPEV_ERR_BAD_IMM,
				   at.column + 1, NULL);
	return add_insn(p, at.column, KPEV_FETCH_IMM, value);
}

/* What stands in the innermost parentheses. */
static int parse_source(struct parser *p, struct cursor at)
{
	switch (*at.s) {
	case '%':
		return parse_register(p, at);
	case '$':
		return parse_variable(p, at);
	case '@':
		return parse_memory(p, at);
	case '\\':
		return parse_immediate(p, at);
	}
	if (isalpha(*at.s) || *at.s == '_')
		return kpev_refuse(p->no, -EOPNOTSUPP, KPEV_ERR_NOSUP_BTFARG,
				   at.column, NULL);
	return kpev_refuse(p->no, -EINVAL, KPEV_ERR_BAD_FETCH_ARG, at.column,
			   NULL);
}

/* +|-OFFS(...): take the offset and the parentheses off. */
static int open_dereference(struct parser *p, struct cursor *at, long *offset)
{
	char *open, *close, *number = at->s;

	open = strchr(number, '(');
	if (!open)
		return kpev_refuse(p->no, -EINVAL, KPEV_ERR_DEREF_NEED_BRACE,
				   at->column, NULL);
	*open = '\0';
	if (kstrtol(*number == '+' ? number + 1 : number, 0, offset))
		return kpev_refuse(p->no, -EINVAL, KPEV_ERR_BAD_DEREF_OFFS,
				   at->column, NULL);
	at->column += open + 1 - at->s;
	at->s = open + 1;

	close = strrchr(at->s, ')');
	if (!close)
		return kpev_refuse(p->no, -EINVAL, KPEV_ERR_DEREF_OPEN_BRACE,
				   at->column + strlen(at->s), NULL);
	if (close[1])
		return kpev_refuse(p->no, -EINVAL, KPEV_ERR_BAD_FETCH_ARG,
				   at->column + (close + 1 - at->s), NULL);
	*close = '\0';
	return 0;
}

/* The whole expression: peel the dereferences off, then add them inside out. */
static int parse_expression(struct parser *p)
{
	struct cursor at = { p->text, p->column };
	unsigned int column[KPEV_NESTING_MAX];
	long offset[KPEV_NESTING_MAX];
	int ret, depth = 0;

	while (*at.s == '+' || *at.s == '-') {
		if (depth == KPEV_NESTING_MAX)
			return kpev_refuse(p->no, -E2BIG,
					   KPEV_ERR_TOO_MANY_NESTED, at.column,
					   "at most %d", KPEV_NESTING_MAX);
		ret = open_dereference(p, &at, &offset[depth]);
		if (ret)
			return ret;
		column[depth++] = at.column;
	}

	ret = parse_source(p, at);
	if (ret)
		return ret;
	if (depth && p->insn[0].op == KPEV_FETCH_COMM)
		return kpev_refuse(p->no, -EINVAL, KPEV_ERR_COMM_CANT_DEREF,
				   at.column, NULL);
	while (depth--) {
		ret = add_insn(p, column[depth], KPEV_FETCH_DEREF,
			       offset[depth]);
		if (ret)
			return ret;
	}
	return 0;
}

/* Cut the type off the expression and look it up. */
static int parse_type(struct parser *p, const struct kpev_type **type,
		      unsigned int *column)
{
	char *name = strchr(p->text, ':');

	*column = p->column;
	if (name) {
		*name++ = '\0';
		*column += name - p->text;
	}
	if (is_comm(p->text)) {
		if (name && strcmp(name, "string"))
			return kpev_refuse(p->no, -EINVAL,
					   KPEV_ERR_NEED_STRING_TYPE, *column,
					   NULL);
		name = "string";
	}
	*type = name ? kpev_type_find(name) : kpev_type_word();
	if (!*type)
		return kpev_refuse(p->no, -EINVAL, KPEV_ERR_BAD_TYPE, *column,
				   NULL);
	return 0;
}

/*
 * Add the instruction that stores.  The last step through memory becomes part
 * of it, and a lone register of a word's size is stored in one go.
 */
static int add_store(struct parser *p, const struct kpev_type *type,
		     unsigned int type_column, unsigned int at)
{
	struct kpev_insn *last = &p->insn[p->nr - 1];
	int ret;

	if (kpev_type_is_string(type)) {
		if (last->op == KPEV_FETCH_DEREF) {
			last->op = KPEV_FETCH_PUT_STRING;
		} else if (last->op == KPEV_FETCH_COMM ||
			   last->op == KPEV_FETCH_IMM) {
			ret = add_insn(p, p->column, KPEV_FETCH_PUT_STRING, 0);
			if (ret)
				return ret;
		} else {
			return kpev_refuse(p->no, -EINVAL, KPEV_ERR_BAD_STRING,
					   type_column, NULL);
		}
	} else if (last->op == KPEV_FETCH_DEREF) {
		last->op = KPEV_FETCH_PUT_MEM;
	} else if (last->op == KPEV_FETCH_REG && type->size == sizeof(long) &&
		   kpev_register_fills_slot(last->operand)) {
		last->op = KPEV_FETCH_PUT_REG;
	} else {
		ret = add_insn(p, p->column, KPEV_FETCH_PUT, 0);
		if (ret)
			return ret;
	}

	last = &p->insn[p->nr - 1];
	last->at = at;
	last->size = type->size;
	return 0;
}

static bool name_is_taken(const struct kpev_arguments *args, const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(reserved_names); i++)
		if (!strcmp(reserved_names[i], name))
			return true;
	for (i = 0; i < args->nr; i++)
		if (!strcmp(args->arg[i].name, name))
			return true;
	return false;
}

/*
 * Set the argument's name, given or generated, and return where its expression
 * starts in @text->s, or a negative errno.
 */
static int parse_name(const struct kpev_text *text,
		      const struct kpev_arguments *args,
		      struct kpev_argument *arg, struct kpev_refusal *no)
{
	const char *equals = strchr(text->s, '=');
	int len = equals ? equals - text->s : 0;

	if (equals && !len)
		return kpev_refuse(no, -EINVAL, KPEV_ERR_NO_ARG_NAME,
				   text->column, NULL);
	if (len > KPEV_ARG_NAME_MAX)
		return kpev_refuse(no, -E2BIG, KPEV_ERR_ARG_NAME_TOO_LONG,
				   text->column, "%d characters, at most %d",
				   len, KPEV_ARG_NAME_MAX);
	if (equals)
		arg->name = kmemdup_nul(text->s, len, GFP_KERNEL);
	else
		arg->name = kasprintf(GFP_KERNEL, "arg%u", args->nr + 1);
	if (!arg->name)
		return -ENOMEM;

	if (!kpev_name_is_good(arg->name))
		return kpev_refuse(no, -EINVAL, KPEV_ERR_BAD_ARG_NAME,
				   text->column, NULL);
	if (name_is_taken(args, arg->name))
		return kpev_refuse(no, -EINVAL, KPEV_ERR_USED_ARG_NAME,
				   text->column, NULL);
	return equals ? len + 1 : 0;
}

/* Parse @p->text into @arg and @program. */
static int parse_body(struct parser *p, struct kpev_arguments *args,
		      struct kpev_argument *arg, struct kpev_program *program)
{
	unsigned int type_column;
	int ret;

	ret = parse_type(p, &arg->type, &type_column);
	if (ret)
		return ret;
	ret = parse_expression(p);
	if (ret)
		return ret;

	arg->at = args->size;
	if (args->size + arg->type->size > args->head_size + KPEV_ARGS_SIZE_MAX)
		return kpev_refuse(p->no, -E2BIG, KPEV_ERR_EVENT_TOO_BIG,
				   p->column, "at most %d bytes of arguments",
				   KPEV_ARGS_SIZE_MAX);
	ret = add_store(p, arg->type, type_column, arg->at);
	if (ret)
		return ret;
	ret = kpev_program_add(program, p->insn, p->nr);
	if (!ret)
		args->size += arg->type->size;
	return ret;
}

static int parse_argument(const struct kpev_text *text,
			  struct kpev_arguments *args,
			  struct kpev_argument *arg,
			  struct kpev_program *program, struct kpev_refusal *no)
{
	struct parser *p;
	size_t len;
	int ret;

	ret = parse_name(text, args, arg, no);
	if (ret < 0)
		return ret;
	arg->expr = kstrdup(text->s + ret, GFP_KERNEL);
	if (!arg->expr)
		return -ENOMEM;
	len = strlen(arg->expr);
	if (!len)
		return kpev_refuse(no, -EINVAL, KPEV_ERR_NO_ARG_BODY,
				   text->column + ret, NULL);
	if (len > KPEV_ARG_EXPR_MAX)
		return kpev_refuse(no, -E2BIG, KPEV_ERR_ARG_TOO_LONG,
				   text->column + ret,
				   "%zu characters, at most %d", len,
				   KPEV_ARG_EXPR_MAX);

	p = kzalloc(sizeof(*p), GFP_KERNEL);
	if (!p)
		return -ENOMEM;
	p->no = no;
	p->is_return = args->is_return;
	p->column = text->column + ret;
	p->text = kstrdup(arg->expr, GFP_KERNEL);
	ret = p->text ? parse_body(p, args, arg, program) : -ENOMEM;
	kfree(p->text);
	kfree(p);
	return ret;
}

/**
 * kpev_arguments_parse - parse the arguments of a probe
 * @texts: the arguments as written
 * @nr: how many, KPEV_ARGS_MAX at most
 * @args: filled; .is_return and .head_size are set by the caller, the rest is
 *	zero.  To be freed by the caller, also on error.
 * @program: filled, zeroed by the caller; to be freed likewise
 * @no: why an argument is refused
 *
 * Context: may sleep, may read the kernel's symbol table.
 * Return: 0, or a negative errno; @no is filled unless that is -ENOMEM.
 */
int kpev_arguments_parse(const struct kpev_text *texts, unsigned int nr,
			 struct kpev_arguments *args,
			 struct kpev_program *program, struct kpev_refusal *no)
{
	unsigned int i;
	int ret;

	args->size = args->head_size;
	if (!nr)
		return 0;
	args->arg = kcalloc(nr, sizeof(*args->arg), GFP_KERNEL);
	if (!args->arg)
		return -ENOMEM;
	for (i = 0; i < nr; i++) {
		struct kpev_argument *arg = &args->arg[i];

		ret = parse_argument(&texts[i], args, arg, program, no);
		/* Counted also on error: it may own memory. */
		args->nr++;
		if (ret)
			return ret;
	}
	return 0;
}

/**
 * kpev_arguments_free - free what arguments own
 * @args: the arguments; the struct itself is the caller's
 */
void kpev_arguments_free(struct kpev_arguments *args)
{
	unsigned int i;

	for (i = 0; i < args->nr; i++) {
		kfree(args->arg[i].name);
		kfree(args->arg[i].expr);
	}
	kfree(args->arg);
}

/**
 * kpev_arguments_fit - do two probes record the same fields?
 * @a: the arguments of one
 * @b: the arguments of the other
 * @differs: set to the number, from 0, of the first argument that differs
 *
 * Return: true where names, types and their order are the same.
 */
bool kpev_arguments_fit(const struct kpev_arguments *a,
			const struct kpev_arguments *b, unsigned int *differs)
{
	unsigned int i, common = min(a->nr, b->nr);

	for (i = 0; i < common; i++)
		if (a->arg[i].type != b->arg[i].type ||
		    strcmp(a->arg[i].name, b->arg[i].name))
			break;
	*differs = i;
	return i == a->nr && i == b->nr;
}

/**
 * kpev_arguments_equal - do two probes record the same fields from the same
 * expressions?
 * @a: the arguments of one
 * @b: the arguments of the other
 *
 * Return: true where that is so.
 */
bool kpev_arguments_equal(const struct kpev_arguments *a,
			  const struct kpev_arguments *b)
{
	unsigned int i, differs;

	if (!kpev_arguments_fit(a, b, &differs))
		return false;
	for (i = 0; i < a->nr; i++)
		if (strcmp(a->arg[i].expr, b->arg[i].expr))
			return false;
	return true;
}

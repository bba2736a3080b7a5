// SPDX-License-Identifier: GPL-2.0-only
/* Compiling expressions. */
#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/thread_info.h>

#include "compat.h"
#include "errors.h"
#include "expression.h"
#include "member.h"
#include "prototype.h"
#include "symbols.h"

/* The most words that a stack has: bounds $stackN and $argN. */
#define STACK_WORDS	(THREAD_SIZE / sizeof(long))

/**
 * struct step - a step through memory that encloses what is left to parse
 * @is_cast: it is a cast with a way to a member, see the last two
 * @op: the fetch operation
 * @offset: what is added to the value first
 * @column: of what it encloses
 * @read: a per-CPU address is read too
 * @of_symbol: it encloses @SYM directly
 * @cast: what stands in the cast's parentheses
 * @path: what stands behind the arrow
 */
struct step {
	bool is_cast;
	enum kpev_fetch_op op;
	long offset;
	unsigned int column;
	bool read;
	bool of_symbol;
	struct kpev_cursor cast;
	struct kpev_cursor path;
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

/**
 * kpev_expression_add - add an instruction
 * @ex: the expression
 * @column: the column of its part in the command
 * @op: the operation
 * @operand: see the operation
 *
 * Return: 0, or -E2BIG where there are too many.
 */
int kpev_expression_add(struct kpev_expression *ex, unsigned int column,
			enum kpev_fetch_op op, unsigned long operand)
{
	if (ex->nr == ARRAY_SIZE(ex->insn))
		return kpev_refuse(ex->no, -E2BIG, KPEV_ERR_TOO_MANY_OPS,
				   column, "at most %d steps",
				   KPEV_FETCH_STEPS_MAX);
	ex->insn[ex->nr++] = (struct kpev_insn){ .op = op, .operand = operand };
	return 0;
}

static int parse_register(struct kpev_expression *ex, struct kpev_cursor at)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(registers); i++)
		if (!strcmp(registers[i].name, at.s + 1))
			return kpev_expression_add(ex, at.column,
						   KPEV_FETCH_REG,
						   registers[i].offset);
	return kpev_refuse(ex->no, -EINVAL, KPEV_ERR_BAD_REG_NAME, at.column,
			   NULL);
}

static int bad_variable(struct kpev_expression *ex, struct kpev_cursor at)
{
	return kpev_refuse(ex->no, -EINVAL, KPEV_ERR_BAD_VAR, at.column, NULL);
}

static int parse_stack(struct kpev_expression *ex, struct kpev_cursor at,
		       const char *number)
{
	unsigned long n;

	if (!*number)
		return kpev_expression_add(ex, at.column,
					   KPEV_FETCH_STACK_ADDRESS, 0);
	if (!isdigit(*number) || kstrtoul(number, 10, &n))
		return bad_variable(ex, at);
	if (n > STACK_WORDS)
		return kpev_refuse(ex->no, -E2BIG, KPEV_ERR_BAD_STACK_NUM,
				   at.column, "at most %zu", STACK_WORDS);
	return kpev_expression_add(ex, at.column, KPEV_FETCH_STACK, n);
}

/*
 * Where word number @n of those that a function may be given is at its entry:
 * in a register, or behind the return address on the stack.
 */
static struct kpev_insn word_source(unsigned int n)
{
	static const unsigned int in[] = KPEV_ARGUMENT_REGISTERS;

	if (n < ARRAY_SIZE(in))
		return (struct kpev_insn){
			.op = KPEV_FETCH_REG, .operand = in[n],
		};
	return (struct kpev_insn){
		.op = KPEV_FETCH_STACK, .operand = n - ARRAY_SIZE(in) + 1,
	};
}

/**
 * kpev_expression_add_word - add what fetches a word of a function's arguments
 * @ex: the expression, of a probe at a function's entry or of a return probe
 * @column: its column
 * @word: which one: those in registers, then those on the stack
 *
 * Context: may sleep.
 * Return: 0 or a negative errno.
 */
int kpev_expression_add_word(struct kpev_expression *ex, unsigned int column,
			     unsigned int word)
{
	struct kpev_insn source = word_source(word);
	int ret;

	if (!ex->is_return)
		return kpev_expression_add(ex, column, source.op,
					   source.operand);
	ret = kpev_program_keep(ex->program, &source);
	if (ret < 0)
		return ret;
	return kpev_expression_add(ex, column, KPEV_FETCH_SAVED, ret);
}

static int parse_function_argument(struct kpev_expression *ex,
				   struct kpev_cursor at, const char *number)
{
	unsigned long n;
	int ret;

	if (*number == '*')
		return kpev_refuse(ex->no, -EINVAL, KPEV_ERR_BAD_VAR_ARGS,
				   at.column, NULL);
	if (!isdigit(*number) || kstrtoul(number, 10, &n))
		return bad_variable(ex, at);
	if (!n)
		return kpev_refuse(ex->no, -EINVAL, KPEV_ERR_BAD_ARG_NUM,
				   at.column, "arguments count from 1");
	if (n > STACK_WORDS)
		return kpev_refuse(ex->no, -E2BIG, KPEV_ERR_BAD_ARG_NUM,
				   at.column, "at most %zu", STACK_WORDS);
	if (!ex->at_entry)
		return kpev_refuse(ex->no, -EINVAL, KPEV_ERR_NOFENTRY_ARGS,
				   at.column, NULL);

	/* Without a prototype each argument is taken for a word. */
	ret = kpev_prototype_find(ex->proto);
	if (ret == -ENOMEM)
		return ret;
	return ret ? kpev_expression_add_word(ex, at.column, n - 1) :
		     kpev_member_argument(ex, at.column, n - 1);
}

static bool is_comm(const char *s)
{
	return !strcmp(s, "$comm") || !strcmp(s, "$COMM");
}

/* Is it that variable, with or without a way to a member behind it? */
static bool is_variable(const char *name, const char *variable)
{
	size_t len = str_has_prefix(name, variable);

	return len && (!name[len] || name[len] == '-' || name[len] == '.');
}

static int parse_variable(struct kpev_expression *ex, struct kpev_cursor at)
{
	const char *name = at.s + 1;
	size_t len;

	if (is_comm(at.s))
		return kpev_expression_add(ex, at.column, KPEV_FETCH_COMM, 0);
	if (is_variable(name, "retval")) {
		if (ex->is_return)
			return kpev_member_retval(ex, at);
		return kpev_refuse(ex->no, -EINVAL, KPEV_ERR_RETVAL_ON_PROBE,
				   at.column, NULL);
	}
	if (is_variable(name, "current"))
		return kpev_member_current(ex, at);
	len = str_has_prefix(name, "stack");
	if (len)
		return parse_stack(ex, at, name + len);
	len = str_has_prefix(name, "arg");
	if (len)
		return parse_function_argument(ex, at, name + len);
	return bad_variable(ex, at);
}

/* @SYM[+|-OFFS], with at.s on the '@'. */
static int parse_memory_symbol(struct kpev_expression *ex, struct kpev_cursor at)
{
	char *symbol = at.s + 1;
	unsigned long address;
	long offset = 0;
	char *sign;
	int ret;

	sign = strpbrk(symbol, "+-");
	if (sign) {
		if (kstrtol(sign, 0, &offset))
			return kpev_refuse(ex->no, -EINVAL,
					   KPEV_ERR_BAD_MEM_ADDR, at.column,
					   "\"%.32s\" is no offset", sign);
		*sign = '\0';
	}
	ret = kpev_symbol_find(symbol, &address, at.column,
			       KPEV_ERR_BAD_MEM_ADDR, ex->no);
	if (ret)
		return ret;
	ret = kpev_expression_add(ex, at.column, KPEV_FETCH_IMM, address);
	return ret ?: kpev_expression_add(ex, at.column, KPEV_FETCH_DEREF,
					  offset);
}

static int parse_memory(struct kpev_expression *ex, struct kpev_cursor at)
{
	unsigned long address;
	int ret;

	if (at.s[1] == '+')
		return kpev_refuse(ex->no, -EINVAL, KPEV_ERR_FILE_ON_KPROBE,
				   at.column, NULL);
	if (!isdigit(at.s[1]))
		return parse_memory_symbol(ex, at);
	if (kstrtoul(at.s + 1, 0, &address))
		return kpev_refuse(ex->no, -EINVAL, KPEV_ERR_BAD_MEM_ADDR,
				   at.column, NULL);
	ret = kpev_expression_add(ex, at.column, KPEV_FETCH_IMM, address);
	return ret ?: kpev_expression_add(ex, at.column, KPEV_FETCH_DEREF, 0);
}

/* \"TEXT", with at.s on the backslash. */
static int parse_immediate_string(struct kpev_expression *ex, struct kpev_cursor at)
{
	size_t len = strlen(at.s);

	if (len < 3 || at.s[len - 1] != '"')
		return kpev_refuse(ex->no, -EINVAL, KPEV_ERR_IMMSTR_NO_CLOSE,
				   at.column + len, NULL);
	ex->text = kmemdup_nul(at.s + 2, len - 3, GFP_KERNEL);
	if (!ex->text)
		return -ENOMEM;
	return kpev_expression_add(ex, at.column, KPEV_FETCH_IMM,
				   (unsigned long)ex->text);
}

static int parse_immediate(struct kpev_expression *ex, struct kpev_cursor at)
{
	const char *number = at.s + 1;
	unsigned long value;
	int ret;

	if (*number == '"')
		return parse_immediate_string(ex, at);
	if (*number == '-')
		ret = kstrtol(number, 0, (long *)&value);
	else if (*number == '+')
		ret = kstrtol(number + 1, 0, (long *)&value);
	else if (isdigit(*number))
		ret = kstrtoul(number, 0, &value);
	else
		ret = -EINVAL;
	if (ret)
		return kpev_refuse(ex->no, -EINVAL, KPEV_ERR_BAD_IMM,
				   at.column + 1, NULL);
	return kpev_expression_add(ex, at.column, KPEV_FETCH_IMM, value);
}

/* What stands in the innermost parentheses. */
static int parse_source(struct kpev_expression *ex, struct kpev_cursor at)
{
	switch (*at.s) {
	case '%':
		return parse_register(ex, at);
	case '$':
		return parse_variable(ex, at);
	case '@':
		return parse_memory(ex, at);
	case '\\':
		return parse_immediate(ex, at);
	}
	if (isalpha(*at.s) || *at.s == '_')
		return kpev_member_parameter(ex, at);
	return kpev_refuse(ex->no, -EINVAL, KPEV_ERR_BAD_FETCH_ARG, at.column,
			   NULL);
}

/* @at stands behind the opening parenthesis: take the closing one off. */
static int close_step(struct kpev_expression *ex, struct kpev_cursor *at,
		      struct step *step)
{
	char *close = strrchr(at->s, ')');

	if (!close)
		return kpev_refuse(ex->no, -EINVAL, KPEV_ERR_DEREF_OPEN_BRACE,
				   at->column + strlen(at->s), NULL);
	if (close[1])
		return kpev_refuse(ex->no, -EINVAL, KPEV_ERR_BAD_FETCH_ARG,
				   at->column + (close + 1 - at->s), NULL);
	*close = '\0';
	step->column = at->column;
	step->of_symbol = *at->s == '@';
	return 0;
}

/* +|-[u]OFFS(...): take the offset and the parentheses off. */
static int open_dereference(struct kpev_expression *ex, struct kpev_cursor *at,
			    struct step *step)
{
	bool is_user = at->s[1] == 'u';
	char *number = at->s + 1 + is_user;
	char *open = strchr(number, '(');
	unsigned long offset;

	if (!open)
		return kpev_refuse(ex->no, -EINVAL, KPEV_ERR_DEREF_NEED_BRACE,
				   at->column, NULL);
	*open = '\0';
	if (!isdigit(*number) || kstrtoul(number, 0, &offset) ||
	    offset > LONG_MAX)
		return kpev_refuse(ex->no, -EINVAL, KPEV_ERR_BAD_DEREF_OFFS,
				   at->column, NULL);
	*step = (struct step){
		.op = is_user ? KPEV_FETCH_USER_DEREF : KPEV_FETCH_DEREF,
		.offset = *at->s == '-' ? -offset : offset,
	};
	at->column += open + 1 - at->s;
	at->s = open + 1;
	return close_step(ex, at, step);
}

static bool opens_percpu(const char *s)
{
	return strstarts(s, "this_cpu_ptr(") || strstarts(s, "this_cpu_read(");
}

/* The parenthesis that closes the one at @s, or NULL. */
static char *matching_close(char *s)
{
	int depth = 0;

	for (; *s; s++) {
		if (*s == '(')
			depth++;
		else if (*s == ')' && !--depth)
			return s;
	}
	return NULL;
}

static int refuse_open(struct kpev_expression *ex, struct kpev_cursor at)
{
	return kpev_refuse(ex->no, -EINVAL, KPEV_ERR_DEREF_OPEN_BRACE,
			   at.column + strlen(at.s), NULL);
}

/*
 * The end of the value that is cast, which @at stands at the start of: behind
 * the parenthesis that it ends with, or at its arrow.
 */
static int find_cast_end(struct kpev_expression *ex, struct kpev_cursor at,
			 char **end)
{
	char *open = at.s;

	if (*at.s == '+' || *at.s == '-' || opens_percpu(at.s)) {
		open = strchr(at.s + 1, '(');
		if (!open)
			return kpev_refuse(ex->no, -EINVAL,
					   KPEV_ERR_DEREF_NEED_BRACE, at.column,
					   NULL);
	}
	if (*open == '(') {
		*end = matching_close(open);
		if (!*end)
			return refuse_open(ex, at);
		++*end;
		return 0;
	}
	*end = strpbrk(at.s, "+-");
	if (*at.s == '@' && *end && isdigit((*end)[1]))
		return kpev_refuse(ex->no, -EINVAL,
				   KPEV_ERR_TYPECAST_SYM_OFFSET, at.column,
				   NULL);
	*end = strchrnul(at.s, '-');
	return 0;
}

/* (TYPE)VALUE->PATH: leave VALUE, without the parentheses it may stand in. */
static int open_cast(struct kpev_expression *ex, struct kpev_cursor *at,
		     struct step *step)
{
	char *close = strchr(at->s, ')'), *end;
	int ret;

	if (!close)
		return refuse_open(ex, *at);
	*close = '\0';
	*step = (struct step){
		.is_cast = true,
		.cast = { .s = at->s + 1, .column = at->column + 1 },
	};
	at->column += close + 1 - at->s;
	at->s = close + 1;

	ret = find_cast_end(ex, *at, &end);
	if (ret)
		return ret;
	if (!strstarts(end, "->"))
		return kpev_refuse(ex->no, -EINVAL, KPEV_ERR_TYPECAST_REQ_FIELD,
				   at->column + (end - at->s), NULL);
	step->path = (struct kpev_cursor){
		.s = end + 2, .column = at->column + (end + 2 - at->s),
	};
	*end = '\0';
	if (*at->s == '(') {
		end[-1] = '\0';
		at->s++;
		at->column++;
	}
	return 0;
}

static bool opens_step(const char *s)
{
	return *s == '+' || *s == '-' || *s == '(' || opens_percpu(s);
}

/* Take one enclosing step off. */
static int open_step(struct kpev_expression *ex, struct kpev_cursor *at,
		     struct step *step)
{
	if (*at->s == '+' || *at->s == '-')
		return open_dereference(ex, at, step);
	if (*at->s == '(')
		return open_cast(ex, at, step);

	*step = (struct step){
		.op = KPEV_FETCH_PERCPU,
		.read = strstarts(at->s, "this_cpu_read("),
	};
	at->column += strcspn(at->s, "(") + 1;
	at->s += strcspn(at->s, "(") + 1;
	return close_step(ex, at, step);
}

static int add_step(struct kpev_expression *ex, const struct step *step)
{
	int ret = 0;

	if (step->is_cast)
		return kpev_member_cast(ex, step->cast, step->path);
	/* What lies behind an address that was computed has no type. */
	kpev_member_put(ex);
	/* The per-CPU variable @SYM is meant, not what lies at its address. */
	if (step->op == KPEV_FETCH_PERCPU && step->of_symbol)
		ex->insn[ex->nr - 1].op = KPEV_FETCH_PERCPU;
	else
		ret = kpev_expression_add(ex, step->column, step->op,
					  step->offset);
	if (!ret && step->read)
		ret = kpev_expression_add(ex, step->column, KPEV_FETCH_DEREF,
					  0);
	return ret;
}

/**
 * kpev_expression_is_text - may it only be a string?
 * @text: the expression
 *
 * Return: true for the task's name and for an immediate string.
 */
bool kpev_expression_is_text(const char *text)
{
	return is_comm(text) || strstarts(text, "\\\"");
}

/**
 * kpev_expression_parse - compile an expression
 * @ex: the expression; .no, .program, .proto, .is_return and .at_entry are
 *	set, the rest is zero
 * @text: the expression without its type; it is cut
 * @column: its column in the command
 *
 * Context: may sleep, may read the kernel's symbol table.
 * Return: 0, or a negative errno; @ex->no is filled unless that is -ENOMEM.
 */
int kpev_expression_parse(struct kpev_expression *ex, char *text,
			  unsigned int column)
{
	struct step steps[KPEV_NESTING_MAX];
	struct kpev_cursor at = { text, column };
	int ret, depth = 0;

	/* Peel the steps off, then add them from the inside out. */
	while (opens_step(at.s)) {
		if (depth == KPEV_NESTING_MAX)
			return kpev_refuse(ex->no, -E2BIG,
					   KPEV_ERR_TOO_MANY_NESTED, at.column,
					   "at most %d", KPEV_NESTING_MAX);
		ret = open_step(ex, &at, &steps[depth++]);
		if (ret)
			return ret;
	}

	ret = parse_source(ex, at);
	if (ret)
		return ret;
	if (depth && kpev_expression_is_text(at.s))
		return kpev_refuse(ex->no, -EINVAL, KPEV_ERR_COMM_CANT_DEREF,
				   at.column, NULL);
	while (depth--) {
		ret = add_step(ex, &steps[depth]);
		if (ret)
			return ret;
	}
	return 0;
}

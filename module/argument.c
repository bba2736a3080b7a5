// SPDX-License-Identifier: GPL-2.0-only
/* Parsing arguments into fields and fetch programs. */
#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "argument.h"
#include "command.h"
#include "compat.h"
#include "errors.h"
#include "expression.h"
#include "program.h"
#include "member.h"
#include "prototype.h"
#include "type.h"
#include "typed.h"

/* Names that a field of an event can't have: the core's and the head's own. */
static const char *const reserved_names[] = {
	"common_type", "common_flags", "common_preempt_count", "common_pid",
	"common_tgid", "__probe_ip", "__probe_ret_ip", "__probe_func",
};

/*
 * Cut the type off the expression and look it up; *@column is its column.  None
 * is set where none is given.
 */
static int parse_value(char *text, struct kpev_value *value,
		       unsigned int *column, struct kpev_refusal *no)
{
	/* A colon in an immediate string is no type's. */
	char *quote = strstarts(text, "\\\"") ? strrchr(text, '"') : NULL;
	char *type = strchr(quote ?: text, ':');
	bool is_text;

	if (type) {
		*type++ = '\0';
		*column += type - text;
	}
	is_text = kpev_expression_is_text(text);
	if (is_text && type && strcmp(type, "string"))
		return kpev_refuse(no, -EINVAL, KPEV_ERR_NEED_STRING_TYPE,
				   *column, NULL);
	*value = (struct kpev_value){};
	if (is_text || type)
		return kpev_value_parse(type ?: "string", *column, value, no);
	return 0;
}

/* The steps from a dentry or a file to the pointer to its name. */
static int add_name_steps(struct kpev_expression *ex, unsigned int column,
			  enum kpev_type_kind kind)
{
	int ret = 0;

	if (kind == KPEV_TYPE_FILE)
		ret = kpev_expression_add(ex, column, KPEV_FETCH_DEREF,
					  offsetof(struct file, f_path.dentry));
	if (!ret)
		ret = kpev_expression_add(ex, column, KPEV_FETCH_DEREF,
					  offsetof(struct dentry, d_name.name));
	return ret ?: kpev_expression_add(ex, column, KPEV_FETCH_DEREF, 0);
}

static bool is_deref(const struct kpev_insn *insn)
{
	return insn->op == KPEV_FETCH_DEREF ||
	       insn->op == KPEV_FETCH_USER_DEREF;
}

/*
 * What stores a text.  It takes the last step through memory over: a string
 * lies there, an array of strings has its pointers there.
 */
static int add_text_store(struct kpev_expression *ex,
			  const struct kpev_value *value, unsigned int column,
			  unsigned int type_column)
{
	struct kpev_insn *last = &ex->insn[ex->nr - 1];
	bool is_user = last->op == KPEV_FETCH_USER_DEREF;

	if (is_deref(last)) {
		last->user_pointers = is_user;
		last->op = is_user || value->type->kind == KPEV_TYPE_USTRING ?
			   KPEV_FETCH_PUT_USER_STRING : KPEV_FETCH_PUT_STRING;
		return 0;
	}
	if ((last->op != KPEV_FETCH_COMM && last->op != KPEV_FETCH_IMM) ||
	    value->count)
		return kpev_refuse(ex->no, -EINVAL, KPEV_ERR_BAD_STRING,
				   type_column, NULL);
	return kpev_expression_add(ex, column,
				   value->type->kind == KPEV_TYPE_USTRING ?
				   KPEV_FETCH_PUT_USER_STRING :
				   KPEV_FETCH_PUT_STRING, 0);
}

static int add_symstr_store(struct kpev_expression *ex,
			    const struct kpev_value *value, unsigned int column,
			    unsigned int type_column)
{
	switch (ex->insn[ex->nr - 1].op) {
	case KPEV_FETCH_IMM:
	case KPEV_FETCH_COMM:
	case KPEV_FETCH_CURRENT:
	case KPEV_FETCH_STACK_ADDRESS:
	case KPEV_FETCH_USER_DEREF:
		return kpev_refuse(ex->no, -EINVAL, KPEV_ERR_BAD_SYMSTRING,
				   type_column, NULL);
	}
	if (value->count)
		return kpev_refuse(ex->no, -EINVAL, KPEV_ERR_BAD_STRING,
				   type_column, NULL);
	return kpev_expression_add(ex, column, KPEV_FETCH_PUT_SYMSTR, 0);
}

static int add_number_store(struct kpev_expression *ex,
			    const struct kpev_value *value, unsigned int column,
			    unsigned int type_column)
{
	struct kpev_insn *last = &ex->insn[ex->nr - 1];

	if (last->op == KPEV_FETCH_DEREF) {
		last->op = KPEV_FETCH_PUT_MEM;
		return 0;
	}
	if (last->op == KPEV_FETCH_USER_DEREF) {
		last->op = KPEV_FETCH_PUT_USER_MEM;
		return 0;
	}
	if (value->count)
		return kpev_refuse(ex->no, -EINVAL, KPEV_ERR_BAD_STRING,
				   type_column, "arrays are in memory only");
	return kpev_expression_add(ex, column, KPEV_FETCH_PUT, 0);
}

/* Add the instruction that stores the value at @at. */
static int add_store(struct kpev_expression *ex, const struct kpev_value *value,
		     unsigned int column, unsigned int type_column,
		     unsigned int at)
{
	struct kpev_insn *store;
	int ret = 0;

	switch (value->type->kind) {
	case KPEV_TYPE_DENTRY:
	case KPEV_TYPE_FILE:
		ret = add_name_steps(ex, column, value->type->kind);
		if (ret)
			return ret;
		fallthrough;
	case KPEV_TYPE_STRING:
	case KPEV_TYPE_USTRING:
		ret = add_text_store(ex, value, column, type_column);
		break;
	case KPEV_TYPE_SYMSTR:
		ret = add_symstr_store(ex, value, column, type_column);
		break;
	default:
		ret = add_number_store(ex, value, column, type_column);
	}
	if (ret)
		return ret;

	store = &ex->insn[ex->nr - 1];
	store->at = at;
	store->size = value->type->size;
	store->count = value->count;
	store->is_signed = value->type->kind == KPEV_TYPE_SIGNED &&
			   !value->no_sign;
	store->lshift = value->lshift;
	store->rshift = value->rshift;
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

/* A parameter is its own name, any other expression has a number. */
static char *generate_name(const char *expr, unsigned int number)
{
	size_t len = strcspn(expr, ":");
	char *name;

	if (len <= KPEV_ARG_NAME_MAX) {
		name = kmemdup_nul(expr, len, GFP_KERNEL);
		if (!name || kpev_name_is_good(name))
			return name;
		kfree(name);
	}
	return kasprintf(GFP_KERNEL, "arg%u", number);
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
		arg->name = generate_name(text->s, args->nr + 1);
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

/* Compile @text, which stands at @column and is cut, into @arg. */
static int parse_body(struct kpev_expression *ex, char *text,
		      unsigned int column, struct kpev_arguments *args,
		      struct kpev_argument *arg)
{
	unsigned int type_column = column;
	unsigned int size;
	int ret;

	ret = parse_value(text, &arg->value, &type_column, ex->no);
	if (ret)
		return ret;
	ret = kpev_expression_parse(ex, text, column);
	if (!ret)
		ret = kpev_typed_value(ex, &arg->value, type_column);
	if (ret)
		return ret;

	size = kpev_value_size(&arg->value);
	if (args->size + size > args->head_size + KPEV_ARGS_SIZE_MAX)
		return kpev_refuse(ex->no, -E2BIG, KPEV_ERR_EVENT_TOO_BIG,
				   column, "at most %d bytes of arguments",
				   KPEV_ARGS_SIZE_MAX);
	arg->at = args->size;
	ret = add_store(ex, &arg->value, column, type_column, arg->at);
	if (ret)
		return ret;
	arg->insn = kmemdup(ex->insn, ex->nr * sizeof(*ex->insn), GFP_KERNEL);
	if (!arg->insn)
		return -ENOMEM;
	arg->nr_insn = ex->nr;
	ret = kpev_program_add(&args->program, arg->insn, arg->nr_insn);
	if (!ret)
		args->size += size;
	return ret;
}

static int check_expression(const struct kpev_argument *arg,
			    unsigned int column, struct kpev_refusal *no)
{
	size_t len = strlen(arg->expr);

	if (!len)
		return kpev_refuse(no, -EINVAL, KPEV_ERR_NO_ARG_BODY, column,
				   NULL);
	if (len > KPEV_ARG_EXPR_MAX)
		return kpev_refuse(no, -E2BIG, KPEV_ERR_ARG_TOO_LONG, column,
				   "%zu characters, at most %d", len,
				   KPEV_ARG_EXPR_MAX);
	return 0;
}

static int parse_argument(const struct kpev_text *source,
			  struct kpev_arguments *args,
			  struct kpev_prototype *proto, struct kpev_refusal *no)
{
	/* Counted at once: it may own memory also on error. */
	struct kpev_argument *arg = &args->arg[args->nr];
	struct kpev_expression *ex;
	unsigned int column;
	char *text;
	int ret;

	arg->column = source->column;
	ret = parse_name(source, args, arg, no);
	args->nr++;
	if (ret < 0)
		return ret;
	column = source->column + ret;
	arg->expr = kstrdup(source->s + ret, GFP_KERNEL);
	if (!arg->expr)
		return -ENOMEM;
	ret = check_expression(arg, column, no);
	if (ret)
		return ret;

	ex = kzalloc(sizeof(*ex), GFP_KERNEL);
	text = kstrdup(arg->expr, GFP_KERNEL);
	if (ex && text) {
		ex->no = no;
		ex->program = &args->program;
		ex->proto = proto;
		ex->is_return = args->is_return;
		ex->at_entry = args->at_entry;
		ret = parse_body(ex, text, column, args, arg);
		arg->text = ex->text;
		kpev_member_put(ex);
	} else {
		ret = -ENOMEM;
	}
	kfree(text);
	kfree(ex);
	return ret;
}

/**
 * struct expansion - arguments being parsed, with $argN and $arg* among them
 * @args: the arguments
 * @proto: the prototype that they may name parameters of
 * @no: why one is refused
 * @used: bytes of the names that stand for $argN and $arg* so far
 */
struct expansion {
	struct kpev_arguments *args;
	struct kpev_prototype proto;
	struct kpev_refusal *no;
	unsigned int used;
};

/*
 * Parse a parameter under its own name, where it has one.  @type is what was
 * written behind $argN.
 */
static int parse_parameter(struct expansion *e, u32 n, const char *type,
			   unsigned int column)
{
	const char *name = kpev_prototype_name(&e->proto, n);
	struct kpev_text text = { .column = column };
	int ret;

	e->used += strlen(name) + 1;
	if (e->used > KPEV_PARAMETERS_LEN_MAX)
		return kpev_refuse(e->no, -E2BIG, KPEV_ERR_ARGS_2LONG, column,
				   "at most %d bytes of names",
				   KPEV_PARAMETERS_LEN_MAX);
	if (kpev_name_is_good(name))
		text.s = kasprintf(GFP_KERNEL, "%s%s", name, type);
	else
		text.s = kasprintf(GFP_KERNEL, "$arg%u%s", n + 1, type);
	if (!text.s)
		return -ENOMEM;
	ret = parse_argument(&text, e->args, &e->proto, e->no);
	kfree(text.s);
	return ret;
}

/* $arg*: all parameters. */
static int parse_all(struct expansion *e, const struct kpev_text *text)
{
	int ret = kpev_prototype_find(&e->proto);
	u32 n;

	if (ret == -ENOMEM)
		return ret;
	if (!e->args->at_entry)
		return kpev_refuse(e->no, -EINVAL, KPEV_ERR_NOFENTRY_ARGS,
				   text->column, NULL);
	if (ret)
		return kpev_refuse(e->no, -EOPNOTSUPP, KPEV_ERR_NOSUP_BTFARG,
				   text->column, "%s", e->proto.why);
	if (!e->proto.nr)
		return kpev_refuse(e->no, -EOPNOTSUPP, KPEV_ERR_NOSUP_BTFARG,
				   text->column, "%.64s has no parameters",
				   e->proto.function);
	for (n = 0; n < e->proto.nr && !ret; n++)
		ret = parse_parameter(e, n, "", text->column);
	return ret;
}

/* An unnamed $argN is known by its parameter's name, where that is known. */
static int parse_numbered(struct expansion *e, const struct kpev_text *text)
{
	const char *number = text->s + strlen("$arg");
	size_t len = strspn(number, "0123456789");
	unsigned int n = 0;
	int ret;

	ret = kpev_prototype_find(&e->proto);
	if (ret == -ENOMEM)
		return ret;
	/* What isn't right is refused where it is parsed. */
	if (ret || !e->proto.nr || !len || (number[len] && number[len] != ':') ||
	    sscanf(number, "%4u", &n) != 1 || !n || len > 4)
		return parse_argument(text, e->args, &e->proto, e->no);
	if (n > e->proto.nr)
		return n * sizeof(long) > THREAD_SIZE ?
		       parse_argument(text, e->args, &e->proto, e->no) :
		       kpev_member_refuse_parameter(e->no, text->column,
						    &e->proto);
	return parse_parameter(e, n - 1, number + len, text->column);
}

static int parse_text(struct expansion *e, const struct kpev_text *text)
{
	if (!strcmp(text->s, "$arg*"))
		return parse_all(e, text);
	if (strstarts(text->s, "$arg"))
		return parse_numbered(e, text);
	return parse_argument(text, e->args, &e->proto, e->no);
}

/* Make room for all arguments, those that $arg* stands for included. */
static int make_room(struct expansion *e, const struct kpev_text *texts,
		     unsigned int nr)
{
	const struct kpev_text *all = NULL;
	unsigned int i, room = nr;
	int ret;

	for (i = 0; i < nr; i++) {
		if (strcmp(texts[i].s, "$arg*"))
			continue;
		if (all)
			return kpev_refuse(e->no, -EINVAL, KPEV_ERR_DOUBLE_ARGS,
					   texts[i].column, NULL);
		all = &texts[i];
		ret = kpev_prototype_find(&e->proto);
		if (ret == -ENOMEM)
			return ret;
		if (!ret)
			room += e->proto.nr;
	}
	if (room - !!all > KPEV_ARGS_MAX)
		return kpev_refuse(e->no, -E2BIG, KPEV_ERR_TOO_MANY_ARGS,
				   all->column, "at most %d", KPEV_ARGS_MAX);
	e->args->arg = kcalloc(room, sizeof(*e->args->arg), GFP_KERNEL);
	return e->args->arg ? 0 : -ENOMEM;
}

/**
 * kpev_arguments_parse - parse the arguments of a probe
 * @texts: the arguments as written
 * @nr: how many, KPEV_ARGS_MAX at most
 * @args: filled; .function, .module, .is_return, .at_entry and .head_size are
 *	set by the caller, the rest is zero.  To be freed by the caller, also on
 *	error.
 * @no: why an argument is refused
 *
 * Context: may sleep, may read the kernel's symbol table and BTF.
 * Return: 0, or a negative errno; @no is filled unless that is -ENOMEM.
 */
int kpev_arguments_parse(const struct kpev_text *texts, unsigned int nr,
			 struct kpev_arguments *args, struct kpev_refusal *no)
{
	struct expansion e = {
		.args = args,
		.proto.function = args->at_entry ? args->function : NULL,
		.proto.module = args->module,
		.no = no,
	};
	unsigned int i;
	int ret;

	args->size = args->head_size;
	if (!nr)
		return 0;
	ret = make_room(&e, texts, nr);
	for (i = 0; i < nr && !ret; i++)
		ret = parse_text(&e, &texts[i]);
	kpev_prototype_put(&e.proto);
	return ret;
}

/**
 * kpev_arguments_free - free what arguments own
 * @args: the arguments; the struct itself is the caller's.  No hit may be
 *	running their program any more.
 */
void kpev_arguments_free(struct kpev_arguments *args)
{
	unsigned int i;

	kpev_program_free(&args->program);
	for (i = 0; i < args->nr; i++) {
		kfree(args->arg[i].name);
		kfree(args->arg[i].expr);
		kfree(args->arg[i].insn);
		kfree(args->arg[i].text);
	}
	kfree(args->arg);
	args->arg = NULL;
	args->nr = 0;
}

static bool same_field(const struct kpev_argument *a,
		       const struct kpev_argument *b)
{
	return kpev_value_same_field(&a->value, &b->value) &&
	       !strcmp(a->name, b->name);
}

/* Do they fetch the same, however that was written? */
static bool same_fetch(const struct kpev_argument *a,
		       const struct kpev_argument *b)
{
	unsigned int i;

	if (a->nr_insn != b->nr_insn || !a->text != !b->text)
		return false;
	if (a->text && strcmp(a->text, b->text))
		return false;
	for (i = 0; i < a->nr_insn; i++) {
		const struct kpev_insn *x = &a->insn[i], *y = &b->insn[i];
		bool points_at_text = a->text && x->op == KPEV_FETCH_IMM;

		if (x->op != y->op || x->size != y->size ||
		    x->count != y->count || x->lshift != y->lshift ||
		    x->rshift != y->rshift ||
		    x->user_pointers != y->user_pointers ||
		    (x->operand != y->operand && !points_at_text))
			return false;
	}
	return true;
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
		if (!same_field(&a->arg[i], &b->arg[i]))
			break;
	*differs = i;
	return i == a->nr && i == b->nr;
}

/**
 * kpev_arguments_match - are one probe's first arguments another's?
 * @few: the arguments that are asked for
 * @all: the arguments of the probe
 *
 * What counts is the meaning, not how it was written: names, types and what
 * is fetched.
 *
 * Return: true where @all starts with @few.
 */
bool kpev_arguments_match(const struct kpev_arguments *few,
			  const struct kpev_arguments *all)
{
	unsigned int i;

	if (few->nr > all->nr)
		return false;
	for (i = 0; i < few->nr; i++)
		if (!same_field(&few->arg[i], &all->arg[i]) ||
		    !same_fetch(&few->arg[i], &all->arg[i]))
			return false;
	return true;
}

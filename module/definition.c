// SPDX-License-Identifier: GPL-2.0-only
/* Making, placing and showing definitions. */
#include <linux/kernel.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "compat.h"
#include "definition.h"
#include "event.h"
#include "layout.h"
#include "symbols.h"

static const struct kpev_probe_ops probe_ops = {
	.hit = kpev_record_hit,
	.keep = kpev_record_keep,
};

/**
 * kpev_definition_free - free a definition
 * @def: the definition; its event has let go of the probe
 *
 * Context: may sleep; under the registry's lock.
 */
void kpev_definition_free(struct kpev_definition *def)
{
	kpev_definition_unplace(def);
	kpev_probe_cleanup(&def->probe);
	kpev_arguments_free(&def->args);
	kfree(def->where.symbol);
	kfree(def->function);
	kfree(def);
}

/*
 * The function at whose entry the probe is has parameters with names.  One that
 * was found by its address is it only if no other has its name.
 */
static int name_function(struct kpev_definition *def)
{
	const char *plain = def->where.symbol;
	struct kpev_symbol *symbol;
	int ret;

	def->args.module = def->place.module;
	if (!def->place.at_entry || !def->has_types)
		return 0;
	if (plain && !def->where.offset) {
		def->args.function = strchr(plain, ':') ?
				     strchr(plain, ':') + 1 : plain;
		return 0;
	}
	symbol = kmalloc(sizeof(*symbol), GFP_KERNEL);
	if (!symbol)
		return -ENOMEM;
	ret = kpev_symbol_at(def->place.address, symbol);
	if (!ret && kpev_symbol_is_at(symbol->module, symbol->name,
				      def->place.address)) {
		def->function = kstrdup(symbol->name, GFP_KERNEL);
		if (!def->function)
			ret = -ENOMEM;
		def->args.function = def->function;
	}
	kfree(symbol);
	return ret == -ENOMEM ? ret : 0;
}

static int fill(struct kpev_definition *def, const struct kpev_command *cmd,
		struct kpev_refusal *no)
{
	int ret;

	def->maxactive = cmd->maxactive;
	def->where = cmd->where;
	def->where.symbol = NULL;
	if (cmd->where.symbol) {
		def->where.symbol = kstrdup(cmd->where.symbol, GFP_KERNEL);
		if (!def->where.symbol)
			return -ENOMEM;
	}
	ret = kpev_place_find(cmd, &def->place, no);
	if (ret)
		return ret;
	if (def->place.pending)
		def->has_types = false;
	ret = name_function(def);
	if (ret)
		return ret;
	def->args.is_return = cmd->is_return;
	def->args.at_entry = def->place.at_entry;
	def->args.head_size = kpev_layout_head_size(cmd->is_return);
	return kpev_arguments_parse(cmd->args, cmd->nr_args, &def->args, no);
}

static int make(const struct kpev_command *cmd, bool has_types,
		struct kpev_definition **result, struct kpev_refusal *no)
{
	struct kpev_definition *def;
	int ret;

	def = kzalloc(sizeof(*def), GFP_KERNEL);
	if (!def)
		return -ENOMEM;
	INIT_LIST_HEAD(&def->node);
	def->has_types = has_types;
	ret = kpev_probe_setup(&def->probe, cmd->is_return, &probe_ops,
			       &def->tap);
	if (!ret)
		ret = fill(def, cmd, no);
	if (ret) {
		kpev_definition_free(def);
		return ret;
	}
	def->tap.program = &def->args.program;
	*result = def;
	return 0;
}

/**
 * kpev_definition_make - make a definition, not placed
 * @cmd: the command
 * @result: set to the definition
 * @no: why it is refused
 *
 * Context: may sleep; under the registry's lock.
 * Return: 0 or a negative errno.
 */
int kpev_definition_make(const struct kpev_command *cmd,
			 struct kpev_definition **result,
			 struct kpev_refusal *no)
{
	return make(cmd, true, result, no);
}

static bool is_syscall(const char *symbol)
{
	return strstarts(symbol, "__x64_sys_") ||
	       strstarts(symbol, "__ia32_sys_");
}

/**
 * kpev_definition_warn - log what a definition may not mean
 * @def: the definition
 * @cmd: its command
 *
 * A system call's function has its arguments behind a pointer: $argN is not
 * the call's Nth.
 *
 * Context: may sleep.
 */
void kpev_definition_warn(const struct kpev_definition *def,
			  const struct kpev_command *cmd)
{
	static const unsigned int at[] = KPEV_SYSCALL_REGISTERS;
	struct kpev_refusal no = { .warning = true };
	unsigned int i;

	kpev_place_warn(cmd, &def->place);
	if (!def->where.symbol || !is_syscall(def->where.symbol))
		return;
	for (i = 0; i < cmd->nr_args; i++) {
		const char *equals = strchr(cmd->args[i].s, '=');

		if (strstarts(equals ? equals + 1 : cmd->args[i].s, "$arg"))
			break;
	}
	if (i == cmd->nr_args)
		return;
	kpev_refuse(&no, 0, KPEV_ERR_SYSCALL_REGS, cmd->args[i].column,
		    "the call's own are +%u($arg1), then +%u, +%u, +%u, +%u, +%u",
		    at[0], at[1], at[2], at[3], at[4], at[5]);
	kpev_log_refusal(&no, cmd->text);
}

static int register_probe(struct kpev_definition *def, unsigned int column,
			  struct kpev_refusal *no)
{
	const struct kpev_program *program = &def->args.program;
	const struct kpev_probe_needs needs = {
		.maxactive = def->maxactive,
		.saved_words = program->entry.nr,
		.all_registers = kpev_program_needs_all_registers(program),
		.hook = def->place.hook,
	};
	int ret;

	kpev_walk_keep(&def->kept, def->place.address);
	ret = kpev_probe_register(&def->probe, def->place.address, &needs);
	if (!ret)
		return 0;
	kpev_walk_forget(&def->kept);
	return kpev_place_refused(column, &def->place, ret, no);
}

/**
 * kpev_definition_place - put the probe on its place, not armed
 * @def: the definition, not published
 * @cmd: its command
 * @no: why it is refused
 *
 * A module that goes in between, and another that comes to its address, change
 * the generation of the symbols: the place is looked for again then.
 *
 * Context: may sleep; under the registry's lock.
 * Return: 0, also for a pending place; or a negative errno.
 */
int kpev_definition_place(struct kpev_definition *def,
			  const struct kpev_command *cmd,
			  struct kpev_refusal *no)
{
	unsigned int generation;
	int ret;

	for (;;) {
		kpev_definition_unplace(def);
		generation = kpev_symbols_generation();
		ret = kpev_place_find(cmd, &def->place, no);
		if (ret)
			return ret;
		def->tap.address = def->place.address;
		if (def->place.pending)
			return 0;
		ret = register_probe(def, cmd->where.column, no);
		if (!ret) {
			def->probe.registered = true;
			if (generation == kpev_symbols_generation())
				return 0;
		} else if (!kpev_place_pends(&cmd->where, NULL)) {
			return ret;
		}
		kpev_refusal_forget(no);
	}
}

/**
 * kpev_definition_unplace - take the probe off its place
 * @def: the definition; where it is published, its event has forgotten that
 *	the probe is registered
 *
 * Context: may sleep for a grace period; under the registry's lock.
 */
void kpev_definition_unplace(struct kpev_definition *def)
{
	struct kpev_probe *probe = &def->probe;

	if (!probe->registered)
		return;
	probe->registered = false;
	kpev_probes_unregister(&probe, 1);
	kpev_walk_forget(&def->kept);
}

/**
 * kpev_definition_gone - unregister a probe whose event has been told
 * @def: the definition; its probe is registered, but not marked so
 *
 * Context: may sleep for a grace period; under the registry's lock.
 */
void kpev_definition_gone(struct kpev_definition *def)
{
	struct kpev_probe *probe = &def->probe;

	kpev_probes_unregister(&probe, 1);
	kpev_walk_forget(&def->kept);
	def->place.pending = true;
}

static size_t room_for_command(const struct kpev_definition *def)
{
	size_t size = sizeof("p:g/e :+") + 20 + strlen(def->place.module) +
		      strlen(def->where.symbol);
	unsigned int i;

	for (i = 0; i < def->args.nr; i++)
		size += sizeof(" =") + strlen(def->args.arg[i].name) +
			strlen(def->args.arg[i].expr);
	return size;
}

/*
 * The command that would define @def again, with its module named.  Its texts
 * are new, since symbols in its arguments may have other addresses now.
 */
static struct kpev_command *command_of(const struct kpev_definition *def,
				       struct kpev_refusal *no)
{
	const struct kpev_where *where = &def->where;
	struct kpev_command *cmd = NULL;
	bool named = strchr(where->symbol, ':');
	size_t size = room_for_command(def);
	unsigned int i;
	char *line;
	int len;

	line = kmalloc(size, GFP_KERNEL);
	if (!line)
		return NULL;
	len = scnprintf(line, size, "%c:g/e %s%s%s+%lu",
			def->args.is_return ? 'r' : 'p',
			named ? "" : def->place.module, named ? "" : ":",
			where->symbol, where->offset);
	for (i = 0; i < def->args.nr; i++)
		len += scnprintf(line + len, size - len, " %s=%s",
				 def->args.arg[i].name, def->args.arg[i].expr);
	if (kpev_command_parse_again(line, len, &cmd, no)) {
		kpev_command_free(cmd);
		cmd = NULL;
	}
	kfree(line);
	return cmd;
}

static int replace(struct kpev_definition *def, const struct kpev_command *cmd,
		   struct kpev_refusal *no)
{
	struct kpev_definition *fresh;
	unsigned int differs;
	int ret;

	ret = make(cmd, def->has_types, &fresh, no);
	if (ret)
		return ret;

	/* Types may have changed with the module: the records can't. */
	if (kpev_arguments_fit(&def->args, &fresh->args, &differs)) {
		swap(def->args, fresh->args);
		swap(def->args.function, fresh->args.function);
		swap(def->args.module, fresh->args.module);
		def->place = fresh->place;
		def->tap.address = def->place.address;
	} else {
		ret = kpev_refuse(no, -EEXIST, KPEV_ERR_DIFF_ARG_TYPE,
				  fresh->args.arg[differs].column, NULL);
	}
	kpev_definition_free(fresh);
	return ret ?: register_probe(def, cmd->where.column, no);
}

/**
 * kpev_definition_replace - put the probe on its place after its module came
 * @def: the definition, not registered; on success the probe is, but neither
 *	armed nor marked so
 *
 * Context: may sleep; under the registry's lock; while the module is coming.
 * Return: 0, or a negative errno with @def->lacking set.
 */
int kpev_definition_replace(struct kpev_definition *def)
{
	struct kpev_refusal no = {};
	struct kpev_command *cmd = command_of(def, &no);
	int ret = cmd ? replace(def, cmd, &no) : -ENOMEM;

	kpev_command_free(cmd);
	def->lacking = KPEV_ERR_NONE;
	if (ret)
		def->lacking = no.code ?: KPEV_ERR_NO_MEMORY;
	return ret;
}

/**
 * kpev_definition_is_at - is this its place?
 * @def: the definition
 * @where: a place as a user wrote it
 *
 * Numbers are compared, not how they were written.
 */
bool kpev_definition_is_at(const struct kpev_definition *def,
			   const struct kpev_where *where)
{
	if (!where->symbol)
		return !def->place.pending &&
		       def->place.address == where->address;
	return def->where.symbol &&
	       !strcmp(def->where.symbol, where->symbol) &&
	       def->where.offset == where->offset;
}

/**
 * kpev_definition_matches - is it meant by a removal?
 * @def: the definition
 * @cmd: the removal
 * @matches: set to the answer
 *
 * Context: may sleep; under the registry's lock.
 * Return: 0 or -ENOMEM.
 */
int kpev_definition_matches(const struct kpev_definition *def,
			    const struct kpev_command *cmd, bool *matches)
{
	struct kpev_arguments wanted = {
		.function = def->args.function,
		.module = def->args.module,
		.is_return = def->args.is_return,
		.at_entry = def->args.at_entry,
		.head_size = def->args.head_size,
	};
	struct kpev_refusal no = {};
	int ret;

	*matches = !cmd->has_place || kpev_definition_is_at(def, &cmd->where);
	if (cmd->is_return && !def->args.is_return)
		*matches = false;
	if (!*matches || !cmd->nr_args)
		return 0;
	/* What doesn't parse for this probe isn't this probe's. */
	ret = kpev_arguments_parse(cmd->args, cmd->nr_args, &wanted, &no);
	*matches = !ret && kpev_arguments_match(&wanted, &def->args);
	kpev_arguments_free(&wanted);
	return ret == -ENOMEM ? ret : 0;
}

static void show_place(struct seq_file *m, const struct kpev_where *where,
		       bool shown)
{
	if (!where->symbol)
		seq_printf(m, " 0x%lx", shown ? where->address : 0);
	else if (where->offset)
		seq_printf(m, " %s+%lu", where->symbol, where->offset);
	else
		seq_printf(m, " %s", where->symbol);
}

/**
 * kpev_definition_show - show a definition as a line that defines it again
 * @m: the file
 * @def: the definition
 * @shown: the reader may see addresses
 *
 * Context: under the registry's lock.
 */
void kpev_definition_show(struct seq_file *m, const struct kpev_definition *def,
			  bool shown)
{
	unsigned int i;

	seq_putc(m, def->args.is_return ? 'r' : 'p');
	if (def->maxactive)
		seq_printf(m, "%u", def->maxactive);
	seq_printf(m, ":%s/%s", def->event->group, def->event->name);
	show_place(m, &def->where, shown);
	for (i = 0; i < def->args.nr; i++)
		seq_printf(m, " %s=%s", def->args.arg[i].name,
			   def->args.arg[i].expr);
	seq_putc(m, '\n');
}

/**
 * kpev_definition_status - show where its probe is
 * @m: the file
 * @def: the definition
 * @shown: the reader may see addresses
 *
 * Context: under the registry's lock.
 */
void kpev_definition_status(struct seq_file *m,
			    const struct kpev_definition *def, bool shown)
{
	seq_printf(m, "probe: %s/%s", def->event->group, def->event->name);
	show_place(m, &def->where, shown);
	if (def->probe.registered)
		seq_printf(m, ": %s at 0x%lx\n",
			   kpev_probe_way_name(&def->probe), shown ? def->place.address : 0);
	else if (def->lacking)
		seq_printf(m, ": pending, %s has no such place: %s\n",
			   def->place.module, kpev_error_text(def->lacking));
	else if (!def->where.symbol)
		seq_printf(m, ": gone with %s\n", def->place.module);
	else
		seq_printf(m, ": pending, %s is not loaded\n",
			   def->place.module);
}

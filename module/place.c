// SPDX-License-Identifier: GPL-2.0-only
/* Finding and judging the place of a probe. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/string.h>

#include "blacklist.h"
#include "command.h"
#include "errors.h"
#include "ftrace_hook.h"
#include "insn.h"
#include "place.h"
#include "symbols.h"
#include "walk.h"

/* Symbols that stand for a part of the kernel and not for what follows them. */
static bool is_base_symbol(const char *name)
{
	return !strcmp(name, "_text") || !strcmp(name, "_stext") ||
	       !strcmp(name, "_sinittext");
}

static int refuse_no_function(const struct kpev_command *cmd,
			      unsigned long address, struct kpev_refusal *no)
{
	const struct kpev_where *where = &cmd->where;
	struct kpev_symbol symbol;

	if (where->symbol && where->offset &&
	    !kpev_symbol_at(address - where->offset, &symbol))
		return kpev_refuse(no, -EOPNOTSUPP, KPEV_ERR_BAD_PROBE_ADDR,
				   where->column,
				   "%.64s is 0x%lx bytes long; 0x%lx is in no function",
				   symbol.name, symbol.size, address);
	return kpev_refuse(no, -EOPNOTSUPP, KPEV_ERR_BAD_PROBE_ADDR,
			   where->column, "0x%lx is in no function", address);
}

/* The parts of the kernel's text that kprobes refuses as a whole. */
static const struct {
	const char *start, *end, *what;
} forbidden[] = {
	{ "__entry_text_start", "__entry_text_end", "entry text" },
	{ "__noinstr_text_start", "__noinstr_text_end", "noinstr text" },
	{ "__kprobes_text_start", "__kprobes_text_end", "__kprobes text" },
	/* _einittext has a name also without KALLSYMS_ALL */
	{ "_sinittext", "_einittext", "init text, which is gone" },
	{ "__init_begin", "__init_end", "init text, which is gone" },
};

static bool is_between(unsigned long address, const char *start,
		       const char *end)
{
	unsigned long first = kpev_symbol_address(start);
	unsigned long last = kpev_symbol_address(end);

	return first && last && address >= first && address < last;
}

/*
 * Why can no probe go to this address, @symbol's, whatever the instruction
 * there?
 */
static const char *area_reason(unsigned long address,
			       const struct kpev_symbol *symbol)
{
	unsigned int i;

	if (!strncmp(symbol->name, "__cfi_", 6))
		return "a function's CFI preamble";
	if (!strncmp(symbol->name, "__pfx_", 6))
		return "the padding in front of a function";
	for (i = 0; i < ARRAY_SIZE(forbidden); i++)
		if (is_between(address, forbidden[i].start, forbidden[i].end))
			return forbidden[i].what;
	if (!symbol->module[0] && kpev_symbol_address("_etext") &&
	    !is_between(address, "_stext", "_etext"))
		return "data and not text";
	if (kpev_blacklist_has(address))
		return "on the blacklist of kprobes (NOKPROBE_SYMBOL)";
	return NULL;
}

/* Why can no probe go to the instruction there?  NULL where that isn't seen. */
static const char *insn_reason(const struct kpev_function *function,
			       unsigned long offset)
{
	struct kpev_x86_insn insn;

	if (!function->text ||
	    kpev_x86_decode(function->text + offset, function->size - offset,
			    IS_ENABLED(CONFIG_X86_64), &insn) <= 0)
		return NULL;
	switch (insn.kind) {
	case KPEV_X86_UD:
		return "a BUG or WARN site";
	case KPEV_X86_INT3:
		return "an int3";
	case KPEV_X86_NOP:
	case KPEV_X86_JMP:
		return "a jump label or static call, which the kernel patches";
	case KPEV_X86_CALL:
		return "a static call, which the kernel patches";
	default:
		return NULL;
	}
}

/*
 * The hook at the entry of @symbol, where it is known that kprobes allows a probe
 * there, without asking: that takes a walk over all jump labels in front of it.
 * They, static calls and the rest that kprobes looks for aren't where ftrace has a
 * hook; and the kernel's own text doesn't go.  A part that the compiler made
 * (NAME.isra.0) may be on the list by its function's name: kprobes knows.
 */
static unsigned long allowed_hook(const struct kpev_symbol *symbol,
				  unsigned long address)
{
	/* Until it runs, its init text is there, and goes. */
	if (symbol->offset || symbol->module[0] || strchr(symbol->name, '.') ||
	    system_state != SYSTEM_RUNNING || !kpev_blacklist_clears(address))
		return 0;
	return kpev_ftrace_hook(address);
}

static int check_function(const struct kpev_command *cmd,
			  struct kpev_place *place, struct kpev_refusal *no)
{
	const struct kpev_where *where = &cmd->where;
	struct kpev_symbol symbol;
	int ret;

	ret = kpev_symbol_at(place->address, &symbol);
	if (ret == -ENOENT)
		return refuse_no_function(cmd, place->address, no);
	if (ret)
		return ret;
	if (cmd->is_return && symbol.offset)
		return kpev_refuse(no, -EINVAL, KPEV_ERR_BAD_RETPROBE,
				   where->column,
				   "this is %.64s+0x%lx, 0x%lx bytes long",
				   symbol.name, symbol.offset, symbol.size);
	if (!kpev_traceable(place->address - symbol.offset, symbol.name))
		return kpev_refuse(no, -EOPNOTSUPP, KPEV_ERR_FAIL_REG_PROBE,
				   where->column, "%.64s+0x%lx is %s",
				   symbol.name, symbol.offset,
				   area_reason(place->address, &symbol) ?:
				   "notrace: ftrace has no hook in its function");
	place->at_entry = !symbol.offset;
	if (!cmd->is_return)
		place->hook = allowed_hook(&symbol, place->address);
	place->elsewhere = where->symbol && where->offset > symbol.offset &&
			   !is_base_symbol(where->symbol);
	strscpy(place->module, symbol.module, sizeof(place->module));
	return 0;
}

/**
 * kpev_place_pends - does the place name a module that isn't loaded?
 * @where: the place, as it was written
 * @module: set to the module's name, MODULE_NAME_LEN bytes; NULL: not wanted
 *
 * Context: may sleep.
 * Return: true for MOD:SYM where MOD isn't loaded, or on its way out.
 */
bool kpev_place_pends(const struct kpev_where *where, char *module)
{
	char name[MODULE_NAME_LEN];
	size_t len;

	len = where->symbol ? strcspn(where->symbol, ":") : 0;
	if (!len || !where->symbol[len] || len >= sizeof(name))
		return false;
	memcpy(name, where->symbol, len);
	name[len] = '\0';
	if (module)
		strscpy(module, name, MODULE_NAME_LEN);
	return !kpev_module_is_loaded(name);
}

static int take_pending(const struct kpev_command *cmd,
			struct kpev_place *place, struct kpev_refusal *no)
{
	kpev_refusal_forget(no);
	place->pending = true;
	place->at_entry = !cmd->where.offset;
	if (!cmd->is_return || place->at_entry)
		return 0;
	return kpev_refuse(no, -EINVAL, KPEV_ERR_BAD_RETPROBE,
			   cmd->where.column, NULL);
}

static int find_address(const struct kpev_command *cmd,
			struct kpev_place *place, struct kpev_refusal *no)
{
	const struct kpev_where *where = &cmd->where;
	int ret;

	if (where->symbol) {
		ret = kpev_symbol_find(where->symbol, &place->address,
				       where->column, KPEV_ERR_BAD_PROBE_ADDR,
				       no);
		if (ret)
			return ret;
		place->address += where->offset;
	}
	return check_function(cmd, place, no);
}

/* Built in, kpev is notrace text of the kernel's, which is refused anyway. */
static bool is_in_kpev(unsigned long address)
{
#ifdef MODULE
	return within_module(address, THIS_MODULE);
#else
	return false;
#endif
}

/**
 * kpev_place_find - the address of a command's place
 * @cmd: the command
 * @place: filled
 * @no: why there is none
 *
 * A place in a module that isn't loaded is pending.
 *
 * Context: may sleep.
 * Return: 0; -ENOENT: no such symbol; -EADDRNOTAVAIL: several of that name;
 * -EOPNOTSUPP: nothing that a probe may go to; -EINVAL: a return probe not at
 * an entry; -ENOMEM.
 */
int kpev_place_find(const struct kpev_command *cmd, struct kpev_place *place,
		    struct kpev_refusal *no)
{
	const struct kpev_where *where = &cmd->where;
	int ret;

	*place = (struct kpev_place){ .address = where->address };
	if (kpev_place_pends(where, place->module))
		return take_pending(cmd, place, no);
	ret = find_address(cmd, place, no);
	/* The module may have gone meanwhile. */
	if (ret && kpev_place_pends(where, place->module))
		return take_pending(cmd, place, no);
	if (ret)
		return ret;
	if (is_in_kpev(place->address))
		return kpev_refuse(no, -EOPNOTSUPP, KPEV_ERR_FAIL_REG_PROBE,
				   where->column,
				   "kpev can't be probed by itself");
	return 0;
}

/* Not at an instruction's start: say in which one, and where the next is. */
static int refuse_inside(const struct kpev_function *function,
			 const char *name, unsigned long offset,
			 unsigned int column, struct kpev_refusal *no)
{
	struct kpev_insn_at insn;

	if (!function->text || kpev_walk_find(function, offset, &insn) !=
			       KPEV_WALK_INSIDE)
		return kpev_refuse(no, -EILSEQ, KPEV_ERR_BAD_INSN_BNDRY,
				   column, "%.64s+0x%lx is inside an instruction",
				   name, offset);
	return kpev_refuse(no, -EILSEQ, KPEV_ERR_BAD_INSN_BNDRY, column,
			   "%.64s+0x%lx is inside the %u-byte instruction at +0x%lx; next boundary +0x%lx",
			   name, offset, insn.length, insn.offset,
			   insn.offset + insn.length);
}

/**
 * kpev_place_refused - say why the kernel refused a probe at a place
 * @column: the place's column in the command
 * @place: the place
 * @err: what registering the probe returned, not 0
 * @no: filled
 *
 * Context: may sleep.
 * Return: the negative errno for the writer, the same on every kernel.
 */
int kpev_place_refused(unsigned int column, const struct kpev_place *place,
		       int err, struct kpev_refusal *no)
{
	struct kpev_function function = {};
	struct kpev_symbol symbol = {};
	struct kpev_insn_at at;
	const char *why;
	int ret;

	if (err == -ENOMEM)
		return err;
	if (err == -ENOENT)
		return kpev_refuse(no, err, KPEV_ERR_BAD_PROBE_ADDR, column,
				   "0x%lx is gone, or %s is going",
				   place->address, place->module[0] ?
				   place->module : "what it belongs to");

	kpev_symbol_at(place->address, &symbol);
	kpev_walk_read(&function, place->address);
	/*
	 * Newer kernels say EILSEQ also where an instruction starts that
	 * is to raise an exception: the same answer on all of them.
	 */
	if (err == -EILSEQ && function.text &&
	    kpev_walk_find(&function, symbol.offset, &at) == KPEV_WALK_BOUNDARY)
		err = -EINVAL;
	if (err == -EILSEQ) {
		ret = refuse_inside(&function, symbol.name, symbol.offset,
				    column, no);
	} else {
		why = area_reason(place->address, &symbol) ?:
		      insn_reason(&function, symbol.offset);
		ret = kpev_refuse(no, -EOPNOTSUPP, KPEV_ERR_FAIL_REG_PROBE,
				  column, why ? "%.64s+0x%lx is %s" :
				  "the kernel allows no probe at %.64s+0x%lx",
				  symbol.name, symbol.offset, why);
	}
	kpev_walk_free(&function);
	return ret;
}

/**
 * kpev_place_warn - log what may be wrong with a place that was taken
 * @cmd: the command
 * @place: its place
 *
 * Context: may sleep.
 */
void kpev_place_warn(const struct kpev_command *cmd,
		     const struct kpev_place *place)
{
	/*
	 * Callers may use these instead.  What was moved to .cold escapes only
	 * a probe that is not at the entry.
	 */
	static const char *const variants[] = {
		".part.0", ".isra.0", ".constprop.0", ".cold",
	};
	const struct kpev_where *where = &cmd->where;
	struct kpev_refusal no = { .warning = true };
	struct kpev_symbol symbol, asked;
	char name[KSYM_NAME_LEN];
	unsigned int i;

	if (place->pending || !where->symbol)
		return;
	if (place->elsewhere && !kpev_symbol_at(place->address, &symbol) &&
	    !kpev_symbol_at(place->address - where->offset, &asked)) {
		kpev_refuse(&no, 0, KPEV_ERR_ELSEWHERE, where->column,
			    "%.64s is 0x%lx bytes long; this is %.64s+0x%lx",
			    asked.name, asked.size, symbol.name, symbol.offset);
		kpev_log_refusal(&no, cmd->text);
		return;
	}
	for (i = 0; i < ARRAY_SIZE(variants); i++) {
		scnprintf(name, sizeof(name), "%s%s", where->symbol,
			  variants[i]);
		if (!kpev_symbol_exists(name) ||
		    (place->at_entry && !strcmp(variants[i], ".cold")))
			continue;
		kpev_refuse(&no, 0, KPEV_ERR_ESCAPES, where->column,
			    "the compiler has split it: see %.96s", name);
		kpev_log_refusal(&no, cmd->text);
		return;
	}
}

// SPDX-License-Identifier: GPL-2.0-only
/* Finding and judging the place of a probe. */
#include <linux/errno.h>
#include <linux/module.h>
#include <linux/string.h>

#include "command.h"
#include "errors.h"
#include "place.h"
#include "symbols.h"

static int check_function(const struct kpev_command *cmd,
			  struct kpev_place *place, struct kpev_refusal *no)
{
	struct kpev_symbol symbol;
	int ret;

	ret = kpev_symbol_at(place->address, &symbol);
	if (ret == -ENOENT)
		return kpev_refuse(no, -EOPNOTSUPP, KPEV_ERR_BAD_PROBE_ADDR,
				   cmd->where.column, "0x%lx is in no function",
				   place->address);
	if (ret)
		return ret;
	if (cmd->is_return && symbol.offset)
		return kpev_refuse(no, -EINVAL, KPEV_ERR_BAD_RETPROBE,
				   cmd->where.column,
				   "this is 0x%lx bytes into a function of 0x%lx",
				   symbol.offset, symbol.size);
	place->at_entry = !symbol.offset;
	strscpy(place->module, symbol.module, sizeof(place->module));
	return 0;
}

/* Does MOD:SYM name a module that isn't loaded?  Then set its name. */
static bool is_pending(const struct kpev_where *where, struct kpev_place *place)
{
	size_t len = strcspn(where->symbol, ":");

	if (!where->symbol[len] || !len || len >= sizeof(place->module))
		return false;
	memcpy(place->module, where->symbol, len);
	place->module[len] = '\0';
	return !kpev_module_is_loaded(place->module);
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
	if (where->symbol && is_pending(where, place)) {
		place->pending = true;
		place->at_entry = !where->offset;
		if (!cmd->is_return || place->at_entry)
			return 0;
		return kpev_refuse(no, -EINVAL, KPEV_ERR_BAD_RETPROBE,
				   where->column, NULL);
	}
	if (where->symbol) {
		ret = kpev_symbol_find(where->symbol, &place->address,
				       where->column, KPEV_ERR_BAD_PROBE_ADDR,
				       no);
		if (ret)
			return ret;
		place->address += where->offset;
	}

	ret = check_function(cmd, place, no);
	if (ret)
		return ret;
	if (within_module(place->address, THIS_MODULE))
		return kpev_refuse(no, -EOPNOTSUPP, KPEV_ERR_FAIL_REG_PROBE,
				   where->column,
				   "kpev can't be probed by itself");
	return 0;
}

/**
 * kpev_place_refused - say why the kernel refused a probe at a place
 * @cmd: the command
 * @address: the place
 * @err: what registering the probe returned, not 0
 * @no: filled
 *
 * Return: the negative errno for the writer, the same on every kernel.
 */
int kpev_place_refused(const struct kpev_command *cmd, unsigned long address,
		       int err, struct kpev_refusal *no)
{
	unsigned int column = cmd->where.column;
	struct kpev_symbol symbol = {};

	switch (err) {
	case -ENOMEM:
		return err;
	case -EILSEQ:
		kpev_symbol_at(address, &symbol);
		return kpev_refuse(no, err, KPEV_ERR_BAD_INSN_BNDRY, column,
				   "0x%lx bytes into the function is inside an instruction",
				   symbol.offset);
	case -ENOENT:
		return kpev_refuse(no, err, KPEV_ERR_BAD_PROBE_ADDR, column,
				   "0x%lx is gone", address);
	default:
		return kpev_refuse(no, -EOPNOTSUPP, KPEV_ERR_FAIL_REG_PROBE,
				   column,
				   "the kernel allows no probe there: %d", err);
	}
}

// SPDX-License-Identifier: GPL-2.0-only
/* Finding and judging the place of a probe. */
#include <linux/errno.h>
#include <linux/module.h>

#include "command.h"
#include "errors.h"
#include "place.h"
#include "symbols.h"

static int check_function(const struct kpev_command *cmd, unsigned long address,
			  struct kpev_refusal *no)
{
	unsigned long offset, size;
	int ret;

	ret = kpev_symbol_extent(address, &offset, &size);
	if (ret == -ENOENT)
		return kpev_refuse(no, -EOPNOTSUPP, KPEV_ERR_BAD_PROBE_ADDR,
				   cmd->place.column,
				   "0x%lx is in no function", address);
	if (ret)
		return ret;
	if (cmd->kind == KPEV_COMMAND_RETURN && offset)
		return kpev_refuse(no, -EINVAL, KPEV_ERR_BAD_RETPROBE,
				   cmd->place.column,
				   "this is 0x%lx bytes into a function of 0x%lx",
				   offset, size);
	return 0;
}

/**
 * kpev_place_find - the address of a command's place
 * @cmd: the command
 * @address: set to the address
 * @no: why there is none
 *
 * Context: may sleep.
 * Return: 0; -ENOENT: no such symbol; -EADDRNOTAVAIL: several of that name;
 * -EOPNOTSUPP: nothing that a probe may go to; -EINVAL: a return probe not at
 * an entry; -ENOMEM.
 */
int kpev_place_find(const struct kpev_command *cmd, unsigned long *address,
		    struct kpev_refusal *no)
{
	int ret;

	*address = cmd->address;
	if (cmd->symbol) {
		ret = kpev_symbol_find(cmd->symbol, address, cmd->place.column,
				       KPEV_ERR_BAD_PROBE_ADDR, no);
		if (ret)
			return ret;
		*address += cmd->offset;
	}

	ret = check_function(cmd, *address, no);
	if (ret)
		return ret;
	if (within_module(*address, THIS_MODULE))
		return kpev_refuse(no, -EOPNOTSUPP, KPEV_ERR_FAIL_REG_PROBE,
				   cmd->place.column,
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
	unsigned int column = cmd->place.column;
	unsigned long offset, size;

	switch (err) {
	case -ENOMEM:
		return err;
	case -EILSEQ:
		if (kpev_symbol_extent(address, &offset, &size))
			offset = 0;
		return kpev_refuse(no, err, KPEV_ERR_BAD_INSN_BNDRY, column,
				   "0x%lx bytes into the function is inside an instruction",
				   offset);
	case -ENOENT:
		return kpev_refuse(no, err, KPEV_ERR_BAD_PROBE_ADDR, column,
				   "0x%lx is gone", address);
	default:
		return kpev_refuse(no, -EOPNOTSUPP, KPEV_ERR_FAIL_REG_PROBE,
				   column,
				   "the kernel allows no probe there: %d", err);
	}
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Names <-> addresses of the kernel and its modules.
 *
 * The names come from /proc/kallsyms, read once into an index when first
 * needed and again after a module came or went.  The index is guarded by a
 * mutex of its own, a leaf but for the locks of that file.
 */
#ifndef KPEV_SYMBOLS_H
#define KPEV_SYMBOLS_H

#include <linux/kallsyms.h>
#include <linux/module.h>
#include <linux/types.h>

#include "errors.h"

struct seq_file;

/**
 * struct kpev_symbol - the symbol that covers an address
 * @name: its name
 * @offset: bytes from its start to the address
 * @size: its size in bytes
 * @module: the module that it is in, or ""
 */
struct kpev_symbol {
	char name[KSYM_NAME_LEN];
	unsigned long offset;
	unsigned long size;
	char module[MODULE_NAME_LEN];
};

int kpev_symbols_init(void);
void kpev_symbols_exit(void);
int kpev_symbol_find(const char *name, unsigned long *address,
		     unsigned int column, enum kpev_error unknown,
		     struct kpev_refusal *no);
int kpev_symbol_at(unsigned long address, struct kpev_symbol *symbol);
bool kpev_module_is_loaded(const char *name);
unsigned long kpev_symbol_address(const char *name);
bool kpev_symbol_exists(const char *name);
bool kpev_symbol_is_at(const char *module, const char *name,
		       unsigned long address);
bool kpev_addresses_are_shown(void);
unsigned int kpev_symbols_generation(void);
void kpev_symbols_drop(void);
void kpev_symbols_status(struct seq_file *m);

#endif

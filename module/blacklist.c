// SPDX-License-Identifier: GPL-2.0-only
/* The list of kprobes, as debugfs shows it. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/slab.h>

#include "blacklist.h"
#include "lines.h"

#define BLACKLIST	"/sys/kernel/debug/kprobes/blacklist"

/**
 * struct entry - an entry of the list
 * @start: its first address
 * @end: the first one behind it
 */
struct entry {
	unsigned long start;
	unsigned long end;
};

/**
 * struct list - the list
 * @entries: its entries
 * @nr: how many
 * @room: for how many there is memory
 */
struct list {
	struct entry *entries;
	unsigned int nr;
	unsigned int room;
};

static DEFINE_MUTEX(known_lock);
/*
 * Guarded by known_lock; no entries: not read yet.  The kernel's own are in the list
 * since the boot and for good, ahead of those of modules, which come and go.
 */
static struct list known;

static bool is_in(const struct entry *entry, unsigned long address)
{
	return address >= entry->start && address < entry->end;
}

/* A line is "0xSTART-0xEND<tab>NAME"; zeros where addresses are hidden. */
static bool parse(const char *line, struct entry *entry)
{
	return sscanf(line, "0x%lx-0x%lx", &entry->start, &entry->end) == 2 &&
	       entry->start;
}

static int look_for(void *data, char *line)
{
	struct entry entry;

	return parse(line, &entry) && is_in(&entry, *(unsigned long *)data);
}

/**
 * kpev_blacklist_has - is a place known to be on the list now?
 * @address: the place, also in a module
 *
 * Context: may sleep.
 * Return: false also where the list isn't to be seen.
 */
bool kpev_blacklist_has(unsigned long address)
{
	return kpev_read_lines(BLACKLIST, look_for, &address) == 1;
}

static int count(void *data, char *line)
{
	struct list *list = data;
	struct entry entry;

	list->room++;
	return parse(line, &entry) ? 0 : -EPERM;
}

/* What has come since they were counted is a module's. */
static int keep(void *data, char *line)
{
	struct list *list = data;

	if (list->nr == list->room)
		return 0;
	return parse(line, &list->entries[list->nr++]) ? 0 : -EPERM;
}

/* Leaves @list empty where it can't be read. */
static void read_list(struct list *list)
{
	if (!kpev_read_lines(BLACKLIST, count, list) && list->room)
		list->entries = kvmalloc_array(list->room,
					       sizeof(*list->entries),
					       GFP_KERNEL);
	if (list->entries && !kpev_read_lines(BLACKLIST, keep, list))
		return;
	kvfree(list->entries);
	*list = (struct list){};
}

static bool list_has(const struct list *list, unsigned long address)
{
	unsigned int i;

	for (i = 0; i < list->nr; i++)
		if (is_in(&list->entries[i], address))
			return true;
	return false;
}

/**
 * kpev_blacklist_clears - is a place known not to be on the list?
 * @address: the place, in the kernel's own text
 *
 * Context: may sleep; reads the list the first time.
 * Return: false also where the list isn't to be seen.
 */
bool kpev_blacklist_clears(unsigned long address)
{
	bool clears;

	mutex_lock(&known_lock);
	if (!known.nr)
		read_list(&known);
	clears = known.nr && !list_has(&known, address);
	mutex_unlock(&known_lock);
	return clears;
}

/**
 * kpev_blacklist_exit - forget the list
 */
void kpev_blacklist_exit(void)
{
	kvfree(known.entries);
}

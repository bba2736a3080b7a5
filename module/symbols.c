// SPDX-License-Identifier: GPL-2.0-only
/* The index of the kernel's symbols. */
#include <linux/atomic.h>
#include <linux/ctype.h>
#include <linux/jhash.h>
#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "lines.h"
#include "symbols.h"

#define SYMBOL_TABLE		"/proc/kallsyms"
#define MODULE_TABLE		"/proc/modules"
#define CANDIDATES_SHOWN	8

/**
 * struct entry - a symbol in the index
 * @key: hash of the name; bit 0 is set for a module's symbol under its plain
 *	name, so that the kernel's own of that name come first
 * @address: its address; 0 where this kernel doesn't show addresses
 *
 * A module's symbol has a second entry under "MODULE:NAME".
 */
struct entry {
	u64 key;
	unsigned long address;
};

#define KEY_IN_MODULE	1ULL

/**
 * struct index - the table that names are looked up in
 * @entries: sorted by key
 * @nr: how many
 * @room: for how many there is memory
 * @generation: what symbols_changed was when it was built
 */
struct index {
	struct entry *entries;
	unsigned int nr;
	unsigned int room;
	unsigned int generation;
};

static DEFINE_MUTEX(symbols_lock);
/* Guarded by symbols_lock; no entries: not built yet. */
static struct index symbols;
/* Counts the modules that came and went. */
static atomic_t symbols_changed = ATOMIC_INIT(0);

/* 64 bits: among a million names, two with one key don't happen. */
static u64 name_key(const char *name, size_t len)
{
	u64 key = jhash(name, len, 0x6b707576);

	return (key << 32 | jhash(name, len, 0x65766e74)) & ~KEY_IN_MODULE;
}

static int compare_entries(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return x->address < y->address ? -1 : x->address > y->address;
}

static int index_add(struct index *index, u64 key, unsigned long address)
{
	if (index->nr == index->room) {
		unsigned int room = index->room ? 2 * index->room : 1 << 16;
		struct entry *bigger;

		bigger = kvmalloc_array(room, sizeof(*bigger), GFP_KERNEL);
		if (!bigger)
			return -ENOMEM;
		if (index->nr)
			memcpy(bigger, index->entries,
			       index->nr * sizeof(*bigger));
		kvfree(index->entries);
		index->entries = bigger;
		index->room = room;
	}
	index->entries[index->nr++] = (struct entry){ key, address };
	return 0;
}

static int index_add_module(struct index *index, const char *module,
			    const char *name, unsigned long address)
{
	char *text;
	int ret;

	ret = index_add(index, name_key(name, strlen(name)) | KEY_IN_MODULE,
			address);
	if (ret)
		return ret;
	text = kasprintf(GFP_KERNEL, "%s:%s", module, name);
	if (!text)
		return -ENOMEM;
	ret = index_add(index, name_key(text, strlen(text)), address);
	kfree(text);
	return ret;
}

/*
 * Add the symbol of one line: "ADDRESS TYPE NAME[\t[MODULE]]\n".  @line is cut.
 * Trampolines and programs that the kernel lists as symbols of a module in
 * quotation are none: they come and go unseen.  While a module is initialised, what it
 * uses of others (type U) is listed as its own.
 */
static int index_add_line(void *data, char *line)
{
	struct index *index = data;
	char *name, *module, *end;
	unsigned long address;

	end = strchr(line, ' ');
	if (!end)
		return 0;
	*end = '\0';
	if (kstrtoul(line, 16, &address) || !end[1] || tolower(end[1]) == 'u' ||
	    end[2] != ' ')
		return 0;

	name = end + 3;
	end = name + strcspn(name, "\t\n");
	if (*end != '\t')
		return index_add(index, name_key(name, end - name), address);

	*end = '\0';
	module = end + 2;
	module[strcspn(module, "]")] = '\0';
	if (!strcmp(module, "bpf") || strstarts(module, "__builtin__"))
		return 0;
	return index_add_module(index, module, name, address);
}

/* 1 where a line has a text symbol's address, -EPERM where that is 0. */
static int look_at_address(void *unused, char *text)
{
	char *type = strchr(text, ' ');

	if (!type || tolower(type[1]) != 't')
		return 0;
	return strspn(text, "0") == type - text ? -EPERM : 1;
}

/**
 * kpev_addresses_are_shown - may the current task see kernel addresses?
 *
 * Context: may sleep.
 * Return: what /proc/kallsyms would do for it (see kptr_restrict).
 */
bool kpev_addresses_are_shown(void)
{
	return kpev_read_lines(SYMBOL_TABLE, look_at_address, NULL) == 1;
}

/* Cut a line of MODULE_TABLE behind its name.  Returns: is it on its way out? */
static bool module_leaves(char *line)
{
	char *field = strsep(&line, " ");
	int i;

	/* "NAME SIZE USERS USED-BY STATE ADDRESS" */
	for (i = 0; i < 4 && line; i++)
		field = strsep(&line, " ");
	return !strcmp(field, "Unloading");
}

static int look_for_leaving(void *unused, char *line)
{
	return module_leaves(line);
}

static int look_for_module(void *name, char *line)
{
	return !module_leaves(line) && !strcmp(line, name);
}

static int build_index(struct index *index)
{
	int ret;

	index->generation = atomic_read(&symbols_changed);
	ret = kpev_read_lines(SYMBOL_TABLE, index_add_line, index);
	if (ret)
		return ret;
	/* Symbols of such a module go without another word: not for long. */
	if (kpev_read_lines(MODULE_TABLE, look_for_leaving, NULL) == 1)
		index->generation--;
	sort(index->entries, index->nr, sizeof(*index->entries),
	     compare_entries, NULL);
	return 0;
}

/* Build the index if there is none or a module came or went since. */
static int refresh_index(void)
{
	struct index fresh = {};
	int ret;

	lockdep_assert_held(&symbols_lock);
	if (symbols.entries &&
	    symbols.generation == (unsigned int)atomic_read(&symbols_changed))
		return 0;

	ret = build_index(&fresh);
	if (ret) {
		kvfree(fresh.entries);
		return ret;
	}
	kvfree(symbols.entries);
	symbols = fresh;
	return 0;
}

/* The first entry of @key and how many there are. */
static const struct entry *find_entries(u64 key, unsigned int *nr)
{
	unsigned int low = 0, high = symbols.nr, last;

	while (low < high) {
		unsigned int middle = low + (high - low) / 2;

		if (symbols.entries[middle].key < key)
			low = middle + 1;
		else
			high = middle;
	}
	for (last = low; last < symbols.nr; last++)
		if (symbols.entries[last].key != key)
			break;
	*nr = last - low;
	return symbols.entries + low;
}

static int skip_handler(struct kprobe *kp, struct pt_regs *regs)
{
	return 0;
}

/*
 * Where addresses are hidden, let the kernel resolve the name for a probe that
 * is never armed.  On data it refuses, but has set the address by then.
 */
static unsigned long resolve_by_kprobe(const char *name)
{
	struct kprobe kp = {
		.symbol_name = name,
		.pre_handler = skip_handler,
		.flags = KPROBE_FLAG_DISABLED,
	};
	struct kpev_symbol symbol;
	unsigned long address;
	int ret;

	ret = register_kprobe(&kp);
	address = (unsigned long)kp.addr;
	if (!ret)
		unregister_kprobe(&kp);
	/* Kprobes go behind the ENDBR where functions begin with one. */
	if (address && !kpev_symbol_at(address, &symbol))
		address -= symbol.offset;
	return address;
}

enum likeness {
	VARIANT_NAME,	/* the compiler's: NAME.isra.0, NAME.constprop.1 ... */
	NEAR_NAME,		/* one character differs */
	MODULE_NAME,	/* the same name, in a module */
	LIKENESSES,
};

/**
 * struct search - a search for names like one that doesn't exist
 * @name: that name, without its module
 * @len: its length
 * @found: for each likeness, the names, behind commas
 * @used: bytes of each
 * @nr: how many names each has
 */
struct search {
	const char *name;
	size_t len;
	char found[LIKENESSES][160];
	size_t used[LIKENESSES];
	unsigned int nr[LIKENESSES];
};

/* Do they differ by one character: another, one more or one less? */
static bool one_edit_away(const char *a, size_t a_len, const char *b,
			  size_t b_len)
{
	size_t head = 0, tail = 0, shorter = min(a_len, b_len);

	if (max(a_len, b_len) - shorter > 1)
		return false;
	while (head < shorter && a[head] == b[head])
		head++;
	while (tail < shorter - head &&
	       a[a_len - 1 - tail] == b[b_len - 1 - tail])
		tail++;
	return head + tail + 1 == max(a_len, b_len);
}

static enum likeness likeness_of(const struct search *search, const char *name)
{
	if (!strncmp(name, search->name, search->len)) {
		if (name[search->len] == '.')
			return VARIANT_NAME;
		if (!name[search->len])
			return MODULE_NAME;
	}
	return one_edit_away(search->name, search->len, name, strlen(name)) ?
	       NEAR_NAME : LIKENESSES;
}

static int look_for_likeness(void *data, char *line)
{
	struct search *search = data;
	char *name = strchr(line, ' '), *module;
	enum likeness like;

	if (!name || !name[1] || !name[2])
		return 0;
	name += 3;
	name[strcspn(name, "\n")] = '\0';
	module = strchr(name, '\t');
	if (module) {
		*module = '\0';
		module += 2;
		module[strcspn(module, "]")] = '\0';
	}
	like = likeness_of(search, name);
	if (like == LIKENESSES || search->nr[like]++ >= CANDIDATES_SHOWN)
		return 0;
	search->used[like] +=
		scnprintf(search->found[like] + search->used[like],
			  sizeof(search->found[like]) - search->used[like],
			  "%s%s%s%s", search->nr[like] > 1 ? ", " : "",
			  module ?: "", module ? ":" : "", name);
	return 0;
}

/* Refuse an unknown symbol, with names that may have been meant. */
static int refuse_unknown(const char *name, unsigned int column,
			  enum kpev_error unknown, struct kpev_refusal *no)
{
	const char *plain = strrchr(name, ':');
	struct search *search;
	enum likeness like = 0;

	if (unknown == KPEV_ERR_BAD_MEM_ADDR && !IS_ENABLED(CONFIG_KALLSYMS_ALL))
		return kpev_refuse(no, -ENOENT, unknown, column,
				   "there is no symbol \"%.64s\": KALLSYMS_ALL is missing in this kernel, its data has no names; use @ADDR",
				   name);

	search = kzalloc(sizeof(*search), GFP_KERNEL);
	if (!search)
		return -ENOMEM;
	search->name = plain ? plain + 1 : name;
	search->len = strlen(search->name);
	/* Of short names, half the table is near. */
	if (search->len > 2)
		kpev_read_lines(SYMBOL_TABLE, look_for_likeness, search);
	while (like < LIKENESSES && !search->nr[like])
		like++;
	if (like == LIKENESSES)
		kpev_refuse(no, -ENOENT, unknown, column,
			    "there is no symbol \"%.64s\"", name);
	else
		kpev_refuse(no, -ENOENT, unknown, column,
			    "there is no symbol \"%.40s\", did you mean %s%s?",
			    name, search->found[like],
			    search->nr[like] > CANDIDATES_SHOWN ? " ..." : "");
	kfree(search);
	return -ENOENT;
}

/* List the addresses that have the name, to be copied. */
static int refuse_candidates(const struct entry *entry, unsigned int nr,
			     unsigned int column, struct kpev_refusal *no)
{
	char list[KPEV_DETAIL_LEN - 32];
	struct kpev_symbol symbol;
	unsigned int i, len = 0;

	for (i = 0; i < min_t(unsigned int, nr, CANDIDATES_SHOWN); i++) {
		bool in_module = !kpev_symbol_at(entry[i].address, &symbol) &&
				 symbol.module[0];

		len += scnprintf(list + len, sizeof(list) - len,
				 in_module ? " 0x%lx [%s]" : " 0x%lx",
				 entry[i].address, symbol.module);
	}
	if (nr > CANDIDATES_SHOWN)
		scnprintf(list + len, sizeof(list) - len, " and %u more",
			  nr - CANDIDATES_SHOWN);
	return kpev_refuse(no, -EADDRNOTAVAIL, KPEV_ERR_NON_UNIQ_SYMBOL, column,
			   "choose an address:%s", list);
}

/* Look @name up in the index: the kernel's own first, then the modules'. */
static int find_in_index(const char *name, unsigned long *address,
			 unsigned int column, enum kpev_error unknown,
			 struct kpev_refusal *no)
{
	u64 key = name_key(name, strlen(name));
	const struct entry *entry;
	unsigned int nr;

	entry = find_entries(key, &nr);
	if (!nr)
		entry = find_entries(key | KEY_IN_MODULE, &nr);
	if (!nr)
		return refuse_unknown(name, column, unknown, no);
	if (nr > 1)
		return refuse_candidates(entry, nr, column, no);
	*address = entry->address;
	return 0;
}

/**
 * kpev_symbol_find - the address of a symbol
 * @name: [MODULE:]SYMBOL; without a module, the kernel's own come first
 * @address: set to the address
 * @column: the column of the symbol in the command, for a refusal
 * @unknown: the message for a symbol that doesn't exist
 * @no: why there is no address
 *
 * Context: may sleep; reads the symbol table where the index is not up to
 * date.
 * Return: 0, -ENOENT, -EADDRNOTAVAIL where several addresses have the name, or
 * -ENOMEM.
 */
int kpev_symbol_find(const char *name, unsigned long *address,
		     unsigned int column, enum kpev_error unknown,
		     struct kpev_refusal *no)
{
	int ret;

	*address = 0;
	mutex_lock(&symbols_lock);
	ret = refresh_index();
	if (!ret)
		ret = find_in_index(name, address, column, unknown, no);
	else if (ret != -ENOMEM)
		/* No table (no /proc): ask the kernel itself below. */
		ret = 0;
	mutex_unlock(&symbols_lock);

	if (!ret && !*address) {
		*address = resolve_by_kprobe(name);
		if (!*address)
			ret = kpev_refuse(no, -ENOENT, unknown, column,
					  "no address for \"%.64s\"", name);
	}
	return ret;
}

/**
 * kpev_symbol_address - the address of a symbol that this kernel may have
 * @name: its name; a symbol of the kernel itself
 *
 * Context: may sleep; reads the symbol table where the index is not up to
 * date.
 * Return: the address; 0 where there is none, or several.
 */
unsigned long kpev_symbol_address(const char *name)
{
	unsigned long address = 0;
	const struct entry *entry;
	unsigned int nr = 0;

	mutex_lock(&symbols_lock);
	if (!refresh_index()) {
		entry = find_entries(name_key(name, strlen(name)), &nr);
		if (nr == 1)
			address = entry->address;
	}
	mutex_unlock(&symbols_lock);
	if (nr == 1 && !address)
		address = resolve_by_kprobe(name);
	return address;
}

/**
 * kpev_symbol_is_at - does a name mean this address and no other?
 * @module: the module that it is in, or ""
 * @name: the name
 * @address: the address
 *
 * Context: may sleep; reads the symbol table where the index is not up to
 * date.
 */
bool kpev_symbol_is_at(const char *module, const char *name,
		       unsigned long address)
{
	char *text;
	bool is_at;

	if (!module[0])
		return kpev_symbol_address(name) == address;
	text = kasprintf(GFP_KERNEL, "%s:%s", module, name);
	is_at = text && kpev_symbol_address(text) == address;
	kfree(text);
	return is_at;
}

/**
 * kpev_symbol_exists - is there a symbol of this name?
 * @name: the name; in the kernel, or as MODULE:NAME
 *
 * Context: may sleep; reads the symbol table where the index is not up to
 * date.
 */
bool kpev_symbol_exists(const char *name)
{
	unsigned int nr = 0;

	mutex_lock(&symbols_lock);
	if (!refresh_index())
		find_entries(name_key(name, strlen(name)), &nr);
	mutex_unlock(&symbols_lock);
	return nr;
}

/**
 * kpev_symbol_at - the symbol that covers an address
 * @address: the address
 * @symbol: filled
 *
 * Context: may sleep.
 * Return: 0, -ENOENT where no symbol covers @address, or -ENOMEM.
 */
int kpev_symbol_at(unsigned long address, struct kpev_symbol *symbol)
{
	char *text, *plus, *module;
	int ret = -ENOENT;

	text = kmalloc(KSYM_SYMBOL_LEN, GFP_KERNEL);
	if (!text)
		return -ENOMEM;
	/* "SYMBOL+0xOFFSET/0xSIZE [MODULE]", or the bare address */
	sprint_symbol(text, address);
	plus = strchr(text, '+');
	if (plus && sscanf(plus, "+0x%lx/0x%lx", &symbol->offset,
			   &symbol->size) == 2)
		ret = 0;
	strscpy(symbol->name, text, min(sizeof(symbol->name),
					strcspn(text, "+") + 1));
	module = strchr(text, '[');
	if (module)
		module[strcspn(module, "]")] = '\0';
	strscpy(symbol->module, module ? module + 1 : "",
		sizeof(symbol->module));
	kfree(text);
	return ret;
}

/**
 * kpev_module_is_loaded - is there a module of this name?
 * @name: the name
 *
 * Context: may sleep.
 * Return: false also for a module on its way out; true also where that can't
 * be found out.
 */
bool kpev_module_is_loaded(const char *name)
{
	return kpev_read_lines(MODULE_TABLE, look_for_module, (void *)name);
}

/**
 * kpev_symbols_generation - how often the set of symbols has changed
 *
 * What was looked up holds as long as this stays the same.
 *
 * Context: any.
 */
unsigned int kpev_symbols_generation(void)
{
	return atomic_read(&symbols_changed);
}

/**
 * kpev_symbols_drop - give the index's memory back
 *
 * The next look-up builds it anew.
 *
 * Context: may sleep.
 */
void kpev_symbols_drop(void)
{
	mutex_lock(&symbols_lock);
	kvfree(symbols.entries);
	symbols = (struct index){};
	mutex_unlock(&symbols_lock);
}

/**
 * kpev_symbols_status - show the index in the status file
 * @m: the file
 *
 * Context: may sleep.
 */
void kpev_symbols_status(struct seq_file *m)
{
	mutex_lock(&symbols_lock);
	if (symbols.entries)
		seq_printf(m, "symbols: %u names, %zu KiB (a write to drop_caches gives it back)\n",
			   symbols.nr,
			   symbols.room * sizeof(*symbols.entries) / 1024);
	else
		seq_puts(m, "symbols: not read yet, or given back\n");
	mutex_unlock(&symbols_lock);
}

static int module_changed(struct notifier_block *nb, unsigned long state,
			  void *module)
{
	atomic_inc(&symbols_changed);
	return NOTIFY_OK;
}

static struct notifier_block module_notifier = {
	.notifier_call = module_changed,
};

/**
 * kpev_symbols_init - start to watch modules come and go
 *
 * Return: 0 or a negative errno.
 */
int __init kpev_symbols_init(void)
{
	return register_module_notifier(&module_notifier);
}

/**
 * kpev_symbols_exit - free the index
 */
void kpev_symbols_exit(void)
{
	unregister_module_notifier(&module_notifier);
	kpev_symbols_drop();
}

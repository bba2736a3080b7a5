// SPDX-License-Identifier: GPL-2.0-only
/* Reading and keeping the BTF of the kernel and its modules. */
#include <linux/err.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "btf.h"
#include "btf_walk.h"
#include "compat.h"
#include "symbols.h"

#define DIRECTORY	"/sys/kernel/btf"
#define KERNEL_BTF	DIRECTORY "/vmlinux"
/* More than any kernel has: what claims to be larger is no BTF. */
#define SIZE_MAX_BYTES	(64UL << 20)

/**
 * struct kept - a blob that is kept
 * @node: in kept_blobs; guarded by btf_lock
 * @btf: the blob; holds a reference
 */
struct kept {
	struct list_head node;
	struct kpev_btf *btf;
};

static DEFINE_MUTEX(btf_lock);
static LIST_HEAD(kept_blobs);

/**
 * kpev_btf_put - give a reference back
 * @btf: the blob, or NULL
 */
void kpev_btf_put(struct kpev_btf *btf)
{
	while (btf && refcount_dec_and_test(&btf->users)) {
		struct kpev_btf *base = btf->base;

		kpev_btf_free(btf);
		btf = base;
	}
}

static int read_all(struct file *file, struct kpev_btf *btf, char *why)
{
	loff_t size = i_size_read(file_inode(file)), pos = 0;
	ssize_t got = 1;

	if (size <= 0 || size > SIZE_MAX_BYTES) {
		snprintf(why, KPEV_BTF_WHY_LEN, "it has %lld bytes", size);
		return -EINVAL;
	}
	btf->data = kvmalloc(size, GFP_KERNEL);
	if (!btf->data)
		return -ENOMEM;
	/* A page at a time at most, as sysfs gives it. */
	while (pos < size && got > 0)
		got = kernel_read(file, btf->data + pos, size - pos, &pos);
	if (got < 0)
		return got;
	btf->size = pos;
	return 0;
}

static int read_blob(struct kpev_btf *btf, char *why)
{
	const char *name = btf->module[0] ? btf->module : "vmlinux";
	char path[sizeof(DIRECTORY) + MODULE_NAME_LEN + 1];
	struct file *file;
	int ret;

	snprintf(path, sizeof(path), DIRECTORY "/%s", name);
	file = filp_open(path, O_RDONLY, 0);
	if (IS_ERR(file)) {
		if (!btf->module[0])
			snprintf(why, KPEV_BTF_WHY_LEN,
				 "this kernel has no BTF: there is no %s", path);
		else
			snprintf(why, KPEV_BTF_WHY_LEN,
				 kpev_module_is_loaded(name) ?
				 "module %s has no BTF" :
				 "module %s isn't loaded, its types aren't known",
				 name);
		return PTR_ERR(file) == -ENOMEM ? -ENOMEM : -ENOENT;
	}
	ret = read_all(file, btf, why);
	fput(file);
	if (!ret)
		ret = kpev_btf_index(btf, why, KPEV_BTF_WHY_LEN);
	if (ret && ret != -ENOMEM) {
		char text[KPEV_BTF_WHY_LEN];

		strscpy(text, why, sizeof(text));
		snprintf(why, KPEV_BTF_WHY_LEN, "the BTF of %s is damaged: %s",
			 name, text);
		ret = -EINVAL;
	}
	return ret;
}

/* A module's blob is of no more use once modules have changed. */
static bool is_stale(const struct kpev_btf *btf)
{
	return btf->module[0] && btf->generation != kpev_symbols_generation();
}

static void forget(struct kept *kept)
{
	lockdep_assert_held(&btf_lock);
	list_del(&kept->node);
	kpev_btf_put(kept->btf);
	kfree(kept);
}

static struct kpev_btf *find_kept(const char *module)
{
	struct kept *kept, *next;
	struct kpev_btf *found = NULL;

	lockdep_assert_held(&btf_lock);
	list_for_each_entry_safe(kept, next, &kept_blobs, node) {
		if (is_stale(kept->btf))
			forget(kept);
		else if (!strcmp(kept->btf->module, module))
			found = kept->btf;
	}
	return found;
}

/* Find or read a blob, with a reference for the caller. */
static int get_locked(const char *module, struct kpev_btf *base,
		      struct kpev_btf **result, char *why)
{
	struct kpev_btf *btf = find_kept(module);
	struct kept *kept;
	int ret;

	if (btf)
		goto found;
	btf = kzalloc(sizeof(*btf), GFP_KERNEL);
	kept = kzalloc(sizeof(*kept), GFP_KERNEL);
	if (!btf || !kept) {
		kfree(btf);
		kfree(kept);
		return -ENOMEM;
	}
	strscpy(btf->module, module, sizeof(btf->module));
	btf->base = base;
	btf->generation = kpev_symbols_generation();
	ret = read_blob(btf, why);
	if (ret) {
		kpev_btf_free(btf);
		kfree(kept);
		return ret;
	}
	refcount_set(&btf->users, 1);
	if (base)
		refcount_inc(&base->users);
	kept->btf = btf;
	list_add(&kept->node, &kept_blobs);
found:
	refcount_inc(&btf->users);
	*result = btf;
	return 0;
}

/**
 * kpev_btf_get - the BTF of the kernel or of a module
 * @module: the module's name, or ""
 * @btf: set to the blob, with a reference for the caller
 * @why: KPEV_BTF_WHY_LEN bytes, set to why there is none
 *
 * Context: may sleep.
 * Return: 0; -ENOENT where there is none, -EINVAL where it is damaged, or
 * -ENOMEM.
 */
int kpev_btf_get(const char *module, struct kpev_btf **btf, char *why)
{
	struct kpev_btf *base;
	int ret;

	mutex_lock(&btf_lock);
	ret = get_locked("", NULL, &base, why);
	if (!ret && module[0]) {
		ret = get_locked(module, base, btf, why);
		kpev_btf_put(base);
	} else if (!ret) {
		*btf = base;
	}
	mutex_unlock(&btf_lock);
	return ret;
}

/* Forget a module's, or all where @module is NULL. */
static void drop(const char *module)
{
	struct kept *kept, *next;

	mutex_lock(&btf_lock);
	list_for_each_entry_safe(kept, next, &kept_blobs, node)
		if (!module || !strcmp(kept->btf->module, module))
			forget(kept);
	mutex_unlock(&btf_lock);
}

/* --- structures, wherever they are --- */

/* The first complete structure of the name in one blob, or 0. */
static u32 find_struct(const struct kpev_btf *btf, const char *name)
{
	u32 id = kpev_btf_find(btf, name, KPEV_BTF_STRUCTS, 0);
	u32 resolved;

	if (id)
		return id;
	id = kpev_btf_find(btf, name, KPEV_BTF_TYPEDEFS, 0);
	if (id && kpev_btf_is_struct(kpev_btf_resolve(btf, id, &resolved)))
		return resolved;
	return 0;
}

/**
 * struct names - the modules that have BTF
 * @ctx: for iterate_dir()
 * @nr: how many
 * @room: for how many there is memory
 * @name: their names
 */
struct names {
	struct dir_context ctx;
	unsigned int nr;
	unsigned int room;
	char (*name)[MODULE_NAME_LEN];
};

static KPEV_FILLDIR_RESULT add_name(struct dir_context *ctx, const char *name,
				    int len, loff_t offset, u64 ino,
				    unsigned int type)
{
	struct names *names = container_of(ctx, struct names, ctx);

	if (name[0] != '.' && len < MODULE_NAME_LEN &&
	    !(len == 7 && !memcmp(name, "vmlinux", 7)) &&
	    names->nr < names->room)
		memcpy(names->name[names->nr++], name, len);
	return KPEV_FILLDIR_GO_ON;
}

#define MODULES_MAX	1024

static int list_modules(struct names *names)
{
	struct file *file;

	names->room = MODULES_MAX;
	names->name = kvcalloc(names->room, sizeof(*names->name), GFP_KERNEL);
	if (!names->name)
		return -ENOMEM;
	file = filp_open(DIRECTORY, O_RDONLY | O_DIRECTORY, 0);
	if (IS_ERR(file))
		return 0;
	iterate_dir(file, &names->ctx);
	fput(file);
	return 0;
}

/* Look through all modules that have BTF. */
static int find_in_modules(const char *name, struct kpev_btf **btf, u32 *id,
			   char *why)
{
	struct names names = { .ctx.actor = add_name };
	unsigned int i;
	int ret;

	ret = list_modules(&names);
	for (i = 0; i < names.nr && !ret; i++) {
		ret = kpev_btf_get(names.name[i], btf, why);
		if (ret && ret != -ENOMEM) {
			/* One that is damaged or has gone hides no other. */
			ret = 0;
			continue;
		}
		if (ret)
			break;
		*id = find_struct(*btf, name);
		if (*id)
			break;
		kpev_btf_put(*btf);
		drop(names.name[i]);
	}
	kvfree(names.name);
	if (!ret && i == names.nr) {
		snprintf(why, KPEV_BTF_WHY_LEN,
			 "there is no struct or union \"%.40s\"", name);
		ret = -ESRCH;
	}
	return ret;
}

/**
 * kpev_btf_get_struct - a structure or union by its name
 * @own: the BTF to look in first, or NULL for the kernel's
 * @name: its name, or that of a typedef of it
 * @btf: set to the blob that it is in, with a reference for the caller
 * @id: set to its number
 * @why: KPEV_BTF_WHY_LEN bytes, set to why there is none
 *
 * The kernel's own come before those of modules other than @own's.
 *
 * Context: may sleep.
 * Return: 0; -ESRCH where there is none of the name, -ENOENT where there is no
 * BTF, -EINVAL where that is damaged, or -ENOMEM.
 */
int kpev_btf_get_struct(const struct kpev_btf *own, const char *name,
			struct kpev_btf **btf, u32 *id, char *why)
{
	int ret;

	ret = kpev_btf_get(own ? own->module : "", btf, why);
	if (ret)
		return ret;
	*id = find_struct(*btf, name);
	if (!*id && (*btf)->base)
		*id = find_struct((*btf)->base, name);
	if (*id)
		return 0;
	kpev_btf_put(*btf);
	return find_in_modules(name, btf, id, why);
}

/**
 * kpev_btf_drop - forget all BTF
 *
 * It is read again when it is needed.
 *
 * Context: may sleep.
 */
void kpev_btf_drop(void)
{
	drop(NULL);
}

/**
 * kpev_btf_is_there - does this kernel have BTF?
 *
 * Context: may sleep.
 */
bool kpev_btf_is_there(void)
{
	struct file *file = filp_open(KERNEL_BTF, O_RDONLY, 0);

	if (!IS_ERR(file))
		fput(file);
	return !IS_ERR(file);
}

/**
 * kpev_btf_status - show in the status file what is kept
 * @m: the file
 *
 * Context: may sleep.
 */
void kpev_btf_status(struct seq_file *m)
{
	struct kept *kept;

	mutex_lock(&btf_lock);
	if (list_empty(&kept_blobs))
		seq_puts(m, kpev_btf_is_there() ? "btf: not read yet\n" :
			 "btf: none, there is no " KERNEL_BTF "\n");
	list_for_each_entry(kept, &kept_blobs, node)
		seq_printf(m, "btf: %s: %u types, %u names, %zu KiB\n",
			   kept->btf->module[0] ? kept->btf->module : "vmlinux",
			   kept->btf->end - kept->btf->first,
			   kept->btf->nr_names,
			   kpev_btf_memory(kept->btf) / 1024);
	mutex_unlock(&btf_lock);
}

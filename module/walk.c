// SPDX-License-Identifier: GPL-2.0-only
/* Walking a function's instructions. */
#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/hashtable.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "compat.h"
#include "insn.h"
#include "symbols.h"
#include "walk.h"

/* Larger than any function; a symbol may have no other behind it for long. */
#define FUNCTION_MAX	BIT(20)

/* Kept texts are found by the 64 bytes that they start in. */
#define BLOCK_SHIFT		6

static DEFINE_HASHTABLE(kept_texts, 10);
static DEFINE_MUTEX(kept_lock);

/* Put back into @text, which is @size bytes from @start on, what @kept has. */
static void put_back(u8 *text, unsigned long start, unsigned long size,
		     const struct kpev_kept_text *kept)
{
	unsigned long first = max(start, kept->address);
	unsigned long end = min(start + size, kept->address + KPEV_WALK_KEPT);

	if (first < end)
		memcpy(text + (first - start),
		       kept->bytes + (first - kept->address), end - first);
}

/* All of them agree about bytes that they share. */
static void restore(u8 *text, unsigned long start, unsigned long size)
{
	unsigned long block = (start - KPEV_WALK_KEPT) >> BLOCK_SHIFT;
	const struct kpev_kept_text *kept;

	lockdep_assert_held(&kept_lock);
	for (; block <= (start + size) >> BLOCK_SHIFT; block++)
		hash_for_each_possible(kept_texts, kept, node, block)
			put_back(text, start, size, kept);
}

/**
 * kpev_walk_keep - keep the bytes that a probe is going to replace
 * @kept: filled; ended by kpev_walk_forget()
 * @address: the probe's place
 *
 * Context: may sleep; before the probe is registered.
 */
void kpev_walk_keep(struct kpev_kept_text *kept, unsigned long address)
{
	kept->address = address;
	INIT_HLIST_NODE(&kept->node);
	if (copy_from_kernel_nofault(kept->bytes, (void *)address,
				     sizeof(kept->bytes)))
		return;
	mutex_lock(&kept_lock);
	restore(kept->bytes, address, sizeof(kept->bytes));
	hash_add(kept_texts, &kept->node, address >> BLOCK_SHIFT);
	mutex_unlock(&kept_lock);
}

/**
 * kpev_walk_forget - the probe is gone
 * @kept: what was kept for it; zeroed where nothing ever was
 *
 * Context: may sleep.
 */
void kpev_walk_forget(struct kpev_kept_text *kept)
{
	mutex_lock(&kept_lock);
	if (!hlist_unhashed(&kept->node))
		hash_del(&kept->node);
	mutex_unlock(&kept_lock);
}

/**
 * kpev_walk_read - read the function that covers an address
 * @function: filled; ended by kpev_walk_free()
 * @address: the address
 *
 * Context: may sleep.
 * Return: 0, -ENOENT where no function covers it, -EFAULT where it can't be
 * read, -E2BIG or -ENOMEM.
 */
int kpev_walk_read(struct kpev_function *function, unsigned long address)
{
	struct kpev_symbol symbol;
	int ret;

	function->text = NULL;
	ret = kpev_symbol_at(address, &symbol);
	if (ret)
		return ret;
	if (!symbol.size || symbol.size > FUNCTION_MAX)
		return -E2BIG;
	function->start = address - symbol.offset;
	function->size = symbol.size;
	function->text = kvmalloc(symbol.size, GFP_KERNEL);
	if (!function->text)
		return -ENOMEM;
	if (copy_from_kernel_nofault(function->text, (void *)function->start,
				     function->size)) {
		kpev_walk_free(function);
		return -EFAULT;
	}
	mutex_lock(&kept_lock);
	restore(function->text, function->start, function->size);
	mutex_unlock(&kept_lock);
	return 0;
}

/**
 * kpev_walk_free - free what a function holds
 * @function: the function
 */
void kpev_walk_free(struct kpev_function *function)
{
	kvfree(function->text);
	function->text = NULL;
}

/*
 * Is this a jump that a stranger's optimised probe has put there?  It leads to
 * a page that belongs to no function, or to the kernel's list of such pages.
 */
static bool is_strange_jump(const struct kpev_function *function,
			    unsigned long offset,
			    const struct kpev_x86_insn *insn)
{
	unsigned long target = function->start + offset + insn->length +
			       insn->relative;
	struct kpev_symbol symbol;

	if (insn->kind != KPEV_X86_JMP ||
	    target - function->start < function->size)
		return false;
	return kpev_symbol_at(target, &symbol) ||
	       strstarts(symbol.module, "__builtin__");
}

/*
 * Does execution end with this instruction?  Behind one that returns or jumps,
 * an int3 is the compiler's, against speculation, and no probe's.
 */
static bool ends_flow(const u8 *code, const struct kpev_x86_insn *insn)
{
	if (insn->kind == KPEV_X86_JMP || insn->kind == KPEV_X86_UD ||
	    insn->kind == KPEV_X86_INT3)
		return true;
	if (*code == 0xf3 || *code == 0xf2 || *code == 0x3e)
		code++;
	switch (*code) {
	case 0xc2:
	case 0xc3:
		return true;
	case 0xff:
		/* JMP r/m: ModRM.reg is 4 */
		return (code[1] >> 3 & 7) == 4;
	}
	return false;
}

static bool decode_at(const struct kpev_function *function,
		      unsigned long offset, struct kpev_x86_insn *insn)
{
	return kpev_x86_decode(function->text + offset,
			       min(function->size - offset,
				   (unsigned long)KPEV_X86_LENGTH_MAX),
			       IS_ENABLED(CONFIG_X86_64), insn) > 0;
}

/**
 * kpev_walk_next - the instruction behind another
 * @function: the function
 * @insn: an instruction; zeroed for the first one.  Set to the one that
 *	follows.
 *
 * Return: false at the function's end, and where the bytes can't tell any more;
 * then @insn->offset is where that is.
 */
bool kpev_walk_next(const struct kpev_function *function,
		    struct kpev_insn_at *insn)
{
	struct kpev_x86_insn last, next;
	bool ended = false;

	if (insn->length && decode_at(function, insn->offset, &last))
		ended = ends_flow(function->text + insn->offset, &last);
	insn->offset += insn->length;
	insn->length = 0;
	if (insn->offset >= function->size ||
	    !decode_at(function, insn->offset, &next))
		return false;
	if (next.kind == KPEV_X86_INT3 && !ended)
		return false;
	if (is_strange_jump(function, insn->offset, &next))
		return false;
	insn->length = next.length;
	return true;
}

/**
 * kpev_walk_find - is an offset the start of an instruction?
 * @function: the function
 * @offset: the offset, less than the function's size
 * @insn: set to the instruction that covers it, where that is known
 *
 * Return: the answer.
 */
enum kpev_walk_answer kpev_walk_find(const struct kpev_function *function,
				     unsigned long offset,
				     struct kpev_insn_at *insn)
{
	*insn = (struct kpev_insn_at){};
	while (kpev_walk_next(function, insn)) {
		if (insn->offset == offset)
			return KPEV_WALK_BOUNDARY;
		if (insn->offset + insn->length > offset)
			return KPEV_WALK_INSIDE;
	}
	/* The walk ended in front of it, or just there. */
	return insn->offset == offset ? KPEV_WALK_BOUNDARY : KPEV_WALK_UNKNOWN;
}

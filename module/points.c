// SPDX-License-Identifier: GPL-2.0-only
/* Listing the places of a function that a probe may go to. */
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "errors.h"
#include "place.h"
#include "points.h"
#include "symbols.h"
#include "walk.h"

/* Probes that are tried before a grace period gets rid of them. */
#define BATCH		64
/* Bytes of a line at most: offset, 15 bytes in hexadecimal, a reason. */
#define LINE_SIZE	(64 + KPEV_DETAIL_LEN)

/**
 * struct trial - a probe that is put somewhere only to see whether it may be
 * @kp: the kprobe
 * @at: the instruction
 * @err: what registering it returned
 */
struct trial {
	struct kprobe kp;
	struct kpev_insn_at at;
	int err;
};

/**
 * struct listing - a list that is being made
 * @function: the function
 * @text: the list
 * @used: bytes of it
 * @room: bytes that there are
 */
struct listing {
	struct kpev_function function;
	char *text;
	size_t used;
	size_t room;
};

static int do_nothing(struct kprobe *kp, struct pt_regs *regs)
{
	return 0;
}

static int make_room(struct listing *list)
{
	size_t room = 2 * list->room + 16 * LINE_SIZE;
	char *bigger;

	if (list->room - list->used >= LINE_SIZE)
		return 0;
	bigger = kvmalloc(room, GFP_KERNEL);
	if (!bigger)
		return -ENOMEM;
	if (list->used)
		memcpy(bigger, list->text, list->used);
	kvfree(list->text);
	list->text = bigger;
	list->room = room;
	return 0;
}

static int add_line(struct listing *list, const struct trial *trial)
{
	unsigned long offset = trial->at.offset;
	struct kpev_place place = {
		.address = list->function.start + offset,
	};
	struct kpev_refusal no = {};
	int ret;

	ret = make_room(list);
	if (ret)
		return ret;
	list->used += scnprintf(list->text + list->used,
				list->room - list->used, "+0x%lx\t%*ph\t",
				offset, trial->at.length,
				list->function.text + offset);
	if (trial->err)
		kpev_place_refused(0, &place, trial->err, &no);
	list->used += scnprintf(list->text + list->used,
				list->room - list->used, "%s%s\n",
				trial->err ? "no: " : "yes", no.detail);
	return 0;
}

/* Try the next instructions; returns how many there were, or an errno. */
static int list_batch(struct listing *list, struct kpev_insn_at *at,
		      struct trial *trials)
{
	struct kprobe *registered[BATCH];
	int i, nr = 0, nr_registered = 0, ret = 0;

	while (nr < BATCH && kpev_walk_next(&list->function, at)) {
		struct trial *trial = &trials[nr++];

		*trial = (struct trial){
			.kp.addr = (void *)(list->function.start + at->offset),
			.kp.pre_handler = do_nothing,
			.kp.flags = KPROBE_FLAG_DISABLED,
			.at = *at,
		};
		trial->err = register_kprobe(&trial->kp);
		if (!trial->err)
			registered[nr_registered++] = &trial->kp;
	}
	if (nr_registered)
		unregister_kprobes(registered, nr_registered);
	for (i = 0; i < nr && !ret; i++)
		ret = add_line(list, &trials[i]);
	return ret ?: nr;
}

static int list_function(struct listing *list)
{
	struct kpev_insn_at at = {};
	struct trial *trials;
	int ret;

	trials = kvmalloc_array(BATCH, sizeof(*trials), GFP_KERNEL);
	if (!trials)
		return -ENOMEM;
	do {
		ret = list_batch(list, &at, trials);
	} while (ret > 0);
	kvfree(trials);
	if (ret || at.offset >= list->function.size)
		return ret;

	ret = make_room(list);
	if (!ret)
		list->used += scnprintf(list->text + list->used,
					list->room - list->used,
					"+0x%lx\t?\tunknown: another's probe, or no code\n",
					at.offset);
	return ret;
}

/**
 * kpev_points_list - list the instructions of a function
 * @symbol: [MOD:]SYM
 * @text: set to the list, a line for each instruction: its offset, its bytes,
 *	and "yes" or "no: " and a reason; to be freed with kvfree()
 * @size: set to its bytes
 * @no: why there is none
 *
 * Whether a probe may go there is tried, with a probe that is never armed.
 *
 * Context: may sleep.
 * Return: 0 or a negative errno.
 */
int kpev_points_list(const char *symbol, char **text, size_t *size,
		     struct kpev_refusal *no)
{
	struct listing list = {};
	unsigned long address;
	int ret;

	/* It shows code and tries probes: closed where defining one is. */
	ret = security_locked_down(LOCKDOWN_KPROBES);
	if (ret)
		return kpev_refuse(no, ret, KPEV_ERR_LOCKED_DOWN, 0, NULL);
	ret = kpev_symbol_find(symbol, &address, 0, KPEV_ERR_BAD_PROBE_ADDR,
			       no);
	if (ret)
		return ret;
	ret = kpev_walk_read(&list.function, address);
	if (ret == -ENOMEM)
		return ret;
	if (ret)
		return kpev_refuse(no, -EOPNOTSUPP, KPEV_ERR_BAD_PROBE_ADDR, 0,
				   "%.64s is no function", symbol);
	ret = list_function(&list);
	kpev_walk_free(&list.function);
	if (ret) {
		kvfree(list.text);
		return ret;
	}
	*text = list.text;
	*size = list.used;
	return 0;
}

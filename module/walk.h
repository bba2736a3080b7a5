/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where the instructions of a function start, as its bytes in memory say.
 *
 * Whether a probe may go to a place is the kernel's to judge, when the probe is
 * registered; this is for saying why not.
 *
 * Memory is not quite the function: probes replace bytes of it.  What kpev's
 * own probes replace is kept and put back here; behind a stranger's probe the
 * walk says that it doesn't know.  What is kept has a lock of its own, a leaf.
 */
#ifndef KPEV_WALK_H
#define KPEV_WALK_H

#include <linux/list.h>
#include <linux/types.h>

/* Bytes that a probe can replace: a jump, and the instructions it covers. */
#define KPEV_WALK_KEPT		20

enum kpev_walk_answer {
	KPEV_WALK_BOUNDARY,	/* an instruction starts there */
	KPEV_WALK_INSIDE,	/* it is inside of one */
	KPEV_WALK_UNKNOWN,	/* the bytes can't tell */
};

/**
 * struct kpev_function - a function's text
 * @start: its address
 * @size: its size in bytes
 * @text: its bytes, with what kpev's probes replaced put back
 */
struct kpev_function {
	unsigned long start;
	unsigned long size;
	u8 *text;
};

/**
 * struct kpev_insn_at - an instruction of a function
 * @offset: where it starts: bytes from the function's start
 * @length: its bytes
 */
struct kpev_insn_at {
	unsigned long offset;
	unsigned int length;
};

/**
 * struct kpev_kept_text - bytes that a probe may replace
 * @node: in the table of them
 * @address: where they are
 * @bytes: what was there before
 */
struct kpev_kept_text {
	struct hlist_node node;
	unsigned long address;
	u8 bytes[KPEV_WALK_KEPT];
};

int kpev_walk_read(struct kpev_function *function, unsigned long address);
void kpev_walk_free(struct kpev_function *function);
bool kpev_walk_next(const struct kpev_function *function,
		    struct kpev_insn_at *insn);
enum kpev_walk_answer kpev_walk_find(const struct kpev_function *function,
				     unsigned long offset,
				     struct kpev_insn_at *insn);
void kpev_walk_keep(struct kpev_kept_text *kept, unsigned long address);
void kpev_walk_forget(struct kpev_kept_text *kept);

#endif

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Random byte strings, decoded by kpev's insn.c and by Zydis:
 *
 *	insn_random COUNT SEED THREADS
 *
 * Each string is decoded as 64-bit and as 32-bit code.  Where the two decoders
 * differ, the difference must be of a kind that insn_kinds.c lists.
 *
 * Whatever the string, insn.c must answer from the instruction's own bytes:
 * they lie right before a page that can't be read, and cut shorter or followed
 * by others they must have the answer that the contract in insn.c says.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "insn_kinds.h"

enum { SHOWN = 20, CORPUS = 4096 };

struct worker {
	pthread_t thread;
	u64 state;			/* of the random numbers */
	u64 strings;
	u64 good[2];			/* strings that both took, per mode */
	u64 kinds[KINDS_MAX];
	u64 unexplained;
	u64 broken;			/* promises */
	u8 *end;			/* of the memory that can be read */
	u8 corpus[CORPUS][INSN_MAX];	/* good strings, to mutate */
	unsigned int corpus_nr;
};

static pthread_mutex_t talking = PTHREAD_MUTEX_INITIALIZER;

static u64 next(struct worker *w)
{
	/* xorshift64* */
	w->state ^= w->state >> 12;
	w->state ^= w->state << 25;
	w->state ^= w->state >> 27;
	return w->state * 0x2545f4914f6cdd1dULL;
}

static unsigned int below(struct worker *w, unsigned int limit)
{
	return (next(w) >> 32) * limit >> 32;
}

/* --- strings --------------------------------------------------------------- */

static unsigned int put_prefixes(struct worker *w, u8 *to)
{
	static const u8 legacy[] = {
		0x66, 0xf2, 0xf3, 0x66, 0xf2, 0xf3, 0x67, 0xf0,
		0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65,
	};
	unsigned int n = 0, count = 0;

	if (!below(w, 2))
		count = below(w, 8) ? 1 + below(w, 2) : below(w, 12);
	while (n < count)
		to[n++] = legacy[below(w, ARRAY_SIZE(legacy))];
	if (!below(w, 4))
		to[n++] = 0x40 + below(w, 16);
	return n;
}

static unsigned int put_encoding(struct worker *w, u8 *to)
{
	/* of 0F: which instruction it is, ModRM says */
	static const u8 groups[] = {
		0x00, 0x01, 0x0d, 0x0f, 0x18, 0x1e, 0x1f, 0x71, 0x73, 0x78, 0xa7, 0xae, 0xba, 0xc7,
	};
	u8 *p = to;

	switch (below(w, 12)) {
	case 0: case 1:
		break;
	case 2: case 3:
		*p++ = 0x0f;
		if (!below(w, 4))
			*p++ = groups[below(w, ARRAY_SIZE(groups))];
		break;
	case 4:
		*p++ = 0x0f;
		*p++ = below(w, 2) ? 0x38 : 0x3a;
		break;
	case 5:
		*p++ = 0xc5;
		*p++ = below(w, 256) | (below(w, 2) ? 0xc0 : 0);
		break;
	case 6: case 7:
		*p++ = 0xc4;
		*p++ = 0xe0 | (below(w, 8) ? below(w, 4) : below(w, 32));
		*p++ = below(w, 256) | (below(w, 2) ? 0x78 : 0);
		break;
	case 8: case 9: case 10:
		*p++ = 0x62;
		*p++ = 0xf0 | (below(w, 8) ? below(w, 8) : below(w, 16));
		*p++ = below(w, 256) | (below(w, 2) ? 0x7c : 0x04);
		*p++ = below(w, 256) & (below(w, 2) ? 0x68 : 0xff);
		break;
	default:
		if (below(w, 2)) {
			*p++ = 0xd5;
			*p++ = below(w, 256);
		} else {
			*p++ = 0x8f;
			*p++ = 0xe8 + below(w, 4);
			*p++ = below(w, 256) & (below(w, 4) ? 0xf8 : 0xff);
		}
	}
	return p - to;
}

static void mutate(struct worker *w, u8 *bytes)
{
	unsigned int at;

	if (!w->corpus_nr)
		return;
	memcpy(bytes, w->corpus[below(w, w->corpus_nr)], INSN_MAX);
	do {
		at = below(w, 8);
		switch (below(w, 4)) {
		case 0:
			bytes[at] ^= 1 << below(w, 8);
			break;
		case 1:
			bytes[at] = below(w, 256);
			break;
		case 2:
			memmove(bytes + at + 1, bytes + at, INSN_MAX - at - 1);
			break;
		default:
			memmove(bytes + at, bytes + at + 1, INSN_MAX - at - 1);
		}
	} while (below(w, 2));
}

static void make_string(struct worker *w, u8 *bytes)
{
	unsigned int n = 0, i;
	u64 random[2];

	for (i = 0; i < 2; i++)
		random[i] = next(w);
	memcpy(bytes, random, INSN_MAX);
	switch (below(w, 8)) {
	case 0:
		break;
	case 1: case 2:
		mutate(w, bytes);
		break;
	default:
		n = put_prefixes(w, bytes);
		n += put_encoding(w, bytes + (n < 8 ? n : 8));
	}
}

/* --- promises -------------------------------------------------------------- */

/* Decode @bytes where a page that can't be read follows them. */
static int decode_at_end(struct worker *w, const u8 *bytes, unsigned int size,
			 bool is_64bit)
{
	memcpy(w->end - size, bytes, size);
	return kpev_x86_length(w->end - size, size, is_64bit);
}

static const char *broken_promise(struct worker *w, const u8 *bytes,
				  bool is_64bit, int whole)
{
	u8 other[INSN_MAX];
	int ret = -ENODATA;
	unsigned int size, i;

	if (whole > INSN_MAX || (whole <= 0 && whole != -EILSEQ))
		return "15 bytes are enough for an answer";
	for (size = 1; size <= INSN_MAX && ret == -ENODATA; size++)
		ret = decode_at_end(w, bytes, size, is_64bit);
	size--;
	if (ret != whole)
		return "bytes that aren't there don't matter";
	if (whole > 0 && size != (unsigned int)whole)
		return "a good instruction cut off is -ENODATA";

	memcpy(other, bytes, INSN_MAX);
	for (i = size; i < INSN_MAX; i++)
		other[i] = ~other[i];
	if (kpev_x86_length(other, INSN_MAX, is_64bit) != whole)
		return "bytes behind an answer don't matter";
	return NULL;
}

/* --- comparing ------------------------------------------------------------- */

static void show(const char *what, const struct difference *diff)
{
	unsigned int i;

	pthread_mutex_lock(&talking);
	printf("     %s, %d bit:", what, diff->is_64bit ? 64 : 32);
	for (i = 0; i < INSN_MAX; i++)
		printf(" %02x", diff->bytes[i]);
	printf(": kpev %d, Zydis %d (0x%x)\n", diff->ours, diff->theirs, diff->status);
	pthread_mutex_unlock(&talking);
}

static bool same_insn(const struct kpev_x86_insn *a, const struct kpev_x86_insn *b)
{
	return a->length == b->length && a->kind == b->kind && a->relative == b->relative;
}

static void try_string(struct worker *w, const u8 *bytes, bool is_64bit)
{
	struct difference diff = { .bytes = bytes, .is_64bit = is_64bit };
	const char *promise;
	int kind;

	diff.ours = kpev_x86_decode(bytes, INSN_MAX, is_64bit, &diff.our_insn);
	ask_zydis(&diff);

	promise = broken_promise(w, bytes, is_64bit, diff.ours);
	if (promise && w->broken++ < SHOWN)
		show(promise, &diff);

	if (diff.ours == diff.theirs) {
		if (diff.ours < 0)
			return;
		if (!same_insn(&diff.our_insn, &diff.their_insn) && w->unexplained++ < SHOWN)
			show("another kind of instruction", &diff);
		w->good[is_64bit]++;
		memcpy(w->corpus[w->corpus_nr < CORPUS ? w->corpus_nr++ : below(w, CORPUS)],
		       bytes, INSN_MAX);
		return;
	}
	kind = kind_of_difference(&diff);
	if (kind >= 0)
		w->kinds[kind]++;
	else if (w->unexplained++ < SHOWN)
		show("unexplained", &diff);
}

static void *work(void *data)
{
	struct worker *w = data;
	u8 bytes[INSN_MAX + 16];
	u64 i;

	for (i = 0; i < w->strings; i++) {
		make_string(w, bytes);
		try_string(w, bytes, true);
		try_string(w, bytes, false);
	}
	return NULL;
}

static bool start(struct worker *w, u64 strings, u64 seed)
{
	size_t page = sysconf(_SC_PAGESIZE);
	u8 *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (pages == MAP_FAILED || mprotect(pages + page, page, PROT_NONE))
		return false;
	w->end = pages + page;
	w->strings = strings;
	w->state = (seed + 1) * 0x9e3779b97f4a7c15ULL;
	return !pthread_create(&w->thread, NULL, work, w);
}

static bool report(const struct worker *sum)
{
	unsigned int i;

	printf("     %llu strings, of them instructions to both: %llu (64 bit), %llu (32 bit)\n",
	       (unsigned long long)sum->strings, (unsigned long long)sum->good[1],
	       (unsigned long long)sum->good[0]);
	for (i = 0; kinds[i].name; i++)
		if (sum->kinds[i])
			printf("     %10llu %s: %s\n", (unsigned long long)sum->kinds[i],
			       kinds[i].name, kinds[i].reason);
	if (sum->unexplained)
		printf("     %llu unexplained differences\n",
		       (unsigned long long)sum->unexplained);
	if (sum->broken)
		printf("     %llu broken promises\n", (unsigned long long)sum->broken);
	return sum->good[0] && sum->good[1] && !sum->unexplained && !sum->broken;
}

static void add(struct worker *sum, const struct worker *w)
{
	unsigned int i;

	sum->strings += w->strings;
	sum->unexplained += w->unexplained;
	sum->broken += w->broken;
	for (i = 0; i < 2; i++)
		sum->good[i] += w->good[i];
	for (i = 0; i < KINDS_MAX; i++)
		sum->kinds[i] += w->kinds[i];
}

int main(int argc, char **argv)
{
	unsigned int nr, i;
	u64 count, seed;
	struct worker *workers, sum = { 0 };

	if (argc != 4) {
		fprintf(stderr, "usage: insn_random COUNT SEED THREADS\n");
		return 2;
	}
	count = strtoull(argv[1], NULL, 0);
	seed = strtoull(argv[2], NULL, 0);
	nr = strtoul(argv[3], NULL, 0);
	setvbuf(stdout, NULL, _IOLBF, 0);
	if (!nr || !kinds_init())
		return 2;

	workers = calloc(nr, sizeof(*workers));
	for (i = 0; workers && i < nr; i++)
		if (!start(&workers[i], count / nr + (i < count % nr), seed * nr + i))
			return 2;
	for (i = 0; workers && i < nr; i++) {
		pthread_join(workers[i].thread, NULL);
		add(&sum, &workers[i]);
	}
	free(workers);
	return report(&sum) ? 0 : 1;
}

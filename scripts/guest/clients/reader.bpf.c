// SPDX-License-Identifier: GPL-2.0-only
/*
 * A BPF program on kprobes:event1 as client-libbpf.sh defines it; libbpf attaches it by
 * the name of its section, SEC(), which the compiler is told of.  What it has seen is in its
 * global data.
 */
#include "reader.h"

typedef unsigned int u32;
typedef unsigned long long u64;

static long (*bpf_probe_read_kernel)(void *to, u32 size, const void *from) = (void *)113;

/* The record: see the event's format. */
struct record {
	u64 common;
	u64 ip;
	u64 x;
	u32 name;	/* data location: its size and, in the low half, where it is */
	short s16;
};

struct seen seen;

SEC("tracepoint/kprobes/event1")
int reader(const struct record *record)
{
	u32 size = record->name >> 16;

	seen.hits++;
	seen.s16 = record->s16;
	seen.x = record->x;
	seen.size = size;
	if (size <= sizeof(seen.text))
		bpf_probe_read_kernel(seen.text, size, (void *)record + (record->name & 0xffff));
	return 0;
}

char licence[] SEC("license") = "GPL";

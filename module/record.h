/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A hit -> a record in each buffer that wants one, and in perf's.
 *
 * The sink is an event's: the list of who wants its records.  A tap is one
 * probe's way into its event's sink.
 */
#ifndef KPEV_RECORD_H
#define KPEV_RECORD_H

#include <linux/types.h>

#include "fetch.h"

struct pt_regs;
struct trace_event_call;
struct trace_event_file;

/**
 * struct kpev_buffers - who in ftrace wants an event's records
 * @rcu: to be freed by
 * @nr: slots in @file
 * @file: the event in one buffer each; NULL in a slot that was given up
 */
struct kpev_buffers {
	struct rcu_head rcu;
	unsigned int nr;
	struct trace_event_file *file[];
};

/**
 * struct kpev_sink - where an event's records go
 * @only: the only one that wants records, where that is a buffer; else NULL.
 *	As @buffers: written under event_mutex; read by hits, which have
 *	preemption off
 * @straight: the same, where records have no texts
 * @buffers: all buffers that want some
 * @nr_buffers: how many of its slots are in use; guarded by event_mutex
 * @perf: perf wants records too; written under event_mutex
 * @call: the event in the tracing core, for perf
 * @has_texts: records have texts
 * @size: bytes of the fixed part of a record
 * @room: bytes for texts behind it
 */
struct kpev_sink {
	struct trace_event_file *straight;
	struct trace_event_file *only;
	struct kpev_buffers __rcu *buffers;
	unsigned int nr_buffers;
	bool perf;
	struct trace_event_call *call;
	bool has_texts;
	unsigned int size;
	unsigned int room;
};

/**
 * struct kpev_tap - what a probe needs on a hit
 * @sink: its event's sink
 * @program: what it records
 * @address: its place, as it stands in the records
 */
struct kpev_tap {
	struct kpev_sink *sink;
	const struct kpev_program *program;
	unsigned long address;
};

void kpev_sink_setup(struct kpev_sink *sink, struct trace_event_call *call,
		     unsigned int size, bool has_texts);
void kpev_sink_cleanup(struct kpev_sink *sink);
void kpev_sink_set_perf(struct kpev_sink *sink, bool wanted);
int kpev_sink_add(struct kpev_sink *sink, struct trace_event_file *file);
void kpev_sink_remove(struct kpev_sink *sink, struct trace_event_file *file);

static inline bool kpev_sink_is_used(const struct kpev_sink *sink)
{
	return sink->nr_buffers || sink->perf;
}

void kpev_record_hit(void *data, struct pt_regs *regs,
		     const struct kpev_return *ret);
void kpev_record_keep(void *data, struct pt_regs *regs, unsigned long *saved);

#endif

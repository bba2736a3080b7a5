// SPDX-License-Identifier: GPL-2.0-only
/* Writing records; what kpev_record_* calls runs on a hit. */
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/trace_events.h>

#include "compat.h"
#include "layout.h"
#include "record.h"

/*
 * A record must fit a page of the ring buffer with the page's and its own
 * header and a time stamp (72 bytes at most); perf takes 8,192 bytes.
 */
#define RECORD_MAX	(PAGE_SIZE - 96)

/**
 * kpev_sink_setup - prepare a sink
 * @sink: the sink
 * @call: the event in the tracing core
 * @size: bytes of the fixed part of a record
 */
void kpev_sink_setup(struct kpev_sink *sink, struct trace_event_call *call,
		     unsigned int size)
{
	RCU_INIT_POINTER(sink->buffers, NULL);
	sink->nr_buffers = 0;
	sink->perf = false;
	sink->call = call;
	sink->size = size;
	sink->room = RECORD_MAX - size;
}

/**
 * kpev_sink_cleanup - free what a sink holds
 * @sink: the sink, which nobody uses any more
 */
void kpev_sink_cleanup(struct kpev_sink *sink)
{
	kfree(rcu_dereference_protected(sink->buffers, true));
}

/**
 * kpev_sink_add - a buffer wants the records
 * @sink: the sink
 * @file: the event in that buffer
 *
 * Context: may sleep; under event_mutex.
 * Return: 0 or -ENOMEM.
 */
int kpev_sink_add(struct kpev_sink *sink, struct trace_event_file *file)
{
	struct kpev_buffers *old, *new;
	unsigned int i;

	/* event_mutex, which guards this, has no name here for lockdep. */
	old = rcu_dereference_protected(sink->buffers, true);
	new = kmalloc(struct_size(new, file, sink->nr_buffers + 1), GFP_KERNEL);
	if (!new)
		return -ENOMEM;
	new->nr = 0;
	for (i = 0; old && i < old->nr; i++)
		if (old->file[i])
			new->file[new->nr++] = old->file[i];
	new->file[new->nr++] = file;
	sink->nr_buffers = new->nr;
	rcu_assign_pointer(sink->buffers, new);
	if (old) {
		synchronize_rcu();
		kfree(old);
	}
	return 0;
}

/**
 * kpev_sink_remove - a buffer wants no more records
 * @sink: the sink
 * @file: the event in that buffer; when this returns, no hit uses it
 *
 * Needs no memory: the slot is left empty until the next one is added.
 *
 * Context: may sleep for a grace period; under event_mutex.
 */
void kpev_sink_remove(struct kpev_sink *sink, struct trace_event_file *file)
{
	struct kpev_buffers *buffers;
	unsigned int i;

	buffers = rcu_dereference_protected(sink->buffers, true);
	for (i = 0; buffers && i < buffers->nr; i++) {
		if (buffers->file[i] == file) {
			WRITE_ONCE(buffers->file[i], NULL);
			sink->nr_buffers--;
			break;
		}
	}
	synchronize_rcu();
}

static nokprobe_inline void fill_record(const struct kpev_tap *tap,
					const struct kpev_hit *hit,
					void *record, unsigned int texts)
{
	const struct kpev_sink *sink = tap->sink;

	if (hit->return_address) {
		struct kpev_return_head *head = record;

		head->func = tap->address;
		head->ret_ip = hit->return_address;
	} else {
		struct kpev_entry_head *head = record;

		head->ip = tap->address;
	}
	kpev_fetch_numbers(tap->program, hit, record);
	if (tap->program->nr_texts)
		kpev_fetch_texts(tap->program, hit, record, sink->size, texts,
				 sink->room);
}

static nokprobe_inline unsigned int measure(const struct kpev_tap *tap,
					    const struct kpev_hit *hit)
{
	if (!tap->program->nr_texts)
		return 0;
	return kpev_fetch_measure(tap->program, hit, tap->sink->room);
}

static nokprobe_inline void record_to_buffer(const struct kpev_tap *tap,
					     struct trace_event_file *file,
					     const struct kpev_hit *hit)
{
	struct trace_event_buffer buffer;
	unsigned int texts;
	void *record;

	if (trace_trigger_soft_disabled(file))
		return;
	texts = measure(tap, hit);
	record = trace_event_buffer_reserve(&buffer, file,
					    tap->sink->size + texts);
	if (!record)
		return;
	/* For the triggers that print a stack. */
	buffer.regs = hit->regs;
	fill_record(tap, hit, record, texts);
	trace_event_buffer_commit(&buffer);
}

static nokprobe_inline void record_to_perf(const struct kpev_tap *tap,
					   const struct kpev_hit *hit)
{
	struct trace_event_call *call = tap->sink->call;
	struct hlist_head *listeners;
	unsigned int size, texts;
	void *record;
	int context;

	listeners = this_cpu_ptr(call->perf_events);
	if (hlist_empty(listeners) && !bpf_prog_array_valid(call))
		return;

	texts = measure(tap, hit);
	/* With perf's own 4 bytes in front, a multiple of 8. */
	size = ALIGN(tap->sink->size + texts + sizeof(u32), sizeof(u64)) -
	       sizeof(u32);
	record = perf_trace_buf_alloc(size, NULL, &context);
	if (!record)
		return;
	fill_record(tap, hit, record, texts);
	perf_trace_run_bpf_submit(record, size, context, call, 1, hit->regs,
				  listeners, NULL);
}

/**
 * kpev_record_hit - record a hit
 * @data: the struct kpev_tap
 * @hit: the hit
 *
 * Context: preemption off, possibly NMI.
 */
void kpev_record_hit(void *data, const struct kpev_hit *hit)
{
	const struct kpev_tap *tap = data;
	const struct kpev_sink *sink = tap->sink;
	const struct kpev_buffers *buffers;
	unsigned int i;

	buffers = rcu_dereference_sched(sink->buffers);
	for (i = 0; buffers && i < buffers->nr; i++) {
		struct trace_event_file *file = READ_ONCE(buffers->file[i]);

		if (likely(file))
			record_to_buffer(tap, file, hit);
	}
	if (unlikely(READ_ONCE(sink->perf)))
		record_to_perf(tap, hit);
}

NOKPROBE_SYMBOL(kpev_record_hit);

/**
 * kpev_record_keep - keep what a return probe's record needs of the entry
 * @data: the struct kpev_tap
 * @regs: the registers at the function's entry
 * @saved: where to: as many words as the tap's program keeps
 *
 * Context: preemption off, possibly NMI.
 */
void kpev_record_keep(void *data, struct pt_regs *regs, unsigned long *saved)
{
	const struct kpev_tap *tap = data;

	kpev_fetch_entry(tap->program, regs, saved);
}

NOKPROBE_SYMBOL(kpev_record_keep);

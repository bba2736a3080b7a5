// SPDX-License-Identifier: GPL-2.0-only
/* Writing records; all below kpev_record_* runs on a hit. */
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

/* The fixed part behind the head, and the strings. */
static nokprobe_inline void fill_arguments(const struct kpev_tap *tap,
					   struct pt_regs *regs, void *record,
					   unsigned int strings)
{
	kpev_fetch_numbers(&tap->program, regs, record);
	if (tap->program.nr_strings)
		kpev_fetch_strings(&tap->program, regs, record, tap->sink->size,
				   strings, tap->sink->room);
}

static nokprobe_inline void fill_record(const struct kpev_tap *tap,
					struct pt_regs *regs,
					unsigned long return_address,
					void *record, unsigned int strings)
{
	if (return_address) {
		struct kpev_return_head *head = record;

		head->func = tap->address;
		head->ret_ip = return_address;
	} else {
		struct kpev_entry_head *head = record;

		head->ip = tap->address;
	}
	fill_arguments(tap, regs, record, strings);
}

static nokprobe_inline unsigned int measure(const struct kpev_tap *tap,
					    struct pt_regs *regs)
{
	if (!tap->program.nr_strings)
		return 0;
	return kpev_fetch_measure(&tap->program, regs, tap->sink->room);
}

static nokprobe_inline void record_to_buffer(const struct kpev_tap *tap,
					     struct trace_event_file *file,
					     struct pt_regs *regs,
					     unsigned long return_address)
{
	struct trace_event_buffer buffer;
	unsigned int strings;
	void *record;

	if (trace_trigger_soft_disabled(file))
		return;
	strings = measure(tap, regs);
	record = trace_event_buffer_reserve(&buffer, file,
					    tap->sink->size + strings);
	if (!record)
		return;
	/* For the triggers that print a stack. */
	buffer.regs = regs;
	fill_record(tap, regs, return_address, record, strings);
	trace_event_buffer_commit(&buffer);
}

static nokprobe_inline void record_to_perf(const struct kpev_tap *tap,
					   struct pt_regs *regs,
					   unsigned long return_address)
{
	struct trace_event_call *call = tap->sink->call;
	struct hlist_head *listeners;
	unsigned int size, strings;
	void *record;
	int context;

	listeners = this_cpu_ptr(call->perf_events);
	if (hlist_empty(listeners) && !bpf_prog_array_valid(call))
		return;

	strings = measure(tap, regs);
	/* With perf's own 4 bytes in front, a multiple of 8. */
	size = ALIGN(tap->sink->size + strings + sizeof(u32), sizeof(u64)) -
	       sizeof(u32);
	record = perf_trace_buf_alloc(size, NULL, &context);
	if (!record)
		return;
	fill_record(tap, regs, return_address, record, strings);
	perf_trace_run_bpf_submit(record, size, context, call, 1, regs,
				  listeners, NULL);
}

static nokprobe_inline void record_hit(const struct kpev_tap *tap,
				       struct pt_regs *regs,
				       unsigned long return_address)
{
	const struct kpev_sink *sink = tap->sink;
	const struct kpev_buffers *buffers;
	unsigned int i;

	buffers = rcu_dereference_sched(sink->buffers);
	for (i = 0; buffers && i < buffers->nr; i++) {
		struct trace_event_file *file = READ_ONCE(buffers->file[i]);

		if (likely(file))
			record_to_buffer(tap, file, regs, return_address);
	}
	if (unlikely(READ_ONCE(sink->perf)))
		record_to_perf(tap, regs, return_address);
}

/**
 * kpev_record_entry - record a hit of a probe at an address
 * @data: the struct kpev_tap
 * @regs: the registers at the probe point
 * @unused: only for return probes
 *
 * Context: preemption off, possibly NMI.
 */
void kpev_record_entry(void *data, struct pt_regs *regs, unsigned long unused)
{
	record_hit(data, regs, 0);
}

NOKPROBE_SYMBOL(kpev_record_entry);

/**
 * kpev_record_return - record a hit of a return probe
 * @data: the struct kpev_tap
 * @regs: the registers at the function's return
 * @return_address: where the function returns to
 *
 * Context: preemption off.
 */
void kpev_record_return(void *data, struct pt_regs *regs,
			unsigned long return_address)
{
	record_hit(data, regs, return_address);
}

NOKPROBE_SYMBOL(kpev_record_return);

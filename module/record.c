// SPDX-License-Identifier: GPL-2.0-only
/* Writing records; what kpev_record_* calls runs on a hit. */
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>
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

/* Bytes of a record that is made on the stack, and copied from there. */
#define SCRATCH		512

/**
 * kpev_sink_setup - prepare a sink
 * @sink: the sink
 * @call: the event in the tracing core
 * @size: bytes of the fixed part of a record
 * @has_texts: records have texts behind it
 */
void kpev_sink_setup(struct kpev_sink *sink, struct trace_event_call *call,
		     unsigned int size, bool has_texts)
{
	sink->straight = NULL;
	sink->only = NULL;
	RCU_INIT_POINTER(sink->buffers, NULL);
	sink->nr_buffers = 0;
	sink->perf = false;
	sink->call = call;
	sink->has_texts = has_texts;
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

/* Find out who is the only reader; under event_mutex. */
static void find_only(struct kpev_sink *sink)
{
	struct kpev_buffers *buffers;
	struct trace_event_file *only = NULL;
	unsigned int i;

	buffers = rcu_dereference_protected(sink->buffers, true);
	if (sink->nr_buffers == 1 && !sink->perf)
		for (i = 0; i < buffers->nr; i++)
			only = buffers->file[i] ?: only;
	WRITE_ONCE(sink->only, only);
	WRITE_ONCE(sink->straight, sink->has_texts ? NULL : only);
}

/**
 * kpev_sink_set_perf - perf wants records, or none any more
 * @sink: the sink
 * @wanted: which
 *
 * Context: under event_mutex.
 */
void kpev_sink_set_perf(struct kpev_sink *sink, bool wanted)
{
	WRITE_ONCE(sink->perf, wanted);
	find_only(sink);
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
	find_only(sink);
	if (old)
		kfree_rcu(old, rcu);
	return 0;
}

/**
 * kpev_sink_remove - a buffer wants no more records
 * @sink: the sink
 * @file: the event in that buffer; hits under way may still use it, until the
 *	end of a grace period, for which the tracing core waits before it frees
 *	a buffer's files
 *
 * Needs no memory: the slot is left empty until the next one is added.
 *
 * Context: may sleep; under event_mutex.
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
	find_only(sink);
}

/* Fill the fixed part in, but for the locations of texts. */
static nokprobe_inline void fill_fixed(const struct kpev_tap *tap,
				       struct pt_regs *regs,
				       const struct kpev_return *ret,
				       void *record)
{
	if (ret) {
		struct kpev_return_head *head = record;

		head->func = tap->address;
		head->ret_ip = ret->address;
	} else {
		struct kpev_entry_head *head = record;

		head->ip = tap->address;
	}
	kpev_fetch_numbers(tap->program, regs, ret, record);
}

/* --- a record that is made in place --- */

static nokprobe_inline void *data_of(struct ring_buffer_event *event)
{
	/* A short one, without a time stamp in front of it, as nearly all are. */
	if (likely(event->type_len - 1U < RINGBUF_TYPE_DATA_TYPE_LEN_MAX))
		return event->array;
	return ring_buffer_event_data(event);
}

/*
 * What trace_event_buffer_reserve() does, in two thirds of the instructions; for
 * a task that @file's buffer wants.
 */
static nokprobe_inline void *reserve(struct trace_event_buffer *buffer,
				     struct trace_event_file *file,
				     struct pt_regs *regs, unsigned int size)
{
	buffer->trace_ctx = kpev_trace_context();
	buffer->trace_file = file;
	buffer->event = trace_event_buffer_lock_reserve(&buffer->buffer, file,
							file->event_call->event.type,
							size, buffer->trace_ctx);
	if (unlikely(!buffer->event))
		return NULL;
	/* For the triggers that print a stack. */
	buffer->regs = regs;
	buffer->entry = data_of(buffer->event);
	return buffer->entry;
}

static noinline void record_numbers(const struct kpev_tap *tap,
				    struct pt_regs *regs,
				    const struct kpev_return *ret,
				    struct trace_event_file *file)
{
	struct trace_event_buffer buffer __uninitialized;
	void *record;

	record = reserve(&buffer, file, regs, tap->sink->size);
	if (unlikely(!record))
		return;
	fill_fixed(tap, regs, ret, record);
	trace_event_buffer_commit(&buffer);
}

NOKPROBE_SYMBOL(record_numbers);

/* The size of a record with texts. */
static unsigned int measure(const struct kpev_tap *tap, struct pt_regs *regs,
			    const struct kpev_return *ret)
{
	const struct kpev_sink *sink = tap->sink;

	if (!sink->has_texts)
		return sink->size;
	return sink->size + kpev_fetch_measure(tap->program, regs, ret,
					       sink->room);
}

NOKPROBE_SYMBOL(measure);

static void fill_all(const struct kpev_tap *tap, struct pt_regs *regs,
		     const struct kpev_return *ret, void *record,
		     unsigned int size)
{
	const struct kpev_sink *sink = tap->sink;

	fill_fixed(tap, regs, ret, record);
	if (sink->has_texts)
		kpev_fetch_texts(tap->program, regs, ret, record, sink->size,
				 size - sink->size, sink->room);
}

NOKPROBE_SYMBOL(fill_all);

/* Whatever its size: for that, all texts are looked at twice. */
static void record_long(const struct kpev_tap *tap, struct pt_regs *regs,
			const struct kpev_return *ret,
			struct trace_event_file *file)
{
	struct trace_event_buffer buffer __uninitialized;
	unsigned int size = measure(tap, regs, ret);
	void *record;

	record = reserve(&buffer, file, regs, size);
	if (unlikely(!record))
		return;
	fill_all(tap, regs, ret, record, size);
	trace_event_buffer_commit(&buffer);
}

NOKPROBE_SYMBOL(record_long);

/* --- a record that is made elsewhere first --- */

/* Make a record of @made's SCRATCH bytes; returns its size, 0: it doesn't fit. */
static nokprobe_inline unsigned int make_record(const struct kpev_tap *tap,
						struct pt_regs *regs,
						const struct kpev_return *ret,
						void *made)
{
	const struct kpev_sink *sink = tap->sink;

	if (unlikely(sink->size > SCRATCH))
		return 0;
	fill_fixed(tap, regs, ret, made);
	if (!sink->has_texts)
		return sink->size;
	return kpev_fetch_texts_at_once(tap->program, regs, ret, made,
					sink->size, SCRATCH);
}

/*
 * Copy all but the common fields: words, the last of which may overlap the one
 * before.  That is less than a call.
 */
static nokprobe_inline void copy_record(void *to, const void *from,
					unsigned int size)
{
	unsigned long i = offsetof(struct kpev_entry_head, ip);
	unsigned long last = size - sizeof(long);

	for (; i < last; i += sizeof(long))
		*(unsigned long *)(to + i) = *(const unsigned long *)(from + i);
	*(unsigned long *)(to + last) = *(const unsigned long *)(from + last);
}

static nokprobe_inline void copy_to_buffer(struct pt_regs *regs,
					   struct trace_event_file *file,
					   const void *made, unsigned int size)
{
	struct trace_event_buffer buffer __uninitialized;
	void *record;

	record = reserve(&buffer, file, regs, size);
	if (unlikely(!record))
		return;
	copy_record(record, made, size);
	trace_event_buffer_commit(&buffer);
}

/*
 * Does the one reader filter, and nothing of its own want to see the rest?
 * Then its filter is asked before its buffer is touched.
 */
static nokprobe_inline bool filters_early(const struct trace_event_file *file)
{
	return (file->flags & (EVENT_FILE_FL_FILTERED |
			       EVENT_FILE_FL_TRIGGER_COND)) ==
	       EVENT_FILE_FL_FILTERED;
}

static nokprobe_inline bool filter_takes(const struct kpev_tap *tap,
					 struct trace_event_file *file,
					 void *made)
{
	tracing_generic_entry_update(made, tap->sink->call->event.type,
				     kpev_trace_context());
	return filter_match_preds(rcu_dereference_sched(file->filter), made);
}

/* For one buffer, which is the only reader. */
static noinline void record_by_copy(const struct kpev_tap *tap,
				    struct pt_regs *regs,
				    const struct kpev_return *ret,
				    struct trace_event_file *file)
{
	unsigned long made[SCRATCH / sizeof(long)] __uninitialized;
	unsigned int size = make_record(tap, regs, ret, made);

	if (unlikely(!size))
		record_long(tap, regs, ret, file);
	else if (!filters_early(file) || filter_takes(tap, file, made))
		copy_to_buffer(regs, file, made, size);
}

NOKPROBE_SYMBOL(record_by_copy);

/* The triggers that don't ask for the record are run by that, too. */
static nokprobe_inline bool is_unwanted(struct trace_event_file *file)
{
	if (trace_trigger_soft_disabled(file))
		return true;
	return unlikely(file->flags & EVENT_FILE_FL_PID_FILTER) &&
	       trace_event_ignore_this_pid(file);
}

/* --- several readers, or perf --- */

/* Behind a record: what makes it, with perf's own 4 bytes, a multiple of 8. */
static nokprobe_inline unsigned int padded_size(unsigned int size)
{
	return ALIGN(size + sizeof(u32), sizeof(u64)) - sizeof(u32);
}

/* One for each of perf's contexts, which nest and own theirs until the submit. */
static DEFINE_PER_CPU(struct pt_regs, complete_registers[PERF_NR_CONTEXTS]);

/* Perf and programs look at all registers. */
static nokprobe_inline struct pt_regs *all_registers(const struct kpev_tap *tap,
						     struct pt_regs *regs,
						     int context)
{
	struct pt_regs *all;

	if (!kpev_registers_are_partial(regs))
		return regs;
	all = this_cpu_ptr(&complete_registers[context]);
	kpev_complete_registers(all, regs, tap->address);
	return all;
}

/* From where it was made: what perf keeps of it, it copies. */
static nokprobe_inline void submit_made(const struct kpev_tap *tap,
					struct pt_regs *regs,
					struct hlist_head *listeners,
					void *made, unsigned int size)
{
	int context = perf_swevent_get_recursion_context();

	if (context < 0)
		return;
	memset(made + size, 0, sizeof(u64));
	perf_trace_run_bpf_submit(made, padded_size(size), context,
				  tap->sink->call, 1,
				  all_registers(tap, regs, context), listeners,
				  NULL);
}

/* One that is too long to be made here first. */
static noinline void submit_long(const struct kpev_tap *tap,
				 struct pt_regs *regs,
				 const struct kpev_return *ret,
				 struct hlist_head *listeners)
{
	unsigned int size = measure(tap, regs, ret);
	unsigned int padded = padded_size(size);
	void *record;
	int context;

	record = perf_trace_buf_alloc(padded, NULL, &context);
	if (!record)
		return;
	fill_all(tap, regs, ret, record, size);
	memset(record + size, 0, padded - size);
	perf_trace_run_bpf_submit(record, padded, context, tap->sink->call, 1,
				  all_registers(tap, regs, context), listeners,
				  NULL);
}

NOKPROBE_SYMBOL(submit_long);

static nokprobe_inline void record_to_perf(const struct kpev_tap *tap,
					   struct pt_regs *regs,
					   const struct kpev_return *ret,
					   void *made, unsigned int size)
{
	struct trace_event_call *call = tap->sink->call;
	struct hlist_head *listeners = this_cpu_ptr(call->perf_events);

	if (hlist_empty(listeners) && !bpf_prog_array_valid(call))
		return;
	if (likely(size))
		submit_made(tap, regs, listeners, made, size);
	else
		submit_long(tap, regs, ret, listeners);
}

static noinline void record_for_all(const struct kpev_tap *tap,
				    struct pt_regs *regs,
				    const struct kpev_return *ret)
{
	unsigned long made[(SCRATCH + sizeof(u64)) / sizeof(long)] __uninitialized;
	unsigned int size = make_record(tap, regs, ret, made);
	const struct kpev_sink *sink = tap->sink;
	const struct kpev_buffers *buffers;
	unsigned int i;

	buffers = rcu_dereference_sched(sink->buffers);
	for (i = 0; buffers && i < buffers->nr; i++) {
		struct trace_event_file *file = READ_ONCE(buffers->file[i]);

		if (!file || is_unwanted(file))
			continue;
		if (size)
			copy_to_buffer(regs, file, made, size);
		else
			record_long(tap, regs, ret, file);
	}
	if (READ_ONCE(sink->perf))
		record_to_perf(tap, regs, ret, made, size);
}

NOKPROBE_SYMBOL(record_for_all);

/* What asks for more of a buffer than its filter. */
#define SPECIAL	(EVENT_FILE_FL_SOFT_DISABLED | EVENT_FILE_FL_TRIGGER_MODE |	\
		 EVENT_FILE_FL_TRIGGER_COND | EVENT_FILE_FL_PID_FILTER)

static noinline void record_specially(const struct kpev_tap *tap,
				      struct pt_regs *regs,
				      const struct kpev_return *ret,
				      struct trace_event_file *file)
{
	if (is_unwanted(file))
		return;
	if (tap->sink->has_texts || filters_early(file))
		record_by_copy(tap, regs, ret, file);
	else
		record_numbers(tap, regs, ret, file);
}

NOKPROBE_SYMBOL(record_specially);

/**
 * kpev_record_hit - record a hit
 * @data: the struct kpev_tap
 * @regs: the registers
 * @ret: of a return probe; else NULL
 *
 * Has no frame of its own: whoever goes on from here has one.
 *
 * Context: preemption off, possibly NMI.
 */
void kpev_record_hit(void *data, struct pt_regs *regs,
		     const struct kpev_return *ret)
{
	const struct kpev_tap *tap = data;
	struct trace_event_file *file = READ_ONCE(tap->sink->straight);

	if (likely(file && !(file->flags & (SPECIAL | EVENT_FILE_FL_FILTERED)))) {
		record_numbers(tap, regs, ret, file);
		return;
	}
	file = READ_ONCE(tap->sink->only);
	if (!file)
		record_for_all(tap, regs, ret);
	else if (likely(!(file->flags & SPECIAL)))
		record_by_copy(tap, regs, ret, file);
	else
		record_specially(tap, regs, ret, file);
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

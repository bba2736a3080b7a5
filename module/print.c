// SPDX-License-Identifier: GPL-2.0-only
/* Printing records. */
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/seq_buf.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace_events.h>
#include <linux/trace_seq.h>

#include "compat.h"
#include "layout.h"
#include "print.h"
#include "type.h"

static void build_format(struct seq_buf *s, const struct kpev_layout *layout)
{
	unsigned int i;

	/* seq_buf_puts() is not exported. */
	seq_buf_printf(s, "\"%s", layout->is_return ? "(%lx <- %lx)" : "(%lx)");
	for (i = 0; i < layout->nr_fields; i++)
		seq_buf_printf(s, " %s=%s", layout->field[i].name,
			       layout->field[i].type->format);
	seq_buf_printf(s, "\", %s", layout->is_return ?
		       "REC->__probe_func, REC->__probe_ret_ip" :
		       "REC->__probe_ip");
	for (i = 0; i < layout->nr_fields; i++)
		seq_buf_printf(s, kpev_type_is_string(layout->field[i].type) ?
			       ", __get_str(%s)" : ", REC->%s",
			       layout->field[i].name);
}

/**
 * kpev_print_format - the print format of the format file
 * @layout: the layout
 *
 * Context: may sleep.
 * Return: the format, to be freed with kfree(), or NULL without memory.
 */
char *kpev_print_format(const struct kpev_layout *layout)
{
	/* Each field: " NAME=" and a format, then ", __get_str(NAME)". */
	size_t size = 128 + layout->nr_fields * 2 * (KPEV_NAME_LEN + 16);
	struct seq_buf s;
	char *buf;

	buf = kmalloc(size, GFP_KERNEL);
	if (!buf)
		return NULL;
	seq_buf_init(&s, buf, size);
	build_format(&s, layout);
	if (WARN_ON_ONCE(seq_buf_has_overflowed(&s) || s.len >= size)) {
		kfree(buf);
		return NULL;
	}
	buf[s.len] = '\0';
	return buf;
}

/* Print an address as the tracing core's own events do. */
static void print_address(struct trace_seq *s, unsigned long address,
			  bool with_offset, int flags)
{
	char text[KSYM_SYMBOL_LEN];

	if (!address) {
		trace_seq_putc(s, '0');
		return;
	}
	if (with_offset) {
		sprint_symbol(text, address);
	} else {
		sprint_symbol_no_offset(text, address);
		/* The module's name stands only behind an offset. */
		text[strcspn(text, " ")] = '\0';
	}
	if (strstarts(text, KPEV_RETURN_TRAMPOLINE))
		trace_seq_puts(s, "[unknown/kretprobe'd]");
	else
		trace_seq_puts(s, text);
	if (flags & KPEV_ITER_SYM_ADDR)
		trace_seq_printf(s, " <%0*lx>", (int)(2 * sizeof(long)),
				 address);
}

static void print_head(struct trace_seq *s, const struct kpev_layout *layout,
		       const void *record, int flags)
{
	const struct kpev_return_head *ret = record;
	const struct kpev_entry_head *entry = record;

	trace_seq_printf(s, "%s: (", layout->name);
	if (layout->is_return) {
		print_address(s, ret->ret_ip, true, flags);
		trace_seq_puts(s, " <- ");
		print_address(s, ret->func, false, flags);
	} else {
		print_address(s, entry->ip, true, flags);
	}
	trace_seq_putc(s, ')');
}

static s64 read_signed(const struct kpev_type *type, const void *p)
{
	switch (type->size) {
	case 1:
		return *(s8 *)p;
	case 2:
		return *(s16 *)p;
	case 4:
		return *(s32 *)p;
	default:
		return *(s64 *)p;
	}
}

static u64 read_unsigned(const struct kpev_type *type, const void *p)
{
	switch (type->size) {
	case 1:
		return *(u8 *)p;
	case 2:
		return *(u16 *)p;
	case 4:
		return *(u32 *)p;
	default:
		return *(u64 *)p;
	}
}

/* @size: the record's bytes, or 0 where they aren't known. */
static void print_string(struct trace_seq *s, const void *record,
			 unsigned int size, u32 location)
{
	unsigned int offset = kpev_location_offset(location);
	unsigned int len = kpev_location_len(location);

	if (!len || (size && offset + len > size))
		trace_seq_puts(s, "(fault)");
	else
		trace_seq_printf(s, "\"%.*s\"", (int)len,
				 (const char *)record + offset);
}

static void print_field(struct trace_seq *s, const struct kpev_field *field,
			const void *record, unsigned int size)
{
	const void *p = record + field->at;

	trace_seq_printf(s, " %s=", field->name);
	switch (field->type->kind) {
	case KPEV_TYPE_STRING:
		print_string(s, record, size, *(u32 *)p);
		break;
	case KPEV_TYPE_SIGNED:
		trace_seq_printf(s, "%lld", read_signed(field->type, p));
		break;
	case KPEV_TYPE_UNSIGNED:
		trace_seq_printf(s, "%llu", read_unsigned(field->type, p));
		break;
	case KPEV_TYPE_HEX:
		trace_seq_printf(s, "0x%llx", read_unsigned(field->type, p));
		break;
	}
}

/*
 * @event is that of the layout's own call or, with tp_printk, of the event's;
 * both lead to the layout.  tp_printk doesn't set the record's size.
 */
static enum print_line_t print_record(struct trace_iterator *iter, int flags,
				      struct trace_event *event)
{
	struct trace_event_call *call =
		container_of(event, struct trace_event_call, event);
	const struct kpev_layout *layout = call->data;
	struct trace_seq *s = &iter->seq;
	unsigned int size = iter->ent_size;
	unsigned int i;

	if (size && size < layout->size) {
		trace_seq_printf(s, "%s: (short record)\n", layout->name);
		return trace_handle_return(s);
	}
	print_head(s, layout, iter->ent, flags);
	for (i = 0; i < layout->nr_fields; i++)
		print_field(s, &layout->field[i], iter->ent, size);
	trace_seq_putc(s, '\n');
	return trace_handle_return(s);
}

struct trace_event_functions kpev_print_functions = {
	.trace = print_record,
};

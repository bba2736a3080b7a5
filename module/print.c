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

static void build_field_format(struct seq_buf *s,
			       const struct kpev_field *field)
{
	unsigned int i;

	seq_buf_printf(s, " %s=%s%s", field->name, field->value.count ? "{" : "",
		       field->value.type->format);
	for (i = 1; i < field->value.count; i++)
		seq_buf_printf(s, ",%s", field->value.type->format);
	if (field->value.count)
		seq_buf_printf(s, "%c", '}');
}

static void build_field_values(struct seq_buf *s,
			       const struct kpev_field *field)
{
	bool is_text = kpev_type_is_text(field->value.type);
	unsigned int i;

	if (!field->value.count)
		seq_buf_printf(s, is_text ? ", __get_str(%s)" : ", REC->%s",
			       field->name);
	for (i = 0; i < field->value.count; i++)
		seq_buf_printf(s, is_text ? ", __get_str(%s[%u])" :
					    ", REC->%s[%u]", field->name, i);
}

static void build_format(struct seq_buf *s, const struct kpev_layout *layout)
{
	unsigned int i;

	/* seq_buf_puts() is not exported. */
	seq_buf_printf(s, "\"%s", layout->is_return ? "(%lx <- %lx)" : "(%lx)");
	for (i = 0; i < layout->nr_fields; i++)
		build_field_format(s, &layout->field[i]);
	seq_buf_printf(s, "\", %s", layout->is_return ?
		       "REC->__probe_func, REC->__probe_ret_ip" :
		       "REC->__probe_ip");
	for (i = 0; i < layout->nr_fields; i++)
		build_field_values(s, &layout->field[i]);
}

/* Bytes that the format takes at most. */
static size_t format_size(const struct kpev_layout *layout)
{
	size_t size = 128;
	unsigned int i;

	/* Each element: a format, then ", __get_str(NAME[NN])". */
	for (i = 0; i < layout->nr_fields; i++)
		size += 2 * KPEV_NAME_LEN +
			(layout->field[i].value.count + 1) *
			(strlen(layout->field[i].name) + 32);
	return size;
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
	size_t size = format_size(layout);
	char *buf, *format = NULL;
	struct seq_buf s;

	buf = kmalloc(size, GFP_KERNEL);
	if (!buf)
		return NULL;
	seq_buf_init(&s, buf, size);
	build_format(&s, layout);
	if (!WARN_ON_ONCE(seq_buf_has_overflowed(&s)))
		format = kmemdup_nul(buf, s.len, GFP_KERNEL);
	kfree(buf);
	return format;
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

static void print_value(struct trace_seq *s, const struct kpev_type *type,
			const void *p, const void *record, unsigned int size)
{
	switch (type->kind) {
	case KPEV_TYPE_UNSIGNED:
		trace_seq_printf(s, "%llu", read_unsigned(type, p));
		break;
	case KPEV_TYPE_SIGNED:
		trace_seq_printf(s, "%lld", read_signed(type, p));
		break;
	case KPEV_TYPE_HEX:
		trace_seq_printf(s, "0x%llx", read_unsigned(type, p));
		break;
	case KPEV_TYPE_CHAR:
		trace_seq_printf(s, "'%c'", *(char *)p);
		break;
	case KPEV_TYPE_SYMBOL:
		trace_seq_printf(s, "%pS", *(void **)p);
		break;
	default:
		print_string(s, record, size, *(u32 *)p);
		break;
	}
}

static void print_field(struct trace_seq *s, const struct kpev_field *field,
			const void *record, unsigned int size)
{
	const struct kpev_type *type = field->value.type;
	const void *p = record + field->at;
	unsigned int i;

	trace_seq_printf(s, " %s=", field->name);
	if (!field->value.count) {
		print_value(s, type, p, record, size);
		return;
	}
	for (i = 0; i < field->value.count; i++, p += type->size) {
		trace_seq_putc(s, i ? ',' : '{');
		print_value(s, type, p, record, size);
	}
	trace_seq_putc(s, '}');
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

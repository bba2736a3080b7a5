// SPDX-License-Identifier: GPL-2.0-only
/* Building and running fetch programs. */
#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/percpu.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <asm/word-at-a-time.h>

#include "compat.h"
#include "fetch.h"
#include "type.h"

/* The lowest kernel address; set once, before the first program runs. */
static unsigned long kernel_start __ro_after_init;

/**
 * kpev_fetch_init - learn what this machine's kernel addresses are
 *
 * Context: module init, before anything else of this file.
 */
void __init kpev_fetch_init(void)
{
	kernel_start = kpev_kernel_start();
}

/*
 * A fault on an address outside the kernel's half is no fault that the
 * exception table mends (SMAP, the vsyscall page, non-canonical addresses), so
 * the range is checked before the read.
 */
static nokprobe_inline bool may_read(unsigned long addr, unsigned long size)
{
	unsigned long last = addr + size - 1;

	return addr >= kernel_start && last >= addr &&
	       !kpev_in_vsyscall_page(addr) && !kpev_in_vsyscall_page(last);
}

static nokprobe_inline bool read_word(unsigned long addr, unsigned long *val)
{
	if (!may_read(addr, sizeof(*val)))
		return false;
	__get_kernel_nofault(val, (unsigned long *)addr, unsigned long, fault);
	return true;
fault:
	return false;
}

static nokprobe_inline bool read_byte(unsigned long addr, u8 *val)
{
	if (!may_read(addr, 1))
		return false;
	__get_kernel_nofault(val, (u8 *)addr, u8, fault);
	return true;
fault:
	return false;
}

static nokprobe_inline bool read_user(unsigned long addr, void *to,
				      unsigned int size)
{
	return !copy_from_user_nofault(to, (const void __user *)addr, size);
}

/* Read @size bytes of kernel memory; all zero where any can't be read. */
static nokprobe_inline void read_number(unsigned long addr, void *to,
					unsigned int size)
{
	if (!may_read(addr, size))
		goto fault;
	switch (size) {
	case 1:
		__get_kernel_nofault(to, (u8 *)addr, u8, fault);
		return;
	case 2:
		__get_kernel_nofault(to, (u16 *)addr, u16, fault);
		return;
	case 4:
		__get_kernel_nofault(to, (u32 *)addr, u32, fault);
		return;
	case 8:
		__get_kernel_nofault(to, (u64 *)addr, u64, fault);
		return;
	}
fault:
	memset(to, 0, size);
}

static nokprobe_inline bool word_stays_in_page(unsigned long addr)
{
	return offset_in_page(addr) <= PAGE_SIZE - sizeof(unsigned long);
}

/*
 * Bytes of the string at @addr with its terminating zero, @max at most; 0
 * where it can't be read.  Words are read only within a page: what follows a
 * string may not be mapped.
 */
static unsigned int string_len(unsigned long addr, unsigned int max)
{
	const struct word_at_a_time constants = WORD_AT_A_TIME_CONSTANTS;
	unsigned int len = 0;

	while (len < max) {
		unsigned long word, data;
		u8 byte;

		if (word_stays_in_page(addr + len)) {
			if (!read_word(addr + len, &word))
				return 0;
			if (has_zero(word, &data, &constants)) {
				data = prep_zero_mask(word, data, &constants);
				data = create_zero_mask(data);
				len += find_zero(data) + 1;
				break;
			}
			len += sizeof(word);
			continue;
		}
		if (!read_byte(addr + len, &byte))
			return 0;
		len++;
		if (!byte)
			break;
	}
	return min(len, max);
}

NOKPROBE_SYMBOL(string_len);

/* The same in user memory, a piece at a time, none of them across a page. */
#define USER_PIECE	32UL

static unsigned int user_string_len(unsigned long addr, unsigned int max)
{
	char piece[USER_PIECE];
	unsigned int len = 0;

	while (len < max) {
		unsigned long from = addr + len;
		unsigned int size = USER_PIECE - from % USER_PIECE;
		unsigned int part;

		if (!read_user(from, piece, size))
			return 0;
		part = strnlen(piece, size);
		len += part;
		if (part < size)
			return min(len + 1, max);
	}
	return max;
}

NOKPROBE_SYMBOL(user_string_len);

/*
 * Copy @len - 1 bytes of the string at @addr and end it; false where they can't
 * be read (any more).  It may change while it is read: whatever happens, the
 * last byte is zero.
 */
static bool copy_string(unsigned long addr, char *to, unsigned int len)
{
	unsigned int i = 0;

	while (i < len - 1) {
		unsigned long word;

		if (len - i >= sizeof(word) && word_stays_in_page(addr + i)) {
			if (!read_word(addr + i, &word))
				return false;
			memcpy(to + i, &word, sizeof(word));
			i += sizeof(word);
		} else {
			if (!read_byte(addr + i, to + i))
				return false;
			i++;
		}
	}
	to[len - 1] = '\0';
	return true;
}

NOKPROBE_SYMBOL(copy_string);

static bool copy_user_string(unsigned long addr, char *to, unsigned int len)
{
	if (len > 1 && !read_user(addr, to, len - 1))
		return false;
	to[len - 1] = '\0';
	return true;
}

NOKPROBE_SYMBOL(copy_user_string);

/* "SYMBOL+0xOFFSET/0xSIZE", cut to @max bytes with the terminating zero. */
static unsigned int symbol_text(unsigned long addr, char *to, unsigned int max)
{
	char text[KSYM_SYMBOL_LEN];
	unsigned int len = sprint_symbol(text, addr) + 1;

	len = min(len, max);
	if (to) {
		memcpy(to, text, len);
		to[len - 1] = '\0';
	}
	return len;
}

NOKPROBE_SYMBOL(symbol_text);

/*
 * Run an argument from its source up to the instruction that stores, which @in
 * then points at.  Returns false where a step faulted.
 */
static nokprobe_inline bool load(const struct kpev_insn **in,
				 const struct kpev_hit *hit, unsigned long *val)
{
	for (;; (*in)++) {
		unsigned long operand = (*in)->operand;

		switch ((*in)->op) {
		case KPEV_FETCH_REG:
			*val = regs_get_register(hit->regs, operand);
			break;
		case KPEV_FETCH_STACK:
			*val = regs_get_kernel_stack_nth(hit->regs, operand);
			break;
		case KPEV_FETCH_STACK_ADDRESS:
			*val = kernel_stack_pointer(hit->regs);
			break;
		case KPEV_FETCH_RETVAL:
			*val = regs_return_value(hit->regs);
			break;
		case KPEV_FETCH_SAVED:
			*val = hit->saved[operand];
			break;
		case KPEV_FETCH_IMM:
			*val = operand;
			break;
		case KPEV_FETCH_COMM:
			*val = (unsigned long)current->comm;
			break;
		case KPEV_FETCH_CURRENT:
			*val = (unsigned long)current;
			break;
		case KPEV_FETCH_DEREF:
			if (!read_word(*val + operand, val))
				goto fault;
			break;
		case KPEV_FETCH_USER_DEREF:
			if (!read_user(*val + operand, val, sizeof(*val)))
				goto fault;
			break;
		case KPEV_FETCH_PERCPU:
			*val = (unsigned long)
				this_cpu_ptr((void __percpu *)(*val + operand));
			break;
		default:
			return true;
		}
	}
fault:
	while ((*in)->op < KPEV_FETCH_PUT)
		(*in)++;
	return false;
}

static nokprobe_inline void put_number(void *to, u64 val, unsigned int size)
{
	if (size == sizeof(u64))
		*(u64 *)to = val;
	else if (size == sizeof(u32))
		*(u32 *)to = val;
	else if (size == sizeof(u16))
		*(u16 *)to = val;
	else
		*(u8 *)to = val;
}

/* The bits of the container at @p that the field is, in its place. */
static nokprobe_inline void cut_bit_field(const struct kpev_insn *in, void *p)
{
	unsigned int unused = BITS_PER_LONG_LONG - in->size * BITS_PER_BYTE;
	u64 val = 0;

	memcpy(&val, p, in->size);
	val = val << (unused + in->lshift) >> (unused + in->rshift);
	put_number(p, val, in->size);
}

/* Store a number or an array of them; @val is where the memory is, or it. */
static nokprobe_inline void put(const struct kpev_insn *in, unsigned long val,
				void *to)
{
	unsigned int i, n = in->count ?: 1;

	for (i = 0; i < n; i++, to += in->size) {
		unsigned long addr = val + in->operand + i * in->size;

		if (in->op == KPEV_FETCH_PUT_MEM)
			read_number(addr, to, in->size);
		else if (in->op == KPEV_FETCH_PUT)
			put_number(to, val, in->size);
		else if (!read_user(addr, to, in->size))
			memset(to, 0, in->size);
		if (in->rshift)
			cut_bit_field(in, to);
	}
}

/**
 * kpev_fetch_numbers - write the arguments of fixed size
 * @program: the program
 * @hit: the hit
 * @record: the record's start; every byte of these arguments is written
 *
 * An argument that can't be read is written as 0.
 *
 * Context: preemption off, NMI included.
 */
void kpev_fetch_numbers(const struct kpev_program *program,
			const struct kpev_hit *hit, void *record)
{
	const struct kpev_insn *in = program->numbers.insn;
	const struct kpev_insn *end = in + program->numbers.nr;
	unsigned long val;

	for (; in < end; in++) {
		if (likely(in->op == KPEV_FETCH_PUT_REG)) {
			*(unsigned long *)(record + in->at) =
				*(unsigned long *)((void *)hit->regs +
						   in->operand);
			continue;
		}
		val = 0;
		if (load(&in, hit, &val))
			put(in, val, record + in->at);
		else
			memset(record + in->at, 0, in->size * (in->count ?: 1));
	}
}

NOKPROBE_SYMBOL(kpev_fetch_numbers);

/* Where text number @i of @in lies; false where its pointer can't be read. */
static nokprobe_inline bool text_address(const struct kpev_insn *in,
					 unsigned long val, unsigned int i,
					 unsigned long *addr)
{
	val += in->operand;
	if (!in->count) {
		*addr = val;
		return true;
	}
	val += i * sizeof(long);
	if (in->user_pointers)
		return read_user(val, addr, sizeof(*addr));
	return read_word(val, addr);
}

static nokprobe_inline unsigned int text_len(const struct kpev_insn *in,
					     unsigned long addr,
					     unsigned int room)
{
	if (likely(in->op == KPEV_FETCH_PUT_STRING))
		return string_len(addr, room);
	if (in->op == KPEV_FETCH_PUT_USER_STRING)
		return user_string_len(addr, room);
	return symbol_text(addr, NULL, room);
}

/*
 * Copy a text, @max bytes at most, and return its length; 0 where it can't be
 * read.  As at the measuring, @room bounds how far it is looked at: one that
 * faulted there faults here, however little was kept for it.
 */
static nokprobe_inline unsigned int copy_text(const struct kpev_insn *in,
					      unsigned long addr, char *to,
					      unsigned int max,
					      unsigned int room)
{
	unsigned int len = min(text_len(in, addr, room), max);
	bool ok;

	if (!len)
		return 0;
	if (likely(in->op == KPEV_FETCH_PUT_STRING))
		ok = copy_string(addr, to, len);
	else if (in->op == KPEV_FETCH_PUT_USER_STRING)
		ok = copy_user_string(addr, to, len);
	else
		ok = symbol_text(addr, to, len);
	return ok ? len : 0;
}

/**
 * kpev_fetch_measure - bytes that the texts will take in a record
 * @program: the program
 * @hit: the hit
 * @room: bytes that there are for texts in a record
 *
 * Context: preemption off, NMI included.
 * Return: the texts' bytes with their terminating zeros, @room at most; a text
 * that can't be read counts as one byte.
 */
unsigned int kpev_fetch_measure(const struct kpev_program *program,
				const struct kpev_hit *hit, unsigned int room)
{
	const struct kpev_insn *in = program->texts.insn;
	const struct kpev_insn *end = in + program->texts.nr;
	unsigned int i, size = 0;
	unsigned long val, addr;

	for (; in < end; in++) {
		bool ok = load(&in, hit, &val);

		for (i = 0; i < (in->count ?: 1); i++) {
			unsigned int len = 0;

			if (ok && text_address(in, val, i, &addr))
				len = text_len(in, addr, room);
			size += max(len, 1U);
		}
	}
	return min(size, room);
}

NOKPROBE_SYMBOL(kpev_fetch_measure);

/**
 * kpev_fetch_texts - write the texts and their locations
 * @program: the program
 * @hit: the hit
 * @record: the record's start
 * @at: where the texts go: bytes from the record's start
 * @size: what kpev_fetch_measure() said for this hit; all of it is written
 * @room: what it was given
 *
 * A text that grew in between or doesn't fit is cut; one that can't be read
 * has length 0 and points at a zero byte of the record.
 *
 * Context: preemption off, NMI included.
 */
void kpev_fetch_texts(const struct kpev_program *program,
		      const struct kpev_hit *hit, void *record, unsigned int at,
		      unsigned int size, unsigned int room)
{
	const struct kpev_insn *in = program->texts.insn;
	const struct kpev_insn *end = in + program->texts.nr;
	unsigned int i, left = program->nr_texts;
	unsigned int limit = at + size;
	unsigned long val, addr;

	for (; in < end; in++) {
		bool ok = load(&in, hit, &val);
		u32 *location = record + in->at;

		for (i = 0; i < (in->count ?: 1); i++) {
			unsigned int len = 0;

			/* Each text behind this one keeps a byte. */
			left--;
			if (ok && text_address(in, val, i, &addr))
				len = copy_text(in, addr, record + at,
						limit - left - at, room);
			if (!len)
				*(char *)(record + at) = '\0';
			*location++ = kpev_location(len, at);
			at += max(len, 1U);
		}
	}
	memset(record + at, 0, limit - at);
}

NOKPROBE_SYMBOL(kpev_fetch_texts);

/**
 * kpev_fetch_entry - keep what a return probe wants of the function's entry
 * @program: the program
 * @regs: the registers at the entry
 * @saved: where to, a word for each instruction of the program's entry row
 *
 * Context: preemption off, NMI included.
 */
void kpev_fetch_entry(const struct kpev_program *program, struct pt_regs *regs,
		      unsigned long *saved)
{
	const struct kpev_insn *in = program->entry.insn;
	unsigned int i;

	for (i = 0; i < program->entry.nr; i++, in++) {
		if (in->op == KPEV_FETCH_REG)
			saved[i] = regs_get_register(regs, in->operand);
		else
			saved[i] = regs_get_kernel_stack_nth(regs, in->operand);
	}
}

NOKPROBE_SYMBOL(kpev_fetch_entry);

static int code_add(struct kpev_code *code, const struct kpev_insn *insn,
		    unsigned int nr)
{
	if (code->nr + nr > code->room) {
		unsigned int room = max(2 * code->room, code->nr + nr);
		struct kpev_insn *bigger;

		bigger = krealloc(code->insn, array_size(room, sizeof(*insn)),
				  GFP_KERNEL);
		if (!bigger)
			return -ENOMEM;
		code->insn = bigger;
		code->room = room;
	}
	memcpy(code->insn + code->nr, insn, array_size(nr, sizeof(*insn)));
	code->nr += nr;
	return 0;
}

/**
 * kpev_program_add - add one argument's instructions
 * @program: the program; zeroed before the first call
 * @insn: the argument: source, steps, store
 * @nr: how many instructions
 *
 * Context: may sleep.
 * Return: 0 or -ENOMEM, with @program as before.
 */
int kpev_program_add(struct kpev_program *program, const struct kpev_insn *insn,
		     unsigned int nr)
{
	const struct kpev_insn *store = &insn[nr - 1];
	int ret;

	switch (store->op) {
	case KPEV_FETCH_PUT_STRING:
	case KPEV_FETCH_PUT_USER_STRING:
	case KPEV_FETCH_PUT_SYMSTR:
		ret = code_add(&program->texts, insn, nr);
		if (!ret)
			program->nr_texts += store->count ?: 1;
		return ret;
	default:
		return code_add(&program->numbers, insn, nr);
	}
}

/**
 * kpev_program_keep - have a return probe keep a word of the entry
 * @program: the program
 * @source: a register or a stack entry, at the entry
 *
 * Context: may sleep.
 * Return: the number of the saved word, or -ENOMEM.
 */
int kpev_program_keep(struct kpev_program *program,
		      const struct kpev_insn *source)
{
	struct kpev_code *entry = &program->entry;
	unsigned int i;

	for (i = 0; i < entry->nr; i++)
		if (entry->insn[i].op == source->op &&
		    entry->insn[i].operand == source->operand)
			return i;
	return code_add(entry, source, 1) ?: i;
}

/**
 * kpev_program_free - free what a program holds
 * @program: the program, which no hit may be running any more; zeroed
 */
void kpev_program_free(struct kpev_program *program)
{
	kfree(program->numbers.insn);
	kfree(program->texts.insn);
	kfree(program->entry.insn);
	*program = (struct kpev_program){};
}

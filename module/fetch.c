// SPDX-License-Identifier: GPL-2.0-only
/* Running fetch programs on a hit. */
#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/percpu.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
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
 * the range is checked before the read: all of @size bytes, which don't wrap.
 */
static nokprobe_inline bool may_read(unsigned long addr, unsigned long size)
{
	unsigned long start = kernel_start;

	return addr - start <= -size - start &&
	       !kpev_touches_vsyscall_page(addr, size);
}

/* A value, and whether it could be read: in two registers, not in memory. */
struct value {
	unsigned long is;
	bool ok;
};

static nokprobe_inline struct value read_word(unsigned long addr)
{
	unsigned long val;

	if (unlikely(!may_read(addr, sizeof(val))))
		goto fault;
	__get_kernel_nofault(&val, (unsigned long *)addr, unsigned long, fault);
	return (struct value){ val, true };
fault:
	return (struct value){ 0, false };
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
 * Where in the word the first zero byte is, after has_zero(): the lowest bit that
 * has_zero() left is that byte's.  The kernel's find_zero() gets along without
 * such an instruction, but takes ten others.
 */
static nokprobe_inline unsigned int zero_in(unsigned long data)
{
	return __ffs(data) / BITS_PER_BYTE;
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
		unsigned long data;
		struct value word;
		u8 byte;

		if (word_stays_in_page(addr + len)) {
			word = read_word(addr + len);
			if (!word.ok)
				return 0;
			if (has_zero(word.is, &data, &constants)) {
				len += zero_in(data) + 1;
				break;
			}
			len += sizeof(word.is);
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
		struct value word;

		if (len - i >= sizeof(long) && word_stays_in_page(addr + i)) {
			word = read_word(addr + i);
			if (!word.ok)
				return false;
			memcpy(to + i, &word.is, sizeof(word.is));
			i += sizeof(word.is);
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
static noinline unsigned int symbol_text(unsigned long addr, char *to, unsigned int max)
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

/* The sources but for a register and what the entry kept. */
static noinline unsigned long other_source(const struct kpev_insn *in,
					   struct pt_regs *regs)
{
	switch (in->op) {
	case KPEV_FETCH_STACK:
		return regs_get_kernel_stack_nth(regs, in->operand);
	case KPEV_FETCH_STACK_ADDRESS:
		return kernel_stack_pointer(regs);
	case KPEV_FETCH_RETVAL:
		return regs_return_value(regs);
	case KPEV_FETCH_COMM:
		return (unsigned long)current->comm;
	case KPEV_FETCH_CURRENT:
		return (unsigned long)current;
	default:
		return in->operand;
	}
}

NOKPROBE_SYMBOL(other_source);

/* The steps but for a read of kernel memory. */
static noinline struct value other_step(const struct kpev_insn *in, unsigned long val)
{
	struct value to = { .ok = true };

	val += in->operand;
	if (in->op == KPEV_FETCH_USER_DEREF)
		to.ok = read_user(val, &to.is, sizeof(to.is));
	else
		to.is = (unsigned long)this_cpu_ptr((void __percpu *)val);
	return to;
}

NOKPROBE_SYMBOL(other_step);

static nokprobe_inline bool is_step(const struct kpev_insn *in)
{
	return in->op < KPEV_FETCH_PUT && in->op >= KPEV_FETCH_DEREF;
}

/*
 * Run an argument from its source up to the instruction that stores, which @in
 * then points at.
 */
static nokprobe_inline struct value load(const struct kpev_insn **in,
					 struct pt_regs *regs,
					 const struct kpev_return *ret)
{
	const struct kpev_insn *at = *in;
	struct value val = { .ok = true };

	if (likely(at->op == KPEV_FETCH_REG))
		val.is = kpev_register(regs, at->operand);
	else if (at->op == KPEV_FETCH_SAVED)
		val.is = ret->saved[at->operand];
	else
		val.is = other_source(at, regs);
	for (at++; is_step(at); at++) {
		if (unlikely(!val.ok))
			continue;
		if (likely(at->op == KPEV_FETCH_DEREF))
			val = read_word(val.is + at->operand);
		else
			val = other_step(at, val.is);
	}
	*in = at;
	return val;
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
	val <<= unused + in->lshift;
	if (in->is_signed)
		val = (s64)val >> (unused + in->rshift);
	else
		val >>= unused + in->rshift;
	put_number(p, val, in->size);
}

/* Store a number or an array of them; @val is where the memory is, or it. */
static noinline void put(const struct kpev_insn *in, unsigned long val, void *to)
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

NOKPROBE_SYMBOL(put);

/**
 * kpev_fetch_numbers_from - write the arguments of fixed size that are left
 * @in: their first instruction
 * @end: behind their last
 * @regs: the registers
 * @ret: of a return probe; else NULL
 * @record: the record's start; every byte of these arguments is written
 *
 * For kpev_fetch_numbers().
 *
 * Context: preemption off, NMI included.
 */
void kpev_fetch_numbers_from(const struct kpev_insn *in,
			     const struct kpev_insn *end, struct pt_regs *regs,
			     const struct kpev_return *ret, void *record)
{
	struct value val;

	for (; in < end; in++) {
		if (in->op == KPEV_FETCH_PUT_REGS) {
			kpev_put_registers(in, regs, record + in->at);
			continue;
		}
		val = load(&in, regs, ret);
		if (likely(in->op >= KPEV_FETCH_PUT_WORD)) {
			if (in->op == KPEV_FETCH_PUT_WORD_MEM && likely(val.ok))
				val = read_word(val.is + in->operand);
			*(unsigned long *)(record + in->at) = val.ok ? val.is : 0;
		} else if (likely(val.ok)) {
			put(in, val.is, record + in->at);
		} else {
			memset(record + in->at, 0, in->size * (in->count ?: 1));
		}
	}
}

NOKPROBE_SYMBOL(kpev_fetch_numbers_from);

static noinline struct value user_word(unsigned long addr)
{
	struct value val = {};

	val.ok = read_user(addr, &val.is, sizeof(val.is));
	return val;
}

NOKPROBE_SYMBOL(user_word);

/* Where text number @i of @in lies, if its pointer can be read. */
static nokprobe_inline struct value text_address(const struct kpev_insn *in,
						 struct value val,
						 unsigned int i)
{
	val.is += in->operand;
	if (likely(!in->count) || !val.ok)
		return val;
	val.is += i * sizeof(long);
	return in->user_pointers ? user_word(val.is) : read_word(val.is);
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

/*
 * Copy the string at @addr and return its length with the terminating zero; 0
 * where it can't be read, more than @max where it is longer.  Bytes behind it may be
 * written.
 */
static nokprobe_inline unsigned int take_string(unsigned long addr, char *to,
						unsigned long max)
{
	const struct word_at_a_time constants = WORD_AT_A_TIME_CONSTANTS;
	unsigned long len = 0;

	while (may_read(addr + len, 1)) {
		unsigned long left = PAGE_SIZE - offset_in_page(addr + len);
		unsigned long end = min(len + left, max);
		unsigned long word, data;

		for (; len + sizeof(word) <= end; len += sizeof(word)) {
			__get_kernel_nofault(&word, (unsigned long *)(addr + len),
					     unsigned long, fault);
			*(unsigned long *)(to + len) = word;
			if (has_zero(word, &data, &constants))
				return len + zero_in(data) + 1;
		}
		for (; len < end; len++) {
			__get_kernel_nofault(to + len, (u8 *)(addr + len), u8,
					     fault);
			if (!to[len])
				return len + 1;
		}
		if (len == max)
			return max + 1;
	}
fault:
	return 0;
}

/* The same in user memory, a piece at a time, none of them across a page. */
static noinline unsigned int take_user_string(unsigned long addr, char *to,
					      unsigned int max)
{
	unsigned int len = 0;

	while (len < max) {
		unsigned int size = min_t(unsigned int, max - len, USER_PIECE);
		unsigned int part;

		size = min_t(unsigned int, size,
			     PAGE_SIZE - offset_in_page(addr + len));
		if (!read_user(addr + len, to + len, size))
			return 0;
		part = strnlen(to + len, size);
		len += part;
		if (part < size)
			return len + 1;
	}
	return max + 1;
}

NOKPROBE_SYMBOL(take_user_string);

static noinline unsigned int take_symbol(unsigned long addr, char *to, unsigned int max)
{
	unsigned int len = symbol_text(addr, NULL, KSYM_SYMBOL_LEN);

	if (len <= max)
		symbol_text(addr, to, len);
	return len;
}

NOKPROBE_SYMBOL(take_symbol);

/*
 * Write one text at @at and its location, and return where the next one goes;
 * 0: it doesn't fit.
 */
static nokprobe_inline unsigned int take_text(const struct kpev_insn *in,
					      struct value addr, void *record,
					      u32 *location, unsigned int at,
					      unsigned int limit)
{
	unsigned int len = 0;
	char *to = record + at;

	if (likely(addr.ok)) {
		if (likely(in->op == KPEV_FETCH_PUT_STRING))
			len = take_string(addr.is, to, limit - at);
		else if (in->op == KPEV_FETCH_PUT_USER_STRING)
			len = take_user_string(addr.is, to, limit - at);
		else
			len = take_symbol(addr.is, to, limit - at);
	}
	if (len > limit - at)
		return 0;
	if (likely(len)) {
		*location = kpev_location(len, at);
		return at + len;
	}
	if (at >= limit)
		return 0;
	*location = kpev_location(0, at);
	*to = '\0';
	return at + 1;
}

/* An array of them. */
static noinline unsigned int take_texts(const struct kpev_insn *in,
					struct value val, void *record,
					unsigned int at, unsigned int limit)
{
	u32 *location = record + in->at;
	unsigned int i;

	for (i = 0; at && i < in->count; i++)
		at = take_text(in, text_address(in, val, i), record,
			       location + i, at, limit);
	return at;
}

NOKPROBE_SYMBOL(take_texts);

/**
 * kpev_fetch_texts_at_once - write the texts and their locations, if short
 * @program: the program
 * @regs: the registers
 * @ret: of a return probe; else NULL
 * @record: the record's start
 * @at: where the texts go: bytes from the record's start
 * @limit: where the memory behind it ends
 *
 * A text that can't be read has length 0 and points at a zero byte.
 *
 * Context: preemption off, NMI included.
 * Return: the record's bytes with its texts; 0 where they are too long for
 * @limit, or might be, and what was written is of no use.
 */
unsigned int kpev_fetch_texts_at_once(const struct kpev_program *program,
				      struct pt_regs *regs,
				      const struct kpev_return *ret,
				      void *record, unsigned int at,
				      unsigned int limit)
{
	const struct kpev_insn *in = program->texts.insn;
	const struct kpev_insn *end = in + program->texts.nr;

	for (; at && in < end; in++) {
		struct value val = load(&in, regs, ret);

		if (unlikely(in->count)) {
			at = take_texts(in, val, record, at, limit);
			continue;
		}
		val.is += in->operand;
		at = take_text(in, val, record, record + in->at, at, limit);
	}
	return at;
}

NOKPROBE_SYMBOL(kpev_fetch_texts_at_once);

/**
 * kpev_fetch_measure - bytes that the texts will take in a record
 * @program: the program
 * @regs: the registers
 * @ret: of a return probe; else NULL
 * @room: bytes that there are for texts in a record
 *
 * Context: preemption off, NMI included.
 * Return: the texts' bytes with their terminating zeros, @room at most; a text
 * that can't be read counts as one byte.
 */
unsigned int kpev_fetch_measure(const struct kpev_program *program,
				struct pt_regs *regs,
				const struct kpev_return *ret,
				unsigned int room)
{
	const struct kpev_insn *in = program->texts.insn;
	const struct kpev_insn *end = in + program->texts.nr;
	unsigned int i, size = 0;

	for (; in < end; in++) {
		struct value val = load(&in, regs, ret);

		for (i = 0; i < (in->count ?: 1); i++) {
			struct value addr = text_address(in, val, i);
			unsigned int len = 0;

			if (addr.ok)
				len = text_len(in, addr.is, room);
			size += max(len, 1U);
		}
	}
	return min(size, room);
}

NOKPROBE_SYMBOL(kpev_fetch_measure);

/**
 * kpev_fetch_texts - write the texts and their locations
 * @program: the program
 * @regs: the registers
 * @ret: of a return probe; else NULL
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
void kpev_fetch_texts(const struct kpev_program *program, struct pt_regs *regs,
		      const struct kpev_return *ret, void *record,
		      unsigned int at, unsigned int size, unsigned int room)
{
	const struct kpev_insn *in = program->texts.insn;
	const struct kpev_insn *end = in + program->texts.nr;
	unsigned int i, left = program->nr_texts;
	unsigned int limit = at + size;

	for (; in < end; in++) {
		struct value val = load(&in, regs, ret);
		u32 *location = record + in->at;

		for (i = 0; i < (in->count ?: 1); i++) {
			struct value addr = text_address(in, val, i);
			unsigned int len = 0;

			/* Each text behind this one keeps a byte. */
			left--;
			if (addr.ok)
				len = copy_text(in, addr.is, record + at,
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
			saved[i] = kpev_register(regs, in->operand);
		else
			saved[i] = regs_get_kernel_stack_nth(regs, in->operand);
	}
}

NOKPROBE_SYMBOL(kpev_fetch_entry);

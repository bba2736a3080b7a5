// SPDX-License-Identifier: GPL-2.0-only
/* Building and running fetch programs. */
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/overflow.h>
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
static int string_len(unsigned long addr, unsigned int max)
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

/*
 * Copy the string at @addr, @max bytes with its terminating zero at most, and
 * return its length; 0 where it can't be read.  As at the measuring, @room
 * bounds how far it is looked at: one that faulted there faults here, however
 * little was kept for it.  It may change while it is read: whatever happens,
 * the last byte is zero.
 */
static unsigned int copy_string(unsigned long addr, char *to, unsigned int max,
				unsigned int room)
{
	unsigned int len, i = 0;

	len = min_t(unsigned int, string_len(addr, room), max);
	if (!len)
		return 0;
	while (i < len - 1) {
		unsigned long word;

		if (len - i >= sizeof(word) && word_stays_in_page(addr + i)) {
			if (!read_word(addr + i, &word))
				return 0;
			memcpy(to + i, &word, sizeof(word));
			i += sizeof(word);
		} else {
			if (!read_byte(addr + i, to + i))
				return 0;
			i++;
		}
	}
	to[len - 1] = '\0';
	return len;
}

NOKPROBE_SYMBOL(copy_string);

/*
 * Run an argument from its source up to the instruction that stores, which @in
 * then points at.  Returns false where a step faulted.
 */
static nokprobe_inline bool load(const struct kpev_insn **in,
				 struct pt_regs *regs, unsigned long *val)
{
	for (;; (*in)++) {
		unsigned long operand = (*in)->operand;

		switch ((*in)->op) {
		case KPEV_FETCH_REG:
			*val = regs_get_register(regs, operand);
			break;
		case KPEV_FETCH_STACK:
			*val = regs_get_kernel_stack_nth(regs, operand);
			break;
		case KPEV_FETCH_STACK_ADDRESS:
			*val = kernel_stack_pointer(regs);
			break;
		case KPEV_FETCH_RETVAL:
			*val = regs_return_value(regs);
			break;
		case KPEV_FETCH_IMM:
			*val = operand;
			break;
		case KPEV_FETCH_COMM:
			*val = (unsigned long)current->comm;
			break;
		case KPEV_FETCH_DEREF:
			if (!read_word(*val + operand, val))
				goto fault;
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

static nokprobe_inline void put_number(void *to, unsigned long val,
				       unsigned int size)
{
	switch (size) {
	case 1:
		*(u8 *)to = val;
		break;
	case 2:
		*(u16 *)to = val;
		break;
	case 4:
		*(u32 *)to = val;
		break;
	case 8:
		*(u64 *)to = val;
		break;
	}
}

/**
 * kpev_fetch_numbers - write the arguments of fixed size
 * @program: the program
 * @regs: the registers at the hit
 * @record: the record's start; every byte of these arguments is written
 *
 * An argument that can't be read is written as 0.
 *
 * Context: any, NMI included.
 */
void kpev_fetch_numbers(const struct kpev_program *program,
			struct pt_regs *regs, void *record)
{
	const struct kpev_insn *in = program->numbers.insn;
	const struct kpev_insn *end = in + program->numbers.nr;
	unsigned long val;

	for (; in < end; in++) {
		if (likely(in->op == KPEV_FETCH_PUT_REG)) {
			*(unsigned long *)(record + in->at) =
				*(unsigned long *)((void *)regs + in->operand);
			continue;
		}
		val = 0;
		if (!load(&in, regs, &val))
			memset(record + in->at, 0, in->size);
		else if (in->op == KPEV_FETCH_PUT_MEM)
			read_number(val + in->operand, record + in->at,
				    in->size);
		else
			put_number(record + in->at, val, in->size);
	}
}

NOKPROBE_SYMBOL(kpev_fetch_numbers);

/**
 * kpev_fetch_measure - bytes that the strings will take in a record
 * @program: the program
 * @regs: the registers at the hit
 * @room: bytes that there are for strings in a record
 *
 * Context: any, NMI included.
 * Return: the strings' bytes with their terminating zeros, @room at most; a
 * string that can't be read counts as one byte.
 */
unsigned int kpev_fetch_measure(const struct kpev_program *program,
				struct pt_regs *regs, unsigned int room)
{
	const struct kpev_insn *in = program->strings.insn;
	const struct kpev_insn *end = in + program->strings.nr;
	unsigned int size = 0;
	unsigned long val;

	for (; in < end; in++) {
		int len = 0;

		if (load(&in, regs, &val))
			len = string_len(val + in->operand, room);
		size += max(len, 1);
	}
	return min(size, room);
}

NOKPROBE_SYMBOL(kpev_fetch_measure);

/**
 * kpev_fetch_strings - write the strings and their locations
 * @program: the program
 * @regs: the registers at the hit
 * @record: the record's start
 * @at: where the strings go: bytes from the record's start
 * @size: what kpev_fetch_measure() said for this hit; all of it is written
 * @room: what it was given
 *
 * A string that grew in between or doesn't fit is cut; one that can't be read
 * has length 0 and points at a zero byte of the record.
 *
 * Context: any, NMI included.
 */
void kpev_fetch_strings(const struct kpev_program *program,
			struct pt_regs *regs, void *record, unsigned int at,
			unsigned int size, unsigned int room)
{
	const struct kpev_insn *in = program->strings.insn;
	const struct kpev_insn *end = in + program->strings.nr;
	unsigned int left = program->nr_strings;
	unsigned int limit = at + size;
	unsigned long val;

	for (; in < end; in++) {
		unsigned int len = 0;

		/* Each string behind this one keeps a byte. */
		left--;
		if (load(&in, regs, &val))
			len = copy_string(val + in->operand, record + at,
					  limit - left - at, room);
		if (!len)
			*(char *)(record + at) = '\0';
		*(u32 *)(record + in->at) = kpev_location(len, at);
		at += max(len, 1U);
	}
	memset(record + at, 0, limit - at);
}

NOKPROBE_SYMBOL(kpev_fetch_strings);

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
	int ret;

	if (insn[nr - 1].op != KPEV_FETCH_PUT_STRING)
		return code_add(&program->numbers, insn, nr);
	ret = code_add(&program->strings, insn, nr);
	if (!ret)
		program->nr_strings++;
	return ret;
}

/**
 * kpev_program_free - free what a program holds
 * @program: the program, which no hit may be running any more
 */
void kpev_program_free(struct kpev_program *program)
{
	kfree(program->numbers.insn);
	kfree(program->strings.insn);
}

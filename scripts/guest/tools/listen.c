// SPDX-License-Identifier: GPL-2.0-only
/*
 * listen HOW WHICH FILE TEXT: write TEXT to FILE while this process listens through
 * perf, to the trace event whose id is WHICH:
 *
 *   count          a counter
 *   sample         a counter that samples each hit, with its record
 *   empty-event    an empty BPF program
 *   record-event   a BPF program that puts the record's first four u64 arguments
 *                  into a BPF ring buffer
 *
 * or to the function WHICH:
 *
 *   empty-kprobe   an empty BPF program on a kprobe
 *   record-kprobe  one that puts four registers into a BPF ring buffer
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <unistd.h>

#define PAGES		8
#define RING_SIZE	(1024 * 1024)
#define FIRST_ARGUMENT	16	/* where it is in a record */

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static int bpf(int command, union bpf_attr *attr)
{
	return syscall(SYS_bpf, command, attr, sizeof(*attr));
}

static int open_perf(struct perf_event_attr *attr)
{
	int fd;

	attr->size = sizeof(*attr);
	fd = syscall(SYS_perf_event_open, attr, 0, -1, -1, 0);
	if (fd < 0)
		die("perf_event_open");
	return fd;
}

static int open_event(const char *id)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT,
		.config = strtoull(id, NULL, 0),
	};

	return open_perf(&attr);
}

/* Without PROT_WRITE the newest samples push the oldest out. */
static void open_samples(const char *id)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT,
		.config = strtoull(id, NULL, 0),
		.sample_period = 1,
		.sample_type = PERF_SAMPLE_RAW | PERF_SAMPLE_TID |
			       PERF_SAMPLE_TIME,
	};
	int fd = open_perf(&attr);

	if (mmap(NULL, (PAGES + 1) * sysconf(_SC_PAGESIZE), PROT_READ,
		 MAP_SHARED, fd, 0) == MAP_FAILED)
		die("mmap");
}

static int open_kprobe(const char *function)
{
	struct perf_event_attr attr = {
		.kprobe_func = (uintptr_t)function,
	};
	FILE *type = fopen("/sys/bus/event_source/devices/kprobe/type", "r");

	if (!type || fscanf(type, "%u", &attr.type) != 1)
		die("kprobe/type");
	fclose(type);
	return open_perf(&attr);
}

static int make_ring(void)
{
	union bpf_attr attr = {
		.map_type = BPF_MAP_TYPE_RINGBUF,
		.max_entries = RING_SIZE,
	};
	int fd = bpf(BPF_MAP_CREATE, &attr);

	if (fd < 0)
		die("BPF_MAP_CREATE");
	return fd;
}

static int load(int type, const struct bpf_insn *insn, unsigned int nr)
{
	static char log[65536];
	union bpf_attr attr = {
		.prog_type = type,
		.insns = (uintptr_t)insn,
		.insn_cnt = nr,
		.license = (uintptr_t)"GPL",
		.log_buf = (uintptr_t)log,
		.log_size = sizeof(log),
		.log_level = 1,
	};
	int fd = bpf(BPF_PROG_LOAD, &attr);

	if (fd < 0) {
		fputs(log, stderr);
		die("BPF_PROG_LOAD");
	}
	return fd;
}

#define INSN(op, dst, src, offset, value)				\
	{ .code = (op), .dst_reg = (dst), .src_reg = (src), .off = (offset), .imm = (value) }
#define SET(dst, value)		INSN(BPF_ALU64 | BPF_MOV | BPF_K, dst, 0, 0, value)
#define COPY(dst, src)		INSN(BPF_ALU64 | BPF_MOV | BPF_X, dst, src, 0, 0)
#define ADD(dst, value)		INSN(BPF_ALU64 | BPF_ADD | BPF_K, dst, 0, 0, value)
#define LOAD(dst, src, at)	INSN(BPF_LDX | BPF_MEM | BPF_DW, dst, src, at, 0)
#define STORE(dst, src, at)	INSN(BPF_STX | BPF_MEM | BPF_DW, dst, src, at, 0)
#define CALL(function)		INSN(BPF_JMP | BPF_CALL, 0, 0, 0, function)
#define END			INSN(BPF_JMP | BPF_EXIT, 0, 0, 0, 0)

static int load_empty(int type)
{
	const struct bpf_insn program[] = { SET(0, 0), END };

	return load(type, program, 2);
}

/* @at: where the four words are in the program's context */
static int load_record(int type, const unsigned int at[4])
{
	const struct bpf_insn program[] = {
		LOAD(2, 1, at[0]), STORE(10, 2, -32),
		LOAD(2, 1, at[1]), STORE(10, 2, -24),
		LOAD(2, 1, at[2]), STORE(10, 2, -16),
		LOAD(2, 1, at[3]), STORE(10, 2, -8),
		INSN(BPF_LD | BPF_DW | BPF_IMM, 1, BPF_PSEUDO_MAP_FD, 0, make_ring()),
		INSN(0, 0, 0, 0, 0),
		COPY(2, 10), ADD(2, -32), SET(3, 32), SET(4, 0),
		CALL(BPF_FUNC_ringbuf_output),
		SET(0, 0), END,
	};

	return load(type, program, sizeof(program) / sizeof(*program));
}

static void attach(int perf, int program)
{
	if (ioctl(perf, PERF_EVENT_IOC_SET_BPF, program))
		die("PERF_EVENT_IOC_SET_BPF");
	if (ioctl(perf, PERF_EVENT_IOC_ENABLE, 0))
		die("PERF_EVENT_IOC_ENABLE");
}

static void listen_to(const char *how, const char *which)
{
	static const unsigned int arguments[] = {
		FIRST_ARGUMENT, FIRST_ARGUMENT + 8, FIRST_ARGUMENT + 16, FIRST_ARGUMENT + 24
	};
	static const unsigned int registers[] = {
#ifdef __x86_64__
		offsetof(struct user_regs_struct, rdi), offsetof(struct user_regs_struct, rsi),
		offsetof(struct user_regs_struct, rdx), offsetof(struct user_regs_struct, rcx)
#else
		offsetof(struct user_regs_struct, eax), offsetof(struct user_regs_struct, edx),
		offsetof(struct user_regs_struct, ecx), offsetof(struct user_regs_struct, ebx)
#endif
	};

	if (!strcmp(how, "count"))
		open_event(which);
	else if (!strcmp(how, "sample"))
		open_samples(which);
	else if (!strcmp(how, "empty-event"))
		attach(open_event(which), load_empty(BPF_PROG_TYPE_TRACEPOINT));
	else if (!strcmp(how, "record-event"))
		attach(open_event(which), load_record(BPF_PROG_TYPE_TRACEPOINT, arguments));
	else if (!strcmp(how, "empty-kprobe"))
		attach(open_kprobe(which), load_empty(BPF_PROG_TYPE_KPROBE));
	else if (!strcmp(how, "record-kprobe"))
		attach(open_kprobe(which), load_record(BPF_PROG_TYPE_KPROBE, registers));
	else
		exit(2);
}

int main(int argc, char **argv)
{
	int out;

	if (argc != 5)
		return 2;
	listen_to(argv[1], argv[2]);
	out = open(argv[3], O_WRONLY);
	if (out < 0 || write(out, argv[4], strlen(argv[4])) < 0)
		die(argv[3]);
	return 0;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * perfrec [-u UID] ID FILE TEXT: as that user, write TEXT to FILE with a sampling
 * perf counter open on the trace event ID for this process.  Prints "count N", then
 * for each sample "raw" and the record's bytes in hexadecimal.  Exit status 2: perf
 * refused.
 *
 * perfrec -w SECONDS ID: only hold the counter open.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PAGES 8

static int open_counter(const char *id)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT,
		.size = sizeof(attr),
		.config = strtoull(id, NULL, 0),
		.sample_period = 1,
		.sample_type = PERF_SAMPLE_RAW,
		.disabled = 1,
	};
	int fd = syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);

	if (fd < 0) {
		printf("perf_event_open: %s\n", strerrorname_np(errno));
		exit(2);
	}
	return fd;
}

static void show_samples(struct perf_event_mmap_page *meta, size_t page)
{
	char *data = (char *)meta + page;

	for (uint64_t at = meta->data_tail; at < meta->data_head;) {
		struct perf_event_header *head = (void *)(data + at);

		if (head->type == PERF_RECORD_SAMPLE) {
			uint32_t size = *(uint32_t *)(head + 1);
			unsigned char *raw = (unsigned char *)(head + 1) + 4;

			printf("raw ");
			for (uint32_t i = 0; i < size; i++)
				printf("%02x", raw[i]);
			printf("\n");
		}
		at += head->size;
	}
}

int main(int argc, char **argv)
{
	size_t page = sysconf(_SC_PAGESIZE);
	struct perf_event_mmap_page *meta;
	uint64_t count = 0;
	int fd, out;

	if (argc == 6 && !strcmp(argv[1], "-u")) {
		if (setuid(atoi(argv[2]))) {
			perror("setuid");
			return 1;
		}
		argv += 2;
		argc -= 2;
	}
	if (argc == 4 && !strcmp(argv[1], "-w")) {
		fd = open_counter(argv[3]);
		sleep(atoi(argv[2]));
		close(fd);
		return 0;
	}
	if (argc != 4)
		return 1;
	fd = open_counter(argv[1]);
	meta = mmap(NULL, (PAGES + 1) * page, PROT_READ | PROT_WRITE,
		    MAP_SHARED, fd, 0);
	if (meta == MAP_FAILED) {
		perror("mmap");
		return 1;
	}
	out = open(argv[2], O_WRONLY);
	if (out < 0) {
		perror(argv[2]);
		return 1;
	}
	ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
	if (write(out, argv[3], strlen(argv[3])) < 0)
		perror("write");
	ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	if (read(fd, &count, sizeof(count)) != sizeof(count))
		perror("read");
	printf("count %llu\n", (unsigned long long)count);
	show_samples(meta, page);
	return 0;
}

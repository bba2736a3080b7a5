// SPDX-License-Identifier: GPL-2.0-only
/*
 * judge FILE-A FILE-B: do two kprobe_events files take probes at the same places?
 *
 * Reads lines "SYMBOL SIZE ADDRESS", tries SYMBOL+0 to SYMBOL+SIZE-1 with A and the
 * addresses of them with B, removes what was taken, and prints where they differ:
 * "SYMBOL+OFFSET A B", each "ok" or the errno's name.  Last, "places N taken N differ N".
 * (To look up a symbol, the kernel walks its whole table: most of the time it took.)
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int said(int fd, const char *line)
{
	return write(fd, line, strlen(line)) < 0 ? errno : 0;
}

/* Whether FD takes a probe at PLACE, as an errno; it is removed again */
static int try_place(int fd, const char *place)
{
	char line[600];
	int err;

	snprintf(line, sizeof(line), "p:judge%d/j %s\n", fd, place);
	err = said(fd, line);
	snprintf(line, sizeof(line), "-:judge%d/j\n", fd);
	if (!err && said(fd, line))
		perror("removing");
	return err;
}

static const char *name_of(int err)
{
	return err ? strerrorname_np(err) : "ok";
}

int main(int argc, char **argv)
{
	unsigned long size, address, places = 0, taken = 0, differ = 0;
	char symbol[512], place[550];
	int fd[2], err[2];

	if (argc != 3)
		return 2;
	for (int i = 0; i < 2; i++) {
		fd[i] = open(argv[1 + i], O_WRONLY | O_APPEND);
		if (fd[i] < 0) {
			perror(argv[1 + i]);
			return 2;
		}
	}
	while (scanf("%511s %lu %lx", symbol, &size, &address) == 3) {
		for (unsigned long at = 0; at < size; at++) {
			snprintf(place, sizeof(place), "%s+%lu", symbol, at);
			err[0] = try_place(fd[0], place);
			snprintf(place, sizeof(place), "0x%lx", address + at);
			err[1] = try_place(fd[1], place);
			places++;
			taken += !err[0];
			if (!err[0] == !err[1])
				continue;
			differ++;
			printf("%s+%lu %s %s\n", symbol, at, name_of(err[0]),
			       name_of(err[1]));
		}
	}
	printf("places %lu taken %lu differ %lu\n", places, taken, differ);
	return 0;
}

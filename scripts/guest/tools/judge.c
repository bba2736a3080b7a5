// SPDX-License-Identifier: GPL-2.0-only
/*
 * judge FILE-A FILE-B: do two kprobe_events files take probes at the same places?
 *
 * Reads lines "SYMBOL SIZE", tries SYMBOL+0 to SYMBOL+SIZE-1 with both files, removes
 * what was taken, and prints where they differ: "SYMBOL+OFFSET A B", each "ok" or the
 * errno's name.  Last, "places N taken N differ N".
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

static const char *name_of(int err)
{
	return err ? strerrorname_np(err) : "ok";
}

int main(int argc, char **argv)
{
	unsigned long size, places = 0, taken = 0, differ = 0;
	char symbol[512], line[600];
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
	while (scanf("%511s %lu", symbol, &size) == 2) {
		for (unsigned long at = 0; at < size; at++) {
			for (int i = 0; i < 2; i++) {
				snprintf(line, sizeof(line), "p:judge%d/j %s+%lu\n",
					 i, symbol, at);
				err[i] = said(fd[i], line);
				snprintf(line, sizeof(line), "-:judge%d/j\n", i);
				if (!err[i] && said(fd[i], line))
					perror("removing");
			}
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

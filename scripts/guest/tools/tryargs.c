// SPDX-License-Identifier: GPL-2.0-only
/*
 * tryargs FOLDER <FUNCTIONS: whether $arg* of each function would be taken.
 *
 * Each is defined with an argument behind $arg* that doesn't exist: a refusal of
 * that one says that $arg* was taken, and nothing is left to remove.  Prints how
 * many functions came to each message: "NUMBER ERRNO MESSAGE", and to stderr a
 * line for each function that $arg* was refused of.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define KINDS	64

static struct {
	int err;
	char message[128];
	unsigned int count;
} kinds[KINDS];

static int open_in(const char *folder, const char *name, int flags)
{
	char path[256];
	int fd;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	fd = open(path, flags);
	if (fd < 0) {
		perror(path);
		exit(1);
	}
	return fd;
}

/* The log's one message, without time and detail. */
static void read_message(const char *folder, char *message, size_t size,
			 char *detail, size_t detail_size)
{
	int fd = open_in(folder, "error_log", O_RDONLY);
	char log[1024];
	ssize_t got = read(fd, log, sizeof(log) - 1);
	char *start, *end;

	close(fd);
	log[got > 0 ? got : 0] = '\0';
	*strchrnul(log, '\n') = '\0';
	start = strstr(log, "error: ");
	start = start ? start + strlen("error: ") : log;
	end = strstr(start, " (");
	snprintf(detail, detail_size, "%.*s", (int)detail_size - 1,
		 end ? end + 1 : "");
	if (end)
		*end = '\0';
	snprintf(message, size, "%.*s", (int)size - 1, start);
}

static void count(int err, const char *message)
{
	unsigned int i;

	for (i = 0; i < KINDS - 1 && kinds[i].count; i++)
		if (kinds[i].err == err && !strcmp(kinds[i].message, message))
			break;
	kinds[i].err = err;
	snprintf(kinds[i].message, sizeof(kinds[i].message), "%s", message);
	kinds[i].count++;
}

int main(int argc, char **argv)
{
	char line[512], name[256], message[128], detail[256];
	const char *folder = argc > 1 ? argv[1] : ".";
	int events = open_in(folder, "kprobe_events", O_WRONLY | O_APPEND);
	int log = open_in(folder, "error_log", O_WRONLY);
	unsigned int i;

	while (scanf("%255s", name) == 1) {
		int len = snprintf(line, sizeof(line), "p:try %s $arg* %%none\n",
				   name);
		int err;

		if (write(log, "\n", 1) != 1) {
			perror("error_log");
			return 1;
		}
		err = write(events, line, len) == len ? 0 : errno;
		read_message(folder, message, sizeof(message), detail,
			     sizeof(detail));
		count(err, message);
		if (strcmp(message, "Invalid register name"))
			fprintf(stderr, "%s: %s %s\n", name, message, detail);
	}
	for (i = 0; i < KINDS && kinds[i].count; i++)
		printf("%u %s %s\n", kinds[i].count,
		       strerrorname_np(kinds[i].err) ?: "ok", kinds[i].message);
	return 0;
}

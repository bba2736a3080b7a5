// SPDX-License-Identifier: GPL-2.0-only
/*
 * refused ERRNO MESSAGE-PART COLUMN DEFINITION: is the definition refused in just
 * that way?
 *
 * Appends it to kpev's kprobe_events, and looks at what write() says, at the last
 * entry of the error_log, at the column of its caret (0 for the first character of
 * the command), and that neither the listing nor the events have changed.  Prints
 * what is wrong; status 1 then.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define KPEV	"/sys/kernel/debug/kpev/"
#define EVENTS	"/sys/kernel/tracing/available_events"
#define INDENT	(sizeof("  Command: ") - 1)

static char *contents(const char *path)
{
	size_t size = 0, room = 0;
	char *text = NULL;
	ssize_t got;
	int fd = open(path, O_RDONLY);

	do {
		if (room - size < 65536)
			text = realloc(text, room += 65536 + 1);
		got = fd < 0 || !text ? -1 : read(fd, text + size, room - size - 1);
		if (got < 0) {
			perror(path);
			exit(2);
		}
		size += got;
	} while (got);
	close(fd);
	text[size] = '\0';
	return text;
}

static const char *write_line(const char *path, const char *line)
{
	char *text;
	int fd, len, err = 0;

	len = asprintf(&text, "%s\n", line);
	fd = open(path, O_WRONLY | O_APPEND);
	if (fd < 0 || write(fd, text, len) < 0)
		err = errno;
	if (fd >= 0)
		close(fd);
	return err ? strerrorname_np(err) : "ok";
}

/* From the last line that begins with a time on. */
static char *last_entry(char *log)
{
	char *entry = log, *next;

	for (next = log; next; next = strstr(next + 1, "\n["))
		entry = *next == '\n' ? next + 1 : next;
	return entry;
}

/* The caret's column in the last line, or -1. */
static long caret_of(char *entry)
{
	size_t len = strlen(entry);
	char *line;

	if (len && entry[len - 1] == '\n')
		entry[len - 1] = '\0';
	line = strrchr(entry, '\n');
	if (!line)
		return -1;
	line++;
	len = strspn(line, " ");
	if (strcmp(line + len, "^") || len < INDENT)
		return -1;
	return len - INDENT;
}

static int wrong;

static void note_wrong(void)
{
	wrong = 1;
	puts("");
}

#define complain(...) (printf(__VA_ARGS__), note_wrong())

int main(int argc, char **argv)
{
	char *listing, *events, *log, *entry, *end;
	const char *said;
	long column;

	if (argc != 5)
		return 2;
	listing = contents(KPEV "kprobe_events");
	events = contents(EVENTS);
	said = write_line(KPEV "kprobe_events", argv[4]);
	log = contents(KPEV "error_log");
	entry = last_entry(log);
	column = caret_of(entry);
	end = strchrnul(entry, '\n');

	if (strcmp(said, argv[1]))
		complain("'%s' should get %s, got %s", argv[4], argv[1], said);
	if (!memmem(entry, end - entry, argv[2], strlen(argv[2])))
		complain("'%s': the log should say '%s'", argv[4], argv[2]);
	if (column < 0)
		complain("'%s': the log should end in a caret line", argv[4]);
	else if (column != atol(argv[3]))
		complain("'%s': the caret should be at %s, is at %ld", argv[4],
			 argv[3], column);
	if (wrong)
		printf("%s\n", entry);
	if (strcmp(listing, contents(KPEV "kprobe_events")))
		complain("'%s' was refused, and changed the listing", argv[4]);
	if (strcmp(events, contents(EVENTS)))
		complain("'%s' was refused, and changed the events", argv[4]);
	return wrong;
}

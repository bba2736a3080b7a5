// SPDX-License-Identifier: GPL-2.0-only
/*
 * wr [-a | -w] FILE [TEXT]: one open, one write, and what the kernel said to it.
 *
 * Writes TEXT, or all of its input, as it is: no newline is added. The open
 * truncates (as > does); -a appends (>>); -w does neither. Prints "ok", the
 * errno's name, or "short N"; the status is 0 for "ok" only. A shell's own
 * redirection hides which of the calls failed, and cuts writes as it likes.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int result(const char *text)
{
	puts(text);
	return strcmp(text, "ok") ? 1 : 0;
}

static char *read_input(size_t *size)
{
	char *text = NULL;
	ssize_t got;

	*size = 0;
	do {
		text = realloc(text, *size + 65536);
		if (!text)
			return NULL;
		got = read(0, text + *size, 65536);
		if (got < 0)
			return NULL;
		*size += got;
	} while (got);
	return text;
}

int main(int argc, char **argv)
{
	int flags = O_WRONLY | O_TRUNC, fd, opt;
	char note[32], *text;
	ssize_t done;
	size_t size;

	while ((opt = getopt(argc, argv, "+aw")) != -1) {
		if (opt == 'a')
			flags = O_WRONLY | O_APPEND;
		else if (opt == 'w')
			flags = O_WRONLY;
		else
			return 2;
	}
	argc -= optind;
	argv += optind;
	if (argc < 1 || argc > 2) {
		fputs("usage: wr [-a | -w] FILE [TEXT]\n", stderr);
		return 2;
	}
	if (argc == 2) {
		text = argv[1];
		size = strlen(text);
	} else {
		text = read_input(&size);
		if (!text)
			return 2;
	}

	fd = open(argv[0], flags);
	if (fd < 0)
		return result(strerrorname_np(errno));
	done = write(fd, text, size);
	if (done < 0)
		return result(strerrorname_np(errno));
	if ((size_t)done < size) {
		snprintf(note, sizeof(note), "short %zd", done);
		return result(note);
	}
	/* a file may keep its last complaint for the close */
	if (close(fd))
		return result(strerrorname_np(errno));
	return result("ok");
}

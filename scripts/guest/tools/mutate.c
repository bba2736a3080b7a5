// SPDX-License-Identifier: GPL-2.0-only
/*
 * mutate SECONDS SEED FOLDER < DEFINITIONS: write mutations to kpev's files.
 *
 * Each line of the input is a definition to begin with.  For SECONDS, some are taken,
 * changed at random (bytes flipped, cut out, doubled, replaced by words of the
 * language, spliced with another), and written to a file in FOLDER, which is kpev's,
 * in one write or several.  What is refused or taken doesn't matter: the kernel must
 * not complain, and the files must still be served.  All events are removed now and
 * then.  Prints SEED and what was done.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define LINES	4096
#define ROOM	8192

static char *lines[LINES];
static unsigned int nr_lines;
static const char *folder;

static const char * const words[] = {
	"%ax", "%di", "%sp", "$stack", "$stack0", "$stack4095", "$arg1", "$arg8",
	"$retval", "$comm", "$COMM", "$current", "@vfs_read", "@0", "@-1", "@+8",
	"@kpev_target_data", "+0(", "-8(", "+u0(", "+0x7fffffff(", ")", "))",
	"this_cpu_read(", "this_cpu_ptr(", "\\1", "\\-1", "\\\"", "\"", ":u8",
	":u64", ":x16", ":s32", ":string", ":ustring", ":symstr", ":symbol", ":char",
	":%pd", ":%pD", ":b1@0/8", ":b64@0/64", ":b3@61/64", "[1]", "[64]", "[65]",
	"[", "]", "%return", "+0", "+1", "+5", "+0x1000", "-1", " ", "\t", "\n", "#",
	"p:", "r:", "r1:", "r4096:", "-:", "/", ".", "=", ",", ";", "kpev:",
	"kpev_target:", "kpev_target_args", "vfs_read", "vfs_write", "e1", "e2",
	"kprobes/", "0xffffffff81000000", "18446744073709551615", "99999999999999999999",
	"(", "->", "file", "file->f_pos", "(struct file)$arg1->f_pos", "$arg*",
};

/* A generator of its own, so that SEED tells all. */
static unsigned long long state;

static unsigned int below(unsigned int n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return n ? (state >> 11) % n : 0;
}

static size_t insert(char *text, size_t len, size_t at, const char *what, size_t size)
{
	if (len + size > ROOM)
		return len;
	memmove(text + at + size, text + at, len - at);
	memmove(text + at, what, size);
	return len + size;
}

static size_t cut(char *text, size_t len, size_t at, size_t size)
{
	if (size > len - at)
		size = len - at;
	memmove(text + at, text + at + size, len - at - size);
	return len - size;
}

static size_t mutate(char *text, size_t len)
{
	size_t at = below(len + 1), size = below(12) + 1;
	const char *other;

	switch (below(8)) {
	case 0:
		if (len)
			text[at % len] ^= 1 << below(8);
		return len;
	case 1:
		return cut(text, len, at, size);
	case 2:		/* double what is there, now and then very often */
		for (unsigned int n = below(8) ? 1 : below(300); n; n--)
			len = insert(text, len, at, text + at,
				     size < len - at ? size : len - at);
		return len;
	case 3:
		other = lines[below(nr_lines)];
		size = below(strlen(other) + 1);
		return insert(text, at, at, other + size, strlen(other + size));
	case 4:
		return at;
	default:
		other = words[below(sizeof(words) / sizeof(*words))];
		if (below(2))
			len = cut(text, len, at, strlen(other));
		return insert(text, len, at, other, strlen(other));
	}
}

static void write_to(const char *name, int flags, const char *text, size_t len)
{
	char path[256];
	size_t done = 0, piece;
	int fd;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	fd = open(path, O_WRONLY | flags);
	if (fd < 0)
		return;
	while (done < len) {
		piece = below(4) ? len - done : below(len - done) + 1;
		if (write(fd, text + done, piece) < 0 && below(2))
			break;
		done += piece;
	}
	close(fd);
}

static void read_from(const char *name)
{
	char path[256], buf[4096];
	int fd;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	fd = open(path, O_RDONLY);
	if (fd < 0) {
		printf("%s: %s\n", path, strerrorname_np(errno));
		exit(1);
	}
	for (unsigned int n = 0; n < 64 && read(fd, buf, below(sizeof(buf)) + 1) > 0; n++)
		;
	close(fd);
}

int main(int argc, char **argv)
{
	static const char * const names[] = {
		"kprobe_events", "kprobe_profile", "error_log", "probe_points", "status",
	};
	unsigned long done = 0;
	static char text[ROOM];
	char *line = NULL;
	size_t room = 0;
	time_t end;

	if (argc != 4)
		return 2;
	end = time(NULL) + atol(argv[1]);
	state = strtoull(argv[2], NULL, 0) | 1;
	folder = argv[3];
	while (nr_lines < LINES && getline(&line, &room, stdin) > 0)
		lines[nr_lines++] = strndup(line, strcspn(line, "\n"));
	if (!nr_lines)
		return 2;

	while (time(NULL) < end) {
		const char *from = lines[below(nr_lines)];
		size_t len = strlen(from);

		memcpy(text, from, len);
		for (unsigned int n = below(6); n; n--)
			len = mutate(text, len);
		write_to(below(16) ? "kprobe_events" : "probe_points",
			 below(64) ? O_APPEND : O_TRUNC, text, len);
		if (!below(8))
			read_from(names[below(5)]);
		done++;
	}
	printf("seed %s: %lu writes from %u definitions\n", argv[2], done, nr_lines);
	return 0;
}

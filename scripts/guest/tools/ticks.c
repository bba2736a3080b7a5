// SPDX-License-Identifier: GPL-2.0-only
/*
 * ticks [-a] FILE < TEXT: open FILE, truncating unless -a, write TEXT in one
 * write, close it, and print how many ticks of the time stamp counter that took.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <x86intrin.h>

static char text[8 << 20];

int main(int argc, char **argv)
{
	int append = argc > 1 && !strcmp(argv[1], "-a");
	const char *file = argv[1 + append];
	unsigned long long start;
	ssize_t size = 0, n;
	int fd;

	while ((n = read(0, text + size, sizeof(text) - size)) > 0)
		size += n;
	start = __rdtsc();
	fd = open(file, O_WRONLY | (append ? O_APPEND : O_TRUNC));
	if (fd < 0 || (size && write(fd, text, size) != size) || close(fd)) {
		perror(file);
		return 1;
	}
	printf("%llu\n", __rdtsc() - start);
	return 0;
}

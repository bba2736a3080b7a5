// SPDX-License-Identifier: GPL-2.0-only
/*
 * unload NTH MODULE: unload a module, with the NTH allocation of that failing.  Prints
 * "none" where there were fewer of them; the status is 0 where the module went.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	int fd = open("/proc/self/fail-nth", O_RDWR);
	char left[16] = "";
	long ret;

	if (argc != 3 || fd < 0 ||
	    write(fd, argv[1], strlen(argv[1])) != (ssize_t)strlen(argv[1])) {
		perror("fail-nth");
		return 2;
	}
	ret = syscall(SYS_delete_module, argv[2], O_NONBLOCK);
	if (pread(fd, left, sizeof(left) - 1, 0) > 0 && left[0] != '0')
		puts("none");
	if (pwrite(fd, "0", 1, 0) != 1)
		perror("fail-nth");
	return ret ? 1 : 0;
}

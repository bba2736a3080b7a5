/* SPDX-License-Identifier: GPL-2.0-only */
/* Reading the kernel's own lists, such as /proc/kallsyms, line by line. */
#ifndef KPEV_LINES_H
#define KPEV_LINES_H

int kpev_read_lines(const char *path, int (*line)(void *data, char *text),
		    void *data);

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/* What reader.bpf.c tells reader.c: its only global data. */
#ifndef READER_H
#define READER_H

struct seen {
	unsigned long long hits;
	unsigned long long x;
	int s16;
	unsigned int size;	/* of the string, as its data location has it */
	char text[16];
};

#endif

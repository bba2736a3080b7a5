/* SPDX-License-Identifier: GPL-2.0-only */
/* What the fuzzers of the parsers share. */
#ifndef KPEV_FUZZ_PARSE_H
#define KPEV_FUZZ_PARSE_H

/* Which of the coming allocations fails, from 1; 0: none. */
extern unsigned int parse_fail_nth;

#define CHECK(what)							\
	do {								\
		if (!(what)) {						\
			fprintf(stderr, "%s:%d: not true: %s\n",	\
				__FILE__, __LINE__, #what);		\
			abort();					\
		}							\
	} while (0)

#endif

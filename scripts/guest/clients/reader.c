// SPDX-License-Identifier: GPL-2.0-only
/*
 * Loads a BPF object with libbpf, attaches its program as its section says, runs a
 * command and prints what the program has seen meanwhile:
 *
 *	reader OBJECT COMMAND
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include "reader.h"

static int fail(const char *what)
{
	perror(what);
	return 1;
}

int main(int argc, char **argv)
{
	struct bpf_object *object;
	struct bpf_program *program;
	struct bpf_link *link;
	struct bpf_map *map;
	struct seen seen;
	int key = 0;

	if (argc != 3)
		return 2;
	/* It tells of each type that this kernel's BTF doesn't know. */
	libbpf_set_print(NULL);
	object = bpf_object__open_file(argv[1], NULL);
	if (!object)
		return fail("open");
	if (bpf_object__load(object))
		return fail("load");
	program = bpf_object__next_program(object, NULL);
	link = bpf_program__attach(program);
	if (!link)
		return fail("attach");
	if (system(argv[2]))
		return fail("the command");
	bpf_link__destroy(link);
	bpf_object__for_each_map(map, object)
		if (strstr(bpf_map__name(map), ".bss"))
			break;
	if (!map || bpf_map_lookup_elem(bpf_map__fd(map), &key, &seen))
		return fail("its data");
	printf("hits=%llu x=%llx s16=%d size=%u text=%s\n", seen.hits, seen.x, seen.s16,
	       seen.size, seen.text);
	bpf_object__close(object);
	return 0;
}

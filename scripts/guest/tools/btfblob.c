// SPDX-License-Identifier: GPL-2.0-only
/*
 * btfblob FIRST HOW <BTF >BTF: a module's BTF, damaged or made stranger.
 *
 * FIRST is the number of its first type.  HOW names what is done to it: most is
 * damage; "tags" adds type tags, declaration tags and qualifiers where the
 * meaning stays the same.
 */
#include <linux/btf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ROOM	(1024 * 1024)

static unsigned char in[ROOM], out[ROOM];
static struct btf_header *header = (struct btf_header *)in;
static unsigned int first;

static struct btf_type *types(void)
{
	return (struct btf_type *)(in + header->hdr_len + header->type_off);
}

static unsigned int tail(const struct btf_type *type)
{
	unsigned int vlen = BTF_INFO_VLEN(type->info);

	switch (BTF_INFO_KIND(type->info)) {
	case BTF_KIND_INT:
	case BTF_KIND_VAR:
	case BTF_KIND_DECL_TAG:
		return 4;
	case BTF_KIND_ARRAY:
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
	case BTF_KIND_DATASEC:
	case 19: /* ENUM64 */
		return 12 * (BTF_INFO_KIND(type->info) == BTF_KIND_ARRAY ? 1 : vlen);
	case BTF_KIND_ENUM:
	case BTF_KIND_FUNC_PROTO:
		return 8 * vlen;
	}
	return 0;
}

static struct btf_type *next(struct btf_type *type)
{
	return (struct btf_type *)((char *)(type + 1) + tail(type));
}

static struct btf_type *end(void)
{
	return (struct btf_type *)((char *)types() + header->type_len);
}

/* The first type of a kind, as it is needed to be there. */
static struct btf_type *find(unsigned int kind)
{
	struct btf_type *type;

	for (type = types(); type < end(); type = next(type))
		if (BTF_INFO_KIND(type->info) == kind)
			return type;
	fprintf(stderr, "no type of kind %u\n", kind);
	exit(1);
}

static unsigned int number_of(const struct btf_type *wanted)
{
	unsigned int number = first;
	struct btf_type *type;

	for (type = types(); type != wanted; type = next(type))
		number++;
	return number;
}

/* What every pointer points at has a tag and is volatile, and tagged as such. */
static unsigned int add_tags(unsigned char *to)
{
	unsigned int number = number_of(end()), used = 0;
	unsigned int name = find(BTF_KIND_STRUCT)->name_off;
	struct btf_type *type;

	for (type = types(); type < end(); type = next(type)) {
		struct btf_type more[] = {
			{ name, BTF_KIND_TYPE_TAG << 24, { type->type } },
			{ 0, BTF_KIND_VOLATILE << 24, { number } },
			{ 0, BTF_KIND_RESTRICT << 24, { number + 1 } },
			{ name, BTF_KIND_DECL_TAG << 24, { number } },
		};

		if (BTF_INFO_KIND(type->info) != BTF_KIND_PTR)
			continue;
		memcpy(to + used, more, sizeof(more));
		memset(to + used + sizeof(more), 0xff, 4); /* of no component */
		used += sizeof(more) + 4;
		type->type = number + 2;
		number += 4;
	}
	return used;
}

/* Put the strings in front of the types: nothing is behind these then. */
static void types_last(void)
{
	static unsigned char copy[ROOM];
	unsigned int pad = -header->str_len & 3;

	memcpy(copy, in, sizeof(copy));
	memcpy(in + header->hdr_len, copy + header->hdr_len + header->str_off,
	       header->str_len);
	memset(in + header->hdr_len + header->str_len, 0, pad);
	memcpy(in + header->hdr_len + header->str_len + pad,
	       copy + header->hdr_len + header->type_off, header->type_len);
	header->str_off = 0;
	header->type_off = header->str_len + pad;
}

/* A module's names are numbered on from the end of the kernel's. */
static unsigned int first_name(void)
{
	FILE *file = fopen("/sys/kernel/btf/vmlinux", "r");
	struct btf_header kernel;

	if (!file || fread(&kernel, sizeof(kernel), 1, file) != 1) {
		perror("the kernel's BTF");
		exit(1);
	}
	fclose(file);
	return kernel.str_len;
}

static struct btf_type *find_function(const char *name)
{
	const char *strings = (char *)in + header->hdr_len + header->str_off;
	unsigned int first_own = first_name();
	struct btf_type *type;

	for (type = types(); type < end(); type = next(type))
		if (BTF_INFO_KIND(type->info) == BTF_KIND_FUNC &&
		    type->name_off >= first_own &&
		    !strcmp(strings + type->name_off - first_own, name))
			return type;
	fprintf(stderr, "no function %s\n", name);
	exit(1);
}

static struct btf_type *type_of(unsigned int number)
{
	struct btf_type *type = types();

	while (number-- > first)
		type = next(type);
	return type;
}

/* Another function of the name, of what isn't a prototype, but claims to be as long. */
static unsigned int add_second(unsigned char *to, size_t *size)
{
	const struct btf_type *of, *proto;

	types_last();
	*size = header->hdr_len + header->type_off + header->type_len;
	of = find_function("kpev_types_plain");
	proto = type_of(of->type);

	struct btf_type more[] = {
		{ of->name_off, BTF_KIND_FUNC << 24, { number_of(end()) + 1 } },
		{ 0, BTF_KIND_CONST << 24 | BTF_INFO_VLEN(proto->info),
		  { proto->type } },
	};

	memcpy(to, more, sizeof(more));
	return sizeof(more);
}

/* The function takes a thousand functions that take a thousand, and returns one. */
static unsigned int add_endless(unsigned char *to)
{
	unsigned int number = number_of(end()), i;
	struct btf_type proto = { 0, BTF_KIND_FUNC_PROTO << 24 | 1000, { number } };
	struct btf_param param = { 0, number };

	find_function("kpev_types_plain")->type = number;
	memcpy(to, &proto, sizeof(proto));
	for (i = 0; i < 1000; i++)
		memcpy(to + sizeof(proto) + i * sizeof(param), &param, sizeof(param));
	return sizeof(proto) + 1000 * sizeof(param);
}

int main(int argc, char **argv)
{
	size_t size = fread(in, 1, sizeof(in), stdin);
	unsigned char more[ROOM / 2];
	unsigned int used = 0;
	struct btf_type *type;
	const char *how = argv[2];
	size_t front;

	if (argc != 3 || size < sizeof(*header))
		return 2;
	first = atoi(argv[1]);
	type = find(BTF_KIND_STRUCT);
	if (!strcmp(how, "magic"))
		header->magic = 0x1234;
	else if (!strcmp(how, "swapped"))
		header->magic = 0x9feb;
	else if (!strcmp(how, "version"))
		header->version = 2;
	else if (!strcmp(how, "header"))
		header->hdr_len = size + 4;
	else if (!strcmp(how, "types"))
		header->type_len = size;
	else if (!strcmp(how, "strings"))
		header->str_off = -8;
	else if (!strcmp(how, "unterminated"))
		in[header->hdr_len + header->str_off + header->str_len - 1] = 'x';
	else if (!strcmp(how, "kind"))
		type->info = 31U << 24;
	else if (!strcmp(how, "void"))
		type->info = 0;
	else if (!strcmp(how, "vlen"))
		type->info |= 0xffff;
	else if (!strcmp(how, "reference"))
		find(BTF_KIND_FUNC)->type = 0x7fffffff;
	else if (!strcmp(how, "member"))
		((struct btf_member *)(type + 1))->type = 0x7fffffff;
	else if (!strcmp(how, "name"))
		type->name_off = 0x7fffffff;
	else if (!strcmp(how, "cut"))
		size /= 2;
	else if (!strcmp(how, "stub"))
		size = sizeof(*header) / 2;
	else if (!strcmp(how, "circle")) /* each pointer leads to itself */
		for (type = types(); type < end(); type = next(type)) {
			if (BTF_INFO_KIND(type->info) == BTF_KIND_PTR) {
				type->info = BTF_KIND_CONST << 24;
				type->type = number_of(type);
			}
		}
	else if (!strcmp(how, "inside")) /* structures that hold themselves */
		for (type = types(); type < end(); type = next(type)) {
			struct btf_member *member = (void *)(type + 1);

			if (BTF_INFO_KIND(type->info) != BTF_KIND_STRUCT)
				continue;
			for (unsigned int i = 0; i < BTF_INFO_VLEN(type->info); i++) {
				member[i].name_off = 0;
				member[i].type = number_of(type);
			}
		}
	else if (!strcmp(how, "second"))
		used = add_second(more, &size);
	else if (!strcmp(how, "endless"))
		used = add_endless(more);
	else if (!strcmp(how, "tags"))
		used = add_tags(more);
	else if (strcmp(how, "same"))
		return 2;

	front = header->hdr_len + header->type_off + header->type_len;
	if (used) {
		memcpy(out, in, front);
		memcpy(out + front, more, used);
		memcpy(out + front + used, in + front, size - front);
		((struct btf_header *)out)->type_len += used;
		if (header->str_off > header->type_off)
			((struct btf_header *)out)->str_off += used;
	} else {
		memcpy(out, in, size);
	}
	return fwrite(out, 1, size + used, stdout) != size + used;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * The instructions of real programs, as objdump cuts them:
 *
 *	objdump -d -z -w --insn-width=15 -M intel64 PROGRAM | insn_text pack >FILE
 *	insn_text 32|64 FILE
 *	insn_text list LIST
 *
 * FILE has each instruction's length, with the top bit set where objdump says
 * "(bad)", and its bytes; a length of 0 stands where a section or a gap begins.
 * LIST is text: a line for each instruction, see insn_newer.txt.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux/kernel.h>
#include <linux/types.h>

#include "insn.h"

enum { BAD = 0x80, SHOWN = 20 };

/* --- packing --------------------------------------------------------------- */

/* "  address:\tbytes\ttext" */
static bool parse_line(char *line, unsigned long long *address, u8 *bytes,
		       unsigned int *nr, bool *bad)
{
	char *p, *end;

	*address = strtoull(line, &end, 16);
	if (end == line || end[0] != ':' || end[1] != '\t')
		return false;
	*nr = 0;
	for (p = end + 2; *nr < KPEV_X86_LENGTH_MAX; p = end) {
		unsigned long byte = strtoul(p, &end, 16);

		if (end != p + 2 && end != p + 3)
			break;
		bytes[(*nr)++] = byte;
		if (*end == '\t' || end[1] == '\t' || *end == '\n')
			break;
	}
	*bad = strstr(line, "(bad)");
	return *nr;
}

static int pack(void)
{
	unsigned long long address, expected = -1ULL;
	u8 bytes[KPEV_X86_LENGTH_MAX];
	unsigned int nr;
	char line[1024];
	bool bad;

	while (fgets(line, sizeof(line), stdin)) {
		if (!parse_line(line, &address, bytes, &nr, &bad))
			continue;
		if (address != expected)
			putchar(0);
		putchar(nr | (bad ? BAD : 0));
		fwrite(bytes, 1, nr, stdout);
		expected = address + nr;
	}
	return fflush(stdout) ? 1 : 0;
}

/* --- checking -------------------------------------------------------------- */

/* Bytes on which the two differ */
struct difference {
	const u8 *code;
	unsigned int size;
	bool is_64bit;
	int ours;		/* a length, or -EILSEQ */
	int theirs;
};

struct kind {
	const char *name;
	const char *reason;
	bool (*explains)(const struct difference *diff);
	unsigned long long count;
};

/* objdump takes FWAIT and the x87 instruction behind it for one. */
static bool is_fwait(const struct difference *diff)
{
	return diff->size > 1 && diff->ours == 1 && diff->code[0] == 0x9b &&
	       diff->code[1] >= 0xd8 && diff->code[1] <= 0xdf &&
	       kpev_x86_length(diff->code + 1, diff->size - 1, diff->is_64bit) == diff->theirs - 1;
}

static bool is_prefix(u8 byte)
{
	switch (byte) {
	case 0x26: case 0x2e: case 0x36: case 0x3e: case 0x64: case 0x65: case 0x66: case 0x67:
	case 0xf0: case 0xf2: case 0xf3:
		return true;
	}
	return byte >> 4 == 4;
}

/* It prints a REX prefix without effect as a line of its own. */
static bool is_lone_rex(const struct difference *diff)
{
	return diff->is_64bit && diff->theirs == 1 && diff->code[0] >> 4 == 4 &&
	       (diff->size == 1 || is_prefix(diff->code[1]));
}

static bool is_newer(const struct difference *diff)
{
	const u8 *code = diff->code;

	if (!diff->is_64bit || diff->theirs > 0)
		return false;
	if (diff->ours == 1)
		return code[0] == 0xd6;			/* UDB */
	if (diff->ours < 4 || code[0] != 0xf2 || code[1] != 0x0f)
		return false;
	return (code[2] == 0x00 && (code[3] >> 3 & 7) == 6) ||	/* LKGS */
	       (code[2] == 0x01 && code[3] == 0xfd);		/* RMPREAD */
}

static struct kind kinds[] = {
	{ "fwait", "with what follows one line to objdump, two instructions to a CPU", is_fwait },
	{ "lone-rex", "a prefix to a CPU, which heeds the last one; a line of its own to objdump",
	  is_lone_rex },
	{ "newer", "later than objdump 2.40", is_newer },
	{ 0 }
};

struct text {
	u8 *code;		/* all sections, one behind the other */
	u8 *lengths;		/* by offset in @code: of the instruction there, or 0 */
	size_t size;
};

static unsigned long long compared, unexplained;

static void compare(const struct text *text, size_t at, size_t end, bool is_64bit)
{
	struct difference diff = {
		.code = text->code + at,
		.size = end - at < KPEV_X86_LENGTH_MAX ? end - at : KPEV_X86_LENGTH_MAX,
		.is_64bit = is_64bit,
		.theirs = text->lengths[at] & BAD ? -EILSEQ : text->lengths[at],
	};
	struct kind *kind;
	unsigned int i;

	diff.ours = kpev_x86_length(diff.code, diff.size, is_64bit);
	compared++;
	if (diff.ours == diff.theirs)
		return;
	for (kind = kinds; kind->name; kind++) {
		if (kind->explains(&diff)) {
			kind->count++;
			return;
		}
	}
	if (unexplained++ >= SHOWN)
		return;
	printf("     unexplained:");
	for (i = 0; i < diff.size; i++)
		printf(" %02x", diff.code[i]);
	printf(": kpev %d, objdump %d\n", diff.ours, diff.theirs);
}

/* A section is what lies between two zero lengths. */
static void check_section(struct text *text, size_t from, bool is_64bit)
{
	size_t at;

	for (at = from; at < text->size; at += text->lengths[at] & ~BAD)
		compare(text, at, text->size, is_64bit);
}

static bool load_file(const char *name, u8 **data, size_t *size)
{
	FILE *file = fopen(name, "rb");
	long end;

	if (!file || fseek(file, 0, SEEK_END))
		return false;
	end = ftell(file);
	if (end <= 0)
		return false;
	rewind(file);
	*size = end;
	*data = malloc(end);
	return *data && fread(*data, 1, end, file) == *size && !fclose(file);
}

static bool check_file(const char *name, bool is_64bit)
{
	struct text text = { 0 };
	size_t size, i = 0, section = 0;
	u8 *data;

	if (!load_file(name, &data, &size))
		return false;
	text.code = malloc(size);
	text.lengths = calloc(size, 1);
	if (!text.code || !text.lengths)
		return false;
	while (i < size) {
		unsigned int nr = data[i] & ~BAD;

		if (!nr || i + 1 + nr > size) {
			check_section(&text, section, is_64bit);
			section = text.size;
			i++;
			continue;
		}
		text.lengths[text.size] = data[i];
		memcpy(text.code + text.size, data + i + 1, nr);
		text.size += nr;
		i += 1 + nr;
	}
	check_section(&text, section, is_64bit);
	free(text.lengths);
	free(text.code);
	free(data);
	return true;
}

/* --- a list ---------------------------------------------------------------- */

/* "64 62f47c0800c0 text" or "64 bad d5..." */
static void check_line(const char *line)
{
	u8 bytes[KPEV_X86_LENGTH_MAX] = { 0 };
	bool is_64bit = !strncmp(line, "64 ", 3);
	bool bad = !strncmp(line + 3, "bad ", 4);
	const char *p = line + (bad ? 7 : 3);
	int nr = 0, expected;

	while (nr < KPEV_X86_LENGTH_MAX && sscanf(p, "%2hhx", &bytes[nr]) == 1) {
		nr++;
		p += 2;
		if (*p == ' ')
			break;
	}
	expected = bad ? -EILSEQ : nr;
	compared++;
	if (kpev_x86_length(bytes, nr, is_64bit) == expected &&
	    kpev_x86_length(bytes, sizeof(bytes), is_64bit) == expected)
		return;
	if (unexplained++ < SHOWN)
		printf("     not so: %s", line);
}

static bool check_list(const char *name)
{
	FILE *file = fopen(name, "r");
	char line[256];

	if (!file)
		return false;
	while (fgets(line, sizeof(line), file))
		if (line[0] != '#')
			check_line(line);
	return !fclose(file);
}

static int report(void)
{
	const struct kind *kind;

	printf("     %llu instructions compared\n", compared);
	for (kind = kinds; kind->name; kind++)
		if (kind->count)
			printf("     %10llu %s: %s\n", kind->count, kind->name, kind->reason);
	if (unexplained)
		printf("     %llu unexplained differences\n", unexplained);
	return unexplained || !compared ? 1 : 0;
}

int main(int argc, char **argv)
{
	bool good;

	if (argc == 2 && !strcmp(argv[1], "pack"))
		return pack();
	if (argc != 3) {
		fprintf(stderr, "usage: insn_text pack, 32|64 FILE, or list LIST\n");
		return 2;
	}
	if (!strcmp(argv[1], "list"))
		good = check_list(argv[2]);
	else
		good = check_file(argv[2], !strcmp(argv[1], "64"));
	if (!good) {
		fprintf(stderr, "can't read %s\n", argv[2]);
		return 2;
	}
	return report();
}

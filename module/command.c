// SPDX-License-Identifier: GPL-2.0-only
/* One line of text -> one parsed command. */
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/jhash.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "command.h"
#include "errors.h"

static bool is_name_char(char c)
{
	return isalnum(c) || c == '_';
}

/**
 * kpev_name_is_good - may this be the name of an event or an argument?
 * @name: the name
 *
 * Return: true for what C takes as an identifier.
 */
bool kpev_name_is_good(const char *name)
{
	if (!is_name_char(*name) || isdigit(*name))
		return false;
	while (*++name)
		if (!is_name_char(*name))
			return false;
	return true;
}

/* As for events, but a group's name may hold hyphens. */
static bool group_is_good(const char *name)
{
	if (!is_name_char(*name) || isdigit(*name))
		return false;
	while (*++name)
		if (!is_name_char(*name) && *name != '-')
			return false;
	return true;
}

/*
 * Copy @line to @text with its words joined by single spaces and without its
 * comment.  In quotes, a space is part of the word, and # starts no comment.
 * A character that no command can have is copied as '?'; the column of the
 * first one is returned, or -1.
 */
static int normalise(const char *line, size_t len, char *text)
{
	bool quoted = false, gap = false;
	int bad = -1, n = 0;
	size_t i;

	for (i = 0; i < len; i++) {
		char c = line[i];

		if (c == '#' && !quoted)
			break;
		if (isspace(c) && !quoted) {
			gap = n > 0;
			continue;
		}
		if (gap)
			text[n++] = ' ';
		gap = false;
		if (c == '"')
			quoted = !quoted;
		if (iscntrl(c)) {
			c = '?';
			if (bad < 0)
				bad = n;
		}
		text[n++] = c;
	}
	text[n] = '\0';
	return bad;
}

/* The next space at or behind @p that separates words, or the end. */
static char *word_end(char *p)
{
	bool quoted = false;

	for (; *p && (*p != ' ' || quoted); p++)
		if (*p == '"')
			quoted = !quoted;
	return p;
}

/* Cut cmd->words at its spaces and point @place and cmd->args at the pieces. */
static int split_words(struct kpev_command *cmd, struct kpev_text *place)
{
	unsigned int nr = 0;
	char *p;

	for (p = word_end(cmd->words); *p; p = word_end(p + 1))
		nr++;
	if (nr > 1) {
		cmd->args = kcalloc(nr - 1, sizeof(*cmd->args), GFP_KERNEL);
		if (!cmd->args)
			return -ENOMEM;
	}

	nr = 0;
	for (p = word_end(cmd->words); *p;) {
		struct kpev_text part = { p + 1, p + 1 - cmd->words };

		*p = '\0';
		p = word_end(p + 1);
		if (nr++ == 0)
			*place = part;
		else
			cmd->args[cmd->nr_args++] = part;
	}
	return 0;
}

static int parse_group(struct kpev_command *cmd, const char *name, size_t len,
		       unsigned int column, struct kpev_refusal *no)
{
	if (!len)
		return kpev_refuse(no, -EINVAL, KPEV_ERR_NO_GROUP_NAME, column, NULL);
	if (len >= KPEV_NAME_LEN)
		return kpev_refuse(no, -E2BIG, KPEV_ERR_GROUP_TOO_LONG, column,
				   "%zu characters, at most %d", len,
				   KPEV_NAME_LEN - 1);
	memcpy(cmd->group, name, len);
	cmd->group[len] = '\0';
	if (!group_is_good(cmd->group))
		return kpev_refuse(no, -EINVAL, KPEV_ERR_BAD_GROUP_NAME, column, NULL);
	return 0;
}

/* @name is what stands behind the colon: [GRP/][EVENT]. */
static int parse_names(struct kpev_command *cmd, const char *name,
		       struct kpev_refusal *no)
{
	unsigned int column = name - cmd->words;
	const char *slash;
	size_t len;
	int ret;

	slash = strchr(name, '/');
	if (!slash)
		slash = strchr(name, '.');
	if (slash) {
		ret = parse_group(cmd, name, slash - name, column, no);
		if (ret)
			return ret;
		column += slash + 1 - name;
		name = slash + 1;
	}

	len = strlen(name);
	if (!len && slash)
		return 0;
	if (!len)
		return kpev_refuse(no, -EINVAL, KPEV_ERR_NO_EVENT_NAME, column, NULL);
	if (len >= KPEV_NAME_LEN)
		return kpev_refuse(no, -E2BIG, KPEV_ERR_EVENT_TOO_LONG, column,
				   "%zu characters, at most %d", len,
				   KPEV_NAME_LEN - 1);
	if (!kpev_name_is_good(name))
		return kpev_refuse(no, -EINVAL, KPEV_ERR_BAD_EVENT_NAME, column, NULL);
	strscpy(cmd->event, name, sizeof(cmd->event));
	return 0;
}

/* @word is the command's first word behind its letter, @len its digits. */
static int parse_maxactive(struct kpev_command *cmd, const char *word,
			   size_t len, struct kpev_refusal *no)
{
	char digits[16];

	if (cmd->kind != KPEV_COMMAND_RETURN)
		return kpev_refuse(no, -EINVAL, KPEV_ERR_BAD_MAXACT_TYPE, 1, NULL);
	if (len >= sizeof(digits))
		return kpev_refuse(no, -EINVAL, KPEV_ERR_BAD_MAXACT, 1, NULL);
	memcpy(digits, word, len);
	digits[len] = '\0';
	if (kstrtouint(digits, 0, &cmd->maxactive) || !cmd->maxactive)
		return kpev_refuse(no, -EINVAL, KPEV_ERR_BAD_MAXACT, 1, NULL);
	if (cmd->maxactive > KPEV_MAXACTIVE_MAX)
		return kpev_refuse(no, -E2BIG, KPEV_ERR_MAXACT_TOO_BIG, 1,
				   "%u, at most %d", cmd->maxactive,
				   KPEV_MAXACTIVE_MAX);
	return 0;
}

/* The first word: its letter, maxactive and names. */
static int parse_head(struct kpev_command *cmd, struct kpev_refusal *no)
{
	const char *word = cmd->words;
	const char *colon = strchrnul(word, ':');
	size_t len = colon - word - 1;
	int ret;

	switch (*word) {
	case 'p':
		cmd->kind = KPEV_COMMAND_PROBE;
		break;
	case 'r':
		cmd->kind = KPEV_COMMAND_RETURN;
		cmd->is_return = true;
		break;
	case '-':
		cmd->kind = KPEV_COMMAND_REMOVE;
		break;
	default:
		return kpev_refuse(no, -EINVAL, KPEV_ERR_BAD_COMMAND, 0, NULL);
	}

	if (cmd->kind != KPEV_COMMAND_REMOVE && isdigit(word[1])) {
		ret = parse_maxactive(cmd, word + 1, len, no);
		if (ret)
			return ret;
	} else if (colon != word + 1) {
		return kpev_refuse(no, -EINVAL, KPEV_ERR_BAD_COMMAND, 0, NULL);
	}

	if (*colon)
		return parse_names(cmd, colon + 1, no);
	if (cmd->kind == KPEV_COMMAND_REMOVE)
		return kpev_refuse(no, -EINVAL, KPEV_ERR_NO_EVENT_NAME, 1,
				   "expected -:[GRP/]EVENT");
	return 0;
}

/* Take "%return" off the symbol. */
static int parse_suffix(struct kpev_command *cmd, struct kpev_refusal *no)
{
	struct kpev_where *where = &cmd->where;
	char *suffix = strchr(where->symbol, '%');

	if (!suffix)
		return 0;
	if (strcmp(suffix, "%return"))
		return kpev_refuse(no, -EINVAL, KPEV_ERR_BAD_ADDR_SUFFIX,
				   where->column + (suffix - where->symbol),
				   "expected %%return");
	*suffix = '\0';
	cmd->is_return = true;
	if (cmd->kind == KPEV_COMMAND_PROBE)
		cmd->kind = KPEV_COMMAND_RETURN;
	return 0;
}

static int parse_place(struct kpev_command *cmd, const struct kpev_text *place,
		       struct kpev_refusal *no)
{
	struct kpev_where *where = &cmd->where;
	long offset = 0;
	char *sign;
	int ret;

	cmd->has_place = true;
	where->column = place->column;
	if (!kstrtoul(place->s, 0, &where->address))
		return 0;

	where->symbol = kstrdup(place->s, GFP_KERNEL);
	if (!where->symbol)
		return -ENOMEM;
	if (strchr(where->symbol, '='))
		return kpev_refuse(no, -EINVAL, KPEV_ERR_BAD_PROBE_ADDR,
				   place->column,
				   "expected a symbol or address, not an argument");
	ret = parse_suffix(cmd, no);
	if (ret)
		return ret;

	sign = strpbrk(where->symbol, "+-");
	if (sign && (kstrtol(sign, 0, &offset) || offset < 0 ||
		     (unsigned long)offset > UINT_MAX))
		return kpev_refuse(no, -EINVAL, KPEV_ERR_BAD_PROBE_ADDR,
				   place->column, "\"%.32s\" is no offset",
				   sign);
	if (sign)
		*sign = '\0';
	if (!*where->symbol)
		return kpev_refuse(no, -EINVAL, KPEV_ERR_BAD_PROBE_ADDR,
				   place->column,
				   "expected a symbol or address");
	where->offset = offset;
	return 0;
}

/*
 * The name of an event that was given none.  What doesn't fit is replaced by a
 * hash of the whole, so that equal names mean equal places.
 */
static int make_event_name(struct kpev_command *cmd)
{
	const struct kpev_where *where = &cmd->where;
	char letter = cmd->is_return ? 'r' : 'p';
	char *name, *p;
	size_t len;

	if (where->symbol)
		name = kasprintf(GFP_KERNEL, "%c_%s_%lu", letter, where->symbol,
				 where->offset);
	else
		name = kasprintf(GFP_KERNEL, "%c_0x%lx", letter,
				 where->address);
	if (!name)
		return -ENOMEM;

	len = strlen(name);
	if (len >= KPEV_NAME_LEN)
		snprintf(cmd->event, sizeof(cmd->event), "%.*s_%08x",
			 KPEV_NAME_LEN - 10, name, jhash(name, len, 0));
	else
		strscpy(cmd->event, name, sizeof(cmd->event));
	for (p = cmd->event; *p; p++)
		if (!is_name_char(*p))
			*p = '_';
	kfree(name);
	return 0;
}

static int parse_words(struct kpev_command *cmd, struct kpev_refusal *no)
{
	struct kpev_text place = {};
	int ret;

	ret = split_words(cmd, &place);
	if (ret)
		return ret;
	ret = parse_head(cmd, no);
	if (ret)
		return ret;
	if (cmd->nr_args > KPEV_ARGS_MAX)
		return kpev_refuse(no, -E2BIG, KPEV_ERR_TOO_MANY_ARGS,
				   cmd->args[0].column, "%u, at most %d",
				   cmd->nr_args, KPEV_ARGS_MAX);

	if (place.s) {
		ret = parse_place(cmd, &place, no);
		if (ret)
			return ret;
	} else if (cmd->kind != KPEV_COMMAND_REMOVE) {
		return kpev_refuse(no, -EINVAL, KPEV_ERR_BAD_PROBE_ADDR,
				   strlen(cmd->text) + 1,
				   "expected a symbol or address");
	}

	if (cmd->kind != KPEV_COMMAND_REMOVE && !cmd->event[0])
		return make_event_name(cmd);
	return 0;
}

static int parse(const char *line, size_t len, size_t max,
		 struct kpev_command **result, struct kpev_refusal *no)
{
	struct kpev_command *cmd;
	int bad;

	*result = NULL;
	cmd = kzalloc(sizeof(*cmd), GFP_KERNEL);
	if (!cmd)
		return -ENOMEM;
	cmd->text = kmalloc(len + 1, GFP_KERNEL);
	if (!cmd->text) {
		kfree(cmd);
		return -ENOMEM;
	}
	*result = cmd;

	bad = normalise(line, len, cmd->text);
	if (len > max)
		return kpev_refuse(no, -E2BIG, KPEV_ERR_LINE_TOO_LONG, 0,
				   "more than %zu characters", max);
	if (bad >= 0)
		return kpev_refuse(no, -EINVAL, KPEV_ERR_BAD_CHAR, bad, NULL);
	if (!cmd->text[0])
		return 0;

	cmd->words = kstrdup(cmd->text, GFP_KERNEL);
	if (!cmd->words)
		return -ENOMEM;
	return parse_words(cmd, no);
}

/**
 * kpev_command_parse - parse one line
 * @line: the line, not ended by anything
 * @len: its length in bytes
 * @result: set to the command, which the caller frees with
 *	kpev_command_free(); its text is there for the log also where the line
 *	is refused.  NULL only on -ENOMEM.
 * @no: why the line is refused
 *
 * Context: may sleep.
 * Return: 0, -EINVAL or -E2BIG with @no filled, or -ENOMEM.
 */
int kpev_command_parse(const char *line, size_t len,
		       struct kpev_command **result, struct kpev_refusal *no)
{
	return parse(line, len, KPEV_LINE_MAX, result, no);
}

/**
 * kpev_command_parse_again - parse what was made of a line that was taken
 * @line: the line, of any length: it has names that the user left out
 * @len: its length in bytes
 * @result: as kpev_command_parse()
 * @no: as kpev_command_parse()
 *
 * Context: may sleep.
 * Return: as kpev_command_parse().
 */
int kpev_command_parse_again(const char *line, size_t len,
			     struct kpev_command **result,
			     struct kpev_refusal *no)
{
	return parse(line, len, len, result, no);
}

/**
 * kpev_command_group - the group of the event that a command defines
 * @cmd: the command
 *
 * Return: the group that was given, or the default.
 */
const char *kpev_command_group(const struct kpev_command *cmd)
{
	return cmd->group[0] ? cmd->group : "kprobes";
}

/**
 * kpev_command_free - free a command
 * @cmd: the command, or NULL
 */
void kpev_command_free(struct kpev_command *cmd)
{
	if (!cmd)
		return;
	kfree(cmd->args);
	kfree(cmd->where.symbol);
	kfree(cmd->words);
	kfree(cmd->text);
	kfree(cmd);
}

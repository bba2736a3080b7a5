// SPDX-License-Identifier: GPL-2.0-only
/*
 * libFuzzer on lines of the language: command.c, argument.c, expression.c, type.c
 * and errors.c.  The first byte says at what kind of place the probe is and which
 * allocation fails, the rest is the line.
 *
 * What is checked besides memory: every refusal has a name and a column within the
 * command; columns lead to the parts; what is listed defines the same again.
 */
#include "parse_kernel.h"
#include "parse.h"

#include "argument.h"
#include "command.h"
#include "errors.h"
#include "type.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

static void check_refusal(const struct kpev_command *cmd,
			  const struct kpev_refusal *no, int ret)
{
	if (ret == -ENOMEM)
		return;
	CHECK(!ret == (no->code == KPEV_ERR_NONE));
	if (!ret)
		return;
	CHECK(no->column <= strlen(cmd->text) + 1);
	CHECK(strnlen(no->detail, sizeof(no->detail)) < sizeof(no->detail));
	kpev_log_refusal(no, cmd->text);
}

static void show_log(void)
{
	char text[2 * (KPEV_LINE_MAX + KPEV_DETAIL_LEN + 256)];
	struct seq_file m = { .buf = text, .size = sizeof(text) };
	loff_t pos = 0;
	void *v = kpev_log_seq_ops.start(&m, &pos);

	while (v) {
		m.count = 0;
		kpev_log_seq_ops.show(&m, v);
		v = kpev_log_seq_ops.next(&m, v, &pos);
	}
	kpev_log_seq_ops.stop(&m, v);
	kpev_log_clear();
}

static void check_command(const struct kpev_command *cmd)
{
	unsigned int i;

	CHECK(cmd->kind != KPEV_COMMAND_BLANK ? !!cmd->text[0] : !cmd->nr_args);
	CHECK(cmd->nr_args <= KPEV_ARGS_MAX);
	if (cmd->kind == KPEV_COMMAND_PROBE || cmd->kind == KPEV_COMMAND_RETURN) {
		CHECK(cmd->has_place);
		CHECK(kpev_name_is_good(cmd->event));
	}
	for (i = 0; i < cmd->nr_args; i++)
		CHECK(!strncmp(cmd->text + cmd->args[i].column, cmd->args[i].s,
			       strlen(cmd->args[i].s)));
}

static int parse_arguments(const struct kpev_command *cmd, bool at_entry,
			   struct kpev_arguments *args, struct kpev_refusal *no)
{
	*args = (struct kpev_arguments){
		.is_return = cmd->is_return,
		.at_entry = at_entry || cmd->is_return,
		.head_size = cmd->is_return ? 24 : 16,
	};
	return kpev_arguments_parse(cmd->args, cmd->nr_args, args, no);
}

static void check_arguments(const struct kpev_arguments *args)
{
	unsigned int i, at = args->head_size;

	for (i = 0; i < args->nr; i++) {
		const struct kpev_argument *arg = &args->arg[i];

		CHECK(kpev_name_is_good(arg->name));
		CHECK(arg->value.type);
		CHECK(arg->nr_insn && arg->nr_insn <= KPEV_FETCH_STEPS_MAX);
		CHECK(arg->at >= at);
		at = arg->at + kpev_value_size(&arg->value);
	}
	CHECK(at <= args->size);
	CHECK(args->size - args->head_size <= KPEV_ARGS_SIZE_MAX);
}

/* A line as kprobe_events lists it, or NULL where that isn't needed. */
static char *list(const struct kpev_command *cmd,
		  const struct kpev_arguments *args)
{
	size_t size = 4 * KPEV_LINE_MAX + 64 * KPEV_ARGS_MAX, len;
	char *line = malloc(size);
	unsigned int i;

	len = snprintf(line, size, "%c:g/%s f", cmd->is_return ? 'r' : 'p',
		       cmd->event);
	for (i = 0; i < args->nr; i++)
		len += snprintf(line + len, size - len, " %s=%s",
				args->arg[i].name, args->arg[i].expr);
	CHECK(len < size);
	return line;
}

/* Reading back is writing, unless the names make the line too long. */
static void check_listed(const struct kpev_command *cmd, bool at_entry,
			 const struct kpev_arguments *args)
{
	char *line = list(cmd, args);
	struct kpev_refusal no = {};
	struct kpev_arguments again;
	struct kpev_command *copy;
	unsigned int differs;

	if (strlen(line) <= KPEV_LINE_MAX) {
		CHECK(!kpev_command_parse(line, strlen(line), &copy, &no));
		CHECK(copy->nr_args == cmd->nr_args);
		CHECK(!parse_arguments(copy, at_entry, &again, &no));
		CHECK(kpev_arguments_fit(args, &again, &differs));
		CHECK(kpev_arguments_match(args, &again));
		kpev_arguments_free(&again);
		kpev_command_free(copy);
	}
	free(line);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct kpev_refusal no = {};
	struct kpev_arguments args;
	struct kpev_command *cmd;
	bool at_entry;
	int ret;

	if (!size)
		return 0;
	at_entry = *data & 1;
	parse_fail_nth = *data >> 1;
	ret = kpev_command_parse((const char *)data + 1, size - 1, &cmd, &no);
	CHECK(cmd || ret == -ENOMEM);
	if (cmd)
		check_refusal(cmd, &no, ret);
	if (!ret && cmd->kind != KPEV_COMMAND_BLANK) {
		check_command(cmd);
		ret = parse_arguments(cmd, at_entry, &args, &no);
		check_refusal(cmd, &no, ret);
		parse_fail_nth = 0;
		if (!ret) {
			check_arguments(&args);
			check_listed(cmd, at_entry, &args);
		}
		kpev_arguments_free(&args);
	}
	parse_fail_nth = 0;
	kpev_command_free(cmd);
	show_log();
	return 0;
}

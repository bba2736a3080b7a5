// SPDX-License-Identifier: GPL-2.0-only
/* The module parameter kprobe_event=, in the syntax of the boot parameter. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/string.h>
#include <linux/trace_events.h>

#include "command.h"
#include "errors.h"
#include "registry.h"
#include "startup.h"

#define STARTUP_MAX	4096	/* characters */

static char startup_text[STARTUP_MAX + 1];

static int set_startup_text(const char *text, const struct kernel_param *param)
{
	if (strlen(text) > STARTUP_MAX) {
		pr_err("kprobe_event= has %zu characters, at most %d\n",
		       strlen(text), STARTUP_MAX);
		return -E2BIG;
	}
	strscpy(startup_text, text, sizeof(startup_text));
	return 0;
}

static const struct kernel_param_ops startup_ops = {
	.set = set_startup_text,
};

module_param_cb(kprobe_event, &startup_ops, NULL, 0);
MODULE_PARM_DESC(kprobe_event,
		 "events to define and enable: definitions with commas for spaces, semicolons between");

static bool startup_optional;
module_param_named(kprobe_event_optional, startup_optional, bool, 0);
MODULE_PARM_DESC(kprobe_event_optional,
		 "load also where a definition of kprobe_event is refused");

/*
 * Make a line of the definition at @text: its commas become spaces, but for
 * those in quotes and parentheses.  Returns where the next one starts, or NULL.
 */
static char *cut_definition(char *text)
{
	bool quoted = false;
	int depth = 0;

	for (; *text; text++) {
		if (*text == '"')
			quoted = !quoted;
		if (quoted)
			continue;
		if (*text == ';') {
			*text = '\0';
			return text + 1;
		}
		if (*text == ',' && depth <= 0)
			*text = ' ';
		depth += (*text == '(') - (*text == ')');
	}
	return NULL;
}

static void say_refusal(const struct kpev_refusal *no, const char *text,
			int err)
{
	pr_err("kprobe_event: %s%s%s%s: error %d\n",
	       no->code ? kpev_error_text(no->code) : "not defined",
	       no->detail[0] ? " (" : "", no->detail,
	       no->detail[0] ? ")" : "", err);
	pr_err("  Command: %s\n", text);
	pr_err("  %*s^\n", (int)(strlen("Command: ") + no->column), "");
}

static int define_and_enable(const char *line)
{
	struct kpev_refusal no = {};
	struct kpev_command *cmd;
	int ret;

	ret = kpev_command_parse(line, strlen(line), &cmd, &no);
	if (!ret && cmd->kind != KPEV_COMMAND_BLANK) {
		ret = kpev_registry_apply(cmd, &no);
		if (!ret && cmd->kind != KPEV_COMMAND_REMOVE)
			ret = trace_set_clr_event(kpev_command_group(cmd),
						  cmd->event, 1);
	}
	if (ret)
		say_refusal(&no, cmd ? cmd->text : line, ret);
	kpev_command_free(cmd);
	return ret;
}

/**
 * kpev_startup - define and enable the events of kprobe_event=
 *
 * Context: module init, before anybody else can define one.
 * Return: 0, or a negative errno with no event left after saying in the kernel
 * log why.
 */
int __init kpev_startup(void)
{
	char *line = startup_text;
	char *next;
	int ret;

	for (; line; line = next) {
		next = cut_definition(line);
		ret = define_and_enable(line);
		if (ret && !startup_optional) {
			kpev_registry_abandon();
			return ret;
		}
	}
	return 0;
}

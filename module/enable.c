// SPDX-License-Identifier: GPL-2.0-only
/*
 * enable: "1" and "0" are for all of kpev's events; behind a group, GROUP/EVENT or
 * a pattern of those, for these.  It sets what tracefs's own enable files set, in
 * the main trace buffer, but with one pass over the kernel's text for all.
 */
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "command.h"
#include "enable.h"
#include "errors.h"
#include "registry.h"

#define WRITE_MAX	65536	/* bytes */

/* @line is cut; it has no blanks around it. */
static int switch_line(char *line, struct kpev_refusal *no)
{
	char *word = strrchr(line, ' ');
	char *event;

	if (word)
		*word++ = '\0';
	else
		word = line;
	if (strcmp(word, "0") && strcmp(word, "1"))
		return kpev_refuse(no, -EINVAL, KPEV_ERR_BAD_SWITCH,
				   word - line, NULL);
	if (word == line)
		return kpev_registry_switch("*", "*", *word == '1', no);

	strim(line);
	event = line + strcspn(line, "/.:");
	if (*event)
		*event++ = '\0';
	return kpev_registry_switch(line, *event ? event : "*", *word == '1',
				    no);
}

static int run_line(char *line)
{
	struct kpev_refusal no = {};
	char *command;
	int ret;

	line = strim(line);
	if (!*line || *line == '#')
		return 0;
	command = kstrdup(line, GFP_KERNEL);
	if (!command)
		return -ENOMEM;
	ret = switch_line(line, &no);
	if (ret) {
		kpev_refuse(&no, ret, KPEV_ERR_FAIL_SWITCH, 0, "error %d", ret);
		kpev_log_refusal(&no, command);
	}
	kfree(command);
	return ret;
}

static ssize_t enable_write(struct file *file, const char __user *from,
			    size_t count, loff_t *ppos)
{
	char *text, *next, *line;
	int ret = 0;

	if (count > WRITE_MAX)
		return -E2BIG;
	text = memdup_user_nul(from, count);
	if (IS_ERR(text))
		return PTR_ERR(text);
	next = text;
	while (!ret && (line = strsep(&next, "\n")))
		ret = run_line(line);
	kfree(text);
	return ret ?: count;
}

/* As tracefs's own: some are enabled, some not. */
static ssize_t enable_read(struct file *file, char __user *to, size_t count,
			   loff_t *ppos)
{
	unsigned int all, enabled = kpev_registry_enabled(&all);
	const char *text = "X\n";

	if (!enabled)
		text = "0\n";
	else if (enabled == all)
		text = "1\n";
	return simple_read_from_buffer(to, count, ppos, text, 2);
}

const struct file_operations kpev_enable_fops = {
	.owner	= THIS_MODULE,
	.read	= enable_read,
	.write	= enable_write,
	.llseek	= default_llseek,
};

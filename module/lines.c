// SPDX-License-Identifier: GPL-2.0-only
/* Driving the iterator of a file that the kernel makes up. */
#include <linux/dcache.h>
#include <linux/err.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/magic.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "lines.h"

/*
 * Is @file the kernel's own of that @path?  Anything may be mounted there, and have
 * no iterator.
 */
static bool is_the_kernels(struct file *file, const char *path)
{
	size_t len = strlen(path), inner_len;
	char buf[128], *inner;

	switch (file_inode(file)->i_sb->s_magic) {
	case PROC_SUPER_MAGIC:
	case DEBUGFS_MAGIC:
	case TRACEFS_MAGIC:
		break;
	default:
		return false;
	}
	inner = dentry_path_raw(file->f_path.dentry, buf, sizeof(buf));
	if (IS_ERR(inner))
		return false;
	inner_len = strlen(inner);
	return inner_len < len && !strcmp(path + len - inner_len, inner);
}

static int read_lines(struct seq_file *m, int (*line)(void *data, char *text),
		      void *data)
{
	loff_t pos = 0;
	int ret = 0;
	void *v;

	/* Freed when the file is released. */
	m->size = PAGE_SIZE;
	m->buf = kvmalloc(m->size, GFP_KERNEL);
	if (!m->buf)
		return -ENOMEM;

	v = m->op->start(m, &pos);
	while (v && !IS_ERR(v) && !ret) {
		m->count = 0;
		ret = m->op->show(m, v);
		if (!ret && m->count && m->count < m->size) {
			m->buf[m->count] = '\0';
			ret = line(data, m->buf);
		}
		v = m->op->next(m, v, &pos);
		cond_resched();
	}
	m->op->stop(m, v);
	return ret;
}

/**
 * kpev_read_lines - read a file that the kernel makes up, line by line
 * @path: the file; one that is made with seq_open(), an item a line
 * @line: called with each line, which it may cut, and with @data; reading ends
 *	where it returns other than 0.  The file's iterator may hold locks.
 * @data: the argument
 *
 * kernel_read() doesn't read such files.  What they show depends on the
 * current task's credentials and on what it sees mounted.
 *
 * Context: may sleep.
 * Return: what @line returned last, or a negative errno: -ENOENT where something
 * else is mounted there.
 */
int kpev_read_lines(const char *path, int (*line)(void *data, char *text),
		    void *data)
{
	struct file *file;
	int ret;

	/* A pipe in its place is not waited for. */
	file = filp_open(path, O_RDONLY | O_NONBLOCK, 0);
	if (IS_ERR(file))
		return PTR_ERR(file);
	ret = is_the_kernels(file, path) ?
	      read_lines(file->private_data, line, data) : -ENOENT;
	fput(file);
	return ret;
}

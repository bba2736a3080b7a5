/* SPDX-License-Identifier: GPL-2.0-only */
/* The file that enables and disables many events at once. */
#ifndef KPEV_ENABLE_H
#define KPEV_ENABLE_H

#include <linux/fs.h>

extern const struct file_operations kpev_enable_fops;

#endif

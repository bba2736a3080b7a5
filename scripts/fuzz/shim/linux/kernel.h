/* SPDX-License-Identifier: GPL-2.0-only */
/* What floor 0 needs of the kernel's header, in user space. */
#ifndef SHIM_LINUX_KERNEL_H
#define SHIM_LINUX_KERNEL_H

#define ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))

#endif

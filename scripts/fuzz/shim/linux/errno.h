/* SPDX-License-Identifier: GPL-2.0-only */
/* The numbers are the same in user space, whose errno.h includes this one. */
#include <asm/errno.h>

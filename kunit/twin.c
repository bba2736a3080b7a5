// SPDX-License-Identifier: GPL-2.0-only
/* The other function of a name that two have, see targets.c. */
#include <linux/compiler.h>

#include "targets.h"

static noinline int kpev_kunit_twin(int n)
{
	barrier();
	return n + 2;
}

noinline int kpev_kunit_other_twin(int n)
{
	return kpev_kunit_twin(n) + 1;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Stands in for the newest kernel's sample module of this name where a kernel's
 * own is older: the kernel's tests put probes on its timer's function.
 */
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/timer.h>

struct foo_timer_data {
	const char *name;
	struct timer_list timer;
	int __percpu *counter;
};

static struct foo_timer_data data = { .name = "sample" };

static noinline void sample_timer_cb(struct timer_list *t)
{
	struct foo_timer_data *data = container_of(t, typeof(*data), timer);

	this_cpu_inc(*data->counter);
}

static int __init sample_init(void)
{
	data.counter = alloc_percpu(int);
	if (!data.counter)
		return -ENOMEM;
	sample_timer_cb(&data.timer);
	return 0;
}

static void __exit sample_exit(void)
{
	free_percpu(data.counter);
}

module_init(sample_init);
module_exit(sample_exit);

MODULE_DESCRIPTION("A function for the kernel's tests to probe");
MODULE_LICENSE("GPL");

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Stands in for the newest kernel's sample module of this name where a kernel's
 * own is older: the kernel's tests put probes on its timer's function.  Here, it
 * is called as often as a number written to the parameter `run` says; read, that
 * is the CPU's own count.
 */
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/sysfs.h>
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

static int run(const char *text, const struct kernel_param *param)
{
	unsigned int n;
	int ret = kstrtouint(text, 0, &n);

	/* as a parameter on insmod's line, before there is a counter */
	if (!ret && !data.counter)
		ret = -EINVAL;
	while (!ret && n--)
		sample_timer_cb(&data.timer);
	return ret;
}

static int show(char *text, const struct kernel_param *param)
{
	return sysfs_emit(text, "%d\n", raw_cpu_read(*data.counter));
}

static const struct kernel_param_ops run_ops = { .set = run, .get = show };

module_param_cb(run, &run_ops, NULL, 0644);

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

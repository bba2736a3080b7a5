# SPDX-License-Identifier: GPL-2.0-only
# What the newest suite's btf_probe_event does with f:, here with p: the structure around
# a function's argument, and a number that each CPU has of its own.

has_btf || skip 'this kernel has no BTF'
insmod /kpev/trace-events-sample.ko || fail "trace-events-sample.ko doesn't load"
RUN=/sys/module/trace_events_sample/parameters/run

add 'p:mysample/myevent sample_timer_cb name=(foo_timer_data,timer)t->name:string count=this_cpu_read((foo_timer_data,timer)t->counter):s32'
enable mysample/myevent
for cpu in 0 1 0; do
	from=$(taskset -c $cpu cat $RUN)
	taskset -c $cpu sh -c "echo 3 >$RUN"
	for n in 0 1 2; do
		printf '[00%d] name="sample" count=%d\n' $cpu $((from + n))
	done
done >/tmp/wanted
disable mysample/myevent
expect_eq "what it recorded" \
	"$(sed -n 's/.* \(\[00[01]\]\) .* myevent: (.*) name=/\1 name=/p' trace)" "$(cat /tmp/wanted)"
add '-:mysample/myevent'
rmmod trace_events_sample

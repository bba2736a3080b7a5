# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
#
# The cases of the benchmark; bench.sh sources it.
# shellcheck disable=SC2154 # four, eight, inside, nothing: bench.sh's

p="p:bench/e $TARGET"
r="r:bench/e $TARGET"

registers() { # HOW MANY
	i=0
	while [ $i -lt "$1" ]; do
		for register in di si dx cx; do
			printf ' a%d=%%%s' $i $register
			i=$((i + 1))
		done
	done
}

echo "# floors"
bare 'bare kprobe at the entry' kprobe
bare 'bare kprobe inside' inside
bare 'bare kretprobe' kretprobe
bare "bare fprobe's exit" fprobe
report 'ring buffer: reserve, commit' "$(cost ring "$nothing")" -
echo 1 >events/kpev_bench/kpev_bench_static/enable
report 'static event, 4 u64' "$(cost static "$nothing")" -
echo 'a==9' >events/kpev_bench/kpev_bench_static/filter
report 'static event, its filter rejects' "$(cost static "$nothing")" -
echo 0 >events/kpev_bench/kpev_bench_static/filter
echo 0 >events/kpev_bench/kpev_bench_static/enable
static=$(cat events/kpev_bench/kpev_bench_static/id)
report 'static event, an empty program' "$(listened empty-event "$static" static "$nothing")" -

echo "# entry"
both 'defined, not enabled' "$p $four" nothing
both 'no argument' "$p"
both '1 register' "$p a=%di"
both '4 registers' "$p $four"
both '8 registers' "$p $eight"
both '64 registers' "$p$(registers 64)"
both '4 registers, filter rejects' "$p $four" "filtered 'd==1'"
both '4 registers, filter passes' "$p $four" "filtered 'd!=1'"
both '4 registers, hist trigger only' "$p $four" "triggered 'hist:keys=a'"
both '4 registers that need all saved' "$p a=%di b=%r12 c=%r13 d=%r14"
both 'a 15-character string' "$p s=+0(%si):string"
both 'a 200-character string' "$p s=+0(%cx):string"
both 'a user string' "$p s=+0(%dx):ustring"
both '1 deref' "$p a=+8(%di)"
both '4 nested derefs' "$p a=+8(+0(+0(+0(%di))))"
both '4 arguments of 1 deref' "$p a=+8(%di) b=+16(%di) c=+24(%di) d=+32(%di)"
both '$comm' "$p \$comm"
both '4 registers, in two instances' "$p $four" enable_twice
both 'two events, 4 registers each' "$p $four
p:bench/f $TARGET $four"
both 'two, one of which needs all saved' "$p $four
p:bench/f $TARGET a=%di b=%r12 c=%r13 d=%r14"

echo "# entry, through perf; programs: on the kernel's kprobe, on kpev's event"
both '4 registers, counted' "$p $four" nothing 'listened_event count'
both '4 registers, sampled' "$p $four" nothing 'listened_event sample'
both 'a 15-character string, sampled' "$p s=+0(%si):string" nothing 'listened_event sample'
programs 'an empty program' empty
programs 'a program that records 4 registers' record

echo "# inside"
both '4 registers, optimised' "p:bench/e $TARGET+$inside $four" 'enable_event; sleep 1'
echo 0 >/proc/sys/debug/kprobes-optimization
both '4 registers, int3' "p:bench/e $TARGET+$inside $four"
echo 1 >/proc/sys/debug/kprobes-optimization

echo "# return"
both 'no argument' "$r"
both '$retval' "$r \$retval"
both '$retval and 2 entry arguments' "$r \$retval \$arg1 \$arg2"

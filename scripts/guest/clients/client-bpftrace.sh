# SPDX-License-Identifier: GPL-2.0-only
# timeout: 600
# bpftrace reads an event's arguments by their names: programs of the tracepoint type,
# which the kernel's own kprobe events refuse.

load_target
# bpftrace lays a record out as a C compiler would, the largest first leaves no gaps
add 'p:event1 kpev_target_struct s64=+24($arg1):s64 x=+16($arg1):x64 s16=+4($arg1):s16 u8=+0($arg1):u8' \
	'r:ret kpev_target_args sum=$retval:u64' 'p:call kpev_target_call n=$arg1:u32'

started() { # or ended
	grep -q '^ready' /tmp/said || ! kill -0 $tracer 2>/dev/null
}

all_is_said() {
	[ "$(grep -c '^[0-9]' /tmp/said)" -ge 2 ]
}

# in a single program, as bpftrace is slow to start in an emulated machine
cat >/tmp/program <<'PROGRAM'
BEGIN { printf("ready\n"); }
tracepoint:kprobes:event1 { printf("%d %d %d %llx\n", args->u8, args->s16, args->s64, args->x); }
tracepoint:kprobes:ret { printf("%llu\n", args->sum); }
tracepoint:kprobes:call /args->n < 3/ { @sum = sum(args->n); @[args->n] = count(); }
PROGRAM
bpftrace -B line /tmp/program >/tmp/said 2>/tmp/complaints &
tracer=$!
wait_for 300 started
grep -q '^ready' /tmp/said || fail "bpftrace doesn't start: $(cat /tmp/complaints)"
target struct args 'calls 5' 'calls 2'
wait_for 60 all_is_said || : # it is compared below
kill -INT $tracer
wait $tracer || fail "bpftrace ended with $?: $(cat /tmp/complaints)"
expect_eq "arguments by name" "$(grep '^[0-9]' /tmp/said)" '254 -3 -5 fffffffffffffffe
9252'
expect_eq "a map" "$(grep '^@' /tmp/said | sort)" '@[0]: 2
@[1]: 2
@[2]: 1
@sum: 4'
expect_eq "ftrace has nothing of it" "$(records event1 | wc -l)" 0

# what the kernel's own refuse
if [ -e kprobe_events ]; then
	echo 'p:own kpev_target_call n=%di:u32' >kprobe_events || fail "the kernel's own event"
	status=0
	timeout 200 bpftrace -e 'tracepoint:kprobes:own { exit(); }' >/tmp/said 2>&1 || status=$?
	echo >kprobe_events
	case $status in
	0 | 124) fail "the kernel's own takes it, by now: $status" ;;
	esac
	cat /tmp/said
fi

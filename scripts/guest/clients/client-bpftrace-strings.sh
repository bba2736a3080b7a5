# SPDX-License-Identifier: GPL-2.0-only
# timeout: 600
# bpftrace reads the strings of an event by their names. Its release 0.23.2 looks for a
# string at 4 times its offset, in every event: one of the kernel's own is the judge.

load_target
add 'p:event1 kpev_target_struct x=+16($arg1):x64 name=+0(+40($arg1)):string who=$comm' \
	'p:text kpev_target_text s=+0($arg1):string'

started() { # or ended
	grep -q '^ready' /tmp/said || ! kill -0 $tracer 2>/dev/null
}

all_is_said() {
	[ "$(grep -c '^<' /tmp/said)" -ge 4 ] && grep -q '^exec ' /tmp/said
}

cat >/tmp/program <<'PROGRAM'
BEGIN { printf("ready\n"); }
tracepoint:kprobes:event1 { printf("<%s> <%s>\n", str(args->name), str(args->who)); }
tracepoint:kprobes:text { printf("<%s>\n", str(args->s)); }
tracepoint:sched:sched_process_exec { printf("exec <%s>\n", str(args->filename)); }
PROGRAM
bpftrace -B line /tmp/program >/tmp/said 2>/tmp/complaints &
tracer=$!
wait_for 300 started
grep -q '^ready' /tmp/said || fail "bpftrace doesn't start: $(cat /tmp/complaints)"
target struct 'text plain' 'text empty' 'text null'
/bin/true
wait_for 60 all_is_said || : # it is compared below
kill -INT $tracer
wait $tracer || fail "bpftrace ended with $?: $(cat /tmp/complaints)"
grep -q '^exec ' /tmp/said || fail "no event of the kernel's own: $(cat /tmp/said)"
grep -q '^exec </' /tmp/said ||
	skip "$(bpftrace --version) reads no strings, of sched_process_exec's filename neither"
expect_eq "strings" "$(grep '^<' /tmp/said)" '<first> <sh>
<fifteen letters>
<>
<>'

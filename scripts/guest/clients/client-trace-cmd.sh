# SPDX-License-Identifier: GPL-2.0-only
# timeout: 600
# trace-cmd: record and report (the reader that KernelShark has), start and show, and a
# reset that leaves nothing.

run=/sys/kernel/debug/kpev_target/run
load_target
# its reset removes what it finds in dynamic_events
[ ! -e kprobe_events ] || kpev bind kprobe_events dynamic_events || fail "kpev bind"
add 'p:numbers kpev_target_struct u8=+0($arg1):u8 u16=+2($arg1):u16 u32=+8($arg1):u32 s32=+12($arg1):s32 u64=+16($arg1):u64 s64=+24($arg1):s64 x=+16($arg1):x64 bits=+8($arg1):b4@4/32' \
	'p:strings kpev_target_struct name=+0(+40($arg1)):string comm=$comm imm=\"a text"' \
	'p:arrays kpev_target_struct u=+0($arg1):u8[2] x=+16($arg1):x64[2]' \
	'p:short kpev_target_struct s8=+1($arg1):s8 s16=+4($arg1):s16' \
	'p:symbols kpev_target_call a=$stack0:symbol b=$stack0:symstr' \
	'r:grp/ret kpev_target_args $retval:u64 a=$arg1'
expect_eq "listed" "$(trace-cmd list -e '^kprobes:' | sort | tr '\n' ' ')" 'kprobes:arrays kprobes:numbers kprobes:short kprobes:strings kprobes:symbols '

trace-cmd record -q -o /tmp/trace.dat -e kprobes -e grp:ret -- sh -c \
	"for l in struct 'calls 1' args; do printf \"\$l\\0\" >$run; done" >/tmp/said 2>&1 ||
	fail "trace-cmd record: $(cat /tmp/said)"
trace-cmd report -i /tmp/trace.dat >/tmp/report 2>/tmp/said || fail "trace-cmd report: $(cat /tmp/said)"
said=$(tr -s ' ' </tmp/report)
expect_match "numbers" "$said" \
	": numbers: \([0-9a-f]+\) u8=254 u16=65534 u32=4294967294 s32=-4 u64=18446744073709551614 s64=-5 x=0xfffffffffffffffe bits=15\$"
expect_match "strings" "$said" ': strings: \([0-9a-f]+\) name="first" comm="sh" imm="a text"$'
# what libtraceevent may make of arrays and of short signed numbers: see client-perf
expect_match "arrays" "$said" ': arrays: \([0-9a-f]+\) u=\{254,254\} x=\{(0xfffffffffffffffe,0xfffffffffffffffb|0x0,0x0)\}$'
expect_match "short signed ones" "$said" ': short: \([0-9a-f]+\) s8=(-2|254) s16=(-3|65533)$'
expect_match "symbols" "$said" ': symbols: \([0-9a-f]+\) a=run_write\+0x[0-9a-f]+(/0x[0-9a-f]+)?( \[kpev_target\])? b="run_write\+0x'
expect_match "a return" "$said" ': ret: \([0-9a-f]+ <- [0-9a-f]+\) arg1=9252 a=0x101$'
expect_eq "nothing else" "$(grep -c '^ *[^ ]*-[0-9]* ' /tmp/report)" 6
# the fields one by one
expect_match "raw" "$(trace-cmd report -R -i /tmp/trace.dat 2>/dev/null | tr -s ' ')" 'numbers: .*s32=(-4|0xfffffffc) .*u64=(0xfffffffffffffffe|18446744073709551614|-2)'
expect_eq "a filter" "$(trace-cmd report -i /tmp/trace.dat -F 'kprobes/numbers: s32 == -4 && u8 == 254' 2>/dev/null | grep -c numbers:)" 1
expect_eq "a filter on a string" "$(trace-cmd report -i /tmp/trace.dat -F 'kprobes/strings: name == "first"' 2>/dev/null | grep -c strings:)" 1

# --- live
trace-cmd start -e kprobes:strings >/tmp/said 2>&1 || fail "trace-cmd start: $(cat /tmp/said)"
target struct
trace-cmd stop
expect_match "shown" "$(trace-cmd show)" ': strings: \(kpev_target_struct\+0x0/0x[0-9a-f]+ \[kpev_target\]\) name="first" comm="sh" imm="a text"$'

trace-cmd reset >/tmp/said 2>&1 || fail "trace-cmd reset: $(cat /tmp/said)"
expect_eq "nothing is enabled" "$(cat set_event)" ''
expect_eq "nothing is in the buffer" "$(records strings | wc -l)" 0
if grep -q " $TRACING/kprobe_events " /proc/mounts; then
	expect_eq "nothing is defined" "$(listing)" ''
	kpev unbind || fail "kpev unbind"
fi

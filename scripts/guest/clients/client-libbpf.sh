# SPDX-License-Identifier: GPL-2.0-only
# timeout: 300
# A libbpf program of the tracepoint type, attached by the event's name: it reads the
# record as the format says, the string through its data location.

load_target
# in an order that leaves each at a multiple of its size: the verifier insists
add 'p:event1 kpev_target_struct x=+16($arg1):x64 name=+0(+40($arg1)):string s16=+4($arg1):s16'
run=/sys/kernel/debug/kpev_target/run
said=$(reader /kpev/reader.o "for l in struct struct 'text plain'; do printf \"\$l\\\\0\" >$run; done" 2>&1) || fail "the program doesn't run: $said"
expect_eq "what it has seen" "$said" 'hits=2 x=fffffffffffffffe s16=-3 size=6 text=first'
expect_eq "the event's hits" "$(awk '$1 == "event1" { print $2 }' "$KPEV/kprobe_profile")" 2
add '-:event1'

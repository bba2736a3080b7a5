# SPDX-License-Identifier: GPL-2.0-only
# timeout: 600
# perf record, script and stat on kpev's events: every type of the language, as perf's
# libtraceevent prints it out of the format.

PAGER=cat TERM=dumb
export PAGER TERM
run=/sys/kernel/debug/kpev_target/run
load_target

perf_lines() { # EVENT LINE...: what perf script prints behind the event's name
	perf_event=$1
	shift
	perf record -q -a -o /tmp/perf.data -e "$perf_event" -- sh -c "$(for line; do printf "printf '%s\\\\0' >$run;" "$line"; done)" \
		>/tmp/perf.log 2>&1 || {
		cat /tmp/perf.log
		fail "perf record -e $perf_event"
	}
	perf script -i /tmp/perf.data -F event,trace 2>/tmp/perf.log | sed -n "s/^ *$perf_event: //p" | tr -s ' '
}

# They differ where the kernel's own probe lies behind an ENDBR
without_address() {
	sed 's/^([0-9a-f]*)//; s/__probe_ip=[^ ]*//'
}

# What libtraceevent itself gets wrong it gets wrong for the kernel's own events, too
as_the_kernels_own() { # NAME ARGS LINE: of a probe on kpev_target_struct or _texts
	[ -e kprobe_events ] || return 0
	# an older kernel's may not have the type
	[ "$(listing | sed -n "s,^p:kprobes/$1 ,p:own/$1 ,p" | wr kprobe_events)" = ok ] || return 0
	own=$(perf_lines "own:$1" "$3" 2>/dev/null)
	echo >kprobe_events
	expect_eq "$1 as the kernel's own" "$(printf '%s\n' "$2" | without_address)" "$(printf '%s\n' "$own" | without_address)"
}

# --- numbers
add 'p:numbers kpev_target_struct u8=+0($arg1):u8 u16=+2($arg1):u16 u32=+8($arg1):u32 s32=+12($arg1):s32 u64=+16($arg1):u64 s64=+24($arg1):s64' \
	'p:hex kpev_target_struct x8=+0($arg1):x8 x16=+2($arg1):x16 x32=+8($arg1):x32 x64=+16($arg1):x64 none=+16($arg1) bits=+8($arg1):b4@4/32 imm=\42' \
	'p:short kpev_target_struct s8=+1($arg1):s8 s16=+4($arg1):s16' 'p:char kpev_target_struct c=+48($arg1):char'
expect_match "numbers" "$(perf_lines kprobes:numbers struct)" \
	'^\([0-9a-f]+\) u8=254 u16=65534 u32=4294967294 s32=-4 u64=18446744073709551614 s64=-5$'
expect_match "hexadecimal ones, bits, a constant" "$(perf_lines kprobes:hex struct)" \
	'^\([0-9a-f]+\) x8=0xfe x16=0xfffe x32=0xfffffffe x64=0xfffffffffffffffe none=0xfffffffffffffffe bits=15 imm=0x2a$'
# it may not extend the sign of what is shorter than an int, nor know %c
got=$(perf_lines kprobes:short struct)
expect_match "short signed ones" "$got" '^\([0-9a-f]+\) s8=(-2|254) s16=(-3|65533)$'
as_the_kernels_own short "$got" struct
got=$(perf_lines kprobes:char struct)
expect_match "a character" "$got" "^\([0-9a-f]+\) c='(o|>c<)'\$"
as_the_kernels_own char "$got" struct

# --- strings
add 'p:strings kpev_target_struct name=+0(+40($arg1)):string comm=$comm imm=\"a text" second=+0(+40(+32($arg1))):string' \
	'p:user kpev_target_user u=+u0($arg1):string v=+0($arg1):ustring' \
	'p:text kpev_target_text s=+0($arg1):string'
expect_match "strings" "$(perf_lines kprobes:strings struct)" \
	'^\([0-9a-f]+\) name="first" comm="sh" imm="a text" second="second"$'
expect_match "user strings" "$(perf_lines kprobes:user 'user xyz')" '^\([0-9a-f]+\) u="user xyz" v="user xyz"$'
# what can't be read has no length in the record: the trace prints (fault), perf what it likes
got=$(perf_lines kprobes:text 'text empty' 'text null' 'text plain' | sed 's/^([0-9a-f]*) //')
expect_match "empty, not there, whole" "$(echo "$got" | tr '\n' ' ')" '^s="" s=("\(fault\)"|\(fault\)|"") s="fifteen letters" $'

# --- arrays, symbols, names of files
add 'p:arrays kpev_target_struct u=+0($arg1):u8[2] x=+16($arg1):x64[2]' \
	'p:texts kpev_target_texts t=+0($arg1):string[3]' \
	'p:symbols kpev_target_call a=$stack0:symbol b=$stack0:symstr' \
	'p:file security_file_open f=$arg1:%pD'
# the format tells no length of an array, and it may take the elements for bytes
got=$(perf_lines kprobes:arrays struct)
expect_match "arrays" "$got" '^\([0-9a-f]+\) u=\{254,254\} x=\{(0xfffffffffffffffe,0xfffffffffffffffb|0x0,0x0)\}$'
as_the_kernels_own arrays "$got" struct
# it may not know __get_str of an element, and prints the raw fields then
got=$(perf_lines kprobes:texts texts)
expect_match "an array of strings" "$got" '^\([0-9a-f]+\) t=\{"alpha",("\(fault\)"|\(fault\)|""),"gamma"\}$|FAILED TO PARSE'
as_the_kernels_own texts "$got" texts
# perf itself looks the first up, and may not know the module
expect_match "symbols" "$(perf_lines kprobes:symbols 'calls 1')" \
	'^\([0-9a-f]+\) a=(0x[0-9a-f]{16}|run_write\+0x[0-9a-f]+(/0x[0-9a-f]+)?( \[kpev_target\])?) b="run_write\+0x[0-9a-f]+/0x[0-9a-f]+ \[kpev_target\]"$'
echo x >/tmp/a-file
perf record -q -a -o /tmp/perf.data -e kprobes:file -- cat /tmp/a-file >/tmp/perf.log 2>&1 || fail "perf record: $(cat /tmp/perf.log)"
expect_match "a file's name" "$(perf script -i /tmp/perf.data -F comm,trace | tr -s ' ')" 'cat .*f="a-file"$'

# --- returns, with both addresses
add 'r:ret kpev_target_args $retval:u64 a=$arg1'
expect_match "a return" "$(perf_lines kprobes:ret args)" '^\([0-9a-f]+ <- [0-9a-f]+\) arg1=9252 a=0x101$'

# --- counting, of one process and of all
# a name of more than a letter: perf takes kprobes:e for an event with modifiers
add 'p:counted kpev_target_call n=$arg1:u32'
expect_match "perf stat" "$(perf stat -x, -e kprobes:counted -- sh -c "printf 'calls 5\\0' >$run" 2>&1)" '^5,,kprobes:counted,'
target 'calls 1' &
expect_match "perf stat -a" "$(perf stat -x, -a -e kprobes:counted -- sh -c "printf 'calls 7\\0' >$run; sleep 1" 2>&1)" '^[78],,kprobes:counted,'
wait
perf record -q -a -o /tmp/perf.data -e kprobes:counted --filter 'n > 1' -- sh -c "printf 'calls 5\\0' >$run" >/tmp/perf.log 2>&1 ||
	fail "perf record --filter: $(cat /tmp/perf.log)"
expect_eq "a filter" "$(perf script -i /tmp/perf.data -F trace | sed 's/.*) //' | tr -d ' ' | tr '\n' ' ')" 'n=4 n=3 n=2 '

# two events at once, in their order, and the stacks
perf record -q -a -g -o /tmp/perf.data -e kprobes:numbers,kprobes:ret -- sh -c "printf 'struct\\0' >$run; printf 'args\\0' >$run" \
	>/tmp/perf.log 2>&1 || fail "perf record -g: $(cat /tmp/perf.log)"
expect_eq "two events" "$(perf script -i /tmp/perf.data -F event -G 2>/dev/null | grep -o 'kprobes:[a-z]*' | tr '\n' ' ')" \
	'kprobes:numbers kprobes:ret '
expect_match "a stack" "$(perf script -i /tmp/perf.data -F event,ip,sym)" ' (ksys_write|vfs_write|do_syscall_64)$'

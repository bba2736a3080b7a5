# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 120
#
# A filter decides before the buffer is touched, where its buffer is the only reader:
# the same way as the tracing core decides otherwise.

load_target
case $(uname -m) in x86_64) tick=update_process_times ;; *) skip 'the names of 64 bit' ;; esac

# EVENT FILTER: how many records pass, with one reader, and with two
passing() {
	echo "$2" >"events/$1/filter" || fail "filter $2"
	echo >trace
	enable "$1"
	$hits
	disable "$1"
	one=$(records "${1#*/}" | wc -l)
	mkdir instances/second
	echo 1 >"instances/second/events/$1/enable"
	echo >trace
	enable "$1"
	$hits
	disable "$1"
	echo 0 >"instances/second/events/$1/enable"
	rmdir instances/second
	two=$(records "${1#*/}" | wc -l)
	echo 0 >"events/$1/filter"
}

same() { # EVENT FILTER WANTED
	passing "$1" "$2"
	expect_eq "records that pass '$2'" "$one" "$3"
	expect_eq "records that pass '$2', with two readers" "$two" "$3"
}

add 'p:t/n kpev_target_call n=%di:u32' 'p:t/s kpev_target_text s=+0($arg1):string' \
	'p:t/args kpev_target_args a=$arg1 h=$arg8 s=\"abc":string' "p:t/tick $tick"
calls() { target 'calls 10'; }
hits=calls
same t/n 'n < 3' 3
same t/n 'n >= 3 && n != 5' 6
same t/n 'n > 100' 0
same t/n "common_pid == $$" 10
same t/n 'common_pid == 1' 0
same t/n 'common_pid > 0' 10
same t/n 'comm == "sh"' 10
same t/n 'common_flags & 0x1' 0
same t/n 'common_flags & 0x8' 0
same t/n 'common_preempt_count == 0' 10
texts() { target 'text plain' 'text empty' 'text null' 'text page' 'text end'; }
hits=texts
same t/s 's == "fifteen letters"' 1
same t/s 's ~ "f*"' 1
same t/s 's ~ "xx*"' 1
same t/s 's ~ "*the end"' 1
same t/s 's == ""' 2
args() { target args args; }
hits=args
same t/args 'a == 0x101 && s == "abc"' 2
same t/args 'h != 0x808' 0
same t/args '__probe_ip > 0' 2

# what only interrupts have
ticks() { sleep 0.3; }
hits=ticks
passing t/tick 'common_flags & 0x8 && common_flags & 0x1'
[ "$((one < two ? one : two))" -gt 3 ] || fail "timer ticks in hard interrupts: $one, $two"
passing t/tick '!(common_flags & 0x8)'
expect_eq 'ticks outside interrupts' "$one $two" '0 0'

# a trigger with a filter of its own sees what the event's filter rejects
[ -e events/t/n/hist ] || return 0 # a kernel without HIST_TRIGGERS
echo 'n > 100' >events/t/n/filter
echo 'hist:keys=n:size=256' >events/t/n/trigger
enable t/n
calls
disable t/n
expect_match 'the histogram' "$(cat events/t/n/hist)" 'Hits: 10$'

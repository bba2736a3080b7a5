# SPDX-License-Identifier: GPL-2.0-only
# status says what this kernel offers, as the kernel itself shows it, what is switched
# off, and how to switch it on.

load_target
status() { # WHAT: what status says of it
	sed -n "s/^$1: //p" "$KPEV/status"
}

# what the configuration brings
offers() { # WHAT REASON COMMAND...
	what=$1 reason=$2
	shift 2
	if "$@"; then
		expect_eq "$what" "$(status "$what")" yes
	else
		expect_match "$what" "$(status "$what")" "^no, $reason is missing: "
	fi
}
offers 'names of data' KALLSYMS_ALL data_has_names
offers histograms HIST_TRIGGERS [ -e events/sched/sched_switch/hist ]
offers "the kernel's own kprobe_events" KPROBE_EVENTS [ -e kprobe_events ]
offers 'references to events' DYNAMIC_EVENTS [ -e dynamic_events ]
offers 'BPF programs' BPF_EVENTS grep -q ' trace_call_bpf$' /proc/kallsyms
offers 'optimised probes' OPTPROBES [ -e /proc/sys/debug/kprobes-optimization ]
offers 'probes through ftrace' KPROBES_ON_FTRACE grep -q ' arm_kprobe_ftrace\| kprobe_ftrace_handler$' /proc/kallsyms

# switches, and that they do what status says of them
count() { # EVENT: hits of three calls
	before=$(awk -v e="$1" '$1 == e { print $2 }' "$KPEV/kprobe_profile")
	target 'calls 3'
	awk -v e="$1" -v before="$before" '$1 == e { print $2 - before }' "$KPEV/kprobe_profile"
}
add 'p:entry kpev_target_call' "p:inside kpev_target_call+$(behind_entry)"
enable kprobes/entry kprobes/inside
for what in kprobes ftrace 'optimisation of probes'; do
	expect_eq "$what" "$(status "$what")" on
done
expect_eq "hits" "$(count entry) $(count inside)" '3 3'
echo 0 >/sys/kernel/debug/kprobes/enabled
expect_eq "kprobes off" "$(status kprobes)" \
	'off, only probes through ftrace are hit: write 1 to /sys/kernel/debug/kprobes/enabled'
# not a probe through kpev's own hook in ftrace
if grep -q '^probe: kprobes/entry .*: ftrace at' "$KPEV/status"; then entry=3; else entry=0; fi
expect_eq "hits with kprobes off" "$(count entry) $(count inside)" "$entry 0"
echo 1 >/sys/kernel/debug/kprobes/enabled
expect_eq "kprobes on" "$(status kprobes)" on
expect_eq "hits" "$(count entry) $(count inside)" '3 3'
# newer kernels don't let it be switched off
if [ "$(write_line /proc/sys/kernel/ftrace_enabled 0)" = ok ]; then
	expect_eq "ftrace off" "$(status ftrace)" \
		"off, probes at the entries of functions aren't hit: write 1 to /proc/sys/kernel/ftrace_enabled"
	expect_eq "hits with ftrace off" "$(count entry) $(count inside)" '0 3'
	echo 1 >/proc/sys/kernel/ftrace_enabled
	expect_eq "hits" "$(count entry) $(count inside)" '3 3'
fi
echo 0 >/proc/sys/debug/kprobes-optimization
expect_eq "optimisation off" "$(status 'optimisation of probes')" \
	'off, probes inside functions cost more: write 1 to /proc/sys/debug/kprobes-optimization'
echo 1 >/proc/sys/debug/kprobes-optimization
disable kprobes/entry kprobes/inside

# the index of symbols, and its memory
expect_match "symbols" "$(status symbols)" '^[0-9]{4,} names, [0-9]{2,} KiB'
case $(status lockdown) in
none) [ -e /sys/kernel/security ] || fail "lockdown without security modules" ;;
'not in this kernel') ;;
*) fail "lockdown: $(status lockdown)" ;;
esac
expect_eq "definitions" "$(status definitions)" accepted

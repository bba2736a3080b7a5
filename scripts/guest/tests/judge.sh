# SPDX-License-Identifier: GPL-2.0-only
# timeout: 400
# lasts: 240
# of all: 6.1 latest: it takes a minute or two, and these are the oldest and the newest
# The kernel as the judge: kpev and the kernel's own kprobe_events take and refuse the
# same places, with optimised probes on and off, and while another probe sits there.
# A function of the kernel for every 20 s that it is given, half as many of three modules.

[ -e kprobe_events ] || skip "this kernel has no kprobe_events of its own"
load_target
insmod /kpev/kpev_types.ko || fail "kpev_types.ko doesn't load"
insmod /kpev/trace-events-sample.ko || fail "trace-events-sample.ko doesn't load"
# each place that both take is four grace periods
echo 1 >/sys/kernel/rcu_expedited

# "FUNCTION SIZE ADDRESS" of those whose name is one function's: of the kernel, or of
# MODULE, by the next symbol's address. 28 bits of an address tell sizes as well as 64.
functions_of() { # [MODULE] </proc/kallsyms
	awk -v module="${1:+[$1]}" '$4 == module && tolower($2) == "t" { print $1, $3 }' | sort |
		awk -v module="${1:+$1:}" '
		function low(hex,   i, n) {
			hex = substr(hex, length(hex) - 6)
			n = 0
			for (i = 1; i <= length(hex); i++)
				n = n * 16 + index("0123456789abcdef", substr(hex, i, 1)) - 1
			return n
		}
		at != "" && at != $1 { size[++n] = low($1) - low(at); address[n] = at; name[n] = last }
		{ last = $2; at = $1; times[$2]++ }
		END {
			for (i = 1; i <= n; i++)
				if (times[name[i]] == 1 && size[i] > 8 && name[i] !~ /^(__pfx_|__cfi_|_text$|_stext$|_etext$)/)
					print module name[i], size[i], address[i]
		}'
}

spread() { # NUMBER FILE: that many of its lines, or a few more
	awk -v step=$(($(wc -l <"$2") / $1)) 'step < 2 || NR % step == int(step / 2)' "$2"
}

number=$((LASTS / 20))
largest=160
[ $number -lt 100 ] || largest=512
functions_of </proc/kallsyms >/tmp/kernel
[ "$(wc -l </tmp/kernel)" -gt 10000 ] || fail "only $(wc -l </tmp/kernel) functions"
for module in kpev_target kpev_types trace_events_sample; do
	functions_of $module </proc/kallsyms >/tmp/of-module
	[ -s /tmp/of-module ] || fail "no functions of $module"
	cat /tmp/of-module
done >/tmp/modules
{
	# with every kind of code that isn't the compiler's
	grep -E '^kpev_target:kpev_target_(args|branch|static|warn|notrace) ' /tmp/modules
	spread $((number / 2)) /tmp/modules
	spread $number /tmp/kernel
} | awk -v largest=$largest '!seen[$1]++ { print $1, $2 < largest ? $2 : largest, $3 }' >/tmp/functions
echo "$(wc -l </tmp/functions) functions, $(grep -c : /tmp/functions) of them of modules"

agree() { # WHAT
	judge "$KPEV/kprobe_events" kprobe_events </tmp/functions >/tmp/judged || fail "$1: the judge failed"
	tail -n 1 /tmp/judged
	expect_match "$1" "$(tail -n 1 /tmp/judged)" '^places [0-9]{3,} taken [0-9]{3,} differ 0$'
}
agree "optimised probes on"
echo 0 >/proc/sys/debug/kprobes-optimization
mv /tmp/functions /tmp/all
spread $((number < 100 ? 15 : number * 2)) /tmp/all >/tmp/functions
agree "optimised probes off"
echo 1 >/proc/sys/debug/kprobes-optimization
n=0
while read -r function size _; do
	n=$((n + 1))
	# some of them take none, as the first round has shown both alike
	append_line "$KPEV/kprobe_events" "p:own/o$n $function" >/dev/null
	append_line "$KPEV/kprobe_events" "p:own/o$n $function+$((size / 2))" >/dev/null
done </tmp/functions
[ "$(listing | wc -l)" -gt 5 ] || fail "own probes: $(listing)"
echo 1 >events/own/enable
sleep 0.3 # the optimiser's
agree "with probes in them"
echo 0 >events/own/enable
rmmod trace_events_sample

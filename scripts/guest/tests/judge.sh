# SPDX-License-Identifier: GPL-2.0-only
# timeout: 400
# of all: 6.1 latest: it takes a minute or two, and these are the oldest and the newest
# The kernel as the judge: kpev and the kernel's own kprobe_events take and refuse the
# same places, with optimised probes on and off, and while another probe sits there.

[ -e kprobe_events ] || skip "this kernel has no kprobe_events of its own"
load_target

# functions spread over the kernel, whole ones, and those of a module
awk '$4 == "" && tolower($2) == "t" && $3 !~ /^(__pfx_|__cfi_|_text$|_stext$|_etext$)/ { print $1, $3 }' /proc/kallsyms |
	sort | awk 'last != "" && at != $1 { print last, at, $1 } { last = $2; at = $1 }' >/tmp/ranges
awk '{ n[$1]++ } END { for (s in n) if (n[s] > 1) print s }' /tmp/ranges >/tmp/twice
# 32 bits of an address tell sizes as well as 64
awk 'NR == FNR { twice[$1]; next }
	function low(hex,   i, n) { hex = substr(hex, length(hex) - 6); n = 0
		for (i = 1; i <= length(hex); i++) n = n * 16 + index("0123456789abcdef", substr(hex, i, 1)) - 1
		return n }
	!($1 in twice) { size = low($3) - low($2); if (size > 8 && size <= 160) print $1, size }' /tmp/twice /tmp/ranges >/tmp/sizes
total=$(wc -l </tmp/sizes)
[ "$total" -gt 1000 ] || fail "only $total functions"
awk -v step=$((total / 12)) 'NR % step == 7' /tmp/sizes >/tmp/functions
for function in kpev_target_args kpev_target_branch kpev_target_static kpev_target_warn kpev_target_notrace; do
	echo "kpev_target:$function 48"
done >>/tmp/functions
echo "$(wc -l </tmp/functions) functions"

agree() { # WHAT
	judge "$KPEV/kprobe_events" kprobe_events </tmp/functions >/tmp/judged || fail "$1: the judge failed"
	tail -n 1 /tmp/judged
	expect_match "$1" "$(tail -n 1 /tmp/judged)" '^places [0-9]{3,} taken [0-9]{3,} differ 0$'
}
agree "optimised probes on"
echo 0 >/proc/sys/debug/kprobes-optimization
head -n 10 /tmp/functions >/tmp/some
tail -n 5 /tmp/functions >>/tmp/some
mv /tmp/some /tmp/functions
agree "optimised probes off"
echo 1 >/proc/sys/debug/kprobes-optimization
n=0
while read -r function size; do
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

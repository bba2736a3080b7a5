# SPDX-License-Identifier: GPL-2.0-only
# timeout: 120
# of all: 6.1 6.1-i386 debug: the longest of those that hardly differ
# 64 definitions at once, enabled, and their removal in random order.

awk '$2 == "T" && $4 == "" && $3 ~ /^(vfs|ksys|generic|simple|seq)_[a-z_]+$/ { print $3 }' /proc/kallsyms |
	sort -u >/tmp/functions
: >/tmp/good
while read -r function; do
	[ "$(append_line "$KPEV/kprobe_events" "p:try $function")" = ok ] || continue
	echo "-:try" >>"$KPEV/kprobe_events"
	echo "$function" >>/tmp/good
	[ "$(wc -l </tmp/good)" -lt 64 ] || break
done </tmp/functions
expect_eq "functions" "$(wc -l </tmp/good)" 64

awk '{ printf "%s:e%d %s a=%%di %s\n", NR % 3 ? "p" : "r", NR, $1, NR % 3 ? "b=$comm" : "b=%ax" }' /tmp/good >/tmp/definitions
expect_eq "64 at once" "$(wr "$KPEV/kprobe_events" </tmp/definitions)" ok
expect_eq "the listing" "$(listing | sed 's,kprobes/,,')" "$(cat /tmp/definitions)"
expect_eq "in tracefs" "$(find events/kprobes -maxdepth 1 -name 'e[0-9]*' | wc -l)" 64
expect_eq "ids" "$(cat events/kprobes/*/id | sort -u | wc -l)" 64
echo 1 >events/kprobes/enable || fail "enabling all"
ls -R /proc/self >/dev/null 2>&1
echo 0 >events/kprobes/enable

seq 64 | awk 'BEGIN { srand() } { print rand(), $1 }' | sort -n | cut -d' ' -f2 >/tmp/order
left=64
while read -r n; do
	add "-:e$n"
	left=$((left - 1))
	[ ! -e "events/kprobes/e$n" ] || fail "e$n is still in tracefs"
	[ $((left % 16)) -ne 0 ] || expect_eq "left" "$(listing | wc -l)" $left
done </tmp/order
expect_eq "the listing" "$(listing)" ''
[ ! -e events/kprobes ] || fail "the group is still in tracefs"

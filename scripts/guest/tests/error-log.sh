# SPDX-License-Identifier: GPL-2.0-only
# timeout: 90
# of all: 6.1 6.1-i386 latest: a minute and a half on debug
# The log: eight entries, oldest first, the caret line last; eight writers of bad lines
# at once get each their own errno and entry.

i=0
while [ $i -lt 12 ]; do
	i=$((i + 1))
	append_line "$KPEV/kprobe_events" "p:e$i no_such_symbol_$i" >/dev/null
done
expect_eq "entries" "$(grep -c '^\[ *[0-9]*\.[0-9]\{6\}\] trace_kprobe: error: ' "$KPEV/error_log")" 8
expect_eq "commands" "$(sed -n 's/^  Command: //p' "$KPEV/error_log" | tr '\n' ' ')" \
	"$(for n in 5 6 7 8 9 10 11 12; do printf 'p:e%d no_such_symbol_%d ' $n $n; done)"
expect_eq "the last line" "$(tail -n 1 "$KPEV/error_log" | tr -d ' ')" '^'

writer() {
	n=0
	while [ $n -lt 30 ]; do
		n=$((n + 1))
		case $1 in
		1) set -- "$1" ENOENT 'p:w1 no_such_symbol' ;;
		2) set -- "$1" EINVAL 'p:w2 vfs_read %nothing' ;;
		3) set -- "$1" EILSEQ 'p:w3 vfs_read+3' ;;
		4) set -- "$1" E2BIG 'r99999:w4 vfs_read' ;;
		5) set -- "$1" EINVAL 'r:w5 vfs_read+5' ;;
		6) set -- "$1" EEXIST 'p:sched/sched_switch vfs_read' ;;
		7) set -- "$1" ENOENT '-:w7' ;;
		8) set -- "$1" EINVAL 'w8' ;;
		esac
		said=$(append_line "$KPEV/kprobe_events" "$3")
		[ "$said" = "$2" ] || echo "$3: $said" >>/tmp/wrong
	done
}
: >/tmp/wrong
(
	for w in 1 2 3 4 5 6 7 8; do
		writer $w &
	done
	wait
	touch /tmp/done
) &
while [ ! -e /tmp/done ]; do
	cat "$KPEV/error_log" >>/tmp/logs
	usleep 100000
done
wait
expect_eq "wrong errnos" "$(cat /tmp/wrong)" ''
# each command stands under its own message
awk '/^\[/ { message = $0 } /^  Command: / { print substr(message, index(message, "error: ") + 7) " <- " substr($0, 12) }' /tmp/logs |
	sort -u >/tmp/pairs
sed 's/ (.*) <- / <- /' /tmp/pairs | grep -v 'no_such_symbol_[0-9]*$' | sort -u >/tmp/got
expect_eq "messages and commands" "$(cat /tmp/got)" "Event does not exist <- -:w7
Given group/event name is already used by another event <- p:sched/sched_switch vfs_read
Invalid probed address or symbol <- p:w1 no_such_symbol
Invalid register name <- p:w2 vfs_read %nothing
Maxactive is too big <- r99999:w4 vfs_read
Probe point is not an instruction boundary <- p:w3 vfs_read+3
Retprobe address must be an function entry <- r:w5 vfs_read+5
Unknown command, expected p, r or - <- w8"
expect_eq "the listing" "$(listing)" ''

# a line that is cut in a string points behind what is there; the rest is a line too
echo >"$KPEV/error_log"
expect_eq "a newline in a string" "$(printf 'p:x vfs_read a=\\"foo\nbar"\n' | wr -a "$KPEV/kprobe_events")" EINVAL
expect_eq "its caret" "$(tail -n 2 "$KPEV/error_log")" '  Command: p:x vfs_read a=\"foo
                               ^'

# a warning is an entry of its own, and the event is there
if grep -q ' __x64_sys_read$' /proc/kallsyms; then
	echo >"$KPEV/error_log"
	add 'p:good __x64_sys_read +112($arg1)'
	expect_eq "no warning" "$(cat "$KPEV/error_log")" ''
	add 'p:sys __x64_sys_read $arg1 b=$arg2'
	expect_match "the warning" "$(last_error)" \
		'trace_kprobe: warning: The only argument is a pt_regs pointer \(the call.s own are \+112\(\$arg1\), then \+104, '
	expect_match "its command" "$(last_error)" '^  Command: p:sys __x64_sys_read \$arg1 b=\$arg2$'
fi

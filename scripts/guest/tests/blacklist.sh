# SPDX-License-Identifier: GPL-2.0-only
# timeout: 240
# of all: 6.1 6.1-i386 6.12 latest: it takes minutes on debug, and is no different there
# What kprobes refuses by its list is refused, also where ftrace has a hook and no kprobe
# is asked: whether the list is seen, hidden, or covered by something else.

list=/sys/kernel/debug/kprobes/blacklist
load_target

# functions on it that ftrace would take, of one name each
awk 'FNR == NR { on[substr($1, 3, index($1, "-") - 3)]; next }
	{ times[$3]++; if ($1 in on) address[$3] = $1 }
	END { for (name in address) if (times[name] == 1) print name, 1, address[name] }' \
	"$list" /proc/kallsyms | sort >/tmp/blacklisted
awk 'FNR == NR { hook[$1]; next } $1 in hook' available_filter_functions /tmp/blacklisted >/tmp/both
[ "$(wc -l </tmp/both)" -gt 20 ] || fail "only $(wc -l </tmp/both) functions are on the blacklist and can be traced"
function=$(sed -n '1s/ .*//p' /tmp/both)

all_refused() { # WHEN
	judge "$KPEV/kprobe_events" "$KPEV/kprobe_events" </tmp/both >/tmp/judged || fail "the judge failed $1"
	expect_match "what is taken $1" "$(cat /tmp/judged)" '^places [0-9]+ taken 0 differ 0$'
}
kprobes() { # SYMBOL: how many kprobes are on it
	grep -c " $1+0x" /sys/kernel/debug/kprobes/list
}
# without the registers that ftrace saves, it is always a kprobe
by_kprobe=1
[ "$(uname -m)" != x86_64 ] || by_kprobe=0

all_refused 'with the list in sight'
refuse EOPNOTSUPP 'Failed to register probe event' 4 "p:x $function"
expect_match 'the reason' "$(last_error)" 'is on the blacklist of kprobes \(NOKPROBE_SYMBOL\)'
add 'p:open cmdline_proc_show %di' 'p:module kpev_target_call %di' 'r:return vfs_write'
expect_eq 'kprobes at an entry' "$(kprobes cmdline_proc_show)" $by_kprobe
expect_eq "kprobes at a module's entry" "$(kprobes kpev_target_call)" 1
expect_eq 'kprobes for a return' "$(kprobes vfs_write)" 1
echo >"$KPEV/kprobe_events"

# kpev remembers the list: one that has never seen it
afresh() {
	rmmod kpev || fail "kpev doesn't go"
	insmod /kpev/kpev.ko || fail "kpev isn't loaded again"
}
afresh
echo 2 >/proc/sys/kernel/kptr_restrict
all_refused 'with addresses hidden'
add 'p:open cmdline_proc_show %di'
expect_eq 'kprobes with addresses hidden' "$(kprobes cmdline_proc_show)" 1
echo >"$KPEV/kprobe_events"
echo 0 >/proc/sys/kernel/kptr_restrict

# other files in the place of those that kpev reads: not read as if they were these
echo 'not a list' >/tmp/other
mkfifo /tmp/pipe
cover() { # FILE BY
	mount -o bind "$2" "$1" || fail "$1 can't be covered"
}
for by in /tmp/other /tmp/pipe /proc/kcore /sys/kernel/debug/kprobes/enabled; do
	[ -e $by ] || continue
	for file in "$list" /proc/kallsyms /proc/modules; do
		afresh
		cover "$file" $by
		refuse EOPNOTSUPP 'Failed to register probe event' 4 "p:x $function"
		add 'p:open cmdline_proc_show %di' 'p:module kpev_target:kpev_target_call %di'
		enable kprobes/open kprobes/module
		echo >trace
		target 'calls 2'
		cat /proc/cmdline >/tmp/cmdline
		disable kprobes/open kprobes/module
		expect_eq "records with $by at $file" "$(records module | wc -l) $(records open | sed 's/+0x0.*//')" '2 (cmdline_proc_show'
		refuse ENOENT 'Invalid probed address or symbol' 4 'p:x no_such_symbol'
		echo >"$KPEV/kprobe_events"
		umount "$file"
	done
done

# SPDX-License-Identifier: GPL-2.0-only
# timeout: 600
# perf probe, which knows only tracefs's file, with kpev's bound over it: add by
# function, by offset and on return, list, record, delete.

PAGER=cat TERM=dumb
export PAGER TERM
[ -e kprobe_events ] || skip "this kernel has no kprobe_events that kpev's could be bound over"
kpev bind || fail "kpev bind"

probe() { # ARGUMENT...
	perf probe "$@" >/tmp/probe.log 2>&1 || {
		cat /tmp/probe.log
		kpev log
		fail "perf probe $*"
	}
}

probe --add 'vfs_read n=%dx:u64 top=$stack0'
expect_match "by function" "$(listing)" '^p:probe/vfs_read [^ ]+ n=%dx:u64 top=\$stack0$'
second=$(kpev points vfs_read | awk '$NF == "yes" { n++ } n == 3 { print $1; exit }')
probe --add "inside=vfs_read$second n=%dx:u64"
expect_match "by offset" "$(listing)" '^p:probe/inside [^ ]+ n=%dx:u64$'
probe --add 'vfs_read%return ret=$retval:s64'
expect_match "on return" "$(listing)" '^r[0-9]*:probe/vfs_read__return [^ ]+ ret=\$retval:s64$'
expect_eq "nothing in tracefs's own" "$(kpev unbind && cat kprobe_events && kpev bind)" ''

perf probe -l >/tmp/list 2>/tmp/probe.log || fail "perf probe -l: $(cat /tmp/probe.log)"
expect_match "listed by function" "$(cat /tmp/list)" '^ *probe:vfs_read +\(on .* with n top\)$'
expect_match "listed by offset" "$(cat /tmp/list)" '^ *probe:inside +\(on .* with n\)$'
expect_match "listed on return" "$(cat /tmp/list)" '^ *probe:vfs_read__return +\(on .*%return.* with ret\)$'

perf record -q -o /tmp/perf.data -e 'probe:*' -- dd if=/proc/version of=/dev/null bs=77 count=1 >/tmp/perf.log 2>&1 ||
	fail "perf record: $(cat /tmp/perf.log)"
perf script -i /tmp/perf.data -F event,trace 2>/dev/null | tr -s ' ' >/tmp/script
expect_match "recorded by function" "$(cat /tmp/script)" '^ ?probe:vfs_read: \([0-9a-f]+\) n=77 top=0x[0-9a-f]+$'
expect_match "recorded by offset" "$(cat /tmp/script)" '^ ?probe:inside: \([0-9a-f]+\) n=77$'
expect_match "recorded on return" "$(cat /tmp/script)" '^ ?probe:vfs_read__return: \([0-9a-f]+ <- [0-9a-f]+\) ret=77$'

# refused by kpev, in words by perf
! perf probe --add 'bad=vfs_read+3' >/tmp/probe.log 2>&1 || fail "perf takes the inside of an instruction"
expect_match "what perf says" "$(cat /tmp/probe.log)" 'Invalid or incomplete multibyte or wide character'
expect_match "the reason stands in the log" "$(kpev log)" 'Probe point is not an instruction boundary \(.*next boundary'

probe --del probe:inside
expect_no_match "one is gone" "$(listing)" 'inside'
probe --del 'probe:*'
expect_eq "all are gone" "$(listing)" ''
kpev unbind || fail "kpev unbind"

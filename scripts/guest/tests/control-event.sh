# SPDX-License-Identifier: GPL-2.0-only
# kpev's own control event is for kpev alone.

[ ! -e events/kpev/control/enable ] || fail "it can be enabled"
[ ! -e events/kpev/control/trigger ] || fail "it takes triggers"
[ ! -e events/kpev/marker ] || fail "the marker is still there"
echo 1 >events/kpev/enable 2>/dev/null
echo 1 >events/enable
echo 0 >events/enable
id=$(cat events/kpev/control/id)
expect_eq "perf" "$(perfrec "$id" /dev/null x)" 'perf_event_open: EPERM'
add 'p:e vfs_read'
expect_eq "perf beside kpev's own counter" "$(perfrec "$id" /dev/null x)" 'perf_event_open: EPERM'
echo 'e:probe kpev.control' >>dynamic_events && {
	echo 1 >events/eprobes/probe/enable && fail "an event probe may be enabled on it"
	echo '-:probe' >>dynamic_events || fail "the event probe doesn't go"
}
add '-:e'

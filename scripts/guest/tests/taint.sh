# SPDX-License-Identifier: GPL-2.0-only
# load: no
# boot: own
# of all: 6.1 6.1-i386 6.12 latest noevents: a boot for little code
# A module that had to be forced gets no events from the tracing core: kpev refuses to
# load, by name, and leaves nothing.

sed 's/vermagic=/vermagix=/' /kpev/kpev.ko >/tmp/forced.ko
if ! insmod /tmp/forced.ko 2>/tmp/said; then
	grep -q 'invalid module format' /tmp/said && skip 'this kernel takes no forced modules'
else
	fail "it loads with a taint"
fi
expect_match "the reason" "$(dmesg)" "kpev: the kernel has not taken kpev's control event: was the module forced"
expect_eq "modules" "$(lsmod | grep kpev)" ''
[ ! -e events/kpev ] || fail "there is a control event"
[ ! -e "$KPEV" ] || fail "there are files"
insmod /kpev/kpev.ko || fail "it doesn't load as it should after that"

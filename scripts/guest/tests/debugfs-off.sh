# SPDX-License-Identifier: GPL-2.0-only
# load: no
# append: debugfs=off
# of all: 6.1 6.1-i386 6.12 latest noevents: a boot for little code
# Where debugfs is off, the module refuses by name and leaves nothing.

events=$(cat available_events)
! insmod /kpev/kpev.ko 2>/dev/null || fail "it loads without debugfs"
expect_match "the reason" "$(dmesg)" 'kpev: no directory in debugfs: (-EPERM|-1)$'
expect_eq "modules" "$(lsmod | grep kpev)" ''
expect_eq "events" "$(cat available_events)" "$events"
[ ! -e events/kpev ] || fail "the control event is still there"

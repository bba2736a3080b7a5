# SPDX-License-Identifier: GPL-2.0-only
# load: no
# append: debugfs=no-mount
# of all: 6.1 6.1-i386 6.12 latest noevents: a boot for little code
# Where debugfs can't be mounted the kernel doesn't make it at all: the module refuses by
# name and leaves nothing.

! mount -t debugfs debugfs /mnt 2>/dev/null || fail "debugfs can be mounted"
events=$(cat available_events)
! insmod /kpev/kpev.ko kprobe_event=p:a,vfs_write 2>/dev/null || fail "it loads without debugfs"
expect_match "the reason" "$(dmesg)" 'kpev: no directory in debugfs: (-ENOENT|-2|-EPERM|-1)$'
expect_eq "modules" "$(lsmod | grep kpev)" ''
expect_eq "events" "$(cat available_events)" "$events"
[ ! -e events/kpev ] || fail "the control event is still there"

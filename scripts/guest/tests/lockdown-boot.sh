# SPDX-License-Identifier: GPL-2.0-only
# load: no
# append: lockdown=confidentiality
# of all: noevents: the others want keys that nobody here has
# A kernel that is locked down from its start has no trace events at all: kpev says so.

[ -e /kpev/kpev-signed.ko ] || skip "nobody has the key that this kernel wants modules signed with"
! insmod /kpev/kpev-signed.ko 2>/tmp/said || fail "it loads"
expect_match "the errno" "$(cat /tmp/said)" 'Operation not permitted'
expect_match "the reason" "$(dmesg)" 'kpev: the kernel is locked down, and traces nothing$'
expect_eq "modules" "$(lsmod | grep kpev)" ''

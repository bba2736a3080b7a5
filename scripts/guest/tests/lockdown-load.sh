# SPDX-License-Identifier: GPL-2.0-only
# load: no
# boot: own
# of all: noevents: the others want keys that nobody here has
# On a kernel that is locked down before kpev is loaded: a signed one loads, kprobe_event=
# is refused by name, status says why.

[ -e /kpev/kpev-signed.ko ] || skip "nobody has the key that this kernel wants modules signed with"
mount -t securityfs securityfs /sys/kernel/security
echo confidentiality >/sys/kernel/security/lockdown || fail "lockdown can't be raised"
! insmod /kpev/kpev.ko 2>/dev/null || fail "it loads without a signature"
! insmod /kpev/kpev-signed.ko kprobe_event=p:a,vfs_read 2>/dev/null || fail "it loads with an event"
expect_match "the reason" "$(dmesg)" 'kpev: kprobe_event: The kernel is locked down: error -1$'
expect_eq "modules" "$(lsmod | grep kpev)" ''
insmod /kpev/kpev-signed.ko 'kprobe_event=p:a,vfs_read' kprobe_event_optional=1 ||
	fail "it doesn't load without its optional event"
expect_match "status" "$(cat "$KPEV/status")" '^events: 0 with 0 probes$'
expect_match "status" "$(cat "$KPEV/status")" '^lockdown: confidentiality$'
expect_match "status" "$(cat "$KPEV/status")" '^definitions: refused, the kernel is locked down;'
keep_it # kprobe_events can't be opened

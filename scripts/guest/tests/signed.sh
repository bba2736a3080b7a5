# SPDX-License-Identifier: GPL-2.0-only
# load: no
# append: module.sig_enforce=1
# of all: 6.1 6.1-i386 6.12 latest noevents: what debug has not
# Where the kernel wants signatures: kpev without one, or by a key that the kernel
# doesn't know, is refused for just that; signed with the kernel's own key it loads.

[ -e /kpev/kpev-stranger.ko ] || skip "this kernel signs no modules"
expect_eq "the signature's mark" "$(tail -c 28 /kpev/kpev-stranger.ko)" '~Module signature appended~'
! insmod /kpev/kpev.ko 2>/dev/null || fail "it loads without a signature"
expect_match "the reason" "$(dmesg)" '(Loading of unsigned module|module without signature) is rejected$'
! insmod /kpev/kpev-stranger.ko 2>/dev/null || fail "it loads with a stranger's signature"
# it was read: what is wrong is the key alone
expect_match "the reason" "$(dmesg)" 'Loading of module with unavailable key is rejected$'
expect_eq "modules" "$(lsmod | grep kpev)" ''
[ -e /kpev/kpev-signed.ko ] || exit 0 # nobody has the key of a kernel that wasn't built here
insmod /kpev/kpev-signed.ko || fail "it doesn't load with the kernel's own signature: $(dmesg | tail -n 1)"
add 'p:e vfs_read'
expect_eq "the listing" "$(listing)" 'p:kprobes/e vfs_read'

# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 60
# of all: 6.1 6.12 latest: those that can be patched
#
# Probes at the entry of a function that is patched live: each call is recorded, and
# goes on in the patch.

[ -e /kpev/kpev_livepatch.ko ] || skip 'a kernel without CONFIG_LIVEPATCH'
load_target
settled() {
	[ "$(cat /sys/kernel/livepatch/kpev_livepatch/transition)" = 0 ]
}
gone() {
	[ ! -e /sys/kernel/livepatch/kpev_livepatch ]
}
patch() {
	insmod /kpev/kpev_livepatch.ko || fail 'no live patch'
	wait_for 20 settled || fail 'the patch is not taken up'
}
unpatch() {
	echo 0 >/sys/kernel/livepatch/kpev_livepatch/enabled
	wait_for 20 gone || fail 'the patch does not go'
	rmmod kpev_livepatch || fail "kpev_livepatch doesn't go"
}
call() { # NUMBER: prints the records of each event and the calls of the patch
	before=$(cat /sys/module/kpev_livepatch/parameters/calls 2>/dev/null)
	echo >trace
	target "calls $1"
	after=$(cat /sys/module/kpev_livepatch/parameters/calls 2>/dev/null)
	echo "$(records few | wc -l) $(records all | wc -l) $(records ret | wc -l) $((${after:-0} - ${before:-0}))"
}

add 'p:t/few kpev_target_call n=%di:u32' 'p:t/all kpev_target_call n=%di:u32 %bx %ip' \
	'r:t/ret kpev_target_call $retval:u32'

# the probes first
enable t/few t/all t/ret
expect_eq 'before' "$(call 2)" '2 2 2 0'
patch
expect_eq 'patched' "$(call 3)" '3 3 3 3'
expect_eq 'what was recorded' "$(records few | sed 's/.*n=/n=/' | tr '\n' ' ')" 'n=2 n=1 n=0 '
disable t/few
expect_eq 'with all registers' "$(call 2)" '0 2 2 2'
disable t/all
expect_eq 'the return alone' "$(call 2)" '0 0 2 2'
disable t/ret
expect_eq 'none' "$(call 2)" '0 0 0 2'

# the patch first
enable t/few
expect_eq 'enabled on it' "$(call 2)" '2 0 0 2'
enable t/all t/ret
expect_eq 'all on it' "$(call 2)" '2 2 2 2'
unpatch
expect_eq 'after it went' "$(call 2)" '2 2 2 0'
disable t/few t/all t/ret

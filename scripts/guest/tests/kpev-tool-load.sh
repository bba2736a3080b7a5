# SPDX-License-Identifier: GPL-2.0-only
# timeout: 180
# load: no
# of all: 6.1 latest: a shell script, on files that are tested on each
# kpev load and unload, by file and by modprobe, with parameters and without success.

err='' # run_kpev sets it
run_kpev 69 list
expect_match "not loaded" "$err" "^kpev: kpev isn't loaded: kpev load$"
run_kpev 69 add 'p vfs_read'
run_kpev 69 status
run_kpev 0 unload

run_kpev 0 load /kpev/kpev.ko
run_kpev 0 list
run_kpev 0 load
expect_match "loaded already" "$err" 'loaded already'
run_kpev 17 load kprobe_event='p:a,vfs_read'

# with events it doesn't go, and says what to do
kpev add 'p:a vfs_read' >/dev/null
[ ! -e kprobe_events ] || kpev bind
run_kpev 16 unload
expect_match "events" "$err" 'kpev has 1 events: kpev save .*, kpev rm -a'
run_kpev 0 rm -a
run_kpev 0 unload
[ ! -d /sys/module/kpev ] || fail "it is still loaded"
expect_eq "nothing is bound" "$(grep -c "$TRACING/" /proc/mounts)" 0

# in use by who has a file open
run_kpev 0 load /kpev/kpev.ko
exec 3<"$KPEV/kprobe_events"
run_kpev 11 unload
exec 3<&-
run_kpev 0 unload

run_kpev 0 load /kpev/kpev.ko 'kprobe_event=p:b,vfs_write,n=$arg3'
expect_eq "its event" "$(kpev list)" 'p:kprobes/b vfs_write n=$arg3'
disable kprobes/b
run_kpev 0 rm b
run_kpev 0 unload
run_kpev 2 load /kpev/kpev.ko kprobe_event='p:b,vfs_reed'
expect_match "the kernel's reason" "$err" 'kprobe_event: Invalid probed address or symbol'
run_kpev 2 load /nowhere/kpev.ko

# as it is installed
dir=/lib/modules/$(uname -r)
mkdir -p "$dir"
run_kpev 69 load
expect_match "not installed" "$err" 'kpev isn.t installed for Linux [0-9]'
mkdir -p "$dir/updates" && cp /kpev/kpev.ko "$dir/updates" && depmod
run_kpev 0 load 'kprobe_event=p:c,vfs_read'
expect_eq "its event" "$(kpev list)" 'p:kprobes/c vfs_read'
disable kprobes/c
run_kpev 0 rm c
run_kpev 0 unload
rm -r "$dir"

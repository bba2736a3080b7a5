# SPDX-License-Identifier: GPL-2.0-only
# timeout: 300
# load: no
# The examples for events from boot on do as they stand: options for modprobe, and the
# commands of the systemd unit.

dir=/lib/modules/$(uname -r)
mkdir -p "$dir/updates" /etc/modprobe.d /etc/kpev
cp /kpev/kpev.ko "$dir/updates"
depmod

cp /kpev/examples/kpev.modprobe.conf /etc/modprobe.d/kpev.conf
modprobe kpev || fail "modprobe kpev: $(dmesg | tail -n 5)"
expect_eq "the events" "$(listing)" 'p:kprobes/opens do_sys_openat2 name=+u0($arg2):string
r:kprobes/opened do_sys_openat2 fd=$retval:s64'
cat /proc/version >/dev/null
disable kprobes/opens kprobes/opened
expect_match "opens" "$(records opens)" 'name="/proc/version"$'
expect_match "opened" "$(records opened)" 'fd=[0-9]+$'
kpev rm -a || fail "kpev rm"
kpev unload || fail "kpev unload"
rm /etc/modprobe.d/kpev.conf

cp /kpev/examples/events /etc/kpev/events
[ -e /usr/sbin/kpev ] || ln -s /bin/kpev /usr/sbin/kpev
sed -n 's/^ExecStart=//p' /kpev/examples/kpev.service >/tmp/start
sed -n 's/^ExecStop=-//p' /kpev/examples/kpev.service >/tmp/stop
expect_eq "the unit's commands" "$(cat /tmp/start /tmp/stop | wc -l)" 4
sh -e /tmp/start >/dev/null || fail "the unit doesn't start"
expect_eq "the events" "$(listing)" 'p:kprobes/opens do_sys_openat2 name=+u0($arg2):string
r:kprobes/opened do_sys_openat2 fd=$retval:s64'
sh -e /tmp/stop || fail "the unit doesn't stop"
[ ! -d /sys/module/kpev ] || fail "it is still loaded"
rm -r "$dir"

# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 120
# lasts: 10
# of all: 6.1 debug: it takes 10 s, 40 on debug
# Hits on both processors, as many as can be, while somebody changes what is hit: for
# the kernel that looks for data races (`make vmtest KERNEL=kcsan`).

load_target
end=$(($(cut -d. -f1 /proc/uptime) + LASTS))
going() {
	[ "$(cut -d. -f1 /proc/uptime)" -lt $end ]
}

hitter() {
	while going; do
		dd if=/dev/zero of=/dev/null bs=1 count=3000 2>/dev/null
		printf 'calls 200\0args\0struct\0' >/sys/kernel/debug/kpev_target/run
	done
}

add 'p:r/regs vfs_read a=%di b=%si c=%dx' 'p:r/mem vfs_read a=+0(%di) b=+0(+0(%sp)) c=+8(%di):u8[4]' \
	'p:r/text vfs_read $comm t=+0($arg2):ustring' 'r:r/ret vfs_read $retval $arg3 t=$comm' \
	'p:r/two vfs_read a=%di' 'p:r/two ksys_read a=%di' 'p:r/symbol vfs_read a=%ip:symbol' \
	'p:r/calls kpev_target_call a=%di' 'r:r/back kpev_target_call $retval'
echo 'a != 0' >events/r/regs/filter || fail 'no filter'
echo 1 >events/r/enable
mkdir instances/i || fail 'no instance'

changer() {
	n=0
	while going; do
		n=$((n + 1))
		echo 'r:*' >>instances/i/set_event
		echo "p:s/e$((n % 3)) vfs_read a=+0(%di) s=\$comm" | wr -a "$KPEV/kprobe_events" >/dev/null
		echo "r:s/e3 vfs_read \$retval" | wr -a "$KPEV/kprobe_events" >/dev/null
		echo 1 >events/s/enable
		echo "a != $n" >events/r/regs/filter
		echo 0 >events/r/mem/enable
		cat "$KPEV/kprobe_profile" "$KPEV/status" >/dev/null
		echo 1 >events/r/mem/enable
		echo '!r:*' >>instances/i/set_event
		echo 0 >events/s/enable
		printf -- '-:s/e%d\n' $((n % 3)) 3 | wr -a "$KPEV/kprobe_events" >/dev/null
	done 2>/dev/null
	echo $n >/tmp/changes
}

hitter &
hitter &
changer &
wait
rmdir instances/i
echo 0 >events/r/enable
[ "$(cat /tmp/changes)" -ge 1 ] || fail 'nothing was changed'
expect_eq 'events without a hit' "$(awk '$2 == 0 { print $1 }' "$KPEV/kprobe_profile")" ''
expect_eq 'clearing' "$(write_line "$KPEV/kprobe_events" '')" ok
echo "$(cat /tmp/changes) changes"

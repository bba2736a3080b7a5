# SPDX-License-Identifier: GPL-2.0-only
# make shell: a person at a terminal, kpev loaded

cd /sys/kernel/debug || exit
insmod /kpev/kpev.ko
cd kpev || echo "kpev isn't loaded: dmesg says why"
cat <<-TEXT

	  $(uname -sr), kpev loaded. Define an event:  echo 'p:event1 vfs_read %ax' > kprobe_events
	  The trace is in /sys/kernel/tracing; 'exit' or ^D powers the machine off, ^A X kills it.

TEXT
exec sh -i

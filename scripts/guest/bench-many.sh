# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
#
# What many events cost, each, in instructions; bench.sh sources it.
# shellcheck disable=SC2154 # N, OWN, KPEV, TRACING: bench.sh's

# Functions that nothing here calls often
awk '$2 == "t" || $2 == "T" { n[$3]++ } END { for (s in n) if (n[s] == 1) print s }' /proc/kallsyms >/tmp/unique
kinds='acpi|pci|pcie|ip6|tcp|udp|usb|drm|fb|hid|ata|scsi|nfs|snd|bpf|blk|btf|crypto|dma|cgroup|ext4|efi|key|mmc|netlink'
kinds="$kinds|perf|power|rtc|xfrm|i2c|input|kvm|proc|regmap|rpc|sd|security|sha|thermal|tty|uart|virtio|vt|x86|xen"
kinds="$kinds|intel|amd|devm|selinux|tomoyo|devlink|clk|mptcp|iommu|aa|ima|pm|audit|spi|regulator|cxl|ipv6|byt|gpio"
kinds="$kinds|serial8250|gpiod|of|fwnode|phy|mdio|hwmon|led|mfd|pinctrl|pinconf|nvmem|dm|md|hugetlb|zswap|kexec|module"
kinds="$kinds|arp|igmp|ip|inet|inet6|ipv4|fib|fib6|neigh|netdev|dev|rtnl|rtnetlink|nl|ethtool|sock|skb|tcpm|udpv6|tcp6"
kinds="$kinds|apei|ghes|cpufreq|cpuidle|cppc|dw|edac|extcon|hsu|hv|hpet|ioapic|mce|msi|mp|numa|nmi|pcc|pnp|pwm|quirk"
kinds="$kinds|resctrl|mbm|sgx|sev|snp|tpm|tpm2|uefi|ucsi|xhci|ehci|uhci|ohci|hub|hcd|vga|vc|con|do|show|get|set"
# (busybox's awk would compile the expression anew for each line)
grep -E "^($kinds)_[a-z0-9_]+\$" available_filter_functions |
	awk 'NR == FNR { unique[$1]; next } $1 in unique' /tmp/unique - >/tmp/functions

# Of these, the first N that both take: kpev names the line that it refuses. What it
# takes, kprobe_events takes too.
awk '{ printf "p:try/e%d %s\n", NR, $1 }' /tmp/functions | head -n $((N + N / 20 + 20)) >/tmp/candidates
while ! ticks -a "$KPEV/kprobe_events" </tmp/candidates >/dev/null 2>&1; do
	bad=$(sed -n 's/.*error: .*(line \([0-9]*\).*/\1/p' "$KPEV/error_log" | tail -n 1)
	[ -n "$bad" ] || die 'a definition is refused, and no line named'
	sed -i "1,${bad}d" /tmp/candidates
done
sed -n 's,^p:try/[^ ]* \([^ ]*\).*,\1,p' "$KPEV/kprobe_events" | head -n "$N" >/tmp/good
[ "$(wc -l </tmp/good)" -eq "$N" ] || die "only $(wc -l </tmp/good) functions to probe"
echo >"$KPEV/kprobe_events"
awk '{ printf "p:many/e%d %s a=%%di b=%%si c=%%dx d=%%cx\n", NR, $1 }' /tmp/good >/tmp/definitions

each() { # TICKS
	[ "$1" = - ] && echo - || echo $(($1 / N))
}

slab() {
	awk '/^Slab:/ { print $2 }' /proc/meminfo
}

many() { # FILE ENABLE-FILE: sets define, memory, on, off, delete
	sync
	before=$(slab)
	define=$(ticks -a "$1" </tmp/definitions) || die "defining $N events"
	memory=$((($(slab) - before) * 1024))
	on=$(echo 1 | ticks "$2") || die "enabling $N events"
	[ "$(cat events/many/e"$N"/enable)" = 1 ] || die 'not enabled'
	off=$(echo 0 | ticks "$2") || die "disabling $N events"
	delete=$(ticks "$1" </dev/null) || die "deleting $N events"
}

echo "# $N events, each; the deletion with what it sleeps"
many "$KPEV/kprobe_events" "$KPEV/enable"
ours="$define $memory $on $off $delete"
# The kernel's own takes ten times as long: N of it may be too many
own='- - - - -'
if [ -e "$OWN" ] && [ "$N" -le 1000 ]; then
	many "$OWN" events/many/enable
	own="$define $memory $on $off $delete"
fi
# shellcheck disable=SC2086 # words
set -- $own $ours
for line in define 'memory in bytes' 'enable all' 'disable all' 'delete all'; do
	report "$line" "$(each "$1")" "$(each "$6")"
	shift
done

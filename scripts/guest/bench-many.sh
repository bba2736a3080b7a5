# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
#
# What many events cost, each, in instructions; bench.sh sources it.
# shellcheck disable=SC2154 # N, OWN, KPEV, TRACING: bench.sh's

# Functions that nothing here calls often, and that both take
awk '$2 == "t" || $2 == "T" { n[$3]++ } END { for (s in n) if (n[s] == 1) print s }' /proc/kallsyms >/tmp/unique
kinds='acpi|pci|pcie|ip6|tcp|udp|usb|drm|fb|hid|ata|scsi|nfs|snd|bpf|blk|btf|crypto|dma|cgroup|ext4|efi|key|mmc|netlink'
kinds="$kinds|perf|power|rtc|xfrm|i2c|input|kvm|proc|regmap|rpc|sd|security|sha|thermal|tty|uart|virtio|vt|x86|xen"
awk -v kinds="^($kinds)_[a-z0-9_]+\$" 'NR == FNR { unique[$1]; next } $1 in unique && $1 ~ kinds { print $1 }' \
	/tmp/unique available_filter_functions >/tmp/functions
: >/tmp/good
while read -r function; do
	[ "$(wc -l </tmp/good)" -lt "$N" ] || break
	echo "p:try/e $function" >>"$KPEV/kprobe_events" 2>/dev/null || continue
	echo "$function" >>/tmp/good
	echo "-:try/e" >>"$KPEV/kprobe_events"
done </tmp/functions
[ "$(wc -l </tmp/good)" -eq "$N" ] || die "only $(wc -l </tmp/good) functions to probe"
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
if [ -e "$OWN" ]; then
	many "$OWN" events/many/enable
	own="$define $memory $on $off $delete"
else
	own='- - - - -'
fi
many "$KPEV/kprobe_events" "$KPEV/enable"
# shellcheck disable=SC2086 # words
set -- $own
tab=$(printf '\t')
for line in "define$tab$1$tab$define" "memory in bytes$tab$2$tab$memory" "enable all$tab$3$tab$on" \
	"disable all$tab$4$tab$off" "delete all$tab$5$tab$delete"; do
	IFS=$tab read -r what kernel ours <<-END
		$line
	END
	printf '%s\t%s\t%s\n' "$what" "$(each "$kernel")" "$(each "$ours")"
done

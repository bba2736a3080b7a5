# SPDX-License-Identifier: GPL-2.0-only
# timeout: 120
# probe_points lists a function's instructions and says of each whether a probe may be
# there; defining one there agrees.

load_target
points=$KPEV/probe_points
expect_eq "before the first write" "$(cat "$points")" ''
for function in kpev_target_args kpev_target:kpev_target_branch kpev_target_warn kpev_target_static; do
	echo "$function" >"$points" || fail "$function is refused: $(last_error)"
	cat "$points" >/tmp/points
	expect_match "the entry" "$(head -n 1 /tmp/points)" '^\+0x0	[0-9a-f]{2}( [0-9a-f]{2})*	yes$'
	sum=0
	while IFS='	' read -r offset bytes verdict; do
		expect_eq "no gap" "$((offset))" $sum
		sum=$((sum + (${#bytes} + 1) / 3))
		said=$(append_line "$KPEV/kprobe_events" "p:x ${function#*:}$offset")
		case $verdict in
		yes) expect_eq "$function$offset" "$said" ok && add -:x ;;
		no:\ *)
			expect_eq "$function$offset" "$said" EOPNOTSUPP
			expect_match "the reason" "$(last_error)" "${verdict#no: *is }"
			;;
		*) fail "$function$offset: $verdict" ;;
		esac
	done </tmp/points
done
expect_eq "nothing is left" "$(grep -c kpev_target /sys/kernel/debug/kprobes/list)" 0

# kpev's own probes don't show
echo kpev_target_args >"$points"
cat "$points" >/tmp/points
add 'p:a kpev_target_args' 'p:b kpev_target_args'"$(sed -n '3s/	.*//p' /tmp/points)"
enable kprobes/a kprobes/b
sleep 0.2
echo kpev_target_args >"$points"
expect_eq "with own probes" "$(cut -f1,3 "$points")" "$(cut -f1,3 /tmp/points)"
disable kprobes/a kprobes/b

echo vfs_read >"$points" || fail "vfs_read is refused"
[ "$(grep -c yes "$points")" -gt 50 ] || fail "vfs_read has $(grep -c yes "$points") places"
expect_eq "too long a name" "$(write_line "$points" "$(printf 'f%0700d' 0)")" E2BIG
expect_match "the reason" "$(last_error)" 'Line is too long \(702 characters'
expect_eq "no such function" "$(write_line "$points" vfs_reed)" ENOENT
expect_match "the reason" "$(last_error)" 'did you mean vfs_read\?'
[ "$(grep -c yes "$points")" -gt 50 ] || fail "a refused write took the list away"

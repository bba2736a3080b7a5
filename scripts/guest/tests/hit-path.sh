# SPDX-License-Identifier: GPL-2.0-only
# What runs on a hit can't be probed itself, and no function of kpev has an ftrace
# hook.

blacklist=/tmp/blacklist
cat /sys/kernel/debug/kprobes/blacklist >$blacklist
grep '\[kpev\]' /proc/kallsyms >/tmp/symbols
for function in kprobe_hit kretprobe_hit kpev_record_hit kpev_record_keep kretprobe_entry kpev_fetch_numbers \
	kpev_fetch_measure kpev_fetch_texts kpev_fetch_entry string_len user_string_len copy_string \
	copy_user_string symbol_text; do
	address=$(awk -v f=$function '$3 == f { print $1 }' /tmp/symbols)
	[ -n "$address" ] || continue # inlined
	grep -q "^0x$address" $blacklist || fail "$function is not on the blacklist"
done
grep -q kpev_record_hit $blacklist || fail "kpev_record_hit is not on the blacklist"
expect_eq "functions with ftrace hooks" "$(grep -c '\[kpev\]' available_filter_functions)" 0

# an event on what the recording itself calls: no recursion, those hits are misses
add 'p:self sprint_symbol n=%di' 'p:e vfs_write s=$stack0:symstr'
enable kprobes/self kprobes/e
echo x >/dev/null
disable kprobes/e kprobes/self
expect_match "the record" "$(records e)" 's="[a-z_]+\+0x'
misses=$(awk '$1 == "self" { print $3 }' "$KPEV/kprobe_profile")
[ "$misses" -gt 0 ] || fail "sprint_symbol was not hit inside of a hit"

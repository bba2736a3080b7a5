# SPDX-License-Identifier: GPL-2.0-only
# What runs on a hit can't be probed itself, and no function of kpev has an ftrace
# hook, but for the anchor, which nobody calls.

blacklist=/tmp/blacklist
cat /sys/kernel/debug/kprobes/blacklist >$blacklist
grep '\[kpev\]' /proc/kallsyms >/tmp/symbols
for function in kprobe_hit kretprobe_hit kretprobe_entry count_missed hit_with_some hit_with_all kpev_record_hit kpev_record_keep \
	record_numbers record_specially record_by_copy record_for_all record_long fill_all measure submit_long kpev_fetch_numbers_from \
	kpev_fetch_texts_at_once take_texts take_user_string take_symbol kpev_fetch_measure kpev_fetch_texts \
	kpev_fetch_entry string_len user_string_len copy_string copy_user_string symbol_text put other_source \
	other_step user_word; do
	address=$(awk -v f=$function '$3 == f { print $1 }' /tmp/symbols)
	[ -n "$address" ] || continue # inlined
	grep -q "^0x$address" $blacklist || fail "$function is not on the blacklist"
done
grep -q kpev_record_hit $blacklist || fail "kpev_record_hit is not on the blacklist"
expect_eq "functions with ftrace hooks" "$(grep '\[kpev\]' available_filter_functions)" 'kpev_anchor [kpev]'

# an event on what the recording itself calls: no recursion, those hits are misses
add 'p:self sprint_symbol n=%di' 'p:e vfs_write s=$stack0:symstr'
enable kprobes/self kprobes/e
echo x >/dev/null
disable kprobes/e kprobes/self
expect_match "the record" "$(records e)" 's="[a-z_]+\+0x'
misses=$(awk '$1 == "self" { print $3 }' "$KPEV/kprobe_profile")
[ "$misses" -gt 0 ] || fail "sprint_symbol was not hit inside of a hit"

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

# events on what the recording itself calls: no recursion, hits are counted missed
add 'p:self trace_event_buffer_commit' 'p:e vfs_write n=%di'
enable kprobes/self kprobes/e
echo x >/dev/null
disable kprobes/self kprobes/e
[ "$(records e | wc -l)" -gt 0 ] || fail "no record of vfs_write"

# SPDX-License-Identifier: GPL-2.0-only
# timeout: 120
# of all: 6.1 latest: a shell script, on files that are tested on each
# What README.md answers to "it doesn't do what it should", tried.

out='' err='' # run_kpev sets them
load_target

# a string of user space
said=$(record 'p:s kpev_target_user s=+0($arg1):ustring u=+u0($arg1):string' 'user hello')
expect_match "ustring" "$said" 's="user hello" u="user hello"$'
add 'r:opened do_sys_openat2 name=+0($arg2):ustring fd=$retval:s64'
enable kprobes/opened
cat /proc/version >/dev/null
disable kprobes/opened
expect_match "at the return" "$(records opened)" 'name="/proc/version" fd=[0-9]+$'
run_kpev 0 rm opened

# an inlined function: the one in the target that is static
run_kpev 2 add 'p text_of_kind_that_is_inlined'
expect_match "no such symbol" "$err" 'there is no symbol'
# a variant of the compiler's
variant=$(awk '$2 ~ /[tT]/ && $3 ~ /^[a-z_]+\.(isra|constprop|part)\.[0-9]+$/ { sub(/\..*/, "", $3); print $3 }' /proc/kallsyms | sort -u |
	while read -r name; do grep -q " $name\$" /proc/kallsyms || { echo "$name" && break; }; done)
run_kpev 2 add "p $variant"
expect_match "a variant" "$err" "did you mean .*$variant\.(isra|constprop|part|cold)"
run_kpev 0 points kpev_target_call
expect_match "the caller's places" "$out" 'yes$'

# nothing is recorded
run_kpev 0 add 'p:waits no_such_module:function'
run_kpev 0 status
expect_match "a pending one" "$out" '^probe: kprobes/waits no_such_module:function: pending, no_such_module is not loaded$'
add 'p:e kpev_target_call n=$arg1'
enable kprobes/e
echo 0 >tracing_on
target 'calls 1'
echo 1 >tracing_on
expect_eq "no record" "$(records e)" ''
expect_match "but a hit" "$(cat "$KPEV/kprobe_profile")" '^ *e +1 +0$'
# too few instances of a return probe: a recursion deeper than those
disable kprobes/e
add 'r2:r kpev_target_recurse' 'r100:r100 kpev_target_recurse'
enable kprobes/r kprobes/r100
target 'recurse 20'
disable kprobes/r kprobes/r100
expect_match "misses" "$(cat "$KPEV/kprobe_profile")" '^ *r +2 +19$'
expect_match "none with more" "$(cat "$KPEV/kprobe_profile")" '^ *r100 +21 +0$'

# a symbol that isn't unique: the addresses that are named are good
name=$(awk '$2 == "t" && NF == 3 { n[$3]++ } END { for (s in n) if (n[s] == 2) print s }' /proc/kallsyms | grep -v -e __UNIQUE -e '\.' | sort | head -n 1)
run_kpev 99 add "p $name"
address=$(printf '%s\n' "$err" | sed -n 's/.*choose an address: \(0x[0-9a-f]*\).*/\1/p')
status=0
kpev add "p:chosen $address" 2>/tmp/err || status=$?
[ $status -eq 0 ] || [ $status -eq 95 ] || fail "$name at $address: $status, $(cat /tmp/err)"
run_kpev 0 rm -a

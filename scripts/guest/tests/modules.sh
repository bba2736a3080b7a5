# SPDX-License-Identifier: GPL-2.0-only
# Probes in modules that come and go.

# pending until the module comes; armed before its init runs
add 'p:init kpev_target:kpev_target_init c=$comm' 'p:call kpev_target:kpev_target_call n=%di' \
	'r:ret kpev_target:kpev_target_call n=$arg1 v=$retval d=@vfs_read'
refuse EINVAL 'Retprobe address must be an function entry' 4 'r:x kpev_target:kpev_target_call+5'
expect_match "status" "$(cat "$KPEV/status")" '^probe: kprobes/call kpev_target:kpev_target_call: pending, kpev_target is not loaded$'
enable kprobes/init kprobes/call
load_target
expect_match "the init function" "$(records init)" '^\(.*kpev_target_init.*\) c="insmod"$'
expect_match "status" "$(cat "$KPEV/status")" '^probe: kprobes/call kpev_target:kpev_target_call: (kprobe|ftrace) at 0x[0-9a-f]+'
expect_match "status of freed code" "$(cat "$KPEV/status")" '^probe: kprobes/init kpev_target:kpev_target_init: pending'
target 'calls 2'
expect_eq "after the load" "$(records call | wc -l)" 2

# survives the unload, enabled or not, and comes back
listing >/tmp/before
add 'p:plain kpev_target_call' "p:addr 0x$(awk '$3 == "kpev_target_call" { print $1 }' /proc/kallsyms)"
enable kprobes/plain kprobes/addr
target 'calls 1'
for round in 1 2 3; do
	rmmod kpev_target || fail "the module can't go"
	expect_match "status" "$(cat "$KPEV/status")" '^probe: kprobes/call kpev_target:kpev_target_call: pending, kpev_target is not loaded$'
	expect_match "status" "$(cat "$KPEV/status")" '^probe: kprobes/addr 0x[0-9a-f]+: gone with kpev_target$'
	expect_eq "the kernel's probes" "$(grep -c kpev_target /sys/kernel/debug/kprobes/list)" 0
	[ $round -ne 2 ] || {
		disable kprobes/call
		enable kprobes/ret
	}
	load_target
	echo >trace
	target 'calls 1'
	case $round in
	1) expect_eq "call" "$(records call | wc -l)" 1 ;;
	*) expect_match "ret" "$(records ret)" 'n=0x0 v=0x0 d=0x[0-9a-f]+$' ;;
	esac
	expect_eq "plain" "$(records plain | wc -l)" 1
	# what was at an address is nobody's when something else comes there
	expect_eq "addr" "$(records addr | wc -l)" 0
done
expect_eq "hits of all loads" "$(awk '$1 == "plain" { print $2, $3 }' "$KPEV/kprobe_profile")" '4 0'
disable kprobes/init kprobes/ret kprobes/plain kprobes/addr
rmmod kpev_target
expect_eq "the listing" "$(head -n 3 "$KPEV/kprobe_events")" "$(cat /tmp/before)"

# removed while its module isn't there
add '-:plain' '-:addr' '-:call'
load_target
target 'calls 1'

# a symbol that the module doesn't have: refused while it is there, said when it comes
refuse ENOENT 'Invalid probed address or symbol' 4 'p:x kpev_target:no_such_function'
rmmod kpev_target
add 'p:wrong kpev_target:no_such_function' 'p:inside kpev_target:kpev_target_args+3'
load_target
expect_match "status" "$(cat "$KPEV/status")" '^probe: kprobes/wrong .*: pending, kpev_target has no such place: Invalid probed address or symbol$'
expect_match "status" "$(cat "$KPEV/status")" '^probe: kprobes/inside .*: pending, kpev_target has no such place: Probe point is not an instruction boundary$'
enable kprobes/wrong
disable kprobes/wrong

# an event of many arguments, of which the user named none: it comes back with all
rmmod kpev_target
args=$(awk 'BEGIN { for (i = 0; i < 127; i++) printf " +0(+0(+0(+0(+0(+0(%%di))))))" }')
end=@0x$(awk '$3 == "vfs_read" { print $1 }' /proc/kallsyms):x64
add "p:long kpev_target:kpev_target_call$args $end" "p:short kpev_target:kpev_target_call $end"
load_target
enable kprobes/long kprobes/short
echo >trace
target 'calls 1'
expect_eq 'the last of its arguments' "$(records long | sed 's/.* arg128=//')" "$(records short | sed 's/.* arg1=//')"
expect_match 'the only one' "$(records short)" ' arg1=0x[0-9a-f]+$'
disable kprobes/long kprobes/short
add '-:long' '-:short'

# while a module is initialised, the kernel lists what it uses of others as its own too
insmod /kpev/kpev_user.ko &
wait_for 10 grep -q '^kpev_user .* Loading ' /proc/modules || fail "kpev_user doesn't load"
expect_eq "kpev_target_call's lines" "$(grep -cE ' kpev_target_call([[:space:]]|$)' /proc/kallsyms)" 2
add 'p:used kpev_target_call n=%di'
enable kprobes/used
echo >trace
echo 1 >/sys/module/kpev_user/parameters/go
wait
expect_eq "calls" "$(records used | wc -l)" 1
rmmod kpev_user || fail "kpev_user doesn't go"
disable kprobes/used

# SPDX-License-Identifier: GPL-2.0-only
# What can't be read never stops the event: a string prints (fault), a number is 0.

load_target
for kind in null user noncanonical vsyscall top freed; do
	expect_match "$kind" "$(record 'p:e kpev_target_text s=+0($arg1):string n=+0($arg1) b=+0($arg1):u8' "text $kind")" \
		'^\(.*\) s=\(fault\) n=0x0 b=0$'
done
# a string that runs off its page, numbers across the page's end and behind it
expect_match cut "$(record 'p:e kpev_target_text s=+0($arg1):string l=+8($arg1):x64 m=+9($arg1):x64 n=+16($arg1):u8' 'text cut')" \
	'^\(.*\) s=\(fault\) l=0x7878787878787878 m=0x0 n=0$'
expect_match "behind the page" "$(record 'p:e kpev_target_text s=+16($arg1):string' 'text cut')" '^\(.*\) s=\(fault\)$'
# a fault on the way to the value
expect_match chain "$(record 'p:e kpev_target_text s=+0(+0($arg1)):string n=+8(+0(+0($arg1))):u16 after=\7:u8' 'text null')" \
	'^\(.*\) s=\(fault\) n=0 after=7$'
# among others: what follows is right, and nothing stale shows
expect_match among "$(record 'p:e kpev_target_text a=$comm b=+0($arg1):string c=$comm d=+0($arg1):x32 e=$comm' 'text null')" \
	'^\(.*\) a="sh" b=\(fault\) c="sh" d=0x0 e="sh"$'

# a string that is longer than a record is cut, the event is not lost
got=$(record 'p:e kpev_target_text s=+0($arg1):string' 'text page')
[ "${#got}" -gt 3900 ] || fail "a long string came out as ${#got} characters"
got=$(record 'p:e kpev_target_text a=+0($arg1):string b=+0($arg1):string c=$comm' 'text half')
expect_match "two long ones" "$got" '^\(.*\) a="x+at the end" b="x+" c=""$'

# a filter sees an unreadable string as an empty one
echo >trace
add 'p:e kpev_target_text s=+0($arg1):string'
echo 's == ""' >events/kprobes/e/filter
enable kprobes/e
target 'text null' 'text plain' 'text empty'
disable kprobes/e
expect_eq "filtered" "$(records e | sed 's/.*) //')" 's=(fault)
s=""'

# SPDX-License-Identifier: GPL-2.0-only
# timeout: 180
# of all: 6.1 6.1-i386 latest: half a minute, a minute and a half on debug
# Why a probe can't go to a place: each reason that kpev knows, by name.

load_target
function_size() {
	add "p:size $1"
	enable kprobes/size
	target "$2"
	disable kprobes/size
	records size | sed -n "1s,.*+0x0/\(0x[0-9a-f]*\).*,\1,p"
	add '-:size'
	echo >trace
}

# inside an instruction: which one, and where the next one starts; whatever probes of
# kpev's own sit in the function
size=$(function_size kpev_target_args args)
starts=''
executed=''
inside=''
offset=0
while [ $offset -lt $((size)) ]; do
	said=$(append_line "$KPEV/kprobe_events" "p:x kpev_target_args+$offset")
	case $said in
	ok)
		# what pads a function's end is never executed
		enable kprobes/x
		target args
		disable kprobes/x
		[ -z "$(records x)" ] || executed="$executed $offset"
		echo >trace
		add -:x
		starts="$starts $offset"
		;;
	EILSEQ)
		inside="$inside $offset"
		last=${starts##* }
		expect_match "the detail" "$(last_error)" \
			"\(kpev_target_args\+$(printf 0x%x $offset) is inside the [0-9]+-byte instruction at \+$(printf 0x%x "$last"); next boundary \+0x[0-9a-f]+\)"
		;;
	EOPNOTSUPP)
		expect_match "the detail" "$(last_error)" "kpev_target_args\+$(printf 0x%x $offset) is an int3\)"
		;;
	*) fail "kpev_target_args+$offset: $said" ;;
	esac
	offset=$((offset + 1))
done
echo "starts:$starts"
# shellcheck disable=SC2086 # words
for order in "$starts" "$(printf '%s\n' $starts | sort -nr | tr '\n' ' ')"; do
	for optimise in 0 1; do
		echo $optimise >/proc/sys/debug/kprobes-optimization
		n=0
		for start in $order; do
			n=$((n + 1))
			add "p:own$n kpev_target_args+$start"
			enable kprobes/own$n
			[ $((n % 4)) -eq 3 ] || continue
			sleep 0.1 # the optimiser's
			for at in 3 9 16 29 37; do
				case " $inside " in *" $at "*) ;; *) continue ;; esac
				said=$(append_line "$KPEV/kprobe_events" "p:x kpev_target_args+$at")
				expect_eq "kpev_target_args+$at with own probes" "$said" EILSEQ
				expect_match "the detail with own probes" "$(last_error)" ' is inside the [0-9]+-byte instruction at '
			done
		done
		target args
		expect_eq "all were hit" "$(awk '/own/ { n += $2 } END { print n }' "$KPEV/kprobe_profile")" \
			"$(echo "$executed" | wc -w)"
		echo 0 >events/kprobes/enable
		expect_eq "clearing" "$(write_line "$KPEV/kprobe_events" '')" ok
	done
done

# in another function: taken, with a warning; in none: the symbol's size
echo >"$KPEV/error_log"
next=$(awk '/kpev_target_(args|struct|text|call)\t/ { print $1, $3 }' /proc/kallsyms | sort |
	awk 'last && !done { print last, $2, strtonum("0x" $1) - at; done = 1 } { last = $2; at = strtonum("0x" $1) }' 2>/dev/null)
if [ -n "$next" ]; then
	# shellcheck disable=SC2086 # three words
	set -- $next
	add "p:x $1+$3"
	expect_match "the warning" "$(last_error)" \
		"trace_kprobe: warning: This is in another function \($1 is 0x[0-9a-f]+ bytes long; this is $2\+0x0\)"
	add -:x
	echo >"$KPEV/error_log"
fi
text=$(awk '$3 == "_text" { print "0x" $1 }' /proc/kallsyms)
read=$(awk '$3 == "vfs_read" { print "0x" $1 }' /proc/kallsyms)
add "p:x _text+$((read - text))"
expect_eq "no warning for a base symbol" "$(cat "$KPEV/error_log")" ''
expect_eq "the listing" "$(listing)" "p:kprobes/x _text+$((read - text))"
add -:x
refuse EOPNOTSUPP 'is in no function)' 4 'p:x vfs_read+0x7ffffff0'

# not text at all
refuse EOPNOTSUPP '0x400000 is in no function' 4 'p:x 0x400000'
[ "$WORD" -ne 8 ] || refuse EOPNOTSUPP '0x4000000000000000 is in no function' 4 'p:x 0x4000000000000000'
! data_has_names || refuse EOPNOTSUPP 'linux_proc_banner+0x0 is data and not text' 4 'p:x linux_proc_banner'
refuse EOPNOTSUPP 'start_kernel+0x0 is init text, which is gone' 4 'p:x start_kernel'

# parts of the text that are closed to kprobes
cat /sys/kernel/debug/kprobes/blacklist >/tmp/blacklist
sed 's/ .*//' available_filter_functions | sort >/tmp/traceable
function=$(cut -f2 /tmp/blacklist | awk 'NR == FNR { traceable[$1]; next } $1 in traceable { print $1; exit }' /tmp/traceable -)
refuse EOPNOTSUPP "$function+0x0 is on the blacklist of kprobes (NOKPROBE_SYMBOL)" 4 "p:x $function"
case $WORD in 8) entry=entry_SYSCALL_64 ;; 4) entry=entry_SYSENTER_32 ;; esac
refuse EOPNOTSUPP "$entry+0x0 is entry text" 4 "p:x $entry"
noinstr=$(awk '$3 == "__noinstr_text_start" { on = 1; next } on && $2 == "t" && $3 !~ /^__/ { print $3; exit }' /proc/kallsyms)
[ -z "$noinstr" ] || refuse EOPNOTSUPP "$noinstr+0x0 is noinstr text" 4 "p:x $noinstr"
refuse EOPNOTSUPP 'kpev_target_notrace+0x0 is notrace' 4 'p:x kpev_target_notrace'

# instructions that the kernel patches, or that are no code
closed() { # FUNCTION REASON
	at=0
	found=''
	while [ $at -lt 64 ] && [ -z "$found" ]; do
		said=$(append_line "$KPEV/kprobe_events" "p:x $1+$at")
		[ "$said" != ok ] || add -:x
		[ "$said" != EOPNOTSUPP ] || found=$(last_error | grep -E "$2")
		at=$((at + 1))
	done
	[ -n "$found" ] || fail "no place of $1 is refused with '$2'"
}
! grep -q ' jump_label_text_reserved$' /proc/kallsyms || # a kernel without JUMP_LABEL
	closed kpev_target_branch 'kpev_target_branch\+0x[0-9a-f]+ is a jump label'
# on 32 bit the kernel patches a trampoline instead of the caller
[ "$WORD" -ne 8 ] || closed kpev_target_static 'kpev_target_static\+0x[0-9a-f]+ is a static call'
closed kpev_target_warn 'kpev_target_warn\+0x[0-9a-f]+ is a BUG or WARN site'
# symbols that stand for what is in front of a function
refuse EOPNOTSUPP "__cfi_kpev_target_preamble+0x0 is a function's CFI preamble" 4 'p:x __cfi_kpev_target_preamble'
! grep -q ' __pfx_vfs_read$' /proc/kallsyms ||
	refuse EOPNOTSUPP '__pfx_vfs_read+0x0 is the padding in front of a function' 4 'p:x __pfx_vfs_read'

# not unique: each candidate's address; unknown: near names
twice=$(awk '$4 == "" && tolower($2) == "t" { n[$3]++ } END { for (s in n) if (n[s] == 2) { print s; exit } }' /proc/kallsyms)
refuse EADDRNOTAVAIL "choose an address: 0x" 4 "p:x $twice"
one=$(last_error | sed -n 's/.*choose an address: \(0x[0-9a-f]*\) .*/\1/p')
expect_match "a candidate" "$(awk -v s="$twice" '$3 == s { print "0x" $1 }' /proc/kallsyms)" "^$one\$"
variant=$(awk '$4 == "" && $3 ~ /^[a-z_]+\.isra\.0$/ { print $3 }' /proc/kallsyms | head -n 1)
if [ -n "$variant" ] && ! grep -q " ${variant%.isra.0}\$" /proc/kallsyms; then
	refuse ENOENT "did you mean $variant" 4 "p:x ${variant%.isra.0}"
fi
refuse ENOENT 'did you mean vfs_read?' 4 'p:x vfs_reed'
refuse ENOENT 'did you mean vfs_write' 4 'p:x vfs_writee'
refuse ENOENT 'did you mean kpev_target:kpev_target_struct?' 4 'p:x kpev_target:kpev_target_structs'

# calls that escape: the compiler has split the function
awk '$4 == "" && $3 ~ /\.part\.0$/ { print $3 }' /proc/kallsyms >/tmp/parts
sed 's/ .*//' available_filter_functions | sort | uniq -u >/tmp/traceable
cut -f2 /tmp/blacklist >/tmp/closed
split=$(awk 'FILENAME ~ /traceable/ { open[$1]; next } FILENAME ~ /closed/ { delete open[$1]; next }
	{ sub(/\.part\.0$/, "", $1) } $1 in open { print $1; exit }' /tmp/traceable /tmp/closed /tmp/parts)
if [ -n "$split" ]; then
	echo >"$KPEV/error_log"
	add "p:split $split"
	expect_match "the warning" "$(last_error)" \
		"trace_kprobe: warning: Not all of the function's code is probed \(the compiler has split it: see $split\.part\.0\)"
fi

# a module on its way out: its code is there, but takes no probe any more
address=$(awk '$3 == "kpev_target_args" { print "0x" $1 }' /proc/kallsyms)
echo >"$KPEV/kprobe_events"
echo 4 >/sys/module/kpev_target/parameters/linger
rmmod kpev_target &
is_going() { [ "$(cat /sys/module/kpev_target/initstate)" = going ]; }
wait_for 3 is_going || fail "kpev_target isn't going"
for place in kpev_target_args "$address"; do
	refuse ENOENT "$address is gone, or kpev_target is going" 4 "p:x $place"
done
add 'p:x kpev_target:kpev_target_args' # it waits for the next time
wait

# SPDX-License-Identifier: GPL-2.0-only
# timeout: 600
# of all: 6.1 latest: tens of thousands of functions take a minute or two
# Every function that the kernel's BTF has: $arg* is taken, or refused by name; some
# prototypes, as bpftool has them; a thousand definitions don't search it all each.

has_btf || skip 'this kernel has no BTF'
[ -s /kpev/functions ] || fail 'there is no list of functions'

# of no symbol, or of several, there is nothing to ask: refusals.sh and duplicates.sh do
awk 'NR == FNR { symbols[$3]++; next } symbols[$1] == 1' /proc/kallsyms /kpev/functions >/tmp/functions
wc -l /kpev/functions /tmp/functions
tryargs "$KPEV" </tmp/functions >/tmp/kinds 2>/tmp/refused
cat /tmp/kinds
total=$(awk '{ n += $1 } END { print n }' /tmp/kinds)
expect_eq 'all were tried' "$total" "$(wc -l </tmp/functions)"
[ "$total" -gt $(($(wc -l </kpev/functions) * 9 / 10)) ] || fail "only $total functions"
taken=$(sed -n 's/^\([0-9]*\) EINVAL Invalid register name$/\1/p' /tmp/kinds)
[ "${taken:-0}" -gt $((total / 2)) ] || fail "only ${taken:-0} of $total were taken"
# what is refused is refused for one of these
grep -vE '^[0-9]+ (EINVAL Invalid register name|EOPNOTSUPP (Failed to register probe event|Invalid probed address or symbol|BTF is not available or not supported|Non pointer structure/union argument is not supported.)|EINVAL (Argument name is already used|Unknown type is specified|This argument name is already used)|E2BIG \$arg\* failed because the argument list is too long)$' \
	/tmp/kinds && fail 'an unknown refusal'
# of what BTF has to say, little is left open
open=$(grep -cE 'BTF is not available.*not all alike|isn.t known how' /tmp/refused)
[ "$open" -lt $((total / 50)) ] || {
	grep -E 'not all alike|isn.t known how' /tmp/refused | head -n 20
	fail "$open of $total aren't understood"
}
grep 'BTF is not available' /tmp/refused | grep -vE 'has no parameters|not all alike' && fail 'BTF that is there'

same=0
while IFS='	' read -r name prototype; do
	echo "$name" >"$KPEV/signature" 2>/dev/null || continue
	expect_eq "the prototype of $name" "$(head -n 1 "$KPEV/signature")" "$prototype"
	same=$((same + 1))
done </kpev/prototypes
[ $same -ge 200 ] || fail "only $same prototypes were compared"

# A thousand definitions with names read BTF, and so index it, once. (What they cost is shown, and
# what else a definition costs.)
seconds() { # ARGUMENTS-OF-1000-DEFINITIONS
	seq 1000 | sed "s,.*,p:e& vfs_read $1," >/tmp/definitions
	from=$(cut -d' ' -f1 /proc/uptime)
	expect_eq "1,000 times $1" "$(wr "$KPEV/kprobe_events" </tmp/definitions)" ok
	cut -d' ' -f1 /proc/uptime | awk -v from="$from" '{ printf "%d", 100 * ($1 - from) }'
}
plain=$(seconds 'arg1=%di arg2=%si:u64 arg3=%dx:u64')
echo 1 >"$KPEV/drop_caches"
echo kernel_read >set_ftrace_filter
echo function >current_tracer
reads() {
	grep -c 'kernel_read <-read_[a-z]*$' trace
}
add 'p:first vfs_read file count f=file->f_mode'
once=$(reads)
[ "$once" -gt 0 ] || fail "BTF isn't read: $(tail -n 3 trace)"
named=$(seconds 'file count f=file->f_mode')
again=$(reads)
echo nop >current_tracer
echo >set_ftrace_filter
echo "1,000 definitions: with registers $plain, with names $named hundredths of a second"
expect_eq 'reads of BTF' "$again" "$once"

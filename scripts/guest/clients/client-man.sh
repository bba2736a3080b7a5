# SPDX-License-Identifier: GPL-2.0-only
# The manual's examples are what this kernel takes, and its account of the files is
# what there is.

page=/kpev/man/kpev.4
lines=$(sed -n '/^\.Sh EXAMPLES/,/^\.Sh ERRORS/{ s/\\-/-/g; /^[pr][0-9]*:/p }' "$page")
[ "$(printf '%s\n' "$lines" | wc -l)" -gt 4 ] || fail "no examples in $page"
has_btf || lines=$(printf '%s\n' "$lines" | grep -v -e '->' -e '\$arg\*')
expect_eq "the examples" "$(printf '%s\n' "$lines" | wr "$KPEV/check") $(cat "$KPEV/error_log")" 'ok '

expect_eq "the files" "$(sed -n '/^\.Ss Files/,/^\.Ss Def/s/^\.It Pa //p' "$page" | sort)" "$(cd "$KPEV" && printf '%s\n' * | sort)"

has_btf || exit 0
signature() {
	echo "$1" >"$KPEV/signature" || fail "signature of $1"
	cat "$KPEV/signature"
}
shown=$(sed -n '/^# cat signature/,/^\(#\|\.Ed\)/p' "$page" | grep -v '^[#.]')
expect_eq "signatures" "$shown" "$(signature vfs_read)
$(signature 'struct path')"

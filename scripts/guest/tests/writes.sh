# SPDX-License-Identifier: GPL-2.0-only
# A write is a unit: its lines are taken in order, the last one needs no newline,
# nothing is kept for the next one, and its size doesn't matter.

events=$KPEV/kprobe_events

# the last line without a newline is carried out before write() returns
printf 'p:a vfs_read\np:b vfs_write' | wr "$events" >/dev/null || fail "no newline at the end"
expect_eq "no newline at the end" "$(listing)" 'p:kprobes/a vfs_read
p:kprobes/b vfs_write'

# nothing is carried over to the next write
expect_eq "half a line" "$(printf 'p:c vfs_re' | wr -a "$events")" ENOENT
expect_eq "its other half" "$(printf 'ad\n' | wr -a "$events")" EINVAL

# blank lines and comments
printf '\n  \n# p:x vfs_read\n\t# more\np:c vfs_read # p:y vfs_read\n\n' | wr -a "$events" >/dev/null ||
	fail "comments: $(last_error)"
expect_eq "comments" "$(listing | tail -n 1)" 'p:kprobes/c vfs_read'
expect_eq "comments" "$(listing | wc -l)" 3

# an empty write and blank ones change nothing
expect_eq "an empty append" "$(printf '' | wr -a "$events")" ok
expect_eq "a blank append" "$(printf ' \n\n' | wr -a "$events")" ok
expect_eq "the listing" "$(listing | wc -l)" 3

# at the first bad line the rest is not applied, and the log names the line
expect_eq "a bad line" \
	"$(printf 'p:d vfs_read\n\np:e no_such_symbol\np:f vfs_read\n' | wr -a "$events")" ENOENT
expect_match "its number" "$(last_error)" '\(line 3: '
expect_match "its text" "$(last_error)" '^  Command: p:e no_such_symbol$'
expect_eq "what was before it is there, what was behind it isn't" \
	"$(listing | tail -n 1)" 'p:kprobes/d vfs_read'

# truncating clears first, also when the write is then refused
expect_eq "a bad line" "$(printf 'p:e no_such_symbol\n' | wr "$events")" ENOENT
expect_eq "the listing" "$(listing)" ''

# a large file: cut at newlines only, whatever the buffer's size
i=0
while [ $i -lt 300 ]; do
	i=$((i + 1))
	echo "p:large/event_with_a_long_name_number_$i vfs_read a=%di b=%si c=%dx d=%cx e=+0(%di):u64 f=+8(%di):u64"
done >/tmp/large
expect_eq "a large write" "$(wr "$events" </tmp/large)" ok
expect_eq "its events" "$(listing | wc -l)" 300
expect_eq "in order, whole" "$(listing)" "$(cat /tmp/large)"
expect_eq "clearing" "$(write_line "$events" '')" ok

# a line of 4,094 characters is taken, one of 4,095 is not; alone or among others
line=$(printf 'p:limit vfs_read%4078s' '')
expect_eq "the line's length" "${#line}" 4094
expect_eq "4,094 characters" "$(printf '%s\n' "$line" | wr "$events")" ok
expect_eq "4,094 characters, no newline" "$(printf '%s' "$line" | wr "$events")" ok
expect_eq "4,095 characters" "$(printf '%s \n' "$line" | wr "$events")" E2BIG
expect_match "the reason" "$(last_error)" 'Line is too long'
expect_eq "4,095 characters, no newline" "$(printf '%s ' "$line" | wr "$events")" E2BIG
expect_eq "20,000 characters" "$(head -c 20000 /dev/zero | tr '\0' x | wr "$events")" E2BIG
expect_eq "the listing" "$(listing)" ''
{
	head -n 75 /tmp/large
	printf '%s \n' "$line"
	echo 'p:never vfs_read'
} >/tmp/mixed
expect_eq "a long line among others" "$(wr "$events" </tmp/mixed)" E2BIG
expect_match "its number" "$(last_error)" '\(line 76: '
expect_eq "what was before it" "$(listing | wc -l)" 75
expect_eq "clearing" "$(write_line "$events" '')" ok

# bytes that no command has
expect_eq "a zero byte" "$(printf 'p:z vfs_read\0\n' | wr "$events")" EINVAL
expect_match "the reason" "$(last_error)" 'Invalid character'
expect_eq "a zero byte in the middle" "$(printf 'p:z vfs\0_read\n' | wr "$events")" EINVAL
expect_eq "an escape" "$(printf 'p:z\033 vfs_read\n' | wr "$events")" EINVAL
expect_eq "the listing" "$(listing)" ''

# SPDX-License-Identifier: GPL-2.0-only
# timeout: 120
# A writer that is killed in the middle of a file of definitions: what is listed is
# what was applied, whole lines only, the first ones of the file.

i=0
while [ $i -lt 3000 ]; do
	i=$((i + 1))
	echo "p:kprobes/e$i vfs_read a=%di b=%si c=+0(%di):string"
done >/tmp/file

partly=0
for delay in 20000 50000 100000 200000 400000; do
	wr "$KPEV/kprobe_events" </tmp/file >/tmp/said &
	writer=$!
	usleep $delay
	kill -9 $writer
	wait $writer 2>/dev/null
	listing >/tmp/listing
	n=$(wc -l </tmp/listing)
	head -n "$n" /tmp/file | cmp -s - /tmp/listing || fail "the listing isn't the file's first $n lines"
	expect_eq "in tracefs" "$(find events/kprobes -maxdepth 1 -name 'e[0-9]*' 2>/dev/null | wc -l)" "$n"
	[ "$n" -eq 0 ] || [ "$n" -eq 3000 ] || partly=$((partly + 1))
	expect_eq "clearing" "$(write_line "$KPEV/kprobe_events" '')" ok
done
[ $partly -gt 0 ] || fail "no writer was killed in the middle"

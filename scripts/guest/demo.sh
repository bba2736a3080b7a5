# SPDX-License-Identifier: GPL-2.0-only
#
# make demo: a whole session with kpev, each command as a person would type it, with
# what it really printed. Ends at once where a step doesn't do what it should.

# shellcheck disable=SC2016 # the commands are expanded when they run
if [ "$1" = colour ]; then
	bold=$(printf '\033[1m') dim=$(printf '\033[36m') plain=$(printf '\033[0m')
else
	bold='' dim='' plain=''
fi

note() {
	printf '\n%s-- %s%s\n' "$dim" "$*" "$plain"
}

stop() {
	printf '\nkpev demo: %s\n' "$*"
	exit 1
}

show() { # COMMAND, in this shell, so that its cd holds
	printf '%s# %s%s\n' "$bold" "$1" "$plain"
	status=0
	eval "$1" >/tmp/shown 2>&1 || status=$?
	cat /tmp/shown
	return $status
}

run() { # COMMAND, which must succeed
	show "$1" || stop "this should have worked: $1"
}

run_refused() { # COMMAND, which must not
	! show "$1" || stop "this should have been refused: $1"
}

has() { # REGEX: the output of the command before must have it
	grep -qE -e "$1" /tmp/shown || stop "the output above lacks: $1"
}

cd /kpev || exit
note "Linux $(uname -r), without a single event of ours. Load the module:"
run 'insmod kpev.ko'
run 'cd /sys/kernel/debug/kpev'
run 'ls -l'

note 'Define an event: a probe on vfs_read that records a register and the top of the stack'
run "echo 'p:event1 vfs_read %ax \$stack0' > kprobe_events"
run 'cat kprobe_events'
has '^p:kprobes/event1 vfs_read arg1=%ax arg2=\$stack0$'

note 'It is a real trace event, with all that the tracing core gives to one'
run 'cd /sys/kernel/tracing'
run 'find events/kprobes/'
run 'cat events/kprobes/event1/format'
has 'field:u64 arg2;'

note 'Enable it, let something read a file, stop, look at the trace'
run 'echo kprobes:event1 > set_event'
run 'dd if=/proc/version status=none'
run 'echo > set_event'
run 'head -n 16 trace'
has ': event1: \(vfs_read\+0x0/0x[0-9a-f]+\) arg1=0x[0-9a-f]+ arg2=0x[0-9a-f]+$'
run 'cat /sys/kernel/debug/kpev/kprobe_profile'

note 'An address inside an instruction is refused, and the log says why'
run 'cd /sys/kernel/debug/kpev'
run_refused "echo 'p:bad vfs_read+3' >> kprobe_events"
run 'cat error_log'
has '^ +\^$'
run 'cat kprobe_events'
has '^p:kprobes/event1 '

note 'Add a return probe, remove the first event: only that one goes'
run "echo 'r:event2 vfs_read ret=\$retval' >> kprobe_events"
run "echo '-:kprobes/event1' >> kprobe_events"
run 'cat kprobe_events'
has '^r:kprobes/event2 vfs_read ret=\$retval$'
run '! grep event1 kprobe_events'

note 'Remove all that is left, unload'
run 'echo > kprobe_events'
run 'test -z "$(cat kprobe_events)"'
run 'cd /'
run 'rmmod kpev'
run 'test ! -e /sys/kernel/debug/kpev -a ! -e /sys/kernel/tracing/events/kprobes'

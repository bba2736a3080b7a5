# SPDX-License-Identifier: GPL-2.0-only
# timeout: 300
# bash's completion for kpev: what it offers for a line that was typed so far.

# a guest's /dev has no more than the kernel's own nodes
[ -e /dev/fd ] || ln -s /proc/self/fd /dev/fd

complete() { # LINE: the words that are offered, each in [ ]
	bash -c '. /kpev/completion
		COMP_LINE=$1 COMP_POINT=${#1} COMP_WORDBREAKS=$2
		_kpev
		printf "[%s]" "${COMPREPLY[@]}"' - "$1" "$(printf ' \t\n"%s' "'><=;|&(:")"
}

add 'p:grp/event1 vfs_read' 'r:event2 vfs_write'
expect_eq "commands" "$(complete 'kpev l')" '[load][list][load-file][log]'
expect_eq "events" "$(complete 'kpev rm ')" '[grp/event1][kprobes/event2][-a]'
expect_eq "an event" "$(complete 'kpev watch g')" '[grp/event1]'
expect_eq "a function" "$(complete 'kpev points vfs_rea')" '[vfs_read][vfs_readlink][vfs_readv]'
expect_eq "a function" "$(complete 'kpev add p:x vfs_rea')" '[vfs_read][vfs_readlink][vfs_readv]'
expect_eq "in quotes all of them" "$(complete "kpev add 'p:x vfs_readl")" '[p:x vfs_readlink]'
load_target
expect_eq "a module's function" "$(complete "kpev add 'p:x kpev_target:kpev_target_na")" '[p:x kpev_target:kpev_target_nap]'
expect_eq "a definition" "$(complete 'kpev add ')" '[p:][r:][-:]'
expect_eq "a removal" "$(complete 'kpev add -:k')" '[kprobes/event2]'
expect_eq "a register" "$(complete "kpev add 'p:x vfs_read n=%d")" '[p:x vfs_read n=%dx][p:x vfs_read n=%di]'
expect_eq "behind an offset" "$(complete "kpev add 'p:x vfs_read +8(%d")" '[p:x vfs_read +8(%dx][p:x vfs_read +8(%di]'
expect_eq "without quotes" "$(complete 'kpev add p:x vfs_read n=%d')" '[%dx][%di]'
expect_eq "a variable" "$(complete "kpev add 'p:x vfs_read \$ret")" '[p:x vfs_read $retval]'
expect_eq "a type" "$(complete "kpev add 'p:x vfs_read n=+0(%di):us")" '[p:x vfs_read n=+0(%di):ustring]'
expect_eq "a file" "$(complete 'kpev bind READ')" '[README]'
touch /tmp/definitions
expect_eq "a file" "$(complete 'kpev load-file /tmp/def')" '[/tmp/definitions]'
# all that the usage names
said=$(kpev help | sed -n 's/^  \([a-z][a-z-]*\) .*/\1/p' | sort | tr '\n' ' ')
expect_eq "all commands" "$(complete 'kpev ' | tr -s '[]' '\n' | grep -v -e '^$' -e help | sort | tr '\n' ' ')" "$said"

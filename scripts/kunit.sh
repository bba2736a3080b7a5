# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Running the kernel's kunit.py on a kernel tree that has kpev as drivers/kpev.
# Sourced by what runs unit tests.

# The tree is one of hard links to the unpacked sources, which stay as they are: only
# files that a splice changes are its own.
splice() { # SOURCE-TREE TREE
	rm -rf "$2.new"
	cp -al "$1" "$2.new"
	rm "$2.new/drivers/Kconfig" "$2.new/drivers/Makefile"
	sed '$i source "drivers/kpev/Kconfig"\n' "$1/drivers/Kconfig" >"$2.new/drivers/Kconfig"
	{
		cat "$1/drivers/Makefile"
		echo 'obj-y += kpev/'
	} >"$2.new/drivers/Makefile"
	mv "$2.new" "$2"
}

# Other checkouts use the same builds, but not each other's objects
take_tree() { # TREE
	[ "$(readlink "$1/drivers/kpev" 2>/dev/null)" != "$TOP" ] || return 0
	rm -rf "$1"/../build-*/drivers/kpev
	ln -sfn "$TOP" "$1/drivers/kpev"
}

# 7.3's kunit.py asks QEMU for KVM, which the harness doesn't use
without_kvm() { # COMMAND...
	[ -e /dev/kvm ] || exec "$@"
	# shellcheck disable=SC2016 # the inner shell's
	exec unshare --mount sh -c 'mount --bind /dev/null /dev/kvm && exec "$@"' - "$@"
}

# What no test needs: a first build is half as long without
LEAVE_OUT='VT BLOCK INPUT SERIO HID_SUPPORT USB_SUPPORT IO_URING HWMON VIRTIO_MENU VHOST_MENU KUNIT_UML_PCI
	ACPI SUSPEND THERMAL POWER_SUPPLY HW_RANDOM'

# kunit.py's own output is the log. Held: the tree and its builds.
kunit_run() { # KERNEL ARCH BUILD LOG [KUNIT.PY-ARGUMENT...]
	local source home config option build=$2${3:+-$3} log=$4 args=(--jobs="$(nproc)" --timeout=1200) arch=$2
	source=$("$HERE/kernel" source "$1")
	args+=(--kconfig_add=CONFIG_EXPERT=y)
	for option in $LEAVE_OUT; do args+=("--kconfig_add=CONFIG_$option=n"); done
	shift 4
	home=$CACHE/kunit/${source##*/}
	case $arch in
	um) config=kunit ;;
	*)
		config=kunit/x86.kunitconfig
		# shellcheck disable=SC2016 # $retval is a definition's
		args+=(--arch="$arch" --qemu_args='-cpu max -smp 2'
			--kernel_args='kpev.kprobe_event=p:at_boot,kpev_kunit_call,n=%di:u32;r:back,kpev_kunit_call,r=$retval:u32')
		;;
	esac
	(
		lock "kunit-${source##*/}"
		mkdir -p "$home"
		[ -d "$home/tree" ] || step splice "making a tree of ${source##*/} with kpev in it" splice "$source" "$home/tree"
		take_tree "$home/tree"
		cd "$home/tree" || exit
		without_kvm tools/testing/kunit/kunit.py run --build_dir="$home/build-$build" \
			--kunitconfig="drivers/kpev/$config" "${args[@]}" "$@" ${SUITE:+"$SUITE"} >"$log" 2>&1 </dev/null
	)
}

# Passed, failed and skipped tests
kunit_totals() { # LOG
	sed -nE 's/.*Testing complete\. Ran [0-9]+ tests: (.*)/\1/p' "$1" | tail -n 1 | tr ',' '\n' |
		awk -F'[: ]+' '{ n[$(NF - 1)] = $NF }
			END { print n["passed"] + 0, n["failed"] + n["crashed"] + n["errors"] + 0, n["skipped"] + 0 }'
}

kunit_failures() { # LOG
	sed -nE 's/.*\[(FAILED|CRASHED|ERROR)\] *(.*[^ =]).*/\2/p' "$1" | sort -u
}

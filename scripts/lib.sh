# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0-only
#
# What the host scripts share: talking, logs, the cache, Debian's packages.
# Sourced, never run.

set -euo pipefail
shopt -s inherit_errexit

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
TOP=${KPEV_TOP:-$(dirname "$HERE")} # the module's sources
TOP_ID=$(cksum <<<"$TOP" | cut -d' ' -f1)      # checkouts don't share builds
CACHE=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/kpev
# One folder of logs per command that a person typed, also when it calls others
export KPEV_LOGS=${KPEV_LOGS:-$CACHE/logs/$(date +%Y%m%d-%H%M%S)-${0##*/}-$$}
LOGS=$KPEV_LOGS
export LC_ALL=C.UTF-8
# Debian's tools before any that a person has put in front of them
export PATH=/usr/sbin:/usr/bin:/sbin:/bin:$PATH
export DEBIAN_FRONTEND=noninteractive

mkdir -p "$LOGS" "$CACHE/lock" "$CACHE/logs"

say() {
	printf '== %s\n' "$*" >&2
}

die() {
	printf 'kpev: %s\n' "$@" >&2
	exit 1
}

# step LOG WHAT COMMAND...: quiet while it works, the log's end when it doesn't.
# Never call it in a condition: that would switch its COMMAND's `set -e` off.
step() {
	local log=$LOGS/$1.log what=$2 rc=0
	shift 2
	say "$what"
	set +e
	(
		set -e
		"$@"
	) >>"$log" 2>&1 </dev/null
	rc=$?
	set -e
	[ "$rc" -eq 0 ] && return
	tail -n 25 "$log" | sed 's/^/   /' >&2
	die "failed (status $rc): $what" "the whole log: $log" "${HINT:-mend what the log names, then run the command again}"
}

# Held until the (sub)shell that calls it ends
lock() {
	local fd
	exec {fd}>"$CACHE/lock/$1"
	flock -n "$fd" && return
	say "waiting for another kpev command that uses $1"
	flock "$fd"
}

fresh() { # FILE: is it younger than a day?
	[ -n "$(find "$1" -maxdepth 0 -mmin -1440 2>/dev/null)" ]
}

# What a newer version has replaced goes, a week after it was made: another command
# may still be at work with it
prune() { # FOLDER NAME-TO-KEEP
	find "$1" -mindepth 1 -maxdepth 1 -type d ! -name "$2" -mtime +7 -exec rm -rf {} +
}

missing() {
	local pkg
	for pkg; do
		[ "$(dpkg-query -W -f '${db:Status-Status}' "$pkg" 2>/dev/null)" = installed ] || echo "$pkg"
	done
}

apt_install() {
	local get=(apt-get -y -q -o DPkg::Lock::Timeout=600 -o APT::Sandbox::User=root)
	"${get[@]}" install --no-install-recommends "$@" && return
	# the lists may be missing or too old; another source's failure need not matter
	"${get[@]}" update || :
	"${get[@]}" install --no-install-recommends "$@"
}

need() { # PACKAGE...: on this machine
	local lacks
	mapfile -t lacks < <(missing "$@")
	[ ${#lacks[@]} -eq 0 ] && return
	(
		lock apt-install
		mapfile -t lacks < <(missing "$@")
		[ ${#lacks[@]} -eq 0 ] && exit
		[ "$(id -u)" -eq 0 ] || die "needs root to install: ${lacks[*]}" "run: apt-get install ${lacks[*]}"
		HINT='check the network and this machine'\''s apt sources (apt-get update), then run the command again' \
			step apt "installing ${lacks[*]}" apt_install "${lacks[@]}"
	)
}

# The archive that serves SUITE, as this machine's own apt configuration knows it
mirror() {
	local suite=$1 label=Debian
	case $suite in *-security) label=Debian-Security ;; esac
	apt-get indextargets --format "\$(ORIGIN)|\$(LABEL)|\$(REPO_URI)" 'Created-By: Packages' |
		awk -F'|' -v label="$label" '$1 == "Debian" && $2 == label { print $3; exit }'
}

write_apt_state() { # DIR ARCH SUITE...
	local dir=$1 arch=$2 suite uri
	shift 2
	mkdir -p "$dir/none" "$dir"/state/lists/partial "$dir"/cache/archives/partial
	: >"$dir/status"
	: >"$dir/sources.list"
	for suite; do
		uri=$(mirror "$suite")
		if [ -z "$uri" ]; then
			apt-get -q update || :
			uri=$(mirror "$suite")
		fi
		if [ -z "$uri" ]; then
			case $suite in *-security) continue ;; esac
			echo "no Debian archive in this machine's apt sources"
			return 1
		fi
		echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $uri $suite main" >>"$dir/sources.list"
	done
	cat >"$dir/apt.conf" <<-CONF
		Dir::State "$dir/state";
		Dir::State::status "$dir/status";
		Dir::Cache "$dir/cache";
		Dir::Etc::sourcelist "$dir/sources.list";
		Dir::Etc::sourceparts "-";
		Dir::Etc::preferencesparts "$dir/none";
		APT::Architecture "$arch";
		APT::Architectures { "$arch"; };
		APT::Sandbox::User "root";
		APT::Get::List-Cleanup "false";
	CONF
	update_apt_state "$dir"
}

update_apt_state() { # DIR
	APT_CONFIG=$1/apt.conf apt-get -q -o APT::Update::Error-Mode=any update
}

# The first time there are no old lists to go on with, but a mirror's security part
# may be out of step with itself for days: for now it is done without
first_apt_state() { # DIR ARCH SUITE...
	write_apt_state "$@" || {
		grep -q -- '-security main$' "$1/sources.list"
		sed -i '/-security main$/d' "$1/sources.list"
		update_apt_state "$1"
		touch "$1/no-security"
	}
}

# apt_state ARCH SUITE...: an apt of our own for suites that this machine doesn't
# use, its lists no older than a day. Sets APT_CONFIG, which all of apt's tools heed.
apt_state() {
	local arch=$1 dir
	shift
	dir=$CACHE/apt/$(IFS=+ && echo "$*")-$arch
	(
		lock apt
		fresh "$dir/updated" && exit
		unset APT_CONFIG
		if [ -e "$dir/updated" ]; then
			say "refreshing Debian's package lists ($*)"
			write_apt_state "$dir" "$arch" "$@" >>"$LOGS/apt.log" 2>&1 || {
				say "can't refresh them, going on with the old ones ($LOGS/apt.log)"
				touch -d '23 hours ago' "$dir/updated"
				exit
			}
		else
			HINT='check the network, then run the command again' \
				step apt "fetching Debian's package lists ($*)" first_apt_state "$dir" "$arch" "$@"
		fi
		touch "$dir/updated"
		if [ -e "$dir/no-security" ]; then
			say "going on without security updates for $arch: their lists are broken at the mirror"
			rm "$dir/no-security"
			touch -d '23 hours ago' "$dir/updated"
		fi
	)
	export APT_CONFIG=$dir/apt.conf
}

# In apt_state's suites: the packages among PACKAGE... and all they depend on
# whose names match REGEX
dependencies() {
	local regex=$1
	shift
	apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts \
		--no-breaks --no-replaces --no-enhances "$@" |
		grep -E "^$regex\$" | sort -u
}

candidate() { # PACKAGE: its newest version in apt_state's suites
	apt-cache policy "$1" | awk '$1 == "Candidate:" && $2 != "(none)" { print $2 }'
}

host_suites() {
	# shellcheck disable=SC1091
	(. /etc/os-release && echo "$VERSION_CODENAME $VERSION_CODENAME-security")
}

# What a kernel's file in scripts/kernels says, over these defaults
load_kernel() {
	KERNEL=$1
	[ -f "$HERE/kernels/$KERNEL" ] ||
		die "no kernel '$KERNEL': there are $(cd "$HERE/kernels" && printf '%s\n' * | paste -sd' ')"
	ARCH=amd64
	SUITES=$(host_suites)
	IMAGE=linux-image-amd64
	HEADERS=linux-headers-amd64
	SOURCE=linux-source
	BUILDER=host    # or the Debian release whose compiler builds the module
	CONFIG=''       # built from SOURCE with scripts/configs/CONFIG, instead of packages
	QEMU=qemu-system-x86_64
	CPU=max
	KARCH=''        # what kbuild is to take for ARCH, if not this machine's
	TOOLS_CC=gcc
	FTRACETESTS=latest  # the kernels whose sources' ftracetest it is held to
	MEMORY=1024     # a guest's, in megabytes
	SLOWNESS=1      # how many times longer than usual everything may take
	BY_NAME=''      # yes: not among `all`
	# shellcheck source=scripts/kernels/6.1
	. "$HERE/kernels/$KERNEL"
	# a busy machine's patience, said by whoever knows
	SLOWNESS=$((SLOWNESS * ${KPEV_SLOWNESS:-1}))
}

# What `all` means
kernels() {
	local file
	for file in "$HERE"/kernels/*; do
		grep -q '^BY_NAME=yes' "$file" || echo "${file##*/}"
	done
}

# A copy to build in: the checkout stays clean, and kernels can be built side by
# side. Times are kept and objects stay, so make builds what has changed only.
copy_sources() { # FROM TO NAME...
	local from=$1 to=$2 ours=(-name '*.[chS]' -o -name Kbuild -o -name Makefile)
	shift 2
	mkdir -p "$to"
	find "$to" -type f \( "${ours[@]}" \) -delete
	(cd "$from" && find "$@" -type f \( "${ours[@]}" \) ! -name '*.mod.c' -exec cp -p --parents -t "$to" {} +)
}

kbuild() { # KDIR DIR ARGUMENT...
	local kdir=$1 dir=$2
	shift 2
	# Debian's headers have no vmlinux to make a module's BTF from
	in_builder make -C "$kdir" M="$dir" -j"$(nproc)" ${KARCH:+ARCH="$KARCH"} "$@" 2>&1 |
		sed -E "s|$dir/||g; /Skipping BTF generation/d; /^make.*: (Entering|Leaving) directory/d"
}

# Runs COMMAND where load_kernel's BUILDER says: here, or in the chroot of a Debian
# release (scripts/kernel makes it), where the cache is at the same place. What is
# mounted for that is seen by COMMAND alone, and goes with it.
in_builder() { # COMMAND...
	[ "${BUILDER:-host}" != host ] || {
		"$@"
		return
	}
	# shellcheck disable=SC2016 # the inner shell's
	unshare --mount --propagation private sh -ec 'root=$1 cache=$2
		shift 2
		mkdir -p "$root$cache"
		mount --bind "$cache" "$root$cache"
		mount -t proc proc "$root/proc"
		exec chroot "$root" "$@"' - "$CACHE/chroot/$BUILDER" "$(realpath "$CACHE")" "$@"
}

prune "$CACHE/logs" ''

# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The kernel's headers for user space: empty, since parse_kernel.h has what is needed
# of them. Some are user space's own as well. Sourced by what builds module/ for user space.

empty_headers() { # FOLDER
	local header
	rm -rf "$1"
	mkdir -p "$1"
	sed -nE 's,^#include <((linux|asm|uapi)/[^>]*)>.*,\1,p' "$TOP"/module/*.[ch] "$TOP"/kunit/*.[ch] | sort -u |
		grep -vE '^(uapi/)?linux/(errno|limits|btf)\.h$' | while read -r header; do
		mkdir -p "$1/${header%/*}"
		: >"$1/$header"
	done
}

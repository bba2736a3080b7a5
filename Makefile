# SPDX-License-Identifier: GPL-2.0-only
#
# What a person types. kbuild reads Kbuild, not this.

KDIR ?= /lib/modules/$(shell uname -r)/build
KERNEL ?= 6.1
PREFIX ?= /usr/local
DESTDIR ?=

module:
	@test -e $(KDIR)/Makefile || { \
		echo "kpev: no kernel headers in $(KDIR)"; \
		echo "kpev: install them (Debian: apt-get install linux-headers-$$(uname -r)), or say KDIR=FOLDER"; \
		exit 1; }
	$(MAKE) -C $(KDIR) M=$(CURDIR) CONFIG_KPEV=m modules

modules_install:
	$(MAKE) -C $(KDIR) M=$(CURDIR) CONFIG_KPEV=m $(if $(DESTDIR),INSTALL_MOD_PATH=$(DESTDIR)) modules_install

install: modules_install install-tools

install-tools:
	install -d $(addprefix $(DESTDIR)$(PREFIX)/,sbin share/man/man4 share/man/man8 share/bash-completion/completions)
	install -m 755 scripts/kpev $(DESTDIR)$(PREFIX)/sbin/kpev
	install -m 644 scripts/man/kpev.4 $(DESTDIR)$(PREFIX)/share/man/man4/kpev.4
	install -m 644 scripts/man/kpev.8 $(DESTDIR)$(PREFIX)/share/man/man8/kpev.8
	install -m 644 scripts/completion/kpev $(DESTDIR)$(PREFIX)/share/bash-completion/completions/kpev

deb:
	@scripts/deb $(if $(TEST),--test)

# Anew, as a second signature would be added to the first; where Secure Boot has the
# kernel locked down, it loads nothing else
sign:
	@test -r "$(KEY)" -a -r "$(CERT)" || { \
		echo "kpev: make sign KEY=FILE CERT=FILE: a private key, and its certificate, which the kernel must know"; \
		echo "kpev: (Debian: /var/lib/dkms/mok.key and mok.pub, once mokutil --import mok.pub was confirmed at a boot)"; \
		exit 1; }
	rm -f kpev.ko
	$(MAKE) module
	$(KDIR)/scripts/sign-file sha256 "$(KEY)" "$(CERT)" kpev.ko

# Not kbuild's clean: it needs headers, which may be gone
clean:
	find . -name .git -prune -o -type f \( -name '*.o' -o -name '*.ko' -o -name '*.mod' -o -name '*.mod.c' \
		-o -name '.*.cmd' -o -name '.*.d' -o -name modules.order -o -name Module.symvers \) -exec rm -f {} +

demo:
	@scripts/demo $(KERNEL)

test:
	@scripts/test $(KERNEL)

check:
	@scripts/check

vmtest:
	@scripts/vmtest $(KERNEL) $(TESTS)

ftracetest:
	@scripts/ftracetest $(if $(OF),-o $(OF)) $(if $(SUITE),-s $(SUITE)) $(KERNEL) $(TESTS)

bench:
	@scripts/bench $(KERNEL) $(MANY)

torture:
	@scripts/vmtest -s 600 $(if $(filter command line,$(origin KERNEL)),$(KERNEL),debug) torture

fuzz-writes:
	@scripts/vmtest -s 300 $(if $(filter command line,$(origin KERNEL)),$(KERNEL),debug) fuzz-writes

kunit:
	@scripts/kunit $(if $(ARCH),--arch $(ARCH)) $(if $(filter command line,$(origin KERNEL)),$(KERNEL)) $(SUITE)

coverage:
	@scripts/coverage

fuzz:
	@scripts/fuzz-parse $(TIME)

clients:
	@scripts/clients $(KERNEL) $(TESTS)

fuzz-insn:
	@scripts/fuzz-insn $(if $(FULL),--full)

shell:
	@scripts/vm -i $(KERNEL) scripts/guest/shell.sh

help:
	@echo 'The module:'
	@echo '  make [KDIR=...]         kpev.ko for the running kernel, or the one whose build folder is KDIR'
	@echo '  make install            the module, the command kpev and its manual; DESTDIR and PREFIX'
	@echo '                          (/usr/local) are heeded; modules_install and install-tools are its parts'
	@echo '  make deb [TEST=1]       Debian packages of it, for DKMS; TEST=1 installs them in a chroot'
	@echo '  make sign KEY=FILE CERT=FILE  builds it, signed, for a machine with Secure Boot'
	@echo '  make clean              removes what was built here'
	@echo 'In an emulated machine (KERNEL is one of: $(notdir $(wildcard scripts/kernels/*)); 6.1 by default):'
	@echo '  make demo               a whole session with kpev, shown'
	@echo '  make shell [KERNEL=...] a root shell with kpev loaded'
	@echo '  make vmtest [KERNEL=...|all] [TESTS="NAME..."]  the guest tests, or some of them'
	@echo '  make ftracetest [KERNEL=...] [SUITE=KERNEL] [OF=kernel]  the kernel'"'"'s own test suite,'
	@echo '                          against kpev'"'"'s files or, for comparison, its own'
	@echo '  make bench [KERNEL=...] [MANY=N]  what a hit, or each of N events, costs, beside the kernel'"'"'s own events, in instructions'
	@echo '  make clients [KERNEL=...|all] [TESTS=...]  kpev with perf, bpftrace, bpftool, trace-cmd'
	@echo 'Tests:'
	@echo '  make check              static checks'
	@echo '  make test [KERNEL=...|all]  all of it: static checks, guest tests, the kernel'"'"'s suite'
	@echo '  make torture [KERNEL=...]      everything at once for 10 minutes, on the debug kernel'
	@echo '  make fuzz-writes [KERNEL=...]  mutated definitions for 5 minutes, on the debug kernel'
	@echo '  make kunit [KERNEL=...] [ARCH=um|x86_64] [SUITE=...]  unit tests, under the kernel'"'"'s kunit.py'
	@echo '  make coverage           how much of the pure parts the unit tests reach'
	@echo '  make fuzz [TIME=600]    the parsers and the decoder under libFuzzer'
	@echo '  make fuzz-insn [FULL=1] the instruction decoder against objdump and Zydis'
	@echo 'They install and download what they lack; the cache is $${XDG_CACHE_HOME:-~/.cache}/kpev.'

.PHONY: module modules_install sign clean demo test check vmtest ftracetest bench kunit coverage \
	fuzz torture fuzz-writes fuzz-insn shell help install install-tools deb clients

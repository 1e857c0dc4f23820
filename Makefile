# SPDX-License-Identifier: GPL-2.0-only
# gpcd: counters of high-radix network routers. `make help` lists the targets.

ifneq ($(words $(CURDIR)),1)
$(error kbuild cannot work below a path with spaces: $(CURDIR))
endif

BUILD	:= build
override BUILD := $(patsubst $(CURDIR)/%,%,$(abspath $(BUILD)))
VERSION	:= $(shell awk -F '"' '/^.define GPCD_VERSION / { print $$2 }' kmod/core/version.h)

CC	?= gcc
CXX	?= g++
# A user's CFLAGS replace hardening, and names of sources that are the same wherever the clone lies.
HARDEN	= -fstack-protector-strong -fstack-clash-protection -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 $(cet)
# Asked once, and late: the compiler may only just have been installed.
cet	= $(eval cet := $(if $(filter x86_64-% i%86-%,$(shell $(CC) -dumpmachine)),-fcf-protection))$(cet)
CFLAGS	?= -O2 -g $(HARDEN) -ffile-prefix-map=$(CURDIR)=.
WARN	:= -Wall -Wextra -Werror -Wmissing-prototypes -Wstrict-prototypes -Wvla

prefix		?= /usr/local
bindir		?= $(prefix)/bin
libdir		?= $(prefix)/lib
includedir	?= $(prefix)/include
mandir		?= $(prefix)/share/man
docdir		?= $(prefix)/share/doc/gpcd
pkgdatadir	?= $(prefix)/share/gpcd
completiondir	?= $(prefix)/share/bash-completion/completions
zshdir		?= $(prefix)/share/zsh/vendor-completions
fishdir		?= $(prefix)/share/fish/vendor_completions.d
sysconfdir	?= /etc
udevdir		?= $(if $(filter /usr /usr/%,$(prefix)),/usr/lib,$(prefix)/lib)/udev/rules.d
# Directory in which systemd looks for units.
unitdir		?= $(if $(filter /usr /usr/%,$(prefix)),/usr/lib,$(prefix)/lib)/systemd/system
sysusersdir	?= $(if $(filter /usr /usr/%,$(prefix)),/usr/lib,$(prefix)/lib)/sysusers.d

# Run path by which installed commands and libraries find libgpcd; empty if the dynamic linker knows
# the place.
runpath		= $(shell tools/setup/runpath '$(1)' '$(libdir)')
comma		:= ,
space		:= $(subst ,, )
rpath_flag	= $(patsubst %,-Wl$(comma)--enable-new-dtags$(comma)-rpath$(comma)'%',$(call runpath,$(1)))
# The same for users' programs, by pkg-config.
pc_rpath	= $(if $(call runpath,$(bindir)), -Wl$(comma)-rpath$(comma)$${libdir})

# Print one line per target; V=1 shows the commands.
Q	:= $(if $(V),,@)
say	= @printf '  %-8s%s\n' $(1) '$(or $(2),$@)'

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

.PHONY: all help setup clean install deb api
all: modules library tools	## build the modules, the library and the commands

help:	## this list
	@awk -F ':[^#]*## ' '/^[a-z][a-z-]*:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' \
		$(MAKEFILE_LIST)

# Nothing below is worth its error message where a package is missing.
setup:	## install what is missing, by Debian packages (tools/setup/packages)
	@tools/setup/install
need-%:
	@tools/setup/install $*

# The installed forms are linked anew where they come to lie elsewhere.
.PHONY: always
$(BUILD)/installed/runpath: always
	@mkdir -p $(@D)
	@echo '$(call runpath,$(bindir))' | cmp -s - $@ || echo '$(call runpath,$(bindir))' >$@

include kmod/build.mk
include lib/build.mk
include tools/build.mk
include lib/gm/build.mk
include lib/peers/build.mk
include lib/papi/build.mk
include lib/ugni/build.mk
include tests/build.mk

install: install-library install-tools install-units install-udev	## DESTDIR=, prefix=; modules: modules_install
	@test -n '$(DESTDIR)' || tools/setup/activate '$(udevdir)' '$(sysusersdir)'

deb:	## Debian packages, in $(BUILD)/deb
	@tools/package/deb $(BUILD)

api: need-api	## HTML reference of libgpcd, libgm and the kernel's own interface from kernel-doc, in build/api
	@tools/api/html $(BUILD)

clean:	## remove what was built
	rm -rf $(BUILD)

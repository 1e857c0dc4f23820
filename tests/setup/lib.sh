# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# For tests of scripts that download and install: an empty cache, and an apt of their own whose
# lists are empty and whose registry is a folder. No network is needed.

# shellcheck source=tests/lib.sh
. tests/lib.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
registry=$work/registry
mkdir -p "$registry"
export GPCD_CACHE=$work/cache

# An apt with empty lists, and a sudo for users other than root.
empty_apt()
{
	rm -rf "$work/apt" "$GPCD_CACHE"
	mkdir -p "$work/apt"/{lists/partial,archives/partial,etc/apt.conf.d} "$work/bin"
	echo "deb [trusted=yes] file:$registry ./" >"$work/apt/etc/sources.list"
	touch "$work/apt/status"
	cat >"$work/apt.conf" <<-END
		Dir::State "$work/apt"; Dir::State::lists "$work/apt/lists";
		Dir::State::status "$work/apt/status"; Dir::Cache "$work/apt";
		Dir::Etc "$work/apt/etc"; APT::Architecture "amd64"; APT::Sandbox::User "root";
	END
	export APT_CONFIG=$work/apt.conf
	printf '#!/bin/sh\nexec "$@"\n' >"$work/bin/sudo"
	chmod 755 "$work/bin/sudo"
	PATH=$work/bin:$PATH
}

# offer PACKAGE VERSION TREE [FIELD]: put a package of the files below TREE into the registry
offer()
{
	local package=$1 tree=$3 deb=$registry/${1}_$2.deb

	mkdir -p "$tree/DEBIAN"
	printf 'Package: %s\nVersion: %s\nArchitecture: amd64\nMaintainer: nobody\n%sDescription: for a test\n' \
		"$package" "$2" "${4:+$4$'\n'}" >"$tree/DEBIAN/control"
	dpkg-deb -Znone --root-owner-group -b "$tree" "$deb" >/dev/null
	{
		dpkg-deb -f "$deb"
		printf 'Filename: ./%s\nSize: %s\nSHA256: %s\n\n' "${deb##*/}" \
			"$(stat -c %s "$deb")" "$(sha256sum <"$deb" | cut -d ' ' -f 1)"
	} >>"$registry/Packages"
}

# offer_source SCRIPT: a kernel source whose checkpatch.pl is SCRIPT, and which builds instantly
offer_source()
{
	local tree=$work/source name=linux-source-6.1

	mkdir -p "$tree/usr/src" "$work/$name"/{scripts/kconfig,include,arch/x86/boot,tools/objtool} \
		"$work/$name"/{mm,security,fs/{9p,overlayfs},net/9p}
	cd "$work/$name" || exit
	echo "$1" >scripts/checkpatch.pl
	touch scripts/{spelling.txt,const_structs.checkpatch} arch/x86/boot/bzImage Module.symvers
	# shellcheck disable=SC2016 # for that script to expand
	printf '#!/bin/sh\nshift 2; cat "$@" >.config\n' >scripts/kconfig/merge_config.sh
	chmod 755 scripts/kconfig/merge_config.sh
	touch {arch/x86,mm,security,fs/9p,fs/overlayfs,net/9p,tools/objtool}/Makefile
	cat >Makefile <<-'END'
		tinyconfig olddefconfig bzImage modules: ; @touch .config
		modules_install: ; @mkdir -p $(INSTALL_MOD_PATH)/lib/modules/6.1.0-debug
	END
	cd "$OLDPWD" || exit
	tar -cJf "$tree/usr/src/$name.tar.xz" -C "$work" "$name"
	offer "$name" 6.1-1 "$tree"
}

# offer_kernel RELEASE: image and headers. The boot image has a boot sector, a sector of code, and
# the packed kernel followed by its size; only the fields that count are set.
offer_kernel()
{
	local tree=$work/image-$1 modules=lib/modules/$1 packed=$work/packed
	local common=linux-headers-$1-common

	mkdir -p "$tree/$modules/kernel" "$tree/boot"
	touch "$tree/$modules"/modules.{order,builtin,builtin.modinfo}
	echo "kernel $1" | xz >"$packed"
	{
		head -c $((0x1f1)) /dev/zero
		printf '\1'
		head -c $((0x248 - 0x1f2)) /dev/zero
		printf '\0\0\0\0'
		printf '%b\0\0\0' "\\x$(printf %02x $(($(stat -c %s "$packed") + 4)))"
		head -c $((1024 - 0x250)) /dev/zero
		cat "$packed"
		printf '\0\0\0\0'
	} >"$tree/boot/vmlinuz-$1"
	offer "linux-image-$1" 1 "$tree"

	tree=$work/headers-$1
	mkdir -p "$tree/usr/src/linux-headers-$1"
	echo "include /usr/src/linux-headers-common" >"$tree/usr/src/linux-headers-$1/Makefile"
	[[ $1 != *-rt-* ]] || common+=-rt
	offer "linux-headers-$1" 1 "$tree" "Depends: $common, linux-kbuild-$1"
	offer "$common" 1 "$work/common-$1"
	offer "linux-kbuild-$1" 1 "$work/kbuild-$1"
}

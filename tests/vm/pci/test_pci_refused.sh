#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# PCI devices that gpcd_pci does not take, because what is behind their BAR is no image, or a corrupt
# one: the kernel's log says why, and what helps.
. "$(dirname "$0")/../lib.sh"
# shellcheck source=tests/vm/pci/lib.sh
. "$(dirname "$0")/lib.sh"

# refused WHAT NAME ERE
refused()
{
	local what=$1

	mark
	fails "$what: no device" 1 'No such device' plug "$2"
	like "$what: the reason" "$(kernel_says "$2")" "^$3\$"
	[ -e "/sys/bus/pci/devices/${at[$2]}/driver" ] && report "$what: not bound" "it is"
	[ -z "$(compgen -G '/dev/gpcd[0-9]*')" ] || report "$what: no device node" "there is one"
}

# spoilt WHAT MEMBER HEX ERE: in the image of a
spoilt()
{
	local before

	before=$(peek a "$2" $((${#3} / 2)))
	poke a "$2" "$3"
	refused "$1" a "$4"
	poke a "$2" "$before"
}

insmod "$MODULES/gpcd.ko" && insmod "$MODULES/gpcd_pci.ko" || exit 1
refused "a BAR that is too short" short 'no BAR has 134217728 bytes of memory, as an image has: give the device one'
spoilt "no image" magic 0000000000000000 'BAR 2 holds no register image: `gpcd emulate. makes one'
spoilt "another file" magic 7f454c4602010100 'BAR 2 holds no register image: `gpcd emulate. makes one'
spoilt "all ones" magic ffffffffffffffff 'BAR 2 answers with all ones: is the device still there\?'
spoilt "a later layout" version 03000000 'the image has layout 3, not 2: use one version of gpcd for both'
spoilt "no chip" chip 00000000 'the image is of chip 0, which is unknown: update gpcd'
spoilt "a later chip" chip 2a000000 'the image is of chip 42, which is unknown: update gpcd'
spoilt "a chip with registers beyond the BAR" chip 03000000 'BAR 2 is too short for the registers of a cassini1: use an image of another chip'
spoilt "no address" nic_addr 00000000 'the image is of NIC 0 with address 0, which a gemini does not have: make it anew'
spoilt "a third NIC" nic_index 02000000 'the image is of NIC 2 with address 101, which a gemini does not have: make it anew'
spoilt "no domain" domain 00000000 'the image has domain 0, which is not 1 to 65535: make it anew'
spoilt "a domain too far" domain 00000100 'the image has domain 65536, which is not 1 to 65535: make it anew'
spoilt "an unknown state" state 09000000 'the image has the unknown state 9: make it anew'
spoilt "a chip that is gone" state 02000000 'the chip of the image is gone: start what drives it, then bind the device'

succeeds "as it was, it is taken" plug a
poke b nic_addr 65000000
mark
fails "a second NIC with its address" 1 'File exists' plug b
is "the reason" "$(kernel_says b)" \
	"NIC address 101 of domain 1 is taken: give the image another one, or remove that device"
poke b nic_addr 66000000
succeeds "with its own one it is taken" plug b
succeeds "the modules unload" rmmod gpcd_pci gpcd
nothing_stays
done_testing

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# A third chip (tests/chip3) in the modules: made by parameter and by configfs, read,
# fed at its back doors.
. "$(dirname "$0")/../lib.sh"
# shellcheck source=tests/chip3/checks.sh
. "$(dirname "$0")/../../chip3/checks.sh"

GPCD=$(dirname "$GPCD")/chip3/plain/gpcd
THIRD=$(dirname "$GPCD")/third
MODULES+=/chip3
config=/sys/kernel/config/gpcd_emu
class=/sys/class/gpcd_emu
cd "$(mktemp -d)" || exit
mountpoint -q /sys/kernel/config || mount -t configfs none /sys/kernel/config

# put VALUE FILE
put()
{
	# shellcheck disable=SC2320
	echo "$1" >"$2"
}

load chips=0 || exit 1
mkdir $config/t
is "configfs: a Gemini by default" "$(<$config/t/chip)" gemini
succeeds "configfs: the chip" put third $config/t/chip
is "configfs: the chip can be read" "$(<$config/t/chip)" third
succeeds "configfs: its coordinate" put 1,2,3 $config/t/coord
succeeds "configfs: as many NICs as it has" put 1,2,3,4,5,6 $config/t/nic_addrs
fails "configfs: no more NICs than any chip has" 1 Invalid put 1,2,3,4,5,6,7 $config/t/nic_addrs
put virtual $config/t/clock
succeeds "configfs: it lives" put 1 $config/t/live
is "a device a NIC" "$(xargs <$config/t/devices)" "gpcd0 gpcd1 gpcd2 gpcd3 gpcd4 gpcd5"
succeeds "its time passes" put 1000000000 $class/gpcd_emu5/advance
is "and its counters rest, for it has no traffic" \
	"$("$GPCD" -d gpcd5 read --csv TH_7_7_FLITS | tail -n 1 | cut -d, -f3,9)" 1000000000,0
chip3_answers /dev/gpcd_emu5 /dev/gpcd5
is "tiles are the chip's, seen by all NICs" "$("$GPCD" -d gpcd0 read --csv TH_0_0_FLITS | tail -n 1 | cut -d, -f9)" \
	18446744073709551615
put ones $class/gpcd_emu0/fault
like "a chip without a canary reads as ones when lost" \
	"$("$GPCD" -d gpcd0 read TH_7_7_FLITS)" 18446744073709551615
put none $class/gpcd_emu0/fault
rmdir $config/t
succeeds "the modules unload" unload

succeeds "parameters: six devices whose clock is real" load chip=third views=6
is "sysfs: its chip, its NICs, its registers" \
	"$(xargs <<<"$(cat /sys/class/gpcd/gpcd5/{chip,nics,registers})")" "third 6 199"
succeeds "it is sampled" "$GPCD" -d gpcd5 sample -i 10ms -n 3 TH_NIC_SENT_5
succeeds "the modules unload again" unload
fails "parameters: a wrong chip" 1 . load chip=fourth
is "it says which there are" "$(dmesg | grep -c 'chip=fourth: it is one of third gemini aries')" 1
rmmod gpcd
done_testing

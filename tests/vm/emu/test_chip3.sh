#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# A third chip (tests/chip3) in the modules: made by parameter and by configfs, read,
# fed at its back doors; and read by an older library, which does not know it.
. "$(dirname "$0")/../lib.sh"
# shellcheck source=tests/chip3/checks.sh
. "$(dirname "$0")/../../chip3/checks.sh"

older=$GPCD
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

# values GPCD DEVICE NAME...: what a command reads
values()
{
	"$1" -d "$2" read --csv "${@:3}" | tail -n 1 | cut -d, -f9-
}

load chip=third views=2 clock=virtual || exit 1
"$GPCD" -d gpcd0 write TH_3_4_FLITS 34567
is "an older library: list names the chip" "$("$older" list --csv | grep -cE '^/dev/gpcd[01],third,')" 2
like "older: info: all its registers, by calls" "$("$older" -d gpcd0 info)" \
	'registers +199.*read_by +calls.*not_mapped +its module is newer'
is "older: counters: all names and addresses" "$("$older" -d gpcd0 counters --csv | cut -d, -f2,3)" \
	"$("$GPCD" -d gpcd0 counters --csv | cut -d, -f2,3)"
is "older: read: all values" "$(values "$older" gpcd0 'TH_*')" "$(values "$GPCD" gpcd0 'TH_*')"
succeeds "older: write" "$older" -d gpcd0 write TH_3_4_FLITS 45678
is "older: sample" "$("$older" -d gpcd0 sample --csv -i 10ms -n 3 TH_3_4_FLITS 2>/dev/null | grep -c ',45678$')" 3
is "older: sample: the increase of all counters" \
	"$("$older" -d gpcd0 sample --csv --delta -i 10ms -n 2 2>/dev/null | head -n 1 | tr , '\n' | grep -c ^TH_)" 198
succeeds "older: record" "$older" -d gpcd0 record -o third.gpr -i 10ms -n 2
is "older: replay: all registers" "$("$older" replay --csv third.gpr | tail -n 1 | cut -d, -f9-)" \
	"$(values "$older" gpcd0 'TH_*')"
"$older" monitor --csv -n 1 >events &
eventually grep -q present events
"$GPCD" -d gpcd0 write TH_3_4_FLITS 0
ended $!
is "older: monitor does not know its name" "$(tail -n 1 events | cut -d, -f2,4)" reset,unknown
succeeds "the modules unload" unload

load chips=1 || exit 1
"$GPCD" -d gpcd0 write GM_NL_LATER 77
is "older: a Gemini's new register" "$(values "$older" gpcd0 GM_NL_LATER)" 77
is "older: of all others it knows what it knew" "$("$older" -d gpcd0 counters --csv | grep -v ,GM_NL_LATER,)" \
	"$("$older" counters --chip gemini --csv)"
is "older: metrics" "$("$older" -d gpcd0 metrics --csv)" "$("$older" metrics --chip gemini --csv)"
is "older: links" "$("$older" -d gpcd0 links --torus 4x4x4 -i 100ms -n 1 --csv 2>/dev/null | wc -l)" 8
like "older: top" "$("$older" -d gpcd0 top --batch --torus 4x4x4 -i 100ms -n 1)" 'gpcd0 +X\+ +1,0,0'
succeeds "older: the exporter" "$(dirname "$older")/gpcd-exporter" -d gpcd0 --textfile page
like "older: its page" "$(<page)" 'type="gemini"'
succeeds "older: record of register and field" "$older" -d gpcd0 record -o new.gpr -i 10ms -n 1 \
	GM_NL_LATER GM_NL_PERF_CNTRL:ENABLE GM_0_0_TILE_FILTERING_PERFORMANCE_COUNTER_SETUP_VC1_3:PHIT_INDEX
is "older: replay, also of a field whose name is too long" \
	"$("$older" replay --csv new.gpr | tail -n 1 | cut -d, -f9-)" "77,1,0"
succeeds "the modules unload" unload
done_testing

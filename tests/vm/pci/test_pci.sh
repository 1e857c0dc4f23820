#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Chips on a PCI bus, whose registers are images on the host: each way of reading gives what a process
# there wrote, while it writes, and afterwards to the count.
. "$(dirname "$0")/../lib.sh"
# shellcheck source=tests/vm/pci/lib.sh
. "$(dirname "$0")/lib.sh"
cd "$(mktemp -d)" || exit
status=0

succeeds "the modules load" insmod "$MODULES/gpcd.ko"
succeeds "perf's, too" insmod "$MODULES/gpcd_pmu.ko"
succeeds "and the bus's" insmod "$MODULES/gpcd_pci.ko"
is "it takes no device by itself" "$(compgen -G '/dev/gpcd[0-9]*')" ""
mark
for name in a b aries; do
	succeeds "it takes $name" plug $name
done
is "which is logged" "$(kernel_says a)" "gpcd0 is NIC 0 of the gemini in BAR 2"
is "two NICs of a Gemini and an Aries" "$(node a) $(node b) $(node aries)" "gpcd0 gpcd1 gpcd2"
is "they are the chips of the images" "$("$GPCD" -d 'gpcd[0-9]*' info --json |
	jq -r '.devices[] | "\(.chip) \(.nic_addr) \(.nic_index) \(.coord)"' | paste -sd ' ')" \
	"gemini 101 0 1,2,3 gemini 102 1 1,2,3 aries 103 0 4,5,6"
is "gpcd0 is a child of its PCI device" "$(basename "$(realpath /sys/class/gpcd/gpcd0/device)")" "${at[a]}"

# --- while it is written ---

n=$(count gpcd0)
other=$(count gpcd1)
ways_begin gpcd0
is "all ways are open" $? 0
succeeds "the host drives the image" on_host "$BIN/bus" feed a 3000
: >go
n=$((n + 3000))
is "each way has the count" "$(ways_ended)" "$(each $n 3000)"
is "the chip's time is the feed's" "$("$GPCD" -d gpcd0 read --json GM_0_0_TILE_PERFORMANCE_COUNTERS_0 |
	jq -r .chip_ns)" 3000000
is "the other NIC's image is another one" "$(count gpcd1)" "$other"

# A process of the host that dies in a batch leaves its sequence word odd.
before=$(peek a feed 1)
poke a feed "$(printf '%02x' $((16#$before | 1)))"
is "in a batch that never ends" "$(ways gpcd0)" \
	"legacy $n snapshot torn group torn library torn words torn ring torn perf 0"
poke a feed "$before"
is "after it" "$(ways gpcd0)" "$(each $n 0)"

# --- every register, by every way ---

while read -r name device; do
	succeeds "each register of $name gets its value" on_host "$BIN/every_register" fill "$name"
	"$BIN/every_register" check "$device" || status=1
done <<-END
	b gpcd1
	aries gpcd2
END

# --- nothing is written ---

sums=$(on_host cksum a b aries)
fails "a register cannot be written" 1 'gpcd0: its counters can only be read' \
	"$GPCD" -d gpcd0 write GM_0_0_TILE_PERFORMANCE_COUNTERS_0 5
fails "nor of a device that is read-only for the guest" 1 'gpcd2: its counters can only be read' \
	"$GPCD" -d gpcd2 write AR_NL_PRF_RSP_PTILES_TO_NIC_0_FLITS 5
is "reading has changed no image" "$(on_host cksum a b aries)" "$sums"

succeeds "the modules unload" rmmod gpcd_pci gpcd_pmu gpcd
nothing_stays
done_testing && exit $status

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# A dragonfly whose NICs are Cassinis: an image of each, whose counters add up to the network's.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

sim()
{
	"${GPCD%/*}/gpcd-sim" "$@"
}

# totals REGISTER...: sums over all images
totals()
{
	local image

	for image in img/*; do
		gpcd -d "image:$image" read --csv "$@" | tail -n 1 | cut -d, -f9-
	done | jq -Rsr '[split("\n")[:-1][] | split(",") | map(tonumber)] | transpose | map(add) | join(" ")'
}

sed 's/^topology = .*/topology = dragonfly:1x2x2/' "$GPCD_MACHINES/cassini.machine" >small.machine
sed 's/^chip = .*/chip = cassini2/' small.machine >second.machine

# A PUT of 40 bytes is 5 words and 27 octets, its response 27 octets.
sim run --machine ./small.machine --time 20us --drain --load nic:4 --bytes 40 --image img --json >ran
read -r packets payload <<<"$(jq -r '.run[0] | "\(.packets_delivered) \(.payload_bytes)"' ran)"
sent=$((payload + 27 * packets)) half=$((packets / 2))
is "an image a NIC" "$(find img -type f | wc -l)" 16
is "each packet is counted where it was sent, and where it was received" \
	"$(totals hni_tx_ok_opt hni_rx_ok_opt)" "$packets $packets"
is "each byte, and 27 for each packet" "$(totals hni_sts_tx_ok_octets hni_sts_rx_ok_octets)" "$sent $sent"
is "requests are in class 0, responses in class 1" "$(totals hni_pkts_{sent,recv}_by_tc_{0,1})" "$half $half $half $half"
is "requests have 67 bytes, responses 27" \
	"$(totals hni_{tx,rx}_ok_{27,35,36_to_63,65_to_127})" "$half 0 0 $half $half 0 0 $half"
is "all data are read from a host, and written to one" \
	"$(totals parbs_tarb_pi_{non_posted,posted}_pkts pi_pti_tarb_pkts)" "$half $half $packets"
like "a load above the NICs' pauses them; errors stand still" "$(totals hni_tx_paused_0 hni_llr_tx_replay_event)" \
	'^[1-9][0-9]* 0$'

# about IMAGE...: chip, NIC address, index and group, switch, port
about()
{
	local image

	for image in "$@"; do
		gpcd -d "image:$image" info --json | jq -r '.devices[0] | "\(.chip) \(.nic_addr) \(.nic_index) \(.coord)"'
	done
}
is "an image is a chip of its own, at a port" "$(about img/1,1,0n3)" "cassini1 16 0 1,1,3"
like "top: a NIC beside others" "$(gpcd -d 'image:img/0,0,0n*' top --batch -n 1 -i 10ms)" 'img/0,0,0n3'
sim run --machine ./second.machine --time 1us --image two --chips 0,1,0 >out
is "the NICs of one switch, of the second version" "$(about two/*)" \
	"$(printf 'cassini2 %s\n' '5 0 0,1,0' '6 0 0,1,1' '7 0 0,1,2' '8 0 0,1,3')"
sed 's/^links = 3/links = 2/' small.machine >narrow.machine
succeeds "no tiles have to fit" sim run --machine ./narrow.machine --time 1us --image narrow

fails "a device is one NIC" 2 "0,1,0: no NIC of this machine: name it 0,3,7n1" \
	sim run --machine ./small.machine --device gpcd_emu0=0,1,0
fails "a switch has four" 2 "0,1,0n4: no NIC of this machine" sim run --machine ./small.machine --device gpcd_emu0=0,1,0n4
fails "of a switch that there is" 2 "0,9,1: no chip of this machine" \
	sim run --machine ./small.machine --device gpcd_emu0=0,9,1n0
sed 's/^chip = .*/chip = cassini3/' small.machine >third.machine
fails "a chip that there is not" 2 "third.machine:8: chip 'cassini3' is not valid: aries, cassini1, cassini2" \
	sim machine ./third.machine
sed 's/^nodes = .*/&\nchip = cassini1/' "$GPCD_MACHINES/gemini.machine" >torus.machine
fails "a torus has no choice" 2 "torus.machine:[0-9]*: chip: only a dragonfly has a choice of chips" sim machine ./torus.machine

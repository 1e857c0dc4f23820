#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# read and write, on a chip whose time stands still.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/lib.sh"

still g.img
still a.img -c aries
export GPCD_DEVICE=image:g.img
counter=GM_0_0_TILE_PERFORMANCE_COUNTERS_0

value()
{
	gpcd read --json "$@" | jq -r '.values | to_entries[0].value'
}
like "a counter has counted" "$(value $counter)" '^[1-9][0-9]*$'
is "by address" "$(value 0x2001380)" "$(value $counter)"
is "the address gives its name" "$(gpcd read --json 0x2001380 | jq -r '.values | keys[0]')" $counter
is "an alias equals its primary" "$(value GM_RMT_PUT_PERFORMANCE_COUNTERS)" \
	"$(value GM_RMT_PUT_PERFORMANCE_COUNTERS0)"
is "a glob, in CSV" "$(gpcd read --csv 'GM_*_TILE_PERFORMANCE_COUNTERS_*' |
	head -n 1 | tr , '\n' | wc -l)" $((8 + 288))
is "a glob leaves aliases out" "$(gpcd read --json 'GM_RMT_PUT*' | jq '.values | length')" 8
cray=GM_TILE_PERF_VC0_PHIT_CNT
is "the name of Cray's documents is another for the same" "$(value gm_tile_perf_vc0_phit_cnt:0:0)" \
	"$(value $counter)"
is "the catalogue's name is printed" "$(gpcd read --json $cray:0:0 | jq -r '.values | keys[0]')" $counter
is "a glob of such names" \
	"$(gpcd read --json 'GM_TILE_PERF_*_STALL:5:*' | jq -r '.values | keys[0], length' | paste -sd' ')" \
	"GM_5_0_TILE_PERFORMANCE_COUNTERS_4 16"
for wrong in $cray:6:0 $cray:0:8 $cray:99999999999:0 GM_6_0_TILE_PERFORMANCE_COUNTERS_0; do
	fails "a tile that is not there: $wrong" 2 "'$wrong' .*, but with row 0 to 5, column 0 to 7" \
		gpcd read "$wrong"
done
fails "a number that is not there" 2 "'gm_rmt_put_performance_counters8' .*, but with number 0 to 7" \
	gpcd read gm_rmt_put_performance_counters8
fails "such a name without its tile" 2 "did you mean '$cray:0:0'" gpcd read $cray
is "arguments keep their order" "$(gpcd read --csv 0x2001388 $counter | head -n 1 |
	cut -d, -f 9-)" "GM_0_0_TILE_PERFORMANCE_COUNTERS_1,$counter"
like "text has the unit" "$(gpcd read $counter)" "^$counter +[0-9]+  phits\$"
is "all registers at once" "$(gpcd read --json 'GM_*' | jq '.values | length')" 1550

for option in --torus=2x2x2 --dragonfly=2x2x2 --interconnect=map; do
	for command in read 'sample -n 1 -i 10ms'; do
		# shellcheck disable=SC2086 # words
		fails "${command%% *}: registers with $option" 2 \
			"^gpcd ${command%% *}: ${option%=*}: registers need no map of links: leave it out" \
			gpcd $command $option $counter
	done
done

setup=GM_0_0_TILE_FILTERING_PERFORMANCE_COUNTER_SETUP_VC0_0
succeeds "write hexadecimal" gpcd write $setup 0xabcdef1234562a00
is "a 64-bit register is a string, exact beyond 2^53" "$(value $setup)" \
	"$(printf %u 0xabcdef1234562a00)"
is "a field" "$(value $setup:PATTERN)" $((0x123456))
is "a field narrower than 53 bits is a number" \
	"$(gpcd read --json $setup:MASK | jq '.values[]')" $((0xabcdef))
is "a field by glob" "$(gpcd read --json 'GM_0_0_*_SETUP_VC?_*:VALID' | jq '.values | length')" 8
like "text shows a bit pattern in hexadecimal" "$(gpcd read $setup)" 0xabcdef1234562a00
before=$(gpcd read --json $counter | jq -r .epoch)
succeeds "write decimal" gpcd write $counter 281474976710655
is "the value is there" "$(value $counter)" 281474976710655
is "a write changes the epoch" \
	"$([ "$(gpcd read --json $counter | jq -r .epoch)" != "$before" ] && echo changed)" changed
succeeds "write by address" gpcd write 0x2001380 5
is "that value is there" "$(value $counter)" 5

exits 2 "a value too wide" gpcd write $counter 281474976710656
like "a value too wide: how wide it may be" "$(cat err)" '48 bits'
for bad in -1 0x 1x '' 0x0x5 08x 99999999999999999999999; do
	exits 2 "no value: '$bad'" gpcd write $counter -- "$bad"
done
exits 3 "write: another NIC of an image" gpcd write -a 7 $counter 1
like "write: another NIC of an image: said" "$(cat err)" 'no NIC has address 7'
# Root may write a file in spite of its mode.
held()
{
	if [ "$(id -u)" -eq 0 ]; then
		setpriv --bounding-set -dac_override "$@"
	else
		"$@"
	fi
}
chmod a-w a.img
exits 4 "write: a read-only image" held "$GPCD" -d image:a.img write \
	AR_RTR_0_0_INQ_PRF_INCOMING_FLIT_VC0 1
like "write: a read-only image: said" "$(cat err)" 'image:a.img: .* this file: see its mode'
exits 2 "no field can be written" gpcd write $setup:MASK 1
exits 2 "a value is missing" gpcd write $counter
is "a name in any case, printed as the catalogue spells it" \
	"$(gpcd read --csv gm_0_0_Tile_performance_counters_0 | head -n 1 | cut -d, -f 9-)" $counter
is "likewise a glob and a field" \
	"$(gpcd read --json 'gm_0_0_*_setup_vc0_[0-1]:valid' | jq -r '.values | keys | join(" ")')" \
	"$setup:VALID ${setup%0}1:VALID"
succeeds "write by a name in any case" gpcd write gm_0_0_tile_performance_counters_0 6
is "written" "$(value $counter)" 6
fails "the canonical name in what is wrong with it" 2 "^gpcd write: $counter: the value has more" \
	gpcd write gm_0_0_tile_performance_counters_0 281474976710656
fails "a field nearly" 2 "no field 'PATERN': .* VALID, .*; did you mean 'PATTERN'" gpcd read $setup:PATERN
exits 2 "an unknown name" gpcd read NO_SUCH
like "an unknown name: where to look" "$(cat err)" "no register 'NO_SUCH' .*gpcd counters"
exits 2 "a glob that matches nothing" gpcd read 'AR_*'
exits 2 "a register of the other chip" gpcd read AR_NIC_ORB_PRF_NET_RSP_TRACK_2
exits 2 "an address without a register" gpcd read 0x10
exits 2 "an unknown field" gpcd read $setup:NONE
like "an unknown field: those that are" "$(cat err)" 'VALID, PHIT_INDEX, PATTERN, MASK'
exits 2 "no register at all" gpcd read
GPCD_DEVICE=image:a.img exits 0 "a field of an Aries" \
	gpcd -d image:a.img read AR_RTR_0_0_COLBUF_PERF_STALL_RQ:VC_PTR

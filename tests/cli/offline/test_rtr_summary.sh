#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# topo: figures of Gemini and Aries systems.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

rtr()
{
	"${GPCD%/*}/rtr" "$@"
}

# Whitepaper, 6.2: 4 rows of 10 cabinets, 10x16x24 nodes, 2995 and 5990 GB/s; 5: 24 blades and 96 nodes
# a cabinet, 88 links to connectors a chassis.
is "the whitepaper's example" "$(rtr -s 10x8x24 | tr -s ' ')" \
"size 10x8x24
class 3
cabinets 40
chassis 120
blades 960
chips 1920
nodes 3840
connectors 10560
link_gb_s 4.68
bisection_links 320
bisection_gb_s 2995.20
global_gb_s 5990.40"
is "CSV" "$(rtr -s --csv 16x12x24)" \
"size,class,cabinets,chassis,blades,chips,nodes,connectors,link_gb_s,bisection_links,bisection_gb_s,global_gb_s,schema_2
16x12x24,3,96,288,2304,4608,9216,25344,4.68,768,7188.48,14376.96,2"
is "JSON" "$(rtr -s --json 16x12x24 | jq -c '[.schema, .systems[0].nodes, .systems[0].global_gb_s]')" \
	'[2,9216,14376.96]'
is "a kind may be named" "$(rtr -s torus:4x6x8)" "$(rtr -s 4x6x8)"
for class in 0:9x2x8:3 1:4x6x8:4 2:8x6x16:16 3:10x8x24:40; do
	IFS=: read -r number size cabinets <<<"$class"
	is "class of $size" "$(rtr -s --json "$size" | jq -c '.systems[0] | [.class, .cabinets]')" \
		"[$number,$cabinets]"
done
is "a class of one's own" \
	"$(rtr -s --json --class 3 4x6x8 | jq -c '.systems[0] | [.class, .cabinets]')" "[3,12]"

# Whitepaper, 5.1: m systems of 12x8 nodes and of 4N x 24, whose first dimension has two nodes a chip.
for size in 1x2x8:1 1x4x8:1 1x6x8:1 1x4x24:2 1x12x24:6; do
	IFS=: read -r size cabinets <<<"$size"
	is "cabinets of the m system $size" \
		"$(rtr -s --json --class 4 "$size" | jq -c '.systems[0] | [.class, .cabinets]')" "[4,$cabinets]"
done
is "an m system stands in one row" \
	"$(rtr -i --class 4 1x8x24 | grep -oE '^c[0-9]+-[0-9]+' | sort -u | paste -sd' ')" "c0-0 c1-0 c2-0 c3-0"
fails "no m system" 2 \
	"^rtr: topology class 4 makes no '12x4x1': m systems are 1x2x8, .*; the nearest is 1x6x8" rtr -s --class 4 12x4x1
fails "no class" 2 "^rtr: no topology class makes '4x4x25': .*; the nearest is 4x4x24" rtr -s 4x4x25

# 6.2.1: C_y = 1: 10x24 links, 2 x 240 x 4.68 GB/s
is "open rings of Y" \
	"$(rtr -s --json --open-y 10x8x24 | jq -c '.systems[0] | [.bisection_links, .bisection_gb_s]')" '[240,2246.4]'
exits 2 "open rings of a dragonfly" rtr -s --open-y dragonfly:2x2x2
exits 2 "open rings of a map" rtr -i --open-y 4x4x4

# Piz Daint's groups, by hand: 15*16/2 green links in 36 chassis, 15 black pairs of each of 16 blades in 6
# groups, 15 pairs of groups; 3 groups and 3, 9 * 48 links between them, of 4.7 GB/s each way.
is "a dragonfly" "$(rtr -s --blue 48 dragonfly:16x6x6 | tr -s ' ')" \
"size dragonfly:16x6x6:48
cabinets 12
groups 6
chassis 36
blades 576
chips 576
nodes 2304
green_links 4320
black_links 1440
blue_links 720
blue_a_pair 48
blue_a_chip 3
link_gb_s 4.70
bisection_links 432
bisection_gb_s 4060.80
global_gb_s 8121.60"
is "a dragonfly: the size may say how many" "$(rtr -s dragonfly:16x6x6:48)" "$(rtr -s --blue 48 dragonfly:16x6x6)"
is "a dragonfly: JSON" "$(rtr -s --json dragonfly:16x6x4 | jq -c '[.schema, (.systems[0] | .size, .nodes, .blue_links)]')" \
	'[2,"dragonfly:16x6x4",1536,6]'
"${GPCD%/*}/rtr" -i --blue 3 dragonfly:4x3x5 >map
is "a dragonfly: as many links as rtr has cables" \
	"$(rtr -s --json --blue 3 dragonfly:4x3x5 | jq -c '.systems[0] | [.green_links, .black_links, .blue_links]')" \
	"[$(($(grep -c ' green -> c' map) / 2)),$(($(grep -c ' black -> c' map) / 6)),$(($(grep -c ' blue -> c' map) / 2))]"
exits 2 "too many blue links" rtr -s --blue 193 dragonfly:16x6x6
is "too many blue links: said" "$(cat err)" \
	"rtr: --blue 193: the blue tiles of 'dragonfly:16x6x6' are enough for 192 a pair of groups"
exits 2 "blue links of a torus" rtr -s --blue 2 4x4x4
exits 2 "a class of a dragonfly" rtr -s --class 0 dragonfly:2x2x2

exits 2 "no size" rtr -s
exits 2 "two sizes" rtr -s 4x4x4 4x4x4
exits 2 "a class that is too small" rtr -s --class 1 16x12x24
is "a class that is too small: said" "$(cat err)" "rtr: topology class 1 makes no '16x12x24'; the nearest is 16x6x8"
for bad in 4x4 4x4x25 1025x2x8 mesh:4x4x4 dragonfly:17x6x4 65536x2x1 x; do
	exits 2 "no system: $bad" rtr -s "$bad"
	like "no system: $bad: it is named" "$(cat err)" "'$bad'"
done
exits 2 "no such class" rtr -s --class 5 4x4x4
( "${GPCD%/*}/rtr" -s 4x4x4 >/dev/full ) 2>err
is "a full device" $? 5

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# links, of Aries: green by blade, black by chassis, blue by group.
# shellcheck source=tests/cli/links/lib.sh
. "${0%/*}/lib.sh"

sim=$(dirname "$GPCD")/gpcd-sim
rtr=$(dirname "$GPCD")/rtr
"$rtr" -i dragonfly:2x2x3:4 >map

# page TILE: address of the page of its registers
page()
{
	echo $((0x2008000 + 0x400000 * ($1 / 8) + 0x80000 * ($1 % 8)))
}

# blank FILE: set all counters of its tiles, and its time, to 0
blank()
{
	local tile

	for tile in {0..47}; do
		fallocate -p -o "$(page "$tile")" -l 4096 "$1"
	done
	word "$1" $((0x7fff038)) 0
}

# stopped FILE: end the command that writes it
stopped()
{
	kill -INT $pid
	ended $pid
	is "$1: exit code" $? 0
}

# --- every register that counts ---

# Channel V of network tile T: flits 100 T + V, events 1000 T + V; processor tiles likewise.
plant()
{
	local t at

	for t in {0..39}; do
		at=$(page "$t")
		# shellcheck disable=SC2046 # words
		word "$1" $((at + 0x200)) $(seq $((100 * t)) $((100 * t + 7)))
		# shellcheck disable=SC2046 # words
		word "$1" $((at + 0x2c0)) $(seq $((1000 * t)) $((1000 * t + 7)))
		word "$1" $((at + 0x310)) $((7 * t))
		word "$1" $((at + 0x560)) $((3 << 61 | 2 * t)) $((3 << 61 | t))
	done
	for t in {40..47}; do
		at=$(page "$t")
		word "$1" $((at + 0x200)) "$t"
		word "$1" $((at + 0x220)) $((2 * t))
		# shellcheck disable=SC2046 # words
		word "$1" $((at + 0x2c0)) $(seq $((10 * t)) $((10 * t + 7)))
		word "$1" $((at + 0x310)) $((3 * t)) $((4 * t))
		word "$1" $((at + 0x530)) $((5 * t)) $((6 * t))
	done
	word "$1" $((0x7fff038)) 2000000
}

still zero.img -c aries --coord 1,0,1 --advance 0s
word zero.img $((0x7fff038)) 1000000
fresh_aries()
{
	cp --sparse=always zero.img a.img
}
# becomes FILE OTHER: copy OTHER's contents into FILE while it is open
becomes()
{
	dd if="$2" of="$1" bs=1M conv=notrunc,sparse status=none
}
# The field that selects a stall register's virtual channel is not a count.
for t in {0..39}; do
	word zero.img $(($(page "$t") + 0x560)) $((3 << 61)) $((3 << 61))
done
cp --sparse=always zero.img full.img
plant full.img

# Tile 8 is green 0, 3 to 5 black 1, 6 blue 0, 7 blue 2.
cat >wanted <<'EOF'
(1, 0, 1)
green 0 (1, 0, 0) 5.25 3206 3222 32006 32022 56 24
black 1 (1, 1, 1) 15.75 4818 4866 48018 48066 84 36
blue 0 (0, 0, 1) 4.70 2406 2422 24006 24022 42 18
blue 2 (2, 0, 1) 4.70 2806 2822 28006 28022 49 21
ptile (1, 0, 1) 42.00 348 696 13968 14096 2436 3828
EOF
fresh_aries
links text -d image:a.img links -f map -i 50ms
meanwhile becomes a.img full.img
stopped text
succeeds "the table of an Aries, exact" cmp <(grep -B 1 -A 4 ' 3206 ' text | tr -s ' ') wanted

# 6428 flits of 20/3 bytes in a ms on the green tile: 0.0428 of 5.25 GB/s; 800000 cycles.
fresh_aries
links json -d image:a.img links --dragonfly 2x2x3 --blue 4 -i 50ms --rates --json
meanwhile becomes a.img full.img
stopped json
grep 13968 json >sample
is "JSON: the links" "$(jq -r '[.links[].direction] | join(", ")' sample)" \
	"green 0, black 1, blue 0, blue 2, ptile"
is "JSON: one of three tiles" "$(jq -c '.links[1] | [.status, .far, .gb_s, .tiles, .lost,
	.counters]' sample)" '["ok",[1,1,1],15.75,3,0,{"req_flits":4818,"rsp_flits":4866,'\
'"req_events":48018,"rsp_events":48066,"inq_stalls":84,"outq_stalls":36}]'
is "JSON: rates and shares" "$(jq -c '.links[0] | [.rates.req_flits,
	(.utilisation * 1e9 | round), .inq_stall_share, .outq_stall_share]' sample)" \
	'[3206000,8162540,7e-05,3e-05]'

fresh_aries
links csv -d image:a.img links -f map -i 50ms --rates --csv
meanwhile becomes a.img full.img
stopped csv
is "CSV: the columns" "$(head -n 1 csv)" "realtime_ns,monotonic_ns,chip_ns,epoch,sequence,missed,\
status,schema_2,\
device,group,chassis,blade,direction,far_group,far_chassis,far_blade,gb_s,tiles,lost,\
req_flits,rsp_flits,req_events,rsp_events,inq_stalls,outq_stalls,\
req_flits_s,rsp_flits_s,req_events_s,rsp_events_s,inq_stalls_s,outq_stalls_s,\
utilisation,inq_stall_share,outq_stall_share"
is "CSV: a link" "$(grep ,2806, csv | cut -d, -f 7-26)" \
	"ok,2,image:a.img,1,0,1,blue 2,2,0,1,4.7,1,0,2806,2822,28006,28022,49,21,2806000.000"
is "CSV: as many fields in every line" "$(awk -F, '{ print NF }' csv | sort -u)" 34

# --- images of a simulated dragonfly ---

# Begin with the same chips before they counted anything, with tiles and time 0.
"$sim" run --dragonfly 2x2x3 --blue 4 --pattern hot --hot 5 --load 1 --time 20us --image sim \
	--links --csv --table links >links.csv
devices=()
for chip in sim/*n0; do
	at=${chip#sim/}
	at=begin-${at//,/-}
	mv "$chip" "end-$at"
	cp --sparse=always "end-$at" "$at"
	blank "$at"
	devices+=(-d "image:$at")
done
rm -r sim
ended_all()
{
	local chip

	for chip in begin-*; do
		becomes "$chip" "end-$chip"
	done
}
links csv "${devices[@]}" links -f map -i 50ms --csv
meanwhile ended_all
stopped csv
# A line per link, of the first sample: chip, colour, far chip; flits of requests and responses, and
# cycles of input stalls, which the filters of virtual channels count, too.
grep ,20000, csv | awk -F, '!sampled[$9, $13]++ { split($13, name, " ")
	print $10 "," $11 "," $12, name[1], $14 "," $15 "," $16, $20, $21, $24, $22 + $23 }' | sort >seen
sed 's/"//g; s/,HH,/ ptile /; s/,\(green\|black\|blue\) [0-9]*,/ \1 /' links.csv | tail -n +2 |
	awk '{ split($3, n, ","); print $1, $2, n[1] "," n[2] "," n[3], n[4], n[5], n[8], n[8] }' |
	sort >wanted
is "all links of all chips" "$(wc -l <seen)" 60
succeeds "counters of a simulated dragonfly, link by link" cmp seen wanted
is "some of them are no zeros" "$(awk '$4 > 100 && $5 > 100 && $6 > 100' seen | wc -l |
	awk '{ print ($1 > 4) }')" 1

# --- the map ---

once()
{
	run gpcd -d image:a.img links -i 10ms -n 1 "$@"
}
grep -v -e 'l04(1:0:1) ' -e 'l06(1:0:1) ' map >lost
once -f lost --json
is "tiles without a line: exit code" "$status" 0
like "of a black link: said" "$(cat err)" 'image:a.img: link black 1 has 2 of 3 tiles'
like "of who knows which: said" "$(cat err)" 'image:a.img: the map has no line about 1 of its tiles'
is "the other tiles' speed" "$(jq -c '.links[1] | [.status, .tiles, .lost, .gb_s]' out)" \
	'["part",2,1,10.5]'
is "a blue one is not there" "$(jq -r '[.links[].direction] | join(", ")' out)" \
	"green 0, black 1, blue 2, ptile"
once -f lost --header
is "in text" "$(grep '^# (' out)" \
	"# (1, 0, 1): the interconnect file has 2 of 3 tiles of black 1: failed?"
is "names of columns" "$(sed -n 2p out | xargs)" \
	"# SRC_COORD GB/s REQ_FLITS RSP_FLITS REQ_EVENTS RSP_EVENTS INQ_STALLS OUTQ_STALLS"
once --dragonfly 2x2x3 --chip 2,1,0
is "--chip: group, chassis, blade" "$status $(sed -n '1p;2p' out | cut -c -21 | xargs)" \
	"0 (2, 1, 0) green 1 (2, 1, 1)"
once --dragonfly 2x2x1
is "an Aries beyond the map" "$status" 2
like "an Aries beyond the map: said" "$(cat err)" 'the map has no Aries \(1, 0, 1\)'
once --torus 2x2x2
is "a map of Geminis" "$status" 2
like "a map of Geminis: said" "$(cat err)" 'image:a.img: not a Gemini, whose links the map has'
exits 2 "two systems" gpcd -d image:a.img links --dragonfly 2x2x2 --torus 2x2x2
like "two systems: said" "$(cat err)" 'torus:2x2x2'
exits 2 "blue links of a file" gpcd -d image:a.img links -f map --blue 2
exits 2 "too many blue links" gpcd -d image:a.img links --dragonfly 2x2x3 --blue 21
exits 2 "no such dragonfly" gpcd -d image:a.img links --dragonfly 17x1x1
exits 2 "too long a size" gpcd -d image:a.img links --dragonfly "$(printf '2x%.0s' {1..99})2"

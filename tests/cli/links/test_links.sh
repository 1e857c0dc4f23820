#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# links.
# shellcheck source=tests/cli/links/lib.sh
. "${0%/*}/lib.sh"

# --- a map by hand: the Gemini of the paper's Fig. 3 ---

directions=(
	Z+ Z+ X+ X+ X- X- Z- Z-
	Z+ Z+ X+ X+ X- X- Z- Z-
	Z- Z- Z- HH HH Z+ Z+ Z+
	X+ X+ Z- HH HH Z+ X- X-
	X+ X+ Y- HH HH Y+ X- X-
	Y- Y- Y- HH HH Y+ Y+ Y+
)
declare -A far=(
	[X+]='c1-0c0s0g0 (1,0,0) cable11x' [X-]='c2-0c0s0g0 (15,0,0) cable18x'
	[Y+]='c0-0c0s0g1 (0,1,0) mezzanine' [Y-]='c0-1c0s0g1 (0,11,0) cable10y'
	[Z+]='c0-0c0s1g0 (0,0,1) backplane' [Z-]='c0-0c2s7g0 (0,0,23) cable15z'
)

# Far tiles are invented: the own number, mirrored.
fig3()
{
	local tile direction name coord type

	for tile in {0..47}; do
		direction=${directions[tile]}
		[ "$direction" = HH ] && continue
		read -r name coord type <<<"${far[$direction]}"
		printf 'c0-0c0s0g0l%d%d[(0,0,0)] %s -> %sl%d%d[%s] LinkType: %s\n' \
			$((tile / 8)) $((tile % 8)) "$direction" "$name" \
			$((tile / 8)) $((7 - tile % 8)) "$coord" "$type"
	done
}
fig3 >map

# --- the table ---

fresh g.img
links text -d image:g.img links -f map -i 50ms
meanwhile millisecond g.img
kill -INT $pid
ended $pid
is "SIGINT after samples: exit code" $? 0
is "a closing line" "$(cat err)" 'gpcd links: 2 samples, 0 periods missed, 0 torn'
# Tiles of X+: 2 3 10 11 24 25 32 33, together 140; and so on.
cat >wanted <<'EOF'
(0, 0, 0)
X+ (1, 0, 0)     9.38       140000       280000       420000       560000       700000       840000
X- (15, 0, 0)    9.38       172000       344000       516000       688000       860000      1032000
Y+ (0, 1, 0)     9.38       175000       350000       525000       700000       875000      1050000
Y- (0, 11, 0)    4.69       157000       314000       471000       628000       785000       942000
Z+ (0, 0, 1)    15.00       113000       226000       339000       452000       565000       678000
Z- (0, 0, 23)    9.38       119000       238000       357000       476000       595000       714000
HH (0, 0, 0)    10.40       252000       504000       756000      1008000      1260000      1512000
EOF
succeeds "the table of Fig. 4" cmp <(grep -B 1 -A 6 ' 140000 ' text) wanted

fresh g.img
run gpcd -d image:g.img links -f map -i 10ms -n 2 --header
is "the heading, each sample" "$(grep -c '^# DEST_COORD$' out)" 2
is "names the columns" "$(sed -n 2p out | xargs)" \
	"# SRC_COORD GB/s VC0_PHITS VC1_PHITS VC0_PKTS VC1_PKTS INQ_STALLS OUTQ_STALLS"
is "every sample has its block" "$(grep -vc '^#' out)" 16
run gpcd -d image:g.img links --torus 16x12x24 -i 10ms -n 1
cp out torus
run gpcd -d image:g.img links -f map -i 10ms -n 1
succeeds "an emulated Cielo begins with the Gemini of Fig. 3" cmp out torus

# --- rates and formats ---

fresh g.img
tile g.img 2 0 $(((1 << 48) - 5000))
links json -d image:g.img links -f map -i 50ms --rates --json
meanwhile millisecond g.img
kill -INT $pid
ended $pid
grep 145000 json >sample
is "JSON: schema and place" "$(jq -c '[.schema, .device, .coord, .chip_ns]' sample)" \
	'[2,"image:g.img",[0,0,0],"2000000"]'
is "JSON: seven links" "$(jq -r '[.links[].direction] | join(" ")' sample)" "X+ X- Y+ Y- Z+ Z- HH"
is "JSON: a link; a counter that wrapped" "$(jq -c '.links[0] | [.far, .gb_s, .tiles, .lost,
	.counters.vc0_phits, .counters.outq_stalls]' sample)" '[[1,0,0],9.375,8,0,145000,840000]'
# 175000 + 350000 phits of 3 bytes in a ms: 1.575 of 9.375 GB/s. 4 tiles have 3200000 cycles.
is "JSON: rates and shares" "$(jq -c '.links[2] | [.rates.vc0_phits, .utilisation,
	.inq_stall_share, .outq_stall_share]' sample)" '[175000000,0.168,0.2734375,0.328125]'

# --- a picture ---

# 157000 + 314000 phits of 3 bytes in a ms came over Y-, from (0, 11, 0): 30.14 % of 4.6875 GB/s.
# The 4 tiles of Y+ have 3,200,000 cycles: packets waited in 875,000, credits lacked in 1,050,000.
fresh g.img
links text -d image:g.img links -f map -i 50ms -n 2 --svg links.svg --scale full
meanwhile millisecond g.img
ended $pid
is "a picture: exit code" $? 0
succeeds "a picture can be drawn" rsvg-convert links.svg -o links.png
like "a picture: what is drawn" "$(cat links.svg)" 'torus:16x12x24: links, mean of 2 samples of 0.05 s'
is "a picture: the link that led here carried most, packets wait after it, credits belong to the link from here" \
	"$(sed -n "s/.*>most \(.*\)<.*/\1/p" links.svg | paste -sd '|')" \
	'30.1 %: 0,11,0 Y+ to 0,0,0 Y-|27.3 %: 0,1,0 Y- to 0,0,0 Y+|32.8 %: 0,0,0 Y+ to 0,1,0 Y-'
fresh g.img
links text -d image:g.img links -f map -i 50ms -n 2 --html links.html
meanwhile millisecond g.img
ended $pid
is "a page: exit code" $? 0
# page CHIP PORT: a line a sample
page()
{
	python3 "$top/tests/cli/helpers/page.py" link links.html "$@"
}
is "a page: what came by Y- is load of the link that leads here, and waits after it" "$(page 0,11,0 Y+)" \
	"none none none
0.30144 471000 0.245313 785000 none"
is "a page: credits belong to the link from here; the far chip was not read" "$(page 0,0,0 Y+)" \
	"none none none
none none 0.328125 1050000"
is "a page: it asks for nothing" "$(python3 "$top/tests/cli/helpers/page.py" apart links.html)" ""

# refused WHAT MESSAGE: findings are refused, and nothing is measured
refused()
{
	run gpcd -d image:g.img links -f map -i 10ms -n 2 --html said.html --findings said
	is "findings: $1: exit code, what is printed, the page" "$status $(cat out) $(ls said.html* 2>/dev/null)" "2  "
	is "findings: $1: said" "$(cat err)" "gpcd links: $2"
}
rm -f said
refused "no such file" "said: No such file or directory"
form="a line is SAMPLE, CHIP, LINK or -, SENTENCE, with tabs between"
echo bad >said
refused "not the form" "said:1: fewer than four fields after 'bad': $form"
printf '1\t99,0,0\t-\tx\n' >said
refused "no such chip" "said:1: the network has no chip '99,0,0': $form"
# Only the end shows how many samples there are.
printf '1\t0,0,0\tX+\tSeen.\n3\t0,0,0\tX+\tLate.\n' >said
fresh g.img
links text -d image:g.img links -f map -i 50ms -n 2 --html said.html --findings said
meanwhile millisecond g.img
ended $pid
is "findings: no such sample: exit code" $? 2
like "findings: no such sample: said" "$(cat err)" "said:2: the page has no sample '3': $form"
is "findings: no such sample: the page is there, with those before" \
	"$(python3 "$top/tests/cli/helpers/page.py" sums said.html | jq -c '[(.samples | length), [.findings[] | .[1]]]')" '[2,["Seen."]]'
fails "a page of metrics" 2 '--html is made from the columns without -m' "$GPCD" -d image:g.img links -f map -m link_use --html x
# Only the chip's time goes on.
fresh g.img
"${GPCD%/*}/gpcd-sim" run --torus 2x2x2 --load 1 --time 10us --svg sim.svg >/dev/null
# words FILE: what a picture's stalls are
words()
{
	grep -o "of a tile's cycles: [a-z ]*" "$1" | sort -u
}
is "a picture: stalls by the words of the simulator's pictures" "$(words links.svg)" "$(words sim.svg)"
links text -d image:g.img links -f map -i 50ms -n 1 --svg still.svg
meanwhile word g.img $((0x7fff038)) 2000000
ended $pid
is "a picture of links that carry nothing names none as the worst" \
	"$(grep -c '>none<' still.svg) $(grep -c 'most ' still.svg)" "3 0"
fails "a picture in no folder: said at once" 5 'missing/a.svg: No such file' \
	bounded "$GPCD" -d image:g.img links -f map -i 10s --svg missing/a.svg
fails "a scale without a picture" 2 'scale goes with --svg or --png' "$GPCD" -d image:g.img links -f map --scale log
exits 5 "a picture on a full device" gpcd -d image:g.img links -f map -i 10ms -n 1 --svg /dev/full

fresh g.img
links csv -d image:g.img links -f map -i 50ms --rates --csv
meanwhile millisecond g.img
kill -INT $pid
ended $pid
is "CSV: the columns" "$(head -n 1 csv)" "realtime_ns,monotonic_ns,chip_ns,epoch,sequence,missed,\
status,schema_2,\
device,x,y,z,direction,far_x,far_y,far_z,gb_s,tiles,lost,\
vc0_phits,vc1_phits,vc0_pkts,vc1_pkts,inq_stalls,outq_stalls,\
vc0_phits_s,vc1_phits_s,vc0_pkts_s,vc1_pkts_s,inq_stalls_s,outq_stalls_s,\
utilisation,inq_stall_share,outq_stall_share"
is "CSV: as many fields in every line" "$(awk -F, '{ print NF }' csv | sort -u)" 34
is "CSV: a link" "$(grep ,157000, csv | cut -d, -f 7-26,32)" \
	"ok,2,image:g.img,0,0,0,Y-,0,11,0,4.6875,4,0,157000,314000,471000,628000,785000,942000,157000000.000,0.301440000"
is "CSV: no rates while the chip's time stands" "$(sed -n 2p csv | cut -d, -f 26-)" ,,,,,,,,
run gpcd -d image:g.img links -f map -i 10ms -n 1 --csv
is "CSV: without --rates none" "$(head -n 1 out | tr , '\n' | tail -n 1)" outq_stalls
run gpcd -d image:g.img links -f map -i 10ms -n 1 --rates --header
is "text: rates too" "$(sed -n 2p out | awk '{ print $(NF - 4), $(NF - 2) }')" "GB/s_IN UTIL"

# --- many ---

still b.img --coord 0,0,1
still a.img --coord 0,1,1
torus='--torus 16x12x24 -i 10ms -n 1'
# shellcheck disable=SC2086 # options
links_once()
{
	run gpcd links $torus "$@"
}
links_once -d image:a.img -d image:b.img -d image:none.img
is "one that is missing: exit code" "$status" 3
like "one that is missing: said" "$(cat err)" 'image:none.img: no such file'
is "the others are printed, in the order of coordinates" "$(grep '^(' out | xargs)" \
	"(0, 0, 1) (0, 1, 1)"
is "each with its neighbours" "$(grep '^Y' out | cut -c 1-13 | xargs)" \
	"Y+ (0, 1, 1) Y- (0, 11, 1) Y+ (0, 2, 1) Y- (0, 0, 1)"
still aries.img -c aries
links_once -d image:aries.img -d image:b.img
is "an Aries: exit code" "$status" 2
like "an Aries: said" "$(cat err)" 'image:aries.img: not a Gemini'
still far.img --coord 16,0,0
links_once -d image:far.img -d image:b.img
is "a Gemini beyond the map: exit code" "$status" 2
like "a Gemini beyond the map: said" "$(cat err)" 'far.img: the map has no Gemini \(16, 0, 0\)'
is "a Gemini beyond the map: the other is printed" "$(grep '^(' out)" "(0, 0, 1)"
links_once -d image:far.img --chip 1,2,3
is "--chip says where it is" "$status $(head -n 1 out)" "0 (1, 2, 3)"
run gpcd -d image:far.img links -f map --chip 0,0,0 -i 10ms -n 1
is "--chip, by a file" "$status $(head -n 1 out)" "0 (0, 0, 0)"
GPCD_DEVICE=image:b.img links_once
is "GPCD_DEVICE names it" "$(head -n 1 out)" "(0, 0, 1)"

# --- the map ---

grep -v 'l11\[(0' map | sed '1s/$/\r/' | tac >lost
run gpcd -d image:g.img links -f lost -i 10ms -n 1 --json
is "a tile that the map lacks: exit code" "$status" 0
like "a tile that the map lacks: said" "$(cat err)" 'image:g.img: link Z\+ has 7 of 8 tiles'
is "a tile that the map lacks: the other tiles' speed" "$(jq -c '.links[4] |
	[.status, .tiles, .lost, .gb_s]' out)" '["part",7,1,13.125]'

# No tile of X-, and one less of Z+ and Z-: no idle links.
grep -v ' X- ' lost >failed
failed()
{
	run gpcd -d image:g.img links -f failed -i 10ms -n 1 "$@"
}
failed
is "lost links, text: what libgm prints" "$(grep -n '^#' out)" \
	"3:# (0, 0, 0): the interconnect file has 0 of 8 tiles of X-: failed?
7:# (0, 0, 0): the interconnect file has 7 of 8 tiles of Z+: failed?
9:# (0, 0, 0): the interconnect file has 7 of 8 tiles of Z-: failed?"
is "lost links, text: no line with counters" "$(grep -c '^X-' out)" 0
like "lost links: said at the start" "$(cat err)" 'image:g.img: link X- has 0 of 8 tiles'
failed --svg failed.svg
is "lost links, a picture: one is black, and two are thinly" \
	"$(sed -n "s/.*class='failed' stroke='#000000' stroke-width='\([^']*\)' d='\(.*\)'.*/\1 \2/p" failed.svg |
		awk '{ print $1, gsub(/M/, "M") }' | paste -sd ' ')" "3.15 2 1.46475 2 3.15 2 1.46475 2 3.15 2 1.46475 2"
failed --json --rates
is "lost links, JSON" "$(jq -c '.links[1] | [.direction, .status, .far, .tiles, .lost, .counters,
	.rates, .utilisation]' out)" '["X-","lost",null,0,8,null,null,null]'
is "lost links, JSON: the status of all" "$(jq -r '[.links[].status] | join(" ")' out)" \
	"ok lost ok ok part part ok"
failed --csv --rates
is "lost links, CSV" "$(grep ,X-, out | cut -d, -f 7-)" \
	"lost,2,image:g.img,0,0,0,X-,,,,0,0,8,,,,,,,,,,,,,,,"
is "lost links, CSV: the status of all" "$(tail -n +2 out | cut -d, -f 7 | paste -sd ' ')" \
	"ok lost ok ok part part ok"
is "lost links, CSV: as many fields in every line" "$(awk -F, '{ print NF }' out | sort -u)" 34

# A writer that never ends its batch.
cp --sparse=always g.img torn.img
word torn.img $((0x7fff040)) 1
run gpcd -d image:torn.img links -f map -i 10ms -n 1 --json
is "torn, JSON" "$(jq -r '[.links[].status] | unique | join(" ")' out)" torn
run gpcd -d image:torn.img links -f map -i 10ms -n 1 --csv
is "torn, CSV" "$(tail -n +2 out | cut -d, -f 7 | sort -u)" torn
run gpcd -d image:torn.img links -f map -i 10ms -n 1
like "torn, text" "$(sed -n 2p out)" '^# \(0, 0, 0\): torn: '

# --- the map that libgm uses ---

export GM_INTERCONNECT=map
run gpcd -d image:g.img links -i 10ms -n 1
is "GM_INTERCONNECT: the map" "$status $(grep -c '^[XYZH]' out)" "0 7"
run gpcd -d image:g.img links -f lost -i 10ms -n 1
is "-f outdoes it" "$status $(grep -c 'interconnect file has 7' out)" "0 2"
run gpcd -d image:g.img links --torus 16x12x24 -i 10ms -n 1
is "so does --torus" "$status $(grep -c '^[XYZH]' out)" "0 7"
exits 2 "--class needs --torus" gpcd -d image:g.img links --class 3 -i 10ms -n 1
GM_INTERCONNECT=none exits 2 "GM_INTERCONNECT: no such file" gpcd -d image:g.img links -n 1
like "GM_INTERCONNECT: no such file: said" "$(cat err)" \
	'^gpcd links: none: No such file.*--interconnect FILE, which .rtr -i SIZE. writes, --torus SIZE, --dragonfly SIZE or GM_INTERCONNECT$'
unset GM_INTERCONNECT

# --- headers ---

# links_terminal ARGUMENT...: run it on a terminal
links_terminal()
{
	script -qec "$GPCD -d image:g.img links -f map -i 10ms -n 1 $*" /dev/null </dev/null | tr -d '\r'
}
is "a header on a terminal" "$(links_terminal --raw | grep -c DEST_COORD)" 1
is "none on a terminal that wants none" "$(links_terminal --raw --no-header | grep -c DEST_COORD)" 0
like "a terminal: when, and columns for people" "$(links_terminal | head -n 2 | tr -s ' ')" \
	'^# 20[-0-9]{8} [:0-9]{8}\.[0-9]{3} sample 1 \(0, 0, 0\)'$'\n''link to GB/s phits 0 phits 1 packets 0 packets 1 in stalls out stalls$'
is "columns for people that want no names" "$(links_terminal --no-header | grep -c GB/s)" 0
is "rates for people, on 80 columns" "$(links_terminal --rates | awk 'length > 80')" ""
like "rates for people" "$(links_terminal --rates | tr -s ' ')" 'GB/s in M packets/s use % in stalls % out stalls %'$'\n''X\+ [0-9,]+ [0-9.]+ [-0-9.]+ '
is "a terminal gets the table all the same" "$(links_terminal --no-header | grep -c '^X+')" 1
run gpcd -d image:g.img links -f map -i 10ms -n 1
is "none in a file" "$(grep -c DEST_COORD out)" 0

# --- appending ---

for _ in 1 2; do
	gpcd -d image:g.img links -f map -i 10ms -n 1 --csv >>appended 2>err
done
is "appended: one header" "$(grep -c realtime_ns appended) $(wc -l <appended)" "1 15"
gpcd -d image:g.img links -f map -i 1h -n 1 --csv --rates >>appended 2>err
is "appended, another header: refused at once" "$? $(wc -l <appended)" "5 15"

# --- the map ---
sed 's/^\(.*l02.*\)(1,0,0)/\1(1,1,0)/; /l02/s/> c1-0c0s0g0/> c1-0c0s0g1/' map >parted
run gpcd -d image:g.img links -f parted -i 10ms -n 1
is "a link to two Geminis: exit code" "$status" 1
like "a link to two Geminis: said" "$(cat err)" \
	'^gpcd links: parted: a link of \(0, 0, 0\) leads to several chips'
exits 2 "an empty map" gpcd -d image:g.img links -f /dev/null -n 1
is "an empty map: said" "$(cat err)" "gpcd links: /dev/null: empty: no line about any chip"
sed '7s/Z-/W-/' map >bad
exits 2 "a bad line" gpcd -d image:g.img links -f bad -n 1
like "a bad line: said" "$(cat err)" '^gpcd links: bad:7: '
echo 'c0-0c0s0a0l00(0:0:0) green -> c0-0c0s6a0l10(0:0:6)' >aries
exits 2 "a map of Aries" gpcd -d image:g.img links -f aries -n 1
is "a map of Aries: said" "$(cat err)" \
	"gpcd links: image:g.img: not an Aries, whose links the map has"
exits 2 "no such map" gpcd -d image:g.img links -f none -n 1
like "no such map: said" "$(cat err)" 'none: No such file'
if [ ! -e /etc/gpcd/interconnect.txt ]; then
	exits 2 "no map" gpcd -d image:g.img links
	like "no map: said" "$(cat err)" '/etc/gpcd/interconnect.txt: .*GM_INTERCONNECT'
fi
exits 2 "two maps" gpcd -d image:g.img links -f map --torus 16x12x24
exits 2 "a class of a file" gpcd -d image:g.img links -f map --class 1
exits 2 "no such class" gpcd -d image:g.img links --torus 16x12x24 --class 5
for bad in 16x12 mesh:4x4x4 none 0x1x1; do
	exits 2 "no torus: $bad" gpcd -d image:g.img links --torus $bad
done
like "two maps: said" "$(gpcd -d image:g.img links -f map --torus 2x2x2 2>&1)" \
	'both --interconnect and --torus'
exits 2 "two files" gpcd -d image:g.img links -f map -f lost
like "two files: both are named" "$(cat err)" 'both --interconnect map and --interconnect lost'
exits 2 "two systems" gpcd -d image:g.img links --torus 2x2x2 --torus 4x4x4
exits 2 "two coordinates" gpcd -d image:g.img links -f map --chip 0,0,0 --chip 0,0,1
exits 2 "--chip is no coordinate" gpcd -d image:g.img links -f map --chip 1,2
exits 2 "--chip of two devices" gpcd -d image:a.img -d image:b.img links -f map --chip 0,0,0
exits 2 "an interval too short" gpcd -d image:g.img links -f map -i 1us
if ! compgen -G '/dev/gpcd[0-9]*' >/dev/null; then
	exits 3 "no device" gpcd links -f map
fi

# --- changes during sampling ---

fresh g.img
links csv -d image:g.img -d image:b.img links --torus 16x12x24 -i 50ms --csv
meanwhile gpcd -d image:g.img write GM_0_0_TILE_PERFORMANCE_COUNTERS_0 1
like "a new epoch: said" "$(cat err)" 'image:g.img: reset, cleared or written to'
lines=$(wc -l <csv)
tick
is "a new epoch: it goes on" "$(wc -l <csv)" $((lines + 14))
still b.img
tick
like "a chip that goes: said" "$(cat err)" 'image:b.img: its chip is gone'
lines=$(wc -l <csv)
tick
is "a chip that goes: the other is printed on" "$(wc -l <csv)" $((lines + 7))
is "never half a block" "$(($(grep -c image:g.img csv) % 7)) $(($(grep -c image:b.img csv) % 7))" "0 0"
kill -TERM $pid
ended $pid
is "a chip that went: exit code at the end" $? 3

links out -d image:g.img links -f map -i 1h
kill -INT $pid
ended $pid
is "SIGINT before the first sample: exit code" $? 1
links text -d image:g.img links -f map -i 10ms
tick
still g.img
tick
ended $pid
is "the only chip goes: exit code" $? 3
fresh g.img
"$GPCD" -d image:g.img links -f map -i 1ms 2>err | head -n 8 >text
codes=("${PIPESTATUS[@]}")
is "a closed pipe: exit code" "${codes[0]}" 5
like "a closed pipe: no complaint of it" "$(cat err)" '^gpcd links: [0-9]+ samples, [^:]*$'
( "$GPCD" -d image:g.img links -f map -i 1ms -n 3 >/dev/full ) 2>err
is "a full device: exit code" $? 5

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-study sonar and minighost, compared with the paper.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

study=$GPCD-study

"$study" sonar --json >json
is "sonar: experiments" "$(jq -r 'keys_unsorted | join(" ")' json)" \
	"schema putget compression direction routes efficiency links protocol"
is "sonar: a PUT and a GET have 32 + 3 and 8 + 27 phits, 105 bytes each" \
	"$(jq -r '.putget[:6] | map(.ours) | join(" ")' json)" "32 3 105 8 27 105"
is "sonar: what differs" \
	"$(jq -r '[.putget, .compression, .direction, .routes, .efficiency, .links, .protocol | .[] |
		select(.verdict != "same" and .verdict != "input") | "\(.quantity): \(.ours), not \(.paper)"] |
		join("; ")' json)" \
	"phits on VC0, random : zeros: 2, not 3; a tile of the host, GB/s: 2.4, not 1.33; data of all bytes, response of 3 phits, percent: 60.9524, not 63"
is "sonar: sizes of packets and switches of protocols were put in" \
	"$(jq -c '[.putget, .compression, .direction, .routes, .efficiency, .links, .protocol |
		map(select(.verdict == "input")) | length]' json)" "[6,4,0,0,22,7,1]"
# A phit, 3 bytes, in 1.28, 1.6, 2.56 and 1.25 ns; 4 or 8 of them
is "sonar: Table II, and links of four and of eight tiles" \
	"$(jq -r '.links | map(.ours) | join(" ")' json)" \
	"2.34375 1.875 1.17188 2.4 1 9.375 0.5 9.375 4.6875 0.125 15 9.375"
# A way has 16384 x (32 + 2) phits; on four tiles, each 2.56 ns long, these take 356.5 us for 1 MiB.
is "sonar: a link of four cables carries what its phits leave" \
	"$(jq -r '.protocol[2].ours | tonumber | . > 2.941 * 0.99 and . < 2.9413' json)" true
is "sonar: 64 of 102 bytes are payload" "$(jq -r '.protocol[0].ours' json)" 62.7451
is "sonar: 64 of 105 bytes are payload" \
	"$(jq -r '.efficiency | last | "\(.bytes) \(.efficiency_pct)"' json)" "4194304 60.9"
# 1 MiB: 16384 + 1 PUTs of 32 phits, 4 GETs answered by 27; 3 bytes a phit
is "sonar: a message of 1 MiB" \
	"$(jq -c '.efficiency[] | select(.bytes == 1048576) |
		[.vc0_bytes_injected, .vc1_bytes_injected]' json)" "[1572960,324]"
exits 0 "sonar: Fig. 5" "$study" sonar efficiency --svg fig5.svg
succeeds "sonar: Fig. 5 is a picture" rsvg-convert fig5.svg -o fig5.png
is "sonar: Fig. 5 has five lines, of 23 sizes each" \
	"$(grep -o "d='M[^']*'" fig5.svg | tr -cd 'ML\n' | sort | uniq -c | tr -s ' ')" " 5 M$(printf 'L%.0s' {1..22})"
fails "sonar: a picture of another experiment" 2 '[-]-svg draws Fig. 5: name efficiency' \
	"$study" sonar links --svg no.svg
is "sonar: which is not drawn" "$(find . -name no.svg)" ""
is "sonar: one experiment" "$("$study" sonar routes --json | jq -r 'keys_unsorted | join(" ")')" \
	"schema routes"

exits 0 "minighost, small" "$study" minighost --torus 4x4x4 --grid 8x16x16 --reduced-box 4 --json \
	--svg ghost
is "minighost: nothing has failed" "$(jq -c '[.injected[].failed_lanes]' out)" "[0,0,0]"
is "minighost: placements" "$(jq -r '.injected | map(.placement) | join(" ")' out)" \
	"Random No-Remap Remap"
is "minighost: bytes fall in that order" \
	"$(jq '.injected | map(.mean_mib) | .[0] > .[1] and .[1] > .[2] and .[2] > 0' out)" true
is "minighost: there are stalls" \
	"$(jq -c '[any(.stalls[]; .input_mean > 0), any(.stalls[]; .output_mean > 0)]' out)" "[true,true]"
is "minighost: means are no more than maxima" \
	"$(jq '[.injected[] | .mean_mib <= .max_mib] +
		[.stalls[] | .input_mean <= .input_max and .output_mean <= .output_max] | all' out)" true
is "minighost: six maxima of X, each beside the larger of Y and Z" \
	"$(jq -c '. as $all | [("input", "output") as $stalls | ("Random", "No-Remap", "Remap") as $placement |
		([$all.stalls[] | select(.placement == $placement) | { (.link): .["\($stalls)_max"] }] | add) as $most |
		$all.claims[] | select(.quantity == "\($stalls) stalls, \($placement), max, X : larger of Y and Z") |
		(.ours | tonumber) / ($most.X / ([$most.Y, $most.Z] | max)) - 1 | fabs < 0.006]' out)" \
	"[true,true,true,true,true,true]"
is "minighost: every claim is judged" \
	"$(jq -c '[.claims[].verdict] | [length, all(. == "same" or . == "differs")]' out)" "[$(grep -c '^claim ' "$top/lib/studies/gemini/minighost.study"),true]"
is "minighost: the grid and halves of it" \
	"$(jq -c '[.growth[] | select(.placement == "Remap") | .ranks]' out)" "[2048,1024,512,256,128,64]"
is "minighost: a half is as a grid of that size" \
	"$(jq -c '[.growth[] | select(.halved > 0) | .busiest_ms]' out)" \
	"$("$study" minighost --torus 4x4x4 --grid 8x8x16 --table growth --json | jq -c '[.growth[].busiest_ms]')"
# once BLOCK: stalls of an exchange by gpcd-sim, mean and most over Geminis, in the order of the study's table
once()
{
	"$GPCD-sim" run --torus 4x4x4 --stencil 27 --grid 8x16x16 --block "$1" --seed 1 --box 4x4x4 --table links --json |
		jq -r 'def extent(count): [group_by(.chip)[] | map(count) | add] | "\(add / length * 10 | round / 10) \(max)";
			[.links[] | .link |= sub("[-+]"; "")] as $all | ("X", "Y", "Z", "HH") as $link |
			$all | map(select(.link == $link)) | "\(extent(.inq_stalls)) \(extent(.credit_stalls))"'
}
"$study" minighost --torus 4x4x4 --grid 8x16x16 --box 4 --scale paper --exchanges 1 --table stalls --json >whole 2>estimate
for placement in Random No-Remap Remap; do
	is "minighost: stalls of an exchange, $placement" "$(jq -r --arg placement "$placement" \
		'.stalls[] | select(.placement == $placement) | "\(.input_mean) \(.input_max) \(.output_mean) \(.output_max)"' \
		whole)" "$(once "${placement,,}")"
done
like "minighost: at the paper's scale boxes are whole, and the time is said first" "$(cat estimate)" \
	'^gpcd-study minighost: 1 exchange of boxes of 4\^3 cells on 2048 ranks: about [0-9]+ s of a processor, and [0-9.]+ MB$'
# announced TABLE: the numbers of ranks whose exchanges it announces for a table
announced()
{
	"$study" minighost --torus 4x4x4 --grid 8x16x16 --box 4 --scale paper --table "$1" 2>&1 >/dev/null |
		sed -n 's/.* on \([0-9]*\) ranks: about .*/\1/p' | xargs
}
is "minighost: likewise with fewer ranks" "$(announced scaling)" "256 64"
is "minighost: but not for what takes no exchange" "$(announced growth)" ""
# ghost OPTION...: the table of stalls of a tiny machine
ghost()
{
	"$study" minighost --torus 2x2x2 --grid 4x4x16 --exchanges 1 --table stalls --csv "$@"
}
is "minighost: faces of 23 x 23 cells go by GETs, as whole ones" "$(ghost --reduced-box 23)" "$(ghost --box 23 --reduced-box 23)"
is "minighost: faces of 22 x 22 do, too; as whole ones they are PUT" \
	"$(cmp -s <(ghost --reduced-box 22) <(ghost --box 22 --reduced-box 22); echo $?)" 1
is "minighost: a box of PUTs stays one" "$(ghost --box 22 --reduced-box 3)" "$(ghost --box 3 --reduced-box 3)"
is "minighost: exchanges of an eighth take as long as of a grid of that size" \
	"$(jq -c '[.scaling[] | select(.halved == 3) | .us]' out)" \
	"$("$study" minighost --torus 4x4x4 --grid 4x4x16 --reduced-box 4 --table times --json |
		jq -c '[.times[] | select(.placement != "Random") | .us]')"
"$study" minighost --torus 4x4x4 --grid 8x16x16 --table orders --json >busy
is "minighost: orders of nodes" \
	"$(jq -r '[.orders[] | select(.placement == "Remap") | .order] | join(" ")' busy)" "ZYX YZX ZXY XZY YXZ XYZ"
is "minighost: the machine's own order is the first" \
	"$(jq -c '[.orders[0, 1] | [.x_ms, .y_ms, .z_ms] | max]' busy)" \
	"$(jq -c '[.growth[] | select(.halved == 0 and .placement != "Random") | .busiest_ms]' out)"
is "minighost: an order moves load to another dimension" \
	"$(jq -c '[.orders[] | select(.placement == "No-Remap" and (.order == "ZYX" or .order == "ZXY")) | .x_ms < .y_ms]' busy)" \
	"[true,false]"
# busy GRID: of each order of nodes, the dimensions whose links have something to carry; a Gemini has two lines
# of 1x1x16 ranks, so that 2x4x16 are four Geminis in a row, and 2x8x16 two rows
busy()
{
	"$study" minighost --torus 4x4x4 --grid "$1" --table orders --json | jq -r '[.orders[] |
		select(.placement == "No-Remap") | {X: .x_ms, Y: .y_ms, Z: .z_ms} as $busy |
		[.order / "" | .[] | select($busy[.] > 0)] | add] | join(" ")'
}
is "minighost: a row of Geminis is along the first dimension of an order" "$(busy 2x4x16)" "Z Y Z X Y X"
is "minighost: the next row is along the second" "$(busy 2x8x16)" "ZY YZ ZX XZ YX XY"
"$study" minighost --torus 4x4x4 --grid 8x16x16 --reduced-box 4 --csv >csv
is "minighost: CSV is one table" "$(cut -d, -f1 csv | xargs)" "placement Random No-Remap Remap"
is "minighost: CSV of another table" "$("$study" minighost --torus 4x4x4 --grid 8x16x16 --reduced-box 4 --csv \
	--table stalls | awk -F, '{ print NF }' | sort -u)" 7
for name in injected input output; do
	succeeds "minighost: a picture of $name" rsvg-convert "ghost-$name.svg" -o a.png
done
fails "minighost: a grid that does not fit" 2 'more ranks than .*, 16 on each: give a smaller one, by --grid' \
	"$study" minighost --torus 4x4x4
for grid in 3x2x16 2x3x16 2x2x8; do
	fails "minighost: a grid of no whole blocks: $grid" 2 'x and y must be multiples of 2, z of 16' \
		"$study" minighost --torus 4x4x4 --grid $grid
done
fails "minighost: a grid too large" 2 'up to 2\^28 ranks' "$study" minighost --grid 1024x1024x1024
fails "minighost: a box too large" 2 "--box '1001' is not a valid N: .*1 to 1000" "$study" minighost --box 1001
exits 2 "minighost: no torus of Geminis" "$study" minighost --torus 4x4
exits 2 "minighost: no mesh" "$study" minighost --mesh 4x4
"$study" minighost --help >help
like "minighost: help shows its own machine" "$(cat help)" 'torus=XxYxZ +of Geminis; default 16x12x24'
is "minighost: help offers no other" "$(grep -cE -- '--(mesh|hypercube)' help)" 0
fails "minighost: pictures on standard output" 2 'a picture needs a file: name one' \
	"$study" minighost --torus 4x4x4 --grid 8x16x16 --reduced-box 4 --svg -
exits 5 "minighost: a picture in no folder" "$study" minighost --torus 4x4x4 --grid 8x16x16 \
	--reduced-box 4 --svg missing/ghost

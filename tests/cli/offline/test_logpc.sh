#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-study logpc: equation (13) against a bisection, verdicts, pictures, errors.
# shellcheck source=tests/cli/offline/logpc.sh
. "${0%/*}/logpc.sh"

# --- roots, each computed by a separate program ---

logpc --long-count 1 --table fig6 --csv >fig6.csv
is "(13): the period with contention, of each size" "$(sed 1d fig6.csv | cut -d, -f3)" \
	"$(sed 1d fig6.csv | awk -F, '{ print $1, $1 }' | halves 2 1 1)"
logpc --self --channel-byte 0.5 --long-count 1 --table fig6 --csv >fig6-self.csv
is "(13): another k_d, and channels by G" "$(sed 1d fig6-self.csv | cut -d, -f3)" \
	"$(sed 1d fig6-self.csv | awk -F, '{ print $1, $1 }' | halves 1.9375 0.5 1)"
is "LogGP: 25 + (B - 1) / 2 + (B - 1) / 2" "$(sed 1d fig6.csv | cut -d, -f2 | xargs)" \
	"1024 2024 4024 8024 16024 32024 64024"
is "links in plenty make nothing slower" "$(sed 1d fig6.csv | awk -F, '$5 > $4 { print }')" ""

# --- what the paper prints ---

logpc distance --json >distance.json
is "(6): no contention for k_d < 1, and said" "$(verdict distance.json '(6): C_n of that locality')" \
	"0 cycles a byte: (6) is below 0, k_d < 1: does not follow"
is "(11)" "$(verdict distance.json '(11): 2 k_d of random destinations')" "3.875: same"
is "(12)" "$(verdict distance.json '(12): 2 k_dl of i + 1 and i - 1')" "1.875: same"
is "(14): 1 + sqrt(6) / 2" "$(verdict distance.json '(14): bound (section 5.1.3)')" "2.22474: same"
is "(14): of (11)" "$(verdict distance.json '(14): bound (section 3.4)')" "2.17033: same"
is "(14): channels by G" "$(verdict distance.json '(14): bound, a byte 0.5 cycles on a channel')" \
	"1.41144: differs by -36.4 %"
logpc break --json >break.json
is "(2): (129 + 0.5) / (0.5 - 0.26)" "$(verdict break.json '(2): is (1) from so many bytes on')" \
	"539.583: differs by -46 %"
is "(2): G_m for 1,000 bytes: 0.5 - (129 + (a + 1) / 2) / 1000" \
	"$(logpc --table break --csv | awk -F, '$4 == 1000 { print $1, $2 }' | xargs)" \
	"0 0.3705 8 0.3665 16 0.3625 32 0.3545 64 0.3385"
logpc table4 --count 20 --json >table4.json
is "Table 4: LoGPC" "$(verdict table4.json 'Table 4: synchronous, LoGPC')" "499: input"
is "Table 4: C_n does not follow" "$(verdict table4.json 'Table 4: C_n' | sed 's/.*: //')" "does not follow"
is "Table 4: the same seed, the same results" "$(logpc table4 --count 20 --json)" "$(cat table4.json)"
succeeds "Table 4: another seed, others" test "$(logpc table4 --count 20 --seed 2 --json)" != "$(cat table4.json)"
logpc fig11 --iterations 1 --vertices 5 --json >fig11.json
is "Fig. 11: 15 spans" "$(jq -c '[.fig11[].span]' fig11.json)" "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]"
is "Fig. 11: 100 (2 * 5 * 32 * 10 + 137 messages)" \
	"$(jq '[.fig11[] | .model - 100 * (3200 + 137 * .messages) | fabs] | max < 100' fig11.json)" true
succeeds "Fig. 11: an order by ranks stalls" jq -e '[.fig11[].ordered_stall] | max > 0' fig11.json
is "Fig. 11: without an end of queues nothing stalls" \
	"$(logpc fig11 --queue 0 --iterations 1 --vertices 5 --json | jq '[.fig11[] | .ordered_stall, .random_stall] | add')" 0
logpc dma --json >dma.json
like "the port: two DMAs are 45 % slower, as put in" \
	"$(verdict dma.json '2.2: a DMA beside the other one of its node, percent slower')" '^44\.9.*: input'
is "the port: without one, no slower" \
	"$(logpc dma --port 0 --json | jq -c '[.dma[] | .beside - .alone < 0.02 * .alone] | all')" true
is "the port: so (2) is (1) from 129.5 / 0.1375 bytes on" \
	"$(verdict break.json '(2): likewise, by a port that makes two DMAs 45 % slower')" "941.818: same"
is "Fig. 8: the first stripe works and sends, the second receives when the first has sent" \
	"$(logpc --table fig8 --csv | awk -F, '$1 == 0 { match($3, /s+/); sent = RSTART }
		$1 == 1 { match($3, /r+/); print substr($3, 1, 1), RSTART == sent || RSTART == sent - 1 }')" ". 1"
fails "a queue that holds no message" 2 "--queue '8'" logpc --queue 8
is "a machine's chosen values are listed" \
	"$(logpc --table chosen --csv table1 | grep -c '^host,memory-byte,7.8 ns/B,')" 1
is "what figures take is listed as chosen" \
	"$(logpc --table chosen --csv table1 | grep -E '^(fig[0-9]+|table4|simulation|without)' | cut -d, -f 1 | uniq -c | xargs)" \
	"1 fig3 1 fig8 2 table4 1 fig6 1 fig9 4 fig11 1 simulation 1 without contention"

# --- pictures ---

logpc fig5 --svg fig5.svg >/dev/null
is "--svg: bandwidth, said once, as there is a single curve" "$(grep -o 'bytes [a-z]* cycle' fig5.svg)" "bytes a cycle"
logpc fig4 --svg fig4.svg >/dev/null
is "--svg: a curve that lies on another one is named so, and thin" \
	"$(sed -n "s/.*>\(.*, on .*\)<.*/\1/p" fig4.svg) $(grep -c "stroke-width='0.8'" fig4.svg)" "sender, on equation 1 2"
fails "--svg without a figure" 2 '--svg draws one FIGURE: name it' logpc --svg all.svg
fails "--png without a figure" 2 '--png draws one FIGURE: name it' logpc --png all.png
fails "--svg of a table" 2 'table1 has no curves' logpc table1 --svg table1.svg
fails "--svg into a folder that is not there" 5 'nowhere' logpc fig5 --svg nowhere/fig5.svg

logpc fig5 --png fig5.png >/dev/null
is "--png: the same as a PNG" "$(head -c 4 fig5.png | tail -c 3)" PNG
fails "--svg on a full disk" 5 'fig5.svg|/dev/full' logpc fig5 --svg /dev/full

# --- what is refused ---

fails "an unknown figure" 2 "no figure 'fig66': .*did you mean 'fig6'" logpc fig66
fails "two figures" 2 "'fig5' and 'fig6': one FIGURE, or all" logpc fig5 fig6
fails "a table of another figure" 2 '--table fig5 is not of fig6' logpc fig6 --table fig5
fails "no messages" 2 "--count '0' is not a valid N" logpc --count 0
fails "channels without time" 2 "--channel-byte '0' is not a valid CYCLES" logpc --channel-byte 0
fails "another machine" 2 'xmp64: mesh:8x4 is needed' logpc --machine xmp64 table1
fails "two machines" 2 'machine' logpc --machine xmp64 --machine alewife
fails "no such machine" 2 "no machine 'alwife'" logpc --machine alwife

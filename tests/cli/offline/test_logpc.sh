#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-study logpc: equations (7) and (13) against a bisection, verdicts, pictures, errors.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

logpc()
{
	study logpc "$@"
}

# verdict TABLES-AS-JSON QUANTITY: ours, and the verdict
verdict()
{
	jq -r --arg quantity "$2" '.verdicts[] | select(.quantity == $quantity) | "\(.ours): \(.verdict)"' "$1"
}

# --- roots, each computed by a separate program ---

# halves K BYTE DELAYS PERIODS: the period with contention of each line "bytes period", where
# 1 / (T + delays C_n(m)) = m; a byte is on a channel for BYTE cycles
halves()
{
	awk -v k="$1" -v byte="$2" -v delays="$3" '{
		b = $1 * byte
		low = 0
		high = 2 / (b * k)
		for (i = 0; i < 200; i++) {
			m = (low + high) / 2
			wait = 3 * (k - 1) * b * b * m / 2 / (1 - m * b * k / 2)
			if (1 / ($2 + delays * wait) > m)
				low = m
			else
				high = m
		}
		printf "%.6g\n", 1 / m
	}'
}

logpc --long-count 1 --table fig6 --csv >fig6.csv
is "(13): the period with contention, of each size" "$(sed 1d fig6.csv | cut -d, -f3)" \
	"$(sed 1d fig6.csv | awk -F, '{ print $1, $1 }' | halves 2 1 1)"
logpc --self --channel-byte 0.5 --long-count 1 --table fig6 --csv >fig6-self.csv
is "(13): another k_d, and channels by G" "$(sed 1d fig6-self.csv | cut -d, -f3)" \
	"$(sed 1d fig6-self.csv | awk -F, '{ print $1, $1 }' | halves 1.9375 0.5 1)"
is "LogGP: 25 + (B - 1) / 2 + (B - 1) / 2" "$(sed 1d fig6.csv | cut -d, -f2 | xargs)" \
	"1024 2024 4024 8024 16024 32024 64024"
is "links in plenty make nothing slower" "$(sed 1d fig6.csv | awk -F, '$5 > $4 { print }')" ""

# m_c = 1 / (v + 2 C_n), v = 25 + (B - 1) / 2 + 51200 + (B - 1) / 2; 157 times C_n on the critical path
logpc fig9 --tables fig9 --svg fig9.svg --json >fig9.json
sed 1d fig9/fig9.csv | awk -F, '{ print $1, 51224 + $1 }' >periods
is "(7), with two messages a period, and the critical path of (15)" \
	"$(sed 1d fig9/fig9.csv | awk -F, '{ printf "%.0f\n", ($3 - $2) / 1000 }')" \
	"$(paste periods <(halves 2 1 2 <periods) | awk '{ printf "%.0f\n", 157 * ($3 - $2) / 2 / 1000 }')"
# (51200 + 8) + 30 * (51200 + 8 + 499.5) + 63 * 52224 + 499.5 + 51200, of 1,000 bytes
is "(15), by hand" "$(sed -n 2p fig9/fig9.csv | cut -d, -f2)" 4944244

# --- what the paper prints ---

is "Fig. 9: its ratio" "$(verdict fig9.json 'Fig. 9: communication to computation, 32,000 bytes')" "0.625: same"
like "Fig. 9: dM/db = 0 is no maximum" "$(verdict fig9.json '(15): dM/db = 0')" \
	"a minimum at b = [0-9]+: does not follow"
like "Fig. 9: locality is worth more than a factor of two" "$(verdict fig9.json '1: locality, long messages')" \
	"a factor of 2\.[0-9]+: does not follow"
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
is "Fig. 11: stalls are not simulated" \
	"$(jq -r '.verdicts[] | select(.paper == "70 percent").verdict' fig11.json)" "not simulated"
is "a machine's chosen values are listed" \
	"$(logpc --table chosen --csv table1 | grep -c '^host,memory-byte,7.8 ns/B,')" 1
is "what figures take is listed as chosen" \
	"$(logpc --table chosen --csv table1 | grep -E '^(fig[0-9]+|table4|simulation|without)' | cut -d, -f 1 | uniq -c | xargs)" \
	"1 fig3 2 table4 1 fig6 1 fig9 4 fig11 1 simulation 1 without contention"

# --- pictures ---

succeeds "--svg: a picture of five curves, and their names" test "$(grep -c '<path' fig9.svg)" = 10
logpc fig5 --svg fig5.svg >/dev/null
succeeds "--svg: bandwidth" grep -q 'bytes per cycle' fig5.svg
fails "--svg without a figure" 2 '--svg draws one FIGURE: name it' logpc --svg all.svg
fails "--png without a figure" 2 '--png draws one FIGURE: name it' logpc --png all.png
fails "--svg of a table" 2 'table1 has no curves' logpc table1 --svg table1.svg
fails "--svg into a folder that is not there" 5 'nowhere' logpc fig5 --svg nowhere/fig5.svg

succeeds "--svg: names and numbers that a reader reads" grep -q '>320,000<' fig9.svg
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

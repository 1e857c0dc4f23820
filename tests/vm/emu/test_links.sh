#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# A simulated network drives eight emulated Geminis while they are watched: all traffic of its nodes
# shows, period by period, and nothing else.
. "$(dirname "$0")/../lib.sh"
sim=${GPCD%/*}/gpcd-sim
cd "$(mktemp -d)" || exit

# Count the records of one device in links.csv.
records()
{
	grep -cE ',(/dev/)?gpcd0,.*,HH,' links.csv
}
# packets COLUMN: add up a column over all chips
packets()
{
	awk -F, -v column="$1" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
		$at["direction"] == "HH" { sum += $at[column] }
		END { print sum + 0 }' links.csv
}
# reached N: there are so many records of a device
reached()
{
	[ "$(records)" -ge "$1" ]
}

load chips=8 clock=virtual traffic=0 || exit 1
doors=()
for chip in {0..7}; do
	doors+=(--device "gpcd_emu$chip=0,0,$chip")
done
"$GPCD" links --torus 1x1x8 -i 1s --csv >links.csv 2>errors &
watcher=$!
eventually reached 1
"$sim" run --torus 1x1x8 --count 2000 --load 0.2 --pace 0.00005 "${doors[@]}" --json >sim.json
is "the simulator ends well" $? 0
# A record may be in progress; the next one has all.
eventually reached $(($(records) + 2))
kill $watcher
wait $watcher
is "the watcher ends well" $? 0
is "all requests were seen" "$(packets vc0_pkts)" 32000
is "all responses were seen" "$(packets vc1_pkts)" 32000
is "and all that the simulator counted" "$(jq '.run[0].packets_injected' sim.json)" 64000
is "in more than one period" \
	"$([ "$(awk -F, '/gpcd0,.*,HH,/ && $22 > 0' links.csv | wc -l)" -gt 1 ] && echo yes)" yes
is "of eight chips" "$(grep -c ',HH,' links.csv)" $((8 * $(records)))
succeeds "the modules unload" unload
done_testing

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-study mapping: placements found from counters, and what they save.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

study=$GPCD-study

exits 0 "mapping: an exchange" "$study" mapping --exchange minighost --allocations 1 --tables all --json
is "mapping: tables" "$(jq -r 'keys_unsorted | join(" ")' out)" "schema mapping congestion claims"
is "mapping: alone and beside others" "$(jq -r '[.mapping[] | "\(.exchange) \(.shared)"] | join(", ")' out)" \
	"minighost no, minighost yes"
is "mapping: counters save time, against the default and against chance" \
	"$(jq -c '.mapping | map(.phits < .default and .stalls < .default and .phits < .random and .stalls < .random)' out)" \
	"[true,true]"
is "mapping: others cost time where nobody heeds them" "$(jq '.mapping | .[0].default < .[1].default' out)" true
is "mapping: a claim is about the row that gains least" \
	"$(jq '[.mapping[] | .default / .phits] as $gains |
		.claims[] | select(.quantity == "time, default : by counters (phits)") | .ours |
		tonumber - ($gains | min) | fabs < 0.02' out)" true
# nodes of a placement: each with how many ranks
nodes()
{
	awk -F, -v placement="$1" '$2 == "yes" && $3 == placement { ranks[$6]++ } END { for (node in ranks) print node, ranks[node] }' \
		all/places.csv | sort -n
}
is "mapping: 32 nodes have 4 ranks each" "$(nodes default | awk '{ print $2 }' | uniq -c | xargs)" "32 4"
for placement in by_hand random bytes phits stalls; do
	is "mapping: $placement: the same nodes" "$(nodes "$placement")" "$(nodes default)"
done
# The job alone, by gpcd-sim, with its ranks on the nodes that a mapping has found.
"$GPCD-sim" program minighost --grid 4x4x8 --box 6x6x6 --variables 8 -o ghost.goal
for placement in random phits; do
	places=$(awk -F, -v placement="$placement" '$2 == "no" && $3 == placement { print $6 }' all/places.csv | paste -sd,)
	is "mapping: $placement: the time of the job there, cycles" \
		"$("$GPCD-sim" run --torus 4x2x4 --job "ghost.goal@$places" --table jobs --json | jq '.jobs[0].job_us * 800 | round')" \
		"$(awk -F, -v placement="$placement" '$2 == "no" && $3 == placement { printf "%.0f\n", $5 * 800 }' all/runs.csv)"
done
# Packets of two nodes want 1.31 times what four cables carry, and fill the ring before these.
fails "mapping: a job that does not end beside others" 1 \
	'milc, placement default: 21 of 128 ranks have not ended after 1 ms, because the other nodes' \
	"$study" mapping --exchange milc --allocations 1 --seed 4
exits 2 "mapping: a machine too small" "$study" mapping --torus 3x3x3
like "mapping: says what it needs" "$(cat err)" '128 ranks take 32 nodes, and others as many'
fails "mapping: a machine too large" 2 'more than 1024 chips' "$study" mapping --torus 16x12x24
fails "mapping: no such exchange" 2 'stencil, minighost' "$study" mapping --exchange fft
fails "mapping: no torus of Geminis" 2 'a torus of three dimensions' "$study" mapping --torus 4x4

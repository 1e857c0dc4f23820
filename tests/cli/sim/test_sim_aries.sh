#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-sim aries: the experiments of the paper on Aries's routing, on a small machine.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

sim=${GPCD%/*}/gpcd-sim
small=(--dragonfly 4x2x3 --jobs 1 --beside neighbour --bytes 1KiB --repetitions 6)

exits 0 "fig3" "$sim" aries fig3 "${small[@]}" --json
is "fig3: tables" "$(jq -r 'keys_unsorted | join(" ")' out)" "schema summary claims"
is "fig3: cases" "$(jq -r '[.summary[] | select(.quantity == "time_us") | .case] | join(" ")' out)" \
	"inter-nodes inter-blades inter-chassis inter-groups"
is "fig3: quartiles are in order, and so is the interval" \
	"$(jq 'all(.summary[]; .min <= .q1 and .q1 <= .median and .median <= .q3 and .q3 <= .max and
		.min <= .low and .low <= .high and .high <= .max and .n == 6)' out)" true
is "fig3: every claim is judged" \
	"$(jq -c '[.claims[].verdict] | [length, all(. == "same" or . == "differs")]' out)" "[5,true]"
mv out first
exits 0 "fig3: again, by two threads" "$sim" aries fig3 "${small[@]}" --json --threads 2
succeeds "the same seed, the same results" cmp first out
exits 0 "fig3: another seed" "$sim" aries fig3 "${small[@]}" --json --seed 2
run cmp -s first out
is "another seed, other results" "$status" 1

# What is in a repetition does not depend on how many there are.
"$sim" aries fig3 "${small[@]}" --table samples --csv | awk -F, '$4 < 2' >six
"$sim" aries fig3 "${small[@]}" --repetitions 2 --table samples --csv | awk -F, '$4 < 2' >two
succeeds "the first repetitions are those of a shorter run" cmp six two
is "samples: all of them" "$(wc -l <two)" 8

# Alone, nothing but hosts varies: without late hosts all repetitions between two nodes of a router are one.
is "no other jobs, one router: one time" "$("$sim" aries fig3 --dragonfly 4x2x3 --jobs 0 --repetitions 6 --json |
	jq '.summary[0] | .case == "inter-nodes" and .min == .max')" true

exits 0 "table1" "$sim" aries table1 "${small[@]}" --json
is "table1: waiting twice as long takes twice as long" "$(jq -c '[.summary[] |
	select(.quantity == "time_us") | .median] | .[0:2]' out)" "[30,60]"
is "table1: who waits for longer sees more flits" "$(jq '[.summary[] |
	select(.quantity == "tile_flits") | .median] | .[1] > .[0]' out)" true
exits 0 "fig5" "$sim" aries fig5 "${small[@]}" --repetitions 2 --csv
is "fig5: sizes" "$(awk -F, '$4 == "time_us" { print $2 }' out | xargs)" \
	"8 128 1024 4096 16384 65536 262144"
exits 0 "fig7" "$sim" aries fig7 "${small[@]}" --repetitions 1 --csv
is "fig7: routings in turn" "$(awk -F, '$4 == "time_us" { print $1, $3 }' out | xargs)" \
	"intra-group adaptive0 intra-group adaptive3 inter-groups adaptive0 inter-groups adaptive3"

# fig4: times that were recorded
printf 'bytes,ns\n8,1000\n64,3000\n8,3000\n8,2000\n64,3000\n' >recorded
exits 0 "fig4" "$sim" aries fig4 recorded --csv
is "fig4: by size" "$(awk -F, 'NR > 1 { print $1, $2, $5 }' out | xargs)" "8 3 2 64 2 3"
printf '8,1\n8,x\n' >wrong
fails "fig4: which line is wrong" 1 'wrong:2: not BYTES,NS: two whole numbers' "$sim" aries fig4 wrong
fails "fig4: nothing" 1 '/dev/null: no times' "$sim" aries fig4 /dev/null
fails "fig4: no such file" 1 'no-file: No such file' "$sim" aries fig4 no-file
fails "fig4: no file named" 2 'fig4 reads a file' "$sim" aries fig4

fails "no experiment" 2 'name an experiment' "$sim" aries
fails "a wrong name" 2 "no experiment 'fig33': .*did you mean 'fig3'" "$sim" aries fig33
fails "two names" 2 "unexpected argument 'fig5'" "$sim" aries fig3 fig5
fails "no repetitions" 2 '1 to 100000' "$sim" aries fig3 --repetitions 0
fails "too many jobs" 2 '0 to 16' "$sim" aries fig3 --jobs 17
fails "messages of nothing" 2 '1 to 1MiB' "$sim" aries fig3 --bytes 0
fails "a wrong program" 2 'uniform, alltoall or neighbour' "$sim" aries fig3 --beside none
fails "no dragonfly" 2 'only a dragonfly has groups' "$sim" aries fig3 --torus 4x4x4
fails "no two chassis" 2 'no room for two nodes inter-chassis' "$sim" aries fig3 --dragonfly 4x1x3
fails "too few nodes for the jobs" 2 'too few nodes for 4 jobs of 64: give fewer, by --jobs' \
	"$sim" aries fig3 --dragonfly 4x2x3 --jobs 4

exits 0 "the paper's scale, fewer repetitions" "$sim" aries fig3 "${small[@]}" --scale paper --csv
like "it says first how long that takes" "$(cat err)" '24 trials take about .* hours'

"$sim" aries fig3 --repetitions 100000 >out 2>err &
pid=$!
children+=("$pid")
catching "$pid" gpcd-sim
kill -INT "$pid"
ended "$pid"
is "SIGINT: exit code" $? 1
like "SIGINT: said" "$(cat err)" 'ended before all repetitions were simulated'
is "SIGINT: no table" "$(cat out)" ""

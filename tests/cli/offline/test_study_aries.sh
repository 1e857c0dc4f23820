#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-study aries: the experiments of the paper on Aries's routing, on a small machine.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

study=$GPCD-study
anew=(--dragonfly 4x2x3 --jobs 1 --beside neighbour --bytes 1KiB --repetitions 6)
small=("${anew[@]}" --allocations 1)

# claims FIGURE: how many its file has
claims()
{
	grep -c '^claim ' "$top/lib/studies/aries/$1.study"
}

exits 0 "fig3" "$study" aries fig3 "${small[@]}" --json
is "fig3: tables" "$(jq -r 'keys_unsorted | join(" ")' out)" "schema summary claims"
is "fig3: cases" "$(jq -r '[.summary[] | select(.quantity == "time_us") | .case] | join(" ")' out)" \
	"inter-nodes inter-blades inter-chassis inter-groups"
is "fig3: quartiles are in order, and so is the interval" \
	"$(jq 'all(.summary[]; .min <= .q1 and .q1 <= .median and .median <= .q3 and .q3 <= .max and
		.min <= .low and .low <= .high and .high <= .max and .n == 6)' out)" true
is "fig3: every claim is judged" \
	"$(jq -c '[.claims[].verdict] | [length, all(. == "same" or . == "differs")]' out)" "[$(claims fig3),true]"
mv out first
exits 0 "fig3: again, by two threads" "$study" aries fig3 "${small[@]}" --json --threads 2
succeeds "the same seed, the same results" cmp first out
exits 0 "fig3: another seed" "$study" aries fig3 "${small[@]}" --json --seed 2
run cmp -s first out
is "another seed, other results" "$status" 1

# A repetition does not depend on the number of repetitions.
"$study" aries fig3 "${small[@]}" --table samples --csv | awk -F, '$4 < 2' >six
"$study" aries fig3 "${small[@]}" --repetitions 2 --table samples --csv | awk -F, '$4 < 2' >two
succeeds "the first repetitions equal a shorter run's" cmp six two
is "samples: all of them" "$(wc -l <two)" 8

# Without other jobs only hosts vary: without late hosts all repetitions between two nodes of a router are
# equal.
is "no other jobs, one router: one time" "$("$study" aries fig3 --dragonfly 4x2x3 --jobs 0 --repetitions 6 --allocations 1 --json |
	jq '.summary[0] | .case == "inter-nodes" and .min == .max')" true

# Medians over allocations, not over all their repetitions; the first is a run with one.
"$study" aries fig3 "${anew[@]}" --allocations 3 --tables many >out
is "allocations: all of them, with repetitions of their own" "$(awk -F, 'NR > 1 { print $17 }' many/samples.csv | sort | uniq -c | xargs)" \
	"24 0 24 1 24 2"
succeeds "allocations: the first equals a run with one" cmp <(awk -F, '$17 == 0 && $4 < 2' many/samples.csv) two
# statistic COLUMN: the median over allocations, case by case, of a statistic of times: the median or the dispersion
statistic()
{
	awk -F, -v which="$1" 'function at(r) { return v[int(r)] + (r - int(r)) * (v[int(r) + 1] - v[int(r)]) }
		NR > 1 { key = $1 "," $17; list[key] = list[key] " " $5; if (!seen[$1]++) order[++cases] = $1 }
		END { for (c = 1; c <= cases; c++) {
			for (a = 0; a < 3; a++) {
				n = split(list[order[c] "," a], v, " "); sort(v, n)
				q1 = at(1 + (n - 1) / 4); q3 = at(1 + (n - 1) * 3 / 4)
				m[a + 1] = which == "median" ? at(1 + (n - 1) / 2) : (q3 - q1) / (q3 + q1)
			}
			sort(m, 3); printf "%.4g\n", m[2] } }
		function sort(x, n,  i, j, t) { for (i = 2; i <= n; i++) for (j = i; j > 1 && x[j - 1] + 0 > x[j] + 0; j--) {
			t = x[j]; x[j] = x[j - 1]; x[j - 1] = t } }' many/samples.csv
}
summarised()
{
	awk -F, -v at="$1" '$4 == "time_us" { printf "%.4g\n", $at }' many/summary.csv
}
is "allocations: medians over them" "$(summarised 8)" "$(statistic median)"
is "allocations: dispersions within them" "$(summarised 13)" "$(statistic qcd)"
is "allocations: extremes of all" "$(awk -F, '$1 == "inter-groups" && $4 == "time_us" { print $5, $6, $10 }' many/summary.csv)" \
	"$(awk -F, '$1 == "inter-groups" { print $5 }' many/samples.csv | sort -g | sed -n '1p;$p' | xargs | sed 's/^/18 /')"
fails "allocations: of each repetition" 2 'model has no --allocations' "$study" aries model --allocations 2
fails "allocations: none" 2 '1 to 100' "$study" aries fig3 --allocations 0

exits 0 "table1" "$study" aries table1 "${small[@]}" --json
is "table1: waiting twice as long takes twice as long" "$(jq -c '[.summary[] |
	select(.quantity == "time_us") | .median] | .[0:2]' out)" "[30,60]"
is "table1: who waits for longer sees more flits" "$(jq '[.summary[] |
	select(.quantity == "tile_flits") | .median] | .[1] > .[0]' out)" true
exits 0 "fig5" "$study" aries fig5 "${small[@]}" --repetitions 2 --csv
is "fig5: sizes" "$(awk -F, '$4 == "time_us" { print $2 }' out | xargs)" \
	"8 128 1024 4096 16384 65536 262144"
exits 0 "fig7" "$study" aries fig7 "${small[@]}" --repetitions 1 --csv
"$study" aries fig7 "${small[@]}" --repetitions 1 --json >seven
premise()
{
	jq -c '[.claims[] | select(.quantity | test("^intra-group: (time|stalls|model)")) | .verdict ==
		"premise fails: requests stall"] | unique' "$1"
}
is "fig7: requests stall within a group" "$(premise seven)" '[false]'
is "fig7: requests stall between groups, where the bias has its part of that" "$(jq -c '[.summary[] |
	select(.case == "inter-groups" and .quantity == "stalls_per_flit") | .median] as [$without, $with] |
	(.claims[] | select(.quantity | startswith("inter-groups: stalls"))) |
	[.verdict, ((.ours | tonumber) - $with / ($with + $without) | . < 0.001 and . > -0.001)]' seven)" '["differs",true]'
is "fig7: routings in turn" "$(awk -F, '$4 == "time_us" { print $1, $3 }' out | xargs)" \
	"intra-group adaptive0 intra-group adaptive3 inter-groups adaptive0 inter-groups adaptive3"

# fig6: with three groups gray is in one, and yellow in the others.
exits 0 "fig6" "$study" aries fig6 "${small[@]}" --repetitions 2 --away 0 --json
is "fig6: cases" "$(jq -r '[.summary[] | select(.quantity == "time_us") | "\(.case) \(.routing)"] | join(", ")' out)" \
	"gray-alone adaptive0, yellow-minimal adaptive0, yellow-adaptive0 adaptive0, yellow-adaptive3 adaptive0, between-groups adaptive0, between-groups adaptive3, between-groups aware"
# gray QUANTITY CASE: its median
gray()
{
	jq --arg quantity "$1" --arg case "$2" '.summary[] | select(.quantity == $quantity and .case == $case) | .median' out
}
is "fig6: minimal ways of yellow do not come by" "$(gray time_us yellow-minimal) $(gray tile_flits yellow-minimal)" \
	"$(gray time_us gray-alone) $(gray tile_flits gray-alone)"
is "fig6: its detours do" "$(jq -n "$(gray tile_flits yellow-adaptive0) > $(gray tile_flits yellow-minimal)")" true
is "fig6: every claim is judged, and one is not simulated" "$(jq -c '[.claims[].verdict] |
	[length, all(test("^(same|differs|not simulated|premise fails: .+|does not discriminate: .+)$"))]' out)" "[$(claims fig6),true]"
is "jobs that have gone and are not back yet: none" \
	"$("$study" aries fig3 "${small[@]}" --stay 1ns --away 1s --table samples --csv)" \
	"$("$study" aries fig3 "${small[@]}" --jobs 0 --table samples --csv)"
fails "fig6: too few groups" 2 'no room for other jobs in two other groups' "$study" aries fig6 --dragonfly 4x2x2

# sensitivity: the machine's own bias is one of the rows, so a row equals fig7 with this bias.
exits 0 "sensitivity" "$study" aries sensitivity "${small[@]}" --repetitions 1 --tables rows --json
is "sensitivity: the rows" "$(jq -r '[.summary[] | select(.quantity == "time_us") | .case] | join(" ")' out)" \
	"unbiased add-64 add-128 add-192 add-256 add-512 add-1000 host-9.6 host-9.6 turn-7.7 turn-7.7 gets gets alltoall alltoall reading-0 reading-109 reading-5000"
# row CASE FILE: its times, latencies and flits
row()
{
	awk -F, -v of="$1" '$1 == of { $1 = ""; print }' "$2"
}
for add in 64 256 1000; do
	"$study" aries fig7 "${small[@]}" --repetitions 1 --bias adaptive3:add=$add --table samples --csv |
		awk -F, '$1 == "intra-group" && $3 == "adaptive3"' >fig7.csv
	is "sensitivity: fig7 with $add flits" "$(row add-$add rows/samples.csv)" "$(row intra-group fig7.csv)"
done
# The end points of the other rows, by machine files.
sed 's/^topology = .*/topology = dragonfly:4x2x3/' "$GPCD_MACHINES/aries.machine" >aries.small
sed 's/^rate = 15.75 GB.s/rate = 9.6 GB\/s/' aries.small >host-9.6.small
sed 's/^turn = .*/turn = 7.692 ns/' aries.small >turn-7.7.small
for points in host-9.6 turn-7.7; do
	"$study" aries fig7 --machine ./$points.small "${small[@]:2}" --repetitions 1 --tables $points --json >$points.json
	is "sensitivity: fig7 with $points" "$(row $points rows/samples.csv)" "$(row intra-group $points/samples.csv)"
	is "sensitivity: $points matters" \
		"$([ "$(row $points rows/samples.csv | head -n 1)" = "$(row unbiased rows/samples.csv)" ]; echo $?)" 1
done
is "fig7: hosts of 9.6 GB/s fill no way within a group: what is about stalls has no premise" "$(premise host-9.6.json)" '[true]'
# By GETs of 4,096 packets the data are 5 flits each of responses, which s of requests does not see. Times are there and back.
is "sensitivity: GETs, by the model and with s of both directions" "$(awk -F, '
	$1 == "gets" { got[$2, $3] = $4; routings[$2] }
	END { for (one in routings) {
		cycles = (got[one, "both_us"] - got[one, "model_us"]) * 1000 / 1.25 / 2
		wanted = 4096 * (5 * (got[one, "stalls_both"] + 1) - (got[one, "stalls_per_flit"] + 1))
		print (got[one, "stalls_per_flit"] == 0), (got[one, "stalls_both"] > 0), (cycles / wanted > 0.999 && cycles / wanted < 1.001)
	} }' rows/details.csv)" $'1 1 1\n1 1 1'
# Each rank sends 15 messages of 1 KiB, and decides by each fifth: three readings. --reading is for all that choose.
is "sensitivity: reading counters takes time" "$(awk -F, '$1 ~ /^reading/ { got[$1] = $5 }
	END { longer = got["reading-5000"] - got["reading-0"]; print (longer > 5), (longer < 16) }' rows/samples.csv)" "1 1"
"$study" aries sensitivity "${small[@]}" --repetitions 1 --reading 5us --table samples --csv >late.csv
is "sensitivity: by an option" "$(row reading-0 late.csv)" "$(row reading-5000 rows/samples.csv)"
is "sensitivity: who does not choose reads nothing" "$(row alltoall late.csv)" "$(row alltoall rows/samples.csv)"
is "sensitivity: every claim is judged" "$(jq '[.claims[].verdict] | length' out)" "$(claims sensitivity)"

# model: correlations match the samples, allocation by allocation.
exits 0 "model" "$study" aries model "${anew[@]}" --repetitions 8 --tables tables --json
is "model: both variants and equations of each size" "$(jq -c '[.details[] | [.variant, .equation]] |
	group_by(.) | map(length)' out)" "[4,4,4,4,4]"
correlation()
{
	awk -F, -v of="$1" -v logs="$2" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
		NR > 1 && $2 == 2048 {
			x = $at["time_us"]; y = $at[of]
			if (logs) { x = log(x); y = log(y) }
			n++; sx += x; sy += y; xx += x * x; yy += y * y; xy += x * y
		}
		END { printf "%.3g", (xy - sx * sy / n) / sqrt((xx - sx * sx / n) * (yy - sy * sy / n)) }' \
		tables/samples.csv
}
is "model: the correlation of times" \
	"$(jq '.details[] | select(.bytes == 2048 and .variant == "paper" and .equation == 2) | .pearson' out)" \
	"$(correlation model_us 0)"
is "model: of logarithms" "$(jq '.details[] |
	select(.bytes == 2048 and .variant == "published" and .equation == 2) | .pearson_of_logs' out)" \
	"$(correlation published_us 1)"
is "model: the claim is on an average of sizes" "$(jq '([.details[] |
	select(.variant == "paper" and .equation == 1) | .pearson] | add / length) as $mean |
	[.claims[] | select(.quantity == "time and (1), paper") | .ours | tonumber] |
	.[0] - $mean | . < 0.001 and . > -0.001' out)" true
like "model: each allocation is another one; two are a router, and may take the same time" \
	"$(awk -F, '$2 == 128 { print $5 }' tables/samples.csv | sort -u | wc -l)" '^[78]$'

# factors: for each allocation, the second routing's result divided by the first's.
exits 0 "factors" "$study" aries factors "${anew[@]}" --repetitions 4 --tables tables --json
is "factors: of each allocation of each program" \
	"$(jq -c '[.details[] | select(.factor == "lambda") | .n]' out)" "[4,4,4,4,16]"
is "factors: alone at a router no routing matters" "$("$study" aries factors "${anew[@]}" \
	--repetitions 1 --json | jq -c '[.details[] | select(.program == "ping-pong" and
	.factor == "lambda") | .median]')" "[1,1]"
option=$(jq -r '.claims[] | select(.quantity == "options, paper") | .ours' out)
is "factors: the option is the median of all" "${option%% --sigma*}" \
	"--lambda $(jq '.details[] | select(.factor == "lambda" and .program == "all") | .median' out)"
# shellcheck disable=SC2086 # two options and their values
exits 0 "factors: gpcd-sim model route takes the same options" "$GPCD-sim" model route --latency 2us $option 128
fails "factors: seeds of its own" 2 'below 2.63' "$study" aries fig3 --seed 0x8000000000000000
fails "no details" 2 'fig3 has no table of details' "$study" aries fig3 --table details

# fig8 to fig10 need more nodes.
fails "fig9: too few groups" 2 'no room for 64 nodes at 33 routers in 5 groups' "$study" aries fig9 --dragonfly 4x2x4
# Beside them runs one job of 64 nodes by default.
fails "fig8: 72 nodes have no room for the other job" 2 'too few nodes for 1 job of 64' \
	"$study" aries fig8 --dragonfly 3x1x6
fails "fig10: neither have 264" 2 'too few nodes for 1 job of 64' "$study" aries fig10 --dragonfly 11x1x6
fails "fig8: 144 nodes have no room for two" 2 'too few nodes for 2 jobs of 64' \
	"$study" aries fig8 --dragonfly 3x2x6 --jobs 2
fails "fig10: too few nodes" 2 'no room for 256 nodes at 65 routers in 6 groups' "$study" aries fig10 --dragonfly 4x2x6

# fig4: times that were recorded
printf 'bytes,ns\n8,1000\n64,3000\n8,3000\n8,2000\n64,3000\n' >recorded
exits 0 "fig4" "$study" aries fig4 recorded --csv
is "fig4: by size" "$(awk -F, 'NR > 1 { print $1, $2, $5 }' out | xargs)" "8 3 2 64 2 3"
printf '8,1\n8,x\n' >wrong
fails "fig4: which line is wrong" 2 'wrong:2: not BYTES,NS: two whole numbers' "$study" aries fig4 wrong
fails "fig4: nothing" 2 '/dev/null: no times' "$study" aries fig4 /dev/null
fails "fig4: no such file" 2 'no-file: No such file' "$study" aries fig4 no-file
fails "fig4: no file named" 2 'fig4 reads a file' "$study" aries fig4
fails "fig4: no trials" 2 'fig4 has no table of samples' "$study" aries fig4 recorded --table samples
fails "fig4: two files" 2 "unexpected argument 'wrong'" "$study" aries fig4 recorded wrong

fails "no experiment" 2 'name an experiment' "$study" aries
fails "a wrong name" 2 "no experiment 'fig33': .*did you mean 'fig3'" "$study" aries fig33
fails "two names" 2 "unexpected argument 'fig5'" "$study" aries fig3 fig5
fails "no repetitions" 2 '1 to 100000' "$study" aries fig3 --repetitions 0
fails "too many jobs" 2 '0 to 16' "$study" aries fig3 --jobs 17
fails "messages of nothing" 2 '1 to 1MiB' "$study" aries fig3 --bytes 0
fails "a wrong program" 2 'uniform, alltoall or neighbour' "$study" aries fig3 --beside none
fails "a wrong seed" 2 "--seed 'x' is not a valid N" "$study" aries fig3 --seed x
fails "messages above 1 MiB" 2 '1 to 1MiB' "$study" aries fig3 --bytes 2MiB
fails "a pause above 1 s" 2 'up to 1s' "$study" aries fig3 --pause 2s
for experiment in table1 fig3 "fig4 recorded" fig5 fig7 model factors; do
	# shellcheck disable=SC2086 # one of them has a file
	fails "no rank chooses: $experiment" 2 "no rank of ${experiment% *} chooses its routing: it has no --reading" \
		"$study" aries $experiment --reading 5us
done
fails "a wrong scale" 2 'small, usual or paper' "$study" aries fig3 --scale big
fails "no threads" 2 '1 to 256' "$study" aries fig3 --threads 0
fails "a wrong table" 2 'summary, claims, samples or details' "$study" aries fig3 --table trials
fails "no blue link" 2 "--blue '0' is not a valid N" "$study" aries fig3 --blue 0
fails "no dragonfly" 2 'only a dragonfly has groups' "$study" aries fig3 --torus 4x4x4
fails "no two chassis" 2 'no room for two nodes inter-chassis' "$study" aries fig3 --dragonfly 4x1x3
fails "too few nodes for the jobs" 2 'too few nodes for 4 jobs of 64: give fewer, by --jobs' \
	"$study" aries fig3 --dragonfly 4x2x3 --jobs 4

exits 0 "the paper's scale, fewer repetitions" "$study" aries fig3 "${small[@]}" --scale paper --csv
like "it says first what that takes" "$(cat err)" '^gpcd-study aries: 24 trials: about [0-9:]+ (s|min) of a processor, and [0-9.]+ MB$'
fails "the paper's scale: 1,024 nodes" 2 'no room for 1024 nodes at 257 routers in 6 groups' \
	"$study" aries fig8 --dragonfly 4x2x6 --scale paper

"$study" aries fig3 --repetitions 100000 >out 2>err &
pid=$!
children+=("$pid")
catching "$pid" gpcd-study
kill -INT "$pid"
ended "$pid"
is "SIGINT: exit code" $? 1
like "SIGINT: said" "$(cat err)" 'ended before all repetitions were simulated'
is "SIGINT: no table" "$(cat out)" ""

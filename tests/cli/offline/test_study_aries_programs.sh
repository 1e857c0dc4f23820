#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-study aries, fig8 to fig10: programs by default, with a bias, and as ranks choose. It simulates
# for long.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

study=$GPCD-study
once=(--scale small --allocations 1 --repetitions 1)
alone=(--dragonfly 4x2x6 --jobs 0 "${once[@]}")
exits 0 "fig8" "$study" aries fig8 "${alone[@]}" --threads 2 --json
mv out eight
is "fig8: programs" "$(jq -r '[.details[].case] | unique | join(" ")' eight)" \
	"allreduce alltoall barrier bcast halo3d ping-pong sweep3d"
is "fig8: each in three modes" "$(jq -c '[.summary[].routing] | group_by(.) | map([.[0], length])' eight)" \
	"$(jq -c '.details | length as $n | [["adaptive3", $n], ["aware", $n], ["default", $n]]' eight)"
is "fig8: the list has the medians" \
	"$(jq -c '[.details[] | .default_us, .biased_us, .aware_us]' eight)" "$(jq -c '[.summary[].median]' eight)"
is "fig8: the choice is near if it is within a tenth of the better mode" "$(jq -c '[.details[] |
	.near == (if .aware_us <= 1.1 * ([.default_us, .biased_us] | min) then "yes" else "no" end)] | all' eight)" true
is "fig8: and how many are" "$(jq '(.claims[] | select(.quantity | startswith("choice within")) | .ours | tonumber) -
	([.details[] | select(.near == "yes")] | length) / (.details | length) | . < 0.001 and . > -0.001' eight)" true
is "fig8: a barrier has no bytes" "$(jq '.details[] | select(.case == "barrier") | .default_share' eight)" 0
is "fig8: the smallest messages take the bias, the largest choose" \
	"$(jq -c '[.details[] | select(.case == "ping-pong") | .default_share] | [.[0] == 0, .[-1] > 0]' eight)" "[true,true]"
is "fig8: every claim is judged" \
	"$(jq -c '[.claims[].verdict] | [length, all(test("^(same|differs|premise fails: .+|does not discriminate: .+)$"))]' eight)" "[14,true]"
is "fig8: a choice that a fixed mode equals shows nothing" "$(jq -r '(.claims[] | select(.quantity | startswith("choice within"))) |
	"\(.verdict), \(.limit)"' eight)" \
	"$(jq -r '[.details[] | .better = 1.1 * ([.default_us, .biased_us] | min)] | length as $n |
		[["always default", ([.[] | select(.default_us <= .better)] | length / $n)],
		 ["always bias", ([.[] | select(.biased_us <= .better)] | length / $n)]] |
		map(select(.[1] >= 0.8) | .[0]) | "does not discriminate: \(join(", ")), from 0.8"' eight)"
is "fig8: margins are distances from the limit" "$(jq -c '[.claims[] | select(.limit and .margin) |
	(.ours | tonumber) as $ours | (.margin | tonumber) as $margin |
	[.limit | scan("[-0-9.]+") | tonumber] as $limit |
	if (.limit | startswith("from")) then $ours - $limit[0] elif (.limit | startswith("to")) then $limit[0] - $ours
	else [$ours - $limit[0], $limit[1] - $ours] | min end |
	. - $margin | . < 0.006 and . > -0.006] | [length > 9, all]' eight)" "[true,true]"
exits 0 "fig8: again, one by one" "$study" aries fig8 "${alone[@]}" --threads 1 --json
succeeds "fig8: the same seed, the same bytes" cmp eight out
exits 0 "fig9" "$study" aries fig9 "${alone[@]}" --json
is "fig9: the programs of fig8, elsewhere" \
	"$(jq -c '[.details[].case], ([.details[] | .default_us] | length)' out | xargs)" \
	"$(jq -c '[.details[].case], ([.details[] | .default_us] | length)' eight | xargs)"
run cmp -s eight out
is "fig9: other times" "$status" 1
exits 0 "fig10" "$study" aries fig10 --dragonfly 4x4x6 --jobs 0 "${once[@]}" --table details --csv
is "fig10: programs, and bytes of their largest messages" "$(awk -F, 'NR > 1 { print $1, $2 }' out | xargs)" \
	"fft-256 1024 fft-64 8192 milc 3072 halo3d 8192"
exits 0 "fig8: beside another job" "$study" aries fig8 --dragonfly 3x2x6 "${once[@]}" --bytes 64 --pause 1ms --csv
mv out beside
exits 0 "fig8: and away" "$study" aries fig8 --dragonfly 3x2x6 "${once[@]}" --bytes 64 --pause 1ms --away 200us --csv
succeeds "fig8: the job beside is away for 200 us, mean" cmp beside out

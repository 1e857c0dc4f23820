#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# diff: two recordings compared, number by number.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

phits=0x2001380 packets=0x2001390 chip_time=0x7fff038
counter=GM_0_0_TILE_PERFORMANCE_COUNTERS_0
still a.img

# series FILE IMAGE INCREMENT...: make a recording whose counter grows by these each second, in
# packets of a phit
series()
{
	local file=$1 image=$2 value=1000 second=1 step

	shift 2
	for step in 0 "$@"; do
		value=$((value + step))
		word "$image" $phits $value
		word "$image" $packets $value
		word "$image" $chip_time $((second * 1000000000))
		second=$((second + 1))
		gpcd -d "image:$image" record -o "$file" --append -n 1 -i 1ms \
			'GM_0_0_TILE_PERFORMANCE_COUNTERS_*' 2>/dev/null || exit
	done
}

# verdicts A B ARGUMENT...: JSON of the table's rows
verdicts()
{
	gpcd diff --json "$@" 2>err | jq -c '.differences'
}

# Twelve rates without correlation: mean 6.5, variance 13. The other has 10 more.
series a.gpr a.img 5 12 1 9 3 11 2 8 10 4 7 6
series b.gpr a.img 15 22 11 19 13 21 12 18 20 14 17 16
row=$(verdicts a.gpr b.gpr $counter | jq '.[0]')
is "means and medians" "$(jq -c '[.n_a, .n_b, .mean_a, .mean_b, .median_a, .median_b]' <<<"$row")" \
	"[12,12,6.5,16.5,6.5,16.5]"
is "the difference" "$(jq -c '[.difference, .verdict, .unit]' <<<"$row")" '[10,"higher","phits/s"]'
# The standard error is the root of 2 * 13 / 12; times 2.07387, for 22 degrees of freedom, it is
# 3.05266.
is "its interval" "$(jq -r '"\(.low * 1e4 | round) \(.high * 1e4 | round) \(.df | round)"' <<<"$row")" \
	"69473 130527 22"
is "its batches" "$(jq -c '[.batches_a, .length_a, .batches_b, .length_b]' <<<"$row")" "[12,1,12,1]"
is "the other way round" "$(verdicts b.gpr a.gpr $counter | jq -c '.[0] | [.difference, .verdict]')" \
	'[-10,"lower"]'
is "with itself" "$(verdicts a.gpr a.gpr $counter | jq -c '.[0] | [.difference, .p, .verdict]')" \
	'[0,1,"not-shown"]'
like "text says which test" "$(gpcd diff a.gpr b.gpr $counter | head -n 1)" "Welch's t test on batch means"
is "p is corrected for the number of comparisons" \
	"$(verdicts a.gpr b.gpr 'GM_0_0_TILE_PERFORMANCE_COUNTERS_[02]' |
		jq -c '[.[] | .p_holm >= .p] + [(.[0].p_holm / .[0].p | round)]')" '[true,true,2]'

# --- the times or the runs ---

# Both wander: means 10.6875 and 15.75; their samples look independent, and Welch's p is 0.0023. But the means of
# quarters are 11.75 7.75 10.25 13 and 11.25 20.5 15 16.25: p is 0.072.
series early.gpr a.img 12 10 10 15 11 8 7 5 12 6 10 13 16 8 9 19
series late.gpr a.img 12 13 10 10 24 14 19 25 15 10 15 20 21 14 15 15
is "the times may be all that differs" \
	"$(verdicts early.gpr late.gpr $counter | jq -c '.[0] | [.mean_a, .mean_b, (.p * 1e5 | round), .verdict]')" \
	'[10.6875,15.75,233,"times"]'
is "and that is said" "$(cat err)" \
	"gpcd diff: 1 of 1 numbers differ by the time: so do quarters of a recording"
is "the other way round, too" "$(verdicts late.gpr early.gpr $counter | jq -r '.[0].verdict')" times
# The same wandering, 60 higher: that is no matter of the time.
series much.gpr a.img 72 73 70 70 84 74 79 85 75 70 75 80 81 74 75 75
is "a true change is found" "$(verdicts early.gpr much.gpr $counter | jq -r '.[0].verdict')" higher
is "and the other way round" "$(verdicts much.gpr early.gpr $counter | jq -r '.[0].verdict')" lower

# --- metrics ---

# A packet of a phit has 3 bytes.
is "a metric" "$(verdicts a.gpr b.gpr -m tile_packet_size |
	jq -c '.[] | select(.object == "0,0") | [.per, .number, .n_a, .mean_a]')" \
	'["tile","tile_packet_size",12,3]'
is "a metric whose registers were not recorded" \
	"$(verdicts a.gpr b.gpr -m tile_packet_size |
		jq -c '.[] | select(.object == "5,7") | [.n_a, .missing_a, .mean_a, .verdict]')" \
	'[0,13,null,"too-few"]'
is "without -m: what there is" "$(verdicts a.gpr b.gpr | jq -c '[.[] | select(.n_a + .n_b == 0)]')" "[]"

# --- too few ---

series few.gpr a.img 5 12 1 9 3 11 2 8
is "too few samples: no verdict" "$(verdicts a.gpr few.gpr $counter | jq -c '.[0] | [.n_b, .low, .p, .verdict]')" \
	'[8,null,null,"too-few"]'
is "and that is said" "$(cat err)" \
	"gpcd diff: too few samples for 1 of 1 numbers: 10 batches must look independent"
series slope.gpr a.img 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
is "values that depend on each other" "$(verdicts a.gpr slope.gpr $counter | jq -c '.[0] | [.n_b, .verdict]')" \
	'[16,"too-few"]'

# A new epoch costs one difference, and no more.
cp a.gpr epoch.gpr
gpcd -d image:a.img write $counter 3000 || exit
series epoch.gpr a.img 5 12
is "no difference across an epoch" "$(verdicts a.gpr epoch.gpr $counter | jq -c '.[0] | [.n_b, .missing_b]')" \
	'[14,2]'

# --- devices ---

cp a.img b.img
gpcd -d image:a.img -d image:b.img record -o two.gpr -n 2 -i 1ms $counter 2>/dev/null
is "devices that both have" "$(verdicts two.gpr two.gpr $counter | jq -c '[.[].device]')" \
	'["image:a.img","image:b.img"]'
is "one of them" "$(verdicts a.gpr two.gpr $counter | jq -c '[.[].device]')" '["image:a.img"]'
gpcd -d image:b.img record -o other.gpr -n 2 -i 1ms $counter 2>/dev/null
is "the only device of each recording, under any name" "$(verdicts a.gpr other.gpr $counter | jq length)" 1
cp a.img c.img
gpcd -d image:c.img record -o c.gpr -n 2 -i 1ms $counter 2>/dev/null
fails "none in common" 2 'have no device in common: the first ones are image:a.img and image:c.img' \
	gpcd diff two.gpr c.gpr $counter

# --- what is wrong ---

still d.img --chip aries
gpcd -d image:d.img record -o aries.gpr -n 1 -i 1ms 2>/dev/null
fails "two types of chips" 2 'image:a.img is of type gemini, image:d.img of type aries' \
	gpcd diff a.gpr aries.gpr
fails "one recording" 2 'which recordings\? Two files, A and B' gpcd diff a.gpr
fails "both by standard input" 2 "both are standard input: name a file for one" gpcd diff - -
fails "no such file" 2 'none.gpr: No such file' gpcd diff a.gpr none.gpr
fails "both" 2 'both -m and registers: choose one' gpcd diff -m router a.gpr b.gpr $counter
fails "no such metric" 2 "no metric 'tile_us'" gpcd diff -m tile_us a.gpr b.gpr
fails "a register that neither has" 2 'neither a.gpr nor b.gpr has a register .GM_TARB_PERF_OUT_STALLED.' \
	gpcd diff a.gpr b.gpr GM_TARB_PERF_OUT_STALLED
is "a glob: rows of what is recorded alone" \
	"$(gpcd diff --csv a.gpr b.gpr '*' 2>/dev/null | tail -n +2 | cut -d, -f4 | sort -u | grep -vxF "$(gpcd replay --csv a.gpr | head -n 1 | tr , '\n')" | head -n 3)" ""
fails "no such register" 2 "no register 'GM_NO'" gpcd diff a.gpr b.gpr GM_NO
truncate -s -30 b.gpr
like "a cut recording is compared as far as it goes" "$(gpcd diff a.gpr b.gpr $counter 2>&1 >/dev/null)" \
	'b.gpr: cut off, or damaged'

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# When sample samples.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/lib.sh"

still g.img
sample()
{
	gpcd -d image:g.img sample --csv "$@" 2>err GM_0_0_TILE_PERFORMANCE_COUNTERS_0 | tail -n +2
}

# phase PERIOD FILE: the least of how long after a boundary it sampled, in ms: a
# busy machine makes many late, but one that drifts makes all so
phase()
{
	awk -F, -v period="$1" '{ t = substr($1, length($1) - 8) + 0
		print int(t % period / 1000000) }' "$2" | sort -n | head -n 1
}

sample -i 100ms -n 10 >periods
is "ten samples" "$(wc -l <periods)" 10
succeeds "on boundaries of the period" test "$(phase 100000000 periods)" -lt 10
is "no period twice" "$(awk -F, '{ print substr($1, 1, length($1) - 8) }' periods |
	uniq -d | wc -l)" 0
sample -i 10ms -n 150 >many
tail -n 50 many >last
succeeds "no drift in 150 periods" test "$(phase 10000000 last)" -lt 4
is "periods and missed ones account for the time" \
	"$(awk -F, '{ slot = int(substr($1, 5) / 10000000)
		if (NR > 1 && slot != last + 1 + $6) print NR
		last = slot }' many | paste -sd,)" ""
like "the closing line counts" "$(cat err)" '150 samples, [0-9]+ periods missed'

# A stopped process misses periods, says so, and stays in step.
"$GPCD" -d image:g.img sample --csv -i 20ms -n 30 GM_0_0_TILE_PERFORMANCE_COUNTERS_0 \
	>csv 2>err &
pid=$!
sleep 0.2
kill -STOP "$pid"
sleep 0.3
kill -CONT "$pid"
wait "$pid"
tail -n +2 csv >stopped
missed=$(cut -d, -f 6 stopped | sort -n | tail -n 1)
succeeds "a stop of 300 ms misses ten periods of 20 ms or more" test "$missed" -ge 10
is "missed periods account for the gap" \
	"$(awk -F, '{ slot = int(substr($1, 5) / 20000000)
		if (NR > 1 && slot != last + 1 + $6) print NR
		last = slot }' stopped | paste -sd,)" ""
is "all samples that were asked for" "$(wc -l <stopped)" 30
total=$(awk -F, '{ n += $6 } END { print n }' stopped)
like "the closing line adds them up" "$(cat err)" "30 samples, $total periods missed"

start=$(date +%s%N)
sample -i 1s -n 2 >seconds
took=$((($(date +%s%N) - start) / 1000000))
succeeds "two samples a second apart take a second" test $took -ge 1000
sample -i 100us -n 100 >fast
is "100 us is not too fast" "$(wc -l <fast)" 100
sample -i 0.05 -n 5 >fraction
succeeds "seconds without a suffix" test "$(phase 50000000 fraction)" -lt 10

for bad in 0 99us 25h 1d -1s s 1e3 nan inf '1 s' '' 0x10 1s1; do
	exits 2 "no interval: '$bad'" gpcd -d image:g.img sample -n 1 -i "$bad"
done
for bad in 0 -1 x 1.5 ''; do
	exits 2 "no count: '$bad'" gpcd -d image:g.img sample -i 1ms -n "$bad"
done

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

# in_step PERIOD FILE: a line for each sample that is not the missed ones and one after the one before
in_step()
{
	awk -F, -v period="$1" '{ slot = int(substr($1, 5) / period)
		if (NR > 1 && slot != last + 1 + $6) print NR
		last = slot }' "$2"
}

# --- by the machine's clock, however busy it is ---

# accounted PERIOD FILE: nothing if samples and missed periods account for the time from the first to
# the last. A sample may be stamped late, but of five one is not, at either end; and none is early.
accounted()
{
	awk -F, -v period="$1" '{ missed += $6
		ahead[NR] = int(substr($1, 5) / period) - NR - missed }
		END { first = all = last = ahead[1]
		      for (i = 1; i <= NR; i++) {
			      if (i <= 5 && ahead[i] < first) first = ahead[i]
			      if (i == NR - 4 || (i > NR - 4 && ahead[i] < last)) last = ahead[i]
			      if (ahead[i] < all) all = ahead[i]
		      }
		      if (first != all || last != all) printf "%.0f %.0f %.0f", first, last, all }' "$2"
}
# lines N FILE: whether it has as many
lines()
{
	[ "$(wc -l <"$2")" -ge "$1" ]
}

sample -i 100ms -n 10 >periods
is "ten samples" "$(wc -l <periods)" 10
is "no period twice" "$(awk -F, '{ print substr($1, 1, length($1) - 8) }' periods |
	uniq -d | wc -l)" 0
sample -i 10ms -n 150 >many
is "periods and missed ones account for the time" "$(accounted 10000000 many)" ""
like "the closing line counts" "$(cat err)" '150 samples, [0-9]+ periods missed'

# A stopped process misses periods, says so, and stays in step.
"$GPCD" -d image:g.img sample --csv -i 20ms GM_0_0_TILE_PERFORMANCE_COUNTERS_0 >csv 2>err &
pid=$!
eventually lines 7 csv
kill -STOP "$pid"
sleep 0.3
kill -CONT "$pid"
ten_missed()
{
	awk -F, 'NR > 1 && $6 >= 10 { found = 1 } END { exit !found }' csv
}
succeeds "a stop of 300 ms misses ten periods of 20 ms or more" eventually ten_missed
eventually lines $(($(wc -l <csv) + 5)) csv
kill -INT "$pid"
ended "$pid"
is "after a stop: exit code" $? 0
tail -n +2 csv >stopped
is "missed periods account for the gap" "$(accounted 20000000 stopped)" ""
total=$(awk -F, '{ n += $6 } END { print n }' stopped)
like "the closing line adds them up" "$(cat err)" "$(wc -l <stopped) samples, $total periods missed"

start=$(date +%s%N)
sample -i 1s -n 2 >seconds
took=$((($(date +%s%N) - start) / 1000000))
succeeds "two samples a second apart take a second" test $took -ge 1000
sample -i 100us -n 100 >fast
is "100 us is not too fast" "$(wc -l <fast)" 100

# --- by a clock of our own ---

# phases PERIOD FILE: how long after a boundary, in ns
phases()
{
	awk -F, -v period="$1" '{ print substr($1, length($1) - 8) % period }' "$2" | sort -nu
}
needs "${GPCD%/*}/tests/cli/clock.so"
# own_clock OPTION...: as sample does
own_clock()
{
	LD_PRELOAD=${GPCD%/*}/tests/cli/clock.so "$GPCD" -d image:g.img sample --csv "$@" 2>err \
		GM_0_0_TILE_PERFORMANCE_COUNTERS_0 | tail -n +2
}
own_clock -i 100ms -n 10 >periods
is "on boundaries of the period" "$(phases 100000000 periods)" 0
own_clock -i 0.05 -n 5 >fraction
is "seconds without a suffix" "$(phases 50000000 fraction | wc -l) $(in_step 50000000 fraction)" "1 "
CLOCK_EVERY=1 CLOCK_LATE=9999999 own_clock -i 10ms -n 150 >late
is "no drift in 150 periods, each late" "$(phases 10000000 late) $(in_step 10000000 late)" "9999999 "
is "late, but none missed" "$(cut -d, -f 6 late | sort -u)" 0
CLOCK_EVERY=50 CLOCK_LATE=20000000 own_clock -i 10ms -n 150 >missed
is "missed: two at a time, thrice" "$(cut -d, -f 6 missed | sort -n | uniq -c | xargs)" "147 0 3 2"
is "missed: on boundaries, in step" "$(phases 10000000 missed) $(in_step 10000000 missed)" "0 "
like "missed: the closing line" "$(cat err)" '^gpcd sample: 150 samples, 6 periods missed'

# --- somebody sets the clock ---

# missed FILE: the periods that each sample says were missed, and how often
missed()
{
	cut -d, -f 6 "$1" | sort -n | uniq -c | xargs
}
# steps FILE: by how much CLOCK_MONOTONIC went from sample to sample, ms, without repetitions
steps()
{
	awk -F, 'NR > 1 { printf "%d\n", ($2 - last) / 1000000 } { last = $2 }' "$1" | sort -nu | xargs
}

CLOCK_SET_EVERY=7 CLOCK_SET=180000000000 own_clock -i 10ms -n 100 >set
is "set forward by 18,000 periods: none is missed" "$(missed set)" "100 0"
is "set forward: a period is a period" "$(steps set)" 10
like "set forward: the closing line" "$(cat err)" '^gpcd sample: 100 samples, 0 periods missed'
CLOCK_SET_EVERY=7 CLOCK_SET=13000000 own_clock -i 10ms -n 100 >set
is "set forward by a period and a bit: none is missed" "$(missed set)" "100 0"
CLOCK_SET_EVERY=7 CLOCK_SET=-3600000000000 own_clock -i 10ms -n 100 >set
# Sixteen times, as a period ends: the sample comes at the end of the next one.
is "set back by an hour: one period is missed" "$(missed set)" "84 0 16 1"
is "set back: the next sample comes within a period" "$(steps set)" "10 20"
CLOCK_SET_EVERY=7 CLOCK_SET=180000000000 CLOCK_EVERY=14 CLOCK_LATE=30000000 own_clock -i 10ms -n 100 >set
is "set forward while three periods were missed: these are" "$(missed set)" "93 0 7 3"

# --- a suspend ---

CLOCK_SUSPEND_EVERY=10 CLOCK_SUSPEND=3600000000000 own_clock -i 10ms -n 100 >asleep
is "an hour asleep is no missed period" "$(missed asleep)" "100 0"
is "an hour asleep is seen in the times" \
	"$(awk -F, 'NR > 1 && substr($1, 1, 10) - last > 3000 { n++ } { last = substr($1, 1, 10) } END { print n }' asleep)" 11
is "after it: on boundaries of the period" "$(phases 10000000 asleep)" 0

# --- wrong arguments ---

for bad in 0 9us 25h 1d -1s s 1e3 nan inf '1 s' '' 0x10 1s1; do
	exits 2 "no interval: '$bad'" gpcd -d image:g.img sample -n 1 -i "$bad"
done
for bad in 0 -1 x 1.5 ''; do
	exits 2 "no count: '$bad'" gpcd -d image:g.img sample -i 1ms -n "$bad"
done

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The times at which sample samples.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/lib.sh"

still g.img
sample()
{
	gpcd -d image:g.img sample --csv "$@" 2>err GM_0_0_TILE_PERFORMANCE_COUNTERS_0 | tail -n +2
}

# in_step PERIOD FILE: a line for each sample that does not follow the last by one period plus the
# missed ones
in_step()
{
	awk -F, -v period="$1" '{ slot = int(substr($1, 5) / period)
		if (NR > 1 && slot != last + 1 + $6) print NR
		last = slot }' "$2"
}

# --- by the machine's clock: only properties that other load cannot change ---

# lines N FILE: it has N lines
lines()
{
	[ "$(wc -l <"$2")" -ge "$1" ]
}

sample -i 10ms -n 150 >many
is "as many samples as wanted" "$(wc -l <many)" 150
is "the closing line counts them, and what was missed" "$(cat err)" \
	"gpcd sample: 150 samples, $(awk -F, '{ n += $6 } END { print n }' many) periods missed, 0 torn"

# A stopped process misses periods, and reports it.
"$GPCD" -d image:g.img sample --csv -i 20ms GM_0_0_TILE_PERFORMANCE_COUNTERS_0 >csv 2>err &
pid=$!
children+=("$pid")
eventually lines 7 csv
kill -STOP "$pid"
sleep 0.3
kill -CONT "$pid"
ten_missed()
{
	awk -F, 'NR > 1 && $6 >= 10 { found = 1 } END { exit !found }' csv
}
succeeds "a stop of 300 ms misses ten periods of 20 ms or more" eventually ten_missed
kill -INT "$pid"
ended "$pid"
is "after a stop: exit code" $? 0
tail -n +2 csv >stopped
total=$(awk -F, '{ n += $6 } END { print n }' stopped)
is "the closing line adds them up" "$(cat err)" "gpcd sample: $(wc -l <stopped) samples, $total periods missed, 0 torn"

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
# own_clock OPTION...: sample by our own clock
own_clock()
{
	LD_PRELOAD=${GPCD%/*}/tests/cli/clock.so "$GPCD" -d image:g.img sample --csv "$@" 2>err \
		GM_0_0_TILE_PERFORMANCE_COUNTERS_0 | tail -n +2
}
own_clock -i 100ms -n 10 >periods
is "ten samples, on boundaries of the period" "$(wc -l <periods) $(phases 100000000 periods)" "10 0"
is "in each period one" "$(in_step 100000000 periods)" ""
own_clock -i 0.05 -n 5 >fraction
is "seconds without a suffix" "$(phases 50000000 fraction | wc -l) $(in_step 50000000 fraction)" "1 "
own_clock -n 1 >one
is "one sample, at once" "$(cut -d, -f 1 one)" 1000000000000012345
own_clock -n 1 --delta >one
is "one delta, of a period from now on" "$(cut -d, -f 1 one)" 1000000001000012345
own_clock -n 1 -i 1s >one
is "one sample of a period, on its boundary" "$(cut -d, -f 1 one)" 1000000001000000000
own_clock -n 2 >two
is "two samples, on boundaries of a second" "$(wc -l <two) $(phases 1000000000 two)" "2 0"
CLOCK_EVERY=1 CLOCK_LATE=9999999 own_clock -i 10ms -n 150 >late
is "no drift in 150 periods, each late" "$(phases 10000000 late) $(in_step 10000000 late)" "9999999 "
is "late, but none missed" "$(cut -d, -f 6 late | sort -u)" 0
CLOCK_EVERY=1 CLOCK_LATE=10000000 own_clock -i 10ms -n 150 >always
is "a period late is one missed, each time" "$(cut -d, -f 6 always | sort -n | uniq -c | xargs)" "1 0 149 1"
is "and the next is in step" "$(phases 10000000 always) $(in_step 10000000 always)" "0 "
CLOCK_EVERY=50 CLOCK_LATE=20000000 own_clock -i 10ms -n 150 >missed
is "missed: two at a time, thrice" "$(cut -d, -f 6 missed | sort -n | uniq -c | xargs)" "147 0 3 2"
is "missed: on boundaries, in step" "$(phases 10000000 missed) $(in_step 10000000 missed)" "0 "
like "missed: the closing line" "$(cat err)" '^gpcd sample: 150 samples, 6 periods missed'

# --- somebody sets the clock ---

# missed FILE: the numbers of missed periods in the samples, and how often each occurs
missed()
{
	cut -d, -f 6 "$1" | sort -n | uniq -c | xargs
}
# steps FILE: steps of CLOCK_MONOTONIC from sample to sample, ms, without repetitions
steps()
{
	awk -F, 'NR > 1 { printf "%d\n", ($2 - last) / 1000000 } { last = $2 }' "$1" | sort -nu | xargs
}

CLOCK_SET_EVERY=7 CLOCK_SET=180000000000 own_clock -i 10ms -n 100 >"set"
is "set forward by 18,000 periods: none is missed" "$(missed set)" "100 0"
is "set forward: a period is a period" "$(steps set)" 10
like "set forward: the closing line" "$(cat err)" '^gpcd sample: 100 samples, 0 periods missed'
CLOCK_SET_EVERY=7 CLOCK_SET=13000000 own_clock -i 10ms -n 100 >"set"
is "set forward by a period and a bit: none is missed" "$(missed set)" "100 0"
CLOCK_SET_EVERY=7 CLOCK_SET=-3600000000000 own_clock -i 10ms -n 100 >"set"
# Sixteen times, at the end of a period: the sample comes at the end of the next one.
is "set back by an hour: one period is missed" "$(missed set)" "84 0 16 1"
is "set back: the next sample comes within a period" "$(steps set)" "10 20"
CLOCK_SET_EVERY=7 CLOCK_SET=180000000000 CLOCK_EVERY=14 CLOCK_LATE=30000000 own_clock -i 10ms -n 100 >"set"
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

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What sample writes, format by format.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/lib.sh"

still s.img
still a.img -c aries
living l.img
counter=GM_0_0_TILE_PERFORMANCE_COUNTERS_0
sample()
{
	gpcd -d image:s.img sample -i 10ms "$@" 2>/dev/null
}

sample -n 3 --csv >csv
is "CSV: a header and a line a sample" "$(wc -l <csv)" 4
is "CSV: the first columns" "$(head -n 1 csv | cut -d, -f 1-7)" \
	"realtime_ns,monotonic_ns,chip_ns,epoch,sequence,missed,$counter"
is "CSV: without an argument the static tile counters" \
	"$(head -n 1 csv | tr , '\n' | grep -c TILE_PERFORMANCE_COUNTERS_)" 288
is "CSV: every line has every column" "$(awk -F, '{ print NF }' csv | sort -u)" 294
is "CSV: no field is empty" "$(grep -c ',,\|,$' csv)" 0
is "CSV: the sequence counts" "$(tail -n +2 csv | cut -d, -f 5 | paste -sd,)" 1,2,3
is "CSV: chip time is the chip's" "$(tail -n 1 csv | cut -d, -f 3)" 1000000000
is "Aries without an argument: flits and stalls of all tiles" \
	"$(gpcd -d image:a.img sample -i 1ms -n 1 --csv 2>/dev/null | head -n 1 | tr , '\n' |
		grep -c ^AR_RTR_)" 392

sample -n 2 --json >json
is "JSON: one object a line" "$(jq -c . json | wc -l) $(wc -l <json)" "2 2"
is "JSON: schema and mode" "$(head -n 1 json | jq -r '"\(.schema) \(.mode)"')" "1 raw"
is "JSON: times are strings" \
	"$(head -n 1 json | jq -r '[.realtime_ns, .monotonic_ns, .chip_ns, .epoch, .sequence] |
		map(type) | unique[]')" string
is "JSON: 48-bit registers are numbers" \
	"$(head -n 1 json | jq -r '.values | map(type) | unique[]')" number
is "JSON: 64-bit registers are strings" "$(gpcd -d image:a.img sample -i 1ms -n 1 --json \
	2>/dev/null | jq -r '.values | map(type) | unique[]')" string
is "JSON: no status where all is well" "$(head -n 1 json | jq -c .status)" '{}'
is "JSON and CSV agree" "$(sample -n 1 --json $counter | jq ".values.$counter")" \
	"$(tail -n 1 csv | cut -d, -f 7)"
like "text: a heading and a line a register" "$(sample -n 1 $counter)" \
	"^# [0-9-]+T[0-9:.]+Z  sample 1 .*"$'\n'"$counter +[0-9]+  phits\$"

sample -n 2 --delta --json $counter >"delta"
is "delta: zero where time stands still" "$(jq ".values.$counter" delta | sort -u)" 0
is "delta: as many samples as asked for" "$(wc -l <"delta")" 2
is "delta of a field that counts" "$(gpcd -d image:a.img sample -i 1ms -n 1 --delta --json \
	AR_RTR_0_0_COLBUF_PERF_STALL_RQ:COL_BUF_PERF_STALL_RQ 2>/dev/null | jq -r '.values[]')" 0

gpcd -d image:l.img sample -i 500ms -n 1 --rate --json 2>/dev/null >rate
succeeds "rate: positive where traffic flows" jq -e '[.values[]] | add > 0' rate
is "rate: three decimals, of which JSON leaves out zeros at the end" \
	"$(grep -oE '":[0-9]+\.[0-9]+' rate | awk -F. '{ n = length($2) > n ? length($2) : n } END { print n }')" 3
gpcd -d image:l.img sample -i 50ms -n 4 --csv $counter 2>/dev/null | tail -n +2 >raw
succeeds "raw: a counter only grows" sort -t, -k7,7n -c raw
gpcd -d image:l.img sample -i 50ms -n 40 --csv $counter >raw 2>/dev/null &
running=$!
gpcd -d image:l.img sample -i 100ms -n 3 --delta --csv $counter 2>/dev/null | tail -n +2 >"delta"
wait $running
succeeds "two tools at a time" test "$(wc -l <raw)" -eq 41
is "delta: every sample has one" "$(grep -c ',[0-9][0-9]*$' delta)" 3

# A write between two samples changes the epoch: no number then.
gpcd -d image:s.img sample -i 200ms -n 4 --delta --json $counter >broken 2>/dev/null &
running=$!
sleep 0.5
gpcd -d image:s.img write $counter 1
wait $running
is "delta across epochs: null" "$(jq -c ".values.$counter" broken | sort | uniq -c |
	awk '{ print $1, $2 }' | paste -sd,)" "3 0,1 null"
is "delta across epochs: the status says why" \
	"$(jq -r ".status.$counter // empty" broken)" epoch-changed

exits 2 "no delta of a set-up register" gpcd -d image:s.img sample --delta -n 1 \
	GM_0_0_TILE_FILTERING_PERFORMANCE_COUNTER_SETUP_VC0_0
like "it is refused by name" "$(cat err)" SETUP_VC0_0
is "and nothing is written" "$(wc -c <out)" 0
exits 2 "no rate of a gauge" gpcd -d image:s.img sample --rate -n 1 GM_SSID_PERF_SSIDS_IN_USE

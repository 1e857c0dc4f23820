#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Output of sample, format by format.
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
is "CSV: the first columns" "$(head -n 1 csv | cut -d, -f 1-9)" \
	"realtime_ns,monotonic_ns,chip_ns,epoch,sequence,missed,status,schema_2,$counter"
is "CSV: status and schema" "$(tail -n +2 csv | cut -d, -f 7-8 | sort -u)" ok,2
is "CSV: one header line, which names every column" \
	"$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
		NR > 1 { print $at["status"] $at["schema_2"] }' csv | paste -sd ' ')" "ok2 ok2 ok2"
is "CSV: without an argument the static tile counters" \
	"$(head -n 1 csv | tr , '\n' | grep -c TILE_PERFORMANCE_COUNTERS_)" 288
is "CSV: every line has every column" "$(awk -F, '{ print NF }' csv | sort -u)" 296
is "CSV: no field is empty" "$(grep -c ',,\|,$' csv)" 0
is "CSV: the sequence counts" "$(tail -n +2 csv | cut -d, -f 5 | paste -sd,)" 1,2,3
is "CSV: chip time is the chip's" "$(tail -n 1 csv | cut -d, -f 3)" 1000000000
is "Aries without an argument: flits and stalls of all tiles" \
	"$(gpcd -d image:a.img sample -i 1ms -n 1 --csv 2>/dev/null | head -n 1 | tr , '\n' |
		grep -c ^AR_RTR_)" 392

sample -n 2 --json >json
is "JSON: one object a line" "$(jq -c . json | wc -l) $(wc -l <json)" "2 2"
is "JSON: schema and mode" "$(head -n 1 json | jq -r '"\(.schema) \(.mode)"')" "2 raw"
is "JSON: times are strings" \
	"$(head -n 1 json | jq -r '[.realtime_ns, .monotonic_ns, .chip_ns, .epoch, .sequence] |
		map(type) | unique[]')" string
is "JSON: 48-bit registers are numbers" \
	"$(head -n 1 json | jq -r '.values | map(type) | unique[]')" number
is "JSON: 64-bit registers are strings" "$(gpcd -d image:a.img sample -i 1ms -n 1 --json \
	2>/dev/null | jq -r '.values | map(type) | unique[]')" string
is "JSON: the status, and no exceptions where all is well" \
	"$(head -n 1 json | jq -c '[.status, .exceptions]')" '["ok",{}]'
is "JSON and CSV agree" "$(sample -n 1 --json $counter | jq ".values.$counter")" \
	"$(tail -n 1 csv | cut -d, -f 9)"
is "JSON: a register that is asked for twice has one value, CSV two" \
	"$(sample -n 1 --json $counter $counter | grep -o "\"$counter\"" | wc -l) $(
		sample -n 1 --csv $counter $counter | head -n 1 | grep -o "$counter" | wc -l)" "1 2"
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
succeeds "raw: a counter only grows" sort -t, -k9,9n -c raw
gpcd -d image:l.img sample -i 50ms -n 40 --csv $counter >raw 2>/dev/null &
running=$!
gpcd -d image:l.img sample -i 100ms -n 3 --delta --csv $counter 2>/dev/null | tail -n +2 >"delta"
wait $running
succeeds "two tools at a time" test "$(wc -l <raw)" -eq 41
is "delta: every sample has one" "$(grep -c ',[0-9][0-9]*$' delta)" 3

# A write between two samples changes the epoch: no number then.
gpcd -d image:s.img sample -i 1s -n 4 --delta --json $counter >broken 2>/dev/null &
running=$!
eventually test -s broken
gpcd -d image:s.img write $counter 1
wait $running
is "delta across epochs: null" "$(jq -c ".values.$counter" broken | sort | uniq -c |
	awk '{ print $1, $2 }' | paste -sd,)" "3 0,1 null"
is "delta across epochs: the status says why" \
	"$(jq -r ".exceptions.$counter // empty" broken)" epoch-changed
is "delta across epochs: the sample says that it is part" \
	"$(jq -r .status broken | sort | uniq -c | awk '{ print $1, $2 }' | paste -sd,)" "3 ok,1 part"

exits 2 "no delta of a set-up register" gpcd -d image:s.img sample --delta -n 1 \
	GM_0_0_TILE_FILTERING_PERFORMANCE_COUNTER_SETUP_VC0_0
like "it is refused by name" "$(cat err)" SETUP_VC0_0
is "and nothing is written" "$(wc -c <out)" 0
exits 2 "no rate of a gauge" gpcd -d image:s.img sample --rate -n 1 GM_SSID_PERF_SSIDS_IN_USE

# --- torn and partial samples ---

# A writer that never ends its batch: every sweep is torn.
still torn.img
word torn.img $((0x7fff040)) 1
torn()
{
	gpcd -d image:torn.img sample -i 10ms -n 2 "$@" 2>err
}
torn --csv >csv
is "a torn sample, CSV: the status, and a value in each column" \
	"$(cut -d, -f 7 csv | paste -sd,) $(grep -c ',,\|,$' csv)" "status,torn,torn 0"
torn --json >json
is "a torn sample, JSON: said once" "$(jq -c '[.status, .exceptions, (.values | length)]' json |
	sort -u)" '["torn",{},288]'
gpcd -d image:s.img sample -i 10ms -n 2 --json >well 2>/dev/null
succeeds "a torn sample, JSON: no longer than a good one" \
	test "$(wc -c <json)" -lt $(($(wc -c <well) + 100))
like "a torn sample, text: each value says so" "$(torn -n 1 $counter)" '  phits  \(torn\)$'
like "torn samples are counted" "$(cat err)" ' 1 torn$'
exits 0 "a torn sample is no failure" gpcd -d image:torn.img sample -i 1ms -n 1
exits 0 "nor is it of read" gpcd -d image:torn.img read $counter

# A lost chip answers all ones.
still part.img
word part.img $((0x2001380)) -1
for command in read 'sample -i 1ms -n 3'; do
	# shellcheck disable=SC2086 # words
	exits 1 "$command, a register lost: exit code" gpcd -d image:part.img $command --csv \
		$counter ${counter%0}1
	is "$command, a register lost: an empty field, and the status" \
		"$(tail -n 1 out | cut -d, -f 7-9)" part,2,
	is "$command, a register lost: said once" "$(grep -c "$counter: the chip answered" err)" 1
	# shellcheck disable=SC2086 # words
	run gpcd -d image:part.img $command --json $counter ${counter%0}1
	is "$command, a register lost, JSON: status and the exception's name" \
		"$(tail -n 1 out | jq -c "[.status, .values.$counter, .exceptions]")" \
		"[\"part\",null,{\"$counter\":\"gone\"}]"
done
cp --sparse=always s.img later.img
rm -f csv
"$GPCD" -d image:later.img sample -i 50ms --csv $counter ${counter%0}1 >csv 2>err &
pid=$!
eventually test -s csv
word later.img $((0x2001380)) -1
eventually grep -q ',part,' csv
kill -INT $pid
ended $pid
is "a register that is lost later: exit code" $? 1
is "a register that is lost later: said once" "$(grep -c "$counter: the chip answered" err)" 1

# --- schemas, and appending to files ---

header()
{
	head -n 1 "$1" | cut -d, -f 8
}
sample -n 1 --delta --csv $counter >csv
is "CSV of deltas says so" "$(header csv)" schema_2_delta
sample -n 1 --rate --csv $counter >csv
is "CSV of rates says so" "$(header csv)" schema_2_rate

for _ in 1 2 3; do
	sample -n 2 --csv $counter >>appended
done
is "appended: one header, all samples" "$(grep -c realtime_ns appended) $(wc -l <appended)" "1 7"
cp appended before
for other in "sample -n 1 --csv ${counter%0}1" "sample -n 1 -i 1h --delta --csv $counter" \
	"read --csv $counter ${counter%0}1" "list --csv"; do
	# shellcheck disable=SC2086 # words
	gpcd -d image:s.img $other >>appended 2>err
	is "appended, another header: $other: exit code" $? 5
	like "appended, another header: $other: said" "$(cat err)" 'another header'
done
succeeds "appended, another header: nothing is written" cmp appended before
printf 1,2 >>appended
sample -n 1 --csv $counter >>appended
is "appended to a line cut short: exit code" $? 5
succeeds "appended to a line cut short: nothing is written" cmp appended <(cat before; printf 1,2)
gpcd -d image:s.img list --csv >>devices
gpcd -d image:s.img list --csv >>devices
is "a table, appended" "$(grep -c ^device, devices) $(grep -c ^image devices)" "1 2"
sample -n 1 --json $counter >>appended
is "JSON and text are appended as they are" $? 0
( cp before half && sample -n 1 --csv $counter 1<>half )
is "overwritten, not appended: a header" "$(grep -c realtime_ns half)" 1

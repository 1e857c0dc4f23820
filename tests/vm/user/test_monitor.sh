#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd monitor: report events of devices as they happen, as text, CSV and JSON.
. "$(dirname "$0")/../lib.sh"

counter=GM_1_2_TILE_PERFORMANCE_COUNTERS_3
fault=/sys/class/gpcd_emu/gpcd_emu0/fault
cd "$(mktemp -d)" || exit

# listen ARGUMENT...: start it in the background, and wait until it has listed what is there
listen()
{
	rm -f told
	"$GPCD" monitor "$@" >told 2>said &
	pid=$!
	eventually grep -q present told
}

fault()
{
	echo "$1" >$fault
}

happen()
{
	fault ones
	fault none
	"$GPCD" write $counter 5
	fault unplug
	fault slow:1000
	fault none
}

events()
{
	jq -r "\"\\(.event) \\(.device) \\(.fault)\"" told
}

fails "without the module" 3 'the module gpcd is not loaded: modprobe gpcd' "$GPCD" monitor
load clock=virtual || exit 1
listen --json -n 7
happen
ended "$pid"
is "it ends after as many as wanted" $? 0
is "events, in the order in which they happened" "$(events)" "present /dev/gpcd0 none
fault /dev/gpcd0 ones
fault /dev/gpcd0 none
reset /dev/gpcd0 none
remove /dev/gpcd0 none
add /dev/gpcd0 none
fault /dev/gpcd0 slow
fault /dev/gpcd0 none"
device=$("$GPCD" info --json | jq -c '.devices[0] | [.chip, .nic_addr, .domain, .chip_id, .coord]')
is "a device is as info says" \
	"$(jq -c '[.chip, .nic_addr, .domain, .chip_id, (.coord | map(tostring) | join(","))]' told | sort -u)" \
	"$device"

listen -n 1
epoch=$("$GPCD" write $counter 6 && "$GPCD" info --json | jq -r '.devices[0].epoch')
ended "$pid"
is "as text: exit code" $? 0
like "what is there" "$(head -n 1 told)" \
	'^[0-9-]{10} [0-9:]{8}  present  /dev/gpcd0  gemini at 0,0,0  NIC address [0-9]+  domain 1$'
like "an event" "$(tail -n 1 told)" "  reset    /dev/gpcd0  gemini .*  epoch $epoch\$"

listen --csv -n 1
fault ones
ended "$pid"
is "as CSV: exit code" $? 0
is "all records have the fields of the header" "$(sed 's/"[^"]*"/coord/' told | awk -F, '{ print NF }' | sort -u)" 12
is "events of CSV" "$(tail -n +2 told | cut -d, -f 2,3,4,9)" "present,/dev/gpcd0,gemini,none
fault,/dev/gpcd0,gemini,ones"
fault none

listen --json
kill -STOP $pid
for ((i = 0; i < 600; i++)); do
	fault ones
	fault none
done
kill -CONT $pid
succeeds "events that were lost are owned up to" eventually grep -q '"lost"' told
succeeds "and what is there follows" eventually eval 'jq -r .event told | grep -A 1 lost | grep -q present'
kill -TERM $pid
ended "$pid"
is "SIGTERM ends it" $? 0
is "each record is whole" "$(jq -c .event told | wc -l)" "$(wc -l <told)"

rm -f log*
"$GPCD" monitor --csv -o log.csv 2>said &
pid=$!
eventually grep -q present log.csv
mv log.csv log.csv.1
kill -HUP $pid
eventually test -s log.csv
fault ones
fault none
eventually grep -q none log.csv
kill -TERM $pid
ended "$pid"
is "-o: SIGHUP opens the file anew, SIGTERM ends it" \
	"$? $(cut -d, -f 2 log.csv.1 | paste -sd' ') / $(cut -d, -f 2 log.csv | paste -sd' ')" "0 event present / event fault fault"

"$GPCD" monitor >/dev/full 2>said
is "a full device: exit code" $? 5
listen
unload
ended "$pid"
is "the module is unloaded: exit code" $? 3
is "it says so" "$(<said)" "gpcd monitor: the module gpcd was unloaded"
done_testing

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd alarm: the kernel's alarms reported, listed, removed, and the commands they start.
. "$(dirname "$0")/../lib.sh"

glob='GM_0_*_TILE_PERFORMANCE_COUNTERS_0'
door=/sys/class/gpcd_emu/gpcd_emu0
sim=${GPCD%/*}/gpcd-sim
cd "$(mktemp -d)" || exit
chmod 755 .

# watching: the kernel watches, or the command has ended
watching()
{
	! kill -0 "$pid" || "$GPCD" alarm list --csv | grep -q ,busy,
}

# watch ARGUMENT...: start it in the background; wait until the kernel watches or the command has
# ended
watch()
{
	"$GPCD" alarm -i 10ms --name busy "$@" >told 2>said &
	pid=$!
	eventually watching
}

# advance: move the chip's time by a tick of its traffic: alarms see all of it at once, or nothing
advance()
{
	echo 10000000 >$door/advance
}

# counted: the sum of the registers
counted()
{
	"$GPCD" read --json "$glob" | jq '.values | map(tonumber) | add'
}

# stranger COMMAND...: run it as a user without privilege
stranger()
{
	setpriv --reuid=4203 --regid=4203 --clear-groups -- "$@"
}

fails "without the module there is no list" 3 'the module gpcd is not loaded: modprobe gpcd' \
	"$GPCD" alarm list
load clock=virtual || exit 1
is "no alarm: an empty list" "$("$GPCD" alarm list --csv)" "alarm,name,device,state,number,kept,schema_2"

watch --json --above 0 --once "$glob"
advance
ended "$pid"
is "raised: exit code" $? 0
rate=$(counted)00
is "it reports the rate to the count" "$(jq -c '[.state, .rate, .number, .name, .device, .chip_ns]' told)" \
	"[\"raised\",\"$rate\",\"1\",\"busy\",\"/dev/gpcd0\",\"10000000\"]"
is "it says what came of it" "$(<said)" "gpcd alarm: raised 1 times, 1 changes, 0 lost"

# The command runs for each change, and is waited for. Its output is not a record.
watch --below 1e15 --exec 'env | grep ^GPCD_ | sort >env; ulimit -Sn >files; yes | head -n 1; exit 3' "$glob"
advance
eventually grep -q 'status 3' said
kill -TERM $pid
ended "$pid"
is "a signal after it was raised: exit code" $? 0
is "what the command finds" "$(sed 's/RATE=[0-9]*/RATE=N/' env)" "GPCD_ALARM_NAME=busy
GPCD_ALARM_NUMBER=1
GPCD_ALARM_RATE=N
GPCD_ALARM_STATE=raised
GPCD_DEVICE=/dev/gpcd0"
is "it may open as many files as we" "$(<files)" "$(ulimit -Sn)"
like "what it prints is on standard error, and why it failed" "$(<said)" \
	"^y.gpcd alarm: 'env .* exit 3' has failed: status 3"
like "a change as text" "$(<told)" '^[0-9-]{10} [0-9:]{8}  raised   busy  [0-9]+/s$'
watch --above 0 --exec 'echo $$ >begun; exec sleep infinity' "$glob"
advance
eventually test -s begun
kill -TERM $pid
ended "$pid"
is "a command that does not end is ended: exit code" $? 0
like "and that is said" "$(<said)" "was ended by signal 15"
succeeds "it is gone" test ! -d "/proc/$(<begun)"

watch --csv --above 1e15 "$glob"
eventually grep -q realtime_ns told
kill -TERM $pid
ended "$pid"
is "a signal before it was raised: exit code" $? 1
is "CSV has a header all the same" "$(<told)" \
	"realtime_ns,chip_ns,state,rate,number,alarm,name,device,schema_2"
fails "--for: the time is up" 1 'raised 0 times, 0 changes, 0 lost' \
	"$GPCD" alarm --above 1e15 --for 50ms "$glob"

watch --csv --above 0 --hysteresis 0% "$glob"
advance
eventually grep -q raised told
"$GPCD" alarm list --csv >alarms
echo unplug >$door/fault
ended "$pid"
is "the chip goes: exit code" $? 3
is "CSV: states and numbers" "$(tail -n +2 told | cut -d, -f 3,5,7,8)" "raised,1,busy,/dev/gpcd0
gone,2,busy,/dev/gpcd0"
is "the end has no rate" "$(tail -n 1 told | cut -d, -f 2,4)" ,
is "all records have the fields of the header" "$(awk -F, '{ print NF }' told | sort -u)" 9
is "a list" "$(cut -d, -f 2- alarms)" "name,device,state,number,kept,schema_2
busy,/dev/gpcd0,raised,1,no,2"
echo none >$door/fault

"$GPCD" monitor --json -n 2 >heard 2>/dev/null &
monitor=$!
eventually grep -q present heard
watch --above 0 --once "$glob"
advance
ended "$pid"
ended "$monitor"
is "gpcd monitor reports it, and its end" \
	"$(jq -c 'select(.event == "alarm" and .number != "0") | [.device, .name, .state, .number]' heard)" \
	'["/dev/gpcd0","busy","raised","1"]
["/dev/gpcd0","busy","removed","2"]'

"$GPCD" alarm --keep --above 1e9/s --name kept --json "$glob" >told 2>said
is "--keep: exit code" $? 0
number=$(jq '.alarms[0].alarm' told)
is "it says how to end it" "$(<said)" "gpcd alarm: alarm $number stays until \`gpcd alarm remove $number'"
is "it is listed" "$("$GPCD" alarm list --json | jq -c '[.alarms[] | [.alarm, .name, .state, .kept]]')" \
	"[[$number,\"kept\",\"clear\",true]]"
is "by anybody" "$(stranger "$GPCD" alarm list --csv 2>&1 | tail -n 1 | cut -d, -f 2)" kept
fails "whom it does not belong to" 4 'needs CAP_SYS_ADMIN' stranger "$GPCD" alarm remove "$number"
succeeds "it is removed by its number" "$GPCD" alarm remove "$number"
fails "once" 1 "there is no alarm $number: see .gpcd alarm list." "$GPCD" alarm remove "$number"

watch --above 1e15 "$glob"
"$GPCD" alarm remove "$("$GPCD" alarm list --json | jq '.alarms[0].alarm')"
ended "$pid"
is "somebody removes it: exit code" $? 1
is "it says so" "$(head -n 1 said)" "gpcd alarm: somebody has removed the alarm"
"$GPCD" alarm --csv --above 1e15 --for 10m "$glob" 2>said | head -n 1 >told
is "its reader goes: so does it" "${PIPESTATUS[0]}" 5

fails "what is no counter has no rate" 2 'is no counter \(kind ' \
	"$GPCD" alarm --above 1 GM_2_3_TILE_FILTERING_PERFORMANCE_COUNTER_SETUP_VC0_0
fails "nor has a register that is not there" 2 'no register' "$GPCD" alarm --above 1 GM_NO_SUCH
echo 0 >/sys/module/gpcd/parameters/alarm_share
fails "when there is no time for it" 1 'alarm_share' "$GPCD" alarm --above 1 "$glob"
echo 10 >/sys/module/gpcd/parameters/alarm_share
"$GPCD" alarm --csv --for 50ms --above 1e15 "$glob" >/dev/full 2>said
is "a full device: exit code" $? 5
unload

# A network moves the counters; then its time goes on without traffic.
load clock=virtual traffic=0
watch --csv --above 1e6/s --hysteresis 50% "$glob"
"$sim" run --torus 1x1x2 --count 2000 --device gpcd_emu0=0,0,0 >simulated 2>&1
is "the simulator ends well" $? 0
eventually grep -q raised told
advance
eventually grep -q clear told
kill -TERM $pid
ended "$pid"
is "raised and cleared: exit code" $? 0
is "raised by traffic, cleared by its end" "$(tail -n 2 told | cut -d, -f 3 | paste -sd ,)" "raised,clear"
is "at no rate at all" "$(tail -n 1 told | cut -d, -f 4)" 0
unload
done_testing

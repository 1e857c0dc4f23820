#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd alarm on devices: rates by the chip's time, which a test moves; a chip that is unplugged while
# it is watched; permission that is taken away; traffic of a simulator. The rest needs no kernel:
# tests/cli/test_alarm.sh.
. "$(dirname "$0")/../lib.sh"

glob='GM_0_*_TILE_PERFORMANCE_COUNTERS_0'
door=/sys/class/gpcd_emu/gpcd_emu0
sim=${GPCD%/*}/gpcd-sim
cd "$(mktemp -d)" || exit
chmod 755 .

# begun: the command watches, or it has ended
begun()
{
	! kill -0 "$pid" || grep -q realtime_ns told
}

# watch COMMAND...: run `gpcd alarm' by it in the background, and wait until it watches
watch()
{
	rm -f told said
	"$@" >told 2>said &
	pid=$!
	eventually begun
}

alarm()
{
	exec "$GPCD" alarm --csv -i 10ms --name busy "$@" "$glob"
}

# stranger COMMAND...: run it as a user without privilege
stranger()
{
	setpriv --reuid=4203 --regid=4203 --clear-groups -- "$@"
}

stranger_alarm()
{
	stranger "$GPCD" alarm --csv -i 10ms --name busy "$@" "$glob"
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

# states: the states and numbers of the changes
states()
{
	tail -n +2 told | cut -d, -f 3,5 | paste -sd ' '
}

fails "without the module" 3 'gpcd0' "$GPCD" alarm --above 1 "$glob"
load clock=virtual || exit 1

watch alarm --above 0 --once
advance
ended "$pid"
is "raised: exit code" $? 0
is "the rate to the count, by the chip's time" "$(tail -n 1 told | cut -d, -f 2-)" \
	"10000000,raised,$(counted)00,1,busy,/dev/gpcd0,2"

watch alarm --above 0
advance
eventually grep -q raised told
echo unplug >$door/fault
ended "$pid"
is "the chip goes: exit code" $? 3
is "the chip goes: a change" "$(states)" "raised,1 gone,2"
like "the chip goes: said" "$(head -n 1 said)" '/dev/gpcd0: its chip is gone'
echo none >$door/fault

watch alarm --above 0
echo ones >$door/fault
advance
echo none >$door/fault
advance
eventually grep -q raised told
kill -TERM $pid
ended "$pid"
is "a chip that answers with all ones for a time: exit code" $? 0
is "a chip that answers with all ones for a time: no change" "$(states)" "raised,1"

# Reset by a write: what was counted before is in no rate.
watch alarm --above 1e15
advance
"$GPCD" write GM_0_0_TILE_PERFORMANCE_COUNTERS_0 0
advance
kill -TERM $pid
ended "$pid"
is "a counter is written: exit code" $? 1
is "a counter is written: no change" "$(states)" ""

chmod 666 /dev/gpcd0
job=$("$GPCD" perms --json | jq -r '.perms[0].job')
watch stranger_alarm --above 1e15
succeeds "permission is taken away" "$GPCD" perms set "$job" --may none
ended "$pid"
is "permission is taken away: exit code" $? 4
is "permission is taken away: a change" "$(states)" "denied,1"
like "permission is taken away: said" "$(head -n 1 said)" 'may no longer be read: see .gpcd perms.'
fails "no permission from the start" 4 'not all of these registers may be read' \
	stranger "$GPCD" alarm --above 1 "$glob"
succeeds "permission is given back" "$GPCD" perms remove "$job"
unload

# A network moves the counters; then its time goes on without traffic.
load clock=virtual traffic=0
watch alarm --above 1e6/s --hysteresis 50%
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

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd alarm: wrong arguments, and devices without alarms. Alarms themselves need a kernel:
# tests/vm/user/test_alarm_command.sh.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/lib.sh"

counter=GM_2_3_TILE_PERFORMANCE_COUNTERS_0
setup=GM_2_3_TILE_FILTERING_PERFORMANCE_COUNTER_SETUP_VC0_0
still a.img
needs "${GPCD%/*}/tests/cli/narrow.so"
alarm()
{
	"$GPCD" -d image:a.img alarm "$@"
}

fails "no register" 2 'which registers. NAME, a GLOB, list, or remove NUMBER' alarm --above 1
fails "no threshold" 2 'either --above or --below says when it is raised' alarm $counter
fails "two thresholds" 2 'either --above or --below' alarm --above 1 --below 1 $counter
for bad in x 1e9/m 1e9/ -1 nan '' 1e30 99999999999999999999999999999999999999999999999999999999999999999; do
	fails "--above '$bad'" 2 "--above '$bad' is not a valid RATE" alarm "--above=$bad" $counter
done
fails "below nothing" 2 "--below '0' is not a valid RATE" alarm --below 0 $counter
for bad in 10 101% -1% % x%; do
	fails "--hysteresis '$bad'" 2 "--hysteresis '$bad' is not a valid PART%" \
		alarm --above 1 "--hysteresis=$bad" $counter
done
for bad in 9ms 2h 1y; do
	fails "--interval $bad" 2 "--interval '$bad' is not a valid TIME" alarm --above 1 -i $bad $counter
done
for bad in '' 'a b' abcdefghijklmnopqrstuvwxyz012345 $'\e[2J'; do
	fails "--name '${bad//[^a-z0-9 ]/?}'" 2 'is not a valid NAME' alarm --above 1 "--name=$bad" $counter
done
fails "--for no time" 2 "--for '0s' is not a valid TIME" alarm --above 1 --for 0s $counter
fails "--keep and --exec" 2 'with --keep there is nobody left for' alarm --above 1 --keep --exec true $counter
fails "--keep and --once" 2 'there is nobody left for' alarm --above 1 --keep --once $counter
fails "an option twice" 2 'both --name a and --name b: choose one' alarm --above 1 --name a --name b $counter
fails "no command" 2 "--exec '' is not a valid COMMAND" alarm --above 1 --exec= $counter
fails "list of one" 2 'list takes no argument' "$GPCD" alarm list $counter
fails "list takes no threshold" 2 'list and remove are of all alarms' alarm --above 1 list
fails "nor a device" 2 'list and remove are of all alarms' alarm list
fails "remove without a number" 2 'remove takes the number of an alarm' alarm remove
fails "remove what is no number" 2 "no number of an alarm: 'x'" "$GPCD" alarm remove x
fails "remove 0" 2 "no number of an alarm: '0'" "$GPCD" alarm remove 0
fails "no such register" 2 "no register 'GM_NONE'" alarm --above 1 GM_NONE
fails "what is no counter" 2 "$setup is no counter \\(kind set-up\\) and has no rate" alarm --above 1 $setup
fails "a field" 2 'is a field: the kernel watches whole registers' alarm --above 1 "$setup:PATTERN"
fails "an image" 1 'image:a.img: nobody can watch it: an image' alarm --above 1 $counter
fails "counters too narrow for the kernel" 2 \
	'GM_RMT_PUT_PERFORMANCE_COUNTERS1 has only 32 bits: .*gpcd sample. reads it more often' \
	env LD_PRELOAD="${GPCD%/*}/tests/cli/narrow.so" \
	"$GPCD" -d image:a.img alarm --above 1 $counter GM_RMT_PUT_PERFORMANCE_COUNTERS1 $counter
is "completes its actions" "$(
	# shellcheck source=tools/gpcd/completion.bash
	. "${top:?}/tools/gpcd/completion.bash"
	COMP_WORDS=("$GPCD" alarm li) COMP_CWORD=2
	_gpcd "$GPCD" li
	echo "${COMPREPLY[*]-}")" list

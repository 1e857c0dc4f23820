#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Jobs on a simulated dragonfly: the Aries on the way count exactly what gm-measure ping sends.
# shellcheck source=tests/mpi/lib.sh
. "${0%/*}/lib.sh"

# Twelve Aries: 2 blades a chassis, 2 chassis a group, 3 groups. Rank R stands on chip R.
first_nics=$(seq -s, 0 4 44)

# job N PROGRAM...: on that machine, messages reported to the simulator; ./out, ./err, $status
job()
{
	local count=$1

	shift
	run "$GPCD_SIM" job --dragonfly 2x2x3 --nodes "$first_nics" --image here timeout -k 10 "$hang" \
		"${launcher[@]}" -n "$count" "$GM_PROFILE" "$@"
	[ "$status" -eq 0 ] || report "$*" "status $status: $(tail -n 3 err)"
}

# --- a transaction of 64 bytes: a PUT has 5 flits of the NIC, 12 of tiles; its response 1 and 3 ---

# From (0,0,0) to (1,1,1). The links of groups 0 and 1 join their chips (0,0). So the request goes
# blue to (1,0,0), green to (1,0,1), black to (1,1,1); the response green to (1,1,0), black to
# (1,0,0), blue. Arrivals are counted by the link to the sender.
GM_TABLE=0 job 8 "$GM_BIN/gm-measure" ping --op put --from 0 --to 7
moved_is out "PUT 64 B: every hop, and no other link" "\
0 0 0 ptile 12 0 0 0
1 0 0 blue 0 12 0 0 0
1 0 1 green 0 12 0 0 0
1 1 1 black 0 12 0 0 0
1 1 1 ptile 0 3 0 0
1 1 0 green 1 0 3 0 0
1 0 0 black 1 0 3 0 0
0 0 0 blue 1 0 3 0 0"
is "a table of the 8 Aries, sorted" "$(grep '^(' out | xargs)" "$(for c in 0 1; do
	printf '(%s, 0, 0) (%s, 0, 1) (%s, 1, 0) (%s, 1, 1) ' $c $c $c $c; done | xargs)"
is "a line of it" "$(grep '^blue 0' out | tr -s ' ')" "blue 0 (0, 0, 0) 4.70 12 0 0 0 0 0"
like "what the simulator says" "$(cat err)" \
	'ranks: 8, messages: 0, PUTs: 1, GETs: 0, within nodes: 0, bytes: 64'

# A GET; gm-profile prints the same table as gm-measure ping.
job 2 "$GM_BIN/gm-measure" ping --op get
is "gm-profile: the same table as the program's" \
	"$(grep -E '^([(]|green|black|blue|ptile)' err)" "$(grep -v '^#' out)"
moved_is out "GET 64 B by one green link" "\
0 0 0 ptile 3 0 0 0
0 0 1 green 0 3 0 0 0
0 0 1 ptile 0 12 0 0
0 0 0 green 1 0 12 0 0"

GM_TABLE=0 job 2 "$GM_BIN/gm-measure" ping --op put --json
is "JSON: links" "$(jq -c '[.aries[0].coord, (.aries[0].links[] | .direction, .tiles)]' out)" \
	'[[0,0,0],"green 1",1,"black 1",3,"blue 1",1,"ptile",8]'
is "JSON: counters" "$(jq -c '.aries[1].links[0].counters' out)" '{"req_flits":12,"rsp_flits":0,'\
'"req_events":0,"rsp_events":0,"inq_stalls":0,"outq_stalls":0}'

# --- what does not fit ---

export GM_DEVICE="image:$PWD/here/rank-%r" GM_INTERCONNECT="$PWD/map"
grep -v -e 'l04(0:0:0) ' here/interconnect.txt >map
run ranks 1 "$GM_BIN/gm-measure" ping --from 0 --to 0
like "a tile without a line" "$(cat out err)" \
	'# \(0, 0, 0\): the interconnect file has 2 of 3 tiles of black 1: failed\?'
grep -v '(0:0:1) .*->' here/interconnect.txt >map
run ranks 2 "$GM_BIN/gm-measure" ping
like "an Aries that the file lacks" "$(cat out err)" \
	'# \(0, 0, 1\): rank 1: .*map has no line about it'
"$RTR" -i 2x2x2 >map
run ranks 1 "$GM_BIN/gm-measure" ping --from 0 --to 0
like "a file about Geminis" "$(cat out err)" \
	'\(0, 0, 0\): rank 0: image:.*rank-0: not a Gemini, as in the interconnect file'

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-sim --at: links that break while the machine runs, in all outputs; errors.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

sim()
{
	"${GPCD%/*}/gpcd-sim" run "$@"
}

# field NAME: of the run in the file json
field()
{
	jq -r ".run[0].$1" json
}

# --- one PUT over an X cable ---
# The request asks in cycle 1; its head is over in 85, its tail in 150 and a half. It is at its node
# in 234, and the response, which asks in 235, back in 409.
echo '0 2 64 put' >one
# fate CYCLES [OPTION...]: packets lost, requests failed, cycles in all, if the link fails then; 5 ns are 4 cycles
fate()
{
	sim --torus 4x4x4 --messages one --timeout 1us --json --at "$(($1 * 5 / 4))ns fail 0,0,0:X+" "${@:2}" >json
	echo "$(field packets_lost) $(field requests_failed) $(field cycles)"
}
is "the link fails at once: the request fails 800 cycles after cycle 1" "$(fate 0)" "1 1 802"
is "the link fails with the packet on its wire" "$(fate 84)" "1 1 885"
is "the link fails amid the packet: its node sends an error, as soon as a response" \
	"$(fate 92 --at '150ns mend 0,0,0:X+')" "1 1 410"
is "the link fails after the packet: the response finds it dead" "$(fate 160)" "1 1 1036"
is "all is over before the link fails" "$(fate 412)" "0 0 410"

# On 2 SerDes lanes 32 phits take 32 * 384 ticks: the request is at its node in cycle 267, and the
# response back at (268 * 125 + 3 * 384) + 2 * 84 * 125: cycle 445. On one: 365, 552.
# late WIDTH: cycles in all
late()
{
	sim --torus 4x4x4 --messages one --at "0s width 0,0,0:X+=$1" --json >json
	field cycles
}
is "3 SerDes lanes are what a tile has" "$(late 3)" 410
is "2 of them: 384 ticks a phit" "$(late 2)" 446
is "1 of them: 768 ticks a phit" "$(late 1)" 553

# --- degraded links: the same widths from the beginning, both ways, in both engines ---
# degraded PART: cycles in all
degraded()
{
	sim --torus 4x4x4 --messages one --degrade "0,0,0:X+=$1" --json >json
	field cycles
}
is "2/3 of a link" "$(degraded 2/3)" 446
is "1/3 of a link" "$(degraded 1/3)" 553
# busy ENGINE [OPTION...]: loads of X+ at chip 0, where the response comes in, and of X- at the other end
busy()
{
	sim --torus 4x4x4 --messages one --engine "$1" --time 1us "${@:2}" --table links --json |
		jq -c '[.links[] | select(.load > 0 and .link != "HH") | .load]'
}
is "event: 3 of 8 lanes' 3 * 256 ticks, and 32" "$(busy event)" '[0.001,0.0102]'
is "event: of 1/3 the same phits are three times the load" "$(busy event --degrade 0,0,0:X+=1/3)" '[0.0029,0.0307]'
is "flow: likewise" "$(busy flow --degrade 0,0,0:X+=1/3)" '[0.0029,0.0307]'
is "of a degraded link a width is a part of the whole link's" \
	"$(sim --torus 4x4x4 --messages one --degrade 0,0,0:X+=1/3 --at '0s width 0,0,0:X+=3' --json | jq '.run[0].cycles')" 410

# --- the load is the whole machine's: by the flow engine exactly as much is sent ---
# sent [OPTION...]: phits of requests
sent()
{
	sim --torus 4x4x4 --time 50us --load 0.7 --engine flow --json "$@" | jq '.run[0].vc0_phits_injected'
}
whole=$(sent)
is "a failed link does not change what nodes send" "$(sent --fail 0,0,0:X+ --fail 0,0,0:Y+)" "$whole"
is "nor does a degraded one" "$(sent --degrade 0,0,0:X+=1/3)" "$whole"
is "hot traffic: likewise" "$(sent --pattern hot --hot 5 --fail 0,0,0:X+)" "$(sent --pattern hot --hot 5)"

# --- slow receivers ---
# A turn of a NIC is 80/13 cycles. In 8,320 cycles it takes 338 packets at 1/4 of its rate, and as many
# responses arrive.
echo '0 2 640000 put' >many
# delivered TIME [OPTION...]: packets
delivered()
{
	sim --torus 4x4x4 --messages many --time "$@" --json | jq '.run[0].packets_delivered'
}
is "a NIC at 1/4 of its rate takes a packet in 4 turns" \
	"$(($(delivered 30400ns --at '0s nic 2=1/4') - $(delivered 20us --at '0s nic 2=1/4')))" $((2 * 338))
is "healed, it takes what the link brings: a packet in 32 * 256 / 8 ticks, 1,016" \
	"$(($(delivered 30400ns --at '0s nic 2=1/4' --at '10us nic 2=1/1') -
	    $(delivered 20us --at '0s nic 2=1/4' --at '10us nic 2=1/1')))" $((2 * 1016))
sim --torus 4x4x4 --messages many --time 40us --at '0s nic 2=1/4' --links --json >json
is "its host tiles lack credits most of all, and before them the link that waits for them" \
	"$(jq -r '[.links[] | select(.credit_stalls > 0)] | sort_by(-.credit_stalls)[] | "\(.chip) \(.link)"' json |
	paste -sd,)" "c1-0c0s0g0 HH,c0-0c0s0g0 X+"

# --- the exact cycle, at any thread count ---
load=(--torus 4x4x4 --load 0.5 --time 40us --quiesce 5us --links --json --at '20us mend 0,0,0:X+'
	--at '5us fail 0,0,0:X+' --at '6us width 1,1,1:Y+/2=1' --at '7us remove-blade c1-0c0s1')
sim "${load[@]}" --timeout 2us >json
sim "${load[@]}" --timeout 2us --threads 3 >three.json
succeeds "threads change nothing" cmp json three.json
is "packets injected are delivered, lost, or still under way" \
	"$(jq -c '.run[0] | .packets_lost > 0 and
		.packets_injected >= .packets_delivered + .packets_lost' json)" true
sim "${load[@]}" --timeout 2us --drain >json
is "in the end all are delivered or lost" \
	"$(jq -c '.run[0] | .packets_injected == .packets_delivered + .packets_lost' json)" true

# --- failed links in all outputs ---
sim --torus 4x4x4 --time 2us --links --json --at '1us fail 0,0,0:X+' >json
is "the run: 8 lanes, each way" "$(field failed_lanes)" 16
is "dimensions: lanes of X failed" "$(jq -c '[.dimensions[].failed_lanes]' json)" '[16,0,0,0]'
is "links: both ends" "$(jq -r '.links[] | select(.failed_lanes > 0) | "\(.chip) \(.link) \(.failed_lanes)"' json |
	paste -sd,)" "c0-0c0s0g0 X+ 8,c1-0c0s0g0 X- 8"
sim --torus 4x4x4 --time 2us --fail 0,0,0:X+/3 --links --json >json
is "--fail: a single lane, likewise" "$(field failed_lanes)" 2
sim --torus 4x4x4 --time 2us --engine flow --fail 0,0,0:X+ --json >json
is "the flow engine: likewise" "$(field failed_lanes)" 16
like "text: likewise" "$(sim --torus 4x4x4 --time 2us --at '1us fail 0,0,0:X+/3')" \
	'packets_lost +[0-9]+'$'\n''requests_failed +[0-9]+'$'\n''failed_lanes +2'
is "CSV: likewise" "$(sim --torus 4x4x4 --time 2us --at '1us fail 0,0,0:X+' --table links --csv |
	awk -F, '$(NF - 1) + 0 > 0' | wc -l)" 2
sim --torus 4x4x4 --time 2us --at '1us fail 0,0,0:X+' --svg hot.svg >/dev/null
like "pictures: likewise" "$(cat hot.svg)" "Black: a link that has failed.* 2 links.*class='failed'"
sim --torus 4x4x4 --time 2us --svg hot.svg >/dev/null
is "pictures: nothing is black if nothing fails" "$(grep -c "class='failed'" hot.svg)" 0

# failed RECORDING: times at which lanes of the link into c1-0c0s0g0 are dead, us
failed()
{
	"${GPCD%/*}/gpcd-sim" replay "$1" --table samples --csv |
		awk -F, '$3 == "c1-0c0s0g0 X-" && $NF > 0 { print $1 + 0, $NF }' | paste -sd,
}
sim --torus 4x4x4 --time 4us --record links.gpr --at '1500ns fail 0,0,0:X+' --at '2500ns mend 0,0,0:X+/3' \
	>/dev/null
is "recordings: from the failure on" "$(failed links.gpr)" "2 8,3 7,4 7"
"${GPCD%/*}/gpcd-sim" replay links.gpr --svg time.svg >/dev/null
like "replay --svg: both ends of the link, for that time" "$(grep "class='failed'" time.svg)" \
	"^<path class='failed' [^>]* d='M[0-9.]+ [0-9.]+h[0-9.]+M[0-9.]+ [0-9.]+h[0-9.]+'/>$"
like "replay --svg: and what is black is said" "$(cat time.svg)" ">failed, in part at least<"
is "replay --svg: when it fails, and when it is whole again" \
	"$(sed -n "s/.*<text x='\([0-9]*\)[^>]*>\(failed\|mended\)<.*/\2 \1/p" time.svg | paste -sd,)" "failed 375"
like "replay --svg: what white is" "$(cat time.svg)" ">white: 0<"
sim --torus 4x4x4 --time 4us --record mended.gpr --at '500ns fail 0,0,0:X+' --at '2500ns mend 0,0,0:X+' >/dev/null
"${GPCD%/*}/gpcd-sim" replay mended.gpr --svg time.svg >/dev/null
is "replay --svg: likewise of one that works again" \
	"$(sed -n "s/.*<text x='\([0-9]*\)[^>]*>\(failed\|mended\)<.*/\2 \1/p" time.svg | paste -sd,)" "mended 600"
sim --torus 4x4x4 --time 4us --record whole.gpr >/dev/null
"${GPCD%/*}/gpcd-sim" replay whole.gpr --svg time.svg >/dev/null
is "replay --svg: nothing if nothing fails" "$(grep -ci failed time.svg)" 0

# --- jobs ---
printf 'num_ranks 2\nrank 0 {\nsend 8b to 1\n}\nrank 1 {\nrecv 8b from 0\n}\n' >two.goal
sim --torus 2x2x2 --job two.goal@0,2 --at '0us width 0,0,0:X+=2' --at '50us fail 0,0,0:X+' >/dev/null 2>err
is "a job that is over before: changes that did not happen are reported, and nothing else" "$(sed 's/at [0-9.]* us/at T/' err)" \
	"gpcd-sim run: --at '50us fail 0,0,0:X+': the run was over before, at T: it has changed nothing"
fails "a job: its lost message is named, and who waits for it" 1 \
	'1 requests have failed.*rank 1 waits for ever in line 6 \(recv\)' \
	sim --torus 2x2x2 --job two.goal@0,2 --at '0us fail 0,0,0:X+'

# --- emulated jobs ---
needs "${GPCD%/*}/tests/cli/told"
PATH=${GPCD%/*}:${GPCD%/*}/tests/cli:$PATH
# told_by OPTION... -- RANK...: a job of these ranks (each the arguments of helpers/told) on a ring of 4
# chips in X
told_by()
{
	local options=()

	while [ "$1" != -- ]; do
		options+=("$1")
		shift
	done
	shift
	# shellcheck disable=SC2016 # they are the inner shell's
	bounded gpcd-sim job --torus 4x2x2 --timeout 1us "${options[@]}" bash -c '
		for rank; do told $rank >"${rank%% *}.said" 2>&1 & done
		wait' ranks "$@" 2>err
}
# In chip time, rounds follow each other. The first one ends after 802 cycles, as above.
told_by --at '0s fail 0,0,0:X+' -- '0 4 put:2:64 flush put:2:64 flush'
like "an emulated job: the round in which a link fails loses its packet" "$(cat err)" \
	'packets lost in the rounds: 1, requests failed: 1'
like "and the next one goes round the ring, 3 links there and 3 back" "$(cat err)" 'rounds: 2, packet-hops: 6, '
like "and its summary says so" "$(cat err)" 'lanes that have failed, each direction of a link by itself: 16'
told_by --at '600ns fail 0,0,0:X+' -- '0 4 put:2:64 flush put:2:64 flush'
like "a failure 190 ns into the second round, of 513 ns each" "$(cat err)" \
	'rounds: 2, packet-hops: 3, .*packets lost in the rounds: 1, requests failed: 1'
told_by --at '0s fail 0,0,0:X+' --at '0s mend 0,0,0:X+' -- '0 4 put:2:64 flush put:2:64 flush'
like "a link that is mended: the next round takes it again" "$(cat err)" 'rounds: 2, packet-hops: 4, '
is "and nothing has failed in the end" "$(grep -c 'lanes that have failed' err)" 0
told_by --at '0s width 0,0,0:X+=1' -- '0 4 put:2:64 flush put:2:64 flush'
like "a narrow link is narrow in each round: 553 cycles, as above" "$(cat err)" \
	'rounds: 2, packet-hops: 4, time: 1.3825 us'
# The rerun's clock is the job's. 30 us, then 1,083 cycles of the ranks and 234 of the packet; round the
# ring 2 hops of 84 more.
told_by --at '0s fail 0,0,0:X+' -- '0 4 compute:30000 send:2:8:5' '2 4 recv:0:5'
like "the rerun: after 25 us a message goes round the ring" "$(cat err)" 'time of the job: 31.85625 us'
told_by --at '40us fail 0,0,0:X+' -- '0 4 compute:30000 send:2:8:5' '2 4 recv:0:5'
like "the rerun: before the failure it does not" "$(cat err)" 'time of the job: 31.64625 us'
is "a failure after the end of the job is reported" "$(grep -c -- '--at' err)" 1
like "and when that was, by the clock that got further" "$(cat err)" \
	"gpcd-sim job: --at '40us fail 0,0,0:X\+': the run was over before, at 31.6[0-9]* us: it has changed nothing"
told_by --at '20us fail 0,0,0:X+' -- '0 4 compute:30000 send:2:8:5' '2 4 recv:0:5'
is "one that only the rerun reaches is none" "$(grep -c 'over before' err)" 0
fails "the rerun: a message is lost, and the job has no time" 1 \
	'the rerun: 1 requests have failed.*no time of the job: after the losses, rank 2 would wait for ever' \
	gpcd-sim job --torus 4x2x2 --at '0s fail 0,0,0:X+' bash -c 'told 0 4 send:2:8:5 & told 2 4 recv:0:5; wait'
fails "refused before the command starts: no such link" 2 'no network tile' gpcd-sim job --at '1us fail 9,0,0:X+' false
fails "refused before the command starts: nothing breaks" 2 '--quiesce goes with --at' \
	gpcd-sim job --quiesce 1us false

# --- what is refused ---
# wrong MESSAGE OPTION...
wrong()
{
	fails "refused: ${*:2}" 2 "$1" sim --torus 4x4x4 "${@:2}"
}
wrong "begins with a time, as 20us" --at 'soon fail 0,0,0:X+'
wrong "expected fail, mend, width, nic or remove-blade after the time" --at '1us fial 0,0,0:X+'
wrong "expected fail, mend, width, nic or remove-blade after the time" --at 1us
wrong "no network tile .*, link .* or lane of one" --at '1us fail 9,0,0:X+'
fails "refused: --mesh 4x4: 1us fail 9,9:X+" 2 "no link \(0,0:X\+\) or lane of one \(0,0:X\+/4\)" sim --mesh 4x4 --at '1us fail 9,9:X+'
fails "refused: --dragonfly 2x2x3: 1us fail 0,0:X+" 2 "no link \(0,0,0:green 0\) or lane of one" sim --dragonfly 2x2x3 --at '1us fail 0,0:X+'
fails "refused: --mesh 4x4: 1us width 0,0:X+" 2 "SerDes lanes, as 0,0:X\+=2" sim --mesh 4x4 --at '1us width 0,0:X+'
fails "refused: --mesh 4x4: 1us remove-blade 9,9" 2 "named like its chip, as 0,0$" sim --mesh 4x4 --at '1us remove-blade 9,9'
wrong "no network tile" --at '1us fail 0,0,0:Q+'
wrong "no network tile" --at '1us fail 0,0,0:X+/8'
wrong "no network tile" --at '1us mend c0-0c0s0g0l99'
wrong "c0-0c0s0g0:X\+ is mended at 1 us, but has not failed: let it fail before" --at '1us mend 0,0,0:X+'
wrong "1, 2 or 3 SerDes lanes, as 0,0,0:X\+=2" --at '1us width 0,0,0:X+/3=4'
wrong "1, 2 or 3 SerDes lanes" --at '1us width 0,0,0:X+/3'
wrong "a node from 0 to 127 and its rate, 1/1 to 1/1000, as 5=1/4" --at '1us nic 128=1/4'
wrong "a node from 0 to 127" --at '1us nic 0=2/4'
wrong "a node from 0 to 127" --at '1us nic 0=1/0'
wrong "a node from 0 to 127" --at '1us nic 0'
wrong "a whole link has 1/3 or 2/3 of its rate, as 0,0,0:X\+=2/3" --degrade 0,0,0:X+=3/3
wrong "a whole link has 1/3 or 2/3 of its rate" --degrade 0,0,0:X+/2=1/3
wrong "a whole link has 1/3 or 2/3 of its rate" --degrade 0,0,0:X+
wrong "no network tile" --degrade 9,0,0:X+=1/3
wrong "no such blade: its name is as c0-0c0s0" --at '1us remove-blade c9-0c0s0'
wrong "the run has ended by then: a longer --time" --time 1us --at '1us fail 0,0,0:X+'
wrong "--at: the flow engine knows no time" --engine flow --at '1us fail 0,0,0:X+'
wrong "--detect goes with --at" --detect 1us
wrong "--quiesce 'x' is not a valid TIME" --quiesce x --at '1us fail 0,0,0:X+'
wrong "--timeout '10ns' is not a valid TIME: .* 160ns or more" --timeout 10ns --at '1us fail 0,0,0:X+'

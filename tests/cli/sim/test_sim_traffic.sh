#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-sim run: several patterns at once, what they offer, and links of a dragonfly that fail.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

sim()
{
	"${GPCD%/*}/gpcd-sim" run "$@"
}

# --- several patterns at once ---
# counts OPTION...: what it counts on all links
counts()
{
	sim --torus 4x4x4 --time 20us --links --json "$@" | jq -c '[.links[] | del(.load)]'
}
is "one --traffic is a pattern" "$(counts --traffic 'hot:0.4 hot=5 share=0.3 op=get bytes=128')" \
	"$(counts --pattern hot --load 0.4 --hot 5 --share 0.3 --op get --bytes 128)"
# by_flow OPTION...: phits of requests into chips, by chip
by_flow()
{
	sim --torus 4x4x4 --time 20us --engine flow --json --links "$@" |
		jq -c '[.links[] | select(.link == "HH") | .vc0_phits]'
}
by_flow --traffic 'uniform:0.2' >one.json
by_flow --traffic 'tornado:0.3 nodes=6-9,20' >two.json
by_flow --traffic 'tornado:0.3 nodes=6-9,20' --traffic 'uniform:0.2' >both.json
is "nodes that send: on three chips" "$(jq -c '[to_entries[] | select(.value > 0) | .key]' two.json)" '[3,4,10]'
is "their sum is as much as that of each, with other random numbers" \
	"$(jq -s -c '[(map(add) | .[0] + .[1]), (.[2] | add)] | .[1] / .[0] | . > 0.99 and . < 1.01' \
		one.json two.json both.json)" true
# Bursts of 1 us every 4 us: a quarter of what is sent without, in cycles 0 to 799 of each 3200.
sim --torus 4x4x4 --traffic 'uniform:0.3 on=1us off=3us' --time 8us --record bursts.gpr --json >json
is "bursts: recorded microseconds in which nodes send" \
	"$("${GPCD%/*}/gpcd-sim" replay bursts.gpr --table samples --csv | awk -F, '
		$3 ~ / HH$/ { sent[$1 + 0] += $4 }
		END { for (t = 1; t <= 8; t++) if (sent[t] - sent[t - 1] > 20000) printf "%d ", t }')" "1 5 "
is "from and to: nothing is sent before and after" \
	"$(sim --torus 4x4x4 --time 9us --engine flow --traffic 'uniform:0.3 from=3us to=5us' --json |
		jq '.run[0].vc0_phits_injected')" \
	"$(sim --torus 4x4x4 --time 2us --engine flow --traffic uniform:0.3 --json | jq '.run[0].vc0_phits_injected')"
is "the name of the traffic is its words" \
	"$(sim --torus 2x2x2 --traffic uniform:0.1 --traffic 'hot:nic:0.1 hot=3' --json | jq -r '.run[0].traffic')" \
	"uniform:0.1, hot:nic:0.1 hot=3"
# wrong_traffic MESSAGE ARGUMENT
wrong_traffic()
{
	fails "--traffic '$2'" 2 "$1" sim --torus 4x4x4 --traffic "$2"
}
for word in fog:0.3 uniform uniform:0 '' ' '; do
	wrong_traffic 'it begins with a pattern and its load, as uniform:0.3' "$word"
done
for word in op=take bytes=0 nodes=128 nodes=a from=soon on=0s off=x hot=x share=2 zeros to=0us what=1 hashed=1; do
	wrong_traffic "$word: expected op=put, .*, nodes=0-127, from=20us" "uniform:0.3 $word"
done
wrong_traffic 'ends before it begins: take a later to=' 'uniform:0.3 from=5us to=5us'
wrong_traffic 'give both on= and off=' 'uniform:0.3 on=5us'
wrong_traffic 'give both on= and off=' 'uniform:0.3 off=5us'
wrong_traffic 'no hot node: leave out hot= and share=' 'uniform:0.3 hot=5'
wrong_traffic 'pattern hot: it has no such node' 'hot:0.3 hot=128'
wrong_traffic 'a packet has at most 32 phits' 'uniform:0.3 op=raw bytes=33'
wrong_traffic 'pattern uniform: the load is too large' uniform:1e9
fails "--traffic: only silent nodes" 2 'none of these nodes sends to another one' \
	sim --torus 4x4 --traffic 'transpose:0.3 nodes=0,1'
fails "--traffic and --pattern" 2 'pattern: --traffic says it for each of its patterns' \
	sim --traffic uniform:0.3 --pattern hot
fails "--traffic and --load" 2 'load: --traffic says it' sim --traffic uniform:0.3 --load 0.2
fails "--traffic and a list" 2 'leave out --stencil, --messages and --job' sim --traffic uniform:0.3 --messages list
fails "--traffic: an Aries has no zeros" 2 'leave out zero' sim --dragonfly 2x2x3 --traffic 'uniform:0.3 zero'

# --- what is offered ---
# PUTs of 64 bytes from node 0 to node 2: a NIC takes 80/13 cycles for each packet, 8 lanes of a cable
# 32 * 256 / 8 ticks for a request and 3 * 256 / 8 for a response; 8 host tiles 32 / 8 and 3 / 8 cycles.
# 1,000 of them in 10,000 cycles:
echo '0 2 64000 put' >list
sim --torus 4x4x4 --messages list --time 12500ns --offered --json >json
# offered PART CHIP [FILTER]: mean of a part of a chip
offered()
{
	jq -r --arg part "$1" --arg chip "$2" ".offered[] | select(.part == \$part and .chip == \$chip) | ${3:-.offered}" json
}
is "the link of the requests" "$(offered X+ c0-0c0s0g0)" 0.8192
is "the link of the responses" "$(offered X- c1-0c0s0g0)" 0.0768
is "what comes from the sender's NICs" "$(offered 'HH in' c0-0c0s0g0)" 0.4
is "what goes to them" "$(offered 'HH out' c0-0c0s0g0)" 0.0375
is "NICs of the receiver" "$(offered 'NIC takes' c1-0c0s0g0 '"\(.node) \(.offered)"' | paste -sd,)" "2 0.6154,3 0"
is "NICs of the sender" "$(offered 'NIC sends' c0-0c0s0g0 '"\(.node) \(.offered)"' | paste -sd,)" "0 0.6154,1 0"
is "nothing is offered elsewhere" "$(jq '[.offered[] | select(.offered > 0)] | length' json)" 10
is "the flow engine offers the same" \
	"$(sim --torus 4x4x4 --messages list --time 12500ns --engine flow --offered --json | jq -c .offered)" \
	"$(jq -c .offered json)"
sim --torus 4x4x4 --messages list --time 12500ns --offered --degrade 0,0,0:X+=1/3 --at '0s nic 2=1/4' --json >json
is "a degraded link: three times" "$(offered X+ c0-0c0s0g0)" 2.4576
is "a slow NIC: four times" "$(offered 'NIC takes' c1-0c0s0g0 .offered | head -n 1)" 2.4615
sim --torus 4x4x4 --traffic 'hot:nic:0.8 hot=5 share=1 from=10us to=30us' --time 40us --at '20us nic 5=1/2' --offered --json >json
is "stretches: the NIC is slow in the second half of them" \
	"$(offered 'NIC takes' c3-0c0s0g0 'select(.node == 5) | .offered > 0.55 and .offered < 0.65 and
		.offered_max > 1.5 and .offered_max < 1.7')" true
sim --torus 4x4x4 --traffic 'uniform:0.5 on=5us off=15us' --time 40us --offered --json >json
is "bursts: over the run a quarter of what is offered in the larger one" \
	"$(jq -c '.offered | (map(.offered) | add) / (map(.offered_max) | add) | . > 0.2 and . < 0.25' json)" true
is "text: a part of a machine is a line" \
	"$(sim --torus 1x1x1 --time 2us --table offered | awk 'NR > 2 { print $1, $2, $3 }' | head -n 2 | paste -sd,)" \
	"c0-0c0s0g0 HH in,c0-0c0s0g0 HH out"
fails "--offered: jobs" 2 'what a job sends depends on what has arrived' sim --torus 2x2x2 --offered --job none
fails "--offered: CSV is one table" 2 'for the offered alone take --table offered' sim --csv --offered
echo >none
succeeds "--offered: no traffic at all" sim --torus 2x2x2 --messages none --offered

# --- a dragonfly without a link: all arrives, by every routing ---
# links ENGINE [OPTION...]: packets over blue links, by groups
blue()
{
	sim --dragonfly 4x2x3 --time 20us --engine "$1" "${@:2}" --table links --json |
		jq -c '[.links[] | select(.link == "blue 0") | {(.far[0:1] + .chip[0:1]): (.vc0_packets + .vc1_packets)}] | add'
}
for routing in minimal valiant adaptive0 adaptive1 min_hash nmin_hash in_order; do
	for link in 'blue 0' 'green 0' 'black 0'; do
		is "$routing, $link of one chip fails" "$(sim --dragonfly 4x2x3 --time 10us --drain --routing "$routing" \
			--fail "0,0,0:$link" --json | jq -c '.run[0] | .packets_injected == .packets_delivered and .packets_lost == 0')" true
	done
done
# The blue link 0,0,0 leads to group 1: what went over it goes over group 2.
blue event --drain >whole.json
blue event --drain --fail '0,0,0:blue 0' >json
is "the lost link carries nothing" "$(jq -c '[."01", ."10"]' json)" '[0,0]'
is "what it carried goes over group 2, there and back" \
	"$(jq -s -c '.[0] as $w | .[1] | [."02" - $w."02" == $w."01", ."21" - $w."21" == $w."01",
		."12" - $w."12" == $w."10", ."20" - $w."20" == $w."10"]' whole.json json)" '[true,true,true,true]'
is "the flow engine counts the same" "$(blue flow --fail '0,0,0:blue 0')" "$(cat json)"
is "and so does --offered: the blue links that are left carry all" \
	"$(sim --dragonfly 4x2x3 --time 20us --fail '0,0,0:blue 0' --table offered --json |
		jq -c '[.offered[] | select(.part == "blue 0") | .offered > 0]')" '[false,true,false,true,true,true]'
# lost TIME: packets lost until then, if the link fails at 5 us
lost()
{
	sim --dragonfly 4x2x3 --time "$1" --drain --at '5us fail 0,0,0:blue 0' --json | jq '.run[0].packets_lost'
}
lost 40us >json
is "a link that fails during the run: some packets are lost" "$(($(cat json) > 0))" 1
is "with new routes none is" "$(lost 90us)" "$(cat json)"
# --- routings in the flow engine ---
# flits ENGINE [OPTION...]: by link
flits()
{
	sim --dragonfly 4x2x5 --time 10us --engine "$1" "${@:2}" --table links --json |
		jq -c '[.links[] | .vc0_phits + .vc1_phits]'
}
for routing in min_hash nmin_hash in_order; do
	is "$routing: as by the event engine" "$(flits flow --routing $routing)" "$(flits event --drain --routing $routing)"
	is "$routing: likewise without a link" "$(flits flow --routing $routing --fail '0,0,0:blue 0')" \
		"$(flits event --drain --routing $routing --fail '0,0,0:blue 0')"
done
# Tornado sends all that a group has over one blue link, if packets go the minimal way.
for routing in adaptive0 adaptive1 adaptive2 adaptive3; do
	flits event --drain --routing $routing --traffic tornado:nic:0.0325 >event.json
	flits flow --routing $routing --traffic tornado:nic:0.0325 >flow.json
	is "$routing: each link to a fifth of the busiest, that one to 15 %" \
		"$(jq -s -c '. as [$e, $f] | ($e | max) as $most |
			[(. | transpose | map(.[0] - .[1] | fabs) | max / $most < 0.2),
			 (($f | max) / $most | . > 0.85 and . < 1.15)]' event.json flow.json)" '[true,true]'
done
is "--offered: adaptive packets leave the minimal way that all would take" \
	"$(for routing in minimal adaptive0; do
		sim --dragonfly 4x2x5 --time 10us --routing $routing --traffic tornado:nic:0.0325 --table offered --json |
			jq '[.offered[] | .offered] | max'
	done | jq -s '.[1] < 0.6 * .[0]')" true
fails "a chip without any link" 1 'no way is left' sim --dragonfly 2x2x2 --fail '0,0,0:blue 0' --fail '0,0,0:green 0' \
	--fail '0,0,0:black 0'

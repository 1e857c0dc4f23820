#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-sim run: numbers known by hand, engines against each other, pictures, register images.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

sim()
{
	"${GPCD%/*}/gpcd-sim" run "$@"
}

# field NAME FILE
field()
{
	jq -r ".run[0].$1" "$2"
}

# A PUT of 64 B over an X cable, 256 ticks a phit, 125 ticks a cycle. Its head asks in cycle
# 1 and is a chip on in 85; its tail leaves at 125 + 32 * 256, 84 cycles later is in the next
# input, passes to the node and is there 84 later: tick 29317, cycle 234. The response of 3 phits
# asks in 235; tail at (235 * 125 + 3 * 256) + 2 * 84 * 125: cycle 409, after 175.
echo '0 2 64 put' >one
sim --messages one --links --json >json
is "a PUT: both packets arrive" "$(field packets_delivered json)" 2
is "a PUT: phits" "$(field vc0_phits_injected json) $(field vc1_phits_injected json)" "32 3"
is "a PUT: it is all over after cycle 409" "$(field cycles json)" 410
is "a PUT: the longest latency is 234 cycles" "$(field latency_max_ns json)" 292.5
is "a PUT: the mean of 234 and 175" "$(field latency_mean_ns json)" 255.62
is "a PUT: payload" "$(field payload_bytes json)" 64
is "a PUT: links that it moved" \
	"$(jq -r '.links[] | select(.vc0_phits + .vc1_phits > 0) |
		"\(.chip) \(.link) \(.vc0_phits) \(.vc1_phits)"' json | paste -sd,)" \
	"c0-0c0s0g0 X+ 0 3,c0-0c0s0g0 HH 32 0,c1-0c0s0g0 X- 32 0,c1-0c0s0g0 HH 0 3"
is "--block remap is 2x2x4" "$(sim --stencil 27 --block remap --json | jq '.run[0].packet_hops')" \
	"$(sim --stencil 27 --block 2x2x4 --json | jq '.run[0].packet_hops')"
like "a list: text says of what the times are" "$(sim --messages one | head -n 1)" \
	'times: as if no rank waited for another'
like "a stencil: so it does" "$(sim --stencil 6 | head -n 1)" 'times: as if no rank waited for another'
is "a pattern has no ranks" "$(sim --time 5us | grep -c 'no rank waited')" 0
# Each packet of the PUT: a link from its NIC to the other chip. The node requested it in cycle 0.
is "latency: both packets of a PUT" \
	"$(sim --messages one --json --table latency | jq -c '.latency[2:][] |
		[.packets, .hops, .count, .nic_p50_ns, .nic_max_ns, .call_p99_ns]' | xargs)" \
	'[requests,1,1,292.5,292.5,292.5] [responses,1,1,218.75,218.75,218.75]'
# The NIC sends every 6 2/13 cycles: the second of two simultaneous PUTs leaves in cycle 6.
printf '0 2 8 put\n0 2 8 put\n' >two
is "latency: from the call, a packet waits for its NIC" \
	"$(sim --messages two --csv --table latency | awk -F, 'NR == 2 { print $14 - $9, $13 - $8 }')" "7.5 7.5"
is "latency: the histogram has each packet once" \
	"$(sim --torus 2x2x2 --time 5us --json --table histogram |
		jq -c '[.histogram[] | [.nic, .call]] | transpose | map(add)')" \
	"$(sim --torus 2x2x2 --time 5us --json | jq -c '[.run[0].packets_delivered | ., .]')"
is "latency: the mean of all is the run's" \
	"$(sim --torus 2x2x2 --time 5us --latency --json | jq '.run[0].latency_mean_ns -
		([.latency[:2][] | .count * .nic_mean_ns] | add) / ([.latency[:2][].count] | add) | fabs < 0.01')" true
is "latency: two threads measure the same" \
	"$(sim --torus 2x2x4 --time 20us --load 0.9 --csv --table histogram --threads 2 | md5sum)" \
	"$(sim --torus 2x2x4 --time 20us --load 0.9 --csv --table histogram | md5sum)"
"${GPCD%/*}/gpcd-sim" program pingpong --count 10 -o ten.goal
sim --torus 2x2x4 --job ten.goal@0,2 --job ten.goal@4,5 --background uniform:0.1 --latency --json >jobs.json
is "latency: by job" "$(jq -c '[.latency[] | select(.hops == null) | [.job, .packets]]' jobs.json)" \
	'[["1","requests"],["1","responses"],["2","requests"],["2","responses"],["background","requests"],["background","responses"]]'
is "latency: a ping-pong's twenty messages, over a link and within a chip" \
	"$(jq -c '[.latency[] | select(.hops != null and .packets == "requests" and (.job | . == "1" or . == "2")) |
		[.job, .hops, .count]]' jobs.json)" '[["1",1,20],["2",0,20]]'
fails "latency: the flow engine has none" 2 'leave out --engine flow' sim --latency --engine flow
fails "latency: CSV is one table" 2 'for the latencies alone take --table latency' sim --latency --csv
is "JSON has a schema" "$(jq .schema json)" 2

# Empty time is skipped, even 65 days of it: before, after and between lines.
echo '0 2 64 put at 4503599627370496' >late
bounded "${GPCD%/*}/gpcd-sim" run --messages late --json >json
is "a list that begins late: ends as early a one, after its cycle" "$(field cycles json)" $(((1 << 52) + 410))
is "a list that begins late: the same latency" "$(field latency_max_ns json)" 292.5
bounded "${GPCD%/*}/gpcd-sim" run --messages one --time 1000000s --turnaround 1s --json >json
is "a list that is done early: all of --time passes" \
	"$(field cycles json) $(field packets_delivered json)" "800000000000000 2"
printf '0 2 64 get at %s\n' 5 1000000000000 2000000000000000 >gaps
bounded "${GPCD%/*}/gpcd-sim" run --torus 2x2x2 --messages gaps --threads 2 --json >json
is "a list with gaps: all of it arrives" \
	"$(jq -c '.run[0] | [.packets_delivered, .cycles > 2e15, .cycles < 2e15 + 1e4]' json)" "[6,true,true]"

# one_put OPTION...: run the PUT with options
one_put()
{
	sim --messages one --links --json "$@" >json
}
sim --messages one --latency-svg late.svg >out
like "--latency-svg: a row each way, with its latency" "$(cat late.svg)" \
	'Requests, from the NIC.*>1 packet; p50 292.5,.* ns<.*Responses, from the NIC.*>1 packet; p50 218.75,.* ns<'
is "--latency-svg: ticks are round numbers" "$(sed -n "s/.*small mid'>\(.* ns\)<.*/\1/p" late.svg | head -n 7 | paste -sd,)" \
	"0 ns,50 ns,100 ns,150 ns,200 ns,250 ns,300 ns"
is "--latency-svg: percentiles that coincide are each seen" \
	"$(sed -n "s/.*width='2' height='\([0-9.]*\)' fill='\(#[0-9a-f]*\)'.*/\1 \2/p" late.svg | sed -n 4,6p | paste -sd,)" \
	"34 #c0392b,24.48 #d9822b,14.96 #222222"
like "--latency-svg: and the table" "$(cat out)" 'nic_p50_ns'
for option in --svg --latency-svg; do
	fails "$option -: no file of that name" 2 '-: standard output has the tables, and a picture needs a file' sim --messages one $option -
done
fails "--record -: likewise" 2 '--record -: standard output has the tables' sim --messages one --record -
succeeds "no file of that name is there" test ! -e ./-
one_put --put-response 2
is "--put-response: phits on VC1" "$(field vc1_phits_injected json)" 2
one_put --turnaround 100ns
is "--turnaround: 100 ns are 80 cycles" "$(field cycles json)" 490
sim --torus 4x4 --load 1 --op raw --hashed --json >json
one=$(field packets_delivered json)
sim --torus 4x4 --load 1 --op raw --hashed --fifos 4 --json >json
like "--fifos: packets pass others that wait" "$(($(field packets_delivered json) > one))" 1
one_put --crc 0.5 --seed 4
like "--crc: retries are counted" "$(field link_retries json)" '^[1-9]'
is "--crc: none, no retries" "$(sim --messages one --json | jq '.run[0].link_retries')" 0
like "--crc: retries take time" "$(($(field cycles json) > 410)) $(field packets_delivered json)" '^1 2$'
echo '0 2 64 put zero' >zeros
sim --messages zeros --links --json >json
is "zeros: phits" "$(field vc0_phits_injected json)" 16
sim --messages zeros --uncompressed --links --json >json
is "--uncompressed: phits" "$(field vc0_phits_injected json)" 32
pattern=(--torus 2x2x2 --count 1 --json)
sim "${pattern[@]}" >json
phits=$(field vc0_phits_injected json)
sim "${pattern[@]}" --zero >json
is "--zero: half as many phits" "$(field vc0_phits_injected json)" $((phits / 2))

# ring OPTION...: the inputs that packets pass from chip 2 of a ring of 4 to 0, and back
ring()
{
	sim --torus 4 --messages half --links --json "$@" |
		jq -r '[.links[] | select(.link != "HH" and .vc0_packets + .vc1_packets > 0) | .chip + .link] | join(" ")'
}
echo '4 0 64 put' >half
for engine in event flow; do
	is "$engine: half a ring: there and back by plus" "$(ring --engine $engine)" '0X- 1X- 2X- 3X-'
	is "$engine: --ties first: likewise" "$(ring --engine $engine --ties first)" '0X- 1X- 2X- 3X-'
	is "$engine: --ties split: there by minus" "$(ring --engine $engine --ties split)" '0X+ 1X+ 1X- 2X-'
done

# phits OPTION...: of a stencil, all that was injected
phits()
{
	sim --torus 4x4x4 --stencil 6 --json "$@" >json
	field vc0_phits_injected json
}
border=$(phits)
is "--steps: each exchanges as much" "$(phits --steps 2)" $((2 * border))
succeeds "--periodic: the grid's ends are neighbours" test "$(phits --periodic)" -gt "$border"
succeeds "--block: a cube has less surface" test "$(phits --block 2x2x4)" -lt "$border"
succeeds "--block random: ranks are torn apart" test "$(phits --block random)" -gt "$border"
succeeds "--box: larger borders" test "$(phits --box 20x20x20)" -gt "$border"
succeeds "--cell: larger ones are more bytes" test "$(phits --cell 16)" -gt "$border"

# hot_phits OPTION...: phits that arrive at the chip of nodes 6 and 7
hot_phits()
{
	sim --torus 2x2x2 --pattern hot --count 200 --links --json "$@" >json
	jq -r '[.links[] | select(.chip == "c0-0c1s0g1" and .link != "HH") | .vc0_phits] | add' json
}
succeeds "--hot: that chip gets more" test "$(hot_phits --hot 6)" -gt "$(hot_phits --hot 0)"
succeeds "--share: the more the larger" test "$(hot_phits --hot 6 --share 0.8)" -gt \
	"$(hot_phits --hot 6 --share 0.2)"

# On one chip nothing but NICs is used; in a torus a link can take less than they can.
# injected ARGUMENT...: packets that NICs sent in 10 us
injected()
{
	sim --time 10us --json "$@" >json
	field packets_injected json
}
is "load nic: on one chip" "$(injected --torus 1x1x1 --load nic:0.3)" "$(injected --torus 1x1x1 --load 0.3)"
succeeds "load nic: in a torus" test "$(injected --torus 4x4x4 --pattern tornado --load nic:0.3)" -gt \
	"$(injected --torus 4x4x4 --pattern tornado --load 0.3)"
sim --torus 2x2x2 --load nic:0.3 --time 1us >out
like "load nic: is named" "$(cat out)" 'load nic:0.3'

busy=(--torus 4x4x4 --pattern tornado --load 0.9 --time 10us --json)
sim "${busy[@]}" >json
adapting=$(field packets_delivered json)
is "--time: 8000 cycles; then some are on their way" \
	"$(field cycles json) $(jq '.run[0] | .packets_delivered < .packets_injected' json)" "8000 true"
sim "${busy[@]}" --drain >json
is "--drain: until all has arrived" \
	"$(jq -c '.run[0] | [.cycles > 8000, .packets_delivered == .packets_injected]' json)" "[true,true]"
sim "${busy[@]}" --hashed >json
succeeds "--hashed: a lane of one's own is slower" test "$(field packets_delivered json)" -lt "$adapting"

# The failed link's ring is a line: 7 hops instead of 1, there and back.
sim --messages one --fail 0,0,0:X+ --json >json
is "round a lost link" "$(field packet_hops json)" 14

load=(--torus 4x4x4 --pattern hot --load 1.2 --time 10us --crc 0.001)
sim "${load[@]}" --links --json >one.json
sim "${load[@]}" --links --json --threads 3 >three.json
succeeds "threads change nothing" cmp one.json three.json
sim "${load[@]}" --links --json --seed 2 >two.json
fails "a seed does" 1 '' cmp -s one.json two.json

# Once everything has arrived, both engines have the same counts.
# counts ENGINE ARGUMENT...
counts()
{
	local engine=$1

	shift
	sim --engine "$engine" "$@" --links --json |
		jq -c '.links[] | [.chip, .link, .vc0_phits, .vc1_phits, .vc0_packets, .vc1_packets]'
}
for traffic in '--pattern uniform --count 50' '--pattern tornado --count 20 --op get --bytes 100' \
	'--stencil 27 --grid 4x8x16'; do
	# shellcheck disable=SC2086 # several words
	counts event --torus 3x4x5 $traffic >by.event
	# shellcheck disable=SC2086
	counts flow --torus 3x4x5 $traffic >by.flow
	succeeds "engines agree: $traffic" cmp by.event by.flow
	like "over some links: $traffic" "$(grep -vc ',0,0,0,0]$' by.event)" '[1-9]'
done

sim --torus 4x4x4 --time 5us >out
like "text: a table of dimensions" "$(cat out)" 'dimension +links +load_mean'
# csv HEADER ROWS OPTION...: one header, and rows with as many fields
csv()
{
	local header=$1 rows=$2

	shift 2
	sim --torus 2x2x2 --time 1us --csv "$@" >table.csv
	like "CSV: ${*-by default}: its header" "$(head -n 1 table.csv)" "^$header"
	is "CSV: ${*-by default}: rows of one shape" \
		"$(python3 -c 'import csv
rows = list(csv.reader(open("table.csv")))
print(len(rows) - 1, len({len(row) for row in rows}))')" "$rows 1"
}
csv machine,traffic, 1
csv machine,traffic, 1 --table run
csv dimension,links, 4 --table dimensions
is "CSV: classes of a dragonfly's links" "$(sim --dragonfly 2x2x3 --time 1us --csv --table dimensions | cut -d, -f1 | xargs)" \
	"class green black blue HH"
csv chip,link,far, 56 --table links
csv chip,link,far, 56 --table LINKS
sim --torus 2x2x2 --time 1us --links --latency --tables tables >out
is "--tables: a file a table" "$(cd tables && echo *)" "dimensions.csv histogram.csv latency.csv links.csv run.csv"
is "--tables: as --csv has them" "$(cat tables/links.csv)" "$(sim --torus 2x2x2 --time 1us --csv --table links)"
is "--tables: what is bulky is not printed" "$(grep -c from_ns out)" 0
sim --torus 2x2x2 --time 2us --csv --tables tables >out
is "--tables: files are replaced" "$(cat tables/run.csv)" "$(cat out)"
fails "--tables: no folder for the folder" 5 'no/where' sim --tables no/where
touch file
fails "--tables: a file is no folder" 5 'file: Not a directory' sim --tables file
is "--table in JSON: that alone" "$(sim --torus 2x2x2 --time 1us --json --table links |
	jq -c '[keys[], (.links | length)]')" '["links","schema",56]'
fails "--csv --links: the remedy" 2 'for the links alone take --table links' sim --csv --links
fails "--table dimensions --links: likewise" 2 'take --table links' sim --table dimensions --links
fails "no such table" 2 "--table 'link' is not a valid NAME: run, jobs, ranks, routings, dimensions, links, offered, latency, histogram or processes; did you mean 'links'" sim --table link
# With the options that they need, options are accepted.
for options in '--count 5 --time 1us --drain' '--time 1us --drain --turnaround 10ns --op get' \
	'--engine flow --count 5 --time 1us --load 0.2' '--op get --count 1 --zero --uncompressed' \
	'--stencil 6 --grid 2x2x4 --block 1x1x1 --zero --uncompressed --put-response 2 --turnaround 1ns' \
	'--engine flow --put-response 2 --zero --uncompressed --seed 2'; do
	# shellcheck disable=SC2086 # several words
	succeeds "accepted: $options" sim --torus 2x2x2 $options
done
is "--links: 7 links a chip" "$(sim --torus 4x4x4 --time 1us --links --json | jq '.links | length')" 448
# 12 chips have a green and a black link each, three groups two blue ends each, and hosts.
is "a dragonfly: --links" "$(sim --dragonfly 2x2x3 --time 1us --links --json |
	jq -c '[.links[].link | split(" ")[0]] | group_by(.) | map([.[0], length])')" \
	'[["HH",12],["black",12],["blue",6],["green",12]]'
is "a dragonfly: text has flits" "$(sim --dragonfly 2x2x3 --time 1us --links | grep -oE 'vc[01]_[a-z]*it[a-z_]*' | xargs)" \
	"vc0_flits_injected vc1_flits_injected vc0_flits vc1_flits"
is "a dragonfly: programs have one set of names" \
	"$(sim --dragonfly 2x2x3 --time 1us --json | grep -c '"vc0_phits_injected"')" 1
is "a dragonfly: two threads count the same" "$(sim --dragonfly 2x2x3 --time 20us --load 0.9 --links --threads 2)" \
	"$(sim --dragonfly 2x2x3 --time 20us --load 0.9 --links)"

# Jobs: 1.5 us from rank to rank on a chip, 105 ns more a hop, and what a cable takes longer.
"${GPCD%/*}/gpcd-sim" program pingpong --count 1000 -o pong.goal
job_us() { sim "$@" --json | jq '.run[0].job_us'; }
is "1,000 ping-pongs on a chip" "$(job_us --torus 4x4x16 --job pong.goal)" 3000
is "1,000 ping-pongs over a cable" "$(job_us --torus 4x4x16 --job pong.goal@0,2)" 3292.5
is "a run without a job has no time of one" "$(job_us --torus 2x2x2 --time 1us)" null
"${GPCD%/*}/gpcd-sim" program allreduce --ranks 32 --bytes 20000 -o sum.goal
is "a job: two threads count the same" "$(sim --torus 2x2x4 --job sum.goal --links --threads 2)" \
	"$(sim --torus 2x2x4 --job sum.goal --links)"
is "a job on nodes in another order" \
	"$(job_us --torus 2x2x4 --job sum.goal@16-31,0-15)" "$(job_us --torus 2x2x4 --job sum.goal)"
printf 'num_ranks 2\nrank 0 {\n put 8b to 1\n}\n' >put.goal
is "a put on one chip: 888 cycles" "$(job_us --torus 1x1x1 --job put.goal@0,1)" 1.11
printf 'num_ranks 2\nrank 0 {\n put 8b to 1\n put 8b to 1 nic 1\n}\n' >nic.goal
fails "a NIC that a node has not" 2 'nic.goal:4: nic 1: a node has nic 0 alone' sim --torus 1x1x1 --job nic.goal@0,1
printf 'num_ranks 12\n' >alone.goal
for rank in {0..11}; do
	printf 'rank %s {\n recv 8b from -1\n}\n' "$rank"
done >>alone.goal
sim --torus 2x2x2 --job alone.goal >out 2>err
is "all ranks that wait are named" "$(grep -c 'waits for ever' err)" 12
printf 'num_ranks 2\nrank 0 {\n recv 8b from 1\n}\nrank 1 {\n recv 8b from 0\n}\n' >circle.goal
fails "ranks that wait for each other" 1 'rank 0 waits for ever in line 3 \(recv\)' sim --torus 2x2x2 --job circle.goal
printf 'num_ranks 2\nrank 0 {\n send 9b to 1\n}\nrank 1 {\n recv 8b from 0\n}\n' >cut.goal
fails "a message that is larger than its receive" 1 \
	'cut.goal: rank 0 sends 9 bytes in line 3, rank 1 receives 8 in line 6' sim --torus 2x2x2 --job cut.goal
fails "more ranks than nodes" 2 'nodes 0 to 15' sim --torus 2x2x2 --job sum.goal
fails "as many nodes as ranks" 2 'sum.goal has 32 ranks: name as many nodes, or such a grid' sim --torus 2x2x4 --job sum.goal@0-30
fails "wrong nodes" 2 'numbers or ranges' sim --torus 2x2x4 --job sum.goal@a
for engine in event flow; do
	fails "a stencil without a way, $engine engine: its nodes" 1 'between node 0 and node 4: too much has failed' \
		sim --mesh 4 --stencil 6 --grid 2x2x2 --block 1x1x1 --fail 1:X+ --engine $engine
done

# MiniGhost's exchange: a face is 1,216 bytes with its header. Between blocks of 1x1x16 there are 7 times 8x16 faces
# in x and in y, each both ways; between blocks of 2x2x4 there are 3 times as many, and 3 times 8x8 in z.
"${GPCD%/*}/gpcd-sim" program minighost --grid 8x8x16 -o ghost.goal
ghost() { sim --torus 4x4x4 --job "ghost.goal@$1:8x8x16" --json | jq '.run[0].payload_bytes'; }
no_remap=$(ghost no-remap)
is "MiniGhost, no-remap" "$no_remap" $((2 * 7 * (8 * 16 + 8 * 16) * 1216))
is "MiniGhost, remap" "$(ghost remap)" $((2 * 3 * (8 * 16 + 8 * 16 + 8 * 8) * 1216))
is "MiniGhost, remap: the block by its sides" "$(ghost 2x2x4)" "$(ghost remap)"
# There are 5,504 faces. The few faces between two ranks of one node are not sent.
succeeds "MiniGhost, random: about all faces" awk -v b="$(ghost random)" \
	'BEGIN { exit !(b / 1216 > 5504 * 0.97 && b / 1216 < 5504) }'
is "MiniGhost: the ratio that its stencil has" "$(awk -v a="$no_remap" -v b="$(ghost remap)" 'BEGIN { printf "%.1f", a / b }')" \
	"$(study minighost --torus 4x4x4 --grid 8x8x16 --json | jq '.claims[] |
		select(.quantity == "injected bytes, mean, No-Remap : Remap") | .ours | tonumber * 10 | round / 10')"
# A stencil as a program sends the same packets over the same links as run's stencil, at other times.
# links ARGUMENT...: the traffic of the links, a line each
links() { sim --torus 2x2x2 "$@" --links --json | jq -c '.links[] | del(.load, .inq_stalls, .credit_stalls)'; }
for stencil in '27 full' '27 full --periodic' '6 faces'; do
	read -r points algorithm periodic <<<"$stencil"
	# shellcheck disable=SC2086 # no word or one
	links --stencil "$points" --grid 4x4x8 --block 2x2x2 --box 10x20x30 $periodic >theirs
	# shellcheck disable=SC2086
	"${GPCD%/*}/gpcd-sim" program stencil --algorithm "$algorithm" --grid 4x4x8 --box 10x20x30 $periodic -o borders.goal
	links --job borders.goal@2x2x2:4x4x8 >ours
	is "a stencil as a program: links: $stencil" "$(wc -l <ours)" 56
	is "a stencil as a program: the same packets: $stencil" "$(diff ours theirs | head -n 3)" ""
done
fails "a grid of other ranks than the program's" 2 'or such a grid' sim --torus 4x4x4 --job ghost.goal@remap:8x8x8
fails "a block that does not divide the grid" 2 'must divide the grid' sim --torus 4x4x4 --job ghost.goal@3x2x4:8x8x16
fails "a placement that needs more nodes" 2 'nodes 0 to 15' sim --torus 2x2x2 --job ghost.goal@remap:8x8x16
fails "no placement of that name" 2 'or a placement and a grid' sim --torus 4x4x4 --job ghost.goal@fog:8x8x16

# Several jobs, on separate and on the same nodes, and beside a pattern.
jobs() { sim "$@" --json | jq -c '[.jobs[] | [.job, .program, .ranks, .ended, .job_us]]'; }
is "jobs apart: each takes the time that it takes alone" \
	"$(jobs --torus 4x4x16 --job pong.goal@0,1 --job pong.goal@4,6)" \
	'[[1,"pong.goal",2,true,3000],[2,"pong.goal",2,true,3292.5]]'
is "jobs: the run ends with the last job" \
	"$(job_us --torus 4x4x16 --job pong.goal@0,1 --job pong.goal@4,6)" 3292.5
is "CSV: a row a job" "$(sim --torus 4x4x16 --job pong.goal@0,1 --job pong.goal@4,6 --csv --table jobs)" \
	"job,program,ranks,ended,job_us,schema_2
1,pong.goal,2,yes,3000.00000,2
2,pong.goal,2,yes,3292.50000,2"
printf 'num_ranks 2\nrank 0 { }\nrank 1 { }\n' >idle.goal
is "a job without operations ends at once" "$(jobs --torus 2x2x2 --job idle.goal) $(job_us --torus 2x2x2 --job idle.goal)" \
	'[[1,"idle.goal",2,true,0]] 0'
is "a job that --time cuts off has not ended" \
	"$(jobs --torus 4x4x16 --job pong.goal --time 100us | jq -c '.[0][3]')" false
beside=(--torus 2x2x4 --job sum.goal --background hot:0.2 --op get --bytes 128 --links)
sim "${beside[@]}" >one
sim "${beside[@]}" --threads 2 >two
succeeds "a job beside a pattern: two threads count the same" cmp one two
like "a job beside a pattern: both are named" "$(cat one)" 'job sum.goal, beside hot, GETs of 128 B, load 0.2'
succeeds "a job beside a pattern takes longer" awk "BEGIN { exit !($(sed -n 's/^job_us *//p' one) > $(
	job_us --torus 2x2x4 --job sum.goal)) }"
is "a run ends with its jobs, on a microsecond" \
	"$(sed -n 's/^time_us *//p' one)" "$(sed -n 's/^job_us *//p' one | awk '{ printf "%d.000", $1 + 1 }')"
fails "a background without a job" 2 'beside jobs alone: add --job' sim --torus 2x2x2 --background uniform:0.3
fails "a background that is no pattern" 2 'is not a valid NAME' sim --torus 2x2x2 --job sum.goal --background fog:0.3
fails "a background without a load" 2 'is not a valid NAME' sim --torus 2x2x2 --job sum.goal --background uniform
fails "a job's load" 2 'or take --background' sim --torus 2x2x2 --job sum.goal --load 0.3
mapfile -t many < <(yes -- --job=sum.goal | head -n 65)
fails "too many jobs" 2 'a run has 64 jobs at most' sim --torus 2x2x2 "${many[@]}"
fails "a table of jobs without a job" 2 'there is none: add --job' sim --torus 2x2x2 --table jobs
fails "jobs: the one that waits is named" 1 'job 2, circle.goal: rank 0 waits for ever in line 3 \(recv\)' \
	sim --torus 2x2x4 --job sum.goal --job circle.goal
fails "a job that waits, beside a pattern without end" 1 'circle.goal: rank 1 waits for ever in line 6 \(recv\)' \
	sim --torus 2x2x4 --job circle.goal --background uniform:0.1

printf 'num_ranks 1\nrank 0 {\n dance\n}\n' >bad.goal
fails "a wrong program: file and line" 2 'bad.goal:3: ' sim --torus 2x2x2 --job bad.goal

# Pictures.
for machine in '--torus 4x4x4' '--torus 5' '--mesh 3x5' '--hypercube 5' '--dragonfly 4x3x5' '--dragonfly 4x2x1'; do
	# shellcheck disable=SC2086
	sim $machine --time 20us --load 0.8 --svg a.svg >out
	succeeds "a picture: $machine" rsvg-convert a.svg -o a.png
	like "it has a scale: $machine" "$(cat a.svg)" 'Load.*mean [0-9.]+ %<.*>most [0-9.]+ %'
done

is "a picture of a dragonfly: a cell for each pair of groups and panel" \
	"$(sim --dragonfly 4x3x5 --time 20us --load 0.8 --svg d.svg >out && grep -c "rect .*width='25.5'" d.svg)" $((20 * $(grep -c '>most ' d.svg)))
like "what is under the pointer" "$(cat d.svg)" '<title>0,0,0: [a-z]+ [0-9]+ [0-9.]+ %,'
sim --torus 4x4 --time 20us --load 0.05 --scale full --svg full.svg >out
sim --torus 4x4 --time 20us --load 0.05 --scale log --svg log.svg >out
sim --torus 4x4 --time 20us --load 0.05 --svg most.svg >out
is "scales: where each ends" "$(for kind in full log most; do sed -n "s/.*small end'>\(.*\)<.*/\1/p" $kind.svg | head -n 1; done |
	paste -sd ' ')" "100 % 100 % $(sed -n "s/.*small end'>\(.*\)<.*/\1/p" most.svg | head -n 1)"
is "scales: where each begins" "$(for kind in full log most; do sed -n "s/.*class='small'>\(.* %\)<.*/\1/p" $kind.svg | head -n 1; done |
	paste -sd ' ')" "0 % 0.01 % 0 %"
sim --torus 4x4x4 --pattern hot --hot 9 --share 0.5 --load 0.5 --time 20us --svg hot.svg >out
is "a chip that is sent much is ringed in each panel that there is" "$(grep -c "class='hot'" hot.svg)" "$(grep -c '>most ' hot.svg)"
like "and named" "$(cat hot.svg)" 'Ringed: chips that are sent more than 4 times the mean: c0-0c0s0g1 \(0,1,0\)\.'

# A PUT from 0,0 to 1,0: its request is all that X+ of the first chip carries.
echo '0 2 64 put' >single
sim --torus 4x4x1 --messages single --svg one.svg >out
is "the link with the highest value is ringed between its chips, and in the legend" \
	"$(sed -n "s/.*class='peak' cx='\([^']*\)' cy='\([^']*\)'.*/\1 \2/p" one.svg | head -n 2 | paste -sd,)" "30 144,88 322.96"
is "chips are numbered at the edges" \
	"$(sed -n "s/<text x='\([^']*\)' y='\([^']*\)' class='small \(mid\|end\)'>\([0-9]\)<.*/\4:\1,\2/p" one.svg |
		head -n 8 | paste -sd ' ')" "0:66,352 1:110,352 2:154,352 3:198,352 0:40,322 1:40,278 2:40,234 3:40,190"
is "totals: a row for each class of links that there is" \
	"$(sed -n "s/.*class='label'>\(X\|Y\|Z\|all\)<.*/\1/p" one.svg | paste -sd ' ')" "X Y all"
sim --torus 4x1x4 --time 20us --load 0.3 --svg flat.svg >out
like "a torus that is flat is drawn as a plane, whichever it lies in" "$(cat flat.svg)" 'A square is a chip, x to the right, z up\.'
sim --hypercube 6 --time 20us --load 0.3 --svg cube.svg >out
is "planes of a hypercube are in a square" \
	"$(sed -n "s/<text x='44' .*class='small'>\([01,]*\)<.*/\1/p" cube.svg | head -n 4 | paste -sd ' ')" "0,0,0,0 0,0,1,0 0,0,0,1 0,0,1,1"
sim --dragonfly 4x3x5 --time 20us --load 0.8 --svg d.svg >out
is "a dragonfly: what its colours are called" \
	"$(sed -n "s/.*class='label'>\(green\|black\|blue\)<.*/\1/p" d.svg | head -n 3 | paste -sd ' ')" "green black blue"
is "the matrix of groups is beside the chips, not below" \
	"$(awk -F "'" '/width=.25[.]5/ && !seen { seen = $4 } />group 4</ && !last { last = $4 } END { print (seen > 0 && seen < last) }' d.svg)" 1
sim --dragonfly 4x3x5 --time 5us --fail '0,0,0:green 1' --svg d.svg >out
like "what a black line is there" "$(cat d.svg)" 'A black line: links of this colour have failed.* 2 links, each way'
sim --torus 3x3x2x2 --time 5us --svg d.svg >out
like "planes of two more dimensions are explained" "$(cat d.svg)" 'in z to D3, .*Planes have their place in these dimensions above'
sim --torus 8 --time 5us --fail 3:X+ --load 0.1 --svg d.svg >out
is "a ring of chips has numbers below alone, and no peak where all is 0" \
	"$(grep -c "small end'>0<" d.svg) $(grep -c '>most 0' d.svg)" "0 0"
sim --torus 4x4 --time 20us --load 0.3 --png a.png >out
is "a PNG is one" "$(head -c 8 a.png | od -An -c | tr -d ' \n')" '211PNG\r\n032\n'
mkdir nothing
fails "nobody draws a PNG" 1 'rsvg-convert: No such file or directory: .*install librsvg2-bin, or leave an SVG by --svg' \
	env PATH="$PWD/nothing" "${GPCD%/*}/gpcd-sim" run --torus 8x8x8 -t 1000s --png b.png
# shellcheck disable=SC2016 # for the script that is written
printf '#!/bin/sh\n[ "$1" = --version ] || exit 3\n' >nothing/rsvg-convert
chmod 755 nothing/rsvg-convert
echo old >b.png
fails "who draws fails" 5 'b.png: ' env PATH="$PWD/nothing:$PATH" "${GPCD%/*}/gpcd-sim" run --torus 4x4 -t 1us --png b.png
is "and the old one stays" "$(cat b.png*)" old

# shellcheck disable=SC2016 # the page's quotes
drawn=$(sed -n 's/.*`gpcd-sim run \([^`]*\) --svg hot.svg`.*/\1/p' "$top/README.md")
# shellcheck disable=SC2086
sim ${drawn:?} --svg hot.svg >out
succeeds "README's picture is what its command draws" cmp hot.svg "$top/docs/hot.svg"

# Registers.
sim --torus 2x2x2 --time 20us --image chips --chips 0,0,0 --chips c0-0c0s1g0 --links --json >json
is "an image a NIC" "$(echo chips/*)" \
	"chips/c0-0c0s0g0n0 chips/c0-0c0s0g0n1 chips/c0-0c0s1g0n0 chips/c0-0c0s1g0n1"
is "its time is the network's" \
	"$(gpcd -d image:chips/c0-0c0s0g0n0 sample -n 1 -i 10ms --raw --json | jq -r .chip_ns)" 20000
is "it says where it is" "$(gpcd -d image:chips/c0-0c0s1g0n1 info --json |
	jq -c '.devices[0] | [.nic_addr, .coord]')" "$(jq -cn '[10, "0,0,1"]')"
# hosts FILE COUNTER: of the 8 host tiles, 19 20 27 28 35 36 43 44
hosts()
{
	gpcd -d "image:$1" read "GM_[2-5]_[34]_TILE_PERFORMANCE_COUNTERS_$2" --json |
		jq '[.values[] | tonumber] | add'
}
for counter in 0 1 2 3 4 5; do
	name=$(jq -rn '["vc0_phits", "vc1_phits", "vc0_packets", "vc1_packets", "inq_stalls",
		"credit_stalls"]['$counter']')
	is "host tiles: counter $counter" "$(hosts chips/c0-0c0s0g0n1 $counter)" \
		"$(jq ".links[] | select(.chip == \"c0-0c0s0g0\" and .link == \"HH\").$name" json)"
done

# Counters of NICs: a message of 1 MiB from chip 0 to chip 7, by the block transfer engine; its
# header; a GET of 64 bytes for each 256 KiB, which the sender serves.
echo '0 14 1048576 mpi' | sim --torus 2x2x2 --messages - --image nics --links --json >json
# nic FILE NAME: a register of nics/FILE
nic()
{
	gpcd -d "image:nics/$1" read "GM_$2" --json | jq -r '.values[] | tonumber'
}

# is_nic WHAT FILE NAME=VALUE...: registers have these values
is_nic()
{
	local what=$1 file=$2 pair

	shift 2
	for pair; do
		is "$what: ${pair%=*}" "$(nic "$file" "${pair%=*}")" "${pair#*=}"
	done
}
is_nic "the sender of 1 MiB" c0-0c0s0g0n0 TARB_PERF_BTE_PKTS=16384 TARB_PERF_BTE_FLITS=81920 \
	TARB_PERF_FMA_PKTS=1 TARB_PERF_FMA_FLITS=5 TARB_PERF_OUT_PKTS=16385 \
	SSID_PERF_SSID_ALLOCATE_COUNT=2 ORB_PERF_VC0_FLITS=81925 ORB_PERF_VC1_PKTS=16385 \
	HARB_PERF_BTE_NP_PKTS=16384 RAT_PERF_HEADER_FLITS_VC0=4 NPT_PERF_NPT_FLIT_CNTR=20
is_nic "the receiver of 1 MiB" c0-0c1s1g1n0 RAT_PERF_HEADER_FLITS_VC0=16385 \
	RAT_PERF_DATA_FLITS_VC0=65540 NPT_PERF_NL_RSP_PKT_CNTR=16385 TARB_PERF_FMA_PKTS=4 \
	HARB_PERF_RAT_P_PKTS=16389 TARB_PERF_BTE_PKTS=0
is_nic "a NIC that has nothing to do with it" c0-0c0s0g0n1 TARB_PERF_OUT_PKTS=0 \
	RAT_PERF_HEADER_FLITS_VC0=0
is "1 MiB: requests sent are what host tiles saw" "$(hosts nics/c0-0c0s0g0n1 2)" \
	"$(nic c0-0c0s0g0n0 TARB_PERF_OUT_PKTS)"
is "1 MiB: so are responses" "$(hosts nics/c0-0c1s1g1n0 3)" \
	"$(nic c0-0c1s1g1n0 NPT_PERF_NL_RSP_PKT_CNTR)"
# gpcdr's formulas: message, header, and the data of four GETs.
fma=$((16 * ($(nic c0-0c0s0g0n0 TARB_PERF_FMA_FLITS) - $(nic c0-0c0s0g0n0 TARB_PERF_FMA_PKTS))))
bte=$((64 * ($(nic c0-0c0s0g0n0 TARB_PERF_BTE_FLITS) - 2 * $(nic c0-0c0s0g0n0 TARB_PERF_BTE_PKTS)) / 3))
responses=$((16 * ($(nic c0-0c0s0g0n0 NPT_PERF_NPT_FLIT_CNTR) - $(nic c0-0c0s0g0n0 NPT_PERF_NL_RSP_PKT_CNTR))))
is "1 MiB: gpcdr's fmaout, bteout, outputresp" "$fma $bte $responses" "64 1048576 256"
input=$((16 * ($(nic c0-0c1s1g1n0 RAT_PERF_DATA_FLITS_VC0) + $(nic c0-0c1s1g1n0 ORB_PERF_VC1_FLITS) -
	$(nic c0-0c1s1g1n0 ORB_PERF_VC1_PKTS))))
is "1 MiB: gpcdr's totalinput at the receiver" "$input" $((1048576 + 64 + 256))

# The same message on a dragonfly, from NIC 1 of the first chip to NIC 2 of the last, evaluated as De
# Sensi and gpcdr do.
echo '1 46 1048576 mpi' | sim --dragonfly 2x2x3 --messages - --image aries --chips 0,0,0 --chips 2,1,1 >out
is "an image a NIC of an Aries" "$(echo aries/2,*)" \
	"aries/2,1,1n0 aries/2,1,1n1 aries/2,1,1n2 aries/2,1,1n3"
is "an Aries says where it is: group, chassis, blade" "$(gpcd -d image:aries/2,1,1n2 info --json |
	jq -c '.devices[0] | [.chip, .nic_addr, .coord]')" '["aries",47,"2,1,1"]'
# aries FILE NAME: a register of aries/FILE
aries()
{
	gpcd -d "image:aries/$1" read "AR_$2" --json | jq -r '.values[] | tonumber'
}
orb=NIC_NETMON_ORB_EVENT_CNTR
is "the sender of 1 MiB: flits and packets" "$(aries 0,0,0n1 ${orb}_REQ_FLITS) $(aries 0,0,0n1 ${orb}_REQ_PKTS)" \
	"81925 16385"
is "the sender of 1 MiB: pairs" "$(aries 0,0,0n1 ${orb}_RSP_NET_TRACK)" 16385
like "the sender of 1 MiB: some of the time of a pair, us" \
	"$(($(aries 0,0,0n1 NIC_ORB_PRF_NET_RSP_TRACK_2) * 100 / 16385))" '[1-9][0-9]+'
is "the receiver of 1 MiB: gpcdr's totalinput, less the data that it fetched" "$((16 * (
	$(aries 2,1,1n2 NL_PRF_REQ_PTILES_TO_NIC_2_FLITS) -
	$(aries 2,1,1n2 NL_PRF_REQ_PTILES_TO_NIC_2_PKTS))))" $((1048576 + 64))
is "a NIC of an Aries that has nothing to do with it" "$(aries 0,0,0n0 ${orb}_REQ_PKTS)" 0

mkdir other && echo text >other/c0-0c0s0g0n0
fails "no image is overwritten" 1 'exists and is no register image' \
	sim --torus 2x2x2 --image other --chips 0,0,0
succeeds "a pace beyond all bounds" bounded "${GPCD%/*}/gpcd-sim" run --torus 2x2x2 --time 20us \
	--pace 1e18 --image chips --chips 0,0,0
fails "an image that cannot be made: nothing of it is left" 1 'exists and is no register image' \
	sim --torus 2x2x2 --image other
is "an image that cannot be made: what was there still is" "$(ls other)" c0-0c0s0g0n0
"${GPCD%/*}/gpcd-sim" run --torus 2x2x2 --time 1s --pace 0.001 --image chips --chips 0,0,0 -i 5ms \
	>out 2>err &
pid=$!
children+=("$pid")
# moved NS: the chip is beyond this time; a chip that is just being replaced is gone
moved()
{
	test "$(gpcd -d image:chips/c0-0c0s0g0n0 sample -n 1 -i 10ms --raw --json | jq -r .chip_ns)" -gt "$1"
}
succeeds "paced: the image moves on" eventually moved 300000
fails "who drives it is alone" 1 'somebody else' \
	sim --torus 2x2x2 --image chips --chips 0,0,0
kill -INT "$pid"
ended "$pid"
is "paced: a signal ends it" $? 0
succeeds "then it stands still, alive" gpcd -d image:chips/c0-0c0s0g0n0 info

# state NIC: the state of that chip's image
state()
{
	gpcd -d "image:chips/c0-0c0s0g0n$1" info --json | jq -r '.devices[].state'
}
is "and is nobody's" "$(state 0)" live
# Otherwise the old images look as if the next simulator already drove them.
rm chips/c0-0c0s0g0n*
"${GPCD%/*}/gpcd-sim" run --torus 2x2x2 --time 1s --pace 0.001 --image chips --chips 0,0,0 -i 5ms \
	>out 2>err &
pid=$!
children+=("$pid")
succeeds "paced once more: the image moves on" eventually moved 300000
is "while it is driven it is live" "$(state 0)" live
kill -KILL "$pid"
ended "$pid"
is "a killed simulator leaves abandoned images" "$(state 0) $(state 1)" "abandoned abandoned"
exits 3 "which end a sample" gpcd -d image:chips/c0-0c0s0g0n1 sample -i 10ms

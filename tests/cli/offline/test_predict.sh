#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-sim model predict: times of jobs by hand, their parts, loads out of range, errors.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

export GPCD_MACHINES=${top:?}/lib/hardware/files
: "${GPCD_SIM:=${GPCD%/*}/gpcd-sim}"
sed 's/8x8x8/4x4x4/' "$GPCD_MACHINES/gemini.machine" >small.machine

# predict ARGUMENT...: run it on the small machine
predict()
{
	"$GPCD-sim" model predict --machine ./small.machine "$@"
}

# A message each way: 1,083 cycles of 1.25 ns at its ends and 117 on one chip; a host's 6 1/3 of them.
"$GPCD_SIM" program pingpong --ranks 2 -o pong.goal
is "a ping-pong on a chip, by hand" "$(predict --csv pong.goal | sed -n 2p | cut -d, -f 1)" 3.0000
is "over a mezzanine" "$(predict --place 0,8 --csv pong.goal | sed -n 2p | cut -d, -f 1)" 3.2100
is "over a cable" "$(predict --place 0,2 --csv pong.goal | sed -n 2p | cut -d, -f 1)" 3.2925
is "as simulated" "$(predict --place 0,2 --simulate --json pong.goal | jq -c '.job[0] | [.simulated_us, .error_percent]')" \
	"[3.2925,0]"
"$GPCD_SIM" program alltoall --ranks 64 --bytes 2048 -o all.goal
predict --json all.goal >all.json
is "the parts are the whole" "$(jq '(([.parts[].us] | add) - .job[0].job_us | fabs) < 0.001' all.json)" true
is "in percent, too" "$(jq '([.parts[].percent] | add) - 100 | fabs < 0.05' all.json)" true
is "each has its name" "$(jq -r '[.parts[].part] | join(" ")' all.json)" "compute waiting overhead latency bandwidth contention"
is "overhead, by hand: 63 times 541 and 542 cycles" "$(jq '.parts[2].us' all.json)" 85.2862
is "all nodes by --place: the same" "$(predict --place 0-63 --json all.goal)" "$(cat all.json)"
# Placements of gpcd-sim run mean the same here: both simulate the same.
for place in 64-127 remap:4x4x4 random:4x4x16 2x2x2:4x4x4; do
	ranks=$([ $place = random:4x4x16 ] && echo 256 || echo 64)
	"$GPCD_SIM" program alltoall --ranks "$ranks" --bytes 8 -o placed.goal
	is "--place $place, as gpcd-sim run has it" \
		"$(predict --place $place --seed 3 --simulate --json placed.goal | jq '.job[0].simulated_us * 1e3 | round')" \
		"$("$GPCD_SIM" run --machine ./small.machine --seed 3 --job "placed.goal@$place" --json | jq '.run[0].job_us * 1e3 | round')"
done
fails "a block that does not divide its grid" 2 'must divide the grid' predict --place 3x1x1:4x4x4 all.goal
# There a message takes 93 cycles on a chip: 80 to the node, 12 flits, and one to ask.
is "another machine: Aries" \
	"$("$GPCD-sim" model predict --machine aries --simulate --json pong.goal | jq -c '.job[0] | [.job_us, .error_percent]')" \
	"[2.94,0]"
"$GPCD_SIM" program pingpong --ranks 2 --bytes 2048 -o pong2k.goal
is "two ranks meet no packets of others, but wait for bytes" \
	"$(predict --place 0,2 --json pong2k.goal | jq -c '[.parts[5].us, .parts[4].us > 0.5]')" "[0,true]"
printf 'num_ranks 2\nrank 0 {\n\tsend 16384b to 1\n}\nrank 1 {\n\trecv 16384b from 0\n}\n' >long.goal
is "a message that its receiver gets itself loads the links to it" \
	"$(predict --place 0,2 --json long.goal | jq '.job[0].load > 0.1')" true
printf 'num_ranks 1\nrank 0 {\n\tcalc 5000\n}\n' >calc.goal
is "a computation is nothing else" "$(predict --json calc.goal | jq -c '[.job[0].job_us, .parts[0].percent]')" "[5,100]"
is "from standard input" "$(predict - <calc.goal)" "$(predict calc.goal)"

# Each rank of a ring of X sends much to the one half the ring away: both ways of it are full.
{
	echo num_ranks 64
	for ((rank = 0; rank < 64; rank++)); do
		printf 'rank %d {\n\tsend 4000b to %d\n\trecv 4000b from %d\n}\n' $rank $(((rank + 32) % 64)) $(((rank + 32) % 64))
	done | sed 's/4000b/400000b/'
} >full.goal
fails "out of range" 1 'out of range: the busiest link has a load of 0\.[7-9][0-9]*, above 0.7' predict full.goal

fails "no program" 2 'no PROGRAM' predict
fails "no machine" 2 'no --machine' "$GPCD-sim" model predict calc.goal
fails "an unknown machine" 2 "no machine 'gemni'" "$GPCD-sim" model predict --machine gemni calc.goal
fails "a machine of worms" 2 'alewife: it switches worms: .gpcd-sim run --machine. simulates it' "$GPCD-sim" model predict --machine alewife calc.goal
fails "no such program" 2 'missing.goal: No such file' predict missing.goal
fails "two programs" 2 "unexpected argument 'all.goal': one PROGRAM is enough" predict calc.goal all.goal
printf 'num_ranks 2\nrank 0 {\n\tsend 8b to\n}\n' >bad.goal
fails "a text that is wrong" 2 'gpcd-sim model predict: bad.goal:[34]: ' predict bad.goal
printf 'num_ranks 2\nrank 0 {\n\trecv 8b from 1\n}\n' >waits.goal
fails "a rank that waits for ever" 1 'the job never ends: rank 0 waits in a recv for a message that nobody sends' predict waits.goal
printf 'num_ranks 2\nrank 0 {\n\tsend 8b to 1 nic 1\n}\n' >nic.goal
fails "another NIC" 2 'nic.goal:3: nic 1: a node has nic 0 alone' predict nic.goal
fails "too few nodes" 2 'all.goal has 64 ranks: name as many nodes, or such a grid' predict --place 0-5 all.goal
fails "too many" 2 'all.goal has 64 ranks: name as many nodes, or such a grid' predict --place 0-64 all.goal
fails "a node that is not there" 2 'calc.goal has 1 ranks, but the machine has nodes 0 to 127 alone' predict --place 500 calc.goal
fails "no list" 2 'numbers or ranges' predict --place x calc.goal
"$GPCD_SIM" program barrier --ranks 200 -o large.goal
fails "more ranks than nodes" 2 '200 ranks, but the machine has nodes 0 to 127 alone' predict large.goal
predict calc.goal >/dev/full 2>err
is "a full disk: exit code" $? 5
like "a full disk: said" "$(cat err)" 'No space left'

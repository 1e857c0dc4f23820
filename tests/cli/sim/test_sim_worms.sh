#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-sim run --machine with wormhole switching: times worked out by hand, errors.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

sim()
{
	"${GPCD%/*}/gpcd-sim" "$@"
}

# told TABLE FILTER OPTION...: run, and filter the rows of a table with jq
told()
{
	local table=$1 filter=$2

	shift 2
	sim run "$@" --ranks --links --json | jq -r ".${table}[] | $filter" | xargs
}

wrong()
{
	local what=$1 reason=$2

	shift 2
	fails "$what" 2 "$reason" sim run "$@"
}

# --- the XMP-64's barrier ---

sim program barrier --algorithm hypercube --ranks 64 --bytes 1 -o barrier
sed 's/^links = 4/links = 1/' "$GPCD_MACHINES/xmp64.machine" >one.machine
# 2 rounds on a chip and 4 over a link, as the paper measured both: 2 x 70 + 4 x 200 ns
is "barrier of the XMP-64: 940.002 ns at every core" \
	"$(told ranks .end_us --machine xmp64 --job barrier | xargs -n1 | sort | uniq -c | xargs)" "64 0.940002"
is "with one link cores queue for 80 ns each: the last one ends at 1180.002 ns" \
	"$(told ranks .end_us --machine ./one.machine --job barrier | xargs -n1 | sort | uniq -c | xargs)" \
	"16 0.940002 16 1.020002 16 1.100002 16 1.180002"
is "the job's time is the last one's" \
	"$(told run '"\(.engine) \(.job_us) \(.worms_injected) \(.worms_delivered) \(.worm_hops) \(.flits_injected) \(.payload_bytes)"' \
		--machine ./one.machine --job barrier)" \
	"worm 1.180002 384 384 256 1536 384"
is "each rank is busy for 6 times o_s + o_r" \
	"$(told ranks 'select(.end_us == 0.940002) | "\(.calls_us) \(.wait_us)"' --machine xmp64 --job barrier |
		xargs -n2 | sort -u)" "0.280002 0.66"
is "text, CSV and JSON have the same ranks" \
	"$(sim run --machine xmp64 --job barrier --table ranks --csv | sed 1d | cut -d, -f 7 | sort | uniq -c | xargs) $(
		sim run --machine xmp64 --job barrier --table ranks | awk '$7 ~ /^0/ { print $7 }' | sort | uniq -c | xargs)" \
	"64 0.940002 64 0.940002"

# Each of 4 links has a quarter of 16 flits of 20 ns.
is "the load of 4 links is their mean" \
	"$(told dimensions 'select(.dimension == "D3") | .load_mean' --machine xmp64 --job barrier)" 0.0851

# --- worms that block each other, in steps of 10 ns ---

cat >line.machine <<'EOF'
name = line
topology = mesh:3
switching = wormhole
nodes = 1
clock = 10 ns
flit = 1 B
header = 1 flits
[link all]
links = 1
rate = 10 ns/B
hop = 10 ns
buffer = 2 flits
[in]
links = 1
rate = 10 ns/B
hop = 10 ns
buffer = 2 flits
[out]
links = 1
rate = 10 ns/B
hop = 10 ns
[host]
send = 0 ns
recv = 0 ns
EOF
cat >two.goal <<'EOF'
num_ranks 3
rank 0 {
send 8b to 2
}
rank 1 {
send 8b to 2
}
rank 2 {
recv 8b from 1
recv 8b from 0
}
EOF
# The worm of node 1: 10 in, 10 for the link, 10 out, then 8 more flits: 110. The other worm asks
# for that link at 20, gets it at 100, and leaves at 110 without delay: 120 + 80.
is "a worm waits until the tail of another one has left" \
	"$(told ranks .end_us --machine ./line.machine --job two.goal)" "0 0 0.2"
is "it waits where the links meet, as long as that takes" \
	"$(told links 'select(.blocked_us > 0) | "\(.chip) \(.link) \(.far) \(.blocked_us)"' \
		--machine ./line.machine --job two.goal)" "1 X+ 2 0.08"
is "a link holds for both, and is busy with 18 flits of 20" \
	"$(told links 'select(.chip == "1" and .link == "X+") | "\(.flits) \(.worms) \(.held_us) \(.load)"' \
		--machine ./line.machine --job two.goal)" "18 2 0.18 0.9"
is "by dimension: 4 links, the busiest one" \
	"$(told dimensions '"\(.dimension) \(.links) \(.load_max) \(.blocked_us_max)"' \
		--machine ./line.machine --job two.goal)" "X 4 0.9 0.08 in 3 0.45 0 out 3 0.9 0"
sed '/^\[link all/,/^\[in/s/^links = 1/links = 2/' line.machine >wide.machine
# With two links the second worm asks for the way out at 30, and gets it when the first tail has
# left, at 110.
is "with two links it waits for the node" \
	"$(told links 'select(.blocked_us > 0) | "\(.chip) \(.link) \(.blocked_us)"' \
		--machine ./wide.machine --job two.goal)" "2 out0 0.08"

# --- Alewife: o_s, L over 4 links, o_r ---

printf 'num_ranks 2\nrank 0 {\nsend 8b to 1\n}\nrank 1 {\nrecv 8b from 0\n}\n' >message
is "a message over 4 links of Alewife: 15 + 21 + 122 cycles of 30 ns" \
	"$(told ranks .end_us --machine alewife --job message@0,4)" "0.45 4.74"
printf 'num_ranks 2\nrank 0 {\nsend 8b to 1\n}\nrank 1 {\n}\n' >unread
# 7 flits after the first, which takes 2, 4 and 12 cycles
is "a message that nobody receives: the job is over before the network is" \
	"$(told run '"\(.job_us) \(.time_us)"' --machine alewife --job unread@0,4)" "0.45 1.2"
is "two jobs side by side" \
	"$(told jobs '"\(.job) \(.program) \(.ranks) \(.ended) \(.job_us)"' --machine alewife \
		--job message@0,4 --job message@8,12)" "1 message 2 true 4.74 2 message 2 true 4.74"

# --- what goes wrong ---

printf 'num_ranks 2\nrank 0 {\nsend 9b to 1\n}\nrank 1 {\nrecv 8b from 0\n}\n' >large
fails "a message that is too large is named" 1 \
	"large: rank 0 sends 9 bytes in line 3, rank 1 receives 8 in line 6" \
	sim run --machine alewife --job large
printf 'num_ranks 3\nrank 0 {\n}\nrank 1 {\nsend 9b to 2\n}\nrank 2 {\nrecv 8b from 1\n}\n' >larger
fails "of two jobs it is named by the rank of its own" 1 \
	"job 2, larger: rank 1 sends 9 bytes in line 5, rank 2 receives 8 in line 8" \
	sim run --machine alewife --job message@0,4 --job larger@1-3
printf 'num_ranks 2\nrank 0 {\n}\nrank 1 {\nrecv 8b from 0\n}\n' >never
fails "a rank that waits for ever is named" 1 "never: rank 1 waits for ever in line 5 \(recv\)" \
	sim run --machine alewife --job never
printf 'num_ranks 2\nrank 0 {\nput 8b to 1\n}\nrank 1 {\n}\n' >put
wrong "worms carry messages" "put:3: put: worms carry messages: take send and recv" \
	--machine alewife --job put
wrong "one rank a node" "two ranks are placed on one node" --machine alewife --job message@0,0
wrong "nodes that are there" "nodes 0 to 31 alone" --machine alewife --job message@0,32
wrong "no grids" "where worms are switched nodes are numbers" --machine alewife --job message@remap:1x1x2
wrong "jobs alone send worms" "switches worms, which jobs alone send: add --job" --machine alewife
for option in '--pattern uniform' '--stencil 6' '--messages /dev/null'; do
	# shellcheck disable=SC2086 # an option and its value
	wrong "$option: no job" "${option%% *}: this machine switches worms, which jobs alone send: take --job" \
		--machine alewife $option
done
for option in '--engine event' '--threads 2' '--seed 2' '--crc 0.1' '--turnaround 1us' '--fifos 2' \
	      '--ties split' '--routing minimal' '--latency' '--latency-svg x' '--time 1us' \
	      '--fail 0,0:X+' '--record x' '--image x' '--svg x' '--png x'; do
	# shellcheck disable=SC2086 # an option and its value
	wrong "$option: for packets" "${option%% *}: this machine switches worms, and that is for packets" \
		--machine alewife --job message $option
done
wrong "--at: for packets" "--at: this machine switches worms, and that is for packets" \
	--machine alewife --job message --at '1us fail 0,0:X+'
is "nothing is written by what is refused" "$(ls -d x 2>/dev/null)" ""
wrong "one machine is enough" "one machine is enough: mesh:8x4, or --machine alewife" \
	--mesh 8x4 --machine alewife
fails "other commands name the one that simulates it" 2 \
	"alewife: it switches worms, which .gpcd-sim run --job. simulates" sim job --machine alewife -- true

# --- ranks of machines with packet switching ---

is "ranks of packets: the same columns" \
	"$(sim run --mesh 4 --job message --table ranks --csv | sed -n 1p)" \
	"$(sim run --machine alewife --job message --table ranks --csv | sed -n 1p)"
# 541 cycles to send, 542 to receive
is "--ranks shows what ranks did" \
	"$(sim run --mesh 4 --job message --table ranks --json | jq -r '.ranks[] | .calls_us' | xargs)" "0.67625 0.6775"
wrong "--ranks needs ranks" "--ranks: only jobs have ranks: add --job" --mesh 4 --ranks
wrong "so does their table" "--table ranks: there is none: add --job" --mesh 4 --table ranks

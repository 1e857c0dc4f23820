#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Emulated jobs, end to end: what gm-ping, a stencil and a program without libgm really send is what
# the Geminis on the way have counted, and no other has.
# shellcheck source=tests/mpi/lib.sh
. "${0%/*}/lib.sh"

# ping N [OPTION...]: its table in ./out
ping()
{
	local count=$1

	shift
	GM_TABLE=0 emulated "$count" "$GM_BIN/gm-ping" "$@" >out 2>err
	status=$?
	[ "$status" -eq 0 ] || report "gm-ping $*" "status $status: $(tail -n 3 err)"
}

# --- sonar: a transaction of 64 bytes (Pedretti, V.A: PUT 32 and 3 phits, GET 8 and 27) ---

# From (0,0,0) to (3,1,1), X first, then Y, then Z, the shorter way, ties plus; a link counts what
# arrives by it, so the packet that leaves by X- is counted at X+ of the next. The request: by X- to
# (3,0,0), by Y+ to (3,1,0), by Z+ to (3,1,1). The response has a way of its own: by X+ to (0,1,1),
# by Y+, a tie, to (0,0,1), by Z+ to (0,0,0).
ping 16 --op put --from 0 --to 15
is "one PUT: what the ranks say" "$(grep '^# messages' err)" "# messages: 1, bytes: 64"
like "one PUT: what the simulator says" "$(cat err)" \
	'ranks: 16, messages: 0, PUTs: 1, GETs: 0, within nodes: 0, bytes: 64'
moved_is out "PUT 64 B: every hop, and no other link" "\
0 0 0 HH 32 0 1 0
3 0 0 X+ 32 0 1 0
3 1 0 Y- 32 0 1 0
3 1 1 Z- 32 0 1 0
3 1 1 HH 0 3 0 1
0 1 1 X- 0 3 0 1
0 0 1 Y- 0 3 0 1
0 0 0 Z- 0 3 0 1"
is "a table of all 16 Geminis" "$(grep -c '^(' out)" 16
is "it is sorted, and has no heading" "$(grep '^[(#]' out)" "$(for x in 0 1 2 3; do
	printf '(%s, 0, 0)\n(%s, 0, 1)\n(%s, 1, 0)\n(%s, 1, 1)\n' $x $x $x $x; done)"

# From (1,1,0) to (3,1,1): X is a tie of 2 and 2 hops, plus; the response goes on round the ring.
ping 16 --op get --from 5 --to 15
moved_is out "GET 64 B: every hop, and no other link" "\
1 1 0 HH 8 0 1 0
2 1 0 X- 8 0 1 0
3 1 0 X- 8 0 1 0
3 1 1 Z- 8 0 1 0
3 1 1 HH 0 27 0 1
0 1 1 X- 0 27 0 1
1 1 1 X- 0 27 0 1
1 1 0 Z- 0 27 0 1"

# 1 MiB is 16384 transactions; 8 words of zeros take 8 phits instead of 24.
# way VC0-PHITS VC1-PHITS PACKETS: of rank 0 to rank 1, there by X+ and back by X-
way()
{
	printf '%s\n' "0 0 0 HH $1 0 $3 0" "1 0 0 X- $1 0 $3 0" "1 0 0 HH 0 $2 0 $3" "0 0 0 X+ 0 $2 0 $3"
}
ping 2 --op put --bytes 1M
moved_is out "PUT 1 MiB, random" "$(way 524288 49152 16384)"
ping 2 --op put --bytes 1024k --zero
moved_is out "PUT 1 MiB, zeros" "$(way 262144 49152 16384)"
ping 2 --op get --bytes 1M
moved_is out "GET 1 MiB, random" "$(way 131072 442368 16384)"
ping 2 --op put --count 10
moved_is out "ten PUTs" "$(way 320 30 10)"
# The simulated Cray MPI: a header of 64 bytes, the data, and by the receiver a GET a 256 KiB.
ping 2 --bytes 1M
moved_is out "MPI_Send 1 MiB, random" "\
0 0 0 HH 524320 108 16385 4
1 0 0 X- 524320 108 16385 4
1 0 0 HH 32 49155 4 16385
0 0 0 X+ 32 49155 4 16385"
ping 2 --bytes 16
moved_is out "MPI_Send 16 B: one PUT" "$(way 32 3 1)"

# --- any number of ranks; the table has the Geminis they are on ---

ping 1 --op put
moved_is out "1 rank: nothing reaches the network" ""
ping 3 --op put
moved_is out "3 ranks: (0,0,0) to (2,0,0), there and back the plus way" "\
0 0 0 HH 32 0 1 0
1 0 0 X- 32 0 1 0
2 0 0 X- 32 0 1 0
2 0 0 HH 0 3 0 1
0 0 0 X- 0 3 0 1"
ping 7 --op put
moved_is out "7 ranks: (0,0,0) to (2,1,0)" "\
0 0 0 HH 32 0 1 0
1 0 0 X- 32 0 1 0
2 0 0 X- 32 0 1 0
2 1 0 Y- 32 0 1 0
2 1 0 HH 0 3 0 1
0 1 0 X- 0 3 0 1
0 0 0 Y- 0 3 0 1"

# Both nodes of a Gemini: one leader, one block, and the host link has both ways.
first_nics=0-7 ping 8 --op put --to 1
moved_is out "between the nodes of a Gemini" "0 0 0 HH 32 3 1 1"
is "8 ranks on 4 Geminis" "$(grep -c '^(' out)" 4

# --- patterns: the simulator's own, by its other engine ---

# engine ARGUMENT...: lines as moved's, of that machine; links come chip by chip
engine()
{
	"$GPCD_SIM" run --torus "$torus" --engine flow "$@" --links --json | jq -r '.links[] |
		"\(.chip) \(.link) \(.vc0_phits) \(.vc1_phits) \(.vc0_packets) \(.vc1_packets)"' |
		awk -v torus="$torus" 'BEGIN { split(torus, size, "x"); chip = -1 }
			$1 != name { chip++; name = $1 }
			$3 + $4 > 0 { $1 = chip % size[1] " " int(chip / size[1]) % size[2] " " \
				int(chip / size[1] / size[2]); print }' | LC_ALL=C sort
}
for pattern in random neighbour complement reverse shuffle transpose; do
	torus=2x2x2 engine --pattern $pattern --bytes 200 --count 3 >by.engine
	torus=2x2x2 first_nics=0-15 ping 16 --op put --pattern $pattern --torus 2x2x2 \
		--bytes 200 --count 3
	moved_is out "pattern $pattern: as gpcd-sim run counts it" "$(cat by.engine)"
	like "pattern $pattern: something moved" "$(cat by.engine)" HH
done
# Drawn anew each time, where gpcd-sim run also draws when: so what each Gemini injects, two ranks' three
# PUTs of 200 bytes, 3 * 32 + 11 phits each.
for pattern in uniform hot; do
	torus=2x2x2 first_nics=0-15 ping 16 --op put --pattern $pattern --torus 2x2x2 --to 5 \
		--bytes 200 --count 3
	is "pattern $pattern: what each Gemini injects" \
		"$(moved out | awk '$4 == "HH" { print $5, $7 }' | sort | uniq -c | xargs)" "8 642 24"
done
torus=4x1x1 engine --pattern tornado --op get --count 2 >by.engine
torus=4x1x1 first_nics=0-7 ping 8 --op get --pattern tornado --count 2
moved_is out "pattern tornado: as gpcd-sim run counts it" "$(cat by.engine)"

# --- the stencil ---

# Boxes of 4 cells a side, a rank each on a periodic grid: all 26 messages of all ranks leave their Gemini.
# MPI numbers the ranks of a grid with the last coordinate fastest.
stencil_messages()
{
	awk -v steps="$1" -v cells="$2" 'BEGIN {
		for (s = 0; s < steps; s++) for (z = 0; z < 2; z++) for (y = 0; y < 2; y++) for (x = 0; x < 4; x++)
			for (c = -1; c <= 1; c++) for (b = -1; b <= 1; b++) for (a = -1; a <= 1; a++) {
				if (!a && !b && !c)
					continue
				to = (z + c + 2) % 2 + 2 * ((y + b + 2) % 2 + 2 * ((x + a + 4) % 4))
				bytes = 8 * (a ? 1 : cells) * (b ? 1 : cells) * (c ? 1 : cells)
				print 2 * (z + 2 * (y + 2 * x)), 2 * to, bytes, "mpi"
			}
	}'
}
stencil_messages 3 4 >list
engine --messages list >by.engine
GM_TABLE=0 emulated 16 "$GM_BIN/stencil" -b 4 -s 3 -p 4x2x2 >out 2>err
is "stencil: exit code" $? 0
moved_is out "stencil: link by link what its messages make of the network" "$(cat by.engine)"
# A step of a rank, in phits: 6 faces of 128 bytes, a header of 32 and two PUTs of 32; 12 edges of 32
# bytes, a header and 7 + 4 * 3 + 1; 8 corners of 8 bytes, a PUT of 64 bytes each: 576 + 624 + 256, by
# 18 + 24 + 8 packets, each answered by 3 phits.
is "stencil: what each rank injects" "$(moved out | grep HH | cut -d' ' -f5- | sort -u)" \
	"$((3 * 1456)) $((3 * 150)) $((3 * 50)) $((3 * 50))"
for count in 1 2 3 7; do
	GM_TABLE=0 emulated $count "$GM_BIN/stencil" -b 2 -s 2 >out 2>err
	is "stencil, $count ranks: exit code" $? 0
	is "stencil, $count ranks: a table of as many Geminis" "$(grep -c '^(' out)" $count
done
fails "stencil: a grid of other than the ranks" 2 '^usage: stencil' \
	ranks 2 "$GM_BIN/stencil" -p 3x1x1

# --- a program without libgm ---

# ring TIMES: 64 bytes by each rank to the next, a header and a PUT; 4 ranks are a ring in X
ring()
{
	local x

	for x in 0 1 2 3; do
		echo "$x 0 0 HH $((64 * $1)) $((6 * $1)) $((2 * $1)) $((2 * $1))"
		echo "$x 0 0 X- $((64 * $1)) 0 $((2 * $1)) 0"
		echo "$x 0 0 X+ 0 $((6 * $1)) 0 $((2 * $1))"
	done
}
is "plain: it has nothing of libgm" "$(nm "$GM_BIN/plain" | grep -c gemini_)" 0
ranks 4 "$GM_BIN/plain" >plain.out 2>/dev/null
is "plain: exit code" $? 7
GM_OUTPUT=table emulated 4 "$GM_BIN/plain" >out 2>err
is "gm-profile: the same exit code" $? 7
succeeds "gm-profile: the same output" cmp out plain.out
moved_is table "gm-profile: a table of the whole run" "$(ring 4)"
GM_OUTPUT=table emulated 4 "$GM_BIN/plain" regions >out 2>err
is "gm-profile, regions: the same exit code" $? 7
succeeds "gm-profile, regions: the same output" cmp out plain.out
is "gm-profile, regions: a table each" "$(grep -c '^(0, 0, 0)' table)" 2
awk '/^\(0, 0, 0\)/ { part++ } { print >("table." part) }' table
moved_is table.1 "gm-profile: the first region" "$(ring 1)"
moved_is table.2 "gm-profile: the second, without what was between" "$(ring 2)"
fails "gm-profile without mpirun" 2 'mpirun' "$GM_PROFILE" "$GM_BIN/plain"

# --- calls that are easily missed ---

# Recursive doubling by four ranks: two steps, 64 bytes a rank in each, two starts.
GM_OUTPUT=table emulated 4 "$GM_BIN/calls" >out 2>err
is "calls: exit code" $? 0
is "a persistent allreduce: told each time it starts, all of it derived" "$(grep '^# .*bytes' table)" "\
# messages: 16, bytes: 1024
# bytes derived from collectives: 1024, 100.0 %"
is "MPI_Win_test: once, whatever it took" "$(grep Win_test table)" "# unseen calls of MPI_Win_test: 4"
like "unseen calls: the simulator has the same words" "$(cat err)" 'unseen calls of MPI_Win_test: 4'
# inits FILE: calls it has that prepare what is sent when it starts
inits()
{
	nm -D --defined-only "$1" | awk '$3 ~ /^MPIX?_.*_init$/ && $3 !~ /_(Recv|Precv|Psend|Session)_/ {
		print $3 }' | LC_ALL=C sort
}
is "no persistent form is missed" "$(comm -23 \
	<(inits "$(ldd "$GM_BIN/plain" | awk '$1 ~ /^libmpi(ch)?\.so/ { print $3 }')") \
	<(inits "$GM_BIN/libgm-profile_$MPI.so") | paste -sd' ')" ""

# --- what a profile has to refuse, or to leave alone ---

declare -A others=([openmpi]=mpich [mpich]=openmpi)
other=${others[$MPI]}
fails "a program of the other MPI" 2 "plain is linked for $other, but mpirun.$MPI started it: use mpirun.$other" \
	ranks 2 "$GM_PROFILE" "$build/$other/plain"
printf '#!/bin/sh\nexec "%s"\n' "$GM_BIN/plain" >script
chmod +x script
GM_OUTPUT=table emulated 4 ./script >out 2>err
is "a script: its exit code" $? 7
moved_is table "a script: the launcher's choice" "$(ring 4)"

# tableless WHAT STATUS PROGRAM...: that exit code, and no table
tableless()
{
	local what=$1 code=$2

	shift 2
	emulated 2 "$@" >out 2>err
	is "$what: exit code" $? "$code"
	is "$what: no table" "$(cat out err | grep -c -e '^(' -e '^# ')" 0
}
tableless "gm-ping --help" 0 "$GM_BIN/gm-ping" --help
like "gm-ping --help: it helps" "$(cat out)" '--pattern=NAME'
tableless "gm-ping --version" 0 "$GM_BIN/gm-ping" --version
tableless "gm-ping, wrong arguments" 2 "$GM_BIN/gm-ping" --bytes 0
tableless "gm-ping, a pattern that does not fit" 2 "$GM_BIN/gm-ping" --pattern tornado
tableless "what ends before MPI_Init" 0 true

# --- more ranks than places ---

torus=1x1x1 first_nics=0 exits 1 "three ranks, one place: exit code" emulated 3 "$GM_BIN/gm-ping"
is "three ranks, one place: said once by a rank, once by the simulator" "$(grep places err | sort)" "\
gm-profile: more ranks than places: see gpcd-sim job --per-node, --torus
gpcd-sim job: a job of 3 ranks: places: 1: see --per-node, --torus"
is "three ranks, one place: nothing beside the point" \
	"$(grep -c -e 'Argument list' -e 'no rank told' err)" 0

# --- a rank that dies ---

for count in 3 7 16; do
	begin=$SECONDS
	GM_TABLE=0 emulated $count "$GM_BIN/state" die 1 >out 2>err
	status=$?
	is "$count ranks, one dies: a bad end" "$((status > 0))" 1
	is "$count ranks, one dies: within 10 s" "$((SECONDS - begin <= 10))" 1
done

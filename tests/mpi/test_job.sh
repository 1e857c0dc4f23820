#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Emulated jobs, end to end: the Geminis on the way, and no others, count exactly what gm-measure ping, a
# stencil and a program without libgm send.
# shellcheck source=tests/mpi/lib.sh
. "${0%/*}/lib.sh"

# ping N [OPTION...]: its table in ./out
ping()
{
	local count=$1

	shift
	GM_TABLE=0 emulated "$count" "$GM_BIN/gm-measure" ping "$@" >out 2>err
	status=$?
	[ "$status" -eq 0 ] || report "gm-measure ping $*" "status $status: $(tail -n 3 err)"
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
ping 2 --op put --bytes 1MiB
moved_is out "PUT 1 MiB, random" "$(way 524288 49152 16384)"
ping 2 --op put --bytes 1024KiB --zero
moved_is out "PUT 1 MiB, zeros" "$(way 262144 49152 16384)"
ping 2 --op get --bytes 1MiB
moved_is out "GET 1 MiB, random" "$(way 131072 442368 16384)"
ping 2 --op put --count 10
moved_is out "ten PUTs" "$(way 320 30 10)"
# The simulated Cray MPI: a header of 64 bytes, the data, and by the receiver a GET a 256 KiB.
ping 2 --bytes 1MiB
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

# Boxes, a rank each on a periodic grid: of 4 x 2 x 2 all 26 messages of all ranks leave their Gemini.
# MPI numbers the ranks of a grid with the last coordinate fastest.
# stencil_messages STEPS CELLS X Y Z: of as many ranks, those that leave their Gemini
stencil_messages()
{
	awk -v steps="$1" -v cells="$2" -v nx="$3" -v ny="$4" -v nz="$5" 'BEGIN {
		for (s = 0; s < steps; s++) for (z = 0; z < nz; z++) for (y = 0; y < ny; y++) for (x = 0; x < nx; x++)
			for (c = -1; c <= 1; c++) for (b = -1; b <= 1; b++) for (a = -1; a <= 1; a++) {
				from = z + nz * (y + ny * x)
				to = (z + c + nz) % nz + nz * ((y + b + ny) % ny + ny * ((x + a + nx) % nx))
				bytes = 8 * (a ? 1 : cells) * (b ? 1 : cells) * (c ? 1 : cells)
				if (from != to)
					print 2 * from, 2 * to, bytes, "mpi"
			}
	}'
}
stencil_messages 3 4 4 2 2 >list
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
	GM_TABLE=0 emulated $count "$GM_BIN/stencil" -b 2 -s 2 -p ${count}x1x1 >out 2>err
	is "stencil, $count ranks: exit code" $? 0
	stencil_messages 2 2 $count 1 1 >list
	# Only Geminis that ranks stand on are in the table.
	: >by.engine
	[ ! -s list ] || engine --messages list | awk -v count=$count '$1 + 4 * ($2 + 2 * $3) < count' >by.engine
	moved_is out "stencil, $count ranks: link by link" "$(cat by.engine)"
	is "stencil, $count ranks: something moved" "$(grep -c HH by.engine)" $((count > 1 ? count : 0))
	is "stencil, $count ranks: a table of as many Geminis" "$(grep -c '^(' out)" $count
done
fails "stencil: a grid of other than the ranks" 2 '^usage: stencil' \
	ranks 2 "$GM_BIN/stencil" -p 3x1x1

# --- a program without libgm ---

is "plain: it has nothing of libgm" "$(nm "$GM_BIN/plain" | grep -c gemini_)" 0
ranks 4 "$GM_BIN/plain" >plain.out 2>/dev/null
is "plain: exit code" $? 7
GM_OUTPUT=table emulated 4 "$GM_BIN/plain" >out 2>err
is "gm-profile: the same exit code" $? 7
succeeds "gm-profile: the same output" cmp out plain.out
moved_is table "gm-profile: a table of the whole run" "$(ring 4)"
GM_REGIONS=1 GM_OUTPUT=table emulated 4 "$GM_BIN/plain" regions >out 2>err
is "gm-profile, regions: the same exit code" $? 7
succeeds "gm-profile, regions: the same output" cmp out plain.out
is "gm-profile, regions: a table each" "$(grep -c '^(0, 0, 0)' table)" 2
awk '/^\(0, 0, 0\)/ { part++ } { print >("table." part) }' table
moved_is table.1 "gm-profile: the first region" "$(ring 1)"
moved_is table.2 "gm-profile: the second, without what was between" "$(ring 2)"

# --- every call ---

# What `calls' reports, in parts "NAME MESSAGES BYTES DERIVED UNSEEN". Each form of a collective is
# reported once, the persistent form as often as it starts: Open MPI's twice, MPICH's once.
declare -A tellings=([openmpi]=4 [mpich]=3)

# Messages of N ranks whose root is rank N / 2. Barrier: N a step, in log2 N steps, rounded up.
barrier=([1]=0 [2]=2 [3]=6 [7]=21 [16]=64)
# Bcast, Reduce, Gather(v), Scatter(v), Scan and Exscan are N - 1 messages each; Allreduce, P the largest
# power of two in N, P log2 P + 2 (N - P); Allgather(v), Alltoall(v, w), Reduce_scatter(_block) N (N - 1)
# each. 3 ranks: 8 * 2 + 4 + 7 * 6 = 62.
once=([1]=0 [2]=24 [3]=62 [7]=356 [16]=1864)
# Blocks have 8 bytes; in the v forms rank i's block has 8 (i + 1), in Reduce_scatter 4 (i + 1), in
# Alltoallw 4 (i + 1) or, if i is odd, 8 (i + 1). 3 ranks: six of the first kind 6 * 16, Allreduce 32,
# Allgather, Alltoall and Reduce_scatter_block 3 * 48, Gatherv and Scatterv 2 * (8 + 24), Allgatherv and
# Alltoallv, each block twice, 2 * 2 * 48, Reduce_scatter 2 * 24, Alltoallw 2 * (4 + 16 + 12): 640.
once_bytes=([1]=0 [2]=208 [3]=640 [7]=6112 [16]=62304)
# In place all but Barrier and Bcast: 3 ranks: 7 * 2 + 4 + 7 * 6 = 60; of Alltoallv and w the block from i to
# j is of 4 (i + j + 1): 5 * 16 + 32 + 3 * 48 + 2 * (8 + 24) + 2 * 48 + 2 * 24 + 2 * 72 = 608.
placed=([1]=0 [2]=23 [3]=60 [7]=350 [16]=1849)
placed_bytes=([1]=0 [2]=188 [3]=608 [7]=6112 [16]=64104)
# Allgather by every other rank, h and N - h of them: h (h - 1) messages of 8 bytes, and so on.
half=([1]=0 [2]=0 [3]=2 [7]=18 [16]=112)

# sized_parts N SENDRECVS: those that MPI-4 has in two forms, the first
sized_parts()
{
	local n=$1 t=${tellings[$MPI]} bytes

	# A rank: 8 sends, 4 persistent ones started twice, one more started twice, one to its half: 19 of 24
	# bytes; and zeros, or nearly so: 0, 24, 16, twice 65560, 0 and 8.
	echo p2p $((26 * n + half[n])) $(((19 * 24 + 24 + 16 + 2 * 65560 + 8) * n + 8 * half[n])) $((8 * half[n])) 0
	echo sendrecv $(($2 * n)) $(($2 * 12 * n)) 0 0
	bytes=$((t * once_bytes[n] + placed_bytes[n]))
	echo collective $((t * (once[n] + barrier[n]) + placed[n])) $bytes $bytes 0
	# Five calls, two messages each: 8 and 8 bytes three times, 8 and 16, twice 8 (i + 1) of rank i. On a
	# line once 4 down and 8 up, on a graph 8 both ways.
	bytes=$((t * (72 * n + 8 * n * (n + 1)) + 12 * (n - 1) + 16 * n))
	echo neighbour $((t * 10 * n + 2 * (n - 1) + 2 * n)) $bytes $bytes 0
	# Put and Accumulate, also as a request, twice, and Put of zeros: 9 PUTs. Get likewise: 4 GETs.
	# Get_accumulate, also as a request: a PUT and a GET, with MPI_NO_OP a GET. All have 16 bytes.
	# With 8 bytes: Fetch_and_op likewise; Compare_and_swap two PUTs and a GET.
	echo onesided $((25 * n)) $((352 * n)) 0 0
	# 3 that make windows, of which Open MPI refuses one to a single rank; 20 of files.
	echo unseen_sized 0 0 0 $((n > 1 ? 23 * n : 22))
}

# parts N: all that `calls' prints
parts()
{
	local n=$1 many=$(($1 > 1))
	local -A sendrecvs=([openmpi]=2 [mpich]=4) unseen=([openmpi]=41 [mpich]=46)

	sized_parts "$n" "${sendrecvs[$MPI]}"
	# 12 calls make communicators, one gets information about one, one ends it; 17 concern windows, one of
	# which is refused to a single rank; 10 concern files. MPI-4: two more communicators, three calls that a
	# part is ready.
	echo unseen 0 0 0 $((unseen[$MPI] * n - !many))
	# A message of 10 bytes. Two communicators are made, MPI-4: three; Allreduce, nonblocking, and the starts
	# of a persistent one: two, MPICH: one.
	echo inter $((many * n)) $((many * 10 * n)) 0 $((many * 6 * n))
	if [ "$MPI" = openmpi ]; then
		# Two processes are spawned, and one rank sends them something; half the ranks connect to the
		# others, one joins one.
		echo dynamic 0 0 0 $((2 * n + 2 + many * (n + 2)))
	else
		# Neither Barrier nor the three PUTs and three GETs of a single word have counts.
		sized_parts "$n" 4 | awk -v n="$n" -v barriers=$((tellings[mpich] * barrier[n])) '
			$1 == "collective" { $2 -= barriers }
			$1 == "onesided" { $2 -= 6 * n; $3 -= 6 * 8 * n }
			{ print }'
		echo nowhere 0 0 0 0
	fi
	echo nowhere 0 0 0 0
}

# sums: of parts
sums()
{
	awk '{ m += $2; b += $3; d += $4; u += $5 } END { print m, b, d, u }'
}

# comments FILE: the same, as rank 0 sums them up
comments()
{
	awk '/^# messages/ { m = $3 + 0; b = $5 } /^# bytes/ { d = $6 + 0 } /^# unseen/ { u += $NF }
		END { print m, b, d, u + 0 }' "$1"
}

# calls.pmpi makes each call by its other name; the report has the first name.
for count in 1 2 3 7 16; do
	for calls in calls calls.pmpi; do
		what="$calls, $count ranks"
		GM_TABLE=0 ranks $count "$GM_PROFILE" -o comments "$GM_BIN/$calls" >out 2>err
		is "$what: each is reported as it should be" "$? $(grep -m 1 '^rank' err)" "0 "
		is "$what: the counts of each part" "$(sort out)" "$(parts $count | sort)"
		is "$what: the sum of rank 0" "$(comments comments)" "$(parts $count | sums)"
	done
done

# Each rank makes 14 PUTs and 11 GETs, and in the second form of the calls 11 and 8.
declare -A puts=([openmpi]=42 [mpich]=75) gets=([openmpi]=33 [mpich]=57)
GM_TABLE=0 GM_FORMAT=json GM_OUTPUT=sum.json emulated 3 "$GM_BIN/calls" >out 2>err
is "calls, simulated: exit code" $? 0
read -r messages bytes derived unseen < <(parts 3 | sums)
like "calls, simulated: the simulator's count" "$(cat err)" \
	"ranks: 3, messages: $((messages - puts[$MPI] - gets[$MPI])), PUTs: ${puts[$MPI]}, GETs: ${gets[$MPI]}, within nodes: [0-9]+, bytes: $bytes"
is "calls, simulated: what it has not seen" "$(awk '/unseen calls of/ { u += $NF } END { print u }' err)" "$unseen"
is "calls, simulated: the sum as JSON" \
	"$(jq -c '[.messages, .bytes, .derived_bytes, (.unseen | map(.calls) | add), .lost]' sum.json)" \
	"[$messages,$bytes,$derived,$unseen,0]"
is "calls, simulated: the derived share as JSON" "$(jq '.derived_share * 1e6 | round' sum.json)" \
	"$(awk -v d="$derived" -v b="$bytes" 'BEGIN { printf "%.0f", 1e6 * d / b }')"
GM_FORMAT=json GM_OUTPUT=sum.json emulated 2 "$GM_BIN/plain" >out 2>err
is "gm-profile, JSON: a table, then the sum" "$(jq -c '[(.geminis | length), .messages]' sum.json | paste -sd' ')" \
	"[2,null] [0,8]"

# calls_of FILE [P]: the calls of MPI that it exports, or those that it exports as PMPI_...
calls_of()
{
	nm -D --defined-only "$1" | awk -v p="^${2-}MPIX?_" '$2 ~ /[TWi]/ && $3 ~ p { print $3 }' |
		sed "s/^${2-}MPI/MPI/" | LC_ALL=C sort -u
}

# Calls by which ranks do not communicate, and within which an MPI makes no counted calls; and
# extensions that are not counted.
silent='MPI_([A-Z0-9_]+|T_.*|(Add_error|Aint|Attr|Buffer|Errhandler|Error|Group|Info|Keyval|Message|Op|Session|Status|Type)_.*'
silent+='|(Comm|File|Win)_(c2f|f2c|(call|create|get|set)_errhandler|(create|free)_keyval|(delete|get|set)_attr|get_info|[gs]et_name|get_group)'
silent+='|Comm_(compare|free|get_parent|group|rank|remote_group|remote_size|size|test_inter)'
silent+='|Cart_(coords|get|map|rank|shift)|(Cart|Graph)dims?_get|Graph_(get|map)|(Dist_g|G)raph_neighbors(_count)?|Topo_test|Dims_create'
silent+='|File_(delete|seek|get_(amode|atomicity|byte_offset|position|size|type_extent|view)|i?(read|write)(_at)?)'
silent+='|P(recv|send)_init|Parrived|Cancel|Test_cancelled'
silent+='|Request_(c2f|f2c)|Grequest_(complete|start)|Win_(attach|detach|shared_query|sync)|Reduce_local|Register_datarep'
silent+='|(Open|Close)_port|(Lookup|Publish|Unpublish)_name|(Unp|P)ack(_external)?(_size)?|Alloc_mem|Free_mem|Address'
silent+='|Get_(address|count|elements(_x)?|(library_)?version)|Initialized|Finalized|Is_thread_main|Query_thread|Wtick|Wtime)(_c)?'
silent+='|MPIX_(Comm|Delete_error|GPU|Grequest|Query)_.*'
library=$(ldd "$GM_BIN/plain" | awk '$1 ~ /^libmpi(ch)?\.so/ { print $3 }')
for prefix in '' P; do
	calls_of "$library" $prefix >calls.mpi
	calls_of "$GM_BIN/libgm-profile_$MPI.so" $prefix >calls.seen
	is "${prefix}MPI_: no call by which ranks talk is missed" \
		"$(comm -23 calls.mpi calls.seen | grep -vxE "$silent" | paste -sd' ')" ""
	is "${prefix}MPI_: none that is seen passes for silent" "$(grep -xE "$silent" calls.seen | paste -sd' ')" ""
	is "${prefix}MPI_: nothing is seen that the MPI does not have" \
		"$(comm -13 calls.mpi calls.seen | paste -sd' ')" ""
	is "${prefix}MPI_: many are seen" "$(($(wc -l <calls.seen) > 150))" 1
done

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

# tableless WHAT STATUS PROGRAM...: this exit code, and no table
tableless()
{
	local what=$1 code=$2

	shift 2
	emulated 2 "$@" >out 2>err
	is "$what: exit code" $? "$code"
	is "$what: no table" "$(cat out err | grep -c -e '^(' -e '^# ')" 0
}
tableless "gm-measure ping --help" 0 "$GM_BIN/gm-measure" ping --help
like "gm-measure ping --help: it helps" "$(cat out)" '--pattern=NAME'
tableless "gm-measure ping --version" 0 "$GM_BIN/gm-measure" ping --version
tableless "gm-measure ping, wrong arguments" 2 "$GM_BIN/gm-measure" ping --bytes 0
tableless "gm-measure ping, a pattern that does not fit" 2 "$GM_BIN/gm-measure" ping --pattern tornado
tableless "gm-measure ping, a GET of zeros" 2 "$GM_BIN/gm-measure" ping --op get --zero
is "gm-measure ping, a GET of zeros: why" "$(grep -c 'what a GET brings counts as random' err)" 1
tableless "what ends before MPI_Init" 0 true

# --- the hosts of ranks ---

# told NAME...: what ranks in this order say, NAME being the name of the machine before MPI_Init()
told()
{
	local rank=0 name

	for name; do
		echo "rank $rank: $name, $name, $name ${#name}, $name ${#name}, before $(uname -n)"
		rank=$((rank + 1))
	done
}
GM_TABLE=0 emulated 4 "$GM_BIN/plain" hosts >out 2>err
is "a host for each node: what ranks are told by all names of the calls" "$(grep ^rank out | sort)" \
	"$(told nid00000 nid00002 nid00004 nid00006)"
is "a host for each node: how many" "$(grep ^hosts out)" "hosts: 4"
"$GPCD_SIM" job --torus "$torus" --nodes 3,30 --per-node 2 timeout -k 10 "$hang" "${launcher[@]}" -n 4 \
	"$GM_PROFILE" --no-table "$GM_BIN/plain" hosts >out 2>err
is "two ranks on a node: one host" "$(grep ^rank out | sort; grep ^hosts out)" \
	"$(told nid00003 nid00003 nid00030 nid00030; echo hosts: 2)"
ranks 2 "$GM_PROFILE" --no-table "$GM_BIN/plain" hosts >out 2>err
is "a job that is not emulated: the machine's" "$(grep ^rank out | sort; grep ^hosts out)" \
	"$(told "$(uname -n)" "$(uname -n)"; echo hosts: 1)"

# --- more ranks than places ---

torus=1x1x1 first_nics=0 exits 1 "three ranks, one place: exit code" emulated 3 "$GM_BIN/gm-measure" ping
is "three ranks, one place: said once by a rank, once by the simulator" "$(grep places err | sort)" "\
gm-profile: more ranks than places: see gpcd-sim job --per-node, --torus
gpcd-sim job: a job of 3 ranks: places: 1: see --per-node, --torus"
is "three ranks, one place: nothing beside the point" \
	"$(grep -c -e 'Argument list' -e 'no rank reported' err)" 0

# --- threads ---

# Each of four ranks samples from four threads while its first one goes through barriers: 11 of them,
# of two messages a rank.
GM_TABLES=$PWD/threads GM_TABLE=0 emulated 4 "$GM_BIN/state" threads >out 2>err
is "threads: exit code" $? 0
is "threads: as many tables as there should be" "$(compgen -G 'threads.*.*' | wc -l)" 40
is "threads: each whole" "$(cat threads.*.* | grep -c '^HH')" 160
like "threads: what the simulator received" "$(cat err)" 'ranks: 4, messages: 88, PUTs: 0, '

# --- a simulator that dies ---

# doomed COMMAND...: start a job's ranks, whose simulator will be killed: its pid is in ./simulator and,
# for them, in $SIMULATOR; their exit code will be in ./ended
doomed()
{
	rm -rf dies simulator ended
	# shellcheck disable=SC2016 # the inner shell's
	GM_TABLE=0 "$GPCD_SIM" job --torus "$torus" --nodes "$first_nics" --image dies \
		sh -c 'export SIMULATOR=$PPID; echo $PPID >simulator; "$@"; echo $? >ended' sh "$@" >out 2>err &
	eventually test -s simulator
}

# forsaken WHEN: the two ranks end, say why, and print no table of a partial round
forsaken()
{
	eventually test -s ended
	is "a simulator that dies $1: its ranks end well" "$(cat ended)" 0
	is "a simulator that dies $1: no table of half a round" "$(grep '^[(#] *(' out)" "\
# (0, 0, 0): rank 0: image:$PWD/dies/rank-0: not up to date: the job's simulator has failed
# (1, 0, 0): rank 1: image:$PWD/dies/rank-1: not up to date: the job's simulator has failed"
	like "a simulator that dies $1: is reported" "$(cat err)" 'gm-profile: rank [01]: the simulator, GM_JOB=.*: '
}

pair=(timeout -k 10 "$hang" "${launcher[@]}" -n 2 "$GM_PROFILE")
mkfifo go
# shellcheck disable=SC2016 # the inner shell's
doomed sh -c 'read -r _ <go; "$@"' sh "${pair[@]}" "$GM_BIN/gm-measure" ping --op put
{ kill -KILL "$(cat simulator)"; wait; } 2>/dev/null
echo >go
forsaken "before they are there"

# shellcheck disable=SC2016 # the inner shell's
doomed "${pair[@]}" "$GM_BIN/state" between 'kill -KILL $SIMULATOR'
forsaken "between two samples"

# 65 million packets take seconds; the first ones have arrived once the chip's time moves.
under_way()
{
	[ "$(gpcd -d image:dies/rank-1 sample -n 1 -i 10ms --raw --json 2>/dev/null | jq -r .chip_ns)" -gt 0 ]
}
doomed "${pair[@]}" "$GM_BIN/gm-measure" ping --op put --bytes 1MiB --count 4000
eventually under_way
{ kill -KILL "$(cat simulator)"; wait; } 2>/dev/null
forsaken "amid a round"

# One rank without a connection is enough: its messages are counted nowhere.
cat >some <<-'END'
	#!/bin/sh
	[ "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" = 0 ] || export GM_JOB=nowhere
	exec "$@"
END
chmod +x some
GM_TABLE=0 "$GPCD_SIM" job --torus "$torus" --nodes "$first_nics" timeout -k 10 "$hang" "${launcher[@]}" \
	-n 2 ./some "$GM_PROFILE" "$GM_BIN/gm-measure" ping --op put >out 2>err
is "a rank that is not heard: exit code" $? 0
is "a rank that is not heard: no table of the others' messages" \
	"$(grep '^[(#] *(' out | sed 's/image:.*rank-./image/')" "\
# (0, 0, 0): rank 0: image: not up to date: the job's simulator has failed
# (1, 0, 0): rank 1: image: not up to date: the job's simulator has failed"
like "a rank that is not heard: is reported" "$(cat err)" 'gm-profile: rank 1: the simulator, GM_JOB=nowhere: '

# --- a rank that dies ---

for count in 3 7 16; do
	GM_TABLE=0 emulated $count "$GM_BIN/state" die 1 >out 2>err
	ends_badly "$count ranks, one dies" $?
	like "$count ranks, one dies: it had sampled" "$(cat err)" dies
done

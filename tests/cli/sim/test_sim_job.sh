#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-sim job: what ranks report moves the counters along the way, and a rank that misbehaves harms
# no other.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

needs "${GPCD%/*}/tests/cli/told"
PATH=${GPCD%/*}:${GPCD%/*}/tests/cli:$PATH
export TMPDIR=$work/tmp
mkdir tmp
unset GM_DEVICE

# job: run a job with a time limit, even if a part of it fails.
job()
{
	bounded gpcd-sim job "$@"
}

# told_by [OPTION...] -- RANK...: run these ranks (each the arguments of helpers/told) as a job;
# images go to ./chips, the answers to rank R to R.said
told_by()
{
	local options=()

	while [ "$1" != -- ]; do
		options+=("$1")
		shift
	done
	shift
	rm -rf chips ./*.said
	# shellcheck disable=SC2016 # they are the inner shell's
	job --image chips "${options[@]}" bash -c '
		for rank; do
			told $rank >"${rank%% *}.said" 2>&1 &
		done
		wait' ranks "$@" 2>err
}

# moved: each link with incoming traffic: coordinate of the chip, direction, then phits and packets,
# VC0 before VC1; HH are the host's
moved()
{
	local image

	for image in chips/*n0; do
		gpcd -d "image:$image" read 'GM_*_TILE_PERFORMANCE_COUNTERS_[0-3]' |
			sed "s|^|$(basename "$image" n0) |"
	done | awk '
		FNR == NR {
			split($1, near, /[][()]+/)
			chip = substr(near[1], 1, length(near[1]) - 3)
			coord[chip] = near[2]
			way[near[1]] = $2
			next
		}
		$3 {
			split($2, part, "_")
			tile = $1 "l" part[2] part[3]
			at = coord[$1] " " (tile in way ? way[tile] : "HH")
			seen[at] = 1
			sum[at, part[7]] += $3
		}
		END {
			for (at in seen)
				print at, sum[at, 0] + 0, sum[at, 1] + 0, sum[at, 2] + 0, sum[at, 3] + 0
		}' chips/interconnect.txt - | sort
}

like "--help says what the machine is without options" "$(job --help)" 'of Geminis; default[[:space:]]+4x2x2'

# From chip 0,0,0 to 2,1,2 of 5x3x3: X+ twice, Y+, and Z- round the ring; back X-, X-, Y-, Z+.
far=(--torus 5x3x3 --nodes '0-2,74')
told_by "${far[@]}" -- '0 4 put:3:64 flush' '1 4 flush' '2 4 flush' '3 4 flush'
is "a PUT of 64 B: the command's exit status" $? 0
is "each rank learns where it is" "$(cat [0-3].said | grep hello | paste -sd,)" "hello done node \
0 at 0,0,0,hello done node 1 at 0,0,0,hello done node 2 at 1,0,0,hello done node 74 at 2,1,2"
is "and that the flush is done" "$(cat [0-3].said | grep -c 'flush done')" 4
is "32 phits at every hop there, 3 at every hop back, nothing elsewhere" "$(moved)" "\
0,0,0 HH 32 0 1 0
0,0,0 Z- 0 3 0 1
0,0,2 Y+ 0 3 0 1
0,1,2 X+ 0 3 0 1
1,0,0 X- 32 0 1 0
1,1,2 X+ 0 3 0 1
2,0,0 X- 32 0 1 0
2,1,0 Y- 32 0 1 0
2,1,2 HH 0 3 0 1
2,1,2 Z+ 32 0 1 0"
like "summary: ranks, PUTs, bytes" "$(cat err)" 'ranks: 4, messages: 0, PUTs: 1, GETs: 0, .*, bytes: 64'
like "summary: 4 hops there, 4 back" "$(cat err)" ', packet-hops: 8, '
succeeds "the interconnect file is rtr's" cmp chips/interconnect.txt <(rtr -i 5x3x3)
is "a rank's link leads to its node's image" "$(gpcd -d image:chips/rank-3 info --json |
	jq -r '.devices[0] | "\(.coord) \(.nic_addr)"')" "2,1,2 75"
is "the socket is gone" "$(find chips -type s)" ""

told_by -- '0 4 get:2:64 flush'
is "a GET of 64 B: 8 phits there, 27 back" "$(moved)" "\
0,0,0 HH 8 0 1 0
0,0,0 X+ 0 27 0 1
1,0,0 HH 0 27 0 1
1,0,0 X- 8 0 1 0"

told_by -- '0 4 put:2:64:3:1 flush'
is "three PUTs of zeros: 16 phits each" "$(moved | grep X)" "\
0,0,0 X+ 0 9 0 3
1,0,0 X- 48 0 3 0"

# A header PUT and its response; 128 GETs by the receiver, and their responses.
told_by -- '0 4 message:2:8192 flush' '2 4 flush'
is "a message of 8 KiB is fetched by its receiver" "$(moved | grep X)" "\
0,0,0 X+ 1024 3 128 1
1,0,0 X- 32 3456 1 128"

told_by -- '0 4 message:2:64:10:2 message:1:0:10 unseen:MPI_Frob:3'
is "without a flush the end is one: 10 header and 10 data PUTs" "$(moved | grep X)" "\
0,0,0 X+ 0 60 0 20
1,0,0 X- 640 0 20 0"
like "summary: derived" "$(cat err)" 'derived .*: 50 % of the messages, 100 % of the bytes'
like "summary: unseen calls" "$(cat err)" 'unseen calls of MPI_Frob: 3'

told_by --per-node 2 -- '0 4 message:1:100000 put:1:64 get:2:64 flush' '1 4 flush'
is "ranks of one node need no network, ranks of one chip no link" "$(moved)" "0,0,0 HH 8 27 1 1"
like "summary: they are counted" "$(cat err)" 'messages: 1, PUTs: 1, GETs: 1, within nodes: 2, '

# One hop takes 410 cycles (test_sim_run.sh).
told_by -- '0 4 put:2:64 flush put:2:64 flush flush'
is "rounds: the chips' time is the sum of both" \
	"$(gpcd -d image:chips/rank-0 read GM_0_0_TILE_PERFORMANCE_COUNTERS_0 --json |
	jq -r .chip_ns)" 1024
like "rounds: one of nothing is none" "$(cat err)" 'rounds: 2, packet-hops: 4, time: 1.025 us, as if no rank waited for another'
told_by -- '0 4 after:1.said put:2:64 flush' '1 4 after:0.said:flush put:3:64'
like "a rank that does not flush holds nobody up: it is another round" "$(cat err)" 'rounds: 2, '

# Nine processes compete for a processor; one of them is a rank that works for 60 ms, which takes ten
# times as long.
starved()
{
	local loads=()

	taskset -cp "$(taskset -cp $BASHPID | grep -oE '[0-9]+' | tail -n 1)" $BASHPID
	for _ in {1..8}; do
		(while :; do :; done) &
		loads+=($!)
	done
	told_by -- '0 4 after:1.said put:2:64 flush' '1 4 work:60 put:3:64 flush'
	kill "${loads[@]}"
}
(starved) >/dev/null 2>&1
like "a rank that other load keeps from running is waited for" "$(cat err)" 'rounds: 1, '

# Placement of ranks.
is "--nodes" "$(job --nodes 7,3-4 --per-node 2 told 3 6 2>err)" "hello done node 3 at 1,0,0"
placed()
{
	# shellcheck disable=SC2016
	job --torus 2x1x1 --place random --per-node 2 "$@" bash -c '
		for rank in 0 1 2 3 4 5 6 7; do told $rank 8; done' 2>err | cut -d ' ' -f 4
}
is "--place random: every place once" "$(placed | sort | paste -sd ' ')" "0 0 1 1 2 2 3 3"
# By hand from docs/simulator.md, "Random numbers": an order of 0 0 1 1 2 2 3 3 by seed 5.
is "--place random: the seed decides" "$(placed --seed 5 | paste -sd ' ')" "3 1 2 0 1 2 3 0"
fails "--place random: another seed" 1 '' cmp -s <(placed --seed 5) <(placed --seed 6)
# nodes_of RANKS OPTION...: the node of each rank
nodes_of()
{
	local ranks=$1

	shift
	# shellcheck disable=SC2016
	job "$@" bash -c 'for ((rank = 0; rank < $0; rank++)); do told $rank $0; done' "$ranks" 2>err |
		cut -d ' ' -f 4 | xargs
}
# Blocks of 2x2x4 ranks of a grid of 4x2x4, x fastest: the two nodes of the first chip.
is "--place remap: 2x2x4 a node" "$(nodes_of 32 --torus 2x1x1 --place remap --grid 4x2x4)" \
	"$(yes '0 0 1 1' | head -n 8 | xargs)"
is "--place No-Remap: 1x1x16 a node" "$(nodes_of 32 --torus 2x1x1 --place No-Remap --grid 2x1x16)" \
	"$(yes '0 1' | head -n 16 | xargs)"

# Files.
printf '# ranks, out of order\n1 3\n\n  0\tc0-0c1s0g0n0  # by name\n2 3\n' >pairs
is "--place FILE: a rank and its node" "$(nodes_of 3 --torus 2x1x1 --place "$PWD/pairs")" "2 3 3"
is "--place FILE: a path from here" "$(nodes_of 3 --torus 2x1x1 --place pairs)" "2 3 3"
printf '# MPICH_RANK_ORDER\n5, 0,\n1-3\n4\n' >order
is "--place FILE: ranks in the order of nodes" \
	"$(nodes_of 6 --torus 2x1x1 --per-node 2 --place order)" "0 1 1 2 2 0"
is "--place FILE: numbers of the nodes of --nodes" \
	"$(nodes_of 6 --torus 2x1x1 --per-node 2 --nodes 3,0,1 --place order)" "3 0 0 1 1 3"
# file_wrong WHAT-IT-SAYS TEXT OPTION...
file_wrong()
{
	local said=$1

	printf '%b' "$2" >wrong.ranks
	shift 2
	fails "a file of places: $said" 2 "wrong.ranks:?$said" job --torus 2x1x1 "$@" --place wrong.ranks true
}
file_wrong '2: rank 0 is there twice: leave one of them' '0 1\n0 2\n'
file_wrong '1: rank 2 is there twice' '0-2,2\n'
file_wrong ' rank 1 is missing: each from 0 to 2' '0 1\n2 2\n'
file_wrong ' rank 0 is missing' '1,2\n'
file_wrong '1: rank 4: 4 places only: see --per-node, --nodes' '0-4\n'
file_wrong "2: rank 1: no node '4': 0 to 3, or c0-0c0s0g0n1" '0 0\n1 4\n'
file_wrong "1: rank 0: no node 'c0-0c0s0g0n2'" '0 c0-0c0s0g0n2\n'
file_wrong "1: 'first' is no rank" 'first 0\n'
file_wrong "1: '3-1': ranks are numbers and ranges" '3-1\n'
file_wrong "1: '': ranks are numbers and ranges" '1,,2\n'
file_wrong "1: '7': a line is a rank and its node" '0 0 7\n'
file_wrong '2: .*not both in a file' '0 1\n1,2\n'
file_wrong ' no ranks' '# nothing\n'
file_wrong ' names nodes: --nodes and --per-node go with ranks in order' '0 1\n' --per-node 2

# wrong WHAT-IT-SAYS ARGUMENT...
wrong()
{
	local said=$1

	shift
	fails "refused: $*" 2 "$said" job "$@"
}
wrong 'a command is missing'
wrong 'a command is missing' --torus 2x2x2 --
wrong 'ranges of the 32 nodes' --nodes 0-32 true
wrong 'ranges of the 32 nodes' --nodes 5-3 true
wrong 'ranges of the 32 nodes' --nodes 5, true
wrong 'a node is there twice' --nodes 5,4-6 true
wrong "--per-node '0' is not a valid N: ranks of a node, 1 to 1048576" --per-node 0 true
wrong 'more than 1048576 ranks' --per-node 1048576 true
wrong "--place 'here' is no file, nor in-order, random, no-remap or remap" --place here true
wrong "did you mean 'remap'" --place reamp true
wrong 'seed goes with --place random' --seed 2 true
wrong 'go together' --place remap true
wrong 'go together' --grid 4x4x4 true
wrong 'no --nodes, --per-node' --place remap --grid 4x4x4 --per-node 16 true
wrong 'blocks of 2x2x4 ranks must divide --grid' --place remap --grid 3x4x4 true
wrong 'unrecognized option' --mesh 4x4 true

# Ranks that misbehave; the others' flushes are done all the same.
# beside STATUS WHAT WHAT-IT-SAYS RANK...: beside a rank 3 that puts 64 B to rank 1 over a link
beside()
{
	local code=$1 what=$2 said=$3

	shift 3
	told_by --torus 2x1x1 -- "$@" '3 4 sleep:200 put:0:64 flush'
	is "$what: the job ends" $? "$code"
	like "$what: is reported" "$(cat err)" "$said"
	is "$what: others go on" "$(tail -n 1 3.said)" "flush done node 3 at 1,0,0"
	is "$what: and are counted" "$(moved | grep 'HH 32')" "1,0,0 HH 32 0 1 0"
}
# The command ends with 0; the simulator returns 1 if it refused a hello or a record.
harmless()
{
	beside 0 "$@"
}
refused()
{
	beside 1 "$@"
}
refused "rubbish" 'no rank of this job' '- - rubbish:1000'
harmless "silence" 'packet-hops: 2,' '- - sleep:1000'
harmless "half a hello" 'packet-hops: 2,' '- - rubbish:5'
harmless "half a record" 'rank 0 went in the midst of a record' '0 4 rubbish:71'
refused "a rank twice" 'rank 1 is there already' '1 4 after:01.said' '01 4 after:1.said'
refused "a rank too high" 'no rank of this job' '4 4 flush'
is "a rank too high: its answer" "$(head -n 1 4.said)" "hello EPROTO node 0 at 0,0,0"
refused "another number of ranks" 'no rank of this job' '0 4 after:-.said' '- - after:0.said hello:2:3'
refused "more ranks than places" 'a job of 5 ranks: places: 4: see --per-node, --torus' '0 5 flush'
is "more ranks than places: its answer" "$(head -n 1 0.said)" "hello E2BIG node 0 at 0,0,0"
told_by --torus 2x1x1 -- '0 5 flush' '1 5 flush' '4 5 flush'
is "more ranks than places, and nobody else: the exit status" $? 1
is "more ranks than places: said once, and nothing else" "$(cat err)" \
	"gpcd-sim job: a job of 5 ranks: places: 4: see --per-node, --torus"
refused "a record of rubbish" 'rank 0: a record: Protocol error' '0 4 rubbish:72 flush'
is "a record of rubbish: its answer" "$(tail -n 1 0.said)" "flush EPROTO node 0 at 0,0,0"
refused "a message to nobody" 'rank 0: a record: Protocol error' '0 4 message:4:8 flush flush'
is "a message to nobody: only that flush says so" "$(tail -n 2 0.said | cut -d ' ' -f 2 |
	paste -sd ' ')" "EPROTO done"
refused "2^63 bytes" 'rank 0 to rank 2: messages: 1, of bytes: 9223372036854775808: too much' \
	'0 4 put:2:0x8000000000000000 flush'
refused "2^63 messages" 'too much to simulate' '0 4 message:2:0:0x8000000000000000 flush'
refused "a name with a bell" 'a record: Protocol error' $'0 4 unseen:MPI_\a:1 flush'
harmless "gone in a flush" 'packet-hops: 2,' '0 4 flushes:1'
# The others begin to wait 30 ms apart; more, if other load keeps one of them from running. A rank
# that is gone had lost patience long before.
patient()
{
	told_by --torus 2x1x1 -- '0 4 after:1.said after:3.said flushes:1' \
		'1 4 after:3.said sleep:300 put:2:64 flush' '3 4 after:1.said sleep:330 put:0:64 flush'
	grep -q 'rounds: 1, ' err
}
succeeds "gone in a flush: nobody's patience is shorter for it" eventually patient
harmless "never reads" 'rank 0 does not read its answers' '0 4 flushes:100000'

# The command.
tiny()
{
	job --torus 1x1x1 "$@"
}
exits 7 "its exit status" tiny sh -c 'exit 7'
like "a command that reports nothing" "$(cat err)" 'no rank reported anything: .* gm-profile'
# shellcheck disable=SC2016
exits 134 "killed by a signal: 128 and that" tiny sh -c 'kill -ABRT $$'
exits 200 "an exit status above 128 is the command's own" tiny sh -c 'exit 200'
fails "a command that is not there: 127" 127 'frobnicate: No such file' tiny frobnicate
fails "one that may not be run: 127" 127 'Permission denied' tiny /etc/passwd
is "options after the command are its own" "$(tiny echo --torus x 2>err)" "--torus x"
is "-- ends ours" "$(job --torus 1x1x1 -- echo -n x 2>err)" "x"
like "environment: GM_JOB" "$(tiny env 2>err)" "GM_JOB=$work/tmp/gpcd-job-.*/socket"
like "environment: GM_INTERCONNECT" "$(tiny env 2>err)" 'GM_INTERCONNECT=/.*/interconnect.txt'
like "environment: GM_DEVICE" "$(tiny env 2>err)" 'GM_DEVICE=image:/.*/rank-%r'
is "environment: a GM_DEVICE of the user's" "$(GM_DEVICE=gpcd7 tiny env 2>err | grep GM_DEVICE)" \
	GM_DEVICE=gpcd7
# shellcheck disable=SC2016
is "it may open as many files as without" "$(tiny sh -c 'ulimit -n' 2>err)" "$(ulimit -n)"
is "temporary folders are gone" "$(ls tmp)" ""

gpcd-sim job --torus 2x1x1 sh -c 'trap "exit 3" TERM; >ready; while :; do sleep 0.1; done' 2>err &
pid=$!
children+=("$pid")
eventually test -e ready
kill -TERM "$pid"
ended "$pid"
is "SIGTERM is passed on" $? 3

# A second command of the same shell may be a job of its own, even if records of the first are
# unread.
# shellcheck disable=SC2016
job --torus 2x1x1 sh -c 'told 0 4 put:2:64:1000000 flushes:1 put:2:64 puts:2:2000 >/dev/null
	for i in 1 2 3 4 5; do told 0 4 >again.$i; done' 2>err
is "another job after the first: it is heard" "$(cat again.? | sort | uniq -c | xargs)" \
	"5 hello done node 0 at 0,0,0"
like "another job after the first: nothing of that is lost" "$(cat err)" 'PUTs: 1002001, '

# until_flushed PID: send SIGTERM; fails if it came before the round and reached only the command: repeat
until_flushed()
{
	kill -TERM "$1"
	for _ in {1..100}; do
		! grep -q flush 0.said || return 0
		sleep 0.05
	done
	return 1
}
# A PUT of 16 GiB: 2^28 packets, which take minutes.
rm -f ready ./*.said
gpcd-sim job --torus 2x1x1 sh -c 'trap ">seen" TERM; told 0 4 put:2:0x3ffffff00 flush >0.said &
	while kill -0 $!; do wait $!; done; true' 2>err &
pid=$!
children+=("$pid")
eventually test -s 0.said
eventually until_flushed "$pid"
ended "$pid"
is "a long round: SIGTERM ends it: the exit status" $? 1
like "a long round: it says so" "$(cat err)" 'a round was ended at'
is "a long round: its flush says so" "$(tail -n 1 0.said)" "flush EIO node 0 at 0,0,0"
succeeds "a long round: the command gets the signal" test -e seen

# Folders.
fails "no folder can be made there" 1 '/dev/null/here: Not a directory' \
	job --image /dev/null/here true
# A socket's address has at most 108 bytes.
for length in 50 77 78 79 80 81 82 83 84 85 86 87 88 89 90 200; do
	long=$(printf "%0${length}d" 0)
	is "a folder with a name of $length characters" \
		"$(bounded gpcd-sim job --torus 1x1x1 --image "$long" told 0 1 2>err)" "hello done node 0 at 0,0,0"
	[ ! -e "$long/socket" ] || report "a folder with a name of $length characters" "its socket stays"
done
mkdir "tmp/$long"
is "a long path of temporary files" "$(TMPDIR=$work/tmp/$long tiny told 0 1 2>err)" \
	"hello done node 0 at 0,0,0"
is "its folder is gone" "$(ls "tmp/$long")" ""
rmdir "tmp/$long"
mkdir taken && mkdir taken/socket
fails "a socket's place is taken" 1 'taken/socket: Address already in use' job --torus 1x1x1 --image taken true
rmdir taken/socket && rm taken/rank-0 && touch taken/rank-0
fails "a link's place is taken" 1 'taken/rank-0: File exists' job --torus 1x1x1 --image taken true
TMPDIR=/nowhere fails "no temporary folder" 3 '/nowhere/gpcd-job-' job true

# sleeper FOLDER: start a job in the background that waits there; its pid is $pid, its command's
# $waits
sleeper()
{
	rm -f waits
	# shellcheck disable=SC2016 # the inner shell's
	gpcd-sim job --torus 1x1x1 sh -c 'echo "$$ ${GM_JOB%/*}" >new; mv new waits; exec sleep 600' 2>err &
	pid=$!
	children+=("$pid")
	eventually test -e waits
	read -r waits "${1?}" < <(cat waits)
	children+=("$waits")
}
# A folder belongs to a run as long as the run lives.
lives='' killed=''
sleeper lives
sleeper killed
kill -KILL "$pid"
ended "$pid"
succeeds "killed: its folder is left" test -e "$killed/interconnect.txt"
mkdir tmp/gpcd-job-short tmp/gpcd-jobs-abcdef foreign && touch tmp/gpcd-job-abcdeg foreign/kept
ln -s "$work/foreign" tmp/gpcd-job-abcdef
tiny true 2>err
fails "the next run removes the folder of a killed one" 1 '' test -e "$killed"
succeeds "and keeps a live job's folder" test -e "$lives/interconnect.txt"
is "and what is none" "$(find tmp -mindepth 1 -maxdepth 1 ! -path "*/${lives##*/}" | sort | xargs)" \
	"tmp/gpcd-job-abcdef tmp/gpcd-job-abcdeg tmp/gpcd-job-short tmp/gpcd-jobs-abcdef"
is "nothing is removed through a symbolic link" "$(ls foreign)" kept
kill "$waits"
if [ "$(id -u)" -eq 0 ]; then
	mkdir tmp/gpcd-job-abcdeh && chown 1 tmp/gpcd-job-abcdeh
	tiny true 2>err
	succeeds "and keeps another user's folder" rmdir tmp/gpcd-job-abcdeh
fi
rm -r tmp/gpcd-job-abcdef tmp/gpcd-job-abcdeg tmp/gpcd-job-short tmp/gpcd-jobs-abcdef

# Simultaneous runs see each other's folders that are made but not locked yet.
began=()
# shellcheck disable=SC2016 # the inner shell's
for _ in {1..30}; do
	job --torus 1x1x1 sh -c 'test -S "$GM_JOB" && test -e "$GM_INTERCONNECT"' 2>/dev/null &
	began+=($!)
done
failed=0
for pid in "${began[@]}"; do
	wait "$pid" || failed=$((failed + 1))
done
is "30 runs that begin at once: each has its folder" "$failed" 0
is "30 runs that begin at once: nothing but the live one is left" "$(ls tmp)" "${lives##*/}"

fails "a kept folder that a live run uses" 1 'another job runs there: name another folder' \
	job --torus 1x1x1 --image shared gpcd-sim job --torus 1x1x1 --image shared true
# A Gemini's two images have at most 128 MiB each: /dev/shm is used if it has gigabytes.
where=$(env -u TMPDIR gpcd-sim job --torus 1x1x1 env 2>err | sed -n 's,^GM_JOB=\(/.*\)/gpcd-job-.*,\1,p')
if [ "$(stat -f -c %T /dev/shm)" = tmpfs ] && [ "$(df --output=avail -B1M /dev/shm | tail -n 1)" -gt 4096 ]; then
	is "without TMPDIR: in memory, where there is room" "$where" /dev/shm
else
	like "without TMPDIR: in memory or on the disk" "$where" '^/(dev/shm|tmp)$'
fi
# In a mount namespace of its own, if that is allowed.
if unshare -rm true 2>/dev/null; then
	# shellcheck disable=SC2016 # the inner shell's
	run env -u TMPDIR unshare -rm sh -c 'mount -t tmpfs -o size=1m shm /dev/shm && exec "$@"' - \
		"${GPCD%/*}/gpcd-sim" job --torus 4x4x4 env
	is "without TMPDIR: no room in memory" \
		"$(sed -n 's,^GM_JOB=\(/.*\)/gpcd-job-.*,\1,p' out | grep . || cat err)" /tmp
fi

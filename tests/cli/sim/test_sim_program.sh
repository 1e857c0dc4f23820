#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-sim program: texts written and checked, errors, help, manual and completion.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

sim=${GPCD%/*}/gpcd-sim
program()
{
	"$sim" program "$@"
}

# --- write and check ---

program pingpong --count 2 --bytes 100 >text
is "a ping-pong, as a text" "$(cat text)" "num_ranks 2

rank 0 {
l1: send 100b to 1
l2: recv 100b from 1
l2 requires l1
l3: send 100b to 1
l3 requires l2
l4: recv 100b from 1
l4 requires l3
}

rank 1 {
l1: recv 100b from 0
l2: send 100b to 0
l2 requires l1
l3: recv 100b from 0
l3 requires l2
l4: send 100b to 0
l4 requires l3
}"
is "it is checked in a line" "$(program --check text)" \
	"text: 2 ranks, 4 sends of 400 bytes, 4 receives, 0 calcs of 0 ns, 6 dependences"
printf 'num_ranks 2\nrank 0 {\na: amo 8b to 1\namo 8b to 1\n}\n' >atomic
is "atomic operations are counted where there are some" "$(program --check atomic)" \
	"atomic: 2 ranks, 0 sends of 0 bytes, 0 receives, 0 calcs of 0 ns, 2 amos, 0 dependences"
printf 'num_ranks 2\nrank 0 {\nput 8b to 1\nput 1b to 0\n}\n' >puts
is "puts likewise" "$(program --check puts)" \
	"puts: 2 ranks, 0 sends of 0 bytes, 0 receives, 0 calcs of 0 ns, 2 puts, 0 dependences"
printf 'num_ranks 2\nrank 0 {\nget 8b from 1\n}\n' >gets
is "gets likewise" "$(program --check gets)" \
	"gets: 2 ranks, 0 sends of 0 bytes, 0 receives, 0 calcs of 0 ns, 1 gets, 0 dependences"
is "from standard input" "$(program --check - <text)" \
	"-: 2 ranks, 4 sends of 400 bytes, 4 receives, 0 calcs of 0 ns, 6 dependences"
program pingpong --count 2 --bytes 100 -o file
succeeds "-o: the same text in a file" cmp text file
program minighost --grid 4x2x2 --box 10x20x30 --variables 3 --cell 4 --steps 2 --compute 5us >ghost
# faces of 22 x 32, 12 x 32 and 12 x 22 cells, 24, 16 and 16 of them; 12 bytes a cell
like "minighost: 56 messages a step, of all variables" "$(program --check ghost)" \
	": 16 ranks, 112 sends of $((2 * 12 * (24 * 22 * 32 + 16 * 12 * 32 + 16 * 12 * 22))) bytes, 112 receives"
like "minighost: computation" "$(program --check ghost)" ' calcs of 160000 ns,'
program stencil --grid 4x2x2 --box 10x20x30 --variables 3 --cell 4 >borders
# 24, 16, 16 faces; 24, 24, 16 edges along z, y, x; 24 corners
like "stencil: 144 messages, of all variables" "$(program --check borders)" \
	": 16 ranks, 144 sends of $((12 * (24 * 600 + 16 * 300 + 16 * 200 + 24 * 30 + 24 * 20 + 16 * 10 + 24))) bytes, 144 receives"
like "stencil: 26 messages a rank where the grid is periodic" \
	"$(program stencil --periodic --grid 3x3x3 | program --check -)" ": 27 ranks, $((27 * 26)) sends"
like "stencil: faces alone" "$(program stencil --algorithm faces --grid 4x2x2 | program --check -)" ' 56 sends '
program milc --grid 2x2x2x2 --box 4x4x4x8 --variables 6 >lattice
# 16 ranks, each with 6 faces of 4 x 4 x 8 sites and 2 of 4 x 4 x 4; 48 bytes a site
is "milc: four dimensions" "$(program --check lattice)" \
	"lattice: 16 ranks, 128 sends of $((16 * (6 * 128 + 2 * 64) * 48)) bytes, 128 receives, 0 calcs of 0 ns, 0 dependences"
is "fft: its messages belong to alltoalls" "$(program fft --grid 4x2x1 | grep -c 'send .* call alltoall$')" $((8 * (3 + 1)))
is "others do not" "$(program allgather --ranks 4 | grep -c call)" 0
is "diamond: a block waits for the previous rank's block, and a send for its own block" \
	"$(program diamond --ranks 3 --compute 1us --bytes 5 | sed -n '/^rank 1/,/^}/p')" "rank 1 {
l1: recv 5b from 0 cpu 1
l2: calc 1000
l2 requires l1
l3: send 5b to 2
l3 requires l2
}"
like "em3d: a value an edge, both ways" \
	"$(program em3d --ranks 8 --vertices 5 --degree 4 --span 2 --bytes 3 | program --check -)" \
	" of $((2 * 8 * 5 * 4 * 3)) bytes, "
is "remap: another seed draws other peers" \
	"$(cmp -s <(program remap --ranks 9 --seed 1) <(program remap --ranks 9 --seed 2) || echo other)" other
like "--algorithm: another one sends another number of messages" \
	"$(program allreduce --algorithm ring --ranks 5 | program --check -)" ', 40 sends of 64 bytes'
is "barrier, hypercube: neighbours, a byte each" \
	"$(program barrier --algorithm hypercube --ranks 8 --bytes 1 | sed -n '/^rank 5/,/^}/s/.*: \(send\|recv\)/\1/p' | xargs)" \
	"send 1b to 4 recv 1b from 4 send 1b to 7 recv 1b from 7 send 1b to 1 recv 1b from 1"
like "clocks: 3 and 2 messages for each pair" "$(program clocks --ranks 64 | program --check -)" \
	"64 ranks, $((32 * 6 * 5)) sends of"
like "permutation: who sends to itself does nothing" \
	"$(program permutation --ranks 64 --bytes 32 | program --check -)" ' 62 sends of 1984 bytes, 62 receives'
first=$(program permutation --algorithm random --ranks 64 --seed 1 | cksum)
is "--seed: the same again" "$(program permutation --algorithm random --ranks 64 --seed 1 | cksum)" "$first"
succeeds "--seed: another one" \
	test "$(program permutation --algorithm random --ranks 64 --seed 2 | cksum)" != "$first"
like "--root: it alone gets all" "$(program reduce --root 3 --ranks 4 | sed -n '/^rank 3/,$p')" 'recv'
is "--root: it sends nothing" "$(program reduce --root 3 --ranks 4 | sed -n '/^rank 3/,$p' | grep -c send)" 0

# --- schedules ---

program pingpong --count 2 --bytes 100 --binary -o schedule
is "--binary: LogGOPSim's magic, and two ranks" "$(od -An -N 12 -tu1 schedule | xargs)" "127 16 0 0 0 0 0 0 2 0 0 0"
is "--binary: 14 bytes, 2 places, and 39 an operation, 4 a dependence and an idle operation" \
	"$(wc -c <schedule)" $((14 + 2 * 16 + 2 * 8 + 8 * 39 + 6 * 4 + 2 * 4))
is "--check: it is the same program" "$(program --check schedule)" \
	"schedule: 2 ranks, 4 sends of 400 bytes, 4 receives, 0 calcs of 0 ns, 6 dependences"
is "--check: from a pipe" "$(program pingpong --count 2 --bytes 100 --binary | program --check -)" \
	"$(program --check - <text)"
program alltoall --ranks 5 -o one && "$sim" run --torus 2x2x2 --job one --table ranks >out
program alltoall --ranks 5 --binary -o one
is "a run is the same" "$("$sim" run --torus 2x2x2 --job one --table ranks)" "$(cat out)"
head -c 100 schedule >part.bin
fails "a schedule that is cut off" 2 '^gpcd-sim program: part.bin: a schedule that is cut off: rank 0$' program --check part.bin
printf 'num_ranks 2\nrank 0 {\nsend 8b to 1\nrecv 8b from 1\n}\n' >lone
# the same as a schedule; its second operation is a recv whose message never comes
{
	printf '\177\20\0\0\0\0\0\0\2\0\0\0\0\1'
	printf '\46\0\0\0\0\0\0\0\204\0\0\0\0\0\0\0\204\0\0\0\0\0\0\0\214\0\0\0\0\0\0\0'
	printf '\2\0\0\0\2\0\0\0\0\0\0\0\1\0\0\0'
	for kind in 1 2; do
		printf '\0\0\0\0%b\1\0\0\0\10\0\0\0\0\0\0\0\0\0\0\0\0' "\\$kind"
		printf '\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0'
	done
	printf '\0\0\0\0\0\0\0\0'
} >lone.bin
is "the same by hand" "$(program --check lone.bin)" "$(program --check lone | sed 's/^lone/lone.bin/')"
fails "an operation that waits for ever has a number" 1 \
	'lone.bin: rank 0 waits for ever in operation 2 ' "$sim" run --torus 2x2x2 --job lone.bin
printf '\3' | dd of=lone.bin bs=1 seek=84 conv=notrunc status=none
fails "a nic above the greatest" 2 \
	'lone.bin: a cpu or nic above the greatest that the schedule names: rank 0, operation 1' program --check lone.bin
printf '\1' | dd of=lone.bin bs=1 seek=84 conv=notrunc status=none
fails "a node has one nic" 2 'lone.bin, operation 1: nic 1: a node has nic 0 alone' "$sim" run --torus 2x2x2 --job lone.bin
wrong_check()
{
	fails "refused: $*" 2 '--check goes alone' program "$@"
}
wrong_check --check schedule --binary
is "--binary: a full device" "$( (program bcast --binary >/dev/full) 2>&1)" \
	"gpcd-sim program: standard output: No space left on device"

# each FIELD: kinds and algorithms as --help lists them
"$sim" program --help | awk '/^Programs/ { on = 1 }
	on && /^  [a-z]/ { kind = $1 }
	on && /^    / { print kind, $1 }' >all
is "--help lists algorithms" "$(wc -l <all)" 35
while read -r kind algorithm; do
	ranks=
	case $algorithm in transpose*) ranks='--ranks 4' ;; esac
	succeeds "$kind, $algorithm: what is written can be read" \
		eval "program $kind --algorithm $algorithm $ranks | program --check -"
	succeeds "$kind, $algorithm: as a schedule, too" \
		eval "program $kind --algorithm $algorithm $ranks --binary | program --check -"
done <all

# --- requirements of other readers ---

# goal_grammar FILE: lines that LogGOPSim's txt2bin would refuse: it accepts no blank before a
# statement, options in one order only, and only earlier labels, and reads to the block of the last
# rank
goal_grammar()
{
	awk -v operation='^([a-zA-Z][a-zA-Z0-9_]*: )?(send [0-9]+b to [0-9]+|recv [0-9]+b from (-1|[0-9]+))( tag (-1|[0-9]+))?( cpu [0-9]+)?( nic [0-9]+)?$' \
	    -v calc='^([a-zA-Z][a-zA-Z0-9_]*: )?calc [0-9]+( cpu [0-9]+)?$' \
	    -v wait='^[a-zA-Z][a-zA-Z0-9_]* i?requires [a-zA-Z][a-zA-Z0-9_]*$' '
		/^$/ { next }
		NR == 1 && /^num_ranks [0-9]+$/ { ranks = $2; next }
		/^rank [0-9]+ \{$/ && !inside { rank = $2; inside = 1; split("", label); next }
		/^}$/ && inside { inside = 0; next }
		inside && ($0 ~ operation || $0 ~ calc) { if (sub(/:$/, "", $1)) label[$1] = 1; next }
		inside && $0 ~ wait && $1 in label && $3 in label { next }
		{ print NR ": " $0 }
		END { if (inside || rank + 1 != ranks) print "the last block is that of rank " rank }' "$1"
}
while read -r kind algorithm; do
	ranks=
	case $algorithm in transpose*) ranks='--ranks 4' ;; esac
	# shellcheck disable=SC2086 # an option and its value, or nothing
	program $kind --algorithm $algorithm $ranks | sed 's/ call alltoall$//' >goal
	is "$kind, $algorithm: a text of txt2bin, too" "$(goal_grammar goal | head -n 3)" ""
done <all
printf 'num_ranks 2\nrank 0 {\n\tcalc 1\n}\n' >tab
is "what txt2bin would refuse is seen" "$(goal_grammar tab | cut -d : -f 1 | xargs)" "3 the last block is that of rank 0"

# --- what is refused ---

# wrong WHAT-IT-SAYS ARGUMENT...
wrong()
{
	local said=$1

	shift
	fails "refused: program $*" 2 "$said" program "$@"
}
wrong 'a program is missing: its name, or --check'
wrong "no program 'brcast': pingpong, .* or em3d; did you mean 'bcast'" brcast
wrong "'bcast' and 'reduce': one program at a time" bcast reduce
wrong "--algorithm 'rng' is not a valid NAME: recursive-doubling, ring or rabenseifner; did you mean 'ring'" \
	allreduce --algorithm rng
wrong "is not a valid NAME: pairwise or linear"$'\n' alltoall --algorithm dissemination
wrong '--bytes means nothing to barrier, dissemination' barrier --bytes 8
wrong '--seed means nothing to permutation, shuffle' permutation --seed 8 --algorithm shuffle
wrong "--seed 'x' is not a valid N" permutation --seed x --algorithm random
wrong 'barrier, hypercube: its ranks must be a power of 2' barrier --ranks 6 --algorithm hypercube
wrong 'permutation, transpose: its ranks must be a power of 4' permutation --algorithm transpose
wrong 'permutation, random: it has up to 4096 ranks' permutation --algorithm random --ranks 4097
wrong '--seed means nothing to diamond' diamond --seed 2
wrong '--span means nothing to remap' remap --span 2
wrong 'em3d, ordered: its span is 1 or more, and less than' em3d --ranks 4 --span 4
wrong 'remap, asynchronous: it must have 2 to 1024 ranks' remap --ranks 1025
wrong '--root means nothing to allreduce' --root 0 allreduce
wrong '--ranks means nothing to minighost' minighost --ranks 8
wrong '--count means nothing to minighost' minighost --count 8
wrong '--periodic means nothing to minighost' minighost --periodic
wrong '--count means nothing to stencil' stencil --count 8
for option in '--grid 2x2x2' '--box 2x2x2' '--variables 2' '--cell 8' '--steps 2' '--compute 1us'; do
	# shellcheck disable=SC2086 # two words
	wrong "${option%% *} means nothing to bcast" bcast $option
done
wrong "--ranks '0' is not a valid N" bcast --ranks 0
wrong "--bytes '-1' is not a valid N" bcast --bytes -1
wrong "--bytes '4k' is not a valid N: .*as in 8, 4KiB" bcast --bytes 4k
is "a size may have a unit" "$("$GPCD_SIM" program bcast --bytes 4KiB)" "$("$GPCD_SIM" program bcast --bytes 4096)"
wrong "--grid '4x4' is not a valid XxYxZ" minighost --grid 4x4
wrong "--compute 'long' is not a valid TIME" minighost --compute long
wrong 'pingpong, blocking: it must have two ranks or more' pingpong --ranks 1
wrong 'allgather, recursive-doubling: its ranks must be a power of 2' \
	allgather --algorithm recursive-doubling --ranks 6
wrong 'no such root' bcast --ranks 4 --root 4
wrong 'up to 2\^28 bytes' bcast --bytes 268435457
wrong '1 to 2\^24 ranks' barrier --ranks 16777217
wrong '1 to 2\^24 ranks' minighost --grid 4096x4096x2
wrong 'minighost, faces: a cell has 1 to 1024 variables' minighost --variables 1025
wrong 'sweep3d, wavefront: its grid and boxes have three dimensions' sweep3d --grid 2x2x2x2
wrong "--grid '2x2x2x2x2' is not a valid XxYxZ" milc --grid 2x2x2x2x2
wrong 'milc, faces: a box has up to 2\^52 bytes' milc --box 65536x65536x65536x16
wrong '--check goes alone' --check text bcast
wrong '--check goes alone' --check text --ranks 2
wrong '--check goes alone' --check text -o other
fails "a text that is not there" 2 'missing: No such file' program --check missing
fails "a folder" 2 'Is a directory' program --check .

# told LINE:REASON TEXT: --check rejects the text with this message
told()
{
	printf '%b' "$2" >bad.goal
	fails "--check: ${1#*:}" 2 "bad.goal:$1" program --check bad.goal
}
told "4: neither an operation nor a label: sned" 'num_ranks 2\nrank 0 {\ncalc 1\nsned 8b to 1\n}\n'
told "3: no rank of the program: 0 to num_ranks - 1: 2" 'num_ranks 2\nrank 0 {\nsend 8b to 2\n}\n'
told "4: twice the same label: l1" 'num_ranks 2\nrank 0 {\nl1: calc 1\nl1: calc 1\n}\n'
told "4: operations wait for each other in a circle: rank 1" \
	'num_ranks 2\nrank 1 {\na requires b\na: calc 1\nb requires a\nb: calc 1\n}\n'
told "3: no call: call alltoall: bcast" 'num_ranks 2\nrank 0 {\nsend 8b to 1 call bcast\n}\n'
told "2: a block without its }: rank 0" 'num_ranks 2\nrank 0 {\n'

# --- output that cannot be written ---

( program bcast >/dev/full ) 2>err
is "a full device: exit code" $? 5
is "a full device: said once" "$(cat err)" "gpcd-sim program: standard output: No space left on device"
program alltoall --ranks 300 2>err | head -n 1 >first
codes=("${PIPESTATUS[@]}")
is "a closed pipe: exit code" "${codes[0]}" 5
is "a closed pipe: no complaint" "$(cat err)" ""
fails "-o: a full device" 5 '/dev/full: No space left' program bcast -o /dev/full
fails "-o: in no folder" 5 'missing/a: No such file' program bcast -o missing/a
echo old >short
(ulimit -f 1 && exec "$sim" program alltoall --ranks 100 -o short >out 2>err)
is "-o: cut off: exit code" $? 5
is "-o: cut off: the old file stays" "$(cat short*)" old
( "$sim" program --check text >/dev/full ) 2>err
is "--check: a full device: exit code" $? 5

# --- routing by operation ---

printf 'num_ranks 2\nrank 0 {\nsend 64b to 1 routing adaptive3\n}\nrank 1 {\nrecv 64b from 0\n}\n' >r.goal
fails "routing where there are no groups" 2 'r.goal:3: routing adaptive3 needs a machine of groups' \
	"$sim" run --torus 2x2x2 --job r.goal
succeeds "routing where there are groups" "$sim" run --dragonfly 2x2x3 --job r.goal

# --- manual and completion ---

# The only algorithm of a kind has a name, too, but may be left out there.
sed -n '/^\.Ss program/,/^\.Bl -tag -width Ds/p' "$top/docs/man/gpcd-sim.1" >page
is "gpcd-sim(1): the programs" "$(sed -n 's/^\.It Cm //p' page)" "$(cut -d ' ' -f 1 all | uniq)"
while read -r kind algorithm; do
	case $kind-$algorithm in *-blocking | minighost-faces) continue ;; esac
	succeeds "gpcd-sim(1): $kind, $algorithm" grep -qw -- "$algorithm" \
		<(sed -n "/^\.It Cm $kind\$/,/^\.It Cm/p" page | grep -v '^\.It')
done <all
# shellcheck source=tools/gpcd-sim/completion.bash
. "${top:?}/tools/gpcd-sim/completion.bash"
complete_words()
{
	COMP_WORDS=("$sim" "$@")
	COMP_CWORD=$#
	_gpcd_sim "$sim" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
	echo "${COMPREPLY[*]-}"
}
is "completes programs" "$(complete_words program '')" "$(cut -d ' ' -f 1 all | uniq | xargs)"
is "completes algorithms of the program" "$(complete_words program allreduce --algorithm '')" \
	"recursive-doubling ring rabenseifner"
is "completes options" "$(complete_words program bcast --ra)" --ranks
is "completes files to check" "$(complete_words program --check gho)" ghost

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-sim: help, wrong arguments, endings, completion.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

sim=${GPCD%/*}/gpcd-sim
sim()
{
	"$sim" "$@"
}

run sim --help
is "--help: exit code" "$status" 0
for command in run job ugni program replay machine probe model; do
	like "--help names $command" "$(cat out)" "  $command "
	succeeds "$command --help" sim "$command" --help
	# Groups of options share a number if one heading has nothing below it.
	is "$command --help: headings without options" \
		"$(sim "$command" --help | awk '/^ [A-Z].*:$/ { heading = $0; next } !NF && heading { print heading } { heading = "" }')" ""
	# A line that is too long is broken, and a word or two are left over.
	is "$command --help: lines broken in two" \
		"$(sim "$command" --help | awk '/^[^ ]/ && rest { print rest } { rest = /^[^ ]/ && NF < 3 ? $0 : "" }')" ""
done
like "--version" "$(sim --version)" '^gpcd-sim [0-9]'

fails "no command: which there are" 2 "^gpcd-sim: a command is missing: run, job, ugni, program, replay, machine, probe or model"$'\n' sim
exits 2 "an unknown command" sim frobnicate
# wrong WHAT-IT-SAYS ARGUMENT...
wrong()
{
	local said=$1

	shift
	fails "refused: run $*" 2 "$said" sim run "$@"
}
wrong "unexpected argument 'word'" word
wrong "--pattern 'nobody' is not a valid NAME: uniform, .* or [a-z]+"$'\n' --pattern nobody
wrong "did you mean 'uniform'" --pattern unifrom
wrong "--load '0' is not a valid \[nic:\]PART: above 0" --load 0
wrong "--load 'nic:0' is not a valid" --load nic:0
wrong "--load 'nic' is not a valid" --load nic
wrong 'is not a valid' --load -1
wrong 'is not a valid' --load ''
wrong "--op 'push' is not a valid OP: put, get or raw"$'\n' --op push
wrong "--engine 'steam' is not a valid NAME: event or flow"$'\n' --engine steam
wrong "event or flow; did you mean 'event'" --engine EVNT
wrong "--threads '0' is not a valid N: 1 to 256" --threads 0
wrong "--threads '257' is not a valid N: 1 to 256" --threads 257
wrong "--crc '2' is not a valid RATE: .* up to 0.5" --crc 2
wrong "--turnaround '2s' is not a valid TIME: .* up to 1s" --turnaround 2s
wrong "--put-response '1' is not a valid PHITS: 3 .* or 2" --put-response 1
wrong "--put-response '4' is not a valid PHITS" --put-response 4
wrong "--routing 'adaptive' is not a valid NAME: .*minimal.*in_order" --routing adaptive
wrong "did you mean 'nmin_hash'" --routing nmin_hsh
wrong '--routing: only a dragonfly has several ways: leave out --routing' --torus 4x4 --routing valiant
wrong '--routing: only a dragonfly has several ways: leave out --routing' --mesh 4x4 --routing minimal
wrong "--fifos '9' is not a valid N: 1 to 8" --fifos 9
wrong '--fifos: this machine has room for 2 .*: take --fifos 2' --dragonfly 16x6x2 --fifos 4
wrong "--ties 'both' is not a valid NAME: first or split"$'\n' --ties both
wrong "first or split; did you mean 'split'" --ties splt
for machine in '--mesh 4x4' '--hypercube 4' '--dragonfly 2x2x4' '--torus 3x5'; do
	for ties in first split; do
		# shellcheck disable=SC2086 # several words
		wrong '--ties: only a torus with an even dimension has ties: leave out --ties' $machine --ties $ties
	done
done
wrong 'is not a valid' --time 0
wrong 'is not a valid TIME: to simulate, with its unit' --time 5
wrong 'the name is of another format: take --svg' --png x.svg
wrong 'uniform: a transfer of 99999999999 bytes every [0-9.]+ s, of at most 5.37 s: take 1[0-9]{9} bytes or less$' --bytes 99999999999
wrong "--grid '4x4' is not a valid XxYxZ" --grid 4x4
wrong "--class '5' is not a valid N: topology class .* 0 to 4" --class 5
wrong 'no topology' --torus 0x4
wrong 'more than 65536 chips' --torus 64x64x32
for size in 17x1x2 1x7x2 1x1x12 2x2x2:50; do
	wrong "'dragonfly:$size' has more than 16 blades, 6 chassis or 10 blue tiles a chip" \
		--dragonfly $size
done
wrong "class 0 makes no 'torus:8x8x8'" --class 0 --torus 8x8x8
wrong "no topology class makes 'torus:8x8x32': .* 24" --torus 8x8x32
wrong 'only a torus of three dimensions has cabinets' --class 1 --mesh 4x4
wrong 'only a torus of three dimensions has cabinets' --class 1 --torus 8x8
wrong 'one machine' --torus 4x4x4 --mesh 4x4
wrong "--blue: 'torus:8x8x8' has no groups" --torus 8x8x8 --blue 2
wrong "--blue: 'torus:8x8x8' has no groups" --blue 2
wrong "--blue 193: the blue tiles of 'dragonfly:16x6x6' are enough for 192 a pair" --dragonfly 16x6x6 --blue 193
wrong "--blue 2: 'dragonfly:16x6x6:48' says already" --dragonfly 16x6x6:48 --blue 2
for number in 0 -1 x 65537; do
	wrong "--blue '$number' is not a valid N: blue links of each pair" --dragonfly 2x2x2 --blue "$number"
done
wrong '--fail c0-0c0s0g0l19: no network tile' --fail c0-0c0s0g0l19
wrong '--fail 0,0,0:Q: no network tile' --fail 0,0,0:Q
wrong 'transpose: its dimensions must be alike' --pattern transpose --torus 4x4x8
wrong 'hot: it has no such node' --pattern hot --hot 99999
wrong 'hot: a transfer of 64 bytes every .* s, of at most 5.37 s: take a load of 1.6e-07 or more$' --pattern hot --load 1e-12
wrong 'the load is too large' --load 1e7
wrong 'tornado: a dimension must be longer than 2' --pattern tornado --torus 2x2x2
wrong 'neighbour: it must have more than one chip' --pattern neighbour --torus 1x1x1
wrong 'reverse: its chips must be a power of 2' --pattern reverse --torus 3x3x3
wrong 'at most 32 phits' --op raw --bytes 33
wrong 'one is enough' --stencil 6 --messages -
wrong 'one is enough' --job - --messages -
wrong '--job: the flow engine knows no time: leave out --engine flow' --engine flow --job -
wrong '--zero: data of a job are no zeros: leave out --job' --job - --zero
wrong "--stencil '0' is not a valid POINTS: 6, 26 or 27" --stencil 0
wrong 'the stencil: 6, 26 or 27 points' --stencil 7
wrong 'more ranks than the machine has nodes for: give a smaller --grid' --torus 2x2x1 --stencil 27 --grid 8x8x16
wrong 'cells 1 to 1048576 bytes' --stencil 6 --cell 0
wrong 'boxes have sides up to 65536' --stencil 6 --box 70000x1x1
wrong 'grids 2\^28 ranks' --stencil 6 --grid 1024x1024x1024
# Options without effect there: the message has the name, the reason, and the remedy.
for option in '--pattern hot' '--load 0.5' '--op get' '--bytes 8' '--count 1' --hashed '--hot 1' '--share 0.2'; do
	for other in '--messages -' '--stencil 6' '--job -'; do
		# shellcheck disable=SC2086 # several words
		wrong "${option%% *}: an option of a pattern: leave out --stencil, --messages and --job" $other $option
	done
done
for option in '--grid 4x4x4' '--block remap' '--box 8x8x8' '--cell 4' '--steps 2' --periodic; do
	for other in '--messages -' '--pattern uniform' ''; do
		# shellcheck disable=SC2086
		wrong "${option%% *}: an option of a stencil: add --stencil" $other $option
	done
done
for option in '--hot 3' '--share 0.2'; do
	# shellcheck disable=SC2086
	wrong "${option%% *}: this pattern has no hot node: add --pattern hot" $option --pattern tornado
done
wrong '--zero: the list says itself .* to its lines' --messages - --zero
wrong '--zero: raw packets have no data: take --op put or get' --op raw --zero
wrong '--turnaround: raw packets have no answer: take --op put or get' --op raw --turnaround 1us
for op in get raw; do
	wrong '--put-response: no transfer is a PUT: take --op put' --op "$op" --put-response 3
done
echo '0 2 64 get' >gets.list
wrong '--put-response: no transfer is a PUT: .* or add a PUT or a message to the list' --messages gets.list --put-response 2
wrong "--uncompressed: only data of zeros .* or 'zero' to lines of the list" --messages gets.list --uncompressed
for other in '--pattern tornado' '--stencil 6'; do
	# shellcheck disable=SC2086
	wrong '--uncompressed: only data of zeros .*: add --zero' --uncompressed $other
done
for other in '--messages -' '--stencil 6' '--messages - --time 1us'; do
	# shellcheck disable=SC2086
	wrong '--drain: a stencil, a list or a job .*: leave out --drain and --time' $other --drain
done
wrong '--drain: without --time .*: add --time' --count 5 --drain
wrong '--load: the flow engine counts all .*: add --time' --engine flow --count 5 --load 0.5
wrong 'more ranks' --stencil 6 --grid 64x64x32 --torus 2x2x2
wrong 'the event engine only' --engine flow --image here
for option in '--crc 0.1' '--turnaround 1us' '--threads 1' --drain --hashed '--fifos 2' '--latency-svg x.svg'; do
	# shellcheck disable=SC2086
	wrong "${option%% *}: .* the event engine only: leave out --engine flow" --engine flow $option
done
wrong '--chips goes with --image' --chips 0,0,0
wrong '--chips goes with --image' --chips 0,0,0 --device gpcd_emu0=0,0,0
wrong '--pace goes with --image or --device' --pace 1
wrong '--interval goes with --image or --device' -i 1s
wrong 'only a torus of three dimensions and a dragonfly have registers' --mesh 4x4 --image here
wrong '--put-response: an Aries.s packets .*: leave out --put-response' --dragonfly 2x2x2 --put-response 2
wrong '--zero: an Aries.s packets .*: leave out --zero' --dragonfly 2x2x2 --zero
wrong 'no chip of this machine' --dragonfly 2x2x2 --image here --chips 2,0,0
wrong '--scale goes with --svg or --png' --scale log
wrong "--scale .linear. is not a valid KIND: .*most, full or log" --svg here --scale linear
wrong 'a picture' --svg a.svg --png b.png
wrong 'no chip of this machine' --torus 2x2x2 --image here --chips 2,0,0
wrong "--pace '0' is not a valid FACTOR" --pace 0
for device in /dev/gpcd_emu0 gpcd_emu=0,0,0 gpcd_emu0x=0,0,0 gpcd_emu0000000000=0,0,0; do
	wrong 'is not a valid gpcd_emuN=CHIP' --device "$device"
done
fails "a list that is not there" 2 'No such file' sim run --messages missing
echo '0 2 64 push' >bad.list
fails "a wrong list: file and line" 2 'bad.list:1: ' sim run --messages bad.list
# A transfer that an engine would refuse is reported with its line.
printf '0 2 8\n0 2 8 at %s\n' 4503599627370497 >late.list
printf '# none\n0 1 8\n0 2 8\n' >cut.list
for engine in event flow; do
	fails "$engine: too late a line" 2 'late.list:2: .* a cycle above 2\^52$' \
		sim run --engine $engine --messages late.list
	fails "$engine: a line that has no way left" 2 'cut.list:3: no way is left between the two nodes' \
		sim run --engine $engine --torus 3x1x1 --fail 0,0,0:X+ --fail 0,0,0:X- --messages cut.list
done
fails "no way left" 1 'no way is left' sim run --torus 3x1x1 --time 5us --fail 0,0,0:X+ --fail 0,0,0:X-

# Output that cannot be written.
( "$sim" run --torus 2x2x2 -t 1us >/dev/full ) 2>err
is "a full device: exit code" $? 5
like "a full device: said" "$(cat err)" 'No space left'
fails "a picture on a full device" 5 'No space left' sim run --torus 2x2x2 -t 1us --svg /dev/full
exits 5 "a picture in no folder" sim run --torus 2x2x2 -t 1us --svg missing/a.svg
(ulimit -f 1 && exec "$sim" run --torus 2x2x2 -t 1us --svg cut.svg >out 2>err)
is "a picture that is cut off: exit code" $? 5
succeeds "a picture that is cut off: no file" test ! -e cut.svg
echo old >cut.svg
(ulimit -f 1 && exec "$sim" run --torus 2x2x2 -t 1us --svg cut.svg >out 2>err)
is "a picture that is cut off: the old one stays" "$(cat cut.svg*)" old
# Hours of simulation.
fails "a picture in no folder: said before the run" 5 'missing/a.svg: No such file' \
	timeout -k 5 "$hang" "$sim" run --torus 8x8x8 -t 1000s --svg missing/a.svg
fails "a folder in the place of a picture" 5 ': Is a directory' \
	timeout -k 5 "$hang" "$sim" run --torus 8x8x8 -t 1000s --svg .
"$sim" run --torus 8x8x8 -t 1us --links 2>err | head -n 1 >first
codes=("${PIPESTATUS[@]}")
is "a closed pipe: exit code" "${codes[0]}" 5
is "a closed pipe: no complaint" "$(cat err)" ""

# worked PID: it has used a fifth of a second of processor time
worked()
{
	awk '{ exit $14 + $15 < 20 }' "/proc/$1/stat"
}

# rests PID: the simulator waits for something
rests()
{
	[[ $(cat "/proc/$1/stat") == *'(gpcd-sim) S '* ]]
}

# ends SIGNAL
ends()
{
	env --default-signal=HUP "$sim" run --torus 4x4x4 -t 1h --json >json 2>err &
	pid=$!
	children+=("$pid")
	catching "$pid" gpcd-sim
	eventually worked "$pid"
	kill "-$1" "$pid"
	ended "$pid"
	is "SIG$1: exit code" $? 0
	like "SIG$1: said" "$(cat err)" '^gpcd-sim run: ended at [0-9.e+]+ us; '
	is "SIG$1: results so far are printed" "$(jq '.run[0] | .interrupted and .packets_delivered > 0' json)" true
}
ends INT
ends TERM
ends HUP

# killed WHAT STATE ARGUMENT...: SIGTERM ends the run at once while there are no results yet
killed()
{
	local what=$1 state=$2

	shift 2
	"$sim" "$@" >out 2>err <>idle &
	pid=$!
	children+=("$pid")
	eventually "$state" "$pid"
	kill -TERM "$pid"
	ended "$pid"
	is "SIGTERM: $what" $? 143
}
mkfifo idle
killed "the flow engine" worked run --engine flow --torus 16x12x24 -t 1000s
killed "a list that does not come" rests run --messages -

# Completion, as bash would call it.
# shellcheck source=tools/gpcd-sim/completion.bash
. "${top:?}/tools/gpcd-sim/completion.bash"
complete_words()
{
	COMP_WORDS=("$sim" "$@")
	COMP_CWORD=$#
	_gpcd_sim "$sim" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
	echo "${COMPREPLY[*]-}"
}
is "completes commands" "$(complete_words '')" "run job ugni program replay machine probe model"
is "completes options" "$(complete_words run --put)" --put-response
is "completes patterns" "$(complete_words run --pattern t)" "tornado transpose"
is "completes patterns after =" "$(complete_words run --pattern = tor)" tornado
is "completes machines" "$(complete_words run --machine a)" "alewife aries"
is "completes machines to list" "$(complete_words machine x)" xmp64
is "completes actions of model" "$(complete_words model '')" "message route fit predict"
is "completes variants of a model" "$(complete_words model message --variant p)" "paper published"
is "completes routings of a model" "$(complete_words model route --current '')" "adaptive biased"
is "offers no size to model" "$(complete_words model route '')" ""
# allowed COMMAND OPTION: the words listed by the command's error message, in the form of completion
allowed()
{
	"$sim" "$1" "$2" no-such-word true 2>&1 | sed -n '1 s/.*\(: \|nor \)//; 1 s/, \| or /\n/gp' | sort
}
mkdir empty
for option in "job --place" "run --pattern" "run --op" "run --engine" "run --ties" "run --routing" "run --variant" "run --table" "replay --table"; do
	read -r command option <<<"$option"
	is "completes $command $option: what is allowed" \
		"$(cd empty && complete_words "$command" "$option" '' | tr ' ' '\n' | sort)" "$(allowed "$command" "$option")"
done
# Help and manual list the patterns of the simulator's table, as the error message does.
is "--help of run: the patterns" "$("$sim" run --help | sed -n '/^Patterns/,/^$/ s/^  \([a-z]*\)  .*/\1/p' | sort)" \
	"$(allowed run --pattern)"
is "gpcd-sim(1): the patterns" \
	"$(sed -n '/^\.It Fl -pattern/,/^\.It Fl -load/ s/^\.It Cm //p' "$top/docs/man/gpcd-sim.1" | sort)" \
	"$(allowed run --pattern)"
# The machines are the families of topologies.
families=$("$sim" run --help | sed -n '/^ The machine:/,/^$/ s/^ *--\([a-z]*\)=.*/\1/p' | grep -vx 'bias\|blue\|class\|degrade\|fail\|machine' | sort)
is "--help of run: the machines" "$families" \
	"$(sed -n 's/^\t&topo_\(.*\),$/\1/p' "$top/lib/topo/family/list.c" | sort)"
is "gpcd-sim(1): the machines" "$(sed -n '/^\.Ss run: the machine/,/^\.It Fl -class/ s/^\.It //p' \
	"$top/docs/man/gpcd-sim.1" | grep -oE 'Fl -[a-z]+' | sed 's/Fl -//' | grep -vx 'bias\|blue\|class\|machine' | sort)" "$families"
is "--help of job: the placements" "$("$sim" job --help | tr -s ' \n' ' ' | grep -oE 'in-order, [a-z, -]* or FILE' |
	sed 's/, or FILE//; s/, /\n/g' | sort)" "$(allowed job --place)"
is "offers nothing for a number" "$(complete_words run --seed '')" ""

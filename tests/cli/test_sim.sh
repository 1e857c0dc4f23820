#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-sim: help, wrong arguments, endings, completion.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/lib.sh"

sim=${GPCD%/*}/gpcd-sim
sim()
{
	"$sim" "$@"
}

run sim --help
is "--help: exit code" "$status" 0
for command in run sonar minighost; do
	like "--help names $command" "$(cat out)" "  $command "
	succeeds "$command --help" sim "$command" --help
done
like "--version" "$(sim --version)" '^gpcd-sim [0-9]'

exits 2 "no command" sim
exits 2 "an unknown command" sim frobnicate
# wrong WHAT-IT-SAYS ARGUMENT...
wrong()
{
	local said=$1

	shift
	fails "refused: run $*" 2 "$said" sim run "$@"
}
wrong 'no option' word
wrong 'will not do' --pattern nobody
wrong 'will not do' --load 0
wrong 'will not do' --load -1
wrong 'will not do' --load ''
wrong 'will not do' --op push
wrong 'will not do' --engine steam
wrong 'will not do' --threads 0
wrong 'will not do' --crc 2
wrong 'will not do' --time 0
wrong 'will not do' --grid 4x4
wrong 'no topology class' --class 4
wrong 'no topology' --torus 0x4
wrong 'more than 65536 chips' --torus 64x64x32
wrong 'make no system' --class 0 --torus 8x8x8
wrong '--fail c0-0c0s0g0l19: no network tile' --fail c0-0c0s0g0l19
wrong '--fail 0,0,0:Q: no network tile' --fail 0,0,0:Q
wrong 'not for this machine' --pattern transpose --torus 4x4x8
wrong 'not for this machine' --pattern hot --hot 99999
wrong 'at most 32 phits' --op raw --bytes 33
wrong 'two traffics' --stencil 6 --messages -
wrong 'the stencil' --stencil 7
wrong 'more ranks' --stencil 6 --grid 64x64x32 --torus 2x2x2
wrong 'the event engine only' --engine flow --image here
wrong 'only Geminis' --mesh 4x4 --image here
wrong 'no chip of this machine' --torus 2x2x2 --image here --chips 2,0,0
wrong 'no pace' --pace 0
wrong 'no gpcd_emuN=CHIP' --device /dev/gpcd_emu0
fails "a list that is not there" 1 'No such file' sim run --messages missing
echo '0 2 64 push' >bad.list
fails "a wrong list: file and line" 2 'bad.list:1: ' sim run --messages bad.list
fails "an unknown experiment" 2 "no experiment 'mpi'" sim sonar mpi
fails "no way left" 1 'no way is left' sim run --torus 3x1x1 --time 5us --fail 0,0,0:X+ --fail 0,0,0:X-

# Output that cannot be written.
( "$sim" run --torus 2x2x2 -t 1us >/dev/full ) 2>err
is "a full device: exit code" $? 5
like "a full device: said" "$(cat err)" 'No space left'
exits 5 "a picture on a full device" sim run --torus 2x2x2 -t 1us --svg /dev/full
exits 5 "a picture in no folder" sim run --torus 2x2x2 -t 1us --svg missing/a.svg
(ulimit -f 1 && exec "$sim" run --torus 2x2x2 -t 1us --svg cut.svg >out 2>err)
is "a picture that is cut off: exit code" $? 5
succeeds "a picture that is cut off: no file" test ! -e cut.svg
"$sim" run --torus 8x8x8 -t 1us --links 2>err | head -n 1 >first
codes=("${PIPESTATUS[@]}")
is "a closed pipe: exit code" "${codes[0]}" 5
is "a closed pipe: no complaint" "$(cat err)" ""

# ends SIGNAL
ends()
{
	"$sim" run --torus 4x4x4 -t 1h --json >json 2>err &
	pid=$!
	children+=("$pid")
	# shellcheck disable=SC2016 # awk's own variables
	eventually awk '/^SigCgt:/ { exit !($2 ~ /[4-7c-f]...$/) }' "/proc/$pid/status"
	sleep 0.3
	kill "-$1" "$pid"
	ended "$pid"
	is "SIG$1: exit code" $? 0
	like "SIG$1: said" "$(cat err)" '^gpcd-sim run: ended at [0-9.e+]+ us; '
	is "SIG$1: what there is, is told" "$(jq '.run[0] | .interrupted and .packets_delivered > 0' json)" true
}
ends INT
ends TERM

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
is "completes commands" "$(complete_words '')" "run sonar minighost"
is "completes options" "$(complete_words run --put)" --put-response
is "completes patterns" "$(complete_words run --pattern t)" "tornado transpose"
is "completes patterns behind =" "$(complete_words run --pattern = tor)" tornado
is "completes experiments" "$(complete_words sonar e)" efficiency
is "offers nothing for a number" "$(complete_words run --seed '')" ""

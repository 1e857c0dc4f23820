#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gm-measure: its tables, programs that all ranks run, wrong arguments. Times are not judged: the machine
# may be busy.
# shellcheck source=tests/mpi/lib.sh
. "${0%/*}/lib.sh"

# gm-measure yields by itself.
[ "$MPI" = openmpi ] || launcher=(mpirun."$MPI")

measure()
{
	local count=$1

	shift
	ranks "$count" "$GM_BIN/gm-measure" --rounds 20 "$@"
}

# tells WHAT STATUS PATTERN N ARGUMENT...: its exit status, and its one message on standard error
tells()
{
	local what=$1 status=$2 pattern=$3

	shift 3
	measure "$@" >out 2>err
	is "$what: exit code" $? "$status"
	is "$what: said once" "$(grep -cE -- "$pattern" err)" 1
}

measure 2 >out 2>err
is "a table: its parameters" "$(awk 'NR > 2 { print $1 }' out | paste -sd ' ')" "o_s o_r L g G"
is "o_s, o_r, g are medians within their intervals" "$(awk '$1 ~ /^(o_s|o_r|L|g|G)$/ && !($3 <= $2 && $2 <= $4)' out)" ""
measure 2 --csv --bytes 16 --long 4096 --burst 4 --delay 1ms >out
is "CSV: the probes" "$(cut -d, -f 1-4 out)" "\
probe,bytes,count,delay_ns
ping,16,1,0
send,16,1,0
send,16,4,0
delay,16,1,1000000
ping,4096,1,0
ping,8192,1,0"
is "CSV: a delay takes at least its time" "$(awk -F, '$1 == "delay" { print ($5 >= $4) }' out)" 1
measure 3 --from 2 --to 0 >out
like "other ranks" "$(head -n 1 out)" '^Ranks 2 and 0, 20 rounds'

# Programs: chains and crowds, tags, empty messages, computations.
cat >all.goal <<'END'
num_ranks 3
rank 0 {
	c: calc 2000000
	s: send 100b to 1 tag 7
	s requires c
	z: send 0b to 2
}
rank 1 {
	a: recv 100b from 0 tag 7
	b: send 70000b to 2 tag 1
	c: send 5b to 2 tag 2
}
rank 2 {
	x: recv 5b from 1 tag 2
	y: recv 70000b from -1 tag 1
	z: recv 0b from 0
	c: calc 10
	c irequires x
}
END
measure 3 --program all.goal --csv >out
is "a program: its ranks" "$(cut -d, -f 1 out | paste -sd ' ')" "rank 0 1 2 slowest"
is "a computation takes its time, and who waits for it likewise" \
	"$(awk -F, '($1 == "0" || $1 == "slowest") && $2 >= 2e6' out | wc -l)" 2
for kind in barrier alltoall allreduce "remap --algorithm synchronous --count 10" \
	"remap --algorithm asynchronous --count 10" "em3d --algorithm ordered" "em3d --algorithm random"; do
	# shellcheck disable=SC2086
	"$GPCD_SIM" program $kind --ranks 4 -o kind.goal
	measure 4 --program kind.goal >out
	is "$kind: all its ranks end" "$(awk 'END { print NR, $1 }' out)" "6 slowest"
done

# The schedules with which the XMP-64 is simulated (gpcd-study xmp64).
for schedule in "barrier hypercube" "clocks pairs" "clocks averaged" "permutation transpose-chips" "permutation random"; do
	# shellcheck disable=SC2086 # a kind and its algorithm
	set -- $schedule
	"$GPCD_SIM" program "$1" --algorithm "$2" --ranks 4 --bytes 1 -o schedule.goal
	measure 4 --program schedule.goal >out
	is "$schedule: all its ranks end" "$(awk 'END { print NR, $1 }' out)" "6 slowest"
done

# One processor for two ranks: a rank that spins while it waits would block the other one.
one=$(taskset -cp $$ | grep -oE '[0-9]+' | sed -n 2p)
"$GPCD_SIM" program remap --algorithm synchronous --ranks 2 --count 10 -o pair.goal
for probes in "" "--program pair.goal"; do
	# shellcheck disable=SC2086
	ranks 2 env LD_PRELOAD="$GM_BIN/waits.so" taskset -c "$one" "$GM_BIN/gm-measure" --rounds 6 $probes >out 2>err
	is "two ranks on a processor${probes:+, $probes}: calls that spin, of each" \
		"$(grep '^waits:' err | xargs)" "waits: 0 waits: 0"
	is "two ranks on a processor${probes:+, $probes}: said once" "$(grep -c 'more ranks than processors' err)" 1
done
measure 2 --program pair.goal >out 2>err
is "two ranks: said only if there is one processor" "$(grep -c 'more ranks than processors' err)" $(($(nproc) < 2))

tells "one rank alone" 2 'a message needs two ranks' 1
tells "a rank that is not there" 2 'rank 5: the job has 0 to 1' 2 --to 5
tells "a long message that is not" 2 'more than --bytes, which is 64' 2 --bytes 64 --long 64
tells "too few rounds" 2 'rounds.*6 to 1000000' 2 --rounds 5
tells "a word too many" 2 "unexpected argument 'here'" 2 here
tells "an option that is near" 2 "did you mean '--program'" 2 --progam x
tells "a delay that is too short" 1 'shorter than a `ping' 2 --delay 1ns
tells "no such program" 2 'rank 0: none: No such file' 2 --program none
tells "no escape of a name" 2 'rank 0: x.x1b\[2J: No such file' 2 --program $'x\e[2J'
echo text >$'x\e[2J'
tells "no escape of a malformed program's name" 2 'measure: x.x1b\[2J:1: ' 2 --program $'x\e[2J'
"$GM_PROFILE" $'--\e[2J' 2>err
is "gm-profile: no escape of an argument" "$(cat err)" "gm-profile: unknown option '--?[2J'; see gm-profile --help"
# shellcheck source=tools/gm-measure/completion.bash
. "$top/tools/gm-measure/completion.bash"
complete_measure()
{
	COMP_WORDS=("$GM_BIN/gm-measure" "$@")
	COMP_CWORD=$#
	_gm_measure "${COMP_WORDS[0]}" "${@: -1}" "${COMP_WORDS[COMP_CWORD - 1]}"
	echo "${COMPREPLY[*]-}"
}
is "completes options" "$(complete_measure --pr)" --program
is "completes options of ping" "$(complete_measure ping --pa)" --pattern
is "completes a command" "$(complete_measure '')" ping
is "completes words" "$(complete_measure ping --op = p)" put
is "offers nothing for a number" "$(complete_measure --burst '')" ""
tells "another number of ranks" 2 'all.goal: as many ranks as it has' 2 --program all.goal
printf 'num_ranks 2\nrank 0 {\n\tsend 8b to\n}\n' >bad.goal
tells "a text that is wrong" 2 'gm-measure: bad.goal:[34]: ' 2 --program bad.goal
printf 'num_ranks 2\nrank 0 {\n\tput 8b to 1\n}\n' >put.goal
tells "a put" 2 'put.goal:3: only messages and computations' 2 --program put.goal
printf 'num_ranks 2\nrank 0 {\n\tsend 8b to 1\n}\n' >lost.goal
tells "a message that nobody receives" 2 'receives more messages than it gets, or fewer' 2 --program lost.goal
kind()
{
	ranks 2 "$GM_BIN/gm-measure" "$@"
}
kind times --rounds 20 --csv >out
like "the kind \`times', by name" "$(head -n 1 out)" '^probe,bytes'
fails "a kind that is near" 2 "gm-measure: no kind 'pong': times or ping; did you mean 'ping'" kind pong
is "a kind that is not there: said once" "$(kind $'a\e[2J' 2>&1 | grep -c "no kind 'a.x1b\[2J'")" 1
like "--help names the other kind" "$(kind --help)" 'gm-measure ping --help'
is "--version" "$(measure 2 --version | cut -d ' ' -f 1)" gm-measure
is "--help names its options" "$(measure 1 --help | grep -oE -- '--(from|to|bytes|long|burst|delay|rounds|program|csv)[= ]' | sort -u | wc -l)" 9
# A job of one rank needs no launcher, so that its output is its own.
printf 'num_ranks 1\nrank 0 {\n\tcalc 10\n}\n' >one.goal
"$GM_BIN/gm-measure" --rounds 6 --program one.goal >/dev/full 2>err
is "a full disk: exit code" $? 1
like "a full disk: said" "$(cat err)" 'gm-measure: the output could not be written: No space left'


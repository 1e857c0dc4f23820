#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-sim job: what ranks report of waiting and computing is rerun, and takes the time that it
# should.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

needs "${GPCD%/*}/tests/cli/told"
PATH=${GPCD%/*}:${GPCD%/*}/tests/cli:$PATH
export TMPDIR=$work/tmp
mkdir tmp
unset GM_DEVICE

# told_by [OPTION...] -- RANK...: run these ranks (each the arguments of helpers/told) as a job
told_by()
{
	local options=()

	while [ "$1" != -- ]; do
		options+=("$1")
		shift
	done
	shift
	# shellcheck disable=SC2016 # they are the inner shell's
	bounded gpcd-sim job "${options[@]}" bash -c '
		for rank; do
			told $rank >"${rank%% *}.said" 2>&1 &
		done
		wait' ranks "$@" 2>err
}

# time_of_job: what the job took, us
time_of_job()
{
	sed -n 's/.* time of the job: \([0-9.]*\) us; .*/\1/p' err
}

# times N WORD...: the words, N times
times()
{
	local count=$1

	shift
	yes "$*" | head -n "$count" | xargs
}

# pingpong NODES: 1,000 ping-pongs of 8 bytes between two ranks there
pingpong()
{
	told_by --torus 4x4x4 --nodes "$1" -- "0 2 $(times 1000 send:1:8:5 recv:1:6)" \
		"1 2 $(times 1000 recv:0:5 send:0:8:6)"
	time_of_job
}

# The figures of docs/simulator.md; on 4x4x4 X is of cables, the first Y+ a mezzanine, Z+ a backplane.
is "1,000 ping-pongs on a chip" "$(pingpong 0,1)" 3000
is "1,000 ping-pongs over a mezzanine" "$(pingpong 0,8)" 3210
is "1,000 ping-pongs over a backplane" "$(pingpong 0,32)" 3230
is "1,000 ping-pongs over a cable" "$(pingpong 0,2)" 3292.5
like "and all at once, as rounds are" "$(cat err)" 'rounds: 1, .*, as if no rank waited for another'

# A message of 8 bytes: 541 cycles to send, 117 on its way on a chip, 542 to receive. Rank 0 computes for
# 1,000 ns, 800 cycles; its send ends when the packet has left, which takes a cycle.
told_by -- '0 2 compute:1000 send:1:8:5' '1 2 recv:0:5'
like "what ranks did with their time" "$(cat err)" \
	'time of the job: 2.5 us; of a rank, mean: compute: 0.5 us, calls: 0.676875 us, wait: 0.838125 us, wire: 0.07375 us$'

# A PUT takes 704 cycles and the way there and back, a GET as long: 888 on a chip. Nobody waits for its
# way: what follows in the thread begins after the 704 cycles, 0.88 us. The other rank does nothing.
told_by --write-program memory.goal -- '0 2 put:1:8' '1 2 compute:5'
is "a PUT into memory" "$(time_of_job)" 1.11
is "a PUT is one of the program" "$(sed -n 's/.*: \(put.*\)/\1/p' memory.goal)" "put 8b to 1"
told_by --write-program memory.goal -- '0 2 compute:1000 get:1:8 compute:5000' '1 2 compute:5'
is "a GET beside a computation" "$(time_of_job)" 6.88
is "a GET is one of the program" "$(sed -n 's/.*: \(get.*\)/\1/p' memory.goal)" "get 8b from 1"

# A request goes on while its rank computes for longer than it takes.
told_by -- '0 2 send:1:8:5:1 compute:100000 wait:1' '1 2 recv:0:5'
is "a request beside a computation" "$(time_of_job)" 100.67625

# alike WHAT NODES TOLD_BY-ARGUMENT...: the program that it writes takes the same time in run --job
alike()
{
	local what=$1 nodes=$2

	shift 2
	rm -f it.goal
	told_by --nodes "$nodes" --write-program it.goal "$@"
	is "$what: exit status" $? 0
	is "$what: as long as the program that it writes" \
		"$(gpcd-sim run --torus 4x2x2 --job "it.goal@$nodes" --json | jq -r '.run[0].job_us')" \
		"$(time_of_job)"
	like "$what: that is a time" "$(time_of_job)" '^[1-9]'
}
alike "calls" 0,9,2 -- '0 3 compute:77 send:1:8:5 send:2:100:1 recv:2:1' \
	'1 3 recv:0:5 send:2:9000:7' '2 3 recv:1:7 recv:0:1 compute:5 send:0:300000:1'
alike "requests" 3,5,20 -- '0 3 send:1:8:5:1 send:2:100000:5:2 compute:10000 wait:1 wait:2' \
	'1 3 recv:-1:-1:1 compute:50 wait:1:0:5 put:2:4096 get:2:4096' \
	'2 3 recv:0:5:4 compute:1 wait:4 compute:3000'
is "requests: a receive from any is one from the sender" \
	"$(sed -n '/^rank 1 /,/^}/ s/.*l1: //p' it.goal)" "recv 8b from 0"
sed 's/8x8x8/4x2x2/' "$GPCD_MACHINES/gemini.machine" >small.machine
"$GPCD-sim" model predict --machine ./small.machine --place 3,5,20 --simulate --json it.goal >outlook
is "requests: gpcd-sim model predict takes the ranks' program, and simulates the same" \
	"$(jq --arg us "$(time_of_job)" '(.job[0].simulated_us - ($us | tonumber)) | fabs < 1e-4' outlook)" true
is "requests: its prediction is within 5 %" "$(jq '.job[0].error_percent | fabs < 5' outlook)" true
alike "messages with unreported receives" 0,2,4 -- '0 3 message:1:64:3' '1 3 compute:9' '2 3 message:1:8:2'
like "messages with unreported receives: how many" "$(cat err)" 'messages without a reported receive: 5: '
alike "receives with unreported messages" 0,2 -- '0 2 compute:5 send:1:8:1' '1 2 recv:0:2 recv:0:1'
like "receives with unreported messages: how many" "$(cat err)" 'receives without a reported message: 1: '

# A rank dies in the middle of a record: what it reported before is rerun.
told_by -- '0 2 send:1:8:5 rubbish:20' '1 2 recv:0:5'
is "a rank that dies: the time of the others" "$(time_of_job)" 1.5

# Another job on the same nodes runs after the first.
bounded gpcd-sim job sh -c 'for i in 1 2; do told 0 2 send:1:8:5:1 wait:1 & told 1 2 recv:0:5; wait; done' \
	>out 2>err
is "two jobs, one after the other" "$(grep -c 'without a reported' err)" 0
like "two jobs: of a rank, two receives" "$(cat err)" 'time of the job: .* calls: 1.35375 us,'

# --- what cannot be rerun ---

# refused WHAT WORDS: an invalid record is an error of the job, and of the flush
refused()
{
	told_by -- "0 4 $2 flush"
	is "$1: the job's exit status" $? 1
	like "$1: is reported" "$(cat err)" 'rank 0: a record: Protocol error'
	is "$1: its flush says so" "$(tail -n 1 0.said)" "flush EPROTO node 0 at 0,0,0"
	like "$1: the rest is rerun" "$(cat err)" 'time of the job: '
}
refused "a receive from nobody" 'compute:5 recv:4:5'
refused "a receive that does not know at its end from whom" 'recv:-1:5'
refused "a wait for no request" wait:0
refused "a wait for a request that has not begun" 'send:1:8:5:1 wait:2'
refused "a wait whose receive was from nobody" 'recv:-1:5:1 wait:1:4:5'
refused "a computation of 2^63 ns" compute:0x8000000000000000

told_by -- '0 2 recv:1:5 send:1:8:6' '1 2 recv:0:6 send:0:8:5'
is "ranks that cannot have waited for each other: exit status" $? 1
like "ranks that cannot have waited for each other: is reported" "$(cat err)" \
	'no time of the job: by the reports of ranks, rank 0 would wait for ever'

# 2^22 + 1 messages within a node.
told_by --per-node 2 -- '0 2 message:1:0:4194305'
is "too much to rerun: the job is good" $? 0
like "too much to rerun: is reported" "$(cat err)" 'no time of the job: ranks did more than 4194304 things'
told_by --per-node 2 --write-program it.goal -- '0 2 message:1:0:4194305'
is "too much to write: exit status" $? 5
like "too much to write: is reported" "$(cat err)" 'it.goal: not written'

echo old >it.goal
told_by --write-program nowhere/it.goal -- '0 2 send:1:8:5' '1 2 recv:0:5'
is "a program that cannot be written: exit status" $? 5
like "a program that cannot be written: is reported" "$(cat err)" 'nowhere/it.goal: No such file or directory'
exits 7 "the command's exit status is the job's" bounded gpcd-sim job --write-program it.goal \
	sh -c 'told 0 1 compute:5; exit 7'
is "a program of one rank" "$(xargs <it.goal)" "num_ranks 1 rank 0 { l1: calc 5 }"
told_by --write-program it.goal --
is "no rank reports anything: no program is written" "$(xargs <it.goal)" "num_ranks 1 rank 0 { l1: calc 5 }"

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The rerun of emulated jobs, end to end: gm-profile's records of receives, waits and computing give
# back the program that the ranks ran.
# shellcheck source=tests/mpi/lib.sh
. "${0%/*}/lib.sh"

export GM_TABLE=0
: "${GM_COMPUTE:=none}"
export GM_COMPUTE

# rerun N WHAT...: a job of N ranks, whose program is in ./goal, on nodes 0, 1, 2, ...
rerun()
{
	local count=$1

	shift
	rm -f goal
	"$GPCD_SIM" job --torus "$torus" --write-program goal \
		timeout -k 10 "$hang" "${launcher[@]}" -n "$count" "$GM_PROFILE" "$GM_BIN/rerun" "$@" >out 2>err ||
		report "rerun $*, $count ranks" "status $?: $(tail -n 3 err)"
}

time_of_job()
{
	sed -n 's/.* time of the job: \([0-9.]*\) us; .*/\1/p' err
}

# computed: average computing time of a rank, us
computed()
{
	sed -n 's/.* mean: compute: \([0-9.e+]*\) us, .*/\1/p' err
}

# run_job FILE: how long a program takes, us
run_job()
{
	"$GPCD_SIM" run --torus "$torus" --job "$1" --json | jq -r '.run[0].job_us'
}

# complete WHAT: no record is missing, and no receive is from any rank
complete()
{
	is "$1: all that was sent was received" "$(grep -c 'without a reported' err)" 0
	is "$1: no receive is from any rank" "$(grep -c -e 'from -1' -e 'tag -1' goal)" 0
	is "$1: it takes as long as the program that was written" "$(run_job goal)" "$(time_of_job)"
}

# rank N: what a rank does, in one line
rank()
{
	sed -n "/^rank $1 /,/^}/p" goal | sed 's/^\t//' | xargs
}

# docs/simulator.md, for two nodes of one chip
rerun 2 pingpong
is "1,000 ping-pongs: their time" "$(time_of_job)" 3000
complete "1,000 ping-pongs"

rerun 4 any
complete "receives from any"
is "receives from any: they got what they got" "$(rank 0 | grep -o 'from [0-9]' | xargs)" "from 3 from 2 from 1"
rerun 2 again
complete "a request that starts again"
is "a request that starts again: thrice" "$(rank 1 | grep -o 'recv 8b' | wc -l)" 3
for count in 1 2 5; do
	rerun $count waits
	complete "waits, $count ranks"
	is "waits, $count ranks: all are reported" "$(grep -c recv goal) $(grep -c send goal)" "$((32 * count)) $((32 * count))"
done
rerun 2 probes
complete "probes"
rerun 3 channels
complete "communicators"
is "communicators: each has its messages" "$(rank 1 | grep -o 'recv [0-9]*b' | xargs)" "recv 3b recv 2b recv 1b"
rerun 2 cancel
complete "a receive that is cancelled"

# Collectives: the generators implement the same textbook algorithms independently.
# as_generated COUNT COLLECTIVE ALGORITHM OPTION...
as_generated()
{
	local count=$1 name=$2 algorithm=$3

	shift 3
	"$GPCD_SIM" program "$name" --algorithm "$algorithm" --ranks "$count" "$@" >generated
	for what in "$name" "i$name"; do
		rerun "$count" "$what"
		complete "$what, $count ranks"
		is "$what, $count ranks: as long as the one that gpcd-sim program makes" "$(time_of_job)" "$(run_job generated)"
	done
}
for count in 2 5 8; do
	as_generated $count barrier dissemination
	as_generated $count allgather ring --bytes 64
	as_generated $count alltoall pairwise --bytes 64
done
for count in 2 8; do
	as_generated $count allreduce recursive-doubling --bytes 64
done
rerun 5 bcast reduce allreduce gather scan ibcast ireduce iallreduce igather iscan
complete "collectives, one after the other"
rerun 5 neighbours
complete "neighbours"
rerun 7 waits barrier pingpong iallgather any alltoall channels
complete "all together"
first=$(time_of_job)
rerun 7 waits barrier pingpong iallgather any alltoall channels
is "all together: the same time again" "$(time_of_job)" "$first"

# --- computing ---

# between WHAT LEAST MOST: check a rank's computing time, us
between()
{
	report "$1" "$(awk -v got="$(computed)" -v least="$2" -v most="$3" \
		'BEGIN { if (got == "" || got < least || got > most) print "got " got ", wanted " least " to " most }')"
}
is "without --compute: no time" "$(computed)" 0
GM_COMPUTE=cpu rerun 2 compute barrier
between "50 ms of a processor" 45000 70000
GM_COMPUTE=0.5 rerun 2 compute barrier
between "half of that" 22500 35000
like "they are the rank's own time" "$(rank 0)" 'calc [0-9]{8}'
GM_COMPUTE=cpu rerun 1 tests
between "50 ms of tests that find nothing" 0 30000
for wrong in fast -1 1e3 1.2.3; do
	fails "--compute $wrong" 2 "compute '$wrong' is none of cpu, none and a factor" \
		"$GM_PROFILE" --compute "$wrong" true
done
"$GM_PROFILE" --compute=2.5 --mpi "$MPI" env >out
like "--compute is for the ranks" "$(cat out)" GM_COMPUTE=2.5

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# How programs under gm-profile begin and end: by any launcher, beside ranks that are not profiled, with or
# without MPI_Finalize.
# shellcheck source=tests/mpi/lib.sh
. "${0%/*}/lib.sh"

# chips FILE: the Geminis of its tables
chips()
{
	grep -s '^(' "$1" | paste -sd' '
}

# --- regions are asked for ---

machine here
for control in 0 1; do
	GM_TABLE=$control ranks 3 "$GM_PROFILE" -o table "$GM_BIN/life" pcontrol >out 2>err
	is "MPI_Pcontrol on some ranks, GM_TABLE=$control: nobody waits" "$?" 0
done
is "MPI_Pcontrol on some ranks: the table of the whole run" "$(chips table)" "(0, 0, 0) (1, 0, 0) (2, 0, 0)"
ranks 3 "$GM_PROFILE" --regions -o table "$GM_BIN/plain" regions >out 2>err
is "--regions: exit code" $? 7
is "--regions: a table each" "$(grep -c '^(0, 0, 0)' table)" 2

# --- beside ranks that are not profiled ---

# mpmd PROGRAM... : PROGRAM...: each with two ranks
mpmd()
{
	local first=()

	while [ "$1" != : ]; do
		first+=("$1")
		shift
	done
	shift
	timeout -k 10 "$hang" "${launcher[@]}" -n 2 "${first[@]}" : -n 2 "$@" >out 2>err
	status=$?
}
profiled=("$GM_PROFILE" -o table "$GM_BIN/life")
mpmd "${profiled[@]}" : "$GM_BIN/life"
is "the first half is profiled: exit code" "$status" 0
is "the first half is profiled: its table" "$(chips table)" "(0, 0, 0) (1, 0, 0)"
mpmd "$GM_BIN/life" : "${profiled[@]}"
is "the second half is profiled: exit code" "$status" 0
is "the second half is profiled: its table" "$(chips table)" "(2, 0, 0) (3, 0, 0)"
mpmd "${profiled[@]}" : "${profiled[@]}"
is "both halves are profiled: exit code" "$status" 0
is "both halves are profiled: one table" "$(chips table)" "(0, 0, 0) (1, 0, 0) (2, 0, 0) (3, 0, 0)"
rm -f table
ranks 2 "$GM_PROFILE" --ranks 0-1 -o table "$GM_BIN/life" >out 2>err
is "--ranks: what the user says" "$(chips table)" "(0, 0, 0) (1, 0, 0)"
is "--ranks: nothing is said of a list that fits" "$(grep -c 'no list such as' err)" 0
rm -f table
ranks 2 "$GM_PROFILE" --ranks 5-6 -o table "$GM_BIN/life" >out 2>err
is "--ranks: a list without the rank: each says so" "$(grep -o 'rank [01]: GM_RANKS=5-6: no list such as' err | sort | xargs)" \
	"rank 0: GM_RANKS=5-6: no list such as rank 1: GM_RANKS=5-6: no list such as"
is "--ranks: a list without the rank is ignored" "$(chips table)" "(0, 0, 0) (1, 0, 0)"
GM_TABLE=0 "$GPCD_SIM" job --torus "$torus" --nodes "$first_nics" timeout -k 10 "$hang" "${launcher[@]}" \
	-n 2 "$GM_BIN/life" : -n 2 "$GM_PROFILE" "$GM_BIN/life" >out 2>err
is "half of an emulated job: exit code" $? 0
like "half of an emulated job: what its ranks sent" "$(cat err)" 'ranks: 2, messages: 6, '

# Open MPI's graphs collide with nonblocking collectives once these have used so many tags that they reach the
# graphs' tags. Spend tags here, so that the test does not pass by luck.
for spent in 0 6 12 17; do
	GM_TABLE=1 ranks 4 "$GM_PROFILE" -o table "$GM_BIN/life" graph $spent >out 2>err
	is "a graph, $spent tags spent: exit code" $? 0
done

# --- any launcher, and none ---

rm -f table
GM_LIBDIR=$build timeout -k 10 "$hang" "$GM_PROFILE" -o table "$GM_BIN/life" >out 2>err
is "no launcher: exit code" $? 0
is "no launcher: a table" "$(chips table)" "(0, 0, 0)"
rm -f table
SLURM_PROCID=0 SLURM_NTASKS=1 timeout -k 10 "$hang" "$GM_PROFILE" -o table "$GM_BIN/life" >out 2>err
is "srun: exit code" $? 0
is "srun: a table" "$(chips table)" "(0, 0, 0)"
# Variables that a launcher sets for the other MPI do not identify the program's MPI.
declare -A foreign=([openmpi]="PMI_RANK=0 PMI_SIZE=1" [mpich]="PMIX_RANK=0")
rm -f table
# shellcheck disable=SC2086 # words
GM_LIBDIR=$build env ${foreign[$MPI]} timeout -k 10 "$hang" "$GM_PROFILE" -o table "$GM_BIN/life" >out 2>err
is "srun for another MPI: exit code" $? 0
is "srun for another MPI: a table" "$(chips table)" "(0, 0, 0)"
cat >script <<-END
	#!/bin/sh
	exec "$GM_BIN/life"
END
chmod +x script
GM_LIBDIR=$build fails "a script, and nothing shows which MPI" 2 'add --mpi openmpi or --mpi mpich' \
	"$GM_PROFILE" ./script
rm -f table
GM_LIBDIR=$build timeout -k 10 "$hang" "$GM_PROFILE" --mpi "$MPI" -o table ./script >out 2>err
is "a script, and --mpi: exit code" $? 0
is "a script, and --mpi: a table" "$(chips table)" "(0, 0, 0)"
declare -A others=([openmpi]=mpich [mpich]=openmpi)
other=${others[$MPI]}
GM_LIBDIR=$build fails "--mpi that the program is not linked for" 2 "life is linked for $MPI: --mpi $other is not for it" \
	"$GM_PROFILE" --mpi "$other" "$GM_BIN/life"
fails "an MPI that there is not" 2 "MPI 'lam' is neither openmpi nor mpich" "$GM_PROFILE" --mpi lam true
fails "a list of ranks that is none" 2 "ranks 'all' are no list" "$GM_PROFILE" --ranks all true

# --- leaving ---

unset GM_DEVICE GM_INTERCONNECT
# left HOW: rank 1 of 3 leaves so; its messages, and the simulator's, in ./err
left()
{
	"$GPCD_SIM" job --torus "$torus" --nodes "$first_nics" timeout -k 10 "$hang" "${launcher[@]}" -n 3 \
		"$GM_PROFILE" "$GM_BIN/life" "$1" >out 2>err
	status=$?
}
# leavers: ranks that left according to the simulator's "ranks 0, 2-3 left ...", one a line
leavers()
{
	sed -nE 's/^gpcd-sim job: ranks? ([0-9, -]+) left without MPI_Finalize: .*/\1/p' err | tr -d ' ' | tr , '\n' |
		awk -F- '{ for (i = $1; i <= $NF; i++) print i }' | sort -un
}
left finalize
is "MPI_Finalize: exit code" "$status" 0
is "MPI_Finalize: nobody left otherwise" "$(grep -c 'without MPI_Finalize' err)" 0
for how in exit _exit abort kill mpi_abort; do
	timeout -k 10 "$hang" "${launcher[@]}" -n 3 "$GM_BIN/life" $how >out 2>&1
	bare=$?
	left $how
	is "$how: the exit code is that without gm-profile" "$((status > 0))" "$((bare > 0))"
	# Three send 64 bytes, and two messages each for a barrier.
	like "$how: all that was sent is counted" "$(cat err)" \
		'ranks: 3, messages: 9, PUTs: 0, GETs: 0, within nodes: 0, bytes: 192'
	case $how in
	exit) said='rank 1 left without MPI_Finalize: by exit\(\); ' ;;
	mpi_abort) said='rank 1 left without MPI_Finalize: by MPI_Abort\(\); ' ;;
	*) said='left without MPI_Finalize: killed, or by _exit\(\); ' ;;
	esac
	like "$how: who left, and how" "$(grep 'gpcd-sim job: rank' err)" "$said"
	is "$how: rank 1 among them" "$(leavers | grep -cx 1)" 1
	is "$how: no table" "$(grep -c '^(' err)" 0
done
left exit
like "exit(): the rank itself says so" "$(cat err)" \
	'gm-profile: rank 1 left by exit\(\), without MPI_Finalize: there is no table'

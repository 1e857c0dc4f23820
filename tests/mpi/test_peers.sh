#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Several processes of mpirun simulate a machine together: everything that gpcd-sim run prints, writes and
# draws is what one process makes, to the byte.
# shellcheck source=tests/mpi/lib.sh
. "${0%/*}/lib.sh"

# one OPTION...: one process; its tables, picture, recording and images are in the folder one
one()
{
	rm -rf one && mkdir one && (cd one && bounded "$GPCD_SIM" run "$@" >out 2>err)
}

# many PROCESSES THREADS OPTION...: likewise in the folder many
many()
{
	local count=$1 threads=$2

	shift 2
	rm -rf many && mkdir many && (cd many && ranks "$count" "$GPCD_SIM" run "$@" --threads "$threads" >out 2>err)
}

# same WHAT PROCESSES THREADS OPTION...: they print what one process prints, and nothing else
same()
{
	local what="$1, $2 processes of $3 threads" count=$2 threads=$3

	shift 3
	one "$@"
	is "$what: alone: exit code" "$? $(head -n 1 one/err)" "0 "
	many "$count" "$threads" "$@"
	is "$what: exit code" "$? $(head -n 1 many/err)" "0 "
	is "$what: tables" "$(diff one/out many/out | head -n 3)" ""
}

# --- the same results ---

breaks=(--torus 4x2x4 --time 60us --load 0.2 --at '1us fail 0,0,0:Z+' --at '2us fail 0,0,1:Z+/3'
	--at '8us mend 0,0,0:Z+' --detect 500ns --quiesce 1us --timeout 2us --links)
for load in 0.1 0.7; do
	same "torus, load $load" 2 2 --torus 4x3x4 --time 4us --load "$load" --links
	same "dragonfly, load $load" 4 1 --dragonfly 2x2x4 --routing adaptive1 --time 4us --load "$load" --links
done
same "until all has arrived" 3 1 --torus 3x2x4 --time 3us --load nic:1 --drain --links
same "faults" 3 2 --torus 4x2x4 --fail 0,0,0:Z+ --degrade 1,0,1:X+=1/3 --crc 1e-3 --time 4us --links
same "links that fail and are mended" 4 1 "${breaks[@]}"
same "a stencil" 2 1 --torus 4x4x4 --stencil 27 --grid 8x8x8 --block 2x2x2 --links

# registers FOLDER: of each of its images, to a file in FOLDER.read; times and process ids are left out
registers()
{
	local image

	mkdir "$1.read"
	for image in "$1"/*; do
		"$GPCD" -d "image:$image" read '*' >"$1.read/${image##*/}"
	done
}

written=(--dragonfly 2x2x3 --time 4us --svg p.svg --record r.gpr --every 500ns --image net)
one "${written[@]}"
many 3 2 "${written[@]}"
is "files: exit code" $? 0
is "files: tables" "$(diff one/out many/out | head -n 3)" ""
is "files: a picture" "$(cmp one/p.svg many/p.svg 2>&1)" ""
is "files: a recording" "$(cmp one/r.gpr many/r.gpr 2>&1)" ""
registers one/net
registers many/net
is "files: register images" "$(diff -r one/net.read many/net.read 2>&1 | head -n 3)" ""
is "files: all images count packets" "$(awk '$3 == "packets" && $2 > 0 { print FILENAME }' many/net.read/* | uniq | wc -l)" 48

# --- what each process has ---

many 4 1 --torus 4x4x8 --time 4us --table processes --csv
is "--processes: chips" "$(cut -d, -f3 many/out | paste -sd' ')" "chips 32 32 32 32"
is "--processes: neighbours in a ring of four" "$(cut -d, -f4 many/out | paste -sd' ')" "neighbours 2 2 2 2"
is "--processes: a message to each in each exchange" \
	"$(awk -F, 'NR > 1 && $6 != 2 * $5 { print }' many/out)" ""

# --- what is refused ---

# refused WHAT OPTION...: once, whatever number of processes
refused()
{
	local what=$1

	shift
	many 2 1 "$@"
	is "refused: $1 $2: exit code" $? 2
	is "refused: $1 $2: said once" "$(grep -c -e "$what" many/err)" 1
}

echo 'num_ranks 1
rank 0 {
l1: calc 1
}' >calc.goal
refused '--job: not with several processes: start gpcd-sim without mpirun' --job "$PWD/calc.goal"
refused '--engine flow: not with several processes' --engine flow
refused '--tiles: not with several processes: leave it out: --record has links' --record r.gpr --tiles
refused '--messages -: not with several processes: name a file that all can read' --messages -
refused '2 processes for 1 chips: take mpirun -n 1 at most' --torus 1
for command in job ugni; do
	ranks 2 "$GPCD_SIM" "$command" true >out 2>err
	is "refused: $command: exit code" $? 2
	is "refused: $command" "$(grep -c "$command: not with several processes: start it alone" err)" 1
done

mkdir lone
cp "$GPCD_SIM" "${GPCD%/*}"/libgpcd.so* lone
fails "without the library" 1 "libgpcd-sim-$MPI.so: .*install-peers.* without mpirun" \
	env OMPI_COMM_WORLD_SIZE= OMPI_COMM_WORLD_RANK=0 PMI_RANK=0 \
	"$([ "$MPI" = mpich ] && echo PMI_SIZE || echo OMPI_COMM_WORLD_SIZE)=2" lone/gpcd-sim run --torus 2x2x2

# --- the end ---

# A file that another host lacks: its first process says so, and nobody waits for it.
echo '0 1 64' >list
mkdir elsewhere
# shellcheck disable=SC2016 # for the shell of each process
ranks 2 sh -c '[ "${OMPI_COMM_WORLD_RANK-$PMI_RANK}" = 0 ] || cd elsewhere
	OMPI_COMM_WORLD_LOCAL_RANK=0 MPI_LOCALRANKID=0 exec "$@"' sh "$(realpath "$GPCD_SIM")" run --torus 2x2x2 --messages list \
	>out 2>err
is "no file on a host: exit code" $? 2
is "no file on a host: who says so" "$(grep -c "^gpcd-sim run, process 1 on $(uname -n): list: " err)" 1

# An error of one process is the error of all; the last chip alone is cut off.
many 2 1 --mesh 4 --fail 3:X-
is "no way left: exit code" $? 1
is "no way left: said once" "$(grep -c "gpcd-sim run.*: no way is left between two nodes" many/err)" 1
many 2 1 --torus 4x4x2 --time 2us --svg /nowhere/p.svg
is "a file that cannot be written: all exit alike" "$?" 5

# counts IMAGE: packets have passed it
counts()
{
	"$GPCD" -d "image:$1" read '*' | awk '$3 == "packets" { sum += $2 } END { exit !sum }'
}

# endless: two processes that simulate until they are ended; their process ids are lines of the file pids
endless()
{
	rm -rf net pids
	# shellcheck disable=SC2016 # for the shell of each process
	ranks 2 sh -c 'echo $$ >>pids && exec "$@"' sh "$GPCD_SIM" run --torus 4x4x4 --time 100000s --image net \
		>out 2>err &
	job=$!
	# Images that count: the processes have met.
	eventually test -e net/c0-0c0s0g0n0
	eventually counts net/c0-0c0s0g0n0
}

# all_gone: no process of the job is left
all_gone()
{
	[ -z "$(xargs -n 1 ps -o pid= -p <pids)" ]
}

# A signal to one process ends all at one cycle, with the results so far.
endless
kill -INT "$(tail -n 1 pids)"
ended "$job"
is "SIGINT: exit code" $? 0
is "SIGINT: the results" "$(awk '/^interrupted/ { print $2 }' out)" yes

# The launcher ends all, and names the host of the process that was killed.
endless
kill -KILL "$(tail -n 1 pids)"
ended "$job"
is "SIGKILL: the job has failed" $(($? != 0)) 1
is "SIGKILL: nothing is printed as a result" "$(grep -c packets_delivered out)" 0
like "SIGKILL: the launcher names the host" "$(cat err out)" "$(uname -n)"
eventually all_gone && report "SIGKILL: no process is left"

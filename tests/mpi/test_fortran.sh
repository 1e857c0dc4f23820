#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Programs in Fortran, by each of MPI's interfaces, and in C with a part in Fortran: each message is
# seen once.
# shellcheck source=tests/mpi/lib.sh
. "${0%/*}/lib.sh"

for interface in mpif_h mpi mpi_f08; do
	for program in ring mixed; do
		what="$interface, $program"
		binary=$GM_BIN/fortran/$interface/$program
		ranks 4 "$binary" >plain.out 2>/dev/null
		is "$what: by itself" "$? $(cat plain.out)" "7 4 ranks"
		GM_OUTPUT=table emulated 4 "$binary" >out 2>err
		is "$what: under gm-profile" "$? $(cat out)" "7 4 ranks"
		# Five messages a rank, in C one more.
		times=$([ $program = ring ] && echo 5 || echo 6)
		is "$what: what it has sent" "$(totals table)" "$((4 * times)) $((4 * times * 64)) 0"
		like "$what: what the simulator received" "$(cat err)" \
			"ranks: 4, messages: $((4 * times)), PUTs: 0, GETs: 0, within nodes: 0, bytes: $((4 * times * 64))"
		moved_is table "$what: the table" "$(ring "$times")"
	done
	# A Barrier is 8 messages of none, Allreduce 8 of 8 bytes, each Bcast 3 of 32, and each rank sends one
	# of 32 bytes more: 20 + 8 + 8 + 6 + 4 messages, 1280 + 64 + 192 + 128 bytes, 64 + 192 derived.
	GM_TABLE=0 GM_OUTPUT=table emulated 4 "$GM_BIN/fortran/$interface/ring" all >out 2>err
	is "$interface, collectives" "$? $(cat out)" "7 4 ranks"
	is "$interface, collectives: what it has sent" "$(totals table)" "46 1664 256 MPI_Comm_dup: 4"
done

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Check each MPI call by which ranks exchange data under gm-profile: what is reported of each call
 * must be as expected. Print a line for each part, "NAME MESSAGES BYTES DERIVED UNSEEN", summed
 * over all ranks.
 *
 *	mpirun -n RANKS gm-profile --no-table calls
 *
 * In an emulated job the records go to the simulator and are not checked.
 */
#include <stdlib.h>

#include "calls/calls.h"

MPI_Comm comm;
int me, ranks;

static const struct {
	const char *name;
	void (*run)(void);
} parts[] = {
	{ "p2p", check_p2p }, { "sendrecv", check_sendrecv }, { "collective", check_collective },
	{ "neighbour", check_neighbour }, { "onesided", check_onesided },
	{ "unseen_sized", check_unseen_sized }, { "unseen", check_unseen },
	{ "inter", check_inter },
#ifdef OPEN_MPI
	/* Debian's MPICH communicates by UCX, which cannot reach processes that come later. */
	{ "dynamic", check_dynamic },
#endif
#if MPI_VERSION >= 4
	{ "p2p", check_p2p_c }, { "sendrecv", check_sendrecv_c },
	{ "collective", check_collective_c }, { "neighbour", check_neighbour_c },
	{ "onesided", check_onesided_c }, { "unseen_sized", check_unseen_sized_c },
	{ "nowhere", check_nowhere_c },
#endif
	/* After a persistent request to MPI_PROC_NULL collective ones of MPICH 4.0 hang. */
	{ "nowhere", check_nowhere },
};

int after(int distance)
{
	return ((me + distance) % ranks + ranks) % ranks;
}

/* MPI_Barrier() is slow if there are more spinning ranks than processors. */
void meet(int distance)
{
	ASIDE(PMPI_Sendrecv(NULL, 0, MPI_BYTE, after(-distance), 1,
			    NULL, 0, MPI_BYTE, after(distance), 1, comm, MPI_STATUS_IGNORE));
}

int main(int argc, char **argv)
{
	int provided, rank, own, all;
	MPI_Comm parents;

	heard_listen();
	MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
	PMPI_Comm_get_parent(&parents);
	if (parents != MPI_COMM_NULL) {
		be_child(parents);
		MPI_Finalize();
		return 0;
	}
	heard_line_is_patient();
	PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
	ASIDE(PMPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &comm));
	PMPI_Comm_rank(comm, &me);
	PMPI_Comm_size(comm, &ranks);
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		parts[i].run();
		heard_part(parts[i].name);
	}
	own = faults();
	ASIDE(PMPI_Allreduce(&own, &all, 1, MPI_INT, MPI_SUM, comm));
	PMPI_Comm_free(&comm);
	MPI_Finalize();
	return all ? EXIT_FAILURE : 0;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Calls that a profile easily misses: an allreduce of 64 bytes, made once and started twice, and
 * MPI_Win_test(), until it is true.
 *
 *	mpirun -n RANKS calls
 */
#include <mpi.h>
#ifdef OPEN_MPI
#include <mpi-ext.h>
#endif

#if MPI_VERSION < 4
#define MPI_Allreduce_init	MPIX_Allreduce_init
#endif

static void reduce_twice(void)
{
	double out[8] = { 1 }, in[8];
	MPI_Request request;

	MPI_Allreduce_init(out, in, 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL,
			   &request);
	for (int i = 0; i < 2; i++) {
		MPI_Start(&request);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
	}
	MPI_Request_free(&request);
}

static void test_window(void)
{
	MPI_Group all;
	MPI_Win win;
	void *base;
	int done = 0;

	MPI_Comm_group(MPI_COMM_WORLD, &all);
	MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
	MPI_Win_post(all, 0, win);
	MPI_Win_start(all, 0, win);
	MPI_Win_complete(win);
	while (!done)
		MPI_Win_test(win, &done);
	MPI_Win_free(&win);
	MPI_Group_free(&all);
}

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	reduce_twice();
	test_window();
	MPI_Finalize();
	return 0;
}

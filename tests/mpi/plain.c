// SPDX-License-Identifier: GPL-2.0-only
/*
 * A program without libgm: every rank sends 64 bytes to the next, four times, and ends with status
 * 7.
 *
 *	mpirun -n RANKS plain [regions]
 *
 * With "regions" one of those times is in a first region of MPI_Pcontrol(), two in a second.
 */
#include <stdio.h>
#include <string.h>
#include <mpi.h>

static int rank, ranks;

static unsigned char pass_on(unsigned char own)
{
	unsigned char out[64], in[64];

	for (size_t i = 0; i < sizeof(out); i++)
		out[i] = own + 37 * i;
	MPI_Sendrecv(out, sizeof(out), MPI_BYTE, (rank + 1) % ranks, 5, in, sizeof(in), MPI_BYTE,
		     (rank + ranks - 1) % ranks, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	return in[0];
}

static unsigned char pass_in_region(unsigned char own, int times)
{
	MPI_Pcontrol(1);
	while (times--)
		own = pass_on(own);
	MPI_Pcontrol(0);
	return own;
}

int main(int argc, char **argv)
{
	unsigned char own;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	own = rank + 1;
	if (argc > 1 && !strcmp(argv[1], "regions")) {
		own = pass_in_region(own, 1);
		own = pass_on(own);
		own = pass_in_region(own, 2);
	} else {
		for (int i = 0; i < 4; i++)
			own = pass_on(own);
	}
	if (rank == 0)
		printf("%d ranks, rank 0 has %d\n", ranks, own);
	MPI_Finalize();
	return 7;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * A program in C whose exchange is in Fortran, like MiniGhost's: one message of 64 bytes from C,
 * the others from exchange.F90. Ends with status 7 if all arrived.
 */
#include <stdio.h>
#include <mpi.h>

/* Fortran's. */
void exchange_(int *wrong);

int main(int argc, char **argv)
{
	char out[64], in[64];
	int rank, ranks, wrong;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	for (size_t i = 0; i < sizeof(out); i++)
		out[i] = rank + i + 1;
	MPI_Sendrecv(out, sizeof(out), MPI_BYTE, (rank + 1) % ranks, 5, in, sizeof(in), MPI_BYTE,
		     (rank + ranks - 1) % ranks, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	exchange_(&wrong);
	if (!wrong && !rank)
		printf("%d ranks\n", ranks);
	MPI_Finalize();
	return wrong ? 1 : 7;
}

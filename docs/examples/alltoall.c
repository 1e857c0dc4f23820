// SPDX-License-Identifier: GPL-2.0-only
/*
 * Times of MPI_Alltoall, for `gpcd-study aries fig4': a line of CSV each call, with the bytes that
 * each rank sends each other one, and the ns that the slowest rank took.
 *
 *	alltoall [REPETITIONS]
 *
 * Build: mpicc -O2 alltoall.c -o alltoall
 * Run: mpirun -n 8 ./alltoall >times.csv
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define LARGEST		(64 << 10)
#define USUAL		200

static double alltoall(const char *out, char *in, int bytes)
{
	double took, slowest;

	MPI_Barrier(MPI_COMM_WORLD);
	took = -MPI_Wtime();
	MPI_Alltoall(out, bytes, MPI_CHAR, in, bytes, MPI_CHAR, MPI_COMM_WORLD);
	took += MPI_Wtime();
	MPI_Reduce(&took, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
	return slowest;
}

static void measure(const char *out, char *in, int repetitions, int rank)
{
	double took;

	if (!rank)
		puts("bytes,ns");
	for (int bytes = 8; bytes <= LARGEST; bytes *= 8) {
		alltoall(out, in, bytes);
		for (int i = 0; i < repetitions; i++) {
			took = alltoall(out, in, bytes);
			if (!rank)
				printf("%d,%.0f\n", bytes, took * 1e9);
		}
	}
}

int main(int argc, char **argv)
{
	int ranks, rank, repetitions = argc > 1 ? atoi(argv[1]) : USUAL;
	char *out, *in;

	MPI_Init(&argc, &argv);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	out = calloc(ranks, LARGEST);
	in = calloc(ranks, LARGEST);
	if (!out || !in || repetitions < 1)
		MPI_Abort(MPI_COMM_WORLD, 1);
	measure(out, in, repetitions, rank);
	free(out);
	free(in);
	return MPI_Finalize();
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * A program without libgm: every rank sends 64 bytes to the next, four times, and ends with status
 * 7.
 *
 *	mpirun -n RANKS plain [regions | hosts]
 *
 * With "regions" one of those times is in a first region of MPI_Pcontrol(), two in a second. With
 * "hosts" it first prints what it is told of its host, and how many hosts there are.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>
#include <mpi.h>

#define NAME	65	/* bytes of a host's name, with its NUL */

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

/* Print the names before and after MPI_Init(), then how many of them differ. */
static void print_hosts(const char *before)
{
	char name[NAME] = "", own[MPI_MAX_PROCESSOR_NAME] = "", other[MPI_MAX_PROCESSOR_NAME] = "";
	char *all = calloc(ranks, NAME);
	struct utsname host;
	int different = 0, length, again;

	gethostname(name, sizeof(name));
	uname(&host);
	MPI_Get_processor_name(own, &length);
	PMPI_Get_processor_name(other, &again);
	printf("rank %d: %s, %s, %s %d, %s %d, before %s\n", rank, name, host.nodename, own,
	       length, other, again, before);
	fflush(stdout);
	MPI_Allgather(name, NAME, MPI_CHAR, all, NAME, MPI_CHAR, MPI_COMM_WORLD);
	for (int i = 0, j; i < ranks; i++) {
		for (j = 0; j < i && strcmp(all + i * NAME, all + j * NAME); j++)
			;
		different += j == i;
	}
	if (!rank)
		printf("hosts: %d\n", different);
	free(all);
}

int main(int argc, char **argv)
{
	char before[NAME] = "";
	unsigned char own;

	gethostname(before, sizeof(before));
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	own = rank + 1;
	if (argc > 1 && !strcmp(argv[1], "hosts"))
		print_hosts(before);
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

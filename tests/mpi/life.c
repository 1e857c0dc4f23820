// SPDX-License-Identifier: GPL-2.0-only
/*
 * A program without libgm that begins and ends in several ways.
 *
 *	mpirun -n RANKS life [MODE [ARGUMENT]]
 *
 * Each rank sends 64 bytes to the next, and all meet in a barrier. Then, by MODE:
 *
 *	pcontrol	odd ranks alone call MPI_Pcontrol(1) and MPI_Pcontrol(0)
 *	graph SPENT	a graph is made, after SPENT nonblocking barriers
 *	exit, _exit, abort, kill, mpi_abort
 *			rank 1 ends in this way, with status 3, after each other rank
 *			has made a file to show that it has left the barrier; the
 *			others wait for rank 1
 *	finalize	nothing; so without MODE
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <mpi.h>

static int rank, ranks;

static void pass_on(void)
{
	char out[64] = { 1 }, in[64];

	MPI_Sendrecv(out, sizeof(out), MPI_BYTE, (rank + 1) % ranks, 5, in, sizeof(in), MPI_BYTE,
		     (rank + ranks - 1) % ranks, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Barrier(MPI_COMM_WORLD);
}

static void control(void)
{
	if (rank % 2 == 0)
		return;
	MPI_Pcontrol(1);
	MPI_Pcontrol(0);
}

/* Each rank is every other rank's neighbour. */
static void make_graph(int spent)
{
	int *all = malloc(ranks * sizeof(*all));
	MPI_Request request;
	MPI_Comm graph;

	while (spent--) {
		MPI_Ibarrier(MPI_COMM_WORLD, &request);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
	}
	for (int i = 0; i < ranks; i++)
		all[i] = i;
	MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &rank, &ranks, all, all, MPI_INFO_NULL,
			      0, &graph);
	MPI_Comm_free(&graph);
	free(all);
}

/* Return the name of the file that rank @who makes when it has left the barrier. */
static const char *out_name(int who)
{
	static char name[32];

	snprintf(name, sizeof(name), "life.%d", who);
	return name;
}

/*
 * Wait until all other ranks have left the barrier. When rank 1 aborts, MPI kills them wherever
 * they are, and messages of a barrier are counted only when MPI_Barrier() returns.
 */
static void others_wait(void)
{
	for (int i = 0; i < ranks; i++) {
		while (i != rank && unlink(out_name(i)))
			usleep(1000);
	}
}

static void leave(const char *how)
{
	others_wait();
	if (!strcmp(how, "exit"))
		exit(3);
	if (!strcmp(how, "_exit"))
		_exit(3);
	if (!strcmp(how, "abort"))
		abort();
	if (!strcmp(how, "kill"))
		raise(SIGKILL);
	if (!strcmp(how, "mpi_abort"))
		MPI_Abort(MPI_COMM_WORLD, 3);
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "finalize";

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	pass_on();
	if (!strcmp(mode, "pcontrol"))
		control();
	else if (!strcmp(mode, "graph"))
		make_graph(atoi(argv[2]));
	else if (rank == 1 && strcmp(mode, "finalize"))
		leave(mode);
	else if (strcmp(mode, "finalize"))
		close(open(out_name(rank), O_CREAT | O_WRONLY, 0600));
	MPI_Finalize();
	return 0;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Programs that the rerun of an emulated job has to get right.
 *
 *	mpirun -n RANKS rerun WHAT...
 *
 * pingpong: 1,000 of 8 bytes between the first two ranks. any: the first rank receives from the
 * others in their reverse order, by receives from any. again: one request, started three times.
 * waits: requests that each call waits for. probes: messages that are found before they are
 * received. channels: messages of several communicators, received the other way round. cancel: a
 * receive that is cancelled. compute: 50 ms, by each rank. tests: 50 ms of tests that find nothing.
 * barrier, bcast, reduce, allreduce, allgather, alltoall, gather, scan: that collective; i...: the
 * same as a request. neighbours: an exchange on a ring and on a graph.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <mpi.h>

#define TIMES	1000
#define BYTES	64
#define TAG	5
#define MOST	64	/* ranks */

/* Not a constant: gcc takes MPICH's MPI_STATUSES_IGNORE for an array without room. */
MPI_Status *unwanted = MPI_STATUSES_IGNORE;

static int rank, ranks;
static char in[MOST * BYTES], out[MOST * BYTES];
static MPI_Comm world = MPI_COMM_WORLD;

static void send_to(int to)
{
	MPI_Send(out, 8, MPI_BYTE, to, TAG, world);
}

static void receive_from(int from)
{
	MPI_Recv(in, 8, MPI_BYTE, from, TAG, world, MPI_STATUS_IGNORE);
}

static void pingpong(void)
{
	for (int i = 0; i < TIMES && rank < 2; i++) {
		if (!rank)
			send_to(1);
		receive_from(!rank);
		if (rank)
			send_to(0);
	}
}

/*
 * The last rank sends first, and each rank sends after the next higher one has. Rank 1 waits, so
 * that all others are in MPI_Finalize() by then if this is the last action.
 */
static void any(void)
{
	if (!rank) {
		for (int i = 1; i < ranks; i++)
			MPI_Recv(in, 8, MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, world,
				 MPI_STATUS_IGNORE);
		return;
	}
	if (rank < ranks - 1)
		receive_from(rank + 1);
	if (rank == 1)
		nanosleep(&(struct timespec){ .tv_nsec = 100000000 }, NULL);
	MPI_Ssend(out, 8, MPI_BYTE, 0, TAG + rank, world);
	if (rank > 1)
		send_to(rank - 1);
}

static void again(void)
{
	MPI_Request request;

	if (rank > 1)
		return;
	if (rank)
		MPI_Recv_init(in, 8, MPI_BYTE, MPI_ANY_SOURCE, TAG, world, &request);
	else
		MPI_Send_init(out, 8, MPI_BYTE, 1, TAG, world, &request);
	for (int i = 0; i < 3; i++) {
		MPI_Start(&request);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
	}
	MPI_Request_free(&request);
}

/* Begin to send eight messages to the next rank, or to receive them from the previous one. */
static void begin(MPI_Request requests[8])
{
	int before = (rank + ranks - 1) % ranks;

	for (int i = 0; i < 8; i += 2) {
		MPI_Irecv(in + i * BYTES, BYTES, MPI_BYTE, i % 4 ? MPI_ANY_SOURCE : before,
			  TAG + i, world, &requests[i]);
		MPI_Isend(out, BYTES, MPI_BYTE, (rank + 1) % ranks, TAG + i, world,
			  &requests[i + 1]);
	}
}

static void waits(void)
{
	MPI_Request requests[8];
	int indices[8], index, done, flag;

	begin(requests);
	MPI_Waitall(8, requests, unwanted);
	begin(requests);
	for (int i = 0; i < 8; i++)
		MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
	begin(requests);
	for (int i = 0; i < 8; i++)
		MPI_Waitany(8, requests, &index, MPI_STATUS_IGNORE);
	begin(requests);
	for (int left = 8; left; left -= done)
		MPI_Waitsome(8, requests, &done, indices, unwanted);
	begin(requests);
	do {
		MPI_Testall(8, requests, &flag, unwanted);
	} while (!flag);
	begin(requests);
	for (int left = 8; left; left -= flag)
		MPI_Testany(8, requests, &index, &flag, MPI_STATUS_IGNORE);
	begin(requests);
	for (int left = 8; left; left -= done)
		MPI_Testsome(8, requests, &done, indices, unwanted);
	begin(requests);
	for (int i = 0; i < 8; i++) {
		do {
			MPI_Test(&requests[i], &flag, MPI_STATUS_IGNORE);
		} while (!flag);
	}
}

static void probes(void)
{
	MPI_Request request;
	MPI_Message message;
	MPI_Status status;
	int flag;

	for (int i = 0; i < 4 && rank == 1; i++)
		send_to(0);
	if (rank)
		return;
	MPI_Probe(MPI_ANY_SOURCE, TAG, world, &status);
	receive_from(status.MPI_SOURCE);
	do {
		MPI_Iprobe(1, MPI_ANY_TAG, world, &flag, MPI_STATUS_IGNORE);
	} while (!flag);
	receive_from(1);
	MPI_Mprobe(MPI_ANY_SOURCE, TAG, world, &message, MPI_STATUS_IGNORE);
	MPI_Mrecv(in, 8, MPI_BYTE, &message, MPI_STATUS_IGNORE);
	do {
		MPI_Improbe(1, TAG, world, &flag, &message, MPI_STATUS_IGNORE);
	} while (!flag);
	MPI_Imrecv(in, 8, MPI_BYTE, &message, &request);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* Two communicators of one group, and one of the same ranks in another order. */
static void channels(void)
{
	MPI_Comm comms[3];
	MPI_Request requests[3];

	MPI_Comm_dup(world, &comms[0]);
	MPI_Comm_dup(world, &comms[1]);
	MPI_Comm_split(world, 0, -rank, &comms[2]);
	for (int i = 0; i < 3 && !rank; i++)
		MPI_Isend(out, i + 1, MPI_BYTE, i < 2 ? 1 : ranks - 2, TAG, comms[i], &requests[i]);
	if (!rank)
		MPI_Waitall(3, requests, unwanted);
	for (int i = 2; i >= 0 && rank == 1; i--)
		MPI_Recv(in, i + 1, MPI_BYTE, i < 2 ? 0 : ranks - 1, TAG, comms[i],
			 MPI_STATUS_IGNORE);
	for (int i = 0; i < 3; i++)
		MPI_Comm_free(&comms[i]);
}

static void cancel(void)
{
	MPI_Request request;

	if (rank == 1) {
		MPI_Irecv(in, 8, MPI_BYTE, 0, TAG, world, &request);
		MPI_Cancel(&request);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
	}
	MPI_Barrier(world);
	if (!rank)
		send_to(1);
	if (rank == 1)
		receive_from(0);
}

static clock_t ms(int count)
{
	return (clock_t)count * (CLOCKS_PER_SEC / 1000);
}

static void compute(void)
{
	clock_t end = clock() + ms(50);

	while (clock() < end)
		;
}

static void tests(void)
{
	clock_t end = clock() + ms(50);
	MPI_Request request;
	int flag;

	MPI_Irecv(in, 8, MPI_BYTE, MPI_ANY_SOURCE, TAG, world, &request);
	while (clock() < end) {
		for (int i = 0; i < 10000; i++)
			MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
	}
	MPI_Cancel(&request);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void neighbours(void)
{
	MPI_Comm ring, graph;
	int next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks, one = 1;

	MPI_Cart_create(world, 1, &ranks, &one, 0, &ring);
	MPI_Neighbor_alltoall(out, BYTES, MPI_BYTE, in, BYTES, MPI_BYTE, ring);
	MPI_Dist_graph_create_adjacent(world, 1, &before, &one, 1, &next, &one, MPI_INFO_NULL, 0,
				       &graph);
	MPI_Neighbor_allgather(out, BYTES, MPI_BYTE, in, BYTES, MPI_BYTE, graph);
	MPI_Comm_free(&ring);
	MPI_Comm_free(&graph);
}

/* Make a collective, or begin one. */
static void collective(const char *name, MPI_Request *request)
{
#define EITHER(call, icall, ...) do {							\
	if (request)									\
		icall(__VA_ARGS__, request);						\
	else										\
		call(__VA_ARGS__);							\
} while (0)
	if (!strcmp(name, "barrier"))
		EITHER(MPI_Barrier, MPI_Ibarrier, world);
	else if (!strcmp(name, "bcast"))
		EITHER(MPI_Bcast, MPI_Ibcast, in, BYTES, MPI_BYTE, 0, world);
	else if (!strcmp(name, "reduce"))
		EITHER(MPI_Reduce, MPI_Ireduce, out, in, BYTES, MPI_BYTE, MPI_BOR, 0, world);
	else if (!strcmp(name, "allreduce"))
		EITHER(MPI_Allreduce, MPI_Iallreduce, out, in, BYTES, MPI_BYTE, MPI_BOR, world);
	else if (!strcmp(name, "allgather"))
		EITHER(MPI_Allgather, MPI_Iallgather, out, BYTES, MPI_BYTE, in, BYTES, MPI_BYTE,
		       world);
	else if (!strcmp(name, "alltoall"))
		EITHER(MPI_Alltoall, MPI_Ialltoall, out, BYTES, MPI_BYTE, in, BYTES, MPI_BYTE,
		       world);
	else if (!strcmp(name, "gather"))
		EITHER(MPI_Gather, MPI_Igather, out, BYTES, MPI_BYTE, in, BYTES, MPI_BYTE, 0,
		       world);
	else if (!strcmp(name, "scan"))
		EITHER(MPI_Scan, MPI_Iscan, out, in, BYTES, MPI_BYTE, MPI_BOR, world);
	else
		fprintf(stderr, "rerun: what is %s?\n", name);
}

static void run(const char *name)
{
	static const struct {
		const char *name;
		void (*run)(void);
	} whats[] = {
		{ "pingpong", pingpong }, { "any", any }, { "again", again }, { "waits", waits },
		{ "probes", probes }, { "channels", channels }, { "cancel", cancel },
		{ "compute", compute }, { "tests", tests }, { "neighbours", neighbours },
	};
	MPI_Request request;

	for (size_t i = 0; i < sizeof(whats) / sizeof(*whats); i++) {
		if (!strcmp(name, whats[i].name)) {
			whats[i].run();
			return;
		}
	}
	if (*name != 'i') {
		collective(name, NULL);
		return;
	}
	collective(name + 1, &request);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(world, &rank);
	MPI_Comm_size(world, &ranks);
	for (int i = 1; i < argc; i++)
		run(argv[i]);
	MPI_Finalize();
	return 0;
}

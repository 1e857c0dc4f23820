// SPDX-License-Identifier: GPL-2.0-only
/* Point to point: 24 bytes to the next rank, unless stated otherwise. */
#include <string.h>
#include <sys/mman.h>

#include "calls.h"

#define TAG	5
#define COUNTED	3
#define BYTES	24
#define LONG	(65536 + 24)

static char out[LONG], in[LONG];
static MPI_Request receive;

static void fill(char value)
{
	memset(out, value, sizeof(out));
}

/*
 * Post the receive before anybody sends: MPI_Rsend() needs that. It is not reported, because not
 * all messages that it receives are: an unreported message would be taken for the next one.
 */
static void begin(void)
{
	memset(in, 0x55, sizeof(in));
	ASIDE(PMPI_Irecv(in, sizeof(in), MPI_BYTE, after(-1), TAG, comm, &receive));
	meet(1);
}

/* All ranks send the same. */
static void end(const char *call, int bytes)
{
	MPI_Status status;
	int came;

	PMPI_Wait(&receive, &status);
	PMPI_Get_count(&status, MPI_BYTE, &came);
	if (came != bytes || memcmp(in, out, bytes))
		fault(call, "something else arrived");
	heard(call);
}

#define SEND(name) do {									\
	begin();									\
	expect_message(after(1), BYTES, 0);						\
	FORM(name)(out, COUNTED, MPI_DOUBLE, after(1), TAG, comm);			\
	end(NAME(FORM(name)), BYTES);							\
} while (0)

#define ISEND(name) do {								\
	MPI_Request request;								\
											\
	begin();									\
	expect_message(after(1), BYTES, 0);						\
	FORM(name)(out, COUNTED, MPI_DOUBLE, after(1), TAG, comm, &request);		\
	PMPI_Wait(&request, MPI_STATUS_IGNORE);						\
	end(NAME(FORM(name)), BYTES);							\
} while (0)

static void start_each(const char *call, MPI_Request *request)
{
	begin();
	expect_message(after(1), BYTES, 0);
	MPI_Start(request);
	PMPI_Wait(request, MPI_STATUS_IGNORE);
	end(call, BYTES);
}

/* A request that libgm-profile has not seen being made is not reported. */
static void start_all(const char *call, MPI_Request *request)
{
	MPI_Request both[2], other;

	ASIDE(PMPI_Irecv(NULL, 0, MPI_BYTE, after(-1), TAG + 1, comm, &other));
	ASIDE(PMPI_Send_init(NULL, 0, MPI_BYTE, after(1), TAG + 1, comm, &both[0]));
	both[1] = *request;
	begin();
	expect_message(after(1), BYTES, 0);
	MPI_Startall(2, both);
	PMPI_Wait(&both[0], MPI_STATUS_IGNORE);
	PMPI_Wait(&both[1], MPI_STATUS_IGNORE);
	PMPI_Wait(&other, MPI_STATUS_IGNORE);
	end(call, BYTES);
	PMPI_Request_free(&both[0]);
}

#define SEND_INIT(name) do {								\
	MPI_Request request;								\
											\
	FORM(name)(out, COUNTED, MPI_DOUBLE, after(1), TAG, comm, &request);		\
	heard(NAME(FORM(name)));							\
	start_each(NAME(FORM(name)), &request);						\
	start_all(NAME(FORM(name)), &request);						\
	MPI_Request_free(&request);							\
} while (0)

static void send_all_ways(void)
{
	char room[BYTES + MPI_BSEND_OVERHEAD];
	void *was;
	int size;

	PMPI_Buffer_attach(room, sizeof(room));
	SEND(MPI_Send);
	SEND(MPI_Bsend);
	SEND(MPI_Ssend);
	SEND(MPI_Rsend);
	ISEND(MPI_Isend);
	/* The buffer is empty again: everything arrived. */
	ISEND(MPI_Ibsend);
	ISEND(MPI_Issend);
	ISEND(MPI_Irsend);
	SEND_INIT(MPI_Send_init);
	SEND_INIT(MPI_Bsend_init);
	SEND_INIT(MPI_Ssend_init);
	SEND_INIT(MPI_Rsend_init);
	PMPI_Buffer_detach(&was, &size);
}

static void send_each(int count, MPI_Datatype type, int bytes, uint32_t flags)
{
	begin();
	expect_message(after(1), bytes, flags);
	FORM(MPI_Send)(out, count, type, after(1), TAG, comm);
	end(NAME(FORM(MPI_Send)), bytes);
}

/* A message counts as zeros if its first 64 KiB are zero and it has no gaps. */
static void send_zeros(void)
{
	MPI_Datatype gap;

	fill(0);
	send_each(0, MPI_DOUBLE, 0, 0);
	send_each(COUNTED, MPI_DOUBLE, BYTES, JOB_ZERO);
	PMPI_Type_vector(2, 1, 2, MPI_DOUBLE, &gap);
	PMPI_Type_commit(&gap);
	send_each(1, gap, 16, 0);
	PMPI_Type_free(&gap);
	out[65536] = 1;
	send_each(LONG, MPI_BYTE, LONG, JOB_ZERO);
	out[65535] = 1;
	send_each(LONG, MPI_BYTE, LONG, 0);
	fill(1);
}

/* Only the message is read: nothing of an empty one, and nothing after its end. */
static void send_at_edges(void)
{
	char *pages = mmap(NULL, 2 * LONG, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
			   0);
	char *edge = pages + (LONG & ~4095);

	mprotect(edge, LONG, PROT_NONE);
	fill(0);
	begin();
	expect_message(after(1), 0, 0);
	FORM(MPI_Send)(edge + 1, 0, MPI_BYTE, after(1), TAG, comm);
	end(NAME(FORM(MPI_Send)) ", of nothing", 0);
	begin();
	expect_message(after(1), 8, JOB_ZERO);
	FORM(MPI_Send)(edge - 8, 8, MPI_BYTE, after(1), TAG, comm);
	end(NAME(FORM(MPI_Send)) ", at the end of a mapping", 8);
	munmap(pages, 2 * LONG);
	fill(1);
}

/* Persistent requests: the data are checked at each start. */
static void start_zeros(void)
{
	MPI_Request request;

	FORM(MPI_Send_init)(out, COUNTED, MPI_DOUBLE, after(1), TAG, comm, &request);
	start_each(NAME(FORM(MPI_Send_init)), &request);
	fill(0);
	begin();
	expect_message(after(1), BYTES, JOB_ZERO);
	MPI_Start(&request);
	PMPI_Wait(&request, MPI_STATUS_IGNORE);
	end(NAME(FORM(MPI_Send_init)), BYTES);
	MPI_Request_free(&request);
	fill(1);
}

/* A freed request is forgotten: its handle may come again, for a request not seen being made. */
static void free_request(void)
{
	MPI_Request request, freed;
	int again = 0;

	for (int i = 0; i < 64 && !again; i++) {
		FORM(MPI_Send_init)(out, COUNTED, MPI_DOUBLE, after(1), TAG, comm, &request);
		freed = request;
		MPI_Request_free(&request);
		ASIDE(PMPI_Send_init(out, COUNTED, MPI_DOUBLE, after(1), TAG, comm, &request));
		again = request == freed;
		begin();
		MPI_Start(&request);
		PMPI_Wait(&request, MPI_STATUS_IGNORE);
		end("MPI_Request_free", BYTES);
		PMPI_Request_free(&request);
	}
	if (!again)
		fault("MPI_Request_free", "no handle came again: this shows nothing");
}

/* Every other rank, in a communicator with numbers of its own. */
static void send_in_half(void)
{
	MPI_Comm half;
	MPI_Request request;
	int own, size, to;

	ASIDE(PMPI_Comm_split(comm, me % 2, me, &half));
	PMPI_Comm_rank(half, &own);
	PMPI_Comm_size(half, &size);
	to = (own + 1) % size;
	PMPI_Irecv(in, sizeof(in), MPI_BYTE, MPI_ANY_SOURCE, TAG, half, &request);
	expect_message(2 * to + me % 2, BYTES, 0);
	FORM(MPI_Send)(out, COUNTED, MPI_DOUBLE, to, TAG, half);
	PMPI_Wait(&request, MPI_STATUS_IGNORE);
	heard("MPI_Send, in a part");
	for (int step = 1; step < size; step++)
		expect_message(2 * to + me % 2, 8, JOB_DERIVED);
	FORM(MPI_Allgather)(out, 2, MPI_INT, in, 1, MPI_2INT, half);
	heard("MPI_Allgather, in a part");
	PMPI_Comm_free(&half);
}

void FORM(check_p2p)(void)
{
	fill(1);
	send_all_ways();
	send_zeros();
	send_at_edges();
	start_zeros();
	free_request();
	send_in_half();
}

/* Messages to MPI_PROC_NULL are neither reported nor read: their memory cannot be read. */
void FORM(check_nowhere)(void)
{
	void *closed = mmap(NULL, LONG, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	MPI_Request request;

	FORM(MPI_Send)(closed, LONG, MPI_BYTE, MPI_PROC_NULL, TAG, comm);
	FORM(MPI_Isend)(closed, LONG, MPI_BYTE, MPI_PROC_NULL, TAG, comm, &request);
	PMPI_Wait(&request, MPI_STATUS_IGNORE);
	FORM(MPI_Send_init)(closed, LONG, MPI_BYTE, MPI_PROC_NULL, TAG, comm, &request);
	MPI_Start(&request);
	PMPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Request_free(&request);
	FORM(MPI_Sendrecv)(closed, LONG, MPI_BYTE, MPI_PROC_NULL, TAG, in, LONG, MPI_BYTE,
			   MPI_PROC_NULL, TAG, comm, MPI_STATUS_IGNORE);
	FORM(MPI_Sendrecv_replace)(closed, LONG, MPI_BYTE, MPI_PROC_NULL, TAG, MPI_PROC_NULL, TAG,
				   comm, MPI_STATUS_IGNORE);
	heard("to MPI_PROC_NULL");
	munmap(closed, LONG);
}

// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The processes of an MPI job that simulate a network together: struct net_peers by MPI, in a
 * library for each MPI that gpcd-sim loads under mpirun (docs/decisions/0037).
 */
#include <limits.h>
#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "netsim/peers.h"

/* Tags of messages: a letter, the begin of one that is longer than the first room, and its rest. */
enum { TAG_WHOLE, TAG_BEGIN, TAG_REST };

/* How often requests are tested before other processes may have the processor. */
#define SPINS		1000

/* Bytes that the first message to or from a process may have: both sides know. At first none. */
struct room {
	size_t sent;
	size_t received;
	char *text;	/* received; has so many bytes */
};

/* The job. */
struct job {
	MPI_Comm comm;
	unsigned int number, count;
	struct room *room;		/* by process */
	MPI_Request *request;		/* 3 for each process, and 2 */
	MPI_Status *status;		/* likewise */
};

/* --- the end --- */

static void job_abort(void *context, const char *why)
{
	char host[MPI_MAX_PROCESSOR_NAME] = "?";
	const struct job *job = context;
	int length;

	MPI_Get_processor_name(host, &length);
	fprintf(stderr, "gpcd-sim: process %u of %u on %s: %s\n", job->number, job->count, host,
		why);
	MPI_Abort(job->comm, EXIT_FAILURE);
	abort();
}

static void *need(struct job *job, void *memory)
{
	if (!memory)
		job_abort(job, "no memory for messages: start fewer processes per host");
	return memory;
}

static int int_of(struct job *job, size_t bytes)
{
	if (bytes > INT_MAX)
		job_abort(job, "a message of more than 2 GiB: start more processes");
	return bytes;
}

/* --- exchange --- */

/* Complete the first requests. While waiting, yield to processes on the same processor. */
static void requests_wait(struct job *job, int count)
{
	unsigned int spins = 0;
	int done = 0;

	while (!done) {
		MPI_Testall(count, job->request, &done, job->status);
		if (!done && ++spins > SPINS)
			sched_yield();
	}
}

/* Begin to send a letter: two messages if it is longer than the first one may be. */
static int letter_send(struct job *job, const struct net_letter *letter, MPI_Request *request)
{
	struct room *room = &job->room[letter->peer];
	bool whole = letter->sent_bytes <= room->sent;
	size_t first = whole ? letter->sent_bytes : room->sent;

	MPI_Isend(letter->sent, first, MPI_BYTE, letter->peer, whole ? TAG_WHOLE : TAG_BEGIN,
		  job->comm, request);
	if (whole)
		return 1;
	MPI_Isend((const char *)letter->sent + first,
		  int_of(job, letter->sent_bytes - first), MPI_BYTE, letter->peer, TAG_REST,
		  job->comm, request + 1);
	room->sent = 2 * letter->sent_bytes;
	return 2;
}

static void letter_receive(struct job *job, struct net_letter *letter, MPI_Request *request)
{
	struct room *room = &job->room[letter->peer];

	MPI_Irecv(room->text, room->received, MPI_BYTE, letter->peer, MPI_ANY_TAG, job->comm,
		  request);
}

/* Receive the rest of a letter, whose length only the message itself says. */
static void rest_receive(struct job *job, struct net_letter *letter, size_t begun)
{
	struct room *room = &job->room[letter->peer];
	MPI_Status status;
	int rest;

	MPI_Probe(letter->peer, TAG_REST, job->comm, &status);
	MPI_Get_count(&status, MPI_BYTE, &rest);
	letter->received_bytes = begun + rest;
	room->received = 2 * letter->received_bytes;
	int_of(job, room->received);
	room->text = need(job, realloc(room->text, room->received));
	MPI_Recv(room->text + begun, rest, MPI_BYTE, letter->peer, TAG_REST, job->comm,
		 MPI_STATUS_IGNORE);
}

static void letter_end(struct job *job, struct net_letter *letter, const MPI_Status *status)
{
	int bytes;

	MPI_Get_count(status, MPI_BYTE, &bytes);
	letter->received_bytes = bytes;
	if (status->MPI_TAG == TAG_BEGIN)
		rest_receive(job, letter, bytes);
	letter->received = job->room[letter->peer].text;
}

/*
 * In MPICH 4.0, and for some types in Open MPI 4.1, the greatest of unsigned numbers is the
 * greatest as if they were signed: so numbers are made signed in the same order, and back.
 */
static void signs_flip(uint64_t *most)
{
	unsigned int i;

	for (i = 0; i < NET_VOTES; i++)
		most[i] ^= 1ull << 63;
}

static int vote_begin(struct job *job, const struct net_vote *mine, struct net_vote *all,
		      MPI_Request *request)
{
	MPI_Iallreduce(mine->most, all->most, NET_VOTES, MPI_INT64_T, MPI_MAX, job->comm,
		       request);
	MPI_Iallreduce(mine->sum, all->sum, NET_VOTES, MPI_UINT64_T, MPI_SUM, job->comm,
		       request + 1);
	return 2;
}

/*
 * The receives come first among the requests, so that their statuses are found; the rest of a long
 * letter is received only then, and must not wait for the end of what is sent.
 */
static void job_exchange(void *context, struct net_letter *letters, unsigned int count,
			 struct net_vote *vote)
{
	struct job *job = context;
	struct net_vote mine;
	unsigned int begun = count, i;

	for (i = 0; i < count; i++)
		letter_receive(job, &letters[i], &job->request[i]);
	for (i = 0; i < count; i++)
		begun += letter_send(job, &letters[i], &job->request[begun]);
	if (vote) {
		signs_flip(vote->most);
		mine = *vote;
		begun += vote_begin(job, &mine, vote, &job->request[begun]);
	}
	requests_wait(job, count);
	for (i = 0; i < count; i++)
		letter_end(job, &letters[i], &job->status[i]);
	requests_wait(job, begun);
	if (vote)
		signs_flip(vote->most);
}

/* --- gathering --- */

/* Find where each process's bytes go. Returns the sum. */
static size_t places_find(struct job *job, size_t bytes, int *length, int *place)
{
	size_t sum = 0;
	unsigned int i;
	int mine = int_of(job, bytes);

	MPI_Allgather(&mine, 1, MPI_INT, length, 1, MPI_INT, job->comm);
	for (i = 0; i < job->count; i++) {
		place[i] = int_of(job, sum);
		sum += length[i];
	}
	return sum;
}

static void *job_gather(void *context, const void *given, size_t bytes, bool everywhere,
			size_t *all)
{
	struct job *job = context;
	int *length = need(job, calloc(2 * job->count, sizeof(*length)));
	int *place = length + job->count;
	char *result = NULL;

	*all = places_find(job, bytes, length, place);
	if (everywhere || !job->number)
		result = need(job, malloc(*all + 1));
	if (everywhere)
		MPI_Allgatherv(given, bytes, MPI_BYTE, result, length, place, MPI_BYTE, job->comm);
	else
		MPI_Gatherv(given, bytes, MPI_BYTE, result, length, place, MPI_BYTE, 0, job->comm);
	free(length);
	return result;
}

/* --- the beginning --- */

static void rooms_new(struct job *job)
{
	size_t requests = 3 * (size_t)job->count + 2;

	job->room = need(job, calloc(job->count, sizeof(*job->room)));
	job->request = need(job, calloc(requests, sizeof(*job->request)));
	job->status = need(job, calloc(requests, sizeof(*job->status)));
}

static void job_open(struct net_peers *peers)
{
	static struct job job;
	int level, number, count;

	MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level);
	MPI_Comm_dup(MPI_COMM_WORLD, &job.comm);
	MPI_Comm_rank(job.comm, &number);
	MPI_Comm_size(job.comm, &count);
	job.number = number;
	job.count = count;
	if (level < MPI_THREAD_SERIALIZED)
		job_abort(&job, "this MPI is not for threads: take one that is");
	if (count > NET_PEERS)
		job_abort(&job, "more than 4096 processes: start fewer");
	rooms_new(&job);
	*peers = (struct net_peers){
		.number = number, .count = count, .exchange = job_exchange,
		.gather = job_gather, .abort = job_abort, .context = &job,
	};
}

static void job_close(struct net_peers *peers)
{
	struct job *job = peers->context;
	unsigned int i;

	for (i = 0; i < job->count; i++)
		free(job->room[i].text);
	free(job->room);
	free(job->request);
	free(job->status);
	MPI_Comm_free(&job->comm);
	MPI_Finalize();
}

__attribute__((visibility("default"))) extern const struct net_transport net_transport;

const struct net_transport net_transport = {
	.version = GPCD_VERSION, .open = job_open, .close = job_close,
};

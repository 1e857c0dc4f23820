// SPDX-License-Identifier: LGPL-2.1-or-later
/* Ranks, and records of messages to them. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gm/profile/messages/messages.h"
#include "gm/profile/messages/zeros.h"
#include "gm/profile/report/report.h"

/* --- ranks, translated to MPI_COMM_WORLD once for each communicator --- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int keyval = MPI_KEYVAL_INVALID;
static MPI_Group everybody;

/* Communicators with the same group. */
struct family {
	struct family *next;	/* found earlier */
	uint64_t hash;		/* of the group */
	uint64_t count;		/* communicators so far */
};

/* The family found last. A program has few. */
static struct family *families;

/* FNV-1a, by words. */
static uint64_t hash_add(uint64_t hash, uint64_t word)
{
	return (hash ^ word) * 0x100000001b3ULL;
}

static uint64_t hash_ranks(const int *world, int size)
{
	uint64_t hash = 0xcbf29ce484222325ULL;

	for (int i = 0; i < size; i++)
		hash = hash_add(hash, world[i]);
	return hash_add(hash, hash >> 32);
}

/*
 * Return the number of a communicator. Without memory, all communicators of a group have the same.
 */
static uint64_t channel_of(uint64_t hash)
{
	struct family *family = families;

	while (family && family->hash != hash)
		family = family->next;
	if (!family) {
		family = malloc(sizeof(*family));
		if (!family)
			return hash_add(hash, 0);
		*family = (struct family){ .next = families, .hash = hash };
		families = family;
	}
	return hash_add(hash, family->count++);
}

void ranks_drop(struct ranks *ranks)
{
	if (ranks && !__atomic_sub_fetch(&ranks->users, 1, __ATOMIC_ACQ_REL))
		free(ranks);
}

struct ranks *ranks_hold(struct ranks *ranks)
{
	__atomic_add_fetch(&ranks->users, 1, __ATOMIC_RELAXED);
	return ranks;
}

uint32_t ranks_collective(struct ranks *ranks)
{
	return __atomic_fetch_add(&ranks->collectives, 1, __ATOMIC_RELAXED);
}

int ranks_world(const struct ranks *ranks, int rank)
{
	return rank >= 0 && rank < ranks->size ? ranks->world[rank] : MPI_UNDEFINED;
}

static int ranks_free(MPI_Comm comm, int key, void *ranks, void *extra)
{
	(void)comm;
	(void)key;
	(void)extra;
	ranks_drop(ranks);
	return MPI_SUCCESS;
}

int ranks_open(void)
{
	int err;

	err = PMPI_Comm_group(MPI_COMM_WORLD, &everybody);
	if (err)
		return err;
	return PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, ranks_free, &keyval, NULL);
}

void ranks_close(void)
{
	struct family *next;
	void *ranks;
	int set;

	PMPI_Comm_get_attr(MPI_COMM_WORLD, keyval, &ranks, &set);
	if (set)
		PMPI_Comm_delete_attr(MPI_COMM_WORLD, keyval);
	PMPI_Comm_free_keyval(&keyval);
	for (; families; families = next) {
		next = families->next;
		free(families);
	}
	PMPI_Group_free(&everybody);
}

static int ranks_translate(MPI_Group group, int size, int *world)
{
	int *own = malloc(size * sizeof(*own) + 1);

	if (!own)
		return MPI_ERR_NO_MEM;
	for (int i = 0; i < size; i++)
		own[i] = i;
	PMPI_Group_translate_ranks(group, size, own, everybody, world);
	free(own);
	return MPI_SUCCESS;
}

/* Hash the ranks at this end of an intercommunicator, which are remote to the other end. */
static uint64_t hash_local(MPI_Comm comm)
{
	MPI_Group group;
	uint64_t hash = 0;
	int size, *world;

	PMPI_Comm_group(comm, &group);
	PMPI_Group_size(group, &size);
	world = malloc(size * sizeof(*world) + 1);
	if (world && !ranks_translate(group, size, world))
		hash = hash_ranks(world, size);
	free(world);
	PMPI_Group_free(&group);
	return hash;
}

static uint64_t ranks_hash(MPI_Comm comm, const struct ranks *ranks)
{
	uint64_t hash = hash_ranks(ranks->world, ranks->size);

	return ranks->inter ? hash + hash_local(comm) + 1 : hash;
}

static struct ranks *ranks_make(MPI_Comm comm)
{
	struct ranks *ranks;
	MPI_Group group;
	int inter, size;

	PMPI_Comm_test_inter(comm, &inter);
	if (inter)
		PMPI_Comm_remote_group(comm, &group);
	else
		PMPI_Comm_group(comm, &group);
	PMPI_Group_size(group, &size);
	ranks = malloc(sizeof(*ranks) + size * sizeof(ranks->world[0]));
	if (!ranks)
		goto free_group;
	PMPI_Comm_rank(comm, &ranks->rank);
	ranks->inter = inter;
	ranks->size = size;
	ranks->collectives = 0;
	ranks->users = 1;
	if (ranks_translate(group, size, ranks->world) ||
	    PMPI_Comm_set_attr(comm, keyval, ranks)) {
		free(ranks);
		ranks = NULL;
	} else {
		ranks->channel = channel_of(ranks_hash(comm, ranks));
	}
free_group:
	PMPI_Group_free(&group);
	return ranks;
}

struct ranks *ranks_of(MPI_Comm comm)
{
	void *ranks;
	int set;

	pthread_mutex_lock(&lock);
	PMPI_Comm_get_attr(comm, keyval, &ranks, &set);
	if (!set)
		ranks = ranks_make(comm);
	pthread_mutex_unlock(&lock);
	return ranks;
}

int ranks_of_target(MPI_Win win, int target)
{
	MPI_Group group;
	int rank;

	PMPI_Win_get_group(win, &group);
	PMPI_Group_translate_ranks(group, 1, &target, everybody, &rank);
	PMPI_Group_free(&group);
	return rank;
}

/* --- messages --- */

#define LOOKED_AT	65536

uint64_t message_bytes(MPI_Count count, MPI_Datatype type)
{
	MPI_Count size;

	if (count <= 0 || type == MPI_DATATYPE_NULL)
		return 0;
	PMPI_Type_size_x(type, &size);
	return count * size;
}

bool message_wanted(int rank)
{
	return report_wanted() && rank != MPI_PROC_NULL;
}

struct payload payload_of(const void *buf, MPI_Count count, MPI_Datatype type, int rank)
{
	struct payload payload = { 0 };
	MPI_Count lb, extent, true_lb, true_extent;

	if (!message_wanted(rank))
		return payload;
	payload.bytes = message_bytes(count, type);
	if (!payload.bytes)
		return payload;
	PMPI_Type_get_extent_x(type, &lb, &extent);
	PMPI_Type_get_true_extent_x(type, &true_lb, &true_extent);
	if (!true_lb && true_extent == extent && (uint64_t)(count * extent) == payload.bytes)
		payload.start = buf;
	return payload;
}

/* Only rank 0 prints this error, and only once: all ranks run on similar systems. */
static void payload_error(int err)
{
	static atomic_flag said = ATOMIC_FLAG_INIT;
	int rank;

	if (atomic_flag_test_and_set(&said))
		return;
	PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (!rank)
		fprintf(stderr,
			"gm-profile: process_vm_readv: %s: messages of zeros count as random\n",
			strerror(-err));
}

uint32_t payload_flags(const struct payload *payload)
{
	size_t size = payload->bytes < LOOKED_AT ? payload->bytes : LOOKED_AT;
	int found;

	if (!payload->start)
		return 0;
	found = zeros_found(payload->start, size);
	if (found < 0)
		payload_error(found);
	return found > 0 ? JOB_ZERO : 0;
}

struct job_record message_record(const char *call, enum job_kind kind, int rank, uint64_t bytes)
{
	const struct job_record record = { .kind = kind, .rank = rank, .bytes = bytes, .count = 1 };

	return rank == MPI_UNDEFINED ? report_unseen_record(call) : record;
}

struct job_record message_sent(const char *call, const struct ranks *ranks, int rank, int tag,
			       uint64_t bytes)
{
	int world = ranks ? ranks_world(ranks, rank) : MPI_UNDEFINED;
	struct job_record record = message_record(call, JOB_MESSAGE, world, bytes);

	if (record.kind != JOB_MESSAGE)
		return record;
	record.tag = tag;
	record.channel = ranks->channel;
	return record;
}

bool message_received(const struct ranks *ranks, int source, int tag, struct job_record *record)
{
	int world;

	if (!ranks || source == MPI_PROC_NULL)
		return false;
	*record = (struct job_record){
		.kind = JOB_RECEIVE, .rank = JOB_ANY, .count = 1, .channel = ranks->channel,
		.tag = tag == MPI_ANY_TAG ? JOB_ANY : (uint32_t)tag,
	};
	if (source == MPI_ANY_SOURCE)
		return true;
	world = ranks_world(ranks, source);
	record->rank = world;
	return world != MPI_UNDEFINED;
}

// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Make records of messages.
 */
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "gm/profile/messages/message.h"
#include "gm/profile/messages/ranks.h"
#include "gm/profile/tell/tell.h"
#include "gm/profile/messages/zeros.h"

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
	return tell_wanted() && rank != MPI_PROC_NULL;
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

/* Only rank 0 prints this error, and only once: all ranks run on systems of one kind. */
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

int message_rank(MPI_Comm comm, int rank)
{
	const struct ranks *ranks = ranks_of(comm);

	return ranks ? ranks->world[rank] : MPI_UNDEFINED;
}

struct job_record message_record(const char *call, enum job_kind kind, int rank, uint64_t bytes)
{
	const struct job_record record = { .kind = kind, .rank = rank, .bytes = bytes, .count = 1 };

	return rank == MPI_UNDEFINED ? tell_unseen_record(call) : record;
}

void message_tell(const char *call, const struct payload *payload, uint32_t flags, int rank,
		  MPI_Comm comm)
{
	struct job_record record;

	if (!message_wanted(rank))
		return;
	record = message_record(call, JOB_MESSAGE, message_rank(comm, rank), payload->bytes);
	record.flags |= flags;
	tell(&record);
}

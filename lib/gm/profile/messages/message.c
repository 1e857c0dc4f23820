// SPDX-License-Identifier: LGPL-2.1-or-later
/* Creates records of messages. */
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "gm/profile/messages/messages.h"
#include "gm/profile/report/report.h"
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

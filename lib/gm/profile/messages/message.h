/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A message as a record: how long, where to, and whether it is zeros.
 */
#ifndef GM_MESSAGE_H
#define GM_MESSAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "gm/wire.h"
#include "gm/profile/calls/exported.h"

/**
 * struct payload - what a call sends
 * @start: if that is contiguous; else NULL
 * @bytes: without the gaps of the type
 */
struct payload {
	const void *start;
	uint64_t bytes;
};

/** message_wanted() - whether there is a message to tell: to a rank, in an emulated job */
bool message_wanted(int rank);

/** payload_of() - of @count elements of @type to @rank; of none if message_wanted() is not */
struct payload payload_of(const void *buf, MPI_Count count, MPI_Datatype type, int rank);

/**
 * payload_flags() - JOB_ZERO if it is zeros
 *
 * At most the first 64 KiB are looked at, and nothing behind the first byte that is none; data
 * with gaps, no data at all, and memory that is not the host's are no zeros: zeros.h.
 */
uint32_t payload_flags(const struct payload *payload);

/** message_bytes() - of @count elements of @type, without gaps */
uint64_t message_bytes(MPI_Count count, MPI_Datatype type);

/** message_rank() - @rank of @comm, or of its remote group, in MPI_COMM_WORLD or MPI_UNDEFINED */
int message_rank(MPI_Comm comm, int rank);

/**
 * message_record() - a message's
 * @call: by this name it is unseen if the other one is not of MPI_COMM_WORLD
 * @kind: JOB_MESSAGE, JOB_PUT, JOB_GET
 * @rank: as message_rank()
 * @bytes: of payload
 */
struct job_record message_record(const char *call, enum job_kind kind, int rank, uint64_t bytes);

/** message_tell() - that @payload, with @flags, was sent to @rank of @comm */
void message_tell(const char *call, const struct payload *payload, uint32_t flags, int rank,
		  MPI_Comm comm);

#endif /* GM_MESSAGE_H */

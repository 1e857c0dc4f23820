/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Creates records of messages: their length, their receiver, and whether the payload is all zeros.
 */
#ifndef GM_MESSAGE_H
#define GM_MESSAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "gm/wire.h"
#include "gm/profile/calls/exported.h"
#include "gm/profile/messages/ranks.h"

/* The data that a call sends. */
struct payload {
	const void *start;	/* NULL if the data is not contiguous */
	uint64_t bytes;		/* without the gaps of its type */
};

/* Return whether a message to @rank has to be reported; not to MPI_PROC_NULL. */
bool message_wanted(int rank);

/* Return the payload of a message to @rank, empty unless message_wanted(). */
struct payload payload_of(const void *buf, MPI_Count count, MPI_Datatype type, int rank);

/*
 * Return JOB_ZERO if a payload is all zeros, else 0. The search stops at the first byte that is not
 * zero, and after 64 KiB. Data with gaps, an empty payload and device memory do not count as zeros:
 * see zeros_found().
 */
uint32_t payload_flags(const struct payload *payload);

/* Return the bytes of @count elements of @type, without gaps. */
uint64_t message_bytes(MPI_Count count, MPI_Datatype type);

/*
 * Return the record of a one-sided access, JOB_PUT or JOB_GET. @rank is in MPI_COMM_WORLD; if it is
 * MPI_UNDEFINED, return the record of an unseen call.
 */
struct job_record message_record(const char *call, enum job_kind kind, int rank, uint64_t bytes);

/*
 * Return the record of a message to @rank of @ranks, which is NULL if there was no memory. If the
 * receiver is not in MPI_COMM_WORLD, return the record of an unseen call.
 */
struct job_record message_sent(const char *call, const struct ranks *ranks, int rank, int tag,
			       uint64_t bytes);

/*
 * Create the record of a receive; @source may be MPI_ANY_SOURCE, @tag MPI_ANY_TAG. Returns false if
 * there is nothing to report: from MPI_PROC_NULL, from a rank outside MPI_COMM_WORLD, or if @ranks
 * is NULL (no memory).
 */
bool message_received(const struct ranks *ranks, int source, int tag, struct job_record *record);

#endif /* GM_MESSAGE_H */

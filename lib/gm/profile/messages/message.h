/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Make a record of a message: its length, its receiver, and whether its payload is all zeros.
 */
#ifndef GM_MESSAGE_H
#define GM_MESSAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "gm/wire.h"
#include "gm/profile/calls/exported.h"
#include "gm/profile/messages/ranks.h"

/**
 * struct payload - the data that a call sends
 * @start: address of the data if it is contiguous; else NULL
 * @bytes: length of the data, without the gaps of its type
 */
struct payload {
	const void *start;
	uint64_t bytes;
};

/** message_wanted() - return whether a message to @rank has to be reported; not to MPI_PROC_NULL */
bool message_wanted(int rank);

/**
 * payload_of() - return the payload of a message
 * @buf: address of the data
 * @count: number of elements
 * @type: type of an element
 * @rank: the receiver
 *
 * Return: the payload; an empty one unless message_wanted().
 */
struct payload payload_of(const void *buf, MPI_Count count, MPI_Datatype type, int rank);

/**
 * payload_flags() - return JOB_ZERO if a payload is all zeros, else 0
 * @payload: the payload
 *
 * The search stops at the first byte that is not zero, and after 64 KiB. Data with gaps, an empty
 * payload, and memory that is not in the host do not count as zeros: see zeros_found().
 */
uint32_t payload_flags(const struct payload *payload);

/** message_bytes() - return the bytes of @count elements of @type, without gaps */
uint64_t message_bytes(MPI_Count count, MPI_Datatype type);

/**
 * message_record() - return the record of a one-sided access
 * @call: name of the call
 * @kind: JOB_PUT or JOB_GET
 * @rank: the other rank in MPI_COMM_WORLD, or MPI_UNDEFINED
 * @bytes: bytes of payload
 *
 * Return: the record; that of an unseen @call if @rank is MPI_UNDEFINED.
 */
struct job_record message_record(const char *call, enum job_kind kind, int rank, uint64_t bytes);

/**
 * message_sent() - return the record of a message
 * @call: name of the call
 * @ranks: ranks of the communicator; NULL: no memory
 * @rank: the receiver: a rank of @ranks
 * @tag: its tag
 * @bytes: bytes of payload
 *
 * Return: the record; that of an unseen @call if the receiver is not in MPI_COMM_WORLD.
 */
struct job_record message_sent(const char *call, const struct ranks *ranks, int rank, int tag,
			       uint64_t bytes);

/**
 * message_received() - make the record of a receive
 * @ranks: ranks of the communicator; NULL: no memory
 * @source: the sender: a rank of @ranks, or MPI_ANY_SOURCE
 * @tag: the tag, or MPI_ANY_TAG
 * @record: filled in
 *
 * Return: whether there is anything to report: not from MPI_PROC_NULL, nor from a rank that is not
 * in MPI_COMM_WORLD.
 */
bool message_received(const struct ranks *ranks, int source, int tag, struct job_record *record);

#endif /* GM_MESSAGE_H */

/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Persistent requests, and what each start of a request sends and receives. Any thread may call
 * these functions.
 */
#ifndef GM_REQUESTS_H
#define GM_REQUESTS_H

#include <stddef.h>

#include "gm/wire.h"
#include "gm/profile/calls/exported.h"
#include "gm/profile/messages/message.h"

/**
 * struct request - a persistent request, and what each start of it does
 * @next: next request in the same hash bucket
 * @handle: MPI's handle of the request
 * @ranks: of a receive from any rank or with any tag: ranks of its communicator, held; else NULL
 * @payload: payload of a request with one record, looked at when the request starts; else empty
 * @used: number of records in @records
 * @room: number of records for which @records has room
 * @records: reported to the simulator at each start
 */
struct request {
	struct request *next;
	MPI_Request handle;
	struct ranks *ranks;
	struct payload payload;
	size_t used;
	size_t room;
	struct job_record *records;
};

/**
 * request_new() - make a request that sends nothing yet
 * @call: name of the call, which counts as unseen if there is no memory
 *
 * Return: the request, for request_keep(), or NULL: no memory.
 */
struct request *request_new(const char *call);

/**
 * request_add() - add a record to what a request sends
 * @request: a request that has not been kept yet
 * @record: the record; copied. If there is no memory, an unseen call is reported at once instead
 */
void request_add(struct request *request, const struct job_record *record);

/** request_keep() - remember @request by MPI's @handle, until request_forget() frees it */
void request_keep(struct request *request, MPI_Request handle);

/**
 * request_start() - report what a persistent request sends and receives
 * @handle: MPI's handle of the request, which need not be known
 *
 * A start is a request under way: pending_end() reports its end.
 */
void request_start(MPI_Request handle);

/** request_forget() - free what is remembered about the request of @handle, if it is known */
void request_forget(MPI_Request handle);

#endif /* GM_REQUESTS_H */

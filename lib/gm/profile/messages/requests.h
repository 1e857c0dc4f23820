/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Persistent requests: what each start of one sends. Any thread.
 */
#ifndef GM_REQUESTS_H
#define GM_REQUESTS_H

#include <stddef.h>

#include "gm/wire.h"
#include "gm/profile/calls/exported.h"
#include "gm/profile/messages/message.h"

/**
 * struct request - what it sends
 * @next: of those of one bucket
 * @handle: MPI's
 * @payload: of the only record, looked at when it starts; else empty
 * @used: number of @records
 * @room: for so many
 * @records: to be told at each start
 */
struct request {
	struct request *next;
	MPI_Request handle;
	struct payload payload;
	size_t used;
	size_t room;
	struct job_record *records;
};

/**
 * request_new() - one that sends nothing yet; for request_keep()
 * @call: unseen by this name if there is no memory
 *
 * Return: NULL: no memory.
 */
struct request *request_new(const char *call);

/** request_add() - it sends this, too; without memory: a call not seen, told at once */
void request_add(struct request *request, const struct job_record *record);

/** request_keep() - remember it by MPI's handle until request_forget() */
void request_keep(struct request *request, MPI_Request handle);

/** request_start() - tell what it sends, if it is known */
void request_start(MPI_Request handle);

/** request_forget() - MPI has freed the handle */
void request_forget(MPI_Request handle);

#endif /* GM_REQUESTS_H */

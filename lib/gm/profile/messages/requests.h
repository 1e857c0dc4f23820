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

/* A persistent request. */
struct request {
	struct request *next;
	MPI_Request handle;
	struct ranks *ranks;		/* reference, if the rank or tag is any; else NULL */
	struct payload payload;		/* of the only record, or empty; read at each start */
	size_t used;
	size_t room;			/* capacity of records */
	struct job_record *records;	/* reported at each start */
};

/*
 * Create an empty request, for request_keep(). Returns NULL if there is no memory; then @call is
 * counted as unseen.
 */
struct request *request_new(const char *call);

/*
 * Add a record, which is copied, to a request that has not been kept yet. Without memory, an unseen
 * call is reported at once instead.
 */
void request_add(struct request *request, const struct job_record *record);

/* Remember @request by MPI's @handle, until request_forget() frees it. */
void request_keep(struct request *request, MPI_Request handle);

/*
 * Report what a persistent request sends and receives, if @handle is known. The request is then in
 * progress: pending_end() reports its end.
 */
void request_start(MPI_Request handle);

/* Free the request of @handle, if it is known. */
void request_forget(MPI_Request handle);

#endif /* GM_REQUESTS_H */

/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Requests in progress: what the program waits for when it waits for MPI's handle. Any thread may
 * call these functions.
 */
#ifndef GM_PENDING_H
#define GM_PENDING_H

#include "gm/wire.h"
#include "gm/profile/calls/exported.h"
#include "gm/profile/messages/ranks.h"

/*
 * Remember the request (a number of tell_request(); 0 does nothing) that a handle stands for. A
 * handle may be shared by several requests that have ended already. For a receive from any rank or
 * with any tag, @ranks is the communicator's, and a reference is taken; else NULL. Without memory,
 * no wait for the request is reported.
 */
void pending_add(MPI_Request handle, uint32_t request, struct ranks *ranks);

/*
 * Report that the program has waited for a request, and forget it. @handle is its value before
 * MPI's call, @status the call's result, not MPI_STATUS_IGNORE.
 */
void pending_end(MPI_Request handle, const MPI_Status *status);

/* Forget the request of @handle, if any, which is not waited for. */
void pending_forget(MPI_Request handle);

/* Remember the request of a matched message, as pending_add(). */
void pending_message(MPI_Message message, uint32_t request);

/* Report that the program has received @message, and forget it. */
void pending_message_end(MPI_Message message);

/* Transfer the request of @message to @handle. */
void pending_message_begin(MPI_Message message, MPI_Request handle);

/* Copies of a call's handles, and space for its statuses. */
struct waited {
	MPI_Request *handles;
	MPI_Status *statuses;
	MPI_Status *own;
};

/*
 * Copy the handles of a call before MPI changes them. @statuses is the program's array,
 * MPI_STATUSES_IGNORE, or NULL if the call has none; MPI must fill in @waited->statuses, which is
 * allocated if the program has no array. Returns whether there is something to report, which needs
 * memory. The caller must call waited_free() in any case.
 */
bool waited_begin(struct waited *waited, int count, const MPI_Request handles[],
		  MPI_Status *statuses);

void waited_free(struct waited *waited);

#endif /* GM_PENDING_H */

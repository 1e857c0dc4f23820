/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Requests that are under way: what the program waits for when it waits for MPI's handle. Any
 * thread may call these functions.
 */
#ifndef GM_PENDING_H
#define GM_PENDING_H

#include "gm/wire.h"
#include "gm/profile/calls/exported.h"
#include "gm/profile/messages/ranks.h"

/**
 * pending_add() - remember what a handle stands for
 * @handle: MPI's handle, which may stand for several requests that have ended already
 * @request: number of the request, as tell_request() has returned it; 0: there is nothing to
 *	remember
 * @ranks: of a receive from any rank or with any tag: ranks of its communicator, which are held;
 *	else NULL
 *
 * If there is no memory, nothing waits for the request.
 */
void pending_add(MPI_Request handle, uint32_t request, struct ranks *ranks);

/**
 * pending_end() - report that the program has waited for a request, and forget it
 * @handle: the handle as it was before MPI's call
 * @status: what the call has found; not MPI_STATUS_IGNORE
 */
void pending_end(MPI_Request handle, const MPI_Status *status);

/** pending_forget() - forget the request of @handle, if there is one, which nothing waits for */
void pending_forget(MPI_Request handle);

/**
 * pending_message() - remember what a matched message stands for
 * @message: MPI's handle of the message
 * @request: as for pending_add()
 */
void pending_message(MPI_Message message, uint32_t request);

/** pending_message_end() - report that the program has received @message, and forget it */
void pending_message_end(MPI_Message message);

/** pending_message_begin() - let @handle stand for what @message stood for */
void pending_message_begin(MPI_Message message, MPI_Request handle);

/** struct waited - what one call waits for: handles, and room for statuses */
struct waited {
	MPI_Request *handles;
	MPI_Status *statuses;
	MPI_Status *own;
};

/**
 * waited_begin() - note the handles of a call before MPI makes others of them
 * @waited: filled in, for waited_free() in any case
 * @count: number of handles
 * @handles: they
 * @statuses: where the program wants statuses, or MPI_STATUSES_IGNORE, or NULL: nowhere
 *
 * @waited->statuses is what MPI is to fill in: room of ours where the program has none.
 *
 * Return: whether there is something to report; false, too, if there is no memory.
 */
bool waited_begin(struct waited *waited, int count, const MPI_Request handles[],
		  MPI_Status *statuses);

/** waited_free() - free what waited_begin() has made */
void waited_free(struct waited *waited);

#endif /* GM_PENDING_H */

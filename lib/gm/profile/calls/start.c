// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Start and release persistent requests.
 */
#include "gm/profile/calls/form.h"
#include "gm/profile/messages/pending.h"
#include "gm/profile/messages/requests.h"

int FORM(MPI_Start)(MPI_Request *request)
{
	int err = NEXT(MPI_Start, request);

	if (!err)
		request_start(*request);
	return err;
}

int FORM(MPI_Startall)(int count, MPI_Request requests[])
{
	int err = NEXT(MPI_Startall, count, requests);

	for (int i = 0; !err && i < count; i++)
		request_start(requests[i]);
	return err;
}

int FORM(MPI_Request_free)(MPI_Request *request)
{
	/* Forget the request first: MPI may reuse the handle as soon as it has freed it. */
	request_forget(*request);
	pending_forget(*request);
	return NEXT(MPI_Request_free, request);
}

// SPDX-License-Identifier: LGPL-2.1-or-later
/* Calls without counts, which have no large form: they start and end MPI, and requests. */
#include <string.h>

#include "gm/profile/calls/form.h"
#include "gm/profile/life/life.h"
#include "gm/profile/messages/messages.h"
#include "gm/profile/report/report.h"
#include "next/host.h"

/* --- MPI in a process, and MPI_Pcontrol() --- */

int FORM(MPI_Init)(int *argc, char ***argv)
{
	int err = NEXT(MPI_Init, argc, argv);

	return err ? err : profile_open();
}

int FORM(MPI_Init_thread)(int *argc, char ***argv, int required, int *provided)
{
	int err = NEXT(MPI_Init_thread, argc, argv, required, provided);

	return err ? err : profile_open();
}

int FORM(MPI_Finalize)(void)
{
	profile_close();
	return NEXT(MPI_Finalize);
}

int FORM(MPI_Abort)(MPI_Comm comm, int code)
{
	profile_leave(JOB_ABORTED, "by MPI_Abort()");
	return NEXT(MPI_Abort, comm, code);
}

int FORM(MPI_Get_processor_name)(char *name, int *length)
{
	const char *host = next_host();

	if (!host)
		return NEXT(MPI_Get_processor_name, name, length);
	*length = strlen(strcpy(name, host));
	return MPI_SUCCESS;
}

/* Pass all levels on: other tools have their own. Further arguments cannot be passed on. */
int FORM(MPI_Pcontrol)(const int level, ...)
{
	profile_level(level);
	return NEXT(MPI_Pcontrol, level);
}

/* --- persistent requests --- */

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

/* --- waits and tests --- */

/* Out of line, so that a call with nothing to report needs no stack for a status. */
static __attribute__((noinline)) int wait_reported(MPI_Request *request, MPI_Status *status)
{
	MPI_Request handle = *request;
	MPI_Status own = { 0 }, *found = status == MPI_STATUS_IGNORE ? &own : status;
	int err = NEXT(MPI_Wait, request, found);

	if (!err)
		pending_end(handle, found);
	return err;
}

int FORM(MPI_Wait)(MPI_Request *request, MPI_Status *status)
{
	if (report_wanted())
		return wait_reported(request, status);
	return NEXT(MPI_Wait, request, status);
}

static __attribute__((noinline)) int test_reported(MPI_Request *request, int *flag,
						   MPI_Status *status)
{
	MPI_Request handle = *request;
	MPI_Status own = { 0 }, *found = status == MPI_STATUS_IGNORE ? &own : status;
	int err = NEXT(MPI_Test, request, flag, found);

	if (!err && *flag)
		pending_end(handle, found);
	return err;
}

int FORM(MPI_Test)(MPI_Request *request, int *flag, MPI_Status *status)
{
	if (report_wanted())
		return test_reported(request, flag, status);
	return NEXT(MPI_Test, request, flag, status);
}

int FORM(MPI_Waitall)(int count, MPI_Request requests[], MPI_Status statuses[])
{
	struct waited waited;
	bool wanted = waited_begin(&waited, count, requests, statuses);
	int err = NEXT(MPI_Waitall, count, requests, waited.statuses);

	for (int i = 0; wanted && !err && i < count; i++)
		pending_end(waited.handles[i], &waited.statuses[i]);
	waited_free(&waited);
	return err;
}

int FORM(MPI_Testall)(int count, MPI_Request requests[], int *flag, MPI_Status statuses[])
{
	struct waited waited;
	bool wanted = waited_begin(&waited, count, requests, statuses);
	int err = NEXT(MPI_Testall, count, requests, flag, waited.statuses);

	for (int i = 0; wanted && !err && *flag && i < count; i++)
		pending_end(waited.handles[i], &waited.statuses[i]);
	waited_free(&waited);
	return err;
}

int FORM(MPI_Waitany)(int count, MPI_Request requests[], int *index, MPI_Status *status)
{
	MPI_Status own = { 0 }, *found = status == MPI_STATUS_IGNORE ? &own : status;
	struct waited waited;
	bool wanted = waited_begin(&waited, count, requests, NULL);
	int err = NEXT(MPI_Waitany, count, requests, index, wanted ? found : status);

	if (wanted && !err && *index != MPI_UNDEFINED)
		pending_end(waited.handles[*index], found);
	waited_free(&waited);
	return err;
}

int FORM(MPI_Testany)(int count, MPI_Request requests[], int *index, int *flag,
		      MPI_Status *status)
{
	MPI_Status own = { 0 }, *found = status == MPI_STATUS_IGNORE ? &own : status;
	struct waited waited;
	bool wanted = waited_begin(&waited, count, requests, NULL);
	int err = NEXT(MPI_Testany, count, requests, index, flag, wanted ? found : status);

	if (wanted && !err && *flag && *index != MPI_UNDEFINED)
		pending_end(waited.handles[*index], found);
	waited_free(&waited);
	return err;
}

/* @indices lists the completed requests; statuses are in the same order. */
static void some_end(const struct waited *waited, int done, const int indices[])
{
	for (int i = 0; done != MPI_UNDEFINED && i < done; i++)
		pending_end(waited->handles[indices[i]], &waited->statuses[i]);
}

int FORM(MPI_Waitsome)(int count, MPI_Request requests[], int *done, int indices[],
		       MPI_Status statuses[])
{
	struct waited waited;
	bool wanted = waited_begin(&waited, count, requests, statuses);
	int err = NEXT(MPI_Waitsome, count, requests, done, indices, waited.statuses);

	if (wanted && !err)
		some_end(&waited, *done, indices);
	waited_free(&waited);
	return err;
}

int FORM(MPI_Testsome)(int count, MPI_Request requests[], int *done, int indices[],
		       MPI_Status statuses[])
{
	struct waited waited;
	bool wanted = waited_begin(&waited, count, requests, statuses);
	int err = NEXT(MPI_Testsome, count, requests, done, indices, waited.statuses);

	if (wanted && !err)
		some_end(&waited, *done, indices);
	waited_free(&waited);
	return err;
}

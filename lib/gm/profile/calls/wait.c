// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Calls that wait for requests or test them. A completed request is reported; an unsuccessful test
 * is not. An MPI library may use these calls to advance an earlier file access by MPI calls of its
 * own, which do not count.
 */
#include "gm/profile/calls/form.h"
#include "gm/profile/messages/pending.h"
#include "gm/profile/tell/tell.h"

/* Out of line, so that a call with nothing to report needs no stack for a status. */
static __attribute__((noinline)) int wait_told(MPI_Request *request, MPI_Status *status)
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
	if (tell_wanted())
		return wait_told(request, status);
	return NEXT(MPI_Wait, request, status);
}

static __attribute__((noinline)) int test_told(MPI_Request *request, int *flag, MPI_Status *status)
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
	if (tell_wanted())
		return test_told(request, flag, status);
	return NEXT(MPI_Test, request, flag, status);
}

int FORM(MPI_Waitall)(int count, MPI_Request requests[], MPI_Status statuses[])
{
	struct waited waited;
	bool told = waited_begin(&waited, count, requests, statuses);
	int err = NEXT(MPI_Waitall, count, requests, waited.statuses);

	for (int i = 0; told && !err && i < count; i++)
		pending_end(waited.handles[i], &waited.statuses[i]);
	waited_free(&waited);
	return err;
}

int FORM(MPI_Testall)(int count, MPI_Request requests[], int *flag, MPI_Status statuses[])
{
	struct waited waited;
	bool told = waited_begin(&waited, count, requests, statuses);
	int err = NEXT(MPI_Testall, count, requests, flag, waited.statuses);

	for (int i = 0; told && !err && *flag && i < count; i++)
		pending_end(waited.handles[i], &waited.statuses[i]);
	waited_free(&waited);
	return err;
}

int FORM(MPI_Waitany)(int count, MPI_Request requests[], int *index, MPI_Status *status)
{
	MPI_Status own = { 0 }, *found = status == MPI_STATUS_IGNORE ? &own : status;
	struct waited waited;
	bool told = waited_begin(&waited, count, requests, NULL);
	int err = NEXT(MPI_Waitany, count, requests, index, told ? found : status);

	if (told && !err && *index != MPI_UNDEFINED)
		pending_end(waited.handles[*index], found);
	waited_free(&waited);
	return err;
}

int FORM(MPI_Testany)(int count, MPI_Request requests[], int *index, int *flag,
		      MPI_Status *status)
{
	MPI_Status own = { 0 }, *found = status == MPI_STATUS_IGNORE ? &own : status;
	struct waited waited;
	bool told = waited_begin(&waited, count, requests, NULL);
	int err = NEXT(MPI_Testany, count, requests, index, flag, told ? found : status);

	if (told && !err && *flag && *index != MPI_UNDEFINED)
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
	bool told = waited_begin(&waited, count, requests, statuses);
	int err = NEXT(MPI_Waitsome, count, requests, done, indices, waited.statuses);

	if (told && !err)
		some_end(&waited, *done, indices);
	waited_free(&waited);
	return err;
}

int FORM(MPI_Testsome)(int count, MPI_Request requests[], int *done, int indices[],
		       MPI_Status statuses[])
{
	struct waited waited;
	bool told = waited_begin(&waited, count, requests, statuses);
	int err = NEXT(MPI_Testsome, count, requests, done, indices, waited.statuses);

	if (told && !err)
		some_end(&waited, *done, indices);
	waited_free(&waited);
	return err;
}

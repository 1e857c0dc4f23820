// SPDX-License-Identifier: LGPL-2.1-or-later
/* One-sided calls. Accumulated data counts as a PUT, and data that a call fetches as a GET. */
#include "gm/profile/calls/form.h"
#include "gm/profile/messages/messages.h"
#include "gm/profile/report/report.h"

static void put(const char *call, const void *buf, MPI_Count count, MPI_Datatype type, int target,
		MPI_Win win)
{
	struct payload payload;
	struct job_record record;

	if (!message_wanted(target))
		return;
	payload = payload_of(buf, count, type, target);
	record = message_record(call, JOB_PUT, ranks_of_target(win, target), payload.bytes);
	record.flags |= payload_flags(&payload);
	report_record(&record);
}

static void get(const char *call, MPI_Count count, MPI_Datatype type, int target, MPI_Win win)
{
	struct job_record record;

	if (!message_wanted(target))
		return;
	record = message_record(call, JOB_GET, ranks_of_target(win, target),
				message_bytes(count, type));
	report_record(&record);
}

#define PUT(name, params, args)								\
int FORM(name)(const void *buf, COUNT count, MPI_Datatype type, int target, MPI_Aint where,	\
	       COUNT target_count, MPI_Datatype target_type, UNPACK params)		\
{											\
	int err = NEXT(name, buf, count, type, target, where, target_count,	\
				  target_type, UNPACK args);				\
											\
	if (!err)									\
		put(REPORTED_AS(name), buf, count, type, target, win);			\
	return err;									\
}

PUT(MPI_Put, (MPI_Win win), (win))
PUT(MPI_Rput, (MPI_Win win, MPI_Request *request), (win, request))
PUT(MPI_Accumulate, (MPI_Op op, MPI_Win win), (op, win))
PUT(MPI_Raccumulate, (MPI_Op op, MPI_Win win, MPI_Request *request), (op, win, request))

#define GET(name, params, args)								\
int FORM(name)(void *buf, COUNT count, MPI_Datatype type, int target, MPI_Aint where,	\
	       COUNT target_count, MPI_Datatype target_type, UNPACK params)		\
{											\
	int err = NEXT(name, buf, count, type, target, where, target_count,	\
				  target_type, UNPACK args);				\
											\
	if (!err)									\
		get(REPORTED_AS(name), count, type, target, win);			\
	return err;									\
}

GET(MPI_Get, (MPI_Win win), (win))
GET(MPI_Rget, (MPI_Win win, MPI_Request *request), (win, request))

#define GET_ACCUMULATE(name, params, args)						\
int FORM(name)(const void *buf, COUNT count, MPI_Datatype type, void *result,		\
	       COUNT result_count, MPI_Datatype result_type, int target, MPI_Aint where,	\
	       COUNT target_count, MPI_Datatype target_type, MPI_Op op, UNPACK params)	\
{											\
	int err = NEXT(name, buf, count, type, result, result_count, result_type,	\
				  target, where, target_count, target_type, op,		\
				  UNPACK args);						\
											\
	if (!err && op != MPI_NO_OP)							\
		put(REPORTED_AS(name), buf, count, type, target, win);			\
	if (!err)									\
		get(REPORTED_AS(name), result_count, result_type, target, win);		\
	return err;									\
}

GET_ACCUMULATE(MPI_Get_accumulate, (MPI_Win win), (win))
GET_ACCUMULATE(MPI_Rget_accumulate, (MPI_Win win, MPI_Request *request), (win, request))

#ifndef FORM_LARGE
int FORM(MPI_Fetch_and_op)(const void *buf, void *result, MPI_Datatype type, int target,
			   MPI_Aint where, MPI_Op op, MPI_Win win)
{
	int err = NEXT(MPI_Fetch_and_op, buf, result, type, target, where, op, win);

	if (!err && op != MPI_NO_OP)
		put(REPORTED_AS(MPI_Fetch_and_op), buf, 1, type, target, win);
	if (!err)
		get(REPORTED_AS(MPI_Fetch_and_op), 1, type, target, win);
	return err;
}

int FORM(MPI_Compare_and_swap)(const void *buf, const void *expected, void *result,
			       MPI_Datatype type, int target, MPI_Aint where, MPI_Win win)
{
	int err = NEXT(MPI_Compare_and_swap, buf, expected, result, type, target, where, win);

	if (err)
		return err;
	put(REPORTED_AS(MPI_Compare_and_swap), buf, 1, type, target, win);
	put(REPORTED_AS(MPI_Compare_and_swap), expected, 1, type, target, win);
	get(REPORTED_AS(MPI_Compare_and_swap), 1, type, target, win);
	return MPI_SUCCESS;
}
#endif

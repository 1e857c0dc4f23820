// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Point-to-point calls.
 */
#include "gm/profile/calls/form.h"
#include "gm/profile/messages/message.h"
#include "gm/profile/messages/requests.h"

static void sent(const char *call, const void *buf, MPI_Count count, MPI_Datatype type, int dest,
		 MPI_Comm comm)
{
	struct payload payload;

	if (!message_wanted(dest))
		return;
	payload = payload_of(buf, count, type, dest);
	message_tell(call, &payload, payload_flags(&payload), dest, comm);
}

static void prepared(const char *call, const void *buf, MPI_Count count, MPI_Datatype type,
		     int dest, MPI_Comm comm, MPI_Request handle)
{
	struct job_record record;
	struct request *request;

	if (!message_wanted(dest))
		return;
	request = request_new(call);
	if (!request)
		return;
	request->payload = payload_of(buf, count, type, dest);
	record = message_record(call, JOB_MESSAGE, message_rank(comm, dest),
				request->payload.bytes);
	request_add(request, &record);
	request_keep(request, handle);
}

#define SEND(name)									\
int FORM(name)(const void *buf, COUNT count, MPI_Datatype type, int dest, int tag,	\
	       MPI_Comm comm)								\
{											\
	int err = NEXT(name, buf, count, type, dest, tag, comm);			\
											\
	if (!err)									\
		sent(TOLD_AS(name), buf, count, type, dest, comm);				\
	return err;									\
}

SEND(MPI_Send)
SEND(MPI_Bsend)
SEND(MPI_Ssend)
SEND(MPI_Rsend)

#define ISEND(name)									\
int FORM(name)(const void *buf, COUNT count, MPI_Datatype type, int dest, int tag,	\
	       MPI_Comm comm, MPI_Request *request)					\
{											\
	int err = NEXT(name, buf, count, type, dest, tag, comm, request);		\
											\
	if (!err)									\
		sent(TOLD_AS(name), buf, count, type, dest, comm);				\
	return err;									\
}

ISEND(MPI_Isend)
ISEND(MPI_Ibsend)
ISEND(MPI_Issend)
ISEND(MPI_Irsend)

#define SEND_INIT(name)									\
int FORM(name)(const void *buf, COUNT count, MPI_Datatype type, int dest, int tag,	\
	       MPI_Comm comm, MPI_Request *request)					\
{											\
	int err = NEXT(name, buf, count, type, dest, tag, comm, request);		\
											\
	if (!err)									\
		prepared(TOLD_AS(name), buf, count, type, dest, comm, *request);		\
	return err;									\
}

SEND_INIT(MPI_Send_init)
SEND_INIT(MPI_Bsend_init)
SEND_INIT(MPI_Ssend_init)
SEND_INIT(MPI_Rsend_init)

#define SENDRECV(name, params, args)							\
int FORM(name)(const void *buf, COUNT count, MPI_Datatype type, int dest, int tag,	\
	       void *in, COUNT in_count, MPI_Datatype in_type, int source, int in_tag,	\
	       MPI_Comm comm, params)							\
{											\
	int err = NEXT(name, buf, count, type, dest, tag, in, in_count, in_type,	\
				  source, in_tag, comm, args);				\
											\
	if (!err)									\
		sent(TOLD_AS(name), buf, count, type, dest, comm);				\
	return err;									\
}

/* Look at the payload before the call: the received message overwrites it. */
#define SENDRECV_REPLACE(name, params, args)						\
int FORM(name)(void *buf, COUNT count, MPI_Datatype type, int dest, int tag,		\
	       int source, int in_tag, MPI_Comm comm, params)				\
{											\
	struct payload payload = payload_of(buf, count, type, dest);			\
	uint32_t flags = payload_flags(&payload);					\
	int err = NEXT(name, buf, count, type, dest, tag, source, in_tag, comm,	\
				  args);						\
											\
	if (!err)									\
		message_tell(TOLD_AS(name), &payload, flags, dest, comm);			\
	return err;									\
}

SENDRECV(MPI_Sendrecv, MPI_Status *status, status)
SENDRECV_REPLACE(MPI_Sendrecv_replace, MPI_Status *status, status)
#if MPI_VERSION >= 4
SENDRECV(MPI_Isendrecv, MPI_Request *request, request)
SENDRECV_REPLACE(MPI_Isendrecv_replace, MPI_Request *request, request)
#endif

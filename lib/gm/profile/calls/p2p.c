// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Point-to-point calls.
 */
#include "gm/profile/calls/form.h"
#include "gm/profile/messages/messages.h"
#include "gm/profile/report/report.h"

static struct job_record sent_record(const char *call, const struct payload *payload, int dest,
				     int tag, MPI_Comm comm)
{
	return message_sent(call, ranks_of(comm), dest, tag, payload->bytes);
}

/*
 * Functions that report are kept out of line, so that a call with nothing to report needs no stack
 * for records.
 */
#define APART	static __attribute__((noinline))

/* Report a blocking call, which ends a step of the thread. */
APART void sent(const char *call, const void *buf, MPI_Count count, MPI_Datatype type, int dest,
		 int tag, MPI_Comm comm)
{
	struct payload payload;
	struct job_record record;

	if (!message_wanted(dest))
		return;
	payload = payload_of(buf, count, type, dest);
	record = sent_record(call, &payload, dest, tag, comm);
	record.flags |= payload_flags(&payload) | JOB_STEP;
	report_record(&record);
}

/* Report a message of a request. Returns the request, or 0 if there is none. */
static uint32_t sent_request(const char *call, const struct payload *payload, uint32_t flags,
			     int dest, int tag, MPI_Comm comm)
{
	struct job_record record;

	if (!message_wanted(dest))
		return 0;
	record = sent_record(call, payload, dest, tag, comm);
	record.flags |= flags;
	if (record.kind == JOB_MESSAGE)
		return report_request(&record);
	report_record(&record);
	return 0;
}

APART void begun(const char *call, const void *buf, MPI_Count count, MPI_Datatype type, int dest,
		  int tag, MPI_Comm comm, MPI_Request handle)
{
	struct payload payload;

	if (!message_wanted(dest))
		return;
	payload = payload_of(buf, count, type, dest);
	pending_add(handle, sent_request(call, &payload, payload_flags(&payload), dest, tag, comm),
		    NULL);
}

static void prepared(const char *call, const void *buf, MPI_Count count, MPI_Datatype type,
		     int dest, int tag, MPI_Comm comm, MPI_Request handle)
{
	struct job_record record;
	struct request *request;

	if (!message_wanted(dest))
		return;
	request = request_new(call);
	if (!request)
		return;
	request->payload = payload_of(buf, count, type, dest);
	record = sent_record(call, &request->payload, dest, tag, comm);
	request_add(request, &record);
	request_keep(request, handle);
}

#define SEND(name)									\
int FORM(name)(const void *buf, COUNT count, MPI_Datatype type, int dest, int tag,	\
	       MPI_Comm comm)								\
{											\
	int err = NEXT(name, buf, count, type, dest, tag, comm);			\
											\
	if (!err && report_wanted())							\
		sent(REPORTED_AS(name), buf, count, type, dest, tag, comm);		\
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
	if (!err && report_wanted())							\
		begun(REPORTED_AS(name), buf, count, type, dest, tag, comm, *request);	\
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
		prepared(REPORTED_AS(name), buf, count, type, dest, tag, comm, *request); \
	return err;									\
}

SEND_INIT(MPI_Send_init)
SEND_INIT(MPI_Bsend_init)
SEND_INIT(MPI_Ssend_init)
SEND_INIT(MPI_Rsend_init)

/* --- receives --- */

static bool is_wild(int source, int tag)
{
	return source == MPI_ANY_SOURCE || tag == MPI_ANY_TAG;
}

/* Report a completed receive, and what it received. */
static void received(MPI_Comm comm, const MPI_Status *status)
{
	struct job_record record;

	if (!message_wanted(status->MPI_SOURCE) ||
	    !message_received(ranks_of(comm), status->MPI_SOURCE, status->MPI_TAG, &record))
		return;
	record.flags |= JOB_STEP;
	report_record(&record);
}

/* Report a receive as part of @request, or of a new one if that is 0. Returns the request. */
static uint32_t receive_request(int source, int tag, MPI_Comm comm, uint32_t request)
{
	struct job_record record;

	if (!message_wanted(source) || !message_received(ranks_of(comm), source, tag, &record))
		return request;
	if (!request)
		return report_request(&record);
	record.request = request;
	report_record(&record);
	return request;
}

static void receive_begun(int source, int tag, MPI_Comm comm, MPI_Request handle,
			  uint32_t request)
{
	request = receive_request(source, tag, comm, request);
	pending_add(handle, request, is_wild(source, tag) ? ranks_of(comm) : NULL);
}

static void receive_prepared(const char *call, int source, int tag, MPI_Comm comm,
			     MPI_Request handle)
{
	struct job_record record;
	struct request *request;

	if (!message_wanted(source) || !message_received(ranks_of(comm), source, tag, &record))
		return;
	request = request_new(call);
	if (!request)
		return;
	if (is_wild(source, tag))
		request->ranks = ranks_hold(ranks_of(comm));
	request_add(request, &record);
	request_keep(request, handle);
}

int FORM(MPI_Recv)(void *buf, COUNT count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
		   MPI_Status *status)
{
	MPI_Status own = { 0 }, *found = status == MPI_STATUS_IGNORE ? &own : status;
	int err;

	if (!report_wanted())
		return NEXT(MPI_Recv, buf, count, type, source, tag, comm, status);
	err = NEXT(MPI_Recv, buf, count, type, source, tag, comm, found);
	if (!err)
		received(comm, found);
	return err;
}

int FORM(MPI_Irecv)(void *buf, COUNT count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
		    MPI_Request *request)
{
	int err = NEXT(MPI_Irecv, buf, count, type, source, tag, comm, request);

	if (!err && report_wanted())
		receive_begun(source, tag, comm, *request, 0);
	return err;
}

int FORM(MPI_Recv_init)(void *buf, COUNT count, MPI_Datatype type, int source, int tag,
			MPI_Comm comm, MPI_Request *request)
{
	int err = NEXT(MPI_Recv_init, buf, count, type, source, tag, comm, request);

	if (!err)
		receive_prepared(REPORTED_AS(MPI_Recv_init), source, tag, comm, *request);
	return err;
}

/* --- matched probes --- */

#ifndef FORM_LARGE
/* The probe already assigns the message to the program: it is received, as a request. */
static void matched(MPI_Comm comm, MPI_Message message, const MPI_Status *status)
{
	pending_message(message, receive_request(status->MPI_SOURCE, status->MPI_TAG, comm, 0));
}

int FORM(MPI_Mprobe)(int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status)
{
	MPI_Status own = { 0 }, *found = status == MPI_STATUS_IGNORE ? &own : status;
	int err = NEXT(MPI_Mprobe, source, tag, comm, message, found);

	if (!err && report_wanted())
		matched(comm, *message, found);
	return err;
}

int FORM(MPI_Improbe)(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message,
		      MPI_Status *status)
{
	MPI_Status own = { 0 }, *found = status == MPI_STATUS_IGNORE ? &own : status;
	int err = NEXT(MPI_Improbe, source, tag, comm, flag, message, found);

	if (!err && *flag && report_wanted())
		matched(comm, *message, found);
	return err;
}
#endif

int FORM(MPI_Mrecv)(void *buf, COUNT count, MPI_Datatype type, MPI_Message *message,
		    MPI_Status *status)
{
	MPI_Message handle = *message;
	int err = NEXT(MPI_Mrecv, buf, count, type, message, status);

	if (!err && report_wanted())
		pending_message_end(handle);
	return err;
}

int FORM(MPI_Imrecv)(void *buf, COUNT count, MPI_Datatype type, MPI_Message *message,
		     MPI_Request *request)
{
	MPI_Message handle = *message;
	int err = NEXT(MPI_Imrecv, buf, count, type, message, request);

	if (!err && report_wanted())
		pending_message_begin(handle, *request);
	return err;
}

/* --- send and receive in one call --- */

/* Both start together, and the step ends with both. */
static void exchanged(const char *call, const struct payload *payload, uint32_t flags, int dest,
		      int tag, MPI_Comm comm, const MPI_Status *status)
{
	bool receives = message_wanted(status->MPI_SOURCE);
	struct job_record record;

	if (message_wanted(dest)) {
		record = sent_record(call, payload, dest, tag, comm);
		record.flags |= flags | (receives ? 0 : JOB_STEP);
		report_record(&record);
	}
	if (receives)
		received(comm, status);
}

#define SENDRECV(name)									\
int FORM(name)(const void *buf, COUNT count, MPI_Datatype type, int dest, int tag,	\
	       void *in, COUNT in_count, MPI_Datatype in_type, int source, int in_tag,	\
	       MPI_Comm comm, MPI_Status *status)					\
{											\
	MPI_Status own = { 0 }, *found = status == MPI_STATUS_IGNORE ? &own : status;		\
	struct payload payload;								\
	int err;									\
											\
	if (!report_wanted())								\
		return NEXT(name, buf, count, type, dest, tag, in, in_count, in_type,	\
			    source, in_tag, comm, status);				\
	err = NEXT(name, buf, count, type, dest, tag, in, in_count, in_type, source,	\
		   in_tag, comm, found);						\
	payload = payload_of(buf, count, type, dest);					\
	if (!err)									\
		exchanged(REPORTED_AS(name), &payload, payload_flags(&payload), dest, tag, \
			  comm, found);							\
	return err;									\
}

/* Examine the payload before the call: the received message overwrites it. */
#define SENDRECV_REPLACE(name)								\
int FORM(name)(void *buf, COUNT count, MPI_Datatype type, int dest, int tag,		\
	       int source, int in_tag, MPI_Comm comm, MPI_Status *status)		\
{											\
	MPI_Status own = { 0 }, *found = status == MPI_STATUS_IGNORE ? &own : status;		\
	struct payload payload;								\
	uint32_t flags;									\
	int err;									\
											\
	if (!report_wanted())								\
		return NEXT(name, buf, count, type, dest, tag, source, in_tag, comm,	\
			    status);							\
	payload = payload_of(buf, count, type, dest);					\
	flags = payload_flags(&payload);						\
	err = NEXT(name, buf, count, type, dest, tag, source, in_tag, comm, found);	\
	if (!err)									\
		exchanged(REPORTED_AS(name), &payload, flags, dest, tag, comm, found);	\
	return err;									\
}

SENDRECV(MPI_Sendrecv)
SENDRECV_REPLACE(MPI_Sendrecv_replace)

#if MPI_VERSION >= 4
#define ISENDRECV(name)									\
int FORM(name)(const void *buf, COUNT count, MPI_Datatype type, int dest, int tag,	\
	       void *in, COUNT in_count, MPI_Datatype in_type, int source, int in_tag,	\
	       MPI_Comm comm, MPI_Request *request)					\
{											\
	struct payload payload;								\
	int err = NEXT(name, buf, count, type, dest, tag, in, in_count, in_type,	\
		       source, in_tag, comm, request);					\
											\
	if (err || !report_wanted())							\
		return err;								\
	payload = payload_of(buf, count, type, dest);					\
	receive_begun(source, in_tag, comm, *request,					\
		      sent_request(REPORTED_AS(name), &payload, payload_flags(&payload), \
				   dest, tag, comm));					\
	return err;									\
}

#define ISENDRECV_REPLACE(name)								\
int FORM(name)(void *buf, COUNT count, MPI_Datatype type, int dest, int tag,		\
	       int source, int in_tag, MPI_Comm comm, MPI_Request *request)		\
{											\
	struct payload payload = payload_of(buf, count, type, dest);			\
	uint32_t flags = payload_flags(&payload);					\
	int err = NEXT(name, buf, count, type, dest, tag, source, in_tag, comm,	\
		       request);							\
											\
	if (!err && report_wanted())							\
		receive_begun(source, in_tag, comm, *request,				\
			      sent_request(REPORTED_AS(name), &payload, flags, dest, tag, \
					   comm));					\
	return err;									\
}

ISENDRECV(MPI_Isendrecv)
ISENDRECV_REPLACE(MPI_Isendrecv_replace)
#endif

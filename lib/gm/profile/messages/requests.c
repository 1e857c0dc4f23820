// SPDX-License-Identifier: LGPL-2.1-or-later
/* Persistent requests, by handle. */
#include <pthread.h>
#include <stdlib.h>

#include "gm/profile/messages/messages.h"
#include "gm/profile/report/report.h"

#define BUCKETS	256

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct request *buckets[BUCKETS];

/* Handles are pointers in Open MPI and numbers in MPICH: Fibonacci hashing spreads both. */
static struct request **bucket_of(MPI_Request handle)
{
	return &buckets[(uintptr_t)handle * 0x9e3779b97f4a7c15ULL >> 56];
}

/* Return the link that points to the request, or the end of the chain. */
static struct request **request_find(MPI_Request handle)
{
	struct request **link = bucket_of(handle);

	while (*link && (*link)->handle != handle)
		link = &(*link)->next;
	return link;
}

struct request *request_new(const char *call)
{
	struct request *request = calloc(1, sizeof(*request));

	if (!request)
		report_unseen(call);
	return request;
}

void request_add(struct request *request, const struct job_record *record)
{
	struct job_record *records;

	if (request->used == request->room) {
		records = reallocarray(request->records, request->room + 16, sizeof(*records));
		if (!records) {
			report_unseen("MPI_Start");
			return;
		}
		request->records = records;
		request->room += 16;
	}
	request->records[request->used++] = *record;
}

void request_keep(struct request *request, MPI_Request handle)
{
	struct request **bucket = bucket_of(handle);

	request->handle = handle;
	pthread_mutex_lock(&lock);
	request->next = *bucket;
	*bucket = request;
	pthread_mutex_unlock(&lock);
}

static void request_report(const struct request *request)
{
	uint32_t number = 0;

	for (size_t i = 0; i < request->used; i++) {
		struct job_record record = request->records[i];

		if (record.kind == JOB_MESSAGE)
			record.flags |= payload_flags(&request->payload);
		if (record.kind == JOB_UNSEEN) {
			report_record(&record);
		} else if (!number) {
			number = report_request(&record);
		} else {
			record.request = number;
			report_record(&record);
		}
	}
	pending_add(request->handle, number, request->ranks);
}

void request_start(MPI_Request handle)
{
	struct request *request;

	if (!report_wanted())
		return;
	pthread_mutex_lock(&lock);
	request = *request_find(handle);
	if (request)
		request_report(request);
	pthread_mutex_unlock(&lock);
}

void request_forget(MPI_Request handle)
{
	struct request **link, *request;

	pthread_mutex_lock(&lock);
	link = request_find(handle);
	request = *link;
	if (request)
		*link = request->next;
	pthread_mutex_unlock(&lock);
	if (!request)
		return;
	ranks_drop(request->ranks);
	free(request->records);
	free(request);
}

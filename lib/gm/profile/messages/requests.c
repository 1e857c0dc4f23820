// SPDX-License-Identifier: LGPL-2.1-or-later
/* Requests, by handle: those in progress, and persistent ones. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "gm/profile/messages/messages.h"
#include "gm/profile/report/report.h"

/* --- requests in progress --- */

#define PENDING_BUCKETS	1024

/* A request. */
struct pending {
	struct pending *next;	/* in the same bucket, started later */
	uint64_t key;		/* request_key() or message_key() of MPI's handle */
	uint32_t request;	/* its number */
	struct ranks *ranks;	/* as for pending_add(); a reference */
};

static pthread_mutex_t pending_lock = PTHREAD_MUTEX_INITIALIZER;
static struct pending *pending_buckets[PENDING_BUCKETS];

static uint64_t request_key(MPI_Request handle)
{
	return (uintptr_t)handle;
}

/* Neither addresses nor numbers use the highest bit. */
static uint64_t message_key(MPI_Message message)
{
	return (uintptr_t)message | 1ULL << 63;
}

static struct pending **pending_bucket(uint64_t key)
{
	return &pending_buckets[key * 0x9e3779b97f4a7c15ULL >> 54];
}

static void key_enter(uint64_t key, uint32_t request, struct ranks *ranks)
{
	struct pending *pending, **link = pending_bucket(key);

	if (!request)
		return;
	pending = malloc(sizeof(*pending));
	if (!pending)
		return;
	*pending = (struct pending){
		.key = key, .request = request, .ranks = ranks ? ranks_hold(ranks) : NULL,
	};
	pthread_mutex_lock(&pending_lock);
	while (*link)
		link = &(*link)->next;
	*link = pending;
	pthread_mutex_unlock(&pending_lock);
}

void pending_add(MPI_Request handle, uint32_t request, struct ranks *ranks)
{
	key_enter(request_key(handle), request, ranks);
}

/* If several requests have one handle, take the first: all of them have ended. */
static struct pending *key_take(uint64_t key)
{
	struct pending **link = pending_bucket(key), *pending;

	pthread_mutex_lock(&pending_lock);
	while (*link && (*link)->key != key)
		link = &(*link)->next;
	pending = *link;
	if (pending)
		*link = pending->next;
	pthread_mutex_unlock(&pending_lock);
	return pending;
}

static void pending_free(struct pending *pending)
{
	if (pending)
		ranks_drop(pending->ranks);
	free(pending);
}

void pending_end(MPI_Request handle, const MPI_Status *status)
{
	struct pending *pending = key_take(request_key(handle));
	struct job_record record = { .kind = JOB_WAIT, .rank = JOB_ANY, .count = 1 };
	int cancelled, world;

	if (!pending)
		return;
	record.request = pending->request;
	PMPI_Test_cancelled(status, &cancelled);
	if (cancelled) {
		record.rank = JOB_NOBODY;
	} else if (pending->ranks) {
		world = ranks_world(pending->ranks, status->MPI_SOURCE);
		record.rank = world == MPI_UNDEFINED ? JOB_NOBODY : (uint32_t)world;
		record.tag = status->MPI_TAG;
	}
	report_record(&record);
	pending_free(pending);
}

void pending_forget(MPI_Request handle)
{
	pending_free(key_take(request_key(handle)));
}

/* --- messages --- */

void pending_message(MPI_Message message, uint32_t request)
{
	key_enter(message_key(message), request, NULL);
}

void pending_message_end(MPI_Message message)
{
	struct pending *pending = key_take(message_key(message));
	struct job_record record = { .kind = JOB_WAIT, .rank = JOB_ANY, .count = 1 };

	if (!pending)
		return;
	record.request = pending->request;
	report_record(&record);
	pending_free(pending);
}

void pending_message_begin(MPI_Message message, MPI_Request handle)
{
	struct pending *pending = key_take(message_key(message));

	if (pending)
		pending_add(handle, pending->request, NULL);
	pending_free(pending);
}

/* --- calls that wait for several --- */

bool waited_begin(struct waited *waited, int count, const MPI_Request handles[],
		  MPI_Status *statuses)
{
	*waited = (struct waited){ .statuses = statuses };
	if (!report_wanted() || count <= 0)
		return false;
	waited->handles = malloc(count * sizeof(*waited->handles));
	if (statuses == MPI_STATUSES_IGNORE) {
		waited->own = malloc(count * sizeof(*waited->own));
		waited->statuses = waited->own ? waited->own : statuses;
	}
	if (!waited->handles || waited->statuses == MPI_STATUSES_IGNORE)
		return false;
	memcpy(waited->handles, handles, count * sizeof(*handles));
	return true;
}

void waited_free(struct waited *waited)
{
	free(waited->handles);
	free(waited->own);
}

/* --- persistent requests --- */

#define REQUEST_BUCKETS	256

static pthread_mutex_t request_lock = PTHREAD_MUTEX_INITIALIZER;
static struct request *request_buckets[REQUEST_BUCKETS];

/* Handles are pointers in Open MPI and numbers in MPICH: Fibonacci hashing spreads both. */
static struct request **request_bucket(MPI_Request handle)
{
	return &request_buckets[(uintptr_t)handle * 0x9e3779b97f4a7c15ULL >> 56];
}

/* Return the link that points to the request, or the end of the chain. */
static struct request **request_find(MPI_Request handle)
{
	struct request **link = request_bucket(handle);

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
	struct request **bucket = request_bucket(handle);

	request->handle = handle;
	pthread_mutex_lock(&request_lock);
	request->next = *bucket;
	*bucket = request;
	pthread_mutex_unlock(&request_lock);
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
	pthread_mutex_lock(&request_lock);
	request = *request_find(handle);
	if (request)
		request_report(request);
	pthread_mutex_unlock(&request_lock);
}

void request_forget(MPI_Request handle)
{
	struct request **link, *request;

	pthread_mutex_lock(&request_lock);
	link = request_find(handle);
	request = *link;
	if (request)
		*link = request->next;
	pthread_mutex_unlock(&request_lock);
	if (!request)
		return;
	ranks_drop(request->ranks);
	free(request->records);
	free(request);
}

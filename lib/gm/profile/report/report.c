// SPDX-License-Identifier: LGPL-2.1-or-later
/* Counts the messages that calls send, and reports them to the simulator. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "gm/profile/call.h"
#include "gm/profile/report/connection.h"
#include "gm/profile/report/report.h"
#include "next/host.h"

/* --- totals of what was sent --- */

/* Entries for names of unseen calls; the last entry counts all further names. */
#define TOTALS_NAMES	64

/* Totals of one rank, or of all ranks of a job. */
struct totals {
	uint64_t messages;	/* with PUTs and GETs */
	uint64_t bytes;		/* of payload */
	uint64_t derived;	/* part of bytes that was derived from collectives */
	uint64_t lost;		/* messages and unseen calls that could not be reported */
	struct {
		uint64_t calls;
		char name[JOB_NAME];
	} unseen[TOTALS_NAMES];	/* by name; entries in use come first */
};

static void unseen_add(struct totals *totals, const char *name, uint64_t calls)
{
	size_t i;

	for (i = 0; i < TOTALS_NAMES - 1; i++) {
		if (!totals->unseen[i].calls || !strcmp(totals->unseen[i].name, name))
			break;
	}
	if (i == TOTALS_NAMES - 1)
		name = "others";
	strncpy(totals->unseen[i].name, name, JOB_NAME - 1);
	totals->unseen[i].calls += calls;
}

/* Add the messages or calls of @record; other records do not count. */
static void totals_add(struct totals *totals, const struct job_record *record)
{
	uint64_t bytes = record->bytes * record->count;

	if (record->kind == JOB_UNSEEN) {
		unseen_add(totals, record->name, record->count);
		return;
	}
	if (record->kind > JOB_GET)
		return;
	totals->messages += record->count;
	totals->bytes += bytes;
	if (record->flags & JOB_DERIVED)
		totals->derived += bytes;
}

/* Add the totals of another rank. */
static void totals_merge(struct totals *totals, const struct totals *other)
{
	totals->messages += other->messages;
	totals->bytes += other->bytes;
	totals->derived += other->derived;
	totals->lost += other->lost;
	for (size_t i = 0; i < TOTALS_NAMES && other->unseen[i].calls; i++)
		unseen_add(totals, other->unseen[i].name, other->unseen[i].calls);
}

/*
 * Return the derived share of the bytes in units of 1 / @parts. Printing it as a floating point
 * number would use the decimal point of the program's locale.
 */
static unsigned long derived_share(const struct totals *totals, unsigned int parts)
{
	return totals->bytes ? lrint((double)totals->derived / totals->bytes * parts) : 0;
}

/* Print the totals as comment lines. */
static void totals_print(const struct totals *totals, FILE *stream)
{
	unsigned long permille = derived_share(totals, 1000);

	fprintf(stream, "# messages: %" PRIu64 ", bytes: %" PRIu64 "\n", totals->messages,
		totals->bytes);
	fprintf(stream, "# bytes derived from collectives: %" PRIu64 ", %lu.%lu %%\n",
		totals->derived, permille / 10, permille % 10);
	for (size_t i = 0; i < TOTALS_NAMES && totals->unseen[i].calls; i++)
		fprintf(stream, "# unseen calls of %s: %" PRIu64 "\n", totals->unseen[i].name,
			totals->unseen[i].calls);
	if (totals->lost)
		fprintf(stream, "# messages and calls not reported to the simulator: %" PRIu64 "\n",
			totals->lost);
}

/* Print the totals as a JSON object. */
static void totals_print_json(const struct totals *totals, FILE *stream)
{
	unsigned long millionths = derived_share(totals, 1000000);

	fprintf(stream, "{\"schema\":1,\"messages\":%" PRIu64 ",\"bytes\":%" PRIu64 ",",
		totals->messages, totals->bytes);
	fprintf(stream, "\"derived_bytes\":%" PRIu64 ",\"derived_share\":%lu.%06lu,\"unseen\":[",
		totals->derived, millionths / 1000000, millionths % 1000000);
	for (size_t i = 0; i < TOTALS_NAMES && totals->unseen[i].calls; i++)
		fprintf(stream, "%s{\"call\":\"%s\",\"calls\":%" PRIu64 "}", i ? "," : "",
			totals->unseen[i].name, totals->unseen[i].calls);
	fprintf(stream, "],\"lost\":%" PRIu64 "}\n", totals->lost);
}

/* --- reports --- */

bool report_active;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool failed;
static int own_rank;
static uint32_t requests;
static uint32_t threads;
static __thread uint32_t own_thread;	/* 1 + its number; 0: not assigned yet */
static struct connection connection = { .line.fd = -1 };
static struct totals totals;
static char host[NEXT_HOST];	/* name of the node; empty: not known */

/* Print only the first error, which explains the following ones. */
static void report_error(int err)
{
	if (!err || failed)
		return;
	failed = true;
	fprintf(stderr, "gm-profile: rank %d: the simulator, GM_JOB=%s: %s\n", own_rank,
		getenv("GM_JOB"), strerror(-err));
}

/* All ranks of a job with more ranks than places get -E2BIG: only one prints it. */
static void open_error(int err)
{
	if (err != -E2BIG) {
		report_error(err);
		return;
	}
	failed = true;
	if (!own_rank)
		fputs("gm-profile: more ranks than places: see gpcd-sim job --per-node, --torus\n",
		      stderr);
}

void report_open(void)
{
	const char *path = getenv("GM_JOB");
	int ranks, err;

	PMPI_Comm_rank(MPI_COMM_WORLD, &own_rank);
	PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
	if (!path || !*path)
		return;
	err = connection_open(&connection, path, own_rank, ranks);
	open_error(err);
	if (!err)
		next_host_name(connection.node, host);
	if (compute_open(getenv("GM_COMPUTE")) && !own_rank)
		fprintf(stderr, "gm-profile: GM_COMPUTE=%s is none of cpu, none and a number\n",
			getenv("GM_COMPUTE"));
	report_active = true;
}

/* MPI itself, which finds its ranks by the names of their hosts, gets the machine's. */
const char *next_host(void)
{
	return *host && !call_is_inner() ? host : NULL;
}

/* Messages of a rank without GM_JOB do not reach the simulator; report_sum() shows them as lost. */
bool report_join(MPI_Comm comm)
{
	int mine = report_active, any = 0;

	if (PMPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_LOR, comm) || !any)
		return false;
	if (!report_active)
		fprintf(stderr, "gm-profile: rank %d: other ranks have GM_JOB, this one has not\n",
			own_rank);
	report_active = true;
	return true;
}

/* Threads beyond JOB_THREADS share numbers. */
static uint32_t thread_number(void)
{
	if (!own_thread)
		own_thread = 1 + threads++ % JOB_THREADS;
	return own_thread - 1;
}

static void report_locked(const struct job_record *record)
{
	struct job_record numbered = *record;

	/* The name of an unseen call occupies this space. */
	if (numbered.kind != JOB_UNSEEN)
		numbered.thread = thread_number();
	totals_add(&totals, &numbered);
	report_error(connection_add(&connection, &numbered));
}

static void report_computed(void)
{
	const struct job_record record = {
		.kind = JOB_COMPUTE, .flags = JOB_STEP, .bytes = compute_take(), .count = 1,
	};

	if (record.bytes)
		report_locked(&record);
}

void report_record(const struct job_record *record)
{
	if (!report_wanted())
		return;
	pthread_mutex_lock(&lock);
	if (record->kind != JOB_UNSEEN)
		report_computed();
	report_locked(record);
	pthread_mutex_unlock(&lock);
	if (compute_timed)
		compute_resume();
}

/* Numbers rise in the order in which requests are reported. */
uint32_t report_request(struct job_record *record)
{
	if (!report_wanted())
		return 0;
	pthread_mutex_lock(&lock);
	report_computed();
	record->request = ++requests;
	report_locked(record);
	pthread_mutex_unlock(&lock);
	if (compute_timed)
		compute_resume();
	return record->request;
}

struct job_record report_unseen_record(const char *call)
{
	struct job_record record = { .kind = JOB_UNSEEN, .count = 1 };

	strncpy(record.name, call, JOB_NAME - 1);
	return record;
}

void report_unseen(const char *call)
{
	struct job_record record = report_unseen_record(call);

	report_record(&record);
}

int report_flush(void)
{
	int err;

	if (!report_active)
		return 0;
	pthread_mutex_lock(&lock);
	report_computed();
	err = connection_flush(&connection);
	report_error(err);
	pthread_mutex_unlock(&lock);
	return err;
}

static void totals_op(void *in, void *inout, int *length, MPI_Datatype *type)
{
	const struct totals *from = in;
	struct totals *to = inout;

	(void)type;
	for (int i = 0; i < *length; i++)
		totals_merge(&to[i], &from[i]);
}

static void totals_reduce(MPI_Comm comm, struct totals *sum)
{
	MPI_Datatype type;
	MPI_Op op;

	PMPI_Type_contiguous(sizeof(*sum), MPI_BYTE, &type);
	PMPI_Type_commit(&type);
	PMPI_Op_create(totals_op, 1, &op);
	PMPI_Reduce(&totals, sum, 1, type, op, 0, comm);
	PMPI_Op_free(&op);
	PMPI_Type_free(&type);
}

void report_sum(MPI_Comm comm, FILE *stream, bool json)
{
	struct totals sum;
	int rank;

	totals.lost = connection.lost;
	totals_reduce(comm, &sum);
	PMPI_Comm_rank(comm, &rank);
	if (rank)
		return;
	if (json)
		totals_print_json(&sum, stream);
	else
		totals_print(&sum, stream);
	fflush(stream);
}

void report_close(enum job_end end)
{
	if (!report_active)
		return;
	pthread_mutex_lock(&lock);
	report_active = false;
	report_computed();
	compute_close();
	report_error(connection_close(&connection, end));
	pthread_mutex_unlock(&lock);
}

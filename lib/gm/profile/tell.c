// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * What the calls send, counted and told.
 */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "gm/profile/report.h"
#include "gm/profile/tell.h"
#include "gm/profile/totals.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool wanted;
static bool failed;
static int own_rank;
static struct report report;
static struct totals totals;

/* Once: the first error explains those that follow. */
static void tell_error(int err)
{
	if (!err || failed)
		return;
	failed = true;
	fprintf(stderr, "gm-profile: rank %d: the simulator, GM_JOB=%s: %s\n", own_rank,
		getenv("GM_JOB"), strerror(-err));
}

/* Too many are all ranks alike: one says it. */
static void open_error(int err)
{
	if (err != -E2BIG) {
		tell_error(err);
		return;
	}
	failed = true;
	if (!own_rank)
		fputs("gm-profile: more ranks than places: see gpcd-sim job --per-node, --torus\n",
		      stderr);
}

void tell_open(MPI_Comm world)
{
	const char *path = getenv("GM_JOB");
	int is_set = path && *path;
	int any, ranks;

	PMPI_Allreduce(&is_set, &any, 1, MPI_INT, MPI_LOR, world);
	if (!any)
		return;
	PMPI_Comm_rank(world, &own_rank);
	PMPI_Comm_size(world, &ranks);
	open_error(report_open(&report, is_set ? path : "", own_rank, ranks));
	wanted = true;
}

bool tell_wanted(void)
{
	return wanted;
}

void tell(const struct job_record *record)
{
	if (!wanted)
		return;
	pthread_mutex_lock(&lock);
	totals_add(&totals, record);
	tell_error(report_add(&report, record));
	pthread_mutex_unlock(&lock);
}

struct job_record tell_unseen_record(const char *call)
{
	struct job_record record = { .kind = JOB_UNSEEN, .count = 1 };

	strncpy(record.name, call, JOB_NAME - 1);
	return record;
}

void tell_unseen(const char *call)
{
	struct job_record record = tell_unseen_record(call);

	tell(&record);
}

int tell_flush(void)
{
	int err;

	if (!wanted)
		return 0;
	pthread_mutex_lock(&lock);
	err = report_flush(&report);
	tell_error(err);
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

static void totals_reduce(MPI_Comm world, struct totals *sum)
{
	MPI_Datatype type;
	MPI_Op op;

	PMPI_Type_contiguous(sizeof(*sum), MPI_BYTE, &type);
	PMPI_Type_commit(&type);
	PMPI_Op_create(totals_op, 1, &op);
	PMPI_Reduce(&totals, sum, 1, type, op, 0, world);
	PMPI_Op_free(&op);
	PMPI_Type_free(&type);
}

void tell_close(MPI_Comm world, FILE *stream, bool json)
{
	struct totals sum;

	if (!wanted)
		return;
	wanted = false;
	tell_error(report_close(&report));
	totals.lost = report.lost;
	totals_reduce(world, &sum);
	if (own_rank)
		return;
	if (json)
		totals_print_json(&sum, stream);
	else
		totals_print(&sum, stream);
	fflush(stream);
}

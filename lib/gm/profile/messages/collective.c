// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Report the messages of collective calls.
 */
#include "gm/profile/messages/collective.h"
#include "gm/profile/messages/message.h"
#include "gm/profile/messages/neighbours.h"
#include "gm/profile/tell/tell.h"

bool collective_begin(struct collective *of, const char *call, MPI_Comm comm)
{
	if (!tell_wanted())
		return false;
	*of = (struct collective){ .call = call, .comm = comm, .ranks = ranks_of(comm) };
	return true;
}

static void collective_tell(struct collective *of, const struct job_record *record)
{
	if (of->request)
		request_add(of->request, record);
	else
		tell(record);
}

static void collective_unseen(struct collective *of)
{
	struct job_record record = tell_unseen_record(of->call);

	collective_tell(of, &record);
}

static bool collective_derives(const struct collective *of)
{
	return of->ranks && !of->ranks->inter;
}

static void collective_send(void *context, int to, uint64_t bytes)
{
	struct collective *of = context;
	struct job_record record;

	record = message_record(of->call, JOB_MESSAGE, of->ranks->world[to], bytes);
	record.flags |= JOB_DERIVED;
	collective_tell(of, &record);
}

void collective_derive(struct collective *of, const struct blocks *blocks,
		       void (*algorithm)(const struct derive *of), int root,
		       uint64_t (*bytes)(void *of, int block))
{
	struct derive derive = {
		.root = root,
		.bytes = bytes,
		.send = collective_send,
		.context = of,
	};

	if (!collective_derives(of)) {
		collective_unseen(of);
		return;
	}
	derive.rank = of->ranks->rank;
	derive.size = of->ranks->size;
	of->blocks = blocks;
	algorithm(&derive);
}

void collective_neighbours(struct collective *of, const struct blocks *blocks,
			   uint64_t (*bytes)(void *of, int block))
{
	int *neighbours;
	int count = -1;

	of->blocks = blocks;
	if (collective_derives(of))
		count = neighbours_of(of->comm, of->ranks->rank, &neighbours);
	if (count < 0) {
		collective_unseen(of);
		return;
	}
	for (int i = 0; i < count; i++) {
		if (neighbours[i] != MPI_PROC_NULL && bytes(of, i))
			collective_send(of, neighbours[i], bytes(of, i));
	}
	neighbours_free(neighbours);
}

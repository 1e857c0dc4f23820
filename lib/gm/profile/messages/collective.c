// SPDX-License-Identifier: LGPL-2.1-or-later
/* Reports the messages of collective calls. */
#include "gm/profile/messages/collective.h"
#include "gm/profile/messages/message.h"
#include "gm/profile/messages/neighbours.h"
#include "gm/profile/tell/tell.h"

bool collective_begin(struct collective *of, const char *call, MPI_Comm comm)
{
	if (!tell_wanted())
		return false;
	*of = (struct collective){ .call = call, .comm = comm, .ranks = ranks_of(comm) };
	if (of->ranks)
		of->tag = ranks_collective(of->ranks);
	return true;
}

static void collective_tell(struct collective *of, struct job_record *record)
{
	if (of->request) {
		request_add(of->request, record);
	} else if (record->kind == JOB_UNSEEN || !of->begun) {
		tell(record);
	} else if (!of->number) {
		of->number = tell_request(record);
	} else {
		record->request = of->number;
		tell(record);
	}
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

/* --- callbacks of the algorithms --- */

static void collective_release(struct collective *of)
{
	if (of->held)
		collective_tell(of, &of->last);
	of->held = false;
}

/* An unseen call ends no step, so it is not held back. */
static void collective_hold(struct collective *of, struct job_record *record)
{
	if (record->kind == JOB_UNSEEN) {
		collective_tell(of, record);
		return;
	}
	collective_release(of);
	record->flags |= JOB_DERIVED;
	of->last = *record;
	of->held = true;
}

static void collective_send(void *context, int to, uint64_t bytes)
{
	struct collective *of = context;
	struct job_record record = message_sent(of->call, of->ranks, to, of->tag, bytes);

	collective_hold(of, &record);
}

static void collective_receive(void *context, int from)
{
	struct collective *of = context;
	struct job_record record;

	if (message_received(of->ranks, from, of->tag, &record))
		collective_hold(of, &record);
}

static void collective_step(void *context)
{
	struct collective *of = context;

	of->last.flags |= JOB_STEP;
	collective_release(of);
}

void collective_derive(struct collective *of, const struct blocks *blocks,
		       void (*algorithm)(const struct derive *of), int root,
		       uint64_t (*bytes)(void *of, int block))
{
	struct derive derive = {
		.root = root,
		.bytes = bytes,
		.send = collective_send,
		.receive = collective_receive,
		.step = collective_step,
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
	int *neighbours, *sources;
	int count = -1, from = -1;

	of->blocks = blocks;
	if (collective_derives(of)) {
		count = neighbours_of(of->comm, of->ranks->rank, &neighbours);
		from = neighbours_from(of->comm, of->ranks->rank, &sources);
	}
	if (count < 0)
		collective_unseen(of);
	for (int i = 0; i < count; i++) {
		if (neighbours[i] != MPI_PROC_NULL && bytes(of, i))
			collective_send(of, neighbours[i], bytes(of, i));
	}
	for (int i = 0; count >= 0 && i < from; i++)
		collective_receive(of, sources[i]);
	collective_step(of);
	if (count >= 0)
		neighbours_free(neighbours);
	if (from >= 0)
		neighbours_free(sources);
}

// SPDX-License-Identifier: LGPL-2.1-or-later
/* The state of a program that begins to run on end points. */
#include <errno.h>
#include <stdlib.h>

#include "netsim/host/state.h"

/* --- runners --- */

struct stream {
	uint16_t cpu;
	uint32_t op;
};

static int stream_compare(const void *a, const void *b)
{
	const struct stream *one = a, *two = b;

	return one->cpu < two->cpu ? -1 : one->cpu > two->cpu;
}

/* With polling: a runner for each stream of a rank that has operations, the lowest first. */
static void streams_new(struct host *host, uint32_t rank, struct stream *streams)
{
	const struct program *program = host->program;
	uint32_t first = program->first[rank], count = program->first[rank + 1] - first, i;

	for (i = 0; i < count; i++)
		streams[i] = (struct stream){ program->op[first + i].cpu, first + i };
	qsort(streams, count, sizeof(*streams), stream_compare);
	for (i = 0; i < count; i++) {
		if (!i || streams[i].cpu != streams[i - 1].cpu)
			host->runner[host->runners++].rank = rank;
		host->runner_of[streams[i].op] = host->runners - 1;
	}
}

static void handlers_new(struct host *host, uint32_t rank)
{
	const struct program *program = host->program;
	uint32_t op;

	host->rank[rank].runner = host->runners;
	for (op = program->first[rank]; op < program->first[rank + 1]; op++)
		host->runner_of[op] = host->runners + !program->op[op].cpu;
	host->runner[host->runners++].rank = rank;
	host->runner[host->runners++].rank = rank;
}

static int runners_new(struct host *host)
{
	const struct program *program = host->program;
	struct stream *streams = calloc(program->ops + (size_t)1, sizeof(*streams));
	size_t most = host->config->receive == HOST_INTERRUPT ? 2 * (size_t)program->ranks
							      : program->ops + (size_t)1;
	uint32_t rank;

	host->runner = calloc(most, sizeof(*host->runner));
	if (!streams || !host->runner) {
		free(streams);
		return -ENOMEM;
	}
	for (rank = 0; rank < program->ranks; rank++) {
		if (host->config->receive == HOST_INTERRUPT)
			handlers_new(host, rank);
		else
			streams_new(host, rank, streams);
	}
	free(streams);
	return 0;
}

/* --- operations and ranks --- */

static int arrays_new(struct host *host)
{
	size_t ops = host->program->ops + (size_t)1;

	host->waits = calloc(ops, sizeof(*host->waits));
	host->runner_of = calloc(ops, sizeof(*host->runner_of));
	host->sender = calloc(ops, sizeof(*host->sender));
	host->message = calloc(ops, sizeof(*host->message));
	host->op = calloc(ops, sizeof(*host->op));
	host->rank = calloc(host->program->ranks, sizeof(*host->rank));
	return host->waits && host->runner_of && host->sender && host->message && host->op &&
	       host->rank ? 0 : -ENOMEM;
}

static void ranks_fill(struct host *host, const uint32_t *place, const uint64_t *start)
{
	uint32_t i;

	for (i = 0; i < host->program->ranks; i++) {
		struct host_rank *rank = &host->rank[i];

		rank->node = place ? place[i] : i;
		rank->start = start ? start[i] : 0;
		rank->spent.start = rank->start;
		rank->spent.end = rank->start;
		if (host->config->receive == HOST_INTERRUPT)
			host_step_add(host, rank->start, HOST_BEGIN, rank->runner);
	}
}

static void ops_fill(struct host *host)
{
	const struct program *program = host->program;
	uint32_t rank, op;

	for (rank = 0; rank < program->ranks; rank++)
		program_waits(program, rank, &host->waits[program->first[rank]]);
	for (op = 0; op < program->ops; op++) {
		host->op[op] = (struct host_op){ HOST_NEVER, HOST_NEVER, HOST_NEVER, HOST_NEVER };
		if (!host->waits[op])
			host_step_add(host, host_rank_of(host, op)->start, HOST_READY, op);
	}
}

int host_new(struct host *host, const uint32_t *place, const uint64_t *start)
{
	int err = matching_new(&host->matching, host->program);

	if (!err)
		err = arrays_new(host);
	if (!err)
		err = runners_new(host);
	if (err)
		return err;
	ranks_fill(host, place, start);
	ops_fill(host);
	return host->error;
}

void host_free(struct host *host)
{
	uint32_t i;

	for (i = 0; i < host->runners; i++) {
		agenda_free(&host->runner[i].ops);
		agenda_free(&host->runner[i].messages);
	}
	agenda_free(&host->agenda);
	matching_free(&host->matching);
	free(host->waits);
	free(host->runner_of);
	free(host->sender);
	free(host->message);
	free(host->runner);
	free(host->rank);
	free(host->op);
}

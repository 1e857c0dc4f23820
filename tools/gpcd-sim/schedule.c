// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "gm/job.h"
#include "netsim/traffic/traffic.h"
#include "schedule.h"

/**
 * struct issue - transfers of a node
 * @transfers: one after the other
 * @parts: how many
 * @count: times all of them
 */
struct issue {
	struct net_transfer transfers[MPI_PARTS];
	unsigned int parts;
	uint64_t count;
};

/**
 * struct cursor - where a node is in its issues
 * @next: the one it is at; @end: the one behind its last
 * @times: it is through with that one
 * @part: the next transfer
 */
struct cursor {
	size_t next, end;
	uint64_t times;
	unsigned int part;
};

/** struct schedule - the context of a round's traffic */
struct schedule {
	struct cursor *cursors;
	struct issue issues[];
};

/* Those of a node come in this order. */
enum { OWN, PULLED, TURNS };

/** struct turns - what is given out to nodes: @at: by node and turn */
struct turns {
	size_t *at;
	struct issue *issues;
};

static bool schedule_next(void *context, uint32_t node, struct net_transfer *transfer)
{
	struct schedule *schedule = context;
	struct cursor *cursor = &schedule->cursors[node];
	const struct issue *issue = &schedule->issues[cursor->next];

	if (cursor->next == cursor->end)
		return false;
	*transfer = issue->transfers[cursor->part++];
	if (cursor->part < issue->parts)
		return true;
	cursor->part = 0;
	if (++cursor->times < issue->count)
		return true;
	cursor->times = 0;
	cursor->next++;
	return true;
}

/* What @tell makes the nodes of both ranks issue; returns 1 << enum net_op of it. */
static unsigned int expand(const struct tell *tell, uint32_t node, uint32_t other,
			   struct issue issues[TURNS])
{
	struct mpi_part parts[MPI_PARTS] = { {
		.transfer = {
			.op = tell->kind == JOB_GET ? NET_GET : NET_PUT,
			.bytes = tell->bytes,
			.zero = tell->zero,
		},
	} };
	unsigned int count = 1, requests = 0;
	struct issue *issue;

	issues[OWN] = (struct issue){ .count = tell->count };
	issues[PULLED] = issues[OWN];
	if (node == other)
		return 0;
	if (tell->kind == JOB_MESSAGE)
		count = mpi_message(&mpi_cray, tell->bytes, tell->zero, parts);
	for (unsigned int i = 0; i < count; i++) {
		issue = &issues[parts[i].pulled ? PULLED : OWN];
		parts[i].transfer.node = parts[i].pulled ? node : other;
		issue->transfers[issue->parts++] = parts[i].transfer;
		requests |= 1u << parts[i].transfer.op;
	}
	return requests;
}

/* Give out what a rank told; without issues only count. */
static unsigned int give(const struct story *story, const struct places *places, uint32_t node,
			 const struct turns *turns)
{
	unsigned int requests = 0;
	struct issue issues[TURNS];
	uint32_t other;
	size_t at;

	for (size_t i = 0; i < story->count; i++) {
		other = places->node[story->tells[i].rank];
		requests |= expand(&story->tells[i], node, other, issues);
		for (unsigned int turn = OWN; turn < TURNS; turn++) {
			if (!issues[turn].parts)
				continue;
			at = turns->at[TURNS * (turn == PULLED ? other : node) + turn]++;
			if (turns->issues)
				turns->issues[at] = issues[turn];
		}
	}
	return requests;
}

static unsigned int give_all(const struct story *stories, const struct places *places,
			     const struct turns *turns)
{
	unsigned int requests = 0;

	for (uint32_t rank = 0; rank < places->ranks; rank++)
		requests |= give(&stories[rank], places, places->node[rank], turns);
	return requests;
}

/* From how many to where the first of them goes; returns the sum. */
static size_t sum_up(size_t *at, size_t count)
{
	size_t sum = 0, here;

	for (size_t i = 0; i < count; i++) {
		here = at[i];
		at[i] = sum;
		sum += here;
	}
	return sum;
}

int schedule_traffic(const struct story *stories, const struct places *places, uint32_t nodes,
		     struct net_traffic *traffic)
{
	struct turns turns = { .at = calloc(TURNS * nodes, sizeof(*turns.at)) };
	struct schedule *schedule;
	size_t count;

	if (!turns.at)
		return -ENOMEM;
	give_all(stories, places, &turns);
	count = sum_up(turns.at, TURNS * nodes);
	schedule = calloc(1, sizeof(*schedule) + count * sizeof(*schedule->issues) +
			  nodes * sizeof(*schedule->cursors));
	if (!schedule)
		goto free_turns;
	schedule->cursors = (struct cursor *)&schedule->issues[count];
	for (uint32_t node = 0; node < nodes; node++)
		schedule->cursors[node].next = turns.at[TURNS * node];
	turns.issues = schedule->issues;
	*traffic = (struct net_traffic){
		.next = schedule_next, .context = schedule,
		.requests = give_all(stories, places, &turns),
	};
	for (uint32_t node = 0; node < nodes; node++)
		schedule->cursors[node].end = turns.at[TURNS * node + PULLED];

free_turns:
	free(turns.at);
	return schedule ? 0 : -ENOMEM;
}

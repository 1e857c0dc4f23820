// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "gm/wire.h"
#include "netsim/traffic/traffic.h"
#include "schedule.h"

/* A series of transfers that a node issues, repeated. */
struct issue {
	struct net_transfer transfers[MPI_PARTS]; /* in their order */
	unsigned int parts; /* number of transfers */
	uint64_t count; /* repetitions of the series */
};

/* How far a node is in its issues. */
struct cursor {
	size_t next, end; /* current issue, and the last one + 1 */
	uint64_t times; /* repetitions of the current issue that are done */
	unsigned int part; /* next transfer of the current issue */
};

/* Context of the traffic of a round. */
struct schedule {
	struct cursor *cursors; /* by node */
	struct issue issues[]; /* of all nodes, node by node */
};

/* Order of the issues of a node: what its ranks send, then what it fetches. */
enum { OWN, PULLED, TURNS };

/* Issues that are assigned to nodes. */
struct issue_turns {
	size_t *at; /* by node and turn: number of issues, or index of the next one */
	struct issue *issues; /* NULL: only count */
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

/* Find what the nodes of both ranks issue for an entry; return a mask of enum net_op. */
static unsigned int expand(const struct log_entry *entry, uint32_t node, uint32_t other,
			   struct issue issues[TURNS])
{
	struct mpi_part parts[MPI_PARTS] = { {
		.transfer = {
			.op = entry->kind == JOB_GET ? NET_GET : NET_PUT,
			.bytes = entry->bytes,
			.zero = entry->zero,
			.bte = mpi_bte(&mpi_cray, entry->bytes),
		},
	} };
	unsigned int count = 1, requests = 0;
	struct issue *issue;

	issues[OWN] = (struct issue){ .count = entry->count };
	issues[PULLED] = issues[OWN];
	if (node == other)
		return 0;
	if (entry->kind == JOB_MESSAGE)
		count = mpi_message(&mpi_cray, entry->bytes, entry->zero, parts);
	for (unsigned int i = 0; i < count; i++) {
		issue = &issues[parts[i].pulled ? PULLED : OWN];
		parts[i].transfer.node = parts[i].pulled ? node : other;
		issue->transfers[issue->parts++] = parts[i].transfer;
		requests |= 1u << parts[i].transfer.op;
	}
	return requests;
}

/* Assign the issues of a log to nodes, or only count them. */
static unsigned int give(const struct log *log, const struct places *places, uint32_t node,
			 const struct issue_turns *turns)
{
	unsigned int requests = 0;
	struct issue issues[TURNS];
	uint32_t other;
	size_t at;

	for (size_t i = 0; i < log->count; i++) {
		other = places->node[log->entries[i].rank];
		requests |= expand(&log->entries[i], node, other, issues);
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

static unsigned int give_all(const struct log *logs, const struct places *places,
			     const struct issue_turns *turns)
{
	unsigned int requests = 0;

	for (uint32_t rank = 0; rank < places->ranks; rank++)
		requests |= give(&logs[rank], places, places->node[rank], turns);
	return requests;
}

/* Replace counts by the index of the first of each; return the sum of all counts. */
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

int schedule_traffic(const struct log *logs, const struct places *places, uint32_t nodes,
		     struct net_traffic *traffic)
{
	struct issue_turns turns = { .at = calloc(TURNS * nodes, sizeof(*turns.at)) };
	struct schedule *schedule;
	size_t count;

	if (!turns.at)
		return -ENOMEM;
	give_all(logs, places, &turns);
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
		.requests = give_all(logs, places, &turns),
	};
	for (uint32_t node = 0; node < nodes; node++)
		schedule->cursors[node].end = turns.at[TURNS * node + PULLED];

free_turns:
	free(turns.at);
	return schedule ? 0 : -ENOMEM;
}

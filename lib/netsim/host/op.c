// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The end of operations on end points: which others it lets begin, and how their rank spent its
 * time.
 */
#include "netsim/host/state.h"

void host_step_add(struct host *host, uint64_t time, enum host_step step, uint32_t number)
{
	uint64_t last = step == HOST_BEGIN;

	if (host->error)
		return;
	host->error = agenda_put(&host->agenda, (struct agenda_item){
		.time = time, .what = number,
		.order = last << 63 | (uint64_t)number << HOST_STEP_BITS | step,
	});
}

void host_count(struct host *host, struct host_rank *rank)
{
	uint64_t elapsed = host->now - rank->since;

	rank->compute += elapsed * rank->computing;
	rank->calls += elapsed * rank->calling;
	if (rank->computing || rank->calling)
		rank->busy += elapsed;
	rank->since = host->now;
}

void host_op_end(struct host *host, uint32_t op)
{
	struct host_rank *rank = host_rank_of(host, op);

	host->op[op].end = host->now;
	host_count(host, rank);
	rank->spent = (struct host_spent){
		rank->compute, rank->calls, host->now - rank->start - rank->busy, rank->start,
		host->now,
	};
	host_op_wake(host, op, PROGRAM_END);
}

void host_op_wake(struct host *host, uint32_t op, enum program_wait wait)
{
	const struct program_edges *after = &host->program->after;
	uint32_t list = PROGRAM_WAITS * op + wait, i;

	for (i = after->first[list]; i < after->first[list + 1]; i++)
		if (!--host->waits[after->to[i]])
			host_step_add(host, host->now, HOST_READY, after->to[i]);
}

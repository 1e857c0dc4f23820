// SPDX-License-Identifier: LGPL-2.1-or-later
#include "netsim/flow/state.h"
#include "stencil.h"

/*
 * What goes one way between neighbours: parts of the message there, and of the one back, which is
 * as long.
 */
static struct flow_channels way_load(const struct stencil *stencil, uint64_t bytes,
				     const struct net_config *config)
{
	struct mpi_part parts[MPI_PARTS];
	unsigned int count = mpi_message(&stencil->mpi, bytes, stencil->zero, parts);
	struct flow_load load = { 0 };
	unsigned int i;

	for (i = 0; i < count; i++)
		flow_load(config, &parts[i].transfer, parts[i].pulled, stencil->steps, &load);
	return flow_one_way(&load);
}

struct job {
	const struct stencil *stencil;
	const uint32_t *place;
	struct flow *flow;
	unsigned int count;
	struct stencil_message messages[STENCIL_NEIGHBOURS];
	struct flow_channels loads[STENCIL_NEIGHBOURS];
};

static int rank_flow(const struct job *job, const unsigned int *at)
{
	const struct stencil *stencil = job->stencil;
	uint32_t rank = at[0] + stencil->grid[0] * (at[1] + stencil->grid[1] * at[2]);
	uint32_t ranks = stencil_ranks(stencil), other;
	bool inside = true;
	unsigned int i;
	int err = 0;

	for (i = 0; i < 3; i++)
		inside &= at[i] - 1 < stencil->grid[i] - 2 && stencil->grid[i] > 2;
	for (i = 0; i < job->count && !err; i++) {
		other = inside ? rank + job->messages[i].offset :
			stencil_neighbour(stencil, at, &job->messages[i]);
		if (other != ranks && job->place[other] != job->place[rank])
			err = flow_add_route(job->flow, job->place[rank], job->place[other],
					     &job->loads[i]);
	}
	return err;
}

/* z is the innermost loop: ranks of a node, and of its neighbours, are near each other. */
int stencil_flow(const struct stencil *stencil, const uint32_t *place,
		 const struct net_config *config, struct flow *flow)
{
	struct job job = { .stencil = stencil, .place = place, .flow = flow };
	const unsigned int *grid = stencil->grid;
	unsigned int at[3], i;
	int err = stencil_check(stencil);

	if (err)
		return err;
	job.count = stencil_messages(stencil, job.messages);
	for (i = 0; i < job.count; i++)
		job.loads[i] = way_load(stencil, job.messages[i].bytes, config);
	for (at[0] = 0; at[0] < grid[0]; at[0]++)
		for (at[1] = 0; at[1] < grid[1]; at[1]++)
			for (at[2] = 0; at[2] < grid[2] && !err; at[2]++)
				err = rank_flow(&job, at);
	return err;
}

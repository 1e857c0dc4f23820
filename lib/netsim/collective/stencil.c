// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The exchange of borders of `gpcd-sim run --stencil', as a program: a message to each neighbour,
 * all of a step at once.
 */
#include "algorithms.h"
#include "netsim/traffic/stencil.h"

static struct stencil stencil_of(const struct program_plan *plan, unsigned int points)
{
	return (struct stencil){
		.grid = { plan->grid[0], plan->grid[1], plan->grid[2] },
		.box = { plan->box[0], plan->box[1], plan->box[2] },
		.cell = plan->variables * plan->cell,
		.points = points,
		.periodic = plan->periodic,
	};
}

/*
 * In a periodic grid, the same rank may be the neighbour in several directions. Messages to it
 * match its receives in the order of the list; the lengths are the same forwards and backwards, so
 * each message meets a receive of its own length.
 */
static void exchange_borders(struct chain *chain, const struct stencil *stencil)
{
	const unsigned int at[] = {
		chain->rank % stencil->grid[0],
		chain->rank / stencil->grid[0] % stencil->grid[1],
		chain->rank / stencil->grid[0] / stencil->grid[1],
	};
	struct stencil_message messages[STENCIL_NEIGHBOURS];
	unsigned int count = stencil_messages(stencil, messages), i;
	uint32_t peer;

	for (i = 0; i < count; i++) {
		peer = stencil_neighbour(stencil, at, &messages[i]);
		if (peer == chain->ranks)
			continue;
		chain_send(chain, peer, messages[i].bytes);
		chain_recv(chain, peer, messages[i].bytes);
	}
}

static void build_stencil(struct chain *chain, const struct program_plan *plan,
			  unsigned int points)
{
	const struct stencil stencil = stencil_of(plan, points);

	exchange_borders(chain, &stencil);
	chain_next(chain);
	if (plan->compute)
		chain_calc(chain, plan->compute);
	chain_next(chain);
}

void build_stencil_full(struct chain *chain, const struct program_plan *plan)
{
	build_stencil(chain, plan, 27);
}

void build_stencil_faces(struct chain *chain, const struct program_plan *plan)
{
	build_stencil(chain, plan, 6);
}

// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The exchange of MiniGhost's reference code: a message for each face, with all variables. One
 * dimension follows the other, and faces include the cells round the box: what was received from
 * one neighbour goes on to the next, so that edges and corners need no messages.
 */
#include "algorithms.h"

static uint64_t face_bytes(const struct program_plan *plan, unsigned int dim)
{
	uint64_t cells = 1;
	unsigned int i;

	for (i = 0; i < 3; i++)
		if (i != dim)
			cells *= plan->box[i] + 2;
	return cells * plan->variables * plan->cell;
}

static void exchange_face(struct chain *chain, uint32_t peer, uint64_t bytes)
{
	chain_send(chain, peer, bytes);
	chain_recv(chain, peer, bytes);
}

void build_minighost(struct chain *chain, const struct program_plan *plan)
{
	uint32_t stride = 1, at, dim;

	for (dim = 0; dim < 3; dim++) {
		at = chain->rank / stride % plan->grid[dim];
		if (at)
			exchange_face(chain, chain->rank - stride, face_bytes(plan, dim));
		if (at + 1 < plan->grid[dim])
			exchange_face(chain, chain->rank + stride, face_bytes(plan, dim));
		chain_next(chain);
		stride *= plan->grid[dim];
	}
	if (plan->compute)
		chain_calc(chain, plan->compute);
	chain_next(chain);
}

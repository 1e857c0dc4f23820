// SPDX-License-Identifier: LGPL-2.1-or-later
/* Each rank has a block; in the end, each has all blocks. */
#include "algorithms.h"

void build_allgather_ring(struct chain *chain, const struct program_plan *plan)
{
	uint32_t step;

	for (step = 1; step < chain->ranks; step++) {
		chain_send(chain, chain_round(chain, 1), plan->bytes);
		chain_recv(chain, chain_round(chain, chain->ranks - 1), plan->bytes);
		chain_next(chain);
	}
}

void build_allgather_doubling(struct chain *chain, const struct program_plan *plan)
{
	uint32_t bit;

	for (bit = 1; bit < chain->ranks; bit *= 2) {
		chain_send(chain, chain->rank ^ bit, plan->bytes * bit);
		chain_recv(chain, chain->rank ^ bit, plan->bytes * bit);
		chain_next(chain);
	}
}

/* After a step, a rank has the blocks of the ranks from its own on. The last step is shorter. */
void build_allgather_bruck(struct chain *chain, const struct program_plan *plan)
{
	uint32_t far, blocks;

	for (far = 1; far < chain->ranks; far *= 2) {
		blocks = far < chain->ranks - far ? far : chain->ranks - far;
		chain_send(chain, chain_round(chain, chain->ranks - far), plan->bytes * blocks);
		chain_recv(chain, chain_round(chain, far), plan->bytes * blocks);
		chain_next(chain);
	}
}

// SPDX-License-Identifier: LGPL-2.1-or-later
/* Faces of boxes in a periodic lattice of four dimensions, all at once, as in lattice QCD. */
#include "algorithms.h"

/* Return the bytes of a side's sites, with all variables. */
static uint64_t side_bytes(const struct program_plan *plan, unsigned int dim)
{
	uint64_t bytes = (uint64_t)plan->variables * plan->cell;
	unsigned int i;

	for (i = 0; i < PROGRAM_DIMS; i++)
		if (i != dim)
			bytes *= plan->box[i];
	return bytes;
}

static void swap_side(struct chain *chain, uint32_t peer, uint64_t bytes)
{
	chain_send(chain, peer, bytes);
	chain_recv(chain, peer, bytes);
}

/* Two ranks in a dimension share two sides; a single rank has none. */
void build_milc(struct chain *chain, const struct program_plan *plan)
{
	uint32_t stride = 1, size, first, at, dim;

	for (dim = 0; dim < PROGRAM_DIMS; dim++, stride *= size) {
		size = plan->grid[dim];
		if (size == 1)
			continue;
		at = chain->rank / stride % size;
		first = chain->rank - at * stride;
		swap_side(chain, first + (at + size - 1) % size * stride, side_bytes(plan, dim));
		swap_side(chain, first + (at + 1) % size * stride, side_bytes(plan, dim));
	}
	chain_next(chain);
	if (plan->compute)
		chain_calc(chain, plan->compute);
	chain_next(chain);
}

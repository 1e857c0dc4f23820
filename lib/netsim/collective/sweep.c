// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Waves through a grid of boxes, one from each corner: a rank computes when it has the faces of all
 * neighbours from which the wave comes, then sends its own faces to the others.
 */
#include "algorithms.h"

#define CORNERS	8

/* Bits of a corner: in these dimensions the wave goes towards smaller coordinates. */
static void sweep_faces(struct chain *chain, const struct program_plan *plan, unsigned int corner,
			bool out)
{
	uint32_t stride = 1, at, dim, i;
	uint64_t bytes;
	bool up;

	for (dim = 0; dim < 3; dim++) {
		bytes = (uint64_t)plan->variables * plan->cell;
		for (i = 0; i < 3; i++)
			if (i != dim)
				bytes *= plan->box[i];
		at = chain->rank / stride % plan->grid[dim];
		up = out != (corner >> dim & 1);
		if (up ? at + 1 < plan->grid[dim] : at > 0) {
			if (out)
				chain_send(chain, up ? chain->rank + stride : chain->rank - stride,
					   bytes);
			else
				chain_recv(chain, up ? chain->rank + stride : chain->rank - stride,
					   bytes);
		}
		stride *= plan->grid[dim];
	}
	chain_next(chain);
}

void build_sweep3d(struct chain *chain, const struct program_plan *plan)
{
	unsigned int corner;

	for (corner = 0; corner < CORNERS; corner++) {
		sweep_faces(chain, plan, corner, false);
		if (plan->compute)
			chain_calc(chain, plan->compute);
		chain_next(chain);
		sweep_faces(chain, plan, corner, true);
	}
}

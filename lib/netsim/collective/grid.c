// SPDX-License-Identifier: LGPL-2.1-or-later
/* Exchanges of applications whose ranks form a grid of boxes. */
#include "algorithms.h"
#include "netsim/traffic/stencil.h"

static void exchange_side(struct chain *chain, uint32_t peer, uint64_t bytes)
{
	chain_send(chain, peer, bytes);
	chain_recv(chain, peer, bytes);
}

static void box_compute(struct chain *chain, const struct program_plan *plan)
{
	if (plan->compute)
		chain_calc(chain, plan->compute);
	chain_next(chain);
}

/* --- MiniGhost --- */

/*
 * The exchange of MiniGhost's reference code: a message for each face, with all variables. One
 * dimension follows the other, and faces include the cells round the box: what was received from
 * one neighbour goes on to the next, so that edges and corners need no messages.
 */

static uint64_t face_bytes(const struct program_plan *plan, unsigned int dim)
{
	uint64_t cells = 1;
	unsigned int i;

	for (i = 0; i < 3; i++)
		if (i != dim)
			cells *= plan->box[i] + 2;
	return cells * plan->variables * plan->cell;
}

void build_minighost(struct chain *chain, const struct program_plan *plan)
{
	uint32_t stride = 1, at, dim;

	for (dim = 0; dim < 3; dim++) {
		at = chain->rank / stride % plan->grid[dim];
		if (at)
			exchange_side(chain, chain->rank - stride, face_bytes(plan, dim));
		if (at + 1 < plan->grid[dim])
			exchange_side(chain, chain->rank + stride, face_bytes(plan, dim));
		chain_next(chain);
		stride *= plan->grid[dim];
	}
	box_compute(chain, plan);
}

/* --- stencils --- */

/*
 * The exchange of borders of `gpcd-sim run --stencil', as a program: a message to each neighbour,
 * all of a step at once.
 */

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
		exchange_side(chain, peer, messages[i].bytes);
	}
}

static void build_stencil(struct chain *chain, const struct program_plan *plan,
			  unsigned int points)
{
	const struct stencil stencil = stencil_of(plan, points);

	exchange_borders(chain, &stencil);
	chain_next(chain);
	box_compute(chain, plan);
}

void build_stencil_full(struct chain *chain, const struct program_plan *plan)
{
	build_stencil(chain, plan, 27);
}

void build_stencil_faces(struct chain *chain, const struct program_plan *plan)
{
	build_stencil(chain, plan, 6);
}

/* --- sweep3d --- */

/*
 * Waves through a grid of boxes, one from each corner: a rank computes when it has the faces of all
 * neighbours from which the wave comes, then sends its own faces to the others.
 */

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
		box_compute(chain, plan);
		sweep_faces(chain, plan, corner, true);
	}
}

/* --- MILC --- */

/* Faces of boxes in a periodic lattice of four dimensions, all at once, as in lattice QCD. */

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
		exchange_side(chain, first + (at + size - 1) % size * stride,
			      side_bytes(plan, dim));
		exchange_side(chain, first + (at + 1) % size * stride, side_bytes(plan, dim));
	}
	chain_next(chain);
	box_compute(chain, plan);
}

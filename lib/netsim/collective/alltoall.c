// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Each rank exchanges with each other: among all ranks, or, in the transposes of a Fourier
 * transform, among the ranks of a row, then of a column of a grid.
 */
#include "algorithms.h"

/* Ranks that exchange with each other. */
struct line {
	uint32_t first;
	uint32_t stride;	/* between neighbours */
	uint32_t ranks;
	uint32_t at;		/* index of the sender */
};

/* Send to the rank far further on, and receive from the rank that far back. */
static void line_exchange(struct chain *chain, const struct line *line, uint32_t far,
			  uint64_t data)
{
	uint32_t to = (line->at + far) % line->ranks;
	uint32_t from = (line->at + line->ranks - far) % line->ranks;

	chain_send(chain, line->first + to * line->stride,
		   chain_share(data, line->ranks, to, to + 1));
	chain_recv(chain, line->first + from * line->stride,
		   chain_share(data, line->ranks, line->at, line->at + 1));
}

/* Each rank has data bytes, of which each gets its part; its own part stays. */
static void line_alltoall(struct chain *chain, const struct line *line, uint64_t data,
			  bool at_once)
{
	uint32_t far;

	chain->alltoall = true;
	for (far = 1; far < line->ranks; far++) {
		line_exchange(chain, line, far, data);
		if (!at_once)
			chain_next(chain);
	}
	chain_next(chain);
	chain->alltoall = false;
}

static void alltoall(struct chain *chain, const struct program_plan *plan, bool at_once)
{
	struct line all = { .stride = 1, .ranks = chain->ranks, .at = chain->rank };

	line_alltoall(chain, &all, plan->bytes * chain->ranks, at_once);
}

void build_alltoall_pairwise(struct chain *chain, const struct program_plan *plan)
{
	alltoall(chain, plan, false);
}

void build_alltoall_linear(struct chain *chain, const struct program_plan *plan)
{
	alltoall(chain, plan, true);
}

static void fft_compute(struct chain *chain, const struct program_plan *plan)
{
	if (plan->compute)
		chain_calc(chain, plan->compute);
	chain_next(chain);
}

static void fft(struct chain *chain, const struct program_plan *plan, bool at_once)
{
	uint64_t data = (uint64_t)plan->variables * plan->cell;
	struct line line = { .stride = 1 };
	unsigned int dim;

	for (dim = 0; dim < 3; dim++)
		data *= plan->box[dim];
	fft_compute(chain, plan);
	for (dim = 0; dim < 3; dim++) {
		line.ranks = plan->grid[dim];
		line.at = chain->rank / line.stride % line.ranks;
		line.first = chain->rank - line.at * line.stride;
		if (line.ranks > 1) {
			line_alltoall(chain, &line, data, at_once);
			fft_compute(chain, plan);
		}
		line.stride *= line.ranks;
	}
}

void build_fft_pairwise(struct chain *chain, const struct program_plan *plan)
{
	fft(chain, plan, false);
}

void build_fft_linear(struct chain *chain, const struct program_plan *plan)
{
	fft(chain, plan, true);
}

// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The diamond DAG of LoGPC in stripes, one per rank; a turn is a block of each stripe. A block
 * waits for the values of the same block of the stripe before. They may arrive while an earlier
 * block is computed, so a separate stream receives them.
 */
#include "algorithms.h"

#define HANDLER	1

void build_diamond(struct chain *chain, const struct program_plan *plan)
{
	const struct program_op values = {
		.kind = PROGRAM_RECV, .peer = chain->rank - 1, .size = plan->bytes, .cpu = HANDLER,
	};
	uint32_t come = BUILDER_NONE;

	if (chain->rank)
		come = chain_aside(chain, &values);
	chain_calc(chain, plan->compute);
	if (chain->rank)
		chain_await(chain, come);
	chain_next(chain);
	if (chain->rank + 1 < chain->ranks)
		chain_send(chain, chain->rank + 1, plan->bytes);
	chain_next(chain);
}

// SPDX-License-Identifier: LGPL-2.1-or-later
/* Ping-pong, and the dissemination barrier. */
#include "algorithms.h"

void build_pingpong(struct chain *chain, const struct program_plan *plan)
{
	uint32_t last = chain->ranks - 1;

	if (!chain->rank) {
		chain_send(chain, last, plan->bytes);
		chain_next(chain);
		chain_recv(chain, last, plan->bytes);
		chain_next(chain);
	} else if (chain->rank == last) {
		chain_recv(chain, 0, plan->bytes);
		chain_next(chain);
		chain_send(chain, 0, plan->bytes);
		chain_next(chain);
	}
}

/* Send to the rank far further on, and receive from the rank that far back. */
static void exchange(struct chain *chain, uint32_t far, uint64_t bytes)
{
	chain_send(chain, chain_round(chain, far), bytes);
	chain_recv(chain, chain_round(chain, chain->ranks - far), bytes);
}

void build_dissemination(struct chain *chain, const struct program_plan *plan)
{
	uint32_t far;

	(void)plan;
	for (far = 1; far < chain->ranks; far *= 2) {
		exchange(chain, far, 0);
		chain_next(chain);
	}
}

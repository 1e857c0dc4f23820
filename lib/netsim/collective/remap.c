// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * All-to-all remap of LoGPC: each rank sends messages to ranks drawn at random, one a turn. A
 * separate stream receives them whenever they arrive, like handlers of active messages.
 */
#include "algorithms.h"
#include "netsim/mix.h"

/* Streams of execution: the steps are in stream 0. */
#define HANDLER	1

/* Tags. */
enum { REQUEST, REPLY };

/* Return the peer of a rank in this turn: any other rank. */
static uint32_t drawn_peer(const struct chain *chain, const struct program_plan *plan,
			   uint32_t rank)
{
	uint64_t turn = net_mix(plan->seed + chain->turn);
	uint32_t peer = net_mix_below(turn + rank, chain->ranks - 1);

	return peer + (peer >= rank);
}

static void reply(struct chain *chain, uint32_t request, uint32_t peer, uint64_t bytes)
{
	const struct program_op op = {
		.kind = PROGRAM_SEND, .peer = peer, .tag = REPLY, .size = bytes, .cpu = HANDLER,
	};

	chain_aside(chain, &op);
	chain_await(chain, request);
}

/* Receive what others send to this rank in this turn. */
static void receive_drawn(struct chain *chain, const struct program_plan *plan, bool replies)
{
	struct program_op op = {
		.kind = PROGRAM_RECV, .tag = REQUEST, .size = plan->bytes, .cpu = HANDLER,
	};
	uint32_t number;

	for (op.peer = 0; op.peer < chain->ranks; op.peer++) {
		if (op.peer == chain->rank || drawn_peer(chain, plan, op.peer) != chain->rank)
			continue;
		number = chain_aside(chain, &op);
		if (replies)
			reply(chain, number, op.peer, plan->bytes);
	}
}

void build_remap_asynchronous(struct chain *chain, const struct program_plan *plan)
{
	receive_drawn(chain, plan, false);
	chain_send(chain, drawn_peer(chain, plan, chain->rank), plan->bytes);
	chain_next(chain);
}

void build_remap_synchronous(struct chain *chain, const struct program_plan *plan)
{
	uint32_t peer = drawn_peer(chain, plan, chain->rank);

	receive_drawn(chain, plan, true);
	chain_send(chain, peer, plan->bytes);
	chain_next(chain);
	chain_recv_tag(chain, peer, plan->bytes, REPLY);
	chain_next(chain);
}

// SPDX-License-Identifier: LGPL-2.1-or-later
/* The programs of the LoGPC paper. */
#include <errno.h>
#include <stdlib.h>

#include "algorithms.h"
#include "netsim/mix.h"

/* Stream of execution that receives, like handlers of active messages; steps are in stream 0. */
#define HANDLER	1

/* --- remap --- */

/*
 * All-to-all remap: each rank sends messages to ranks drawn at random, one a turn. A separate
 * stream receives them whenever they arrive.
 */

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

/* --- diamond --- */

/*
 * The diamond DAG in stripes, one per rank; a turn is a block of each stripe. A block
 * waits for the values of the same block of the stripe before. They may arrive while an earlier
 * block is computed, so a separate stream receives them.
 */
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

/* --- em3d --- */

/*
 * EM3D: a bipartite graph of E and H vertices. A turn updates all E vertices, then all H
 * vertices. For each edge a value goes from one end to the other, in blocks, before the receiving
 * side computes. All edges end on another rank, at most span ranks away.
 */

/* Values that a rank exchanges with each other rank. */
struct flows {
	uint32_t out[EM3D_RANKS];	/* along edges of its own E vertices */
	uint32_t in[EM3D_RANKS];	/* along edges of others' E vertices */
};

/* Where an edge of a rank's E vertices ends: -span to span ranks on, but not on the rank itself. */
static uint32_t edge_end(const struct chain *chain, const struct program_plan *plan,
			 uint32_t rank, uint32_t edge)
{
	uint32_t far = net_mix_below(net_mix(plan->seed + rank) + edge, 2 * plan->span);

	far += far >= plan->span;
	return (rank + chain->ranks + far - plan->span) % chain->ranks;
}

/* Whether edges of that rank may end here. */
static bool is_near(const struct chain *chain, const struct program_plan *plan, uint32_t rank)
{
	uint32_t far = (chain->ranks + rank - chain->rank) % chain->ranks;

	return far && (far <= plan->span || far >= chain->ranks - plan->span);
}

static void count_edges(const struct chain *chain, const struct program_plan *plan,
			struct flows *flows)
{
	uint32_t edges = plan->vertices * plan->degree, rank, edge;

	for (rank = 0; rank < chain->ranks; rank++) {
		flows->in[rank] = 0;
		flows->out[rank] = 0;
	}
	for (edge = 0; edge < edges; edge++)
		flows->out[edge_end(chain, plan, chain->rank, edge)]++;
	for (rank = 0; rank < chain->ranks; rank++) {
		for (edge = 0; is_near(chain, plan, rank) && edge < edges; edge++)
			flows->in[rank] += edge_end(chain, plan, rank, edge) == chain->rank;
	}
}

static uint32_t blocks_of(const struct program_plan *plan, uint32_t values)
{
	return (values + plan->block - 1) / plan->block;
}

/* Bytes of a block; the last one has what is left. */
static uint64_t block_bytes(const struct program_plan *plan, uint32_t values, uint32_t block)
{
	uint32_t left = values - block * plan->block;

	return (left < plan->block ? left : plan->block) * plan->bytes;
}

/* Return the number of the first receive; the others follow it, up to the last operation. */
static uint32_t receive_values(struct chain *chain, const struct program_plan *plan,
			       const uint32_t *values)
{
	struct program_op op = { .kind = PROGRAM_RECV, .cpu = HANDLER };
	uint32_t first = chain->builder->ops, block;

	for (op.peer = 0; op.peer < chain->ranks; op.peer++) {
		for (block = 0; block < blocks_of(plan, values[op.peer]); block++) {
			op.size = block_bytes(plan, values[op.peer], block);
			chain_aside(chain, &op);
		}
	}
	return first;
}

/* Return the peers of all blocks to send, rank by rank; NULL: out of memory. */
static uint32_t *list_blocks(const struct chain *chain, const struct program_plan *plan,
			     const uint32_t *values, uint32_t *count)
{
	uint32_t peer, block, *peers;

	*count = 0;
	for (peer = 0; peer < chain->ranks; peer++)
		*count += blocks_of(plan, values[peer]);
	peers = calloc(*count + 1, sizeof(*peers));
	*count = 0;
	for (peer = 0; peers && peer < chain->ranks; peer++)
		for (block = 0; block < blocks_of(plan, values[peer]); block++)
			peers[(*count)++] = peer;
	return peers;
}

static void send_values(struct chain *chain, const struct program_plan *plan,
			const uint32_t *values, uint64_t shuffle)
{
	uint32_t sent[EM3D_RANKS] = { 0 }, count, i;
	uint32_t *peers = list_blocks(chain, plan, values, &count);

	if (!peers) {
		chain->builder->err = -ENOMEM;
		return;
	}
	if (shuffle && count)
		net_mix_shuffle(shuffle, false, peers, count);
	for (i = 0; i < count; i++) {
		chain_send(chain, peers[i],
			   block_bytes(plan, values[peers[i]], sent[peers[i]]++));
		chain_next(chain);
	}
	free(peers);
}

/* One side gets its values, and computes. */
static void phase(struct chain *chain, const struct program_plan *plan, const uint32_t *out,
		  const uint32_t *in, uint64_t shuffle)
{
	uint32_t first = receive_values(chain, plan, in), end = chain->builder->ops;

	send_values(chain, plan, out, shuffle);
	chain_calc(chain, plan->compute);
	for (; first < end && !chain->builder->err; first++)
		chain_await(chain, first);
	chain_next(chain);
}

void build_em3d_ordered(struct chain *chain, const struct program_plan *plan)
{
	struct flows flows;

	count_edges(chain, plan, &flows);
	phase(chain, plan, flows.in, flows.out, 0);
	phase(chain, plan, flows.out, flows.in, 0);
}

/* Another order in each phase, never 0. */
void build_em3d_random(struct chain *chain, const struct program_plan *plan)
{
	uint64_t order = net_mix(plan->seed + chain->turn) + chain->rank;
	struct flows flows;

	count_edges(chain, plan, &flows);
	phase(chain, plan, flows.in, flows.out, net_mix(order) | 1);
	phase(chain, plan, flows.out, flows.in, net_mix(order + EM3D_RANKS) | 1);
}

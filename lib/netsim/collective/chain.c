// SPDX-License-Identifier: LGPL-2.1-or-later
#include "chain.h"

/* Operations that the next step waits for directly; if there are more, it waits for a join. */
#define BEFORES	2

void chain_begin(struct chain *chain, struct builder *builder, uint32_t rank)
{
	builder_rank(builder, rank);
	*chain = (struct chain){
		.builder = builder, .ranks = builder->ranks, .rank = rank, .step = BUILDER_NONE,
	};
}

static uint32_t chain_op(struct chain *chain, const struct program_op *op)
{
	uint32_t number = builder_op(chain->builder, op), i;

	for (i = 0; i < chain->befores; i++)
		builder_wait(chain->builder, number, PROGRAM_END, chain->before + i);
	return number;
}

/* Without a join, a step of n operations after one of m would take n * m dependences. */
static void chain_join(struct chain *chain)
{
	const struct program_op join = { .kind = PROGRAM_CALC };

	if (chain->befores <= BEFORES)
		return;
	chain->before = chain_op(chain, &join);
	chain->befores = 1;
}

static void chain_message(struct chain *chain, enum program_op_kind kind, uint32_t peer,
			  uint64_t bytes, uint32_t tag)
{
	const struct program_op op = {
		.kind = kind, .peer = peer, .size = bytes, .tag = tag,
		.alltoall = kind == PROGRAM_SEND && chain->alltoall,
	};

	if (chain->step == BUILDER_NONE) {
		chain_join(chain);
		chain->step = chain->builder->ops;
	}
	chain_op(chain, &op);
}

void chain_send(struct chain *chain, uint32_t peer, uint64_t bytes)
{
	chain_message(chain, PROGRAM_SEND, peer, bytes, 0);
}

void chain_recv(struct chain *chain, uint32_t peer, uint64_t bytes)
{
	chain_message(chain, PROGRAM_RECV, peer, bytes, 0);
}

void chain_recv_tag(struct chain *chain, uint32_t peer, uint64_t bytes, uint32_t tag)
{
	chain_message(chain, PROGRAM_RECV, peer, bytes, tag);
}

void chain_calc(struct chain *chain, uint64_t ns)
{
	const struct program_op op = { .kind = PROGRAM_CALC, .size = ns };

	if (chain->step == BUILDER_NONE)
		chain->step = chain->builder->ops;
	chain_op(chain, &op);
}

void chain_next(struct chain *chain)
{
	if (chain->step == BUILDER_NONE)
		return;
	chain->before = chain->step;
	chain->befores = chain->builder->ops - chain->step;
	chain->step = BUILDER_NONE;
}

uint32_t chain_aside(struct chain *chain, const struct program_op *op)
{
	return builder_op(chain->builder, op);
}

void chain_await(struct chain *chain, uint32_t op)
{
	builder_wait(chain->builder, chain->builder->ops - 1, PROGRAM_END, op);
}

uint32_t chain_round(const struct chain *chain, uint32_t by)
{
	uint64_t rank = (uint64_t)chain->rank + by;

	return rank < chain->ranks ? rank : rank - chain->ranks;
}

/* The first parts have the bytes that remain. */
static uint64_t share_begin(uint64_t bytes, uint32_t parts, uint32_t part)
{
	uint64_t more = bytes % parts;

	return bytes / parts * part + (part < more ? part : more);
}

uint64_t chain_share(uint64_t bytes, uint32_t parts, uint32_t first, uint32_t end)
{
	return share_begin(bytes, parts, end) - share_begin(bytes, parts, first);
}

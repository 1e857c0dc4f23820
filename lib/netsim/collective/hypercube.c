// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Dimension by dimension of a hypercube whose corners are the ranks: the barrier and the clock
 * synchronisation that were measured on the XMP-64.
 */
#include "algorithms.h"
#include "clocks.h"

/*
 * A processor sends, then receives. But the receive does not wait for the end of the send: a long
 * message's send ends when the peer receives, and the peer would wait likewise.
 */
static void send_then_receive(struct chain *chain, uint32_t peer, uint64_t bytes)
{
	chain_send(chain, peer, bytes);
	chain_recv(chain, peer, bytes);
	chain_next(chain);
}

void build_barrier_hypercube(struct chain *chain, const struct program_plan *plan)
{
	uint32_t bit;

	for (bit = 1; bit < chain->ranks; bit *= 2)
		send_then_receive(chain, chain->rank ^ bit, plan->bytes);
}

/* --- clocks --- */

static void exchange_as_slave(struct chain *chain, uint32_t master, uint64_t bytes)
{
	send_then_receive(chain, master, bytes);
	send_then_receive(chain, master, bytes);
	chain_send(chain, master, bytes);
	chain_next(chain);
}

static void exchange_as_master(struct chain *chain, uint32_t slave, uint64_t bytes)
{
	chain_recv(chain, slave, bytes);
	chain_next(chain);
	send_then_receive(chain, slave, bytes);
	send_then_receive(chain, slave, bytes);
}

/* Exchange sums with the masters of the same sub-cube. */
static void average_sums(struct chain *chain, uint32_t below, uint64_t bytes)
{
	uint32_t bit;

	for (bit = 1; bit < below; bit *= 2)
		if ((chain->rank ^ bit) < chain->ranks)
			send_then_receive(chain, chain->rank ^ bit, bytes);
}

static void build_clocks(struct chain *chain, const struct program_plan *plan, bool averaged)
{
	uint32_t bit, peer;

	for (bit = 1; bit < chain->ranks; bit *= 2) {
		peer = chain->rank ^ bit;
		if (peer >= chain->ranks)
			continue;
		if (peer > chain->rank) {
			exchange_as_slave(chain, peer, plan->bytes);
			continue;
		}
		exchange_as_master(chain, peer, plan->bytes);
		if (averaged)
			average_sums(chain, bit, plan->bytes);
	}
}

void build_clocks_pairs(struct chain *chain, const struct program_plan *plan)
{
	build_clocks(chain, plan, false);
}

void build_clocks_averaged(struct chain *chain, const struct program_plan *plan)
{
	build_clocks(chain, plan, true);
}

/* Return the number of operations of a master's averaging in a dimension. */
static uint32_t average_ops(uint32_t ranks, uint32_t rank, unsigned int dim)
{
	uint32_t ops = 0;
	unsigned int i;

	for (i = 0; i < dim; i++)
		if ((rank ^ 1u << i) < ranks)
			ops += 2;
	return ops;
}

bool clocks_exchange(uint32_t ranks, uint32_t rank, bool averaged, unsigned int dim,
		     struct clocks_exchange *exchange)
{
	uint32_t peer;
	unsigned int i;

	*exchange = (struct clocks_exchange){ .peer = rank ^ 1u << dim };
	for (i = 0; i < dim; i++) {
		peer = rank ^ 1u << i;
		if (peer >= ranks)
			continue;
		exchange->op += CLOCKS_OPS;
		if (averaged && peer < rank)
			exchange->op += average_ops(ranks, rank, i);
	}
	return exchange->peer < ranks;
}

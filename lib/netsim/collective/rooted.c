// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Broadcast and reduction. The place of a rank is its distance from the root, which has place 0.
 *
 * In the binomial tree, clear the lowest bit of a place to get its parent; set one bit below the
 * lowest to get a child.
 */
#include "algorithms.h"

static uint32_t place_of(const struct chain *chain, const struct program_plan *plan)
{
	return chain_round(chain, chain->ranks - plan->root) % chain->ranks;
}

static uint32_t rank_at(const struct chain *chain, const struct program_plan *plan, uint32_t place)
{
	return ((uint64_t)place + plan->root) % chain->ranks;
}

/* Return the lowest bit of a place; for the root, the first bit that no place has. */
static uint32_t lowest_bit(const struct chain *chain, uint32_t place)
{
	uint32_t bit = 1;

	while (bit < chain->ranks && !(place & bit))
		bit *= 2;
	return bit;
}

void build_bcast_binomial(struct chain *chain, const struct program_plan *plan)
{
	uint32_t place = place_of(chain, plan), bit = lowest_bit(chain, place);

	if (place)
		chain_recv(chain, rank_at(chain, plan, place - bit), plan->bytes);
	chain_next(chain);
	while (bit /= 2) {
		if (place + bit < chain->ranks)
			chain_send(chain, rank_at(chain, plan, place + bit), plan->bytes);
		chain_next(chain);
	}
}

void build_reduce_binomial(struct chain *chain, const struct program_plan *plan)
{
	uint32_t place = place_of(chain, plan), lowest = lowest_bit(chain, place), bit;

	for (bit = 1; bit < lowest; bit *= 2) {
		if (place + bit < chain->ranks)
			chain_recv(chain, rank_at(chain, plan, place + bit), plan->bytes);
		chain_next(chain);
	}
	if (place)
		chain_send(chain, rank_at(chain, plan, place - lowest), plan->bytes);
	chain_next(chain);
}

void build_bcast_chain(struct chain *chain, const struct program_plan *plan)
{
	uint32_t place = place_of(chain, plan);

	if (place)
		chain_recv(chain, rank_at(chain, plan, place - 1), plan->bytes);
	chain_next(chain);
	if (place + 1 < chain->ranks)
		chain_send(chain, rank_at(chain, plan, place + 1), plan->bytes);
	chain_next(chain);
}

/* Return the bytes for the places from place on, below the next sibling's. */
static uint64_t subtree_bytes(const struct chain *chain, const struct program_plan *plan,
			      uint32_t place, uint32_t bit)
{
	uint32_t end = place + bit < chain->ranks ? place + bit : chain->ranks;

	return chain_share(plan->bytes, chain->ranks, place, end);
}

static void scatter(struct chain *chain, const struct program_plan *plan, uint32_t place)
{
	uint32_t bit = lowest_bit(chain, place);

	if (place)
		chain_recv(chain, rank_at(chain, plan, place - bit),
			   subtree_bytes(chain, plan, place, bit));
	chain_next(chain);
	while (bit /= 2) {
		if (place + bit < chain->ranks)
			chain_send(chain, rank_at(chain, plan, place + bit),
				   subtree_bytes(chain, plan, place + bit, bit));
		chain_next(chain);
	}
}

void build_bcast_scatter(struct chain *chain, const struct program_plan *plan)
{
	uint32_t place = place_of(chain, plan), ranks = chain->ranks, step, part, next;

	scatter(chain, plan, place);
	for (step = 1; step < ranks; step++) {
		part = (place + ranks - step + 1) % ranks;
		next = (place + ranks - step) % ranks;
		chain_send(chain, chain_round(chain, 1),
			   chain_share(plan->bytes, ranks, part, part + 1));
		chain_recv(chain, chain_round(chain, ranks - 1),
			   chain_share(plan->bytes, ranks, next, next + 1));
		chain_next(chain);
	}
}

// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Permutations: each rank sends one message, and receives one, all at once. A rank that a
 * permutation maps to itself does nothing.
 *
 * Ranks are numbers of b bits. A bit permutation takes bit i of the receiver from bit f(i) of the
 * sender, and may invert it: d_i = s_f(i) xor g(i).
 */
#include "algorithms.h"
#include "netsim/mix.h"

static unsigned int rank_bits(const struct chain *chain)
{
	return __builtin_ctz(chain->ranks);
}

/* Rotate the uppermost bits of a value, which has of bits in all, to the left. */
static uint32_t rotate(uint32_t value, unsigned int of, unsigned int bits, unsigned int by)
{
	unsigned int low = of - bits;
	uint32_t high = value >> low, mask = (1u << bits) - 1;

	if (!bits || by == bits)
		return value;
	high = (high << by | high >> (bits - by)) & mask;
	return high << low | (value & ((1u << low) - 1));
}

static uint32_t reverse_bits(uint32_t value, unsigned int bits)
{
	uint32_t result = 0;
	unsigned int i;

	for (i = 0; i < bits; i++)
		result |= (value >> i & 1) << (bits - 1 - i);
	return result;
}

static void permutation_exchange(struct chain *chain, const struct program_plan *plan,
				 uint32_t to, uint32_t from)
{
	if (to != chain->rank) {
		chain_send(chain, to, plan->bytes);
		chain_recv(chain, from, plan->bytes);
	}
	chain_next(chain);
}

void build_permutation_shuffle(struct chain *chain, const struct program_plan *plan)
{
	unsigned int bits = rank_bits(chain);

	permutation_exchange(chain, plan, rotate(chain->rank, bits, bits, bits ? 1 : 0),
			     rotate(chain->rank, bits, bits, bits ? bits - 1 : 0));
}

/* Rotate by half, so that the receiver sends back. */
static void half_turn(struct chain *chain, const struct program_plan *plan, unsigned int within)
{
	unsigned int bits = rank_bits(chain), high = bits - within;
	uint32_t peer = rotate(chain->rank, bits, high, high / 2);

	permutation_exchange(chain, plan, peer, peer);
}

void build_permutation_transpose(struct chain *chain, const struct program_plan *plan)
{
	half_turn(chain, plan, 0);
}

void build_permutation_transpose_chips(struct chain *chain, const struct program_plan *plan)
{
	half_turn(chain, plan, PERMUTATION_CORE_BITS);
}

void build_permutation_complement(struct chain *chain, const struct program_plan *plan)
{
	uint32_t peer = chain->ranks - 1 - chain->rank;

	permutation_exchange(chain, plan, peer, peer);
}

void build_permutation_reverse(struct chain *chain, const struct program_plan *plan)
{
	uint32_t peer = reverse_bits(chain->rank, rank_bits(chain));

	permutation_exchange(chain, plan, peer, peer);
}

/* All ranks draw the same permutation, and each looks for itself in it. */
void build_permutation_random(struct chain *chain, const struct program_plan *plan)
{
	uint32_t to[PERMUTATION_RANDOM], i, from = 0;

	for (i = 0; i < chain->ranks; i++)
		to[i] = i;
	net_mix_shuffle(plan->seed, false, to, chain->ranks);
	while (to[from] != chain->rank)
		from++;
	permutation_exchange(chain, plan, to[chain->rank], from);
}

// SPDX-License-Identifier: LGPL-2.1-or-later
/* Derives the messages of collective operations. */
#include <stdbool.h>

#include "gm/profile/messages/derive.h"

static void send_block(const struct derive *of, int to, int block)
{
	uint64_t bytes = of->bytes(of->context, block);

	if (bytes)
		of->send(of->context, to, bytes);
}

/* Receive a block whose length is known here. */
static void receive_block(const struct derive *of, int from, int block)
{
	if (of->bytes(of->context, block))
		of->receive(of->context, from);
}

static void step_ends(const struct derive *of)
{
	of->step(of->context);
}

/* Places in a tree are relative to the root, whose place is 0. */
static int tree_place(const struct derive *of)
{
	return (of->rank - of->root + of->size) % of->size;
}

static int tree_rank(const struct derive *of, int place)
{
	return (place + of->root) % of->size;
}

/* The parent's place is the own one without its lowest set bit. */
static int tree_parent(const struct derive *of, int place)
{
	return tree_rank(of, place & (place - 1));
}

void derive_dissemination(const struct derive *of)
{
	for (int64_t step = 1; step < of->size; step *= 2) {
		of->send(of->context, (of->rank + step) % of->size, 0);
		of->receive(of->context, (of->rank - step + of->size) % of->size);
		step_ends(of);
	}
}

/* Return the largest power of two that is not above @number, which is 1 or more. */
static int power_within(int number)
{
	return 1 << (31 - __builtin_clz(number));
}

void derive_binomial_down(const struct derive *of)
{
	int place = tree_place(of);
	int step = power_within(of->size);

	if (place) {
		receive_block(of, tree_parent(of, place), of->root);
		step_ends(of);
	}
	/* Earlier steps have reached all places that are multiples of 2 * step. */
	for (; step; step /= 2) {
		if (place % (2 * (int64_t)step) == 0 && step < of->size - place)
			send_block(of, tree_rank(of, place + step), of->root);
	}
	step_ends(of);
}

void derive_binomial_up(const struct derive *of)
{
	int place = tree_place(of);

	for (int64_t step = 1; place % (2 * step) == 0 && step < of->size - place; step *= 2)
		receive_block(of, tree_rank(of, place + step), of->rank);
	step_ends(of);
	if (place)
		send_block(of, tree_parent(of, place), of->rank);
	step_ends(of);
}

/* Ranks beyond the core first pass their data to a rank of the core, and get the result last. */
void derive_recursive_doubling(const struct derive *of)
{
	int core = power_within(of->size);
	bool helps = of->rank < of->size - core;

	if (of->rank >= core) {
		send_block(of, of->rank - core, of->rank);
		step_ends(of);
		receive_block(of, of->rank - core, of->rank);
		step_ends(of);
		return;
	}
	if (helps)
		receive_block(of, of->rank + core, of->rank);
	step_ends(of);
	for (int step = 1; step < core; step *= 2) {
		send_block(of, of->rank ^ step, of->rank);
		receive_block(of, of->rank ^ step, of->rank);
		step_ends(of);
	}
	if (helps)
		send_block(of, of->rank + core, of->rank);
	step_ends(of);
}

void derive_linear_in(const struct derive *of)
{
	if (of->rank != of->root)
		send_block(of, of->root, of->rank);
	for (int from = 0; of->rank == of->root && from < of->size; from++) {
		if (from != of->root)
			of->receive(of->context, from);
	}
	step_ends(of);
}

void derive_linear_out(const struct derive *of)
{
	if (of->rank != of->root)
		of->receive(of->context, of->root);
	for (int to = 0; of->rank == of->root && to < of->size; to++) {
		if (to != of->root)
			send_block(of, to, to);
	}
	step_ends(of);
}

void derive_ring(const struct derive *of)
{
	int to = (of->rank + 1) % of->size, from = (of->rank - 1 + of->size) % of->size;

	for (int step = 0; step < of->size - 1; step++) {
		send_block(of, to, (of->rank - step + of->size) % of->size);
		receive_block(of, from, (from - step + of->size) % of->size);
		step_ends(of);
	}
}

void derive_pairwise(const struct derive *of)
{
	for (int64_t step = 1; step < of->size; step++) {
		int to = (of->rank + step) % of->size;

		send_block(of, to, to);
		of->receive(of->context, (of->rank - step + of->size) % of->size);
		step_ends(of);
	}
}

void derive_chain(const struct derive *of)
{
	if (of->rank) {
		receive_block(of, of->rank - 1, of->rank);
		step_ends(of);
	}
	if (of->rank < of->size - 1)
		send_block(of, of->rank + 1, of->rank);
	step_ends(of);
}

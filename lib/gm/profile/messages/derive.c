// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Derive the messages of collective operations.
 */
#include "gm/power.h"
#include "gm/profile/messages/derive.h"

static void send_block(const struct derive *of, int to, int block)
{
	uint64_t bytes = of->bytes(of->context, block);

	if (bytes)
		of->send(of->context, to, bytes);
}

/* Places in a tree count from the root, whose place is 0. */
static int tree_place(const struct derive *of)
{
	return (of->rank - of->root + of->size) % of->size;
}

static int tree_rank(const struct derive *of, int place)
{
	return (place + of->root) % of->size;
}

void derive_dissemination(const struct derive *of)
{
	for (int64_t step = 1; step < of->size; step *= 2)
		of->send(of->context, (of->rank + step) % of->size, 0);
}

void derive_binomial_down(const struct derive *of)
{
	int place = tree_place(of);
	int step = gm_power_within(of->size);

	/* Earlier steps have reached all places that are multiples of 2 * step. */
	for (; step; step /= 2) {
		if (place % (2 * (int64_t)step) == 0 && step < of->size - place)
			send_block(of, tree_rank(of, place + step), of->root);
	}
}

void derive_binomial_up(const struct derive *of)
{
	int place = tree_place(of);

	if (place)
		send_block(of, tree_rank(of, place & (place - 1)), of->rank);
}

void derive_recursive_doubling(const struct derive *of)
{
	int core = gm_power_within(of->size);

	if (of->rank >= core) {
		send_block(of, of->rank - core, of->rank);
		return;
	}
	for (int step = 1; step < core; step *= 2)
		send_block(of, of->rank ^ step, of->rank);
	if (of->rank < of->size - core)
		send_block(of, of->rank + core, of->rank);
}

void derive_linear_in(const struct derive *of)
{
	if (of->rank != of->root)
		send_block(of, of->root, of->rank);
}

void derive_linear_out(const struct derive *of)
{
	if (of->rank != of->root)
		return;
	for (int to = 0; to < of->size; to++) {
		if (to != of->root)
			send_block(of, to, to);
	}
}

void derive_ring(const struct derive *of)
{
	int to = (of->rank + 1) % of->size;

	for (int step = 0; step < of->size - 1; step++)
		send_block(of, to, (of->rank - step + of->size) % of->size);
}

void derive_pairwise(const struct derive *of)
{
	for (int64_t step = 1; step < of->size; step++) {
		int to = (of->rank + step) % of->size;

		send_block(of, to, to);
	}
}

void derive_chain(const struct derive *of)
{
	if (of->rank < of->size - 1)
		send_block(of, of->rank + 1, of->rank);
}

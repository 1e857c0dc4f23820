// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>

#include "netsim/mix.h"
#include "netsim/routing/route.h"
#include "stencil.h"

/* Limits, so that no product overflows its type. */
#define RANKS	(1u << 28)
#define BOX	(1u << 16)
#define CELL	(1u << 20)
#define BYTES	(1ull << 52)

uint32_t stencil_ranks(const struct stencil *stencil)
{
	uint64_t ranks = 1;
	unsigned int i;

	for (i = 0; i < 3; i++) {
		if (!stencil->grid[i] || stencil->grid[i] > RANKS / ranks)
			return 0;
		ranks *= stencil->grid[i];
	}
	return ranks;
}

/* Whether the sum of a message over all steps is small enough. */
static bool are_bytes_few(const struct stencil *stencil)
{
	struct stencil_message messages[STENCIL_NEIGHBOURS];
	unsigned int count = stencil_messages(stencil, messages);

	while (stencil->steps && count--)
		if (messages[count].bytes > BYTES / stencil->steps)
			return false;
	return true;
}

int stencil_check(const struct stencil *stencil)
{
	bool points = stencil->points == 6 || stencil->points == 26 || stencil->points == 27;
	unsigned int i;

	if (!points || !stencil_ranks(stencil))
		return -EINVAL;
	for (i = 0; i < 3; i++) {
		if (!stencil->box[i] || stencil->box[i] > BOX ||
		    !stencil->node[i] || stencil->grid[i] % stencil->node[i])
			return -EINVAL;
	}
	if (!stencil->cell || stencil->cell > CELL)
		return -EINVAL;
	return are_bytes_few(stencil) ? 0 : -EINVAL;
}

static struct stencil_message message_to(const struct stencil *stencil, const int *step)
{
	struct stencil_message message = { .bytes = stencil->cell };
	int stride = 1, i;

	for (i = 0; i < 3; i++, stride *= stencil->grid[i - 1]) {
		message.step[i] = step[i];
		message.offset += step[i] * stride;
		if (!step[i])
			message.bytes *= stencil->box[i];
	}
	return message;
}

unsigned int stencil_messages(const struct stencil *stencil, struct stencil_message *messages)
{
	unsigned int most = stencil->points == 6 ? 1 : 3;
	unsigned int count = 0, apart;
	int step[3];

	for (step[2] = -1; step[2] <= 1; step[2]++) {
		for (step[1] = -1; step[1] <= 1; step[1]++) {
			for (step[0] = -1; step[0] <= 1; step[0]++) {
				apart = abs(step[0]) + abs(step[1]) + abs(step[2]);
				if (apart && apart <= most)
					messages[count++] = message_to(stencil, step);
			}
		}
	}
	return count;
}

uint32_t stencil_neighbour(const struct stencil *stencil, const unsigned int *at,
			   const struct stencil_message *message)
{
	const unsigned int *grid = stencil->grid;
	unsigned int to[3], i;

	for (i = 0; i < 3; i++) {
		to[i] = at[i] + message->step[i];
		if (to[i] < grid[i])
			continue;
		if (!stencil->periodic)
			return stencil_ranks(stencil);
		to[i] = message->step[i] < 0 ? grid[i] - 1 : 0;
	}
	return to[0] + grid[0] * (to[1] + grid[1] * to[2]);
}

/* Return a node of the system by its number with the last dimension fastest. */
static uint32_t node_at(const struct topo *topo, uint32_t index)
{
	unsigned int coord[TOPO_DIMS];
	unsigned int rest = topo_node_chip(topo, index), dim;

	for (dim = topo->dims; dim-- > 0; rest /= topo->size[dim])
		coord[dim] = rest % topo->size[dim];
	return topo_node(topo, topo_chip(topo, coord), topo_node_nic(topo, index));
}

/* Return the number of a rank's block, counted z fastest, then y, then x. */
static uint32_t block_of(const struct stencil *stencil, uint32_t rank)
{
	uint32_t block = 0, rest = rank;
	unsigned int i, at, blocks;

	for (i = 0; i < 3; i++, rest /= stencil->grid[i - 1]) {
		at = rest % stencil->grid[i] / stencil->node[i];
		blocks = stencil->grid[i] / stencil->node[i];
		block = block * blocks + at;
	}
	return block;
}

int stencil_place(const struct stencil *stencil, const struct topo *topo, uint32_t *place)
{
	uint32_t ranks = stencil_ranks(stencil), nodes, rank, i;
	uint32_t *node;

	if (stencil_check(stencil))
		return -EINVAL;
	nodes = ranks / (stencil->node[0] * stencil->node[1] * stencil->node[2]);
	if (nodes > topo_nodes(topo))
		return -E2BIG;
	node = calloc(nodes, sizeof(*node));
	if (!node)
		return -ENOMEM;
	for (i = 0; i < nodes; i++)
		node[i] = node_at(topo, i);
	for (rank = 0; rank < ranks; rank++)
		place[rank] = node[block_of(stencil, rank)];
	if (stencil->random)
		net_mix_shuffle(stencil->seed, false, place, ranks);
	free(node);
	return 0;
}

/* A neighbour's neighbours include the rank: all ranks together check both directions. */
int stencil_routes_left(const struct stencil *stencil, const uint32_t *place,
			const struct net_fabric *fabric, struct stencil_gap *gap)
{
	const unsigned int *grid = stencil->grid;
	struct stencil_message messages[STENCIL_NEIGHBOURS];
	unsigned int count = stencil_messages(stencil, messages), i;
	uint32_t ranks = stencil_ranks(stencil), rank, other;

	for (rank = 0; rank < ranks; rank++) {
		const unsigned int at[] = {
			rank % grid[0], rank / grid[0] % grid[1], rank / grid[0] / grid[1],
		};

		for (i = 0; i < count; i++) {
			other = stencil_neighbour(stencil, at, &messages[i]);
			if (other == ranks || place[other] == place[rank])
				continue;
			*gap = (struct stencil_gap){ place[rank], place[other] };
			if (net_routes_left(fabric, topo_node_chip(&fabric->topo, gap->from),
					    topo_node_chip(&fabric->topo, gap->to)))
				return -EHOSTUNREACH;
		}
	}
	return 0;
}

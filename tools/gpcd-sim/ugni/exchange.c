// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "calls.h"

void exchange_free(struct world *world)
{
	free(world->exchange);
	world->exchange = NULL;
	world->exchangers = 0;
}

/* Copy a process's data to its place in the exchange; the first process allocates that. */
static gni_return_t read_part(struct world *world, const struct rank *rank)
{
	const uint64_t *arg = rank->request.arg;
	uint64_t length = arg[2];

	if (length > UGNI_EXCHANGE_MAX)
		return GNI_RC_SIZE_ERROR;
	if (!world->exchange)
		world->exchange = calloc(world->ranks, UGNI_EXCHANGE_MAX);
	if (!world->exchange)
		return GNI_RC_ERROR_NOMEM;
	if (!process_read(rank, arg[0], world->exchange +
			  (size_t)(rank - world->rank) * UGNI_EXCHANGE_MAX, length))
		return GNI_RC_INVALID_PARAM;
	return GNI_RC_SUCCESS;
}

static bool lengths_differ(const struct world *world)
{
	for (uint32_t i = 1; i < world->ranks; i++) {
		if (world->rank[i].request.arg[2] != world->rank[0].request.arg[2])
			return true;
	}
	return false;
}

static gni_return_t write_parts(const struct world *world, struct rank *rank)
{
	const uint64_t *arg = rank->request.arg;

	for (uint32_t i = 0; i < world->ranks; i++) {
		if (!process_write(rank, arg[1] + i * arg[2],
				   world->exchange + (size_t)i * UGNI_EXCHANGE_MAX, arg[2]))
			return GNI_RC_INVALID_PARAM;
	}
	return GNI_RC_SUCCESS;
}

/* All have joined: give everybody the data of all, and let the calls return at the same time. */
static void exchange_complete(struct world *world, uint64_t cycle)
{
	bool differ = lengths_differ(world);

	for (uint32_t i = 0; i < world->ranks; i++) {
		struct rank *rank = &world->rank[i];

		rank->exchanged = differ ? GNI_RC_SIZE_ERROR : write_parts(world, rank);
		rank->joined = false;
		rank->clock = cycle + WORLD_EXCHANGE;
	}
	exchange_free(world);
	world->happened++;
}

bool exchange_try(struct world *world, struct rank *rank, struct ugni_reply *reply)
{
	if (rank->joined)
		return false;
	if (rank->deadline) {
		reply->rc = rank->exchanged;
		return true;
	}
	reply->rc = read_part(world, rank);
	if (reply->rc)
		return true;
	rank->deadline = NET_FOREVER;
	rank->joined = true;
	if (++world->exchangers == world->ranks)
		exchange_complete(world, rank->clock);
	return false;
}

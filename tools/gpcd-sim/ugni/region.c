// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "calls.h"

/* First word of a handle: a mark, the rank, the number of the region. */
#define MARK		(0x676e69ull << 40)
#define RANK_SHIFT	32

void region_register(struct world *world, struct rank *rank, struct ugni_reply *reply)
{
	const uint64_t *arg = rank->request.arg;
	struct region *more;
	char byte = 0;

	reply->rc = GNI_RC_INVALID_PARAM;
	if (!arg[1] || arg[0] + arg[1] < arg[0] || !process_read(rank, arg[0], &byte, 1) ||
	    !process_read(rank, arg[0] + arg[1] - 1, &byte, 1))
		return;
	reply->rc = GNI_RC_ERROR_RESOURCE;
	if (rank->regions == WORLD_REGIONS)
		return;
	more = reallocarray(rank->region, rank->regions + 1, sizeof(*more));
	if (!more)
		return;
	rank->region = more;
	more[rank->regions] = (struct region){ arg[0], arg[1], arg[2], arg[3] };
	reply->value[0] = MARK | (uint64_t)(rank - world->rank) << RANK_SHIFT | rank->regions;
	reply->value[1] = arg[0];
	rank->regions++;
	reply->rc = GNI_RC_SUCCESS;
}

struct rank *region_rank(struct world *world, const uint64_t handle[2])
{
	uint64_t number = (handle[0] & ~MARK) >> RANK_SHIFT;

	if ((handle[0] & MARK) != MARK || number >= world->ranks)
		return NULL;
	return &world->rank[number];
}

static struct region *named(struct world *world, const uint64_t handle[2])
{
	struct rank *rank = region_rank(world, handle);
	uint32_t number = handle[0];

	if (!rank || number >= rank->regions || !rank->region[number].length ||
	    rank->region[number].address != handle[1])
		return NULL;
	return &rank->region[number];
}

void region_deregister(struct world *world, struct rank *rank, struct ugni_reply *reply)
{
	struct region *region = named(world, rank->request.arg);

	reply->rc = GNI_RC_INVALID_PARAM;
	if (!region || region_rank(world, rank->request.arg) != rank)
		return;
	region->length = 0;
	reply->rc = GNI_RC_SUCCESS;
}

const struct region *region_find(struct world *world, const uint64_t handle[2], uint64_t address,
				 uint64_t length)
{
	const struct region *region = named(world, handle);

	if (!region || address < region->address || length > region->length ||
	    address - region->address > region->length - length)
		return NULL;
	return region;
}

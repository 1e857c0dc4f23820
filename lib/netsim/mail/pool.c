// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "pool.h"

/* Places of a new pool. */
#define POOL_FIRST	1024

void pool_free(struct pool *pool)
{
	free(pool->place);
}

/* Add new places, of which the lowest is taken first. */
static void places_add(struct pool *pool, uint32_t size)
{
	uint32_t number, first = pool->size ? pool->size : 1;

	pool->size = size;
	for (number = size; number-- > first;)
		pool_put(pool, number);
}

int pool_grow(struct pool *pool, uint32_t count)
{
	size_t size = pool->size ? pool->size : POOL_FIRST / 2;
	struct queued *place;

	do
		size *= 2;
	while (size - pool->size <= count);
	place = size > UINT32_MAX ? NULL : memory_alloc(size * sizeof(*place));
	if (!place)
		return -ENOMEM;
	if (pool->place)
		memcpy(place, pool->place, pool->size * sizeof(*place));
	free(pool->place);
	pool->place = place;
	places_add(pool, size);
	return 0;
}

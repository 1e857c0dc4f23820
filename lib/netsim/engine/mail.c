// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>

#include "mail.h"

static void arena_free(struct arena *arena)
{
	struct slab *slab;

	while ((slab = arena->first)) {
		arena->first = slab->next;
		free(slab);
	}
}

/* The next slab, which an earlier window may have left. */
static int arena_grow(struct arena *arena)
{
	struct slab **next = arena->slab ? &arena->slab->next : &arena->first;

	if (!*next) {
		*next = aligned_alloc(CHUNK, SLAB);
		if (!*next)
			return -ENOMEM;
		(*next)->next = NULL;
	}
	arena->slab = *next;
	arena->used = CHUNK;
	return 0;
}

static void *arena_take(struct arena *arena)
{
	if (arena->used == SLAB && arena_grow(arena))
		return NULL;
	arena->used += CHUNK;
	return (char *)arena->slab + arena->used - CHUNK;
}

void mail_free(struct mail *mail)
{
	arena_free(&mail->arena[0]);
	arena_free(&mail->arena[1]);
}

void mail_start(struct mail *mail, unsigned int window)
{
	struct arena *arena = &mail->arena[window & 1];

	mail->window = window;
	mail->sent = false;
	arena->slab = NULL;
	arena->used = SLAB;
}

static uint32_t *chunk_end(struct chunk *chunk)
{
	return (uint32_t *)((char *)chunk + CHUNK);
}

static void box_seal(const struct box *box)
{
	box->last->parcels = box->parcel - box->last->parcel;
	box->last->slots = chunk_end(box->last) - box->slot;
}

void mail_grow(struct mail *mail, struct box *box)
{
	struct chunk *chunk = arena_take(&mail->arena[mail->window & 1]);

	if (!chunk) {
		mail->lost = true;
		chunk = (struct chunk *)mail->waste;
	}
	chunk->next = chunk;
	if (box->last && !mail->lost) {
		box_seal(box);
		chunk->next = box->last->next;
		box->last->next = chunk;
	}
	*box = (struct box){ chunk, chunk->parcel, chunk_end(chunk) };
}

struct chunk *mail_close(struct mail *mail, unsigned int number)
{
	struct box *box = &mail->box[number];
	struct chunk *last = box->last;

	if (!last)
		return NULL;
	box_seal(box);
	*box = (struct box){ 0 };
	mail->sent = true;
	return mail->lost ? NULL : last;
}

void pool_free(struct pool *pool)
{
	struct spare *slab;

	while ((slab = pool->slabs)) {
		pool->slabs = slab->next;
		free(slab);
	}
}

/* A packet lies on one line of cache, so none is where the list of slabs is. */
static int pool_grow(struct pool *pool)
{
	struct spare *slab = aligned_alloc(NET_LINE, SLAB);
	struct queued *queued = (struct queued *)slab;
	size_t i;

	if (!slab)
		return -ENOMEM;
	slab->next = pool->slabs;
	pool->slabs = slab;
	for (i = SLAB / sizeof(*queued); i-- > 1;)
		pool_put(pool, &queued[i]);
	return 0;
}

int pool_reserve(struct pool *pool, size_t count)
{
	while (pool->count < count)
		if (pool_grow(pool))
			return -ENOMEM;
	return 0;
}

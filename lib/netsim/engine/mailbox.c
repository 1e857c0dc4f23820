// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>

#include "mailbox.h"
#include "tiles.h"

static void arena_free(struct arena *arena)
{
	struct slab *slab;

	while ((slab = arena->first)) {
		arena->first = slab->next;
		free(slab);
	}
}

/* Go on to the next slab, which an earlier window may have left. */
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

void mailbox_free(struct mailbox *mailbox)
{
	arena_free(&mailbox->arena[0]);
	arena_free(&mailbox->arena[1]);
}

void mailbox_start(struct mailbox *mailbox, unsigned int window)
{
	struct arena *arena = &mailbox->arena[window & 1];

	mailbox->window = window;
	mailbox->sent = false;
	arena->slab = NULL;
	arena->used = SLAB;
}

static uint32_t *chunk_end(struct chunk *chunk)
{
	return (uint32_t *)((char *)chunk + CHUNK);
}

static void outgoing_seal(const struct outgoing *out)
{
	out->last->packets = out->packet - out->last->packet;
	out->last->credits = chunk_end(out->last) - out->credit;
}

void mailbox_grow(struct mailbox *mailbox, struct outgoing *out)
{
	struct chunk *chunk = arena_take(&mailbox->arena[mailbox->window & 1]);

	if (!chunk) {
		mailbox->lost = true;
		chunk = (struct chunk *)mailbox->waste;
	}
	chunk->next = chunk;
	if (out->last && !mailbox->lost) {
		outgoing_seal(out);
		chunk->next = out->last->next;
		out->last->next = chunk;
	}
	*out = (struct outgoing){ chunk, chunk->packet, chunk_end(chunk) };
}

struct chunk *mailbox_close(struct mailbox *mailbox, unsigned int number)
{
	struct outgoing *out = &mailbox->out[number];
	struct chunk *last = out->last;

	if (!last)
		return NULL;
	outgoing_seal(out);
	*out = (struct outgoing){ 0 };
	mailbox->sent = true;
	return mailbox->lost ? NULL : last;
}

void pool_free(struct pool *pool)
{
	struct spare *slab;

	while ((slab = pool->slabs)) {
		pool->slabs = slab->next;
		free(slab);
	}
}

/* A packet lies within one cache line, so the line with the list of slabs holds none. */
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

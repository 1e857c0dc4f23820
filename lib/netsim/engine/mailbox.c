// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>

#include "mailbox.h"
#include "tiles.h"

static void store_put(struct store *store, struct chunk *last)
{
	struct chunk *first = last->next;

	last->next = store->free;
	store->free = first;
}

/* A chunk that was never used. The first one of a slab has the list of slabs. */
static struct chunk *store_grow(struct store *store)
{
	struct slab *slab = store->slabs;

	if (!slab || store->used == SLAB) {
		slab = aligned_alloc(CHUNK, SLAB);
		if (!slab)
			return NULL;
		slab->next = store->slabs;
		store->slabs = slab;
		store->used = CHUNK;
	}
	store->used += CHUNK;
	return (struct chunk *)((char *)slab + store->used - CHUNK);
}

static struct chunk *store_take(struct store *store)
{
	struct chunk *chunk = store->free;

	if (!chunk)
		return store_grow(store);
	store->free = chunk->next;
	return chunk;
}

int mailbox_new(struct mailbox *mailbox, size_t borders)
{
	unsigned int i;

	for (i = 0; i < 2 && borders; i++) {
		mailbox->loan[i].last = calloc(borders, sizeof(*mailbox->loan[i].last));
		if (!mailbox->loan[i].last)
			return -ENOMEM;
	}
	return 0;
}

void mailbox_free(struct mailbox *mailbox)
{
	struct slab *slab;

	while ((slab = mailbox->store.slabs)) {
		mailbox->store.slabs = slab->next;
		free(slab);
	}
	free(mailbox->loan[0].last);
	free(mailbox->loan[1].last);
}

void mailbox_start(struct mailbox *mailbox, unsigned int window)
{
	struct loan *loan = &mailbox->loan[window & 1];

	mailbox->window = window;
	mailbox->sent = false;
	while (loan->count)
		store_put(&mailbox->store, loan->last[--loan->count]);
}

void mailbox_reuse(struct mailbox *mailbox, struct chunk *last)
{
	if (last && !last->lent)
		store_put(&mailbox->store, last);
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
	struct chunk *chunk = store_take(&mailbox->store);

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

struct chunk *mailbox_close(struct mailbox *mailbox, unsigned int number, bool lend)
{
	struct loan *loan = &mailbox->loan[mailbox->window & 1];
	struct outgoing *out = &mailbox->out[number];
	struct chunk *last = out->last;

	if (!last)
		return NULL;
	outgoing_seal(out);
	*out = (struct outgoing){ 0 };
	mailbox->sent = true;
	if (mailbox->lost)
		return NULL;
	last->lent = lend;
	if (lend)
		loan->last[loan->count++] = last;
	return last;
}

void pool_free(struct pool *pool)
{
	struct spare *slab;

	while ((slab = pool->slabs)) {
		pool->slabs = slab->next;
		free(slab);
	}
}

/* The first place of a slab holds the list of slabs, not a packet. */
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

// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "mailbox.h"

/* --- memory --- */

/* Bytes of a page, and of a huge one. */
#define PAGE		4096
#define HUGE		(2ul << 20)

/* Ask for huge pages. Without them, all is slower and otherwise the same. */
static void huge_pages(char *memory, size_t size)
{
	char *first = (char *)(((uintptr_t)memory + PAGE - 1) / PAGE * PAGE);

	if (size >= HUGE)
		madvise(first, (memory + size - first) / PAGE * PAGE, MADV_HUGEPAGE);
}

/* Allocate on huge pages of its own, or at least on lines that no other memory shares. */
static char *memory_aligned(size_t size)
{
	void *memory;

	return posix_memalign(&memory, size < HUGE ? NET_LINES : HUGE, size) ? NULL : memory;
}

void *memory_alloc(size_t size)
{
	size_t whole = whole_lines(size);
	char *memory = memory_aligned(whole);

	if (!memory)
		return NULL;
	huge_pages(memory, whole);
	return memset(memory, 0, whole);
}

void *memory_calloc(size_t count, size_t size)
{
	char *memory = calloc(count, size);

	if (memory)
		huge_pages(memory, count * size);
	return memory;
}

void *memory_part(size_t count, size_t size, size_t first, size_t end)
{
	size_t whole = whole_lines(count * size);
	char *memory = memory_aligned(whole);

	if (!memory)
		return NULL;
	huge_pages(memory + first * size, (end - first) * size);
	memset(memory + first * size, 0, (end - first) * size);
	return memory;
}

/* Bytes of the first slab, and of the largest. */
#define SLAB_FIRST	(64ul << 10)
#define SLAB_LAST	(2 * HUGE)

/* Each slab is larger than the one before, up to what is worth huge pages. */
static bool slab_add(struct slabs *slabs, size_t align)
{
	size_t size = slabs->size < SLAB_LAST ? 2 * slabs->size : SLAB_LAST;
	struct slab *slab;

	size = size ? size : SLAB_FIRST;
	slab = memory_alloc(size);
	if (!slab)
		return false;
	slab->next = slabs->slab;
	slabs->slab = slab;
	slabs->size = size;
	slabs->fresh = (char *)(((uintptr_t)(slab + 1) + align - 1) / align * align);
	slabs->left = (char *)slab + size - slabs->fresh;
	return true;
}

void *slabs_take(struct slabs *slabs, size_t size, size_t align)
{
	if (slabs->left < size && !slab_add(slabs, align))
		return NULL;
	slabs->left -= size;
	slabs->fresh += size;
	return slabs->fresh - size;
}

void slabs_free(struct slabs *slabs)
{
	struct slab *slab;

	while ((slab = slabs->slab)) {
		slabs->slab = slab->next;
		free(slab);
	}
}

/* --- packets that wait --- */

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

/* --- chunks --- */

void store_free(struct store *store)
{
	slabs_free(&store->slabs);
}

static struct chunk *store_take(struct store *store)
{
	struct chunk *chunk = store->free;

	if (!chunk)
		return slabs_take(&store->slabs, CHUNK, CHUNK);
	store->free = chunk->next;
	return chunk;
}

/* --- inboxes --- */

/* Record in the last chunk of an inbox what is in it, and what follows. */
static void inbox_seal(const struct inbox *inbox, struct chunk *next)
{
	struct chunk *last = (struct chunk *)((uintptr_t)inbox->packet / CHUNK * CHUNK);

	last->packets = inbox->packet - last->packet;
	last->credits = chunk_end(last) - inbox->credit;
	last->next = next;
}

void inbox_grow(struct inbox *inbox, struct store *store)
{
	struct chunk *chunk = store_take(store);

	if (!chunk) {
		store->lost = true;
		chunk = (struct chunk *)store->waste;
		inbox->first = NULL;
	} else if (!inbox->first) {
		inbox->first = chunk;
	} else {
		inbox_seal(inbox, chunk);
	}
	inbox->packet = chunk->packet;
	inbox->credit = chunk_end(chunk);
	inbox->chunks++;
}

struct chunk *inbox_take(struct inbox *inbox)
{
	struct chunk *first = inbox->first;

	if (!first)
		return NULL;
	inbox_seal(inbox, NULL);
	*inbox = (struct inbox){ 0 };
	return first;
}

void inbox_reuse(struct store *store, struct chunk *first)
{
	struct chunk *chunk;

	while ((chunk = first)) {
		first = chunk->next;
		chunk->next = store->free;
		store->free = chunk;
	}
}

/* --- mailboxes --- */

/* Mail that a mailbox has room for when it is first used. */
#define MAILBOX_FIRST	64

struct mailbox *mailboxes_new(unsigned int count)
{
	return memory_alloc(count * sizeof(struct mailbox));
}

void mailboxes_free(struct mailbox *mailboxes, unsigned int count)
{
	unsigned int i;

	for (i = 0; i < count; i++)
		free(mailboxes[i].mail);
	free(mailboxes);
}

int mailbox_grow(struct mailbox *mailbox)
{
	size_t room = mailbox->room ? 2 * mailbox->room : MAILBOX_FIRST;
	struct mail *more = reallocarray(mailbox->mail, room, sizeof(*more));

	if (!more)
		return -ENOMEM;
	mailbox->mail = more;
	mailbox->room = room;
	return 0;
}

int draft_reserve(struct draft *draft, size_t bytes)
{
	char *more;

	if (bytes <= draft->room)
		return 0;
	more = realloc(draft->text, 2 * bytes);
	if (!more)
		return -ENOMEM;
	draft->text = more;
	draft->room = 2 * bytes;
	return 0;
}

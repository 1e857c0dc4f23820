// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>

#include "agenda.h"

static bool item_is_before(const struct agenda_item *a, const struct agenda_item *b)
{
	return a->time != b->time ? a->time < b->time : a->order < b->order;
}

int agenda_reserve(struct agenda *agenda, size_t count)
{
	size_t room = agenda->room ? agenda->room : 16;
	struct agenda_item *more;

	if (count <= agenda->room)
		return 0;
	while (room < count)
		room *= 2;
	more = reallocarray(agenda->item, room, sizeof(*more));
	if (!more)
		return -ENOMEM;
	agenda->item = more;
	agenda->room = room;
	return 0;
}

void agenda_add(struct agenda *agenda, struct agenda_item item)
{
	struct agenda_item *heap = agenda->item;
	size_t at = agenda->count++;

	for (; at && item_is_before(&item, &heap[(at - 1) / 2]); at = (at - 1) / 2)
		heap[at] = heap[(at - 1) / 2];
	heap[at] = item;
}

int agenda_put(struct agenda *agenda, struct agenda_item item)
{
	if (agenda->count == agenda->room && agenda_reserve(agenda, agenda->count + 1))
		return -ENOMEM;
	agenda_add(agenda, item);
	return 0;
}

struct agenda_item agenda_take(struct agenda *agenda)
{
	struct agenda_item *heap = agenda->item, first = *heap, last;
	size_t at = 0, below;

	last = heap[--agenda->count];
	while ((below = 2 * at + 1) < agenda->count) {
		if (below + 1 < agenda->count && item_is_before(&heap[below + 1], &heap[below]))
			below++;
		if (item_is_before(&last, &heap[below]))
			break;
		heap[at] = heap[below];
		at = below;
	}
	heap[at] = last;
	return first;
}

void agenda_free(struct agenda *agenda)
{
	free(agenda->item);
	*agenda = (struct agenda){ 0 };
}

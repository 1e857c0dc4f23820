// SPDX-License-Identifier: LGPL-2.1-or-later
#include "events.h"

#include <errno.h>
#include <stdlib.h>

static bool event_is_before(const struct event *a, const struct event *b)
{
	if (a->cycle != b->cycle)
		return a->cycle < b->cycle;
	if (a->kind != b->kind)
		return a->kind < b->kind;
	return a->order < b->order;
}

static bool events_have_room(struct events *events)
{
	size_t room = events->room ? 2 * events->room : 1024;
	struct event *heap;

	if (events->count < events->room)
		return true;
	heap = reallocarray(events->heap, room, sizeof(*heap));
	if (!heap) {
		events->err = -ENOMEM;
		return false;
	}
	events->heap = heap;
	events->room = room;
	return true;
}

void events_add(struct events *events, struct event event)
{
	size_t at = events->count, parent;

	if (!events_have_room(events))
		return;
	event.order = events->added++;
	for (; at; at = parent) {
		parent = (at - 1) / 2;
		if (!event_is_before(&event, &events->heap[parent]))
			break;
		events->heap[at] = events->heap[parent];
	}
	events->heap[at] = event;
	events->count++;
}

bool events_take(struct events *events, struct event *event)
{
	struct event *heap = events->heap, last;
	size_t at = 0, child;

	if (!events->count)
		return false;
	*event = heap[0];
	last = heap[--events->count];
	for (; 2 * at + 1 < events->count; at = child) {
		child = 2 * at + 1;
		if (child + 1 < events->count && event_is_before(&heap[child + 1], &heap[child]))
			child++;
		if (!event_is_before(&heap[child], &last))
			break;
		heap[at] = heap[child];
	}
	if (events->count)
		heap[at] = last;
	return true;
}

// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "calls.h"

#define EVENTS	(1u << 20)	/* most events of a queue */

void queue_push(struct world *world, struct rank *rank, uint32_t number, gni_cq_entry_t event)
{
	struct queue *queue = number < rank->queues ? &rank->queue[number] : NULL;

	world->happened++;
	if (!queue || !queue->room)
		return;
	if (queue->count == queue->room) {
		queue->overrun = true;
		return;
	}
	queue->event[(queue->first + queue->count++) % queue->room] = event;
}

void queue_make(struct rank *rank, struct ugni_reply *reply)
{
	uint64_t room = rank->request.arg[0];
	struct queue *more;
	gni_cq_entry_t *event;

	reply->rc = room && room <= EVENTS ? GNI_RC_ERROR_RESOURCE : GNI_RC_INVALID_PARAM;
	if (reply->rc == GNI_RC_INVALID_PARAM || rank->queues == WORLD_QUEUES)
		return;
	event = calloc(room, sizeof(*event));
	more = event ? reallocarray(rank->queue, rank->queues + 1, sizeof(*more)) : NULL;
	if (!more) {
		free(event);
		return;
	}
	rank->queue = more;
	more[rank->queues] = (struct queue){ .room = room, .event = event };
	reply->value[0] = rank->queues++;
	reply->rc = GNI_RC_SUCCESS;
}

static struct queue *queue_find(struct rank *rank, uint64_t number)
{
	return number < rank->queues && rank->queue[number].room ? &rank->queue[number] : NULL;
}

void queue_drop(struct rank *rank, struct ugni_reply *reply)
{
	struct queue *queue = queue_find(rank, rank->request.arg[0]);

	reply->rc = queue ? GNI_RC_SUCCESS : GNI_RC_INVALID_PARAM;
	if (!queue)
		return;
	free(queue->event);
	*queue = (struct queue){ 0 };
}

/* Take the oldest event, or only look at it. An overrun is reported once, instead of an event. */
static void event_take(struct queue *queue, bool take_it, struct ugni_reply *reply)
{
	gni_cq_entry_t event = queue->count ? queue->event[queue->first] : 0;

	reply->value[0] = event;
	reply->rc = (event & UGNI_EVENT_FAILED) ? GNI_RC_TRANSACTION_ERROR : GNI_RC_SUCCESS;
	if (queue->overrun) {
		reply->value[0] = UGNI_EVENT_OVERRUN;
		reply->rc = GNI_RC_ERROR_RESOURCE;
		queue->overrun = !take_it;
		return;
	}
	if (!take_it) {
		reply->rc = GNI_RC_SUCCESS;
		return;
	}
	queue->first = (queue->first + 1) % queue->room;
	queue->count--;
}

void queue_look(struct rank *rank, struct ugni_reply *reply)
{
	const uint64_t *arg = rank->request.arg;
	struct queue *queue;

	reply->rc = GNI_RC_INVALID_PARAM;
	if (!arg[0] || arg[0] > UGNI_VECTOR)
		return;
	for (unsigned int i = 0; i < arg[0]; i++) {
		if (!queue_find(rank, arg[3 + i]))
			return;
	}
	reply->rc = GNI_RC_NOT_DONE;
	for (unsigned int i = 0; i < arg[0] && reply->rc == GNI_RC_NOT_DONE; i++) {
		queue = queue_find(rank, arg[3 + i]);
		if (!queue || (!queue->count && !queue->overrun))
			continue;
		event_take(queue, arg[2], reply);
		reply->value[1] = i;
	}
}

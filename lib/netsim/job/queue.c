// SPDX-License-Identifier: LGPL-2.1-or-later
/* Rings of what a node has to issue. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "netsim/job/state.h"

/* What is at the beginning of the ring follows the rest. */
static int queue_grow(struct job_queue *queue)
{
	size_t room = queue->room ? 2 * queue->room : 8;
	uint32_t *more = reallocarray(queue->transfer, room, sizeof(*more));

	if (!more)
		return -ENOMEM;
	memcpy(more + queue->room, more, queue->first * sizeof(*more));
	queue->transfer = more;
	queue->room = room;
	return 0;
}

int job_queue_add(struct job_queue *queue, uint32_t transfer)
{
	if (queue->count == queue->room && queue_grow(queue))
		return -ENOMEM;
	queue->transfer[(queue->first + queue->count++) & (queue->room - 1)] = transfer;
	return 0;
}

void job_queue_take(struct job_queue *queue)
{
	queue->first = (queue->first + 1) & (queue->room - 1);
	queue->count--;
}

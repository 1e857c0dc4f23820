// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "calls.h"

#define EVENTS	(1u << 20)	/* most events of a queue */

void cq_push(struct world *world, struct rank *rank, uint32_t number, gni_cq_entry_t event)
{
	struct cq *cq = number < rank->cqs ? &rank->cq[number] : NULL;

	world->happened++;
	if (!cq || !cq->room)
		return;
	if (cq->count == cq->room) {
		cq->overrun = true;
		return;
	}
	cq->event[(cq->first + cq->count++) % cq->room] = event;
}

void cq_create(struct rank *rank, struct ugni_reply *reply)
{
	uint64_t room = rank->request.arg[0];
	struct cq *more;
	gni_cq_entry_t *event;

	reply->rc = room && room <= EVENTS ? GNI_RC_ERROR_RESOURCE : GNI_RC_INVALID_PARAM;
	if (reply->rc == GNI_RC_INVALID_PARAM || rank->cqs == WORLD_CQS)
		return;
	event = calloc(room, sizeof(*event));
	more = event ? reallocarray(rank->cq, rank->cqs + 1, sizeof(*more)) : NULL;
	if (!more) {
		free(event);
		return;
	}
	rank->cq = more;
	more[rank->cqs] = (struct cq){ .room = room, .event = event };
	reply->value[0] = rank->cqs++;
	reply->rc = GNI_RC_SUCCESS;
}

static struct cq *cq_find(struct rank *rank, uint64_t number)
{
	return number < rank->cqs && rank->cq[number].room ? &rank->cq[number] : NULL;
}

void cq_destroy(struct rank *rank, struct ugni_reply *reply)
{
	struct cq *cq = cq_find(rank, rank->request.arg[0]);

	reply->rc = cq ? GNI_RC_SUCCESS : GNI_RC_INVALID_PARAM;
	if (!cq)
		return;
	free(cq->event);
	*cq = (struct cq){ 0 };
}

/* Take the oldest event, or only look at it. An overrun is reported once, instead of an event. */
static void event_take(struct cq *cq, bool take_it, struct ugni_reply *reply)
{
	gni_cq_entry_t event = cq->count ? cq->event[cq->first] : 0;

	reply->value[0] = event;
	reply->rc = (event & UGNI_EVENT_FAILED) ? GNI_RC_TRANSACTION_ERROR : GNI_RC_SUCCESS;
	if (cq->overrun) {
		reply->value[0] = UGNI_EVENT_OVERRUN;
		reply->rc = GNI_RC_ERROR_RESOURCE;
		cq->overrun = !take_it;
		return;
	}
	if (!take_it) {
		reply->rc = GNI_RC_SUCCESS;
		return;
	}
	cq->first = (cq->first + 1) % cq->room;
	cq->count--;
}

void cq_poll(struct rank *rank, struct ugni_reply *reply)
{
	const uint64_t *arg = rank->request.arg;
	struct cq *cq;

	reply->rc = GNI_RC_INVALID_PARAM;
	if (!arg[0] || arg[0] > UGNI_VECTOR)
		return;
	for (unsigned int i = 0; i < arg[0]; i++) {
		if (!cq_find(rank, arg[3 + i]))
			return;
	}
	reply->rc = GNI_RC_NOT_DONE;
	for (unsigned int i = 0; i < arg[0] && reply->rc == GNI_RC_NOT_DONE; i++) {
		cq = cq_find(rank, arg[3 + i]);
		if (!cq || (!cq->count && !cq->overrun))
			continue;
		event_take(cq, arg[2], reply);
		reply->value[1] = i;
	}
}

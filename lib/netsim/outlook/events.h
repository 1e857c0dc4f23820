/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Events in the order of their times. */
#ifndef NETSIM_OUTLOOK_EVENTS_H
#define NETSIM_OUTLOOK_EVENTS_H

#include "netsim/agenda.h"

/*
 * What happens. Within a cycle, events happen in this order, and within a kind as they were added.
 */
enum event_kind {
	EVENT_STEP,	/* traffic is called for a chip */
	EVENT_GO,	/* a packet that has waited for a link goes on */
	EVENT_ARRIVE,	/* all of a packet is at its node */
	EVENT_SEND,	/* the request that a node has leaves it */
	EVENT_ANSWER,	/* a response leaves its node */
};

/* Something that happens. */
struct event {
	uint64_t cycle;
	uint32_t what;	/* a chip, a packet, or a node whose transfer is sent */
	enum event_kind kind;
};

/* Events to come. */
struct events {
	struct agenda agenda;
	uint64_t added;	/* how many were ever added */
	int err;	/* 0, or -ENOMEM: an event could not be added */
};

/* Add an event; errors go to events->err. */
void events_add(struct events *events, struct event event);

/* Take the first event. Returns whether there was one. */
bool events_take(struct events *events, struct event *event);

#endif /* NETSIM_OUTLOOK_EVENTS_H */

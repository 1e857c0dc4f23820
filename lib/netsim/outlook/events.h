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

/* Bits of an item's order for the number of events before it; the kind is above them. */
#define EVENT_NUMBER_BITS	56

/* Add an event; errors go to events->err. */
static inline void events_add(struct events *events, struct event event)
{
	int err = agenda_put(&events->agenda, (struct agenda_item){
		.time = event.cycle, .what = event.what, .kind = event.kind,
		.order = (uint64_t)event.kind << EVENT_NUMBER_BITS | events->added++,
	});

	if (err)
		events->err = err;
}

/* Take the first event. Returns whether there was one. */
static inline bool events_take(struct events *events, struct event *event)
{
	struct agenda_item item;

	if (!events->agenda.count)
		return false;
	item = agenda_take(&events->agenda);
	*event = (struct event){ .cycle = item.time, .what = item.what, .kind = item.kind };
	return true;
}

#endif /* NETSIM_OUTLOOK_EVENTS_H */

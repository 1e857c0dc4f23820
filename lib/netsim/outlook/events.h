/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Events in the order of their times.
 */
#ifndef NETSIM_OUTLOOK_EVENTS_H
#define NETSIM_OUTLOOK_EVENTS_H

#include "netsim/agenda.h"

/**
 * enum event_kind - what happens; in one cycle in this order, those of a kind as they were added
 * @EVENT_STEP: traffic is called for a chip
 * @EVENT_GO: a packet that has waited for a link goes on
 * @EVENT_ARRIVE: a packet is at its node as a whole
 * @EVENT_SEND: the request that a node has leaves it
 * @EVENT_ANSWER: a response leaves its node
 */
enum event_kind {
	EVENT_STEP,
	EVENT_GO,
	EVENT_ARRIVE,
	EVENT_SEND,
	EVENT_ANSWER,
};

/**
 * struct event - something that happens
 * @cycle: when
 * @kind: an enum event_kind
 * @what: number of a chip, of a packet, or of a node whose transfer is sent
 */
struct event {
	uint64_t cycle;
	uint32_t what;
	enum event_kind kind;
};

/**
 * struct events - events to come
 * @agenda: the events
 * @added: how many were ever added
 * @err: 0 or -ENOMEM: an event could not be added
 */
struct events {
	struct agenda agenda;
	uint64_t added;
	int err;
};

/**
 * events_add() - add an event
 * @events: the events; an error is left there
 * @event: the event
 */
void events_add(struct events *events, struct event event);

/**
 * events_take() - take the first event
 * @events: the events
 * @event: filled in
 *
 * Return: whether there was one.
 */
bool events_take(struct events *events, struct event *event);

#endif /* NETSIM_OUTLOOK_EVENTS_H */

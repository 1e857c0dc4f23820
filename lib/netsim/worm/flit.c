// SPDX-License-Identifier: LGPL-2.1-or-later
/* A flit leaves over a link: what follows for the links before and after it. */
#include "netsim/worm/state.h"

static uint64_t latest(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static const struct worm_class *link_class(const struct worm *worm, const struct worm_link *link)
{
	return worm->path[link->channel].class;
}

/* --- when the next flit can leave --- */

/* Return when the sender's memory has supplied all bytes of a flit. */
static uint64_t flit_supplied(const struct worm *worm, const struct worm_flight *flight,
			      uint32_t flit)
{
	const struct worm_config *config = &worm->config;
	uint64_t bytes;

	if (flit < config->header)
		return flight->start;
	bytes = (uint64_t)(flit - config->header + 1) * config->flit;
	if (bytes > flight->message.bytes)
		bytes = flight->message.bytes;
	return flight->start + bytes * flight->message.byte_ps;
}

/* Return when the holder's next flit is before the link; UINT64_MAX: not known yet. */
static uint64_t flit_there(const struct worm *worm, const struct worm_link *link)
{
	const struct worm_link *from;

	if (!link->from)
		return flit_supplied(worm, &worm->flight[link->holder - 1], link->sent);
	from = &worm->link[link->from - 1];
	if (from->in == from->out)
		return UINT64_MAX;
	return from->slot[from->out % link_class(worm, from)->buffer].time;
}

static void link_due(struct worm *worm, uint32_t number)
{
	const struct worm_link *link = &worm->link[number];
	uint64_t there, slot;

	if (!link->holder)
		return;
	there = flit_there(worm, link);
	slot = worm_slot_free(worm, link);
	if (there == UINT64_MAX || slot == UINT64_MAX)
		return;
	worm_due_set(&worm->due, number, latest(link->idle, latest(there, slot)));
}

/* --- what follows when a flit leaves --- */

static void notice_add(struct worm *worm, uint32_t flight, enum worm_event event, uint64_t time)
{
	agenda_add(&worm->notices, (struct agenda_item){
		.time = time, .what = flight,
		.order = (uint64_t)event << 62 | worm->flight[flight].order,
	});
}

/* The next header of a buffer asks once the tail before it has left. */
static void header_next(struct worm *worm, uint32_t number)
{
	const struct worm_link *link = &worm->link[number];
	const struct worm_slot *slot;

	if (link->in == link->out)
		return;
	slot = &link->slot[link->out % link_class(worm, link)->buffer];
	worm_ask(worm, slot->worm, 1 + number, latest(slot->time, link->left));
}

/* A flit leaves the buffer at a link's end; its slot is free at time. */
static void buffer_leave(struct worm *worm, uint32_t number, uint64_t time, bool tail)
{
	struct worm_link *link = &worm->link[number];

	link->slot[link->out++ % link_class(worm, link)->buffer].time = time;
	if (tail) {
		link->to = 0;
		link->left = time;
		header_next(worm, number);
	}
	if (link->holder)
		link_due(worm, number);
	else
		worm_grant_due(worm, link->channel);
}

/* A flit is on its way to the buffer at a link's end. */
static void buffer_enter(struct worm *worm, uint32_t number, uint32_t flight)
{
	struct worm_link *link = &worm->link[number];
	const struct worm_class *class = link_class(worm, link);

	link->slot[link->in++ % class->buffer] = (struct worm_slot){
		worm->now + class->hop_ps, flight,
	};
	if (link->to)
		link_due(worm, link->to - 1);
	else if (link->in - link->out == 1)
		header_next(worm, number);
}

/* A flit is on its way to the node at a link's end. */
static void node_enter(struct worm *worm, const struct worm_link *link, uint32_t number,
		       uint32_t flit)
{
	const struct worm_flight *flight = &worm->flight[number];
	uint64_t time = worm->now + link_class(worm, link)->hop_ps;

	if (flit == flight->watch)
		notice_add(worm, number, WORM_HEAD, time);
	if (flit == flight->flits - 1)
		notice_add(worm, number, WORM_ARRIVED, time);
}

void worm_flit_leave(struct worm *worm, uint32_t number)
{
	struct worm_link *link = &worm->link[number];
	struct worm_path *path = &worm->path[link->channel];
	uint32_t flight = link->holder - 1, from = link->from, flit = link->sent++;
	bool tail = link->sent == worm->flight[flight].flits;

	link->idle = worm->now + path->class->flit_ps;
	path->count.flits++;
	if (tail) {
		link->holder = 0;
		path->count.held_ps += link->idle - link->granted;
	}
	if (from)
		buffer_leave(worm, from - 1, link->idle, tail);
	else if (tail)
		notice_add(worm, flight, WORM_SENT, link->idle);
	if (link->slot)
		buffer_enter(worm, number, flight);
	else
		node_enter(worm, link, flight, flit);
	if (tail)
		worm_grant_due(worm, link->channel);
	else
		link_due(worm, number);
}

// SPDX-License-Identifier: LGPL-2.1-or-later
/* Headers ask for channels, are granted them, and flits leave over links. */
#include "netsim/worm/state.h"
#include "topo/grid.h"

/* --- headers ask --- */

/* A header asks when it is the first flit of its buffer and what was before it has left. */

/*
 * Return the channel by which a worm leaves a router: along the first dimension that is not done
 * yet.
 */
static uint32_t next_channel(const struct worm *worm, uint32_t chip, uint32_t peer)
{
	const struct worm_config *config = &worm->config;
	unsigned int dims = config->topo->dims, dim, i;
	uint32_t dst = peer / config->nodes;
	const uint16_t *from = &worm->coord[chip * dims], *to = &worm->coord[dst * dims];
	const uint32_t *outlet = &worm->outlet[chip * worm->ports];

	for (i = 0; i < dims; i++) {
		dim = config->highest_first ? dims - 1 - i : i;
		if (from[dim] != to[dim])
			return outlet[from[dim] < to[dim] ? grid_up(dim) : grid_down(dim)];
	}
	return worm_out(worm, peer);
}

/* Order headers that ask at the same time: by port, then by link, the lowest first. */
static uint64_t turn_of(const struct worm *worm, uint32_t number)
{
	const struct worm_link *link = &worm->link[number];
	const struct worm_path *path = &worm->path[link->channel];
	unsigned int port = path->count.side == WORM_IN ? worm->ports + path->count.port
							: grid_opposite(path->count.port);

	return port * WORM_LINKS + (number - path->link);
}

static bool asks_before(const struct worm_flight *a, const struct worm_flight *b)
{
	return a->asked != b->asked ? a->asked < b->asked : a->turn < b->turn;
}

/* Insert a worm among those that ask; most belong at the end. */
static void askers_add(struct worm *worm, struct worm_path *path, uint32_t number)
{
	struct worm_flight *flight = &worm->flight[number];
	uint32_t *place = &path->first;

	if (path->last && asks_before(&worm->flight[path->last - 1], flight))
		place = &worm->flight[path->last - 1].next;
	while (*place && asks_before(&worm->flight[*place - 1], flight))
		place = &worm->flight[*place - 1].next;
	flight->next = *place;
	*place = 1 + number;
	if (!flight->next)
		path->last = 1 + number;
}

uint32_t worm_ask_take(struct worm *worm, struct worm_path *path)
{
	uint32_t first = path->first - 1;

	path->first = worm->flight[first].next;
	if (!path->first)
		path->last = 0;
	return first;
}

void worm_ask(struct worm *worm, uint32_t number, uint32_t at, uint64_t time)
{
	struct worm_flight *flight = &worm->flight[number];
	uint32_t path;

	flight->at = at;
	flight->asked = time;
	if (at) {
		const struct worm_path *came = &worm->path[worm->link[at - 1].channel];
		uint32_t chip = came->count.side == WORM_IN ? came->count.chip : came->count.peer;

		flight->turn = turn_of(worm, at - 1);
		path = next_channel(worm, chip, flight->message.peer);
	} else {
		flight->turn = flight->order;
		path = worm_in(worm, flight->message.node);
	}
	askers_add(worm, &worm->path[path], number);
	worm_grant_due(worm, path);
}

void worm_grant_due(struct worm *worm, uint32_t number)
{
	const struct worm_path *path = &worm->path[number];
	uint64_t least = UINT64_MAX, asked, time;
	unsigned int i;

	if (!path->first)
		return;
	for (i = 0; i < path->class->links; i++) {
		time = worm_link_free(worm, &worm->link[path->link + i]);
		if (time < least)
			least = time;
	}
	if (least == UINT64_MAX)
		return;
	asked = worm->flight[path->first - 1].asked;
	worm_due_set(&worm->due, worm->links + number, asked > least ? asked : least);
}

/* --- channels are granted --- */

/* The header that has asked first gets the first free link. */
static void link_hold(struct worm *worm, struct worm_path *path, uint32_t number)
{
	uint32_t first = worm_ask_take(worm, path);
	struct worm_flight *flight = &worm->flight[first];
	struct worm_link *link = &worm->link[number];

	link->holder = 1 + first;
	link->from = flight->at;
	link->sent = 0;
	link->granted = worm->now;
	if (link->from)
		worm->link[link->from - 1].to = 1 + number;
	else
		flight->start = worm->now;
	path->count.worms++;
	path->count.blocked_ps += worm->now - flight->asked;
	worm_flit_leave(worm, number);
}

void worm_grant(struct worm *worm, uint32_t number)
{
	struct worm_path *path = &worm->path[number];
	unsigned int i;

	for (i = 0; i < path->class->links; i++) {
		if (!path->first || worm->flight[path->first - 1].asked > worm->now)
			break;
		if (worm_link_free(worm, &worm->link[path->link + i]) <= worm->now)
			link_hold(worm, path, path->link + i);
	}
	worm_grant_due(worm, number);
}

static uint64_t latest(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* --- ports of the memories of nodes --- */

/*
 * A port serves flits in the order in which they ask. Return whether a flit that could leave over a
 * link, or out of its queue, now, has the port, or needs none; otherwise schedule who, a number of
 * worm->due, for its turn.
 */
static bool port_serves(struct worm *worm, uint32_t node, const struct worm_flight *flight,
			uint32_t flit, struct worm_link *link, uint32_t who)
{
	const struct worm_config *config = &worm->config;

	if (!worm->port || !flight->message.dma || flit < config->header)
		return true;
	if (!link->turn) {
		link->turn = latest(worm->port[node], worm->now);
		worm->port[node] = link->turn + config->port_ps * config->flit;
	}
	if (link->turn > worm->now) {
		worm_due_set(&worm->due, who, link->turn);
		return false;
	}
	link->turn = 0;
	return true;
}

/*
 * --- input queues of nodes ---
 *
 * A queue is the buffer of a link to the node. The first worm of it leaves when the node takes it;
 * the others wait.
 */

static unsigned int queue_length(const struct worm *worm, const struct worm_link *link)
{
	return worm->path[link->channel].class->buffer;
}

/* Schedule the next flit of the worm that is taken out, if it is in the queue. */
static void queue_due(struct worm *worm, uint32_t number)
{
	const struct worm_link *link = &worm->link[number];
	uint64_t there;

	if (!link->to || link->in == link->out)
		return;
	there = link->slot[link->out % queue_length(worm, link)].time;
	worm_due_set(&worm->due, worm->links + worm->paths + number,
		     latest(latest(there, link->drained), worm->now));
}

/* Begin to take out the first worm, if the node has asked for it. */
static void queue_next(struct worm *worm, uint32_t number)
{
	struct worm_link *link = &worm->link[number];
	uint32_t first;

	if (link->to || link->in == link->out)
		return;
	first = link->slot[link->out % queue_length(worm, link)].worm;
	if (!worm->flight[first].take)
		return;
	link->to = 1 + first;
	link->taken = 0;
	queue_due(worm, number);
}

static void queue_enter(struct worm *worm, uint32_t number, uint32_t flight, uint32_t flit)
{
	struct worm_link *link = &worm->link[number];

	if (!flit)
		worm->flight[flight].at = 1 + number;
	link->slot[link->in++ % queue_length(worm, link)] = (struct worm_slot){
		worm->now + worm->path[link->channel].class->hop_ps, flight,
	};
	queue_due(worm, number);
}

void worm_queue_leave(struct worm *worm, uint32_t number)
{
	struct worm_link *link = &worm->link[number];
	uint32_t first = link->to - 1;
	const struct worm_flight *flight = &worm->flight[first];

	if (!port_serves(worm, flight->message.peer, flight, link->taken, link,
			 worm->links + worm->paths + number))
		return;
	link->drained = worm->now;
	if (link->taken >= worm->config.header)
		link->drained += flight->take_ps;
	link->slot[link->out++ % queue_length(worm, link)].time = link->drained;
	if (++link->taken == flight->flits) {
		worm_notice_add(worm, first, WORM_TAKEN, link->drained);
		link->to = 0;
		queue_next(worm, number);
	} else {
		queue_due(worm, number);
	}
	worm_slot_freed(worm, number);
}

void worm_take(struct worm *worm, uint32_t number, uint64_t byte_ps)
{
	struct worm_flight *flight = &worm->flight[number];

	if (flight->message.dma && byte_ps < worm->config.port_ps)
		byte_ps = worm->config.port_ps;
	flight->take = true;
	flight->take_ps = byte_ps * worm->config.flit;
	queue_next(worm, flight->at - 1);
}

/* --- flits --- */

/* Effects of a flit that leaves on the links before and after its own. */

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

void worm_notice_add(struct worm *worm, uint32_t flight, enum worm_event event, uint64_t time)
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

void worm_slot_freed(struct worm *worm, uint32_t number)
{
	if (worm->link[number].holder)
		link_due(worm, number);
	else
		worm_grant_due(worm, worm->link[number].channel);
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
	worm_slot_freed(worm, number);
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
static void node_enter(struct worm *worm, uint32_t link, uint32_t number, uint32_t flit)
{
	const struct worm_flight *flight = &worm->flight[number];
	uint64_t time = worm->now + link_class(worm, &worm->link[link])->hop_ps;

	if (worm->config.queues)
		queue_enter(worm, link, number, flit);

	if (flit == flight->watch)
		worm_notice_add(worm, number, WORM_HEAD, time);
	if (flit == flight->flits - 1)
		worm_notice_add(worm, number, WORM_ARRIVED, time);
}

void worm_flit_leave(struct worm *worm, uint32_t number)
{
	struct worm_link *link = &worm->link[number];
	struct worm_path *path = &worm->path[link->channel];
	uint32_t flight = link->holder - 1, from = link->from, flit;
	bool tail;

	if (!from && worm->port &&
	    !port_serves(worm, worm->flight[flight].message.node, &worm->flight[flight], link->sent,
		       link, number))
		return;
	flit = link->sent++;
	tail = link->sent == worm->flight[flight].flits;
	link->idle = worm->now + path->class->flit_ps;
	path->count.flits++;
	if (tail) {
		link->holder = 0;
		path->count.held_ps += link->idle - link->granted;
	}
	if (from)
		buffer_leave(worm, from - 1, link->idle, tail);
	else if (tail)
		worm_notice_add(worm, flight, WORM_SENT, link->idle);
	if (path->count.side == WORM_OUT)
		node_enter(worm, number, flight, flit);
	else
		buffer_enter(worm, number, flight);
	if (tail)
		worm_grant_due(worm, link->channel);
	else
		link_due(worm, number);
}

// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Headers ask for channels. A header does so when it is the first flit of its buffer and what was
 * before it has completely left.
 */
#include "netsim/worm/state.h"
#include "topo/grid.h"

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

// SPDX-License-Identifier: LGPL-2.1-or-later
/* Channels are granted: the header that has asked first gets the first free link. */
#include "netsim/worm/state.h"

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

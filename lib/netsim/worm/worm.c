// SPDX-License-Identifier: LGPL-2.1-or-later
/* The interface of a wormhole network: messages go in, notices come out. */
#include <errno.h>
#include <stdlib.h>

#include "netsim/worm/state.h"

const struct worm_config *worm_config(const struct worm *worm)
{
	return &worm->config;
}

uint64_t worm_now(const struct worm *worm)
{
	return worm->now;
}

uint32_t worm_channels(const struct worm *worm)
{
	return worm->paths;
}

void worm_channel(const struct worm *worm, uint32_t number, struct worm_channel *channel)
{
	*channel = worm->path[number].count;
}

/* --- messages --- */

/* Each message has one notice of each kind; WORM_TAKEN only if there are input queues. */
#define WORM_NOTICES	(WORM_TAKEN + 1)

static int flights_grow(struct worm *worm)
{
	uint32_t room = worm->room ? 2 * worm->room : 16;
	struct worm_flight *more;

	if (room < worm->room)
		return -ENOMEM;
	more = reallocarray(worm->flight, room, sizeof(*more));
	if (!more)
		return -ENOMEM;
	worm->flight = more;
	worm->room = room;
	return 0;
}

/* Get an unused worm, and memory for its notices. */
static int flight_new(struct worm *worm, uint32_t *number)
{
	int err = 0;

	if (!worm->unused && worm->flights == worm->room)
		err = flights_grow(worm);
	if (!err)
		err = agenda_reserve(&worm->notices, WORM_NOTICES * (size_t)worm->room);
	if (err)
		return err;
	if (worm->unused) {
		*number = worm->unused - 1;
		worm->unused = worm->flight[*number].next;
	} else {
		*number = worm->flights++;
	}
	return 0;
}

static void flight_unuse(struct worm *worm, uint32_t number)
{
	worm->flight[number].next = worm->unused;
	worm->unused = 1 + number;
}

static uint32_t payload_flits(const struct worm_config *config, uint64_t bytes)
{
	return bytes / config->flit + !!(bytes % config->flit);
}

int worm_post(struct worm *worm, uint64_t time, const struct worm_message *message)
{
	const struct worm_config *config = &worm->config;
	uint32_t nodes = worm_nodes(config), number;
	uint64_t watch = message->watch < message->bytes ? message->watch : message->bytes;
	int err;

	if (time < worm->now || time > WORM_TIME || message->node >= nodes ||
	    message->peer >= nodes || message->bytes > WORM_BYTES || message->byte_ps > WORM_PS)
		return -EINVAL;
	err = flight_new(worm, &number);
	if (err)
		return err;
	worm->flight[number] = (struct worm_flight){
		.message = *message, .order = worm->sent++,
		.notices = WORM_NOTICES - !config->queues,
		.flits = config->header + payload_flits(config, message->bytes),
		.watch = config->header + payload_flits(config, watch) - 1,
	};
	worm_ask(worm, number, 0, time);
	return 0;
}

int worm_send(struct worm *worm, uint64_t time, uint32_t node, uint32_t peer, uint64_t bytes,
	      uint32_t id)
{
	return worm_post(worm, time, &(struct worm_message){
		.node = node, .peer = peer, .bytes = bytes, .id = id,
	});
}

/* --- notices --- */

static void notice_take(struct worm *worm, struct worm_notice *notice)
{
	struct agenda_item item = agenda_take(&worm->notices);
	struct worm_flight *flight = &worm->flight[item.what];
	const struct worm_message *message = &flight->message;

	*notice = (struct worm_notice){
		item.time, item.order >> 62, message->node, message->peer, message->id, item.what,
	};
	if (!--flight->notices)
		flight_unuse(worm, item.what);
}

/* Do all that begins before a time, as long as no notice comes before it. */
static void run_until(struct worm *worm, uint64_t until)
{
	uint64_t time;
	uint32_t who;

	while ((time = worm_due_first(&worm->due)) < until &&
	       time < agenda_first(&worm->notices)) {
		worm->now = time;
		who = worm_due_take(&worm->due);
		if (who < worm->links)
			worm_flit_leave(worm, who);
		else if (who < worm->links + worm->paths)
			worm_grant(worm, who - worm->links);
		else
			worm_queue_leave(worm, who - worm->links - worm->paths);
	}
}

bool worm_next(struct worm *worm, uint64_t until, struct worm_notice *notice)
{
	run_until(worm, until);
	if (agenda_first(&worm->notices) <= until && worm->notices.count) {
		notice_take(worm, notice);
		worm->now = notice->time;
		return true;
	}
	if (until != UINT64_MAX && until > worm->now)
		worm->now = until;
	return false;
}

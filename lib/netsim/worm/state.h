/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The state of a wormhole network. Links, channels and worms are numbers; where 0 means none, it is
 * 1 + the number.
 *
 * A flit that begins to leave at some time changes only what happens later: it is in the next
 * buffer after hop_ps, and its slot and its link are free after flit_ps, both above 0. So all that
 * happens at one time may be done in any order, and the times at which a flit is there and a slot
 * is free are known in advance: a link has only one thing to wait for, the begin of its next flit.
 */
#ifndef NETSIM_WORM_STATE_H
#define NETSIM_WORM_STATE_H

#include "netsim/agenda.h"
#include "netsim/worm/due.h"
#include "netsim/worm/worm.h"

/**
 * struct worm_slot - a slot of a buffer
 * @time: while a flit has it, when the flit is there as a whole; otherwise when it is free
 * @worm: of a header: its worm
 */
struct worm_slot {
	uint64_t time;
	uint32_t worm;
};

/**
 * struct worm_link - one of the parallel links of a channel, and the buffer at its far end
 * @channel: its channel
 * @holder: 1 + the worm that holds it, or 0
 * @from: 1 + the link from whose buffer the holder comes; 0: from a node
 * @to: 1 + the link which the first worm of the buffer holds; 0: none
 * @sent: flits of the holder that have begun to leave
 * @granted: when the holder was granted it
 * @idle: when the last flit has left
 * @left: when the last tail has left the buffer
 * @in: flits that have begun to leave for the buffer
 * @out: flits that have begun to leave the buffer
 * @slot: slots of the buffer: flit i has number i mod their number; NULL at a node
 */
struct worm_link {
	uint32_t channel;
	uint32_t holder;
	uint32_t from;
	uint32_t to;
	uint32_t sent;
	uint64_t granted;
	uint64_t idle;
	uint64_t left;
	uint64_t in;
	uint64_t out;
	struct worm_slot *slot;
};

/**
 * struct worm_path - a channel
 * @class: what it is like
 * @link: its first link
 * @first: 1 + the first of the worms whose headers ask for it, in the order in which it is granted;
 *	0: there is none. Some may ask only later
 * @last: 1 + the last of them
 * @count: what has gone over it, and where it is
 */
struct worm_path {
	const struct worm_class *class;
	uint32_t link;
	uint32_t first;
	uint32_t last;
	struct worm_channel count;
};

/**
 * struct worm_flight - a worm
 * @message: its message
 * @flits: how many
 * @watch: the flit with which WORM_HEAD comes
 * @notices: how many of its notices have not been taken; the last one need not be WORM_ARRIVED
 * @order: which one it is of all that were sent
 * @start: when its header began to leave the node
 * @asked: when its header asks, or asked, for a channel
 * @turn: of those that ask at one time the least comes first
 * @at: 1 + the link in whose buffer its header is; 0: in the node
 * @next: 1 + the worm behind it in its list: of those that ask for a channel, or of unused ones
 */
struct worm_flight {
	struct worm_message message;
	uint32_t flits;
	uint32_t watch;
	uint32_t notices;
	uint64_t order;
	uint64_t start;
	uint64_t asked;
	uint64_t turn;
	uint32_t at;
	uint32_t next;
};

/**
 * struct worm - a network
 * @config: its description
 * @now: the time to which it has run
 * @sent: messages that were sent
 * @ports: ports of a router
 * @paths: channels
 * @links: links
 * @path: the channels; those of router r begin at @router[r]
 * @link: the links
 * @slot: all slots of all buffers
 * @router: by router: its first channel
 * @outlet: by router and port: the number of its channel; of a port that leads nowhere 0
 * @coord: by router and dimension: its coordinate
 * @due: links whose next flit leaves, and, behind them, channels that can be granted
 * @flight: worms
 * @room: for how many there is memory
 * @flights: how many are used
 * @unused: 1 + the first of the unused worms, or 0
 * @notices: notices to come, of worms by number
 */
struct worm {
	struct worm_config config;
	uint64_t now;
	uint64_t sent;
	unsigned int ports;
	uint32_t paths;
	uint32_t links;
	struct worm_path *path;
	struct worm_link *link;
	struct worm_slot *slot;
	uint32_t *router;
	uint32_t *outlet;
	uint16_t *coord;
	struct worm_due due;
	struct worm_flight *flight;
	uint32_t room;
	uint32_t flights;
	uint32_t unused;
	struct agenda notices;
};

/**
 * worm_in() - find the channel of a node to its router
 * @worm: the network
 * @node: the node
 *
 * Return: the channel.
 */
static inline uint32_t worm_in(const struct worm *worm, uint32_t node)
{
	uint32_t nodes = worm->config.nodes;

	return worm->router[node / nodes + 1] - 2 * nodes + node % nodes;
}

/**
 * worm_out() - find the channel of a router to a node
 * @worm: the network
 * @node: the node
 *
 * Return: the channel.
 */
static inline uint32_t worm_out(const struct worm *worm, uint32_t node)
{
	return worm_in(worm, node) + worm->config.nodes;
}

/**
 * worm_slot_free() - find when the slot is free that the next flit over a link needs
 * @worm: the network
 * @link: the link
 *
 * Return: the time; UINT64_MAX: it is not known yet.
 */
static inline uint64_t worm_slot_free(const struct worm *worm, const struct worm_link *link)
{
	unsigned int buffer = worm->path[link->channel].class->buffer;

	if (!link->slot)
		return 0;
	return link->in - link->out < buffer ? link->slot[link->in % buffer].time : UINT64_MAX;
}

/**
 * worm_link_free() - find when a link is free: nobody holds it, and there is a slot behind it
 * @worm: the network
 * @link: the link
 *
 * Return: the time; UINT64_MAX: it is not known yet.
 */
static inline uint64_t worm_link_free(const struct worm *worm, const struct worm_link *link)
{
	uint64_t slot = worm_slot_free(worm, link);

	if (link->holder)
		return UINT64_MAX;
	return slot > link->idle ? slot : link->idle;
}

/* --- ask.c: headers ask for channels --- */

/**
 * worm_ask() - let a header ask for its next channel
 * @worm: the network
 * @number: its worm
 * @at: 1 + the link in whose buffer it is, as the first flit; 0: in its node
 * @time: when it asks, not before worm.now
 */
void worm_ask(struct worm *worm, uint32_t number, uint32_t at, uint64_t time);

/**
 * worm_ask_take() - take the first of the headers that ask for a channel
 * @worm: the network
 * @path: the channel, which one asks for
 *
 * Return: its worm.
 */
uint32_t worm_ask_take(struct worm *worm, struct worm_path *path);

/**
 * worm_grant_due() - let a channel be granted as soon as that is possible
 * @worm: the network
 * @number: a channel of which a link, or a slot behind it, has become free at a known time
 */
void worm_grant_due(struct worm *worm, uint32_t number);

/* --- flit.c: flits leave --- */

/**
 * worm_flit_leave() - let the holder's next flit leave over a link now
 * @worm: the network
 * @number: the link, which can take it
 */
void worm_flit_leave(struct worm *worm, uint32_t number);

/* --- grant.c: channels are granted --- */

/**
 * worm_grant() - grant a channel now
 * @worm: the network
 * @number: the channel
 */
void worm_grant(struct worm *worm, uint32_t number);

#endif /* NETSIM_WORM_STATE_H */

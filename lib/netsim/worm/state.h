/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The state of a wormhole network. Links, channels and worms are numbers; where 0 means none, it is
 * 1 + the number.
 *
 * A flit that begins to leave at some time changes only what happens later: it is in the next
 * buffer after hop_ps, and its slot and its link are free after flit_ps, both above 0. So all that
 * happens at one time may be done in any order, and the times at which a flit is there and a slot
 * is free are known in advance: a link has only one thing to wait for, the beginning of its next
 * flit.
 */
#ifndef NETSIM_WORM_STATE_H
#define NETSIM_WORM_STATE_H

#include "netsim/agenda.h"
#include "netsim/worm/due.h"
#include "netsim/worm/worm.h"

/* A slot of a buffer. */
struct worm_slot {
	uint64_t time;	/* when its flit is completely there, or when it is free */
	uint32_t worm;	/* for a header: its worm */
};

/* One of the parallel links of a channel, and the buffer at its far end. */
struct worm_link {
	uint32_t channel;
	uint32_t holder;	/* 1 + the worm that holds it, or 0 */
	uint32_t from;		/* 1 + the link from whose buffer the holder comes; 0: a node */
	/*
	 * 1 + the link that the first worm of the buffer holds; 0: none. Of an input queue, 1 + the
	 * worm that is taken out.
	 */
	uint32_t to;
	uint32_t sent;		/* flits of the holder that have begun to leave */
	uint64_t granted;	/* when the holder was granted it */
	uint64_t idle;		/* when the last flit has left */
	uint64_t left;		/* when the last tail has left the buffer */
	uint64_t in;		/* flits that have begun to leave for the buffer */
	uint64_t out;		/* flits that have begun to leave the buffer */
	struct worm_slot *slot;	/* of the buffer: flit i has i mod their number; or NULL */
	uint32_t taken;		/* flits of the worm that is taken out that have begun to leave */
	uint64_t drained;	/* when the last of them has left */
	/*
	 * From or to a node: when its next flit has the port of the memory; 0: it has not asked.
	 */
	uint64_t turn;
};

/* A channel. */
struct worm_path {
	const struct worm_class *class;
	uint32_t link;			/* first of its links */
	/*
	 * 1 + the first of the worms whose headers ask for it, in the order of granting; 0: none.
	 * Some may ask only later.
	 */
	uint32_t first;
	uint32_t last;			/* 1 + the last of them */
	struct worm_channel count;	/* what has gone over it, and where it is */
};

/* A worm. */
struct worm_flight {
	struct worm_message message;
	uint32_t flits;
	uint32_t watch;		/* the flit with which WORM_HEAD comes */
	uint32_t notices;	/* its notices not taken yet; the last need not be WORM_ARRIVED */
	uint64_t order;		/* its number among all that were sent */
	uint64_t start;		/* when its header began to leave the node */
	uint64_t asked;		/* when its header asks, or asked, for a channel */
	uint64_t turn;		/* priority among those that ask at one time: the least first */
	uint32_t at;		/* 1 + the link in whose buffer its header is; 0: in the node */
	uint32_t next;		/* 1 + the next worm that asks for its channel, or is unused */
	bool take;		/* it is to be taken out of its input queue */
	uint64_t take_ps;	/* ... a payload flit */
};

/* A network. */
struct worm {
	struct worm_config config;
	uint64_t now;		/* time to which it has run */
	uint64_t sent;		/* messages that were sent */
	unsigned int ports;	/* of a router */
	uint32_t paths;		/* number of channels */
	uint32_t links;
	struct worm_path *path;	/* channels; router r's begin at router[r] */
	struct worm_link *link;
	struct worm_slot *slot;	/* all slots of all buffers */
	uint32_t *router;	/* by router: its first channel */
	uint32_t *outlet;	/* by router and port: number of its channel, or 0 */
	uint16_t *coord;	/* by router and dimension */
	/*
	 * Links whose next flit leaves, by number; after them, channels to be granted; then the
	 * input queues of links, from which a flit leaves.
	 */
	struct worm_due due;
	uint64_t *port;		/* by node: when its memory's port is free; NULL: ports are */
	struct worm_flight *flight;
	uint32_t room;		/* allocated worms */
	uint32_t flights;	/* worms that were ever used */
	uint32_t unused;	/* 1 + the first unused worm, or 0 */
	struct agenda notices;	/* notices to come, of worms by number */
};

/* Return the channel of a node to its router. */
static inline uint32_t worm_in(const struct worm *worm, uint32_t node)
{
	uint32_t nodes = worm->config.nodes;

	return worm->router[node / nodes + 1] - 2 * nodes + node % nodes;
}

/* Return the channel of a router to a node. */
static inline uint32_t worm_out(const struct worm *worm, uint32_t node)
{
	return worm_in(worm, node) + worm->config.nodes;
}

/* Return when the slot is free that the next flit over a link needs; UINT64_MAX: not known yet. */
static inline uint64_t worm_slot_free(const struct worm *worm, const struct worm_link *link)
{
	unsigned int buffer = worm->path[link->channel].class->buffer;

	if (!link->slot)
		return 0;
	return link->in - link->out < buffer ? link->slot[link->in % buffer].time : UINT64_MAX;
}

/*
 * Return when a link is free, which is not held and has a free slot at its end; UINT64_MAX: not
 * known yet.
 */
static inline uint64_t worm_link_free(const struct worm *worm, const struct worm_link *link)
{
	uint64_t slot = worm_slot_free(worm, link);

	if (link->holder)
		return UINT64_MAX;
	return slot > link->idle ? slot : link->idle;
}

/* --- ask.c: headers ask for channels --- */

/*
 * Let a worm's header ask for its next channel at a time from worm->now on. It is the first flit in
 * the buffer of link at - 1, or (at is 0) in its node.
 */
void worm_ask(struct worm *worm, uint32_t number, uint32_t at, uint64_t time);

/* Take and return the first worm whose header asks for a channel. There is one. */
uint32_t worm_ask_take(struct worm *worm, struct worm_path *path);

/*
 * Schedule the grant of a channel of which a link, or a slot at a link's end, becomes free at a
 * known time.
 */
void worm_grant_due(struct worm *worm, uint32_t number);

/* --- flit.c: flits leave --- */

/* Add a notice of a worm. */
void worm_notice_add(struct worm *worm, uint32_t flight, enum worm_event event, uint64_t time);

/* Schedule the next flit of a link's holder, or the grant of its channel, as a slot is free. */
void worm_slot_freed(struct worm *worm, uint32_t number);

/* Let the holder's next flit leave over a link, which can take it, now, if the port is free. */
void worm_flit_leave(struct worm *worm, uint32_t number);

/* Let the next flit of the worm that is taken out leave the queue at a link's end now. */
void worm_queue_leave(struct worm *worm, uint32_t number);

/* --- grant.c: channels are granted --- */

/* Grant a channel now. */
void worm_grant(struct worm *worm, uint32_t number);

#endif /* NETSIM_WORM_STATE_H */

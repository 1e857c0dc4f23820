/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A wormhole network: a mesh or a hypercube of routers, with several nodes a router. A message is
 * one worm of flits. It holds each channel of its route until its tail has left that channel; when
 * its header is blocked, the rest moves up until the buffers are full (docs/simulator.md, "Worms
 * and hosts"). All times are in ps. One thread; the same calls always have the same results.
 */
#ifndef NETSIM_WORM_H
#define NETSIM_WORM_H

#include <stdbool.h>
#include <stdint.h>

#include "topo/topo.h"

/* Most parallel links of a channel. */
#define WORM_LINKS	4

/* Most nodes of a network. */
#define WORM_NODES	1024

/* Most flits of a buffer. */
#define WORM_BUFFER	4096

/* Most ps of a flit, of a hop, or of a byte from memory. */
#define WORM_PS		(1ull << 30)

/* Most bytes of a message, of a flit, and most flits of a header. */
#define WORM_BYTES	(1u << 30)

/* The last time at which a message may be sent. */
#define WORM_TIME	(1ull << 62)

/*
 * A kind of channel. A flit occupies a slot of the buffer from when it begins to leave for it until
 * it has completely left it, so a link keeps its rate only if the buffer's slots last for hop_ps
 * plus flit_ps of the next link.
 */
struct worm_class {
	unsigned int links;	/* parallel, 1 to WORM_LINKS: a header takes the first free one */
	uint64_t flit_ps;	/* how long a link is busy with a flit, 1 to WORM_PS */
	/*
	 * From when a flit begins to leave, or a header is granted the link, until it is completely
	 * in the next buffer, or node; 1 to WORM_PS.
	 */
	uint64_t hop_ps;
	/*
	 * Flits of the buffer at the far end of each link, 1 to WORM_BUFFER. Ignored for channels
	 * to a node that takes all that comes (worm_config.queues).
	 */
	unsigned int buffer;
};

/* A network. */
struct worm_config {
	const struct topo *topo;		/* mesh or hypercube; outlives the network */
	unsigned int nodes;	/* of each router, 1 or more; node = nodes * chip + number there */
	unsigned int flit;			/* bytes of a flit, above 0 */
	unsigned int header;	/* flits before the payload, 1 or more; the first finds the route */
	bool highest_first;	/* order of dimensions: highest first, otherwise lowest first */
	struct worm_class dim[TOPO_DIMS];	/* channels between routers, by dimension */
	struct worm_class in;			/* channels from a node to its router */
	struct worm_class out;			/* channels from a router to a node */
	/*
	 * A node has input queues, the buffers of out: what comes stays there until worm_take().
	 * Otherwise it takes all that comes.
	 */
	bool queues;
	/*
	 * How long a byte that goes by DMA keeps the port of a node's memory busy, 0 to WORM_PS;
	 * out of input queues only if there are any.
	 */
	uint64_t port_ps;
};

struct worm;

/* Return why there is no such network, as a constant message; NULL: it is possible. */
const char *worm_refusal(const struct worm_config *config);

/*
 * Make an empty network at time 0, with a copy of the configuration; free it with worm_free().
 * Returns 0, -EINVAL for what worm_refusal() rejects, or -ENOMEM.
 */
int worm_new(const struct worm_config *config, struct worm **result);

/* Free a network; NULL is allowed. */
void worm_free(struct worm *worm);

/* Return the configuration of a network, as long as the network exists. */
const struct worm_config *worm_config(const struct worm *worm);

/* Return the number of nodes of a network that worm_refusal() accepts. */
static inline uint32_t worm_nodes(const struct worm_config *config)
{
	return config->topo->chips * config->nodes;
}

/* A message. */
struct worm_message {
	uint32_t node;	/* sender */
	uint32_t peer;	/* receiver, perhaps the same node */
	uint64_t bytes;	/* payload, 0 to WORM_BYTES */
	/*
	 * How long a byte takes from the sender's memory, 0 to WORM_PS: the bytes come one after
	 * the other, from when the header begins to leave its node; 0: all are there.
	 */
	uint64_t byte_ps;
	uint64_t watch;	/* WORM_HEAD comes after so many payload bytes, at most all */
	bool dma;	/* its payload goes through the ports of both nodes' memories */
	uint32_t id;	/* chosen by the sender, for notices */
};

/*
 * Send a message, which is copied, that asks to leave its node at a time from worm_now() to
 * WORM_TIME. A node has room for all of its messages. They ask for its channel in the order of
 * their times, then of the calls. Returns 0, -EINVAL for a time that is over or impossible values,
 * or -ENOMEM.
 */
int worm_post(struct worm *worm, uint64_t time, const struct worm_message *message);

/* Likewise, a message whose bytes are all there. */
int worm_send(struct worm *worm, uint64_t time, uint32_t node, uint32_t peer, uint64_t bytes,
	      uint32_t id);

/* What happens to a message. */
enum worm_event {
	WORM_SENT,	/* its tail has left the node */
	WORM_HEAD,	/* its header and worm_message.watch bytes have come to the peer */
	WORM_ARRIVED,	/* its tail has come to the peer */
	WORM_TAKEN,	/* its tail has left the input queue, if nodes have queues */
};

/* What has happened to a message. */
struct worm_notice {
	uint64_t time;
	enum worm_event event;
	uint32_t node;	/* sender */
	uint32_t peer;	/* receiver */
	uint32_t id;	/* of the message */
	uint32_t worm;	/* for worm_take() */
};

/*
 * Let the network run to the next notice, but not beyond until. Notices come in the order of their
 * times, then of enum worm_event, then of sending. Returns true with a notice, and worm_now() is
 * its time; or false: nothing happens up to until, which becomes worm_now() unless that is later.
 * With UINT64_MAX, worm_now() stays as it was, and the network is empty.
 */
bool worm_next(struct worm *worm, uint64_t until, struct worm_notice *notice);

/*
 * Take a message, whose WORM_HEAD had this worm, out of its input queue from worm_now() on, once
 * for each message: its flits leave in order, each as soon as it is there, what came before has
 * left, and the port is free. A payload byte takes byte_ps, up to WORM_PS; a header takes no time.
 */
void worm_take(struct worm *worm, uint32_t number, uint64_t byte_ps);

/* Return the time to which a network has run: nothing that begins then or later is decided yet. */
uint64_t worm_now(const struct worm *worm);

/* Where a channel is. */
enum worm_side {
	WORM_LINK,	/* from a router to the next */
	WORM_IN,	/* from a node to its router */
	WORM_OUT,	/* from a router to a node */
};

/* What has gone over a channel, in all of its parallel links. */
struct worm_channel {
	enum worm_side side;
	uint32_t chip;		/* its router; WORM_LINK: the one that it leaves */
	uint32_t port;	/* of the topology; WORM_IN, WORM_OUT: the node's number in its chip */
	uint32_t peer;		/* WORM_LINK: the router that it leads to; otherwise the node */
	uint64_t flits;		/* that have begun to leave */
	uint64_t worms;		/* that it was granted to */
	uint64_t held_ps; /* sum of the times that its links were held, by worms that have left */
	uint64_t blocked_ps;	/* sum of the times that granted headers had waited for it */
};

/* Return the number of channels of a network, of all routers and nodes. */
uint32_t worm_channels(const struct worm *worm);

/*
 * Read what has gone over a channel, by its number below worm_channels(). Channels are numbered by
 * router; within one, first its ports that lead somewhere, in their order, then from its nodes,
 * then to its nodes.
 */
void worm_channel(const struct worm *worm, uint32_t number, struct worm_channel *channel);

#endif /* NETSIM_WORM_H */

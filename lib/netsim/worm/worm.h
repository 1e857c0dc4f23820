/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A wormhole network: a mesh or a hypercube of routers, several nodes a router. A message is one
 * worm of flits. It holds each channel of its way until its tail has left that channel; where its
 * header is blocked, the rest of it moves up until the buffers are full (docs/simulator.md, "Worms
 * and hosts"). All times are in ps. One thread; the same calls always have the same results.
 */
#ifndef NETSIM_WORM_H
#define NETSIM_WORM_H

#include <stdbool.h>
#include <stdint.h>

#include "topo/topo.h"

/** WORM_LINKS: most parallel links of a channel */
#define WORM_LINKS	4

/** WORM_NODES: most nodes of a network */
#define WORM_NODES	1024

/** WORM_BUFFER: most flits of a buffer */
#define WORM_BUFFER	4096

/** WORM_PS: most ps that a flit takes, that a hop takes, or that a byte takes from memory */
#define WORM_PS		(1ull << 30)

/** WORM_BYTES: most bytes of a message, of a flit, and most flits of a header */
#define WORM_BYTES	(1u << 30)

/** WORM_TIME: the last time at which a message may be sent */
#define WORM_TIME	(1ull << 62)

/**
 * struct worm_class - a kind of channel
 * @links: parallel links, 1 to WORM_LINKS: a header takes the first free one
 * @flit_ps: how long a link is busy with a flit, 1 to WORM_PS
 * @hop_ps: from when a flit begins to leave until it is in the next buffer, or node, as a whole, 1
 *	to WORM_PS; for a header that is from when it is granted the link
 * @buffer: flits of the buffer at the far end of each link, 1 to WORM_BUFFER; of channels to a node
 *	it does not matter: a node takes all that comes
 *
 * A flit has a slot of the buffer from when it begins to leave for it until it has left it as a
 * whole, so that a link keeps its rate only if @buffer slots last for @hop_ps, and @flit_ps of the
 * next link.
 */
struct worm_class {
	unsigned int links;
	uint64_t flit_ps;
	uint64_t hop_ps;
	unsigned int buffer;
};

/**
 * struct worm_config - a network
 * @topo: a mesh or a hypercube; it outlives the network
 * @nodes: nodes of each router, 1 or more: node = @nodes * chip + number in the chip
 * @flit: bytes of a flit, above 0
 * @header: flits before the payload, 1 or more; the first of them finds the way
 * @highest_first: the highest dimension comes first, otherwise the lowest
 * @dim: channels between routers, by dimension
 * @in: channels from a node to its router
 * @out: channels from a router to a node
 */
struct worm_config {
	const struct topo *topo;
	unsigned int nodes;
	unsigned int flit;
	unsigned int header;
	bool highest_first;
	struct worm_class dim[TOPO_DIMS];
	struct worm_class in;
	struct worm_class out;
};

struct worm;

/**
 * worm_refusal() - find out why there is no such network
 * @config: the network
 *
 * Return: what is wrong, for a person to read, a constant; NULL: nothing.
 */
const char *worm_refusal(const struct worm_config *config);

/**
 * worm_new() - make a network, empty, at time 0
 * @config: the network; it is copied
 * @result: the network, for worm_free()
 *
 * Return: 0, -EINVAL for one that worm_refusal() refuses, -ENOMEM.
 */
int worm_new(const struct worm_config *config, struct worm **result);

/**
 * worm_free() - free a network
 * @worm: the network, or NULL
 */
void worm_free(struct worm *worm);

/**
 * worm_config() - get the description of a network
 * @worm: the network
 *
 * Return: the description, as long as the network is there.
 */
const struct worm_config *worm_config(const struct worm *worm);

/**
 * worm_nodes() - count the nodes of a network
 * @config: the network, which worm_refusal() does not refuse
 *
 * Return: how many.
 */
static inline uint32_t worm_nodes(const struct worm_config *config)
{
	return config->topo->chips * config->nodes;
}

/**
 * struct worm_message - a message
 * @node: who sends it
 * @peer: who gets it, perhaps the same node
 * @bytes: its payload, 0 to WORM_BYTES
 * @byte_ps: how long a byte takes from the sender's memory, 0 to WORM_PS: the bytes come one after
 *	the other, from when the header begins to leave its node; 0: they are all there
 * @watch: payload bytes behind which WORM_HEAD comes; more than @bytes are all of them
 * @id: of the sender's choice, for notices
 */
struct worm_message {
	uint32_t node;
	uint32_t peer;
	uint64_t bytes;
	uint64_t byte_ps;
	uint64_t watch;
	uint32_t id;
};

/**
 * worm_post() - send a message
 * @worm: the network
 * @time: when the message asks to leave its node, worm_now() to WORM_TIME
 * @message: the message; it is copied
 *
 * A node has room for all of its messages. They ask for its channel in the order of their times;
 * those of one time in the order of the calls.
 *
 * Return: 0, -EINVAL for a time that is over or values that are not possible, -ENOMEM.
 */
int worm_post(struct worm *worm, uint64_t time, const struct worm_message *message);

/**
 * worm_send() - send a message whose bytes are all there
 * @worm: the network
 * @time: as of worm_post()
 * @node: who sends it
 * @peer: who gets it
 * @bytes: its payload
 * @id: for notices
 *
 * Return: as worm_post().
 */
int worm_send(struct worm *worm, uint64_t time, uint32_t node, uint32_t peer, uint64_t bytes,
	      uint32_t id);

/**
 * enum worm_event - what happens to a message
 * @WORM_SENT: its tail has left the node
 * @WORM_HEAD: its header has come to the peer, and as many bytes as worm_message.watch says
 * @WORM_ARRIVED: its tail has come to the peer
 */
enum worm_event {
	WORM_SENT,
	WORM_HEAD,
	WORM_ARRIVED,
};

/**
 * struct worm_notice - what has happened to a message
 * @time: when
 * @event: what
 * @node: who sent it
 * @peer: who gets it
 * @id: its number
 */
struct worm_notice {
	uint64_t time;
	enum worm_event event;
	uint32_t node;
	uint32_t peer;
	uint32_t id;
};

/**
 * worm_next() - let the network run to what happens next
 * @worm: the network
 * @until: run no further than to this time
 * @notice: filled in, if something has happened
 *
 * Notices come in the order of their times; those of one time in the order of enum worm_event;
 * those of one event in the order in which their messages were sent.
 *
 * Return: true: there is a notice, and worm_now() is its time; false: nothing happens to @until,
 * and worm_now() is @until, if it was before; with UINT64_MAX it stays what it was, and the network
 * is empty.
 */
bool worm_next(struct worm *worm, uint64_t until, struct worm_notice *notice);

/**
 * worm_now() - find the time to which a network has run
 * @worm: the network
 *
 * Return: the time: nothing that begins then or later has been decided yet.
 */
uint64_t worm_now(const struct worm *worm);

/**
 * enum worm_side - where a channel is
 * @WORM_LINK: from a router to the next
 * @WORM_IN: from a node to its router
 * @WORM_OUT: from a router to a node
 */
enum worm_side {
	WORM_LINK,
	WORM_IN,
	WORM_OUT,
};

/**
 * struct worm_channel - what has gone over a channel, in all of its parallel links
 * @side: where it is
 * @chip: its router; of WORM_LINK the one that it leaves
 * @port: port of the topology; of WORM_IN and WORM_OUT the node's number in its chip
 * @peer: of WORM_LINK the router that it leads to, otherwise the node
 * @flits: flits that have begun to leave
 * @worms: worms that it was granted to
 * @held_ps: how long its links were held in sum, by worms that have left
 * @blocked_ps: how long headers waited for it in sum, that were granted it
 */
struct worm_channel {
	enum worm_side side;
	uint32_t chip;
	uint32_t port;
	uint32_t peer;
	uint64_t flits;
	uint64_t worms;
	uint64_t held_ps;
	uint64_t blocked_ps;
};

/**
 * worm_channels() - count the channels of a network
 * @worm: the network
 *
 * Return: how many, of all routers and nodes.
 */
uint32_t worm_channels(const struct worm *worm);

/**
 * worm_channel() - find what has gone over a channel
 * @worm: the network
 * @number: below worm_channels(): by router; of one router first its ports that lead somewhere, in
 *	their order, then from its nodes, then to its nodes
 * @channel: filled in
 */
void worm_channel(const struct worm *worm, uint32_t number, struct worm_channel *channel);

#endif /* NETSIM_WORM_H */

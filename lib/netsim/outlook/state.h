/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The model of a network from inside: packets, and what they take on their ways.
 */
#ifndef NETSIM_OUTLOOK_STATE_H
#define NETSIM_OUTLOOK_STATE_H

#include "events.h"
#include "netsim/packet.h"
#include "outlook.h"

/** OUTLOOK_PART: parts of a tick, the unit of times: in them a NIC's turn is whole */
#define OUTLOOK_PART	13

/** OUTLOOK_CYCLE: parts of a cycle */
#define OUTLOOK_CYCLE	((uint64_t)OUTLOOK_PART * NET_TICKS)

/** OUTLOOK_KINDS: kinds of packets, which have buffers of their own: requests, responses */
#define OUTLOOK_KINDS	2

/**
 * struct outlook_node - a NIC
 * @next: what it sends next, if it @holds anything
 * @holds: it has asked for that, which has not left
 * @turn: when it may send again, parts
 * @take: when it may take a packet again, parts
 * @pace: in OUTLOOK_ALONE: when the slowest link of its packets' ways is free again, parts
 * @sent: by kind: packets that have left it so far
 */
struct outlook_node {
	struct net_transfer next;
	bool holds;
	uint64_t turn;
	uint64_t take;
	uint64_t pace;
	uint32_t sent[OUTLOOK_KINDS];
};

/**
 * struct passing - a request, and later its response
 * @from: node that sent the request
 * @to: the other one
 * @id: of its transfer
 * @next: of those that are not in use: 1 + the next one
 * @phits: of the request and of the response
 * @answered: it has a response
 * @response: it is that now
 * @bridge: which bridge its way takes
 * @chip: where it has come to on its way
 * @input: the buffer that it is in there, as outlook.head has it; none at the first chip
 * @sent: when it was sent, and what it has waited since, parts
 * @hops: what its hops take, parts; 0 at the first chip
 * @tail: what its tail needs behind its head: its length on the slowest link, parts
 * @gap: the same, over the lanes of that link
 */
struct passing {
	uint32_t from;
	uint32_t to;
	uint32_t id;
	uint32_t next;
	struct net_sizes phits;
	bool answered;
	bool response;
	unsigned int bridge;
	unsigned int chip;
	size_t input;
	uint64_t sent;
	uint64_t hops;
	uint64_t tail;
	uint64_t gap;
};

/**
 * struct outlook - a network
 * @config: choices
 * @traffic: what nodes send
 * @topo: the topology
 * @world: what packets meet with
 * @events: what is to come
 * @wake: by chip: when traffic is to be called without a notice
 * @node: by node
 * @slots: by kind: packets of a node that its chip's host tiles have room for
 * @most: the larger of them
 * @left: by node, kind and slot, each with @most: when the packet that had the slot last has left
 *	it, parts
 * @lane: when each lane is free, parts: at [(chip * (ports + 1) + port) * NET_LANES + lane]
 * @head: when the last packet has left the buffer at a lane's far end, parts: at
 *	[OUTLOOK_KINDS * lane + kind]
 * @passing: packets
 * @room: how many there is memory for
 * @free: 1 + the first that is not in use
 * @err: the first error
 */
struct outlook {
	const struct net_config *config;
	const struct net_traffic *traffic;
	const struct topo *topo;
	enum outlook_world world;
	struct events events;
	uint64_t *wake;
	struct outlook_node *node;
	uint32_t slots[OUTLOOK_KINDS];
	uint32_t most;
	uint64_t *left;
	uint64_t *lane;
	uint64_t *head;
	struct passing *passing;
	uint32_t room;
	uint32_t free;
	int err;
};

/** outlook_latest() - the later one of two times, ticks */
static inline uint64_t outlook_latest(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/** passing_source() - return the node that the packet comes from, as it is now */
static inline uint32_t passing_source(const struct passing *passing)
{
	return passing->response ? passing->to : passing->from;
}

/** passing_target() - return the node that it goes to */
static inline uint32_t passing_target(const struct passing *passing)
{
	return passing->response ? passing->from : passing->to;
}

/**
 * outlook_depart() - let a packet begin its way
 * @outlook: the network; an event says when it goes on, or has arrived
 * @number: the packet
 * @cycle: when
 */
void outlook_depart(struct outlook *outlook, uint32_t number, uint64_t cycle);

/**
 * outlook_go() - let a packet go on until it has had to wait, or is at its node
 * @outlook: the network; an event says when it goes on, or has arrived
 * @number: the packet
 */
void outlook_go(struct outlook *outlook, uint32_t number);

#endif /* NETSIM_OUTLOOK_STATE_H */

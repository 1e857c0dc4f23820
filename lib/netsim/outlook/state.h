/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The inside of the model of a network: packets, and what they take on their ways. */
#ifndef NETSIM_OUTLOOK_STATE_H
#define NETSIM_OUTLOOK_STATE_H

#include "events.h"
#include "netsim/packet.h"
#include "outlook.h"

/* Parts of a tick, the unit of times: a NIC's turn is a whole number of them. */
#define OUTLOOK_PART	13

/* Parts of a cycle. */
#define OUTLOOK_CYCLE	((uint64_t)OUTLOOK_PART * NET_TICKS)

/* Kinds of packets, which have separate buffers: requests, responses. */
#define OUTLOOK_KINDS	2

/* A NIC; times are in parts. */
struct outlook_node {
	struct net_transfer next;	/* what it sends next, if holds */
	bool holds;			/* it has asked for next, which has not left */
	uint64_t turn;			/* when it may send again */
	uint64_t take;			/* when it may take a packet again */
	uint64_t pace;	/* OUTLOOK_ALONE: when the slowest link of its packets' ways is free */
	uint32_t sent[OUTLOOK_KINDS];	/* by kind: packets sent so far */
};

/* A request, and later its response; times are in parts. */
struct passing {
	uint32_t from;		/* node that sent the request */
	uint32_t to;		/* the other node */
	uint32_t id;		/* of its transfer */
	uint32_t next;		/* while unused: 1 + the next unused one */
	struct net_sizes phits;	/* of the request and of the response */
	bool answered;		/* it has a response */
	bool response;		/* it is the response now */
	unsigned int bridge;	/* which bridge its way takes */
	unsigned int chip;	/* where it has come to on its way */
	size_t input;	/* its buffer there, as index in outlook.head; none at the first chip */
	uint64_t sent;		/* when it was sent, plus what it has waited since */
	uint64_t hops;		/* time of its hops; 0 at the first chip */
	uint64_t tail;		/* from head to tail: its length on the slowest link */
	uint64_t gap;		/* tail / lanes of that link */
};

/* A network; times are in parts. */
struct outlook {
	const struct net_config *config;
	const struct net_traffic *traffic;
	const struct topo *topo;
	enum outlook_world world;	/* what packets meet */
	struct events events;
	uint64_t *wake;			/* by chip: when to call traffic without a notice */
	struct outlook_node *node;	/* by node */
	/* By kind: packets of a node that its chip's host tiles have room for. */
	uint32_t slots[OUTLOOK_KINDS];
	uint32_t most;			/* the larger of slots */
	/*
	 * By node, kind and slot, with most slots each: when the packet that had the slot last has
	 * left it.
	 */
	uint64_t *left;
	uint64_t *lane;	/* when each is free, at [(chip * (ports + 1) + port) * NET_LANES + lane] */
	/*
	 * When the last packet has left the buffer at a lane's far end, at [OUTLOOK_KINDS * lane +
	 * kind].
	 */
	uint64_t *head;
	struct passing *passing;
	uint32_t room;			/* allocated packets */
	uint32_t free;			/* 1 + the first unused packet */
	int err;			/* first error */
};

/* Return the larger of two numbers, mostly times. */
static inline uint64_t outlook_latest(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* Return the node that the packet comes from, as it is now. */
static inline uint32_t passing_source(const struct passing *passing)
{
	return passing->response ? passing->to : passing->from;
}

/* Return the node that the packet goes to, as it is now. */
static inline uint32_t passing_target(const struct passing *passing)
{
	return passing->response ? passing->from : passing->to;
}

/* Let a packet begin its way in a cycle. An event follows when it goes on, or has arrived. */
void outlook_depart(struct outlook *outlook, uint32_t number, uint64_t cycle);

/*
 * Let a packet go on until it has had to wait, or is at its node. An event follows when it goes on,
 * or has arrived.
 */
void outlook_go(struct outlook *outlook, uint32_t number);

#endif /* NETSIM_OUTLOOK_STATE_H */

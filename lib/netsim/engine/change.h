/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Machines that break while they run (docs/simulator.md). All changes are known from the beginning:
 * so when a packet is sent over a link, it is clear whether the link will fail before the packet
 * has crossed it. One thread makes the changes, between two windows.
 */
#ifndef NETSIM_ENGINE_CHANGE_H
#define NETSIM_ENGINE_CHANGE_H

#include "netsim/net.h"

struct net;
struct packet;
struct worker;

/* packet.bytes, above NET_PAYLOAD, of a packet that lost its middle; its node discards it. */
#define PACKET_BROKEN	127

/* packet.bytes of a response to a broken request. */
#define PACKET_ERROR	126

/* A request that fails when its timeout has passed. */
struct failure {
	uint64_t cycle;	/* when it fails */
	uint32_t node;	/* sender of the request */
	uint32_t id;	/* of its transfer */
};

/* A packet that will be lost on a wire. */
struct loss {
	uint64_t cycle;		/* when the link fails */
	uint32_t chip;		/* sender */
	uint16_t channel;	/* of the output that it left through, which gets the credit back */
	bool waits;		/* a node waits for an answer */
	uint32_t node;		/* that node */
	uint32_t id;		/* of the transfer */
};

/* What failures have cost in a window, as one worker saw it. */
struct toll {
	struct failure *failure;	/* requests that will fail */
	size_t failures;
	size_t failure_room;		/* allocated */
	struct loss *loss;		/* packets that will be lost on a wire */
	size_t losses;
	size_t loss_room;		/* allocated */
};

/* The changes of a network, and how far they have come. */
struct changes {
	struct net_changes plan;
	/* The fabric by which routes are made; its failed lanes are not those that are dead now. */
	struct net_fabric tables;
	uint8_t *dead;		/* lanes that are dead, by bit, at [chip * ports + port] */
	uint16_t *ticks;	/* ticks a phit after NET_WIDTH, else 0, at [chip * ranks + rank] */
	uint16_t *turns;	/* of a packet after NET_TAKE, else 0, by node */
	size_t next;		/* index in plan of the next change */
	size_t stop;		/* ... of the next change that NICs stop for */
	size_t route;		/* ... of the next change that routes will follow */
	unsigned int stops;	/* changes that NICs are stopped for now */
	/* Value of next before this window, which begins with the changes from here on. */
	size_t before;
	struct toll toll;	/* of all windows: failures in the order of cycles */
	size_t late;		/* failures before this one are over */
	/*
	 * Failures from late up to this one are over in this window, in the order of cycles, nodes
	 * and transfers.
	 */
	size_t due;
};

/* --- from beginning to end --- */

/* Prepare for changes, if any, of a network whose ranks are known. Returns 0 or -ENOMEM. */
int net_changes_start(struct net *net);

/* Free what changes have allocated. */
void net_changes_free(struct net *net);

/* Record a request that will fail. Returns 0 or -ENOMEM. */
int toll_add_failure(struct toll *toll, const struct failure *failure);

/* Record a packet that will be lost on a wire. Returns 0 or -ENOMEM. */
int toll_add_loss(struct toll *toll, const struct loss *loss);

/* Move a toll to a sum; errors go to the first worker. */
void net_toll_move(struct net *net, struct toll *sum, struct toll *toll);

/* Free the lists of a toll, which is not used any more. */
void toll_free(struct toll *toll);

/* --- between windows --- */

/* Take the tolls of all workers at the end of a window. The network has changes. */
void net_changes_collect(struct net *net);

/*
 * Return the first cycle in which changes have something to do, or NET_FOREVER. The network has
 * changes.
 */
uint64_t net_changes_next(const struct net *net);

/*
 * Make the changes of a planned window's first cycle, and end the window before the next ones. The
 * network has changes.
 */
void net_changes_begin(struct net *net);

/* --- in a window --- */

/* Count a request that fails in this cycle. The worker simulates the chip of its sender. */
void net_request_fail(struct worker *worker);

/*
 * Record that a packet leaves through a channel of an output lane; its head crosses the link in
 * cycle head, its tail at tick tail. Returns whether it reaches the other end, maybe broken.
 * Otherwise it is lost, with its credit taken.
 */
bool net_packet_crosses(struct worker *worker, struct packet *packet, unsigned int output,
			unsigned int channel, uint64_t head, uint64_t tail);

/* Lose a packet in this cycle, and drop its note. The worker simulates the chip where it is. */
void net_packet_lose(struct worker *worker, struct packet *packet);

/*
 * Let the request of a packet fail when its timeout has passed. The packet is a request that has an
 * answer, or a response.
 */
void net_packet_give_up(struct worker *worker, const struct packet *packet);

#endif /* NETSIM_ENGINE_CHANGE_H */

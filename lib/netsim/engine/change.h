/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Machines that break while they run (docs/simulator.md). All changes are known from the beginning:
 * so when a packet is sent over a link, it is clear whether the link will fail before the packet is
 * over. Changes are made between two windows, by one thread.
 */
#ifndef NETSIM_ENGINE_CHANGE_H
#define NETSIM_ENGINE_CHANGE_H

#include "netsim/net.h"

struct net;
struct packet;
struct worker;

/**
 * PACKET_BROKEN: packet.bytes, above NET_PAYLOAD, of a packet whose midst was lost; its node
 * discards the packet
 */
#define PACKET_BROKEN	127

/** PACKET_ERROR: packet.bytes of a response to a request that came broken */
#define PACKET_ERROR	126

/**
 * struct failure - a request that fails when its time is over
 * @cycle: when that is
 * @node: which sent the request
 * @id: of its transfer
 */
struct failure {
	uint64_t cycle;
	uint32_t node;
	uint32_t id;
};

/**
 * struct loss - a packet that will be lost on a wire
 * @cycle: when the link fails
 * @chip: which sent it
 * @channel: of the output that it left through: it has the credit back then
 * @waits: a node waits for an answer
 * @node: that node
 * @id: of the transfer
 */
struct loss {
	uint64_t cycle;
	uint32_t chip;
	uint16_t channel;
	bool waits;
	uint32_t node;
	uint32_t id;
};

/**
 * struct toll - what failures have cost in a window, as one worker saw it
 * @failure: requests that will fail
 * @failures: how many
 * @failure_room: how many @failure has room for
 * @loss: packets that will be lost on a wire
 * @losses: how many
 * @loss_room: how many @loss has room for
 */
struct toll {
	struct failure *failure;
	size_t failures;
	size_t failure_room;
	struct loss *loss;
	size_t losses;
	size_t loss_room;
};

/**
 * struct changes - the changes of a network, and how far they have come
 * @plan: the changes
 * @tables: the fabric that routes are made for: its failed lanes are not those that are dead now
 * @dead: lanes that are dead, by bit, at [chip * ports + port]
 * @ticks: ticks a phit of lanes whose width was changed, at [chip * ranks + rank]; 0 elsewhere
 * @next: place in the plan of the next change
 * @stop: likewise of the next one that NICs stop for
 * @route: likewise of the next one that there will be new routes for
 * @stops: how many NICs stop for now
 * @before: @next before this window: changes from there on happen at its beginning
 * @toll: of all windows: failures in the order of cycles
 * @late: failures before this one are over
 * @due: failures from @late to before this one are over in this window, in the order of cycles,
 *	nodes and transfers
 */
struct changes {
	struct net_changes plan;
	struct net_fabric tables;
	uint8_t *dead;
	uint16_t *ticks;
	size_t next;
	size_t stop;
	size_t route;
	unsigned int stops;
	size_t before;
	struct toll toll;
	size_t late;
	size_t due;
};

/* --- from beginning to end --- */

/**
 * net_changes_start() - prepare for changes
 * @net: the network, whose ranks are known
 *
 * Return: 0, also if there will be none, or -ENOMEM.
 */
int net_changes_start(struct net *net);

/**
 * net_changes_free() - free what changes have allocated
 * @net: the network
 */
void net_changes_free(struct net *net);

/**
 * toll_add_failure() - note a request that will fail
 * @toll: the toll
 * @failure: the request
 *
 * Return: 0, -ENOMEM.
 */
int toll_add_failure(struct toll *toll, const struct failure *failure);

/**
 * toll_add_loss() - note a packet that will be lost on a wire
 * @toll: the toll
 * @loss: the packet
 *
 * Return: 0, -ENOMEM.
 */
int toll_add_loss(struct toll *toll, const struct loss *loss);

/**
 * toll_free() - free a toll
 * @toll: the toll, not used after this
 */
void toll_free(struct toll *toll);

/* --- between windows --- */

/**
 * net_changes_collect() - take the tolls of all workers
 * @net: the network, which has changes, at the end of a window
 */
void net_changes_collect(struct net *net);

/**
 * net_changes_next() - find when changes have to do something
 * @net: the network, which has changes
 *
 * Return: the first cycle, or NET_FOREVER.
 */
uint64_t net_changes_next(const struct net *net);

/**
 * net_changes_begin() - make the changes of a window's first cycle, and end it before the next
 * @net: the network, which has changes and has planned a window
 */
void net_changes_begin(struct net *net);

/* --- in a window --- */

/**
 * net_request_fail() - count a request that fails in this cycle
 * @worker: simulates the chip of the node that sent it
 */
void net_request_fail(struct worker *worker);

/**
 * net_packet_crosses() - note that a packet crosses a link, and find whether it gets over
 * @worker: simulates the chip that sends it
 * @packet: the packet; it may be broken after this
 * @output: lane that it leaves through
 * @channel: channel of that lane
 * @head: cycle in which its head is over
 * @tail: tick at which its tail is
 *
 * A packet that does not is lost; its credit has been taken.
 *
 * Return: whether it does.
 */
bool net_packet_crosses(struct worker *worker, struct packet *packet, unsigned int output,
			unsigned int channel, uint64_t head, uint64_t tail);

/**
 * net_packet_lose() - lose a packet in this cycle
 * @worker: simulates the chip where it is
 * @packet: the packet; its note is dropped
 */
void net_packet_lose(struct worker *worker, struct packet *packet);

/**
 * net_packet_give_up() - let the request of a packet fail when its time is over
 * @worker: simulates the chip where the packet is
 * @packet: a request that has an answer, or a response
 */
void net_packet_give_up(struct worker *worker, const struct packet *packet);

#endif /* NETSIM_ENGINE_CHANGE_H */

/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * How a window is simulated, from the whole run down to a packet: each file knows those below it.
 *
 *	event.c		the network from beginning to end
 *	run.c		windows, one after the other, by all threads
 *	change.c	what changes between windows
 *	chip.c		one chip's window
 *	router.c	phases 1 to 3 of its cycles
 *	inject.c	phase 4: NICs
 *	closed.c	traffic that waits for what happens
 *	loss.c		packets that are lost
 *	arrive.c	what arrives
 *	notes.c		how long packets have waited, if somebody measures that
 *	credits.c	credits that come back
 *	way.c		where packets leave a chip
 *	group.c		... in a machine of groups
 *	faulty.c	... if lanes have failed, or ties are split
 *	send.c		what chips send
 *	nic.c		what NICs did, if anybody asks
 *	counters.c	what was counted
 *	state.c		what several of them need
 */
#ifndef NETSIM_PHASES_H
#define NETSIM_PHASES_H

#include "state.h"

/** NIC_INJECTS: most packets that a NIC injects in a window: at most one in 6 cycles */
#define NIC_INJECTS	(NET_WINDOW / 6 + 2)

/**
 * net_windows_run() - run all windows
 * @net: the network
 * @until: first cycle not simulated
 * @drain: end before that once all traffic has arrived
 *
 * Return: 0 or a negative errno, as net_run().
 */
int net_windows_run(struct net *net, uint64_t until, bool drain);

/**
 * net_chip_prefetch() - prefetch what a chip has to read, and note its state as worker.ahead
 * @worker: will simulate it
 * @number: of the chip
 */
void net_chip_prefetch(struct worker *worker, unsigned int number);

/**
 * net_chip_run() - simulate a chip for one window
 * @worker: worker.error is set to what went wrong
 * @number: of the chip
 */
void net_chip_run(struct worker *worker, unsigned int number);

/**
 * net_cycles_run() - simulate all cycles of the worker's window
 * @worker: has opened the window
 */
void net_cycles_run(struct worker *worker);

/**
 * net_nics_start() - note when the chip's NICs have to do something in this window
 * @worker: simulates the chip
 */
void net_nics_start(struct worker *worker);

/**
 * net_nics_inject() - let NICs inject, at most one packet each
 * @worker: simulates the chip
 * @nics: by bit
 */
void net_nics_inject(struct worker *worker, unsigned int nics);

/**
 * net_nics_refill() - ask closed traffic for the next transfers of NICs that have none
 * @worker: simulates the chip
 */
void net_nics_refill(struct worker *worker);

/**
 * net_closed_start() - note when closed traffic is to be called in this window
 * @worker: simulates the chip
 */
void net_closed_start(struct worker *worker);

/**
 * net_closed_arrival() - note an arrival that closed traffic is to be told of
 * @worker: simulates the chip
 * @packet: what arrives at a node of the chip; no broken request, which tells nothing
 * @time: when, in this window
 */
void net_closed_arrival(struct worker *worker, const struct packet *packet, unsigned int time);

/**
 * net_closed_run() - call closed traffic for the cycle, and tell it what arrives and fails in it
 * @worker: simulates the chip
 *
 * Without closed traffic, requests fail all the same.
 */
void net_closed_run(struct worker *worker);

/**
 * net_closed_tell() - tell closed traffic what a NIC sent, or which of its requests has failed
 * @worker: simulates the chip
 * @node: of the NIC
 * @id: of the transfer
 * @event: NET_SENT, NET_ANSWERED or NET_FAILED
 */
void net_closed_tell(struct worker *worker, uint32_t node, uint32_t id, enum net_event event);

/**
 * net_nics_count() - count what NICs do from now on
 * @net: the network, which has not run yet; it has notes
 *
 * Return: 0, -ENOMEM.
 */
int net_nics_count(struct net *net);

/**
 * net_nic_waits() - note that a packet waits for a host tile, from this cycle on
 * @worker: simulates the chip, of a network with net.activity
 * @number: of the NIC
 * @kind: 0: its next request; 1: its first response
 */
void net_nic_waits(struct worker *worker, unsigned int number, unsigned int kind);

/**
 * net_nic_turn() - count how long packets of a NIC have waited that takes its turn now
 * @worker: simulates the chip, of a network with net.activity
 * @number: of the NIC
 * @kind: it takes it for its next request, 0, or its first response, 1
 */
void net_nic_turn(struct worker *worker, unsigned int number, unsigned int kind);

/**
 * net_nic_sent() - count a packet that leaves its NIC
 * @worker: simulates the chip, of a network with net.activity
 * @number: of the NIC
 * @kind: 0: it is the NIC's next request; 1: its first response
 * @lane: the host tile that takes it
 */
void net_nic_sent(struct worker *worker, unsigned int number, unsigned int kind,
		  unsigned int lane);

/**
 * net_nics_pause() - count how long packets have waited, because NICs stop to inject
 * @net: the network, with net.activity, between two windows
 */
void net_nics_pause(struct net *net);

/**
 * net_nic_received() - count a packet whose tail has reached its node
 * @worker: simulates the chip, of a network with net.activity
 * @packet: the packet
 * @asked: of a response: cycle in which the request left its NIC, mod 2^32
 */
void net_nic_received(struct worker *worker, const struct packet *packet, uint32_t asked);

/**
 * net_nic_stalled() - count a wait of a host tile for a NIC
 * @net: the network, with net.activity
 * @packet: the packet for that NIC that has waited longest
 * @lane: the host tile
 * @cycles: how long it has waited
 */
void net_nic_stalled(const struct net *net, const struct packet *packet, unsigned int lane,
		     uint32_t cycles);

/**
 * net_nic_next() - find when a NIC has to do something next
 * @worker: simulates the chip
 * @number: of the NIC
 *
 * Return: the cycle, or NET_FOREVER.
 */
uint64_t net_nic_next(const struct worker *worker, unsigned int number);

/**
 * net_arrive_reserve() - take what the chip has to read, and reserve memory for this window
 * @worker: simulates the chip
 *
 * Return: 0, -ENOMEM.
 */
int net_arrive_reserve(struct worker *worker);

/**
 * net_arrive() - receive packets
 * @worker: simulates the chip
 */
void net_arrive(struct worker *worker);

/**
 * net_arrive_end() - use the memory of what was read again
 * @worker: simulates the chip
 */
void net_arrive_end(struct worker *worker);

/**
 * net_arrived() - count a packet that has come in at a tile, and let it wait there
 * @worker: simulates the chip
 * @number: of the packet, which knows its input and when it comes
 */
void net_arrived(struct worker *worker, uint32_t number);

/**
 * net_credits_collect() - count the credits of a channel that have come back by now
 * @worker: simulates the chip
 * @channel: the channel
 *
 * This is not done before credits are short; at the end of the window net_credits_end() counts all
 * of them.
 *
 * Return: the time at which the next one comes, or the length of the window: none does in it.
 */
unsigned int net_credits_collect(struct worker *worker, unsigned int channel);

/**
 * net_credits_end() - count the credits that came back in this window and were not counted yet
 * @worker: simulates the chip
 */
void net_credits_end(struct worker *worker);

/**
 * net_notes_start() - let packets have notes from now on
 * @net: the network, which has not run yet
 *
 * Return: 0, -ENOMEM.
 */
int net_notes_start(struct net *net);

/**
 * net_notes_reserve() - reserve notes of what the chip's NICs may inject in this window
 * @worker: simulates the chip
 *
 * Return: 0, -ENOMEM.
 */
int net_notes_reserve(struct worker *worker);

/**
 * net_note_begin() - note how long a packet has waited in its NIC
 * @worker: simulates the chip
 * @packet: leaves its NIC, and still has the @birth that it had there; its @id becomes the number
 *	of the note
 * @waited: router cycles
 * @offset: net_header.offset
 */
void net_note_begin(struct worker *worker, struct packet *packet, uint64_t waited,
		    uint64_t offset);

/**
 * net_note_offset() - look up where in its transfer a packet is
 * @net: the network, with net.notes
 * @packet: the packet
 *
 * Return: net_header.offset.
 */
uint64_t net_note_offset(const struct net *net, const struct packet *packet);

/**
 * net_note_hop() - note that a packet crosses a link
 * @worker: simulates the chip that it leaves
 * @packet: the packet
 */
void net_note_hop(struct worker *worker, const struct packet *packet);

/**
 * net_note_end() - tell the meter of a delivery, let the NIC count it, and drop the packet's note
 * @worker: simulates the chip where the packet arrives
 * @packet: its tail has arrived; it gets its @id back
 */
void net_note_end(struct worker *worker, struct packet *packet);

/**
 * net_note_drop() - drop the note of a packet, if there are notes
 * @worker: simulates the chip where the packet is
 * @packet: its @id becomes that of its transfer again
 */
void net_note_drop(struct worker *worker, struct packet *packet);

/**
 * net_notes_free() - free the notes of all nodes
 * @net: the network
 */
void net_notes_free(struct net *net);

/**
 * net_waits_end() - let all heads that wait for an output ask again in this cycle
 * @worker: simulates the chip; its window has not begun
 * @output: the output
 */
void net_waits_end(struct worker *worker, unsigned int output);

/**
 * net_packet_turn() - find where a packet that does not go straight on leaves this chip
 * @worker: simulates the chip
 * @packet: its @left is filled in, or, without a grid, its @way
 *
 * Return: the port.
 */
unsigned int net_packet_turn(struct worker *worker, struct packet *packet);

/**
 * net_packet_fifo() - find the FIFO of a packet in its virtual channel
 * @net: the network
 * @packet: the packet
 * @chip: number of the chip where it will wait
 *
 * Return: the FIFO, by the port of the way that it would take if nothing had failed.
 */
unsigned int net_packet_fifo(const struct net *net, const struct packet *packet,
			     unsigned int chip);

/**
 * net_turn_group() - find where a packet leaves a chip of a machine of groups
 * @worker: simulates the chip
 * @packet: it chooses its @way where it comes from its NIC, and keeps it whatever fails meanwhile,
 *	unless it is judged anew
 *
 * Return: the port.
 */
unsigned int net_turn_group(struct worker *worker, struct packet *packet);

/**
 * net_turn_tie() - find where a packet leaves a chip if both ways round a ring are equally long
 * @net: the network
 * @packet: the packet
 * @dim: the dimension of the ring
 *
 * Return: the port.
 */
unsigned int net_turn_tie(const struct net *net, const struct packet *packet, unsigned int dim);

/**
 * net_turn_faulty() - find how a packet goes along a dimension if lanes have failed
 * @worker: simulates the chip
 * @packet: its @left is filled in
 * @dim: the dimension
 * @to: the coordinate that it goes to
 *
 * Return: the port.
 */
unsigned int net_turn_faulty(const struct worker *worker, struct packet *packet, unsigned int dim,
			     unsigned int to);

/**
 * net_packet_lanes() - find the lanes that a packet which turns can use
 * @worker: simulates the chip
 * @packet: the packet
 * @port: that net_packet_turn() returned
 *
 * Return: the lanes, by bit; 0: all are dead, or there is no way any more.
 */
unsigned int net_packet_lanes(const struct worker *worker, const struct packet *packet,
			      unsigned int port);

#endif /* NETSIM_PHASES_H */

/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * How a window is simulated, from the whole run down to a packet. Each file knows those below it.
 *
 *	event.c		the network from beginning to end
 *	run.c		windows, one after the other, by all threads
 *	change.c	what changes between windows
 *	parts.c		other processes, which simulate other chips
 *	chip.c		one chip's window
 *	router.c	phases 1 to 3 of its cycles
 *	inject.c	phase 4: NICs
 *	closed.c	traffic that depends on events
 *	loss.c		packets that are lost
 *	arrive.c	what arrives
 *	notes.c		how long packets have waited, if that is measured
 *	credits.c	credits that come back
 *	turn.c		where packets leave a chip
 *	nic.c		counts of NICs, if they are wanted
 *	counters.c	counters
 *	state.c		what several of them need, and what chips send
 *	mailbox.c	packets, their memory, and the messages between chips
 */
#ifndef NETSIM_PHASES_H
#define NETSIM_PHASES_H

#include "state.h"

/*
 * Run all windows up to a cycle, exclusive; with drain, stop as soon as all traffic has arrived.
 * Returns 0 or a negative errno, as net_run().
 */
int net_windows_run(struct net *net, uint64_t until, bool drain);

/*
 * Prefetch the chip that the worker will simulate next; record what is left to do in worker.ahead.
 */
void net_chip_prefetch(struct worker *worker, unsigned int number);

/* Simulate a chip for one window; errors go to worker.error. */
void net_chip_run(struct worker *worker, unsigned int number);

/* Simulate all cycles of the worker's open window. */
void net_cycles_run(struct worker *worker);

/* Schedule what the chip's NICs have to do in this window. */
void net_nics_start(struct worker *worker);

/* Let some NICs (by bit) inject at most one packet each. */
void net_nics_inject(struct worker *worker, unsigned int nics);

/* Ask closed traffic for the next transfers of the NICs that have none. */
void net_nics_refill(struct worker *worker);

/* Schedule the calls of closed traffic in this window. */
void net_closed_start(struct worker *worker);

/*
 * Record an arrival at a node of the chip, in this window, for closed traffic. Broken requests
 * cause no notice.
 */
void net_closed_arrival(struct worker *worker, const struct packet *packet, unsigned int time);

/*
 * Call closed traffic for this cycle, and notify it of the cycle's arrivals and failures. Requests
 * fail even without closed traffic.
 */
void net_closed_run(struct worker *worker);

/* Notify closed traffic of NET_SENT, NET_ANSWERED or NET_FAILED at a node, for a transfer's id. */
void net_closed_notify(struct worker *worker, uint32_t node, uint32_t id, enum net_event event);

/*
 * Count what NICs do from now on, in a network that has notes and has not run yet. Returns 0 or
 * -ENOMEM.
 */
int net_nics_count(struct net *net);

/*
 * Record that a packet waits for a host tile from this cycle on: a NIC's next request (kind 0) or
 * first response (1). The network has net.activity.
 */
void net_nic_waits(struct worker *worker, unsigned int number, unsigned int kind);

/*
 * Count how long a NIC's packets have waited when it takes its turn for its next request (kind 0)
 * or its first response (1). The network has net.activity.
 */
void net_nic_turn(struct worker *worker, unsigned int number, unsigned int kind);

/*
 * Count a packet that leaves its NIC for the host tile lane: the next request (kind 0) or the first
 * response (1). The network has net.activity.
 */
void net_nic_sent(struct worker *worker, unsigned int number, unsigned int kind,
		  unsigned int lane);

/*
 * Count how long packets have waited when NICs stop injecting, between two windows. The network has
 * net.activity.
 */
void net_nics_pause(struct net *net);

/*
 * Count a packet whose tail has reached its node; for a response, asked is the cycle, mod 2^32, in
 * which the request left its NIC. The network has net.activity.
 */
void net_nic_received(struct worker *worker, const struct packet *packet, uint32_t asked);

/*
 * Count so many cycles that a host tile has waited for a NIC; the packet is the one for that NIC
 * that has waited longest. The network has net.activity.
 */
void net_nic_stalled(const struct net *net, const struct packet *packet, unsigned int lane,
		     uint32_t cycles);

/* Return the next cycle in which a NIC has something to do, or NET_FOREVER. */
uint64_t net_nic_next(const struct worker *worker, unsigned int number);

/* Take the chip's incoming chunks, and reserve memory for this window. Returns 0 or -ENOMEM. */
int net_arrive_reserve(struct worker *worker);

/* Deliver the incoming packets. */
void net_arrive(struct worker *worker);

/* Recycle the chunks that were read. */
void net_arrive_end(struct worker *worker);

/*
 * Count a packet that has arrived at a tile, and queue it there. The packet knows its input and its
 * time.
 */
void net_arrived(struct worker *worker, uint32_t number);

/*
 * Sort the credits that come back in this window by channel and time. Only done if credits are
 * short.
 */
void net_credits_sort(struct worker *worker);

/*
 * Count the credits of a channel that have come back by now. This is deferred until credits are
 * short; net_credits_end() counts the rest at the end of the window. Returns the time of the next
 * credit, or the window's length if none comes in it.
 */
static inline unsigned int net_credits_collect(struct worker *worker, unsigned int channel)
{
	struct window *window = &worker->window;
	uint32_t *first = &window->coming[channel];
	struct returned *returned;

	if (!window->sorted)
		net_credits_sort(worker);
	for (; *first; *first = returned->next) {
		returned = &window->returned[*first - 1];
		if (returned->time > window->now)
			return returned->time;
		returned->collected = true;
		window->tiles.credits[channel]++;
	}
	return window->length;
}

/* Count the credits that came back in this window and were not counted yet. */
void net_credits_end(struct worker *worker);

/* Keep notes of packets from now on, in a network that has not run yet. Returns 0 or -ENOMEM. */
int net_notes_start(struct net *net);

/*
 * Reserve notes for the packets that the chip's NICs may inject in this window. Returns 0 or
 * -ENOMEM.
 */
int net_notes_reserve(struct worker *worker);

/*
 * Prefetch the lists of notes, or else the notes, of the packets that reach the chip's nodes in
 * this window.
 */
void net_notes_prefetch(const struct worker *worker, bool lists);

/*
 * Begin the note of a packet that leaves its NIC, where it has waited so many router cycles; its
 * birth is still the one it had there. Its id becomes the number of the note.
 */
void net_note_begin(struct worker *worker, struct packet *packet, uint64_t waited,
		    uint64_t offset);

/* Return net_header.offset of a packet. The network has net.notes. */
uint64_t net_note_offset(const struct net *net, const struct packet *packet);

/* Count a link that a packet crosses in its note. The worker simulates the chip that it leaves. */
void net_note_hop(struct worker *worker, const struct packet *packet);

/*
 * Report a packet whose tail has arrived to the meter and to its NIC's counts, and drop its note;
 * its id is the transfer's again.
 */
void net_note_end(struct worker *worker, struct packet *packet);

/* Drop the note of a packet, if there are notes; its id is the transfer's again. */
void net_note_drop(struct worker *worker, struct packet *packet);

/* Copy the note of a packet that goes to another process, and drop it. */
void net_note_export(struct net *net, const struct packet *packet, struct note *note);

/*
 * Keep the note of a packet that has come from another process among the worker's guests, and set
 * packet.id to its place. Returns 0 or -ENOMEM.
 */
int net_note_import(struct worker *worker, struct packet *packet, const struct note *note);

/* Free the notes of all nodes. */
void net_notes_free(struct net *net);

/* Make all heads that wait for an output ask again in this cycle; the window has not begun. */
void net_waits_end(struct worker *worker, unsigned int output);

/*
 * Return the port through which a packet that does not go straight on leaves this chip. Fills in
 * its left, or, without a grid, its route.
 */
unsigned int net_packet_turn(struct worker *worker, struct packet *packet);

/*
 * Return the FIFO of a packet within its virtual channel at a chip: by the port of the route that
 * it would take if nothing had failed.
 */
unsigned int net_packet_fifo(const struct net *net, const struct packet *packet,
			     unsigned int chip);

/*
 * Return the lanes, by bit, for a packet that turns into a port that net_packet_turn() returned; 0:
 * all are dead, or there is no route left.
 */
unsigned int net_packet_lanes(const struct worker *worker, const struct packet *packet,
			      unsigned int port);

#endif /* NETSIM_PHASES_H */

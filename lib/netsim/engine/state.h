/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The event engine's state. A chip is simulated for a window of cycles alone; what it sends goes
 * into inboxes, which other chips read in the next window (docs/simulator.md, "Parallel").
 */
#ifndef NETSIM_STATE_H
#define NETSIM_STATE_H

#include "change.h"
#include "netsim/net.h"
#include "netsim/packet.h"
#include "netsim/routing/routes.h"
#include "parts.h"
#include "window.h"

/* What struct packet and a credit have room for. */
_Static_assert(NICS * TOPO_CHIPS <= 1 << NODE_BITS, "nodes");
_Static_assert(NET_PACKET < 1 << PHIT_BITS, "phits");
_Static_assert(PACKET_ERROR > NET_PAYLOAD, "payload");
_Static_assert(PACKET_BROKEN < 1 << BYTE_BITS, "payload");
_Static_assert(NET_PORTS <= UINT8_MAX, "ports");
_Static_assert(ROUTES_CLASSES * TILES <= UINT8_MAX, "classes of links");
_Static_assert(NET_IN_ORDER == MODE_NO_RADAPT, "modes above are those without it");
_Static_assert(INPUTS <= 1 << CREDIT_CHANNEL && INPUTS <= PACKET_NODE, "inputs");

/* The NIC of a node; times are in 1/NET_NIC_PART of a tick. */
struct nic {
	struct net_transfer transfer;	/* being injected */
	uint64_t left;	/* transactions of transfer not yet injected; 0: nothing to send */
	uint64_t start;			/* when it may inject a packet */
	uint64_t take;			/* when it may be given a packet */
	struct list answers;	/* responses, in order of the cycles from which they may go */
};

/* Stalls of a virtual channel, in router cycles. */
struct channel_stalls {
	uint64_t input;		/* its head waited at the input */
	uint64_t credit;	/* the output waited for its credits */
};

/* What a NIC has done. */
struct activity {
	struct net_nic nic;	/* without what is still going on */
	struct net_times times;	/* see net_nic_times() */
	uint32_t latency;	/* of the last transaction, in router cycles */
	/*
	 * By kind: 1 + the cycle since which its next packet waits for a host tile; 0: it does not.
	 */
	uint64_t since[KINDS];
};

/* A chip; its tiles follow its NICs in memory. */
struct chip {
	struct worker *worker;	/* simulates it */
	/*
	 * Its counters without their lowest 16 bits, which are in its tiles: by input the phits and
	 * packets that arrived, then by tile struct stalls. NULL: all are 0.
	 */
	uint32_t *high;
	uint32_t epoch;		/* when the ticks of its inputs were last renewed */
	bool started;		/* its NICs were asked for their first transfers */
	uint64_t step;		/* next call of closed traffic, or NET_FOREVER */
	struct nic nic[];
};

/* A thread and the chips that it simulates, apart from the lines of others. */
struct worker {
	_Alignas(NET_LINES) struct net *net;
	unsigned int first, end;	/* its chips, end exclusive */
	struct pool pool;		/* for the packets in its chips */
	struct store store;		/* for the inboxes of its chips */
	struct slabs queues;		/* memory for the queues of its chips */
	struct slabs notes;		/* memory for the first notes of its nodes */
	struct spare *spare;		/* queues that no chip uses */
	/*
	 * Messages of its chips to other workers' chips, at [parity of window * threads + worker].
	 */
	struct mailbox *mailbox;
	struct mailbox *outgoing;	/* its mailboxes of this window */
	/* Messages to chips of other processes, by neighbour; NULL: there are none. */
	struct mailbox *abroad;
	struct inbox *inbox;		/* by chip: written in this window */
	struct window window;
	struct net_totals totals;	/* its part of the totals */
	struct toll toll;		/* what failures have cost in this window */
	/* Its part of the packets under way and the NICs that have to send; may be negative. */
	int64_t work;
	uint64_t next;			/* next cycle with work for a chip, or mail to read */
	uint64_t last;	/* cycle after its last delivery or call of closed traffic */
	int error;			/* first error, or 0 */
	struct ahead ahead;		/* what is left to prefetch for the next chip */
};

/* A route along a dimension. */
struct turn {
	uint16_t hops;	/* links */
	uint8_t port;	/* of each hop */
	bool tie;	/* equally long the other way round: see net_tie_is_down() */
};

/* A dimension of a grid. */
struct axis {
	const struct turn *straight; /* by difference of coordinates, from 1 - size to size - 1 */
	uint32_t bits;			/* its coordinate within net.place */
	uint8_t shift;			/* lowest of these bits */
};

/* Kept for a packet under way whose delivery is measured, or counted by its NIC. */
struct note {
	uint64_t waited;	/* net_delivery.waited */
	uint64_t offset;	/* request: net_header.offset */
	uint32_t asked;		/* response: cycle in which the request left its NIC, mod 2^32 */
	uint32_t id;		/* of its transfer */
	uint32_t hops;		/* links crossed so far */
	uint32_t next;		/* of an unused note: 1 + the next unused one; 0: none */
};

/* Notes in the first block of struct notes; each further block has twice as many. */
#define NOTE_BLOCK	64

/* Most blocks: notes of more packets than a machine has room for. */
#define NOTE_BLOCKS	22

/* Notes of the packets of one node. What most packets need of it is in one cache line. */
struct notes {
	_Atomic uint32_t returned; /* 1 + first note that other threads are done with; 0: none */
	uint32_t made;				/* notes that were ever used */
	uint32_t unused;			/* 1 + first unused note; 0: none */
	struct note *block[NOTE_BLOCKS];	/* never moved, because other threads read them */
};

/* Bits of net.place; sizes that are no power of two waste some, but never need more. */
#define PLACE_BITS	32

/* The network. */
struct net {
	struct net_config config;
	struct net_traffic traffic;
	struct net_observer observer;		/* used if arrive is set */
	struct net_meter meter;			/* used if delivered is set */
	/*
	 * By node: notes of its packets under way, whose packet.id is the number of their note;
	 * then, by worker, notes of packets of other processes' nodes, see net_note_import(). NULL:
	 * nothing is measured, and no NIC counts.
	 */
	struct notes *notes;
	const struct topo *topo;
	unsigned int ports;			/* of a chip */
	unsigned int ranks;			/* tiles of a chip */
	uint8_t rank[NET_PORTS + 1];		/* first tile of a link, host link included */
	uint8_t lanes[NET_PORTS + 1];		/* of a link, host link included */
	uint8_t port[TILES];			/* link of a tile, by rank */
	uint8_t input_port[INPUTS];		/* link of an input */
	uint8_t host_first[NICS];		/* by NIC: the first of its host tiles, from 0 */
	unsigned int host_lanes;		/* host tiles of each NIC */
	unsigned int host;	/* rank of the first host tile: the first output to nodes */
	uint8_t across[INPUTS];	/* grid: output straight across from an input, or TILES */
	/*
	 * At [row[input] + output]: the output's channel for packets that enter there in virtual
	 * channel 0. It is that of virtual channel 1 where such packets change to the next one.
	 */
	uint16_t channel[ROUTES_ROW * TILES];
	uint8_t row[INPUTS];	/* by input: TILES * the class of its link in groups, otherwise 0 */
	unsigned int vc_bits;			/* a tile has 2^vc_bits inputs */
	unsigned int vc_mask;			/* bits of an input that are the virtual channel */
	unsigned int fifo_bits;			/* a virtual channel has up to 2^fifo_bits FIFOs */
	unsigned int channel_mask;	/* bits of an input that are tile and virtual channel */
	unsigned int phases;	/* virtual channels of requests, and as many of responses */
	unsigned int inputs;			/* of a chip */
	unsigned int nics;			/* of a chip: 2^nic_bits */
	unsigned int nic_bits;
	uint32_t nic_turn;			/* net_host.turn */
	unsigned int nic_injects;	/* most packets that a NIC injects in a window */
	unsigned int lookahead;	/* cycles of a window: nothing reaches another chip sooner */
	unsigned int room;	/* credits that a packet needs to enter a dimension */
	bool faulty;				/* a lane has failed */
	struct changes *changes;		/* or NULL */
	/* With changes: lanes that are dead, by bit, at [chip * ports + port]; otherwise NULL. */
	const uint8_t *dead;
	/*
	 * Packets whose tails cross a link after this tick are looked at: the tick in which the
	 * next lane fails; 0: all packets, for measuring; NET_FOREVER: none.
	 */
	uint64_t look_tick;
	bool quiet;				/* NICs inject nothing in this window */
	struct turn *turn;			/* grid: routes along all dimensions; else NULL */
	struct routes *routes;			/* not a grid: tables of routes; else NULL */
	uint16_t slot[KINDS];			/* by kind: phits of the largest packet */
	uint16_t credits[KINDS][NET_PORTS + 1];	/* of a virtual channel, by kind and port */
	uint32_t *place;	/* grid, by chip: its coordinates, the first in the lowest bits */
	struct axis axis[TOPO_DIMS];
	uint8_t dim[PLACE_BITS];		/* by bit of place: the dimension */
	/* Where ports lead, at [chip * (ports + 1) + port]; the last is the host link. */
	struct link *link;
	char *chips;				/* each followed by its tiles, for net_chip() */
	size_t chip_size;			/* bytes of a chip and its tiles */
	size_t tiles;				/* offset of the tiles therein */
	struct queues **queues;			/* by chip, or NULL */
	size_t queues_size;			/* bytes of a chip's queues */
	/*
	 * By chip, what it writes to itself: packets on their way to its nodes, and what it has
	 * read too soon.
	 */
	struct inbox *own;
	struct inbox *inboxes[2]; /* by parity of the window that writes, and by reading chip */
	/* Packets sent over a lane so far, at [chip * ranks + rank]; NULL without CRC errors. */
	uint64_t *sent;
	struct activity *activity;		/* by node: what its NIC has done, or NULL */
	/* By virtual channel, at [chip * inputs + channel], or NULL. */
	struct channel_stalls *stalls;
	uint64_t *wake;				/* by chip: next cycle in which it has work */
	uint64_t cycle;				/* first cycle not simulated */
	uint64_t end;				/* first cycle after the window */
	unsigned int window;			/* its number */
	int error;				/* of a run, after which there are no more */
	struct worker *workers;
	unsigned int threads;
	unsigned int first_chip, end_chip;	/* simulated by this process, end exclusive */
	struct parts *parts;			/* processes that simulate it, or NULL: one */
};

/* Return a chip by its number. */
static inline struct chip *net_chip(const struct net *net, unsigned int number)
{
	return (struct chip *)(net->chips + number * net->chip_size);
}

/* Find the tiles of a chip. */
static inline void net_tiles(const struct net *net, unsigned int chip, struct tiles *tiles)
{
	tiles_at(tiles, (char *)net_chip(net, chip) + net->tiles, net->ranks, net->inputs);
}

/*
 * Return the channel of a packet that goes from an input to an output of a link between chips: in
 * its virtual channel, or the next one.
 */
static inline unsigned int net_channel(const struct net *net, unsigned int input,
				       unsigned int output)
{
	return net->channel[net->row[input] + output] + (input & net->vc_mask);
}

/* Return the coordinate of one dimension from net.place of a grid. */
static inline unsigned int net_coord(const struct net *net, uint32_t place, unsigned int dim)
{
	return (place & net->axis[dim].bits) >> net->axis[dim].shift;
}

/* Return 0 if requests wait at an input, 1 if responses do. */
static inline unsigned int net_kind(const struct net *net, unsigned int input)
{
	return input >> (net->vc_bits - 1) & 1;
}

/* Return how the heads of a chip's inputs wait, by input. */
static inline struct wait *net_wait(const struct net *net, struct queues *queues)
{
	return (struct wait *)&queues->fifo[net->inputs];
}

/* Return what waits for a chip's outputs, by output. */
static inline struct waiters *net_waiters(const struct net *net, struct queues *queues)
{
	return (struct waiters *)&net_wait(net, queues)[net->inputs];
}

/* Return the earlier cycle. */
static inline uint64_t cycle_min(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* Whether a chip is simulated by this process. */
static inline bool net_is_here(const struct net *net, unsigned int chip)
{
	return chip >= net->first_chip && chip < net->end_chip;
}

/* Whether a chip belongs to another worker. */
static inline bool net_is_foreign(const struct worker *worker, unsigned int chip)
{
	return chip < worker->first || chip >= worker->end;
}

/* Record that something was delivered, or traffic was called, at a time of the window. */
static inline void net_active(struct worker *worker, unsigned int time)
{
	uint64_t after = worker->window.base + time + 1;

	if (after > worker->last)
		worker->last = after;
}

/* Add a carry to a counter's upper bits, at a place in chip.high. */
void net_carry(struct worker *worker, unsigned int place, uint32_t carry);

/* Return the place in chip.high of NET_CHANNEL_PHITS or NET_CHANNEL_PACKETS of an input. */
static inline unsigned int net_high_input(unsigned int input, enum net_channel_counter counter)
{
	return 2 * input + counter;
}

/* Return the place in chip.high of a tile's NET_INQ_STALLS or NET_CREDIT_STALLS. */
static inline unsigned int net_high_stalls(const struct net *net, unsigned int rank,
					   enum net_counter counter)
{
	return 2 * (net->inputs + rank) + counter - NET_INQ_STALLS;
}

/*
 * Count the wait, which ends now, of an input's head for an output, by virtual channel. The network
 * has net.stalls.
 */
void net_stalls_count(struct worker *worker, unsigned int output, unsigned int input);

/* Prefetch what the end of an input's wait will be counted in, as lines_prefetch(). */
static __always_inline void net_stalls_prefetch(const struct worker *worker, unsigned int input)
{
	const struct net *net = worker->net;

	__builtin_prefetch(&net->stalls[(size_t)worker->window.number * net->inputs + input], 1);
}

/* Add to NET_INQ_STALLS or NET_CREDIT_STALLS of a tile, of which low has the lowest bits. */
static inline void net_stalls_add(struct worker *worker, unsigned int rank,
				  enum net_counter counter, uint16_t *low, uint32_t more)
{
	uint32_t carry = (*low + (uint64_t)more) >> 16;

	*low += more;
	if (carry)
		net_carry(worker, net_high_stalls(worker->net, rank, counter), carry);
}

/* --- sending: writing into inboxes of neighbours --- */

/* Make sure that a chip is simulated in the window of a cycle. */
static inline void net_wake(struct worker *worker, unsigned int chip, uint64_t cycle)
{
	uint64_t *wake = &worker->net->wake[chip];

	if (cycle < *wake)
		*wake = cycle;
	if (cycle < worker->next)
		worker->next = cycle;
}

/* Return the mailbox for the chip at the end of a link, which belongs to another worker. */
static inline struct mailbox *net_mailbox(const struct worker *worker, const struct link *link)
{
	unsigned int number = link->mailbox - 1, threads = worker->net->threads;

	return number < threads ? &worker->outgoing[number] : &worker->abroad[number - threads];
}

/*
 * Return memory for a packet to a chip of another worker, or for a credit that looks like one, to
 * be filled in. If there is no memory, store.lost is set.
 */
struct packet *net_mail(struct worker *worker, const struct link *link);

/* Get memory for the inbox of a neighbour, which then has something to read. */
void net_inbox_grow(struct worker *worker, unsigned int chip);

/* Return memory for a packet over a link, to be filled in. */
static inline struct packet *net_packet_new(struct worker *worker, const struct link *link)
{
	struct inbox *inbox;

	if (link->mailbox)
		return net_mail(worker, link);
	inbox = &worker->inbox[link->chip];
	if (!inbox_has_room(inbox, sizeof(*inbox->packet)))
		net_inbox_grow(worker, link->chip);
	return inbox->packet++;
}

/* Send a credit over a link. */
static inline void net_credit_send(struct worker *worker, const struct link *link, uint32_t credit)
{
	struct inbox *inbox;

	if (link->mailbox) {
		*net_mail(worker, link) = (struct packet){ .cycle = credit };
		return;
	}
	inbox = &worker->inbox[link->chip];
	if (!inbox_has_room(inbox, sizeof(credit)))
		net_inbox_grow(worker, link->chip);
	*--inbox->credit = credit;
}

#endif /* NETSIM_STATE_H */

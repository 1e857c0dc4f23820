/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The event engine's state. A chip goes through a window of cycles alone; what it sends is put into
 * inboxes, which other chips read in the next window (docs/simulator.md, "Parallel").
 */
#ifndef NETSIM_STATE_H
#define NETSIM_STATE_H

#include "change.h"
#include "netsim/mail/mailbox.h"
#include "netsim/mail/pool.h"
#include "netsim/net.h"
#include "netsim/packet.h"
#include "netsim/ways/ways.h"
#include "tiles.h"
#include "window.h"

/* What struct packet and a credit have room for. */
_Static_assert(NICS * TOPO_CHIPS <= 1 << NODE_BITS, "nodes");
_Static_assert(NET_PACKET < 1 << PHIT_BITS, "phits");
_Static_assert(PACKET_ERROR > NET_PAYLOAD, "payload");
_Static_assert(PACKET_BROKEN < 1 << BYTE_BITS, "payload");
_Static_assert(NET_PORTS <= UINT8_MAX, "ports");
_Static_assert(NET_IN_ORDER == MODE_NO_RADAPT, "modes above are those without it");
_Static_assert(INPUTS <= 1 << CREDIT_CHANNEL && INPUTS <= PACKET_NODE, "inputs");

/** NIC_CYCLE: a router cycle as NICs count, in thirteenths of a tick */
#define NIC_CYCLE	(13 * NET_TICKS)

/**
 * struct nic - the NIC of a node
 * @transfer: the transfer that it injects
 * @left: transactions of @transfer not yet injected; 0: it has no more to send
 * @start: thirteenth of a tick from which it may inject a packet
 * @take: thirteenth of a tick from which it may be given a packet
 * @answers: responses that wait, in order of the cycle from which they may go
 */
struct nic {
	struct net_transfer transfer;
	uint64_t left;
	uint64_t start;
	uint64_t take;
	struct list answers;
};

/**
 * struct channel_stalls - stalls of a virtual channel in router cycles
 * @input: cycles that its head waited at the input
 * @credit: cycles that the output waited for its credits
 */
struct channel_stalls {
	uint64_t input;
	uint64_t credit;
};

/**
 * struct activity - what a NIC has done
 * @nic: all that is over
 * @times: how long transactions took, see net_nic_times()
 * @latency: router cycles that the last transaction took
 * @since: by kind: 1 + the cycle since which its next packet waits for a host tile; 0: it does not
 */
struct activity {
	struct net_nic nic;
	struct net_times times;
	uint32_t latency;
	uint64_t since[KINDS];
};

/**
 * struct chip - a chip; its tiles are behind its NICs
 * @worker: simulates it
 * @high: its counters but for their lowest 16 bits, which its tiles have: by input the phits and
 *	packets that came in, then by tile struct stalls; NULL: all are 0
 * @epoch: when the ticks of its inputs were last renewed
 * @started: its NICs have been asked for their first transfers
 * @step: cycle in which closed traffic is to be called; NET_FOREVER: none
 * @nic: its NICs
 */
struct chip {
	struct worker *worker;
	uint32_t *high;
	uint32_t epoch;
	bool started;
	uint64_t step;
	struct nic nic[];
};

/**
 * struct worker - a thread and the chips it simulates, on cache lines of its own
 * @net: the network
 * @first: its first chip
 * @end: the chip behind its last
 * @pool: memory for the packets in its chips
 * @store: memory for the inboxes of its chips
 * @spare: queues that no chip uses
 * @mailbox: what its chips send to those of other workers, by the parity of the window, at
 *	[parity * threads + worker]
 * @outgoing: its mailboxes of this window
 * @inbox: by chip: what is written in this window
 * @window: the window that it simulates
 * @totals: its part of the totals
 * @toll: what failures have cost in this window
 * @work: its part of: packets under way and NICs that have to send; the part may be negative
 * @next: next cycle in which one of its chips has to do something, or mail has to be read
 * @last: cycle behind its last delivery, or its last call of closed traffic
 * @error: the first error that it met, or 0
 * @ahead: of the next chip, what is still to be prefetched
 */
struct worker {
	_Alignas(NET_LINE) struct net *net;
	unsigned int first, end;
	struct pool pool;
	struct store store;
	struct spare *spare;
	struct mailbox *mailbox;
	struct mailbox *outgoing;
	struct inbox *inbox;
	struct window window;
	struct net_totals totals;
	struct toll toll;
	int64_t work;
	uint64_t next;
	uint64_t last;
	int error;
	struct ahead ahead;
};

/**
 * struct turn - a way along a dimension
 * @hops: links
 * @port: port of each hop
 * @tie: the other way round is as long, and ties are split: net_tie_is_down() says which it is
 */
struct turn {
	uint16_t hops;
	uint8_t port;
	bool tie;
};

/**
 * struct axis - a dimension of a grid
 * @straight: ways along it, by difference of coordinates, from 1 - size to size - 1
 * @bits: the bits of net.place that are its coordinate
 * @shift: the lowest of them
 */
struct axis {
	const struct turn *straight;
	uint32_t bits;
	uint8_t shift;
};

/**
 * struct note - kept of a packet under way whose delivery is measured, or counted by its NIC
 * @waited: net_delivery.waited
 * @offset: of a request: net_header.offset
 * @asked: of a response: cycle in which the request left its NIC, mod 2^32
 * @id: of its transfer
 * @hops: links that it has crossed
 * @next: 1 + the unused note behind this one, while this one is unused; 0: none
 */
struct note {
	uint64_t waited;
	uint64_t offset;
	uint32_t asked;
	uint32_t id;
	uint32_t hops;
	uint32_t next;
};

/** NOTE_BLOCK: notes of the first block of struct notes; each further block has twice as many */
#define NOTE_BLOCK	64

/** NOTE_BLOCKS: most blocks: notes of more packets than a machine has room for */
#define NOTE_BLOCKS	20

/**
 * struct notes - notes of the packets of one node
 * @returned: 1 + the first note that threads at the other end have done with; 0: none
 * @block: blocks of notes; they are never moved, because other threads read them
 * @made: notes that have been in use
 * @unused: 1 + the first of those that are not in use; 0: none
 */
struct notes {
	_Atomic uint32_t returned;
	struct note *block[NOTE_BLOCKS];
	uint32_t made;
	uint32_t unused;
};

/** PLACE_BITS: most bits of net.place: no more are lost to sizes that are no power of two */
#define PLACE_BITS	32

/**
 * struct net - the network
 * @config: choices
 * @traffic: what the nodes send
 * @observer: told of arrivals, if its function is set
 * @meter: told of deliveries, if its function is set
 * @notes: by node: notes of its packets under way, whose packet.id is then the number of a note;
 *	NULL: nobody measures, and no NIC counts
 * @topo: the topology
 * @ports: ports of a chip
 * @ranks: tiles of a chip
 * @rank: rank of the first tile of a link, host link included
 * @lanes: lanes of a link, host link included
 * @port: link of a tile, by rank
 * @input_port: link of an input
 * @host_first: by NIC: the first of its host tiles, counted from 0
 * @host_lanes: host tiles of each NIC
 * @host: rank of the first host tile, and so the first output that leads to nodes
 * @across: output straight across from an input, of a grid; TILES: there is none
 * @channel: the first channel of an output: that of virtual channel 0
 * @vc_bits: a tile has 2^@vc_bits inputs
 * @vc_mask: the bits of an input that are the virtual channel
 * @fifo_bits: a virtual channel has up to 2^@fifo_bits FIFOs
 * @channel_mask: those that are the tile and the virtual channel
 * @phases: virtual channels of requests, and as many of responses
 * @inputs: inputs of a chip
 * @nics: NICs of a chip
 * @nic_bits: their number is 2^@nic_bits
 * @lookahead: cycles of a window: no packet or credit reaches another chip sooner
 * @room: credits that a packet needs to enter a dimension
 * @faulty: a lane has failed
 * @changes: what changes while the machine runs, or NULL: nothing
 * @dead: with changes: lanes that are dead, by bit, at [chip * ports + port]; otherwise NULL
 * @look_tick: a packet whose tail crosses a link behind this tick is looked at: that in which the
 *	next lane fails; 0: all are, because somebody measures; NET_FOREVER: none is
 * @quiet: NICs inject nothing in this window
 * @turn: ways along all dimensions of a grid; NULL: it is no grid
 * @ways: elsewhere: tables of ways; NULL: it is a grid
 * @slot: by kind: phits of the largest packet
 * @credits: by kind and port: credits of a virtual channel
 * @place: by chip, in a grid: its coordinates, the first dimension in the lowest bits
 * @axis: by dimension of a grid
 * @dim: by bit of @place: the dimension
 * @link: where ports lead, at [chip * (ports + 1) + port]; the last is the host link
 * @chips: all chips, each before its tiles, for net_chip()
 * @chip_size: bytes of a chip and of its tiles in @chips
 * @tiles: the byte of them where the tiles begin
 * @queues: by chip, or NULL
 * @queues_size: bytes of a chip's queues
 * @own: by chip: what it writes to itself: packets on their way to its nodes, and what was read too
 *	soon
 * @inboxes: by chip: what its neighbours write to it, by the parity of the window that writes
 * @sent: packets sent over a lane so far, at [chip * ranks + rank]; NULL without CRC errors
 * @activity: by node: what its NIC has done; NULL: nobody asks
 * @stalls: at [chip * inputs + channel], by virtual channel; NULL: nobody asks
 * @wake: by chip: next cycle in which it has to do something
 * @cycle: first cycle not simulated
 * @end: first cycle behind the window
 * @window: number of the window
 * @error: what a run met; the network does not run after it
 * @workers: all threads
 * @threads: how many
 */
struct net {
	struct net_config config;
	struct net_traffic traffic;
	struct net_observer observer;
	struct net_meter meter;
	struct notes *notes;
	const struct topo *topo;
	unsigned int ports;
	unsigned int ranks;
	uint8_t rank[NET_PORTS + 1];
	uint8_t lanes[NET_PORTS + 1];
	uint8_t port[TILES];
	uint8_t input_port[INPUTS];
	uint8_t host_first[NICS];
	unsigned int host_lanes;
	unsigned int host;
	uint8_t across[INPUTS];
	uint16_t channel[TILES];
	unsigned int vc_bits;
	unsigned int vc_mask;
	unsigned int fifo_bits;
	unsigned int channel_mask;
	unsigned int phases;
	unsigned int inputs;
	unsigned int nics;
	unsigned int nic_bits;
	unsigned int lookahead;
	unsigned int room;
	bool faulty;
	struct changes *changes;
	const uint8_t *dead;
	uint64_t look_tick;
	bool quiet;
	struct turn *turn;
	struct ways *ways;
	uint16_t slot[KINDS];
	uint16_t credits[KINDS][NET_PORTS + 1];
	uint32_t *place;
	struct axis axis[TOPO_DIMS];
	uint8_t dim[PLACE_BITS];
	struct link *link;
	char *chips;
	size_t chip_size;
	size_t tiles;
	struct queues **queues;
	size_t queues_size;
	struct inbox *own;
	struct inbox *inboxes[2];
	uint64_t *sent;
	struct activity *activity;
	struct channel_stalls *stalls;
	uint64_t *wake;
	uint64_t cycle;
	uint64_t end;
	unsigned int window;
	int error;
	struct worker *workers;
	unsigned int threads;
};

/**
 * net_chip() - find a chip
 * @net: the network
 * @number: of the chip
 *
 * Return: the chip.
 */
static inline struct chip *net_chip(const struct net *net, unsigned int number)
{
	return (struct chip *)(net->chips + number * net->chip_size);
}

/**
 * net_tiles() - find the tiles of a chip
 * @net: the network
 * @chip: number of the chip
 * @tiles: filled in
 */
static inline void net_tiles(const struct net *net, unsigned int chip, struct tiles *tiles)
{
	tiles_at(tiles, (char *)net_chip(net, chip) + net->tiles, net->ranks, net->inputs);
}

/**
 * net_channel() - find the channel of a packet that leaves a chip
 * @net: the network
 * @input: where it waits
 * @output: output that it leaves through, of a link between chips
 *
 * Return: the channel, in the packet's virtual channel or the next one.
 */
static inline unsigned int net_channel(const struct net *net, unsigned int input,
				       unsigned int output)
{
	unsigned int channel = net->channel[output] + (input & net->vc_mask);

	if (net->ways && ways_rises(net->ways, net->input_port[input], net->port[output]))
		channel += 1u << net->fifo_bits;
	return channel;
}

/**
 * net_coord() - take a coordinate out of all of them
 * @net: the network, a grid
 * @place: of net.place
 * @dim: the dimension
 *
 * Return: the coordinate.
 */
static inline unsigned int net_coord(const struct net *net, uint32_t place, unsigned int dim)
{
	return (place & net->axis[dim].bits) >> net->axis[dim].shift;
}

/**
 * net_kind() - find whether requests or responses wait at an input
 * @net: the network
 * @input: the input
 *
 * Return: 0: requests; 1: responses.
 */
static inline unsigned int net_kind(const struct net *net, unsigned int input)
{
	return input >> (net->vc_bits - 1) & 1;
}

/**
 * net_wait() - find how heads wait
 * @net: the network
 * @queues: queues of a chip
 *
 * Return: the waits, by input.
 */
static inline struct wait *net_wait(const struct net *net, struct queues *queues)
{
	return (struct wait *)&queues->fifo[net->inputs];
}

/**
 * net_waiters() - find what waits for outputs
 * @net: the network
 * @queues: queues of a chip
 *
 * Return: the waiters, by output.
 */
static inline struct waiters *net_waiters(const struct net *net, struct queues *queues)
{
	return (struct waiters *)&net_wait(net, queues)[net->inputs];
}

/**
 * cycle_min() - the earlier one of two cycles
 * @a: one
 * @b: the other
 *
 * Return: @a or @b.
 */
static inline uint64_t cycle_min(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/**
 * net_is_foreign() - does a chip belong to another worker?
 * @worker: the worker
 * @chip: number of the chip
 *
 * Return: whether it does.
 */
static inline bool net_is_foreign(const struct worker *worker, unsigned int chip)
{
	return chip < worker->first || chip >= worker->end;
}

/**
 * net_carry() - add to the upper bits of a counter
 * @worker: simulates the chip
 * @place: of the counter in chip.high
 * @carry: what to add
 */
void net_carry(struct worker *worker, unsigned int place, uint32_t carry);

/**
 * net_high_input() - find where the upper bits of what came in are
 * @input: where it came in
 * @counter: NET_CHANNEL_PHITS or NET_CHANNEL_PACKETS
 *
 * Return: the place in chip.high.
 */
static inline unsigned int net_high_input(unsigned int input, enum net_channel_counter counter)
{
	return 2 * input + counter;
}

/**
 * net_high_stalls() - find where the upper bits of a tile's stalls are
 * @net: the network
 * @rank: the tile
 * @counter: NET_INQ_STALLS or NET_CREDIT_STALLS
 *
 * Return: the place in chip.high.
 */
static inline unsigned int net_high_stalls(const struct net *net, unsigned int rank,
					   enum net_counter counter)
{
	return 2 * (net->inputs + rank) + counter - NET_INQ_STALLS;
}

/**
 * net_stalls_count() - count the wait of a head that ends now by virtual channel
 * @worker: simulates the chip, of a network with net.stalls
 * @output: the output that it waits for
 * @input: where it waits
 */
void net_stalls_count(struct worker *worker, unsigned int output, unsigned int input);

/**
 * net_stalls_add() - add to the stalls of a tile
 * @worker: simulates the chip
 * @rank: the tile
 * @counter: NET_INQ_STALLS or NET_CREDIT_STALLS
 * @low: its lowest bits
 * @more: what to add
 */
static inline void net_stalls_add(struct worker *worker, unsigned int rank,
				  enum net_counter counter, uint16_t *low, uint32_t more)
{
	uint32_t carry = (*low + (uint64_t)more) >> 16;

	*low += more;
	if (carry)
		net_carry(worker, net_high_stalls(worker->net, rank, counter), carry);
}

#endif /* NETSIM_STATE_H */

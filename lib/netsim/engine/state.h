/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The event engine's state. A chip goes through a window of cycles alone; what it sends is written
 * to mailboxes, which other chips read in the next window (docs/simulator.md, "Parallel").
 */
#ifndef NETSIM_STATE_H
#define NETSIM_STATE_H

#include "change.h"
#include "mailbox.h"
#include "netsim/net.h"
#include "netsim/packet.h"
#include "tiles.h"

/* What mailbox.h has room for. */
_Static_assert(NET_PORTS + 1 <= OUTGOING, "ports");
_Static_assert(NET_PORTS < PACKET_STRAIGHT, "turns");
_Static_assert(NICS * TOPO_CHIPS <= 1 << NODE_BITS, "nodes");
_Static_assert(NET_PACKET < 1 << PHIT_BITS, "phits");
_Static_assert(NET_PAYLOAD < PACKET_ERROR && PACKET_BROKEN < 1 << BYTE_BITS, "payload");
_Static_assert(INPUTS <= 1 << CREDIT_CHANNEL && INPUTS <= PACKET_NODE, "inputs");

/** NET_WINDOW: most cycles of a window: the bits of window.busy */
#define NET_WINDOW	128

_Static_assert(NET_TIMEOUT >= NET_WINDOW, "what fails in a window is over in a later one");

/** NIC_CYCLE: a router cycle as NICs count, in thirteenths of a tick */
#define NIC_CYCLE	(13 * NET_TICKS)

/**
 * struct fifo - packets that wait at an input
 * @first: first of them, or NULL
 * @last: last of them
 * @asked: cycle in which the head began to wait for its output
 * @output: 1 + output that the head waits for; 0: it does not wait
 * @next: 1 + the input whose head waits for the same output and comes next; 0: none does
 */
struct fifo {
	struct queued *first;
	struct queued *last;
	uint32_t asked;
	uint16_t output;
	uint16_t next;
};

/**
 * struct waiters - inputs whose heads wait for an output, in the order in which they asked
 * @first: 1 + the first of them; 0: none
 * @last: 1 + the last of them
 * @count: how many; and one more while the output is marked, see window.granted
 * @since: cycle since which it waits for credits, or for a NIC, if queues.stalled says so
 */
struct waiters {
	uint16_t first;
	uint16_t last;
	uint16_t count;
	uint32_t since;
};

/**
 * struct queues - what waits in a chip; a chip where nothing waits has none
 * @used: inputs that may have packets, by bit
 * @waiting: outputs that a packet waits for, by bit
 * @stalled: outputs that wait for credits, or for a NIC, by bit
 * @waiters: by output: who waits for it
 * @fifo: by input: what waits there
 */
struct queues {
	uint64_t used[INPUTS / 64];
	uint64_t waiting;
	uint64_t stalled;
	struct waiters waiters[TILES];
	struct fifo fifo[];
};

/**
 * struct nic - the NIC of a node
 * @transfer: the transfer that it injects
 * @left: transactions of @transfer not yet injected; 0: it has no more to send
 * @start: thirteenth of a tick from which it may inject a packet
 * @take: thirteenth of a tick from which it may be given a packet
 * @first: first of the responses that wait, in order of the cycle from which they may go, or NULL
 * @last: last of them, or NULL
 */
struct nic {
	struct net_transfer transfer;
	uint64_t left;
	uint64_t start;
	uint64_t take;
	struct queued *first;
	struct queued *last;
};

/**
 * struct chip - a chip, its tiles apart
 * @queues: what waits in it, or NULL: nothing
 * @high: upper halves of its counters, or NULL: all are 0
 * @epoch: when tiles.in_free was last renewed
 * @draining: by kind: host tiles, by bit, from which a packet is leaving whose credit comes back
 *	when the FIFO may go on
 * @started: its NICs have been asked for their first transfers
 * @step: cycle in which closed traffic is to be called; NET_FOREVER: none
 * @nic: its NICs
 */
struct chip {
	struct queues *queues;
	uint16_t *high;
	uint32_t epoch;
	uint8_t draining[KINDS];
	bool started;
	uint64_t step;
	struct nic nic[];
};

/**
 * struct link - where a port leads
 * @chip: the chip at the other end, or TOPO_NONE
 * @port: the port at the other end
 * @shift: the input where a channel ends has the number of the channel plus this; and a credit of
 *	an input is for the channel of the other end that has the number of the input plus this
 */
struct link {
	uint32_t chip;
	uint16_t port;
	int16_t shift;
};

/**
 * struct told - an arrival that closed traffic is told of in this window
 * @time: when
 * @tile: the host tile that the packet left the chip through
 * @notice: what it is told
 */
struct told {
	uint8_t time;
	uint8_t tile;
	struct net_notice notice;
};

/**
 * struct returned - a credit that comes back in this window
 * @next: 1 + the place, in window.returned, of the one for the same channel that comes before; 0
 * @channel: the channel; INPUTS: it has been counted
 * @time: when it comes
 */
struct returned {
	uint32_t next;
	uint16_t channel;
	uint8_t time;
};

/** INJECT_STEP: bit of window.inject: closed traffic is to be called */
#define INJECT_STEP	0x80

/** ARRIVALS: most packets that reach nodes of a chip in a window: of a host tile, one a cycle */
#define ARRIVALS	(NET_LANES * NET_WINDOW)

/**
 * struct window - a chip's cycles from @base on, while a worker simulates them
 * @number: number of the chip
 * @chip: the chip
 * @tiles: its tiles
 * @queues: its queues
 * @base: first cycle; the times below count from it
 * @length: cycles
 * @now: the time
 * @cycle: the cycle at @now, mod 2^32
 * @tick: first tick of that cycle
 * @busy: times at which something happens, by bit
 * @ask: by time: 1 + the first input whose head asks then; 0: none
 * @ask_next: by input: 1 + the next input whose head asks at the same time; 0: none
 * @serve: by time: outputs to look at, by bit
 * @inject: by time: NICs to look at, by bit, and INJECT_STEP
 * @returned: credits that come back in this window
 * @returns: how many
 * @returns_room: how many @returned has room for
 * @coming: by channel: 1 + the place of the last of its credits in @returned; 0: none comes
 * @told: arrivals of this window that closed traffic is still to be told of, the last one first
 * @tells: how many
 * @answers: by NIC: where this window's responses begin in its list; those before are not later
 * @blocked: NICs, by bit, that found no host tile
 * @granted: outputs, by bit, that were given away in this cycle while other heads had not asked
 *	yet; until they have, a packet counts as waiting for these outputs
 * @before: keys of the granted outputs before that
 * @ticks: ticks a phit, by port
 * @narrow: likewise of lanes whose width was changed, by rank, 0 elsewhere; NULL: none was
 * @link: where the chip's ports lead
 * @coord: the chip's coordinate, in a grid
 */
struct window {
	unsigned int number;
	struct chip *chip;
	struct tiles tiles;
	struct queues *queues;
	uint64_t base;
	unsigned int length;
	unsigned int now;
	uint32_t cycle;
	uint64_t tick;
	uint64_t busy[2];
	uint16_t ask[NET_WINDOW];
	uint16_t ask_next[INPUTS];
	uint64_t serve[NET_WINDOW];
	uint8_t inject[NET_WINDOW];
	struct returned *returned;
	size_t returns;
	size_t returns_room;
	uint32_t coming[INPUTS];
	struct told told[ARRIVALS];
	unsigned int tells;
	struct queued **answers[NICS];
	unsigned int blocked;
	uint64_t granted;
	uint64_t before[TILES];
	unsigned int ticks[NET_PORTS + 1];
	const uint16_t *narrow;
	const struct link *link;
	const uint16_t *coord;
};

/**
 * struct worker - a thread and the chips it simulates, on cache lines of its own
 * @net: the network
 * @first: its first chip
 * @end: the chip behind its last
 * @mailbox: what its chips send
 * @pool: memory for the packets that wait in its chips
 * @spare: queues that no chip uses
 * @window: the window that it simulates
 * @totals: its part of the totals
 * @toll: what failures have cost in this window
 * @work: its part of: packets under way and NICs that have to send; the part may be negative
 * @next: next cycle in which one of its chips has to do something, arrivals apart
 * @last: cycle behind its last delivery, or its last call of closed traffic
 * @error: the first error that it met, or 0
 */
struct worker {
	_Alignas(NET_LINE) struct net *net;
	unsigned int first, end;
	struct mailbox mailbox;
	struct pool pool;
	struct spare *spare;
	struct window window;
	struct net_totals totals;
	struct toll toll;
	int64_t work;
	uint64_t next;
	uint64_t last;
	int error;
};

/**
 * struct turn - a way along a dimension
 * @hops: links
 * @port: port of each hop
 */
struct turn {
	uint16_t hops;
	uint16_t port;
};

/**
 * struct note - kept of a packet under way whose delivery is measured
 * @waited: net_delivery.waited
 * @id: of its transfer
 * @hops: links that it has crossed
 * @next: 1 + the unused note behind this one, while this one is unused; 0: none
 */
struct note {
	uint64_t waited;
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
 * @block: blocks of notes; they are never moved, because other threads read them
 * @made: notes that have been in use
 * @unused: 1 + the first of those that are not in use; 0: none
 * @returned: likewise, of those that threads at the other end have done with
 */
struct notes {
	struct note *block[NOTE_BLOCKS];
	uint32_t made;
	uint32_t unused;
	_Atomic uint32_t returned;
};

/**
 * struct net - the network
 * @config: choices
 * @traffic: what the nodes send
 * @observer: told of arrivals, if its function is set
 * @meter: told of deliveries, if there are @notes
 * @notes: by node: notes of its packets under way, whose packet.id is then the number of a note;
 *	NULL: nobody measures
 * @topo: the topology
 * @ports: ports of a chip
 * @ranks: tiles of a chip
 * @rank: rank of the first tile of a link, host link included
 * @lanes: lanes of a link, host link included
 * @port: link of a tile, by rank
 * @input_port: link of an input
 * @across: output straight across from an input, of a grid
 * @channel: the first channel that packets leave an output through: that of virtual channel 0, or,
 *	where they change to the next one, that of 1
 * @hop: router cycles from grant to the next input, or the node, by port
 * @vc_bits: a link has 2^@vc_bits virtual channels
 * @vc_mask: the bits of an input that are the virtual channel
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
 * @turn: ways along all dimensions of a grid, by difference of coordinates; NULL: it is no grid
 * @straight: by dimension: where in @turn the difference 0 is
 * @coord: coordinates of chips, at [chip * dims + dim]
 * @link: where ports lead, at [chip * ports + port]
 * @row: bytes of a chip's tiles
 * @tiles: tiles of all chips, for net_tiles()
 * @chips: all chips, for net_chip()
 * @chip_size: bytes of a chip in @chips
 * @queues_size: bytes of a chip's queues
 * @sent: packets sent over a lane so far, at [chip * ranks + rank]; NULL without CRC errors
 * @inboxes: what all chips have to read
 * @wake: by chip: next cycle in which it has to do something, arrivals apart
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
	uint8_t across[INPUTS];
	uint16_t channel[TILES];
	uint16_t hop[NET_PORTS + 1];
	unsigned int vc_bits;
	unsigned int vc_mask;
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
	unsigned int straight[TOPO_DIMS];
	uint16_t *coord;
	struct link *link;
	size_t row;
	char *tiles;
	char *chips;
	size_t chip_size;
	size_t queues_size;
	uint64_t *sent;
	struct inboxes inboxes;
	uint64_t *wake;
	uint64_t cycle;
	uint64_t end;
	unsigned int window;
	int error;
	struct worker *workers;
	unsigned int threads;
};

/**
 * net_tiles() - find the tiles of a chip
 * @net: the network
 * @chip: number of the chip
 * @tiles: filled in
 */
static inline void net_tiles(const struct net *net, unsigned int chip, struct tiles *tiles)
{
	tiles_at(tiles, net->tiles + chip * net->row, net->ranks, net->inputs);
}

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
	return net->channel[output] + (input & net->vc_mask);
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
 * @chip: number of the chip, or TOPO_NONE: of none
 *
 * Return: whether it does.
 */
static inline bool net_is_foreign(const struct worker *worker, unsigned int chip)
{
	return chip < worker->first || chip >= worker->end;
}

/**
 * net_carry() - add 1 to the upper half of a counter, whose lower half has wrapped
 * @worker: which simulates the chip
 * @rank: the tile
 * @counter: the counter
 */
void net_carry(struct worker *worker, unsigned int rank, enum net_counter counter);

#endif /* NETSIM_STATE_H */

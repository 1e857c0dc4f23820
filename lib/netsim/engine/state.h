/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The event engine's state. A chip goes through a window of cycles alone; what it sends is written
 * to mailboxes, which other chips read in the next window (docs/simulator.md, "Parallel").
 */
#ifndef NETSIM_STATE_H
#define NETSIM_STATE_H

#include "mailbox.h"
#include "netsim/net.h"
#include "netsim/packet.h"
#include "tiles.h"

/* What mailbox.h has room for. */
_Static_assert(NET_PORTS + 1 <= OUTGOING, "ports");
_Static_assert(NET_PORTS < PACKET_STRAIGHT, "turns");
_Static_assert(NET_NICS * TOPO_CHIPS <= 1 << NODE_BITS, "nodes");
_Static_assert(NET_PACKET < 1 << PHIT_BITS, "phits");
_Static_assert(NET_PAYLOAD < 1 << BYTE_BITS, "payload");
_Static_assert(INPUTS <= 1 << CREDIT_CHANNEL && INPUTS <= PACKET_NODE, "inputs");

/** NIC_CYCLE: a router cycle as NICs count, in thirteenths of a tick */
#define NIC_CYCLE	(13 * NET_TICKS)

/**
 * struct queues - what waits in a chip; a chip where nothing waits has none
 * @used: inputs that may have packets, by bit
 * @first: first packet of an input's FIFO, or NULL
 * @last: last packet of an input's FIFO
 * @output: 1 + output that the head of an input waits for; 0: it does not wait
 * @asked: cycle in which the head of an input began to wait
 * @waiting: outputs that a packet waits for, by bit
 * @waiters: inputs whose head waits for an output, by bit
 * @count: how many inputs wait for an output
 * @stalled: outputs that wait for credits, or for a NIC, by bit
 * @since: cycle since which a stalled output waits
 */
struct queues {
	uint64_t used[2];
	struct queued *first[INPUTS];
	struct queued *last[INPUTS];
	uint8_t output[INPUTS];
	uint32_t asked[INPUTS];
	uint64_t waiting;
	uint64_t waiters[TILES][2];
	uint8_t count[TILES];
	uint64_t stalled;
	uint32_t since[TILES];
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
 * @nic: its NICs
 * @queues: what waits in it, or NULL: nothing
 * @high: upper halves of its counters, or NULL: all are 0
 * @epoch: when tiles.in_free was last renewed
 * @draining: by virtual channel: host tiles, by bit, from which a packet is leaving whose credit
 *	comes back when the FIFO may go on
 * @started: its NICs have been asked for their first transfers
 */
struct chip {
	struct nic nic[NET_NICS];
	struct queues *queues;
	uint16_t *high;
	uint32_t epoch;
	uint8_t draining[VCS];
	bool started;
};

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
 * @other: by time: NICs to look at, by bit, and OTHER_CREDIT
 * @returning: by time: channels that get credits back, by bit
 * @returned: by time and channel: how many
 * @early: by channel: credits that arrive in this window and were counted at its beginning
 * @answers: by NIC: where this window's responses begin in its list; those before are not later
 * @blocked: NICs, by bit, that found no host tile
 * @granted: outputs, by bit, that were given away in this cycle while other heads had not asked
 *	yet; until they have, a packet counts as waiting for these outputs
 * @before: keys of the granted outputs before that
 * @ticks: ticks a phit, by port
 * @coord: the chip's coordinate
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
	uint8_t ask[NET_HOP];
	uint8_t other[NET_HOP];
	uint8_t ask_next[INPUTS];
	uint8_t early[INPUTS];
	uint64_t serve[NET_HOP];
	uint64_t returning[NET_HOP][2];
	uint8_t returned[NET_HOP][INPUTS];
	struct queued **answers[NET_NICS];
	unsigned int blocked;
	uint64_t granted;
	uint64_t before[TILES];
	unsigned int ticks[NET_PORTS + 1];
	const uint16_t *coord;
};

/** OTHER_CREDIT: bit of window.other: channels get credits back */
#define OTHER_CREDIT	0x80

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
 * @work: its part of: packets under way and NICs that have to send; the part may be negative
 * @next: next cycle in which one of its chips has to do something, arrivals apart
 * @last: cycle behind its last delivery
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
 * struct net - the network
 * @config: choices
 * @traffic: what the nodes send
 * @observer: told of arrivals, if its function is set
 * @topo: the topology
 * @ports: ports of a chip
 * @ranks: tiles of a chip
 * @rank: rank of the first tile of a link, host link included
 * @lanes: lanes of a link, host link included
 * @port: link of a tile, by rank
 * @far: the port at the other end of a link, by port
 * @across: by input: channel of the output straight across. The same number is the input at the far
 *	end of a channel, and the channel at the far end of an input
 * @room: credits that a packet needs to enter a dimension
 * @faulty: a lane has failed
 * @turn: ways along all dimensions, by difference of coordinates
 * @straight: by dimension: where in @turn the difference 0 is
 * @coord: coordinates of chips, at [chip * dims + dim]
 * @neighbour: neighbours of chips, at [chip * ports + port]
 * @row: bytes of a chip's tiles
 * @tiles: tiles of all chips, for net_tiles()
 * @chips: all chips
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
	const struct topo *topo;
	unsigned int ports;
	unsigned int ranks;
	uint8_t rank[NET_PORTS + 1];
	uint8_t lanes[NET_PORTS + 1];
	uint8_t port[TILES];
	uint8_t far[NET_PORTS];
	uint8_t across[INPUTS];
	unsigned int room;
	bool faulty;
	struct turn *turn;
	unsigned int straight[TOPO_DIMS];
	uint16_t *coord;
	uint32_t *neighbour;
	size_t row;
	char *tiles;
	struct chip *chips;
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
	tiles_at(tiles, net->tiles + chip * net->row, net->ranks);
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

/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The event engine's state. A chip goes through a window of cycles alone; what it sends
 * leaves in mail, which others read in the next window (docs/simulator.md, "Parallel").
 *
 * A chip's tiles are numbered by rank, link by link; its inputs by 2 * rank + VC, so that the
 * lowest bit of a mask is what the rules take first. An output has a channel a VC, numbered
 * likewise.
 */
#ifndef NETSIM_EVENT_H
#define NETSIM_EVENT_H

#include "mail.h"
#include "netsim/net.h"
#include "netsim/packet.h"

#define VCS		2

/* Most tiles and inputs of a chip: a mask and a pair of masks. */
#define TILES		64
#define INPUTS		(VCS * TILES)

/* What mail.h has room for. */
_Static_assert(NET_PORTS + 1 <= BOXES, "ports");
_Static_assert(NET_PORTS < PARCEL_STRAIGHT, "turns");
_Static_assert(NET_NICS * TOPO_CHIPS <= 1 << NODE_BITS, "nodes");
_Static_assert(NET_PACKET < 1 << PHIT_BITS, "phits");
_Static_assert(NET_PAYLOAD < 1 << BYTE_BITS, "payload");
_Static_assert(INPUTS <= 1 << SLOT_CHANNEL && INPUTS <= PARCEL_NODE, "inputs");

/* A router cycle, as NICs count: in thirteenths of a tick. */
#define NIC_CYCLE	(13 * NET_TICKS)

/**
 * struct arrived - what came in at an input, mod 2^32
 * @phits: of packets
 * @packets: of them
 */
struct arrived {
	uint32_t phits;
	uint32_t packets;
};

/**
 * struct stalls - router cycles of a tile, mod 2^32
 * @input: that heads waited here
 * @credit: that the output waited for slots of the far tile
 */
struct stalls {
	uint32_t input;
	uint32_t credit;
};

/**
 * struct tiles - where a chip's tiles are in its part of net.tiles
 * @out_free: tick from which an output is free, by rank, as a key: FREE_WAITED if somebody waits
 *	for it, and its lane in the lowest bits, so that the least is the lane to take
 * @fill: the same of the inputs of host tiles
 * @arrived: by input
 * @stalls: by rank
 * @in_free: tick, mod 2^32, from which an input's FIFO may go on; older ones become recent now
 *	and then
 * @slots: free ones at the far end of an output, by 2 * rank + VC; host tiles: of this input
 */
struct tiles {
	uint64_t *out_free;
	uint64_t *fill;
	struct arrived *arrived;
	struct stalls *stalls;
	uint32_t *in_free;
	uint16_t *slots;
};

#define FREE_WAITED	(1ull << 63)

static inline uint64_t free_tick(uint64_t key)
{
	return key % FREE_WAITED / NET_LANES;
}

/* The same lane is free from another tick on. */
static inline uint64_t free_renew(uint64_t key, uint64_t tick)
{
	return (key & (FREE_WAITED | (NET_LANES - 1))) | tick * NET_LANES;
}

static inline uint64_t free_less(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* The least of @lanes keys; the usual number of lanes, NET_LANES, has no loop. */
static inline uint64_t free_least(const uint64_t *key, unsigned int lanes)
{
	uint64_t least = *key;

	if (lanes == NET_LANES)
		return free_less(free_less(free_less(key[0], key[1]), free_less(key[2], key[3])),
				 free_less(free_less(key[4], key[5]), free_less(key[6], key[7])));
	while (--lanes)
		least = free_less(least, *++key);
	return least;
}

/**
 * struct queues - what waits in a chip; a chip where nothing does has none
 * @used: inputs that may have packets
 * @first: of an input's FIFO, or NULL
 * @last: likewise
 * @output: 1 + what its head waits for; 0: it does not
 * @asked: cycle in which it began to
 * @waiting: outputs that somebody waits for
 * @waiters: inputs that do
 * @count: how many
 * @stalled: outputs that wait for slots, or for a NIC
 * @since: the cycle since which they do
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
 * struct nic - a node
 * @transfer: that it injects
 * @left: transactions of it; 0: it has no more to send
 * @start: thirteenth of a tick from which it may inject
 * @take: likewise, be given a packet
 * @first: response that waits, by the cycle from which it may go
 * @last: likewise
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
 * @nic: its nodes
 * @queues: or NULL
 * @high: upper halves of its counters, or NULL: all 0
 * @epoch: when in_free was last made recent
 * @draining: host tiles whose last packet's slot comes back when its FIFO may go on
 * @started: its nodes have been asked for their first transfers
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
 * struct window - a chip's cycles from @base on, of the thread that works at it
 * @number: which chip
 * @chip: it
 * @tiles: its
 * @queues: its
 * @base: first cycle; times in these masks count from it
 * @length: cycles
 * @now: time
 * @cycle: the same, mod 2^32
 * @tick: with which it begins
 * @busy: times at which something happens
 * @ask: 1 + an input whose head asks then; 0: none
 * @ask_next: 1 + the next one that does, by input
 * @serve: outputs to look at
 * @other: NICs to look at, by bit, and OTHER_CREDIT
 * @credit: channels that slots come back to
 * @credits: how many
 * @back: of the slots counted as free, those that come back in this window
 * @answers: where this window's responses begin in their NIC's FIFO: none of those before is later
 * @blocked: NICs that found no host tile
 * @granted: outputs that have been given away in this cycle, while others have not yet asked; till
 *	then they count as waited for
 * @before: their keys before
 * @ticks: a phit, by port
 * @coord: of the chip
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
	uint8_t back[INPUTS];
	uint64_t serve[NET_HOP];
	uint64_t credit[NET_HOP][2];
	uint8_t credits[NET_HOP][INPUTS];
	struct queued **answers[NET_NICS];
	unsigned int blocked;
	uint64_t granted;
	uint64_t before[TILES];
	unsigned int ticks[NET_PORTS + 1];
	const uint16_t *coord;
};

#define OTHER_CREDIT	0x80

/**
 * struct worker - a thread, with chips of its own, on lines of cache of its own
 * @net: the network
 * @first: its first chip
 * @end: behind its last
 * @mail: what it sends
 * @pool: for what waits in its chips
 * @spare: queues that no chip has
 * @window: what it is at
 * @totals: its part
 * @work: packets under way and NICs that have to send, its part: may be negative
 * @next: cycle in which one of its chips has to do, mail apart
 * @last: cycle behind the last delivery
 * @error: that it met first
 */
struct worker {
	_Alignas(NET_LINE) struct net *net;
	unsigned int first, end;
	struct mail mail;
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
 * @port: of each
 */
struct turn {
	uint16_t hops;
	uint16_t port;
};

/**
 * struct net - the network
 * @observer: is told of arrivals, if it wants to
 * @ports: of a chip
 * @ranks: tiles of a chip
 * @rank: first of a link, host link included
 * @lanes: likewise
 * @port: of a rank
 * @across: channel of the output straight across from an input; it is also the input at the far
 *	end of a channel, and the channel at the far end of an input
 * @room: slots that a packet needs that enters a dimension
 * @faulty: a lane has failed
 * @turn: ways along dimensions, by difference of coordinates
 * @straight: where in @turn a difference of 0 is, by dimension
 * @coord: of chips, at [chip * dims + dim]
 * @neighbour: of chips, at [chip * ports + port]
 * @row: bytes of a chip's tiles
 * @tiles: of all chips
 * @chips: all
 * @sent: packets of a lane so far, at [chip * ranks + rank]; NULL without CRC errors
 * @post: the mail boxes
 * @wake: cycle in which a chip has to do, mail apart
 * @cycle: first not simulated
 * @end: of the window
 * @window: its number
 * @error: that a run met; there is none after it
 * @workers: threads
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
	struct post post;
	uint64_t *wake;
	uint64_t cycle;
	uint64_t end;
	unsigned int window;
	int error;
	struct worker *workers;
	unsigned int threads;
};

/* The low half of a counter goes up: its high half may have to. */
void net_carry(struct worker *worker, unsigned int tile, enum net_counter counter);

/* A chip's tiles. */
void net_tiles(const struct net *net, unsigned int chip, struct tiles *tiles);

/* Where a packet at its input leaves this chip; if it turns, the lanes it can use, by bit. */
void net_parcel_route(const struct worker *worker, struct parcel *parcel);
unsigned int net_parcel_lanes(const struct worker *worker, const struct parcel *parcel);

/* All cycles of a chip's window. */
void net_cycles_run(struct worker *worker);

/* A chip will soon go through the window; it does. */
void net_chip_prefetch(const struct net *net, unsigned int chip);
void net_chip_run(struct worker *worker, unsigned int chip);

/* It makes sure that it has memory for what comes, reads its mail, and has read it. */
int net_arrive_reserve(struct worker *worker);
void net_arrive(struct worker *worker);
void net_arrive_end(struct worker *worker);

/* A packet has come in. */
void net_arrived(struct worker *worker, const struct parcel *parcel);

/* Slots are short: count only those that have come back by now; others wake the output later. */
void net_slots_collect(struct worker *worker, unsigned int channel);

/* NICs: when they have to do next, after the window began; what they do in a cycle of it. */
void net_nics_start(struct worker *worker);
void net_nics_inject(struct worker *worker, unsigned int nics);

/* The cycle in which NIC has to do next. */
uint64_t net_nic_next(const struct nic *nic, uint64_t base);

/* The run; @drain: it ends when all traffic has arrived. */
int net_windows_run(struct net *net, uint64_t until, bool drain);

static inline uint64_t bit(unsigned int number)
{
	return 1ull << (number % 64);
}

static inline void window_busy(struct window *window, unsigned int time)
{
	window->busy[time / 64] |= bit(time);
}

/* An input's head asks at a time, if that is in the window; after those that go first. */
static inline void window_ask(struct window *window, unsigned int input, unsigned int time)
{
	uint8_t *place;

	if (time >= window->length)
		return;
	place = &window->ask[time];
	while (*place && *place <= input)
		place = &window->ask_next[*place - 1];
	window->ask_next[input] = *place;
	*place = input + 1;
	window_busy(window, time);
}

static inline void window_serve(struct window *window, unsigned int rank, unsigned int time)
{
	if (time >= window->length)
		return;
	window->serve[time] |= bit(rank);
	window_busy(window, time);
}

static inline void window_inject(struct window *window, unsigned int nics, unsigned int time)
{
	if (time >= window->length)
		return;
	window->other[time] |= nics;
	window_busy(window, time);
}

/* Time at which an input's FIFO may go on, 0 if it might have gone on before. */
static inline unsigned int window_in_free(const struct window *window, unsigned int input)
{
	int32_t ahead = window->tiles.in_free[input] - (uint32_t)(window->base * NET_TICKS);

	return ahead < NET_TICKS ? 0 : ahead / NET_TICKS;
}

/* A packet, which may be head from a time on, joins its input's FIFO. */
static inline void queue_put(struct worker *worker, struct queued *queued, unsigned int time)
{
	struct window *window = &worker->window;
	struct queues *queues = window->queues;
	unsigned int input = queued->parcel.input, free;

	queued->next = NULL;
	if (queues->first[input]) {
		queues->last[input]->next = queued;
	} else {
		queues->used[input / 64] |= bit(input);
		queues->first[input] = queued;
		free = window_in_free(window, input);
		window_ask(window, input, time > free ? time : free);
	}
	queues->last[input] = queued;
}

#endif /* NETSIM_EVENT_H */

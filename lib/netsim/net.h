/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A simulated network: what engines are given, and what they do; counts.h has what they count.
 *
 * docs/simulator.md has the rules. An engine knows chips, links, lanes and nodes; only
 * image/image.h knows tile numbers and images. On topologies whose family says so
 * (topo_family.flits), a phit here is a flit of an Aries's tiles.
 */
#ifndef NETSIM_NET_H
#define NETSIM_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "counts.h"
#include "fabric.h"
#include "peers.h"
#include "routing.h"

/* Most FIFOs of a virtual channel of an input. */
#define NET_FIFOS	8

/* Phits of the largest packet. */
#define NET_PACKET	32

/* Bytes of an atomic memory operation's operand, and of its result. */
#define NET_AMO_BYTES	8

/* Last cycle of a transfer: 65 days, in which no engine's ticks overflow. */
#define NET_LAST_CYCLE	(1ull << 52)

/* What a transfer consists of. */
enum net_op {
	NET_PUT,	/* requests with data, and their responses */
	NET_GET,	/* requests, and responses with data */
	NET_RAW,	/* packets of a given size, as requests, that are not answered */
	NET_AMO,	/* atomics: requests with an operand, responses with the old value */
	NET_OPS,
};

/* Something that a node sends or fetches. */
struct net_transfer {
	uint64_t cycle;		/* not before this router cycle, at most NET_LAST_CYCLE */
	uint64_t bytes;		/* of payload; RAW: packets; AMO: NET_AMO_BYTES */
	uint32_t node;	/* the far end: destination of a PUT, holder of a GET's or AMO's memory */
	uint32_t id;		/* repeated in struct net_notice, otherwise unused */
	uint8_t op;		/* enum net_op */
	uint8_t routing;	/* NET_ROUTED() of enum net_routing; 0: net_config.routing */
	bool zero;		/* the payload is runs of zeros, which compression shortens */
	bool hashed;		/* packets keep one lane, by hash, instead of adapting */
	bool no_radapt;		/* responses take minimal routes; in_order: and keep their order */
	bool bte;		/* by the block transfer engine; affects the NIC's counters alone */
	bool rest;		/* continues the transfer before; likewise */
	uint8_t phits;		/* RAW: of a packet, 1 to NET_PACKET */
};

/* What happens to a transfer. */
enum net_event {
	NET_SENT,	/* its last request has left the NIC, or has failed there */
	NET_ANSWERED,	/* one of its responses has left the NIC that answers */
	NET_ARRIVED,	/* the tail of a request has reached its node */
	NET_RETURNED,	/* the tail of a response has reached its node */
	NET_FAILED,	/* the sender's NIC has learned that a request or its response failed */
};

/* Notifies closed traffic of an event. */
struct net_notice {
	uint32_t node;	/* where it happened */
	uint32_t id;	/* of the transfer */
	uint8_t event;	/* enum net_event */
};

/* What all nodes send. */
struct net_traffic {
	/*
	 * Fill in a node's next transfer, in order of time; false: it has no more, or none now.
	 * Engines call it from any thread, but never twice at once for one chip, and only after the
	 * whole previous transfer has been injected.
	 */
	bool (*next)(void *context, uint32_t node, struct net_transfer *transfer);
	/*
	 * NULL: traffic is open, independent of what happens. Otherwise it is closed: step is
	 * called for a chip in cycle 0, in the cycles that it asked for, and for every notice of a
	 * node of the chip; in order of cycles, and within a cycle first without a notice, then for
	 * arrivals, in the order of host tiles, then for failures, then for what was sent, in the
	 * order of NICs. Never twice at once for one chip. It returns the next cycle, above this
	 * one, in which to call it without a notice; NET_FOREVER: none. After a call without a
	 * notice, for an arrival or for a failure, next is called again.
	 */
	uint64_t (*step)(void *context, unsigned int chip, uint64_t cycle,
			 const struct net_notice *notice);
	void *context;		/* passed to next and step */
	/*
	 * By chip: NICs, by bit, for which next may return true when it is called again; for the
	 * others it is not called. NULL: for all.
	 */
	const uint8_t *ready;
	unsigned int requests; /* bit mask, 1 << enum net_op, of what may come; fixes the credits */
	unsigned int phits;	/* RAW: of the largest packet, at most NET_PACKET */
};

/* How a machine changes while it runs. */
enum net_change_kind {
	NET_FAIL,	/* lanes of a link die */
	NET_MEND,	/* they work again */
	NET_WIDTH,	/* a phit takes another time on them */
	NET_TAKE,	/* NICs of a chip take packets at another rate */
};

/* A change of one direction of a link, or of NICs. */
struct net_change {
	uint64_t cycle;	/* happens at its beginning, at most NET_LAST_CYCLE */
	uint32_t chip;	/* where the link begins */
	uint8_t port;	/* of an existing link; NET_TAKE: unused */
	uint8_t lanes;	/* by bit, at least one; NET_TAKE: NICs */
	uint8_t kind;	/* enum net_change_kind */
	/* Above 0. NET_WIDTH: ticks a phit from then on; NET_TAKE: turns that a packet takes. */
	uint16_t ticks;
};

/* Least cycles of net_changes.timeout: no window of the engine is longer. */
#define NET_TIMEOUT	128

/*
 * What changes while a machine runs, and how the machine copes; cycles are at most NET_LAST_CYCLE.
 */
struct net_changes {
	const struct net_change *list;	/* in order of cycles; outlives the network */
	size_t count;
	uint64_t detect;	/* cycles from a failure, or from its mending, until NICs stop */
	uint64_t quiesce;		/* cycles that they inject nothing; then routes are new */
	uint64_t timeout; /* cycles, from NET_TIMEOUT, from a packet's loss until NICs give up */
};

/* Configuration of a network. */
struct net_config {
	const struct net_fabric *fabric;	/* outlives the network */
	/*
	 * Phits of a PUT response, 1 to NET_PACKET: 3 measured (Pedretti, V.A), 2 in the
	 * whitepaper.
	 */
	unsigned int put_response;
	bool uncompressed;			/* zeros travel like any other data */
	/*
	 * enum net_routing of transfers that name none. Machines without groups know only
	 * NET_MINIMAL; the flow engine takes it for all transfers of flow_run().
	 */
	uint8_t routing;
	/*
	 * Choose a direction for packets that go half a ring by hash, for each pair of chips;
	 * otherwise they go upward. Matters only where topo_has_ties().
	 */
	bool split_ties;
	/*
	 * FIFOs of a virtual channel of an input, which share its slots, up to NET_FIFOS; 0 means
	 * 1. The flow engine ignores it.
	 */
	unsigned int fifos;
	unsigned int turnaround; /* cycles from a request's tail until it is answered, below 2^30 */
	uint32_t crc_rate;	/* link errors a packet and hop, in 2^-32, at most 2^31 */
	uint64_t seed;	/* of everything random; the same seed gives the same counts */
	unsigned int threads;			/* the counts do not depend on it */
	/*
	 * Changes while the machine runs, or NULL. With changes, a transfer that no route is left
	 * for is no error: its requests fail. The flow engine knows no changes.
	 */
	const struct net_changes *changes;
	bool nics;	/* count what NICs do, for net_nic(), and stalls by virtual channel */
	/*
	 * The processes that simulate the network together, at most as many as chips, and each of
	 * which makes it by the same configuration and traffic; or NULL. All functions then tell of
	 * the chips of this process alone (net_part()), but for net_idle(), net_next(),
	 * net_alive(), net_totals_all(), and the results of net_run() and net_drain(). All
	 * processes call those two, and net_totals_all(), alike. Traffic must be open. The flow
	 * engine ignores them.
	 */
	const struct net_peers *peers;
};

/* Totals of a run. */
struct net_totals {
	uint64_t cycle;		/* router cycles simulated */
	uint64_t last;		/* first cycle after the last delivery, loss, failure or step */
	uint64_t injected; /* packets that NICs gave to host tiles: delivered, lost, or under way */
	uint64_t delivered;	/* packets whose tail reached a node */
	uint64_t lost;	/* packets lost: on a wire, at a dead output, or broken at their node */
	uint64_t failed; /* requests whose NIC has learned that they or their responses failed */
	uint64_t hops;		/* packets that left a router over a network link, each time */
	uint64_t retries;	/* packets sent again over a link after a CRC error, each time */
	uint64_t latency; /* sum of cycles from NIC to the tail's arrival, of delivered packets */
	uint64_t longest;	/* the largest of them */
	uint64_t bytes;		/* payload that arrived at its node */
};

/* Run until all traffic has arrived. */
#define NET_FOREVER	(~0ull)

struct net;

/*
 * Make a network of the event engine, empty, at cycle 0; free it with net_free(). Returns 0;
 * -EINVAL for what struct net_config, net_fabric, net_traffic or net_changes do not allow, or for
 * more than 64 tiles a chip; -E2BIG for more FIFOs than net_fifos_most(); or -ENOMEM.
 */
int net_new(const struct net_config *config, const struct net_traffic *traffic,
	    struct net **result);

/*
 * Return how many FIFOs a virtual channel may have in the event engine: a power of two, at most
 * NET_FIFOS, as an engine numbers 1,024 FIFOs of a chip.
 */
unsigned int net_fifos_most(const struct net_fabric *fabric);

/* Free a network; NULL is allowed. */
void net_free(struct net *net);

/*
 * Simulate up to a cycle, exclusive; NET_FOREVER: until everything has arrived. Returns 0, or the
 * first error: -EHOSTUNREACH for a transfer that no route is left for, -EINVAL for one that the
 * traffic did not announce or struct net_transfer does not allow, -ENOMEM.
 */
int net_run(struct net *net, uint64_t until);

/*
 * Simulate until all traffic has arrived, but at most up to a cycle, exclusive. Cycles and counters
 * are the same whether this takes one call or many. Returns as net_run().
 */
int net_drain(struct net *net, uint64_t until);

/*
 * Have closed traffic called for a chip, without a notice, in the next cycle. The network does not
 * run.
 */
void net_call(struct net *net, unsigned int number);

/*
 * Return the first cycle, from the present one on, in which something may happen; NET_FOREVER:
 * nothing will. The network does not run.
 */
uint64_t net_next(const struct net *net);

/* Header of a packet that arrives. */
struct net_header {
	uint32_t src;		/* node that sent it */
	uint32_t dst;		/* node that it goes to */
	uint64_t offset; /* request: offset in its transfer, in bytes; 0 without net_config.nics */
	uint8_t vc;
	uint8_t phits;
	uint8_t op;		/* enum net_op */
};

/* Is called for arrivals. */
struct net_observer {
	/*
	 * Called where a packet is counted: at a lane of a port of a chip, or of the host link,
	 * topo_ports(); from any thread, but never twice at once for one chip.
	 */
	void (*arrive)(void *context, unsigned int chip, unsigned int port, unsigned int lane,
		       const struct net_header *header);
	void *context;	/* passed to arrive */
};

/*
 * Call an observer, which is copied, for every arrival from the next net_run() on. NULL: none, at
 * no cost.
 */
void net_observe(struct net *net, const struct net_observer *observer);

/* A packet whose tail has reached its node. */
struct net_delivery {
	uint32_t src;	/* node that sent it */
	uint32_t dst;	/* node that it has reached */
	uint32_t id;	/* of its transfer */
	bool response;
	uint32_t hops;	/* links that it has crossed */
	/*
	 * Router cycles in its NIC until it left, from the cycle in which its node wanted to send
	 * it: net_transfer.cycle for a request, the first in which it may go for a response.
	 */
	uint64_t waited;
	uint64_t transit;	/* router cycles from then to its tail's arrival */
};

/* Is called for deliveries. */
struct net_meter {
	/*
	 * Called from any thread with that thread's number, below net_config.threads, never twice
	 * at once for one number. The order differs with the number of threads.
	 */
	void (*delivered)(void *context, unsigned int thread, const struct net_delivery *delivery);
	void *context;	/* passed to delivered */
};

/*
 * Call a meter, which is copied, for every delivery of a network that has not run yet. Without a
 * meter, waiting times are not kept, at no cost. Returns 0, -EBUSY if the network has run or has a
 * meter, or -ENOMEM.
 */
int net_measure(struct net *net, const struct net_meter *meter);

/* Whether all traffic has arrived; false before the first cycle. */
bool net_idle(const struct net *net);

/*
 * Return the lanes of a link that work now, by bit; 0: the link is lost. The network does not run;
 * changes of the next cycle have not happened yet.
 */
unsigned int net_alive(const struct net *net, unsigned int chip, unsigned int port);

/* Read the totals of the run so far. */
void net_totals(const struct net *net, struct net_totals *totals);

/* --- a network that several processes simulate (net_config.peers) --- */

/* Find the chips of this process, end exclusive. */
void net_part(const struct net *net, unsigned int *first, unsigned int *end);

/* Read the totals of all processes. */
void net_totals_all(const struct net *net, struct net_totals *totals);

/* Return the number of the process whose error net_run() has returned. */
unsigned int net_failed(const struct net *net);

/* What it took a process to be one of several. */
struct net_cost {
	unsigned int neighbours;	/* processes with a link to this one's chips */
	uint64_t exchanges;	/* with all neighbours at once */
	uint64_t messages;	/* to neighbours, one in each exchange */
	uint64_t letters;	/* of these, such as were not empty */
	uint64_t bytes;		/* of these */
	uint64_t waited;	/* ns from the begin of each exchange to its end */
};

/* Read the cost of a process so far. */
void net_cost(const struct net *net, struct net_cost *cost);

#endif /* NETSIM_NET_H */

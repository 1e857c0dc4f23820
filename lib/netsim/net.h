/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A simulated network: what engines are given, and what they do; counts.h has what they count.
 *
 * docs/simulator.md has the rules. An engine knows chips, links, lanes and nodes; tile numbers and
 * images are known to image/image.h. A phit is a flit of an Aries's tiles where the family of the
 * topology says so (topo_family.flits).
 */
#ifndef NETSIM_NET_H
#define NETSIM_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "counts.h"
#include "fabric.h"
#include "routing.h"

/** NET_FIFOS: most FIFOs of a virtual channel of an input */
#define NET_FIFOS	8

/** NET_NIC_TURN: thirteenths of a tick between two packets of a NIC: 5 of its cycles of 650 MHz */
#define NET_NIC_TURN	10000

/** NET_PACKET: phits of the largest packet */
#define NET_PACKET	32

/** NET_AMO_BYTES: of the operand of an atomic memory operation, and of its result */
#define NET_AMO_BYTES	8

/** NET_LAST_CYCLE: last cycle of a transfer: 65 days, in which no engine's ticks overflow */
#define NET_LAST_CYCLE	(1ull << 52)

/**
 * enum net_op - what a transfer is made of
 * @NET_PUT: PUT requests with data, and their responses
 * @NET_GET: GET requests, and responses with data
 * @NET_RAW: packets of a given size, like requests, that nobody answers
 * @NET_AMO: atomic memory operations: requests with an operand, responses with the old value
 * @NET_OPS: how many there are
 */
enum net_op {
	NET_PUT,
	NET_GET,
	NET_RAW,
	NET_AMO,
	NET_OPS,
};

/**
 * struct net_transfer - something a node sends or fetches
 * @cycle: not before this router cycle, at most NET_LAST_CYCLE
 * @bytes: of payload; RAW: packets; AMO: NET_AMO_BYTES
 * @node: the other end: destination of a PUT, source of a GET's data, where the memory of an AMO is
 * @id: what struct net_notice names it by; nobody else looks at it
 * @op: enum net_op
 * @zero: the payload is runs of zeros, which compression shortens
 * @hashed: its packets keep one lane, by hash, instead of adapting
 * @routing: NET_ROUTED() of how its packets find their ways; 0: as net_config.routing says
 * @no_radapt: the responses to them go minimal ways; in_order: likewise in order
 * @bte: the block transfer engine makes its packets, not the unit for small transfers; it makes a
 *	difference to the counters of its NIC alone
 * @rest: it goes on with what the transfer before began; likewise
 * @phits: RAW: of a packet, 1 to NET_PACKET
 */
struct net_transfer {
	uint64_t cycle;
	uint64_t bytes;
	uint32_t node;
	uint32_t id;
	uint8_t op;
	uint8_t routing;
	bool zero;
	bool hashed;
	bool no_radapt;
	bool bte;
	bool rest;
	uint8_t phits;
};

/**
 * enum net_event - what happens to a transfer
 * @NET_SENT: its last request has left the NIC, or has failed there
 * @NET_ANSWERED: a response of it has left the NIC that answers
 * @NET_ARRIVED: the tail of a request has reached its node
 * @NET_RETURNED: the tail of a response has reached its node
 * @NET_FAILED: the NIC that sent a request has learned that it has failed, or its response
 */
enum net_event {
	NET_SENT,
	NET_ANSWERED,
	NET_ARRIVED,
	NET_RETURNED,
	NET_FAILED,
};

/**
 * struct net_notice - tells closed traffic what happened
 * @node: where
 * @id: of the transfer
 * @event: enum net_event
 */
struct net_notice {
	uint32_t node;
	uint32_t id;
	uint8_t event;
};

/**
 * struct net_traffic - what all nodes send
 * @next: fill in a node's next transfer, in order of time; false: it has no more, or none now.
 *	Engines call it from any thread, but for one chip never from two at once, and only after the
 *	whole transfer before has been injected
 * @step: NULL: traffic is open, it comes whatever happens. Otherwise it is closed: @step is called
 *	for a chip in cycle 0, in the cycles that it asked for, and for every notice of a node of
 *	the chip; in order of cycles, and in one cycle first without a notice, then for what
 *	arrived, in the order of host tiles, then for what has failed, then for what was sent, in
 *	the order of NICs. For one chip never from two threads at once. It returns the next cycle,
 *	above @cycle, in which it is to be called without a notice; NET_FOREVER: in none. After it
 *	without a notice, and after what arrived or has failed,
 *	@next is asked again
 * @context: for @next and @step
 * @requests: bit mask, 1 << enum net_op, of what may come: it fixes how many credits there are
 * @phits: RAW: of the largest packet, at most NET_PACKET
 */
struct net_traffic {
	bool (*next)(void *context, uint32_t node, struct net_transfer *transfer);
	uint64_t (*step)(void *context, unsigned int chip, uint64_t cycle,
			 const struct net_notice *notice);
	void *context;
	unsigned int requests;
	unsigned int phits;
};

/**
 * enum net_change_kind - how a machine changes while it runs
 * @NET_FAIL: lanes of a link die
 * @NET_MEND: they work again
 * @NET_WIDTH: a phit takes another time on them
 */
enum net_change_kind {
	NET_FAIL,
	NET_MEND,
	NET_WIDTH,
};

/**
 * struct net_change - a change of one direction of a link
 * @cycle: at the beginning of which it happens, at most NET_LAST_CYCLE
 * @chip: where the link begins
 * @port: its port; the link must exist
 * @lanes: of the link, by bit, at least one
 * @kind: enum net_change_kind
 * @ticks: NET_WIDTH: ticks a phit from then on, above 0
 */
struct net_change {
	uint64_t cycle;
	uint32_t chip;
	uint8_t port;
	uint8_t lanes;
	uint8_t kind;
	uint16_t ticks;
};

/** NET_TIMEOUT: least cycles of net_changes.timeout: no window of the engine is longer */
#define NET_TIMEOUT	128

/**
 * struct net_changes - what changes while a machine runs, and how the machine copes
 * @list: the changes, in order of cycles; they outlive the network
 * @count: how many
 * @detect: cycles from a failure, or from its mending, until NICs stop, at most NET_LAST_CYCLE
 * @quiesce: cycles that NICs inject nothing for, likewise; then there are new routes
 * @timeout: cycles from the loss of a packet until the NIC that waits for its answer gives up,
 *	from NET_TIMEOUT to NET_LAST_CYCLE
 */
struct net_changes {
	const struct net_change *list;
	size_t count;
	uint64_t detect;
	uint64_t quiesce;
	uint64_t timeout;
};

/**
 * struct net_config - choices
 * @fabric: the hardware, which outlives the network
 * @put_response: phits of a PUT response, 1 to NET_PACKET: 3 measured (Pedretti, V.A), 2 in the
 *	whitepaper
 * @uncompressed: data of zeros travels like any other
 * @routing: enum net_routing of transfers that name none; machines without groups know
 *	NET_MINIMAL alone. The flow engine takes minimal ways whatever it is
 * @split_ties: which way packets go half a ring is drawn for each pair of chips; otherwise they go
 *	upward. It makes a difference where topo_has_ties() alone
 * @fifos: FIFOs of a virtual channel of an input, which share its slots, up to NET_FIFOS; 0 means
 *	1. It makes no difference to the flow engine
 * @turnaround: cycles from a request's tail to its response's first chance, below 2^30
 * @crc_rate: link errors a packet and hop, in 2^-32, at most 2^31
 * @seed: of everything random; the same seed gives the same counts
 * @threads: to run on; the counts do not depend on it
 * @changes: what changes while the machine runs, or NULL: nothing. With changes, a transfer that no
 *	way is left for is no error: its requests fail. The flow engine knows no changes
 * @nics: count what each NIC does, for net_nic(), and stalls by virtual channel
 */
struct net_config {
	const struct net_fabric *fabric;
	unsigned int put_response;
	bool uncompressed;
	uint8_t routing;
	bool split_ties;
	unsigned int fifos;
	unsigned int turnaround;
	uint32_t crc_rate;
	uint64_t seed;
	unsigned int threads;
	const struct net_changes *changes;
	bool nics;
};

/**
 * struct net_totals - totals of a run
 * @cycle: router cycles simulated
 * @last: first cycle after the last delivery, loss or failure, or the last call of closed traffic
 * @injected: packets that NICs gave to host tiles: those delivered, lost, and under way
 * @delivered: packets whose tail reached a node
 * @lost: packets that a failure has cost: on a wire, at a dead output, or broken at their node
 * @failed: requests that have failed, and requests whose responses have, as the NICs that sent
 *	them have learned
 * @hops: packets that left a router over a network link, each time
 * @retries: packets that were sent again over a link, each time, because of a CRC error
 * @latency: sum over delivered packets of cycles from the NIC to the tail's arrival
 * @longest: the largest of them
 * @bytes: payload that arrived at its node
 */
struct net_totals {
	uint64_t cycle;
	uint64_t last;
	uint64_t injected;
	uint64_t delivered;
	uint64_t lost;
	uint64_t failed;
	uint64_t hops;
	uint64_t retries;
	uint64_t latency;
	uint64_t longest;
	uint64_t bytes;
};

/** NET_FOREVER: run until all traffic has arrived */
#define NET_FOREVER	(~0ull)

struct net;

/**
 * net_new() - make a network of the event engine, empty, at cycle 0
 * @config: choices
 * @traffic: what the nodes send
 * @result: the network, for net_free()
 *
 * Return: 0, -EINVAL for what struct net_config, struct net_fabric or struct net_traffic do not
 * allow, for struct net_changes likewise, or for more than 64 tiles a chip, -E2BIG for more FIFOs
 * than net_fifos_most(), -ENOMEM.
 */
int net_new(const struct net_config *config, const struct net_traffic *traffic,
	    struct net **result);

/**
 * net_fifos_most() - find how many FIFOs a virtual channel may have in the event engine
 * @fabric: the hardware
 *
 * Return: at most NET_FIFOS, a power of two: an engine numbers 1,024 FIFOs of a chip.
 */
unsigned int net_fifos_most(const struct net_fabric *fabric);

/**
 * net_free() - free a network
 * @net: the network, or NULL
 */
void net_free(struct net *net);

/**
 * net_run() - simulate up to a cycle
 * @net: the network
 * @until: the first cycle not simulated; NET_FOREVER: until everything has arrived
 *
 * Return: 0, or the first error: -EHOSTUNREACH for a transfer that no way is left for,
 * -ENOMEM, -EINVAL for a transfer that the traffic did not announce or struct net_transfer does not
 * allow.
 */
int net_run(struct net *net, uint64_t until);

/**
 * net_drain() - simulate up to a cycle, or until all traffic has arrived
 * @net: the network
 * @until: the first cycle not simulated in any case
 *
 * It makes no difference to cycles and counters whether this is done in one step or in many.
 *
 * Return: as net_run().
 */
int net_drain(struct net *net, uint64_t until);

/**
 * net_call() - let closed traffic be called for a chip, without a notice, in the cycle to come
 * @net: the network, while it does not run
 * @number: of the chip
 */
void net_call(struct net *net, unsigned int number);

/**
 * net_next() - find how long nothing happens
 * @net: the network, while it does not run
 *
 * Return: the first cycle in which something may happen, not before that which it has come to;
 * NET_FOREVER: nothing will.
 */
uint64_t net_next(const struct net *net);

/**
 * struct net_header - header of a packet that arrives
 * @src: node that sent it
 * @dst: node it goes to
 * @offset: of a request: bytes of its transfer before its own; 0, if struct net_config asked for no
 *	NICs
 * @vc: its virtual channel
 * @phits: its length
 * @op: an enum net_op: what it belongs to
 */
struct net_header {
	uint32_t src;
	uint32_t dst;
	uint64_t offset;
	uint8_t vc;
	uint8_t phits;
	uint8_t op;
};

/**
 * struct net_observer - a function that is called for arrivals
 * @arrive: called where a packet is counted: at a lane of a port of a chip, or of the host link,
 *	topo_ports(); from any thread, but for one chip never from two at once
 * @context: for @arrive
 */
struct net_observer {
	void (*arrive)(void *context, unsigned int chip, unsigned int port, unsigned int lane,
		       const struct net_header *header);
	void *context;
};

/**
 * net_observe() - call an observer for every arrival from the next net_run() on
 * @net: the network
 * @observer: copied; NULL: none, at no cost
 */
void net_observe(struct net *net, const struct net_observer *observer);

/**
 * struct net_delivery - a packet whose tail has reached its node
 * @src: node that sent it
 * @dst: node that it has reached
 * @id: of its transfer
 * @response: it is a response
 * @hops: links that it has crossed
 * @waited: router cycles in its NIC: from the one in which its node wanted to send it (of a
 *	request net_transfer.cycle, of a response the first in which it may go) to the one in which
 *	it left
 * @way: router cycles from then to its tail's arrival
 */
struct net_delivery {
	uint32_t src;
	uint32_t dst;
	uint32_t id;
	bool response;
	uint32_t hops;
	uint64_t waited;
	uint64_t way;
};

/**
 * struct net_meter - a function that is called for deliveries
 * @delivered: called from any thread, for the number of a thread, below net_config.threads, never
 *	from two at once; in any order, which differs with the number of threads
 * @context: for @delivered
 */
struct net_meter {
	void (*delivered)(void *context, unsigned int thread, const struct net_delivery *delivery);
	void *context;
};

/**
 * net_measure() - call a meter for every delivery
 * @net: the network, which has not run yet
 * @meter: copied
 *
 * Without a meter this costs nothing: then what a packet waited for is not kept.
 *
 * Return: 0, -EBUSY: the network has run, or has a meter, -ENOMEM.
 */
int net_measure(struct net *net, const struct net_meter *meter);

/**
 * net_idle() - has all traffic arrived?
 * @net: the network
 *
 * Return: whether it has; false before the first cycle.
 */
bool net_idle(const struct net *net);

/**
 * net_alive() - find the lanes of a link that work now
 * @net: the network, while it does not run
 * @chip: where the link begins
 * @port: its port
 *
 * Changes of the next cycle have not happened yet.
 *
 * Return: the lanes, by bit; 0: the link is lost.
 */
unsigned int net_alive(const struct net *net, unsigned int chip, unsigned int port);

/**
 * net_totals() - read the totals of the run so far
 * @net: the network
 * @totals: filled in
 */
void net_totals(const struct net *net, struct net_totals *totals);

#endif /* NETSIM_NET_H */

// SPDX-License-Identifier: LGPL-2.1-or-later
/* The model of a network: packets, and what they take on their routes. Times are in parts. */
#include <errno.h>
#include <stdlib.h>

#include "events.h"
#include "netsim/packet.h"
#include "netsim/routing/route.h"
#include "outlook.h"

/* --- the network --- */

/* Parts of a tick, the unit of times, in which NICs count. */
#define OUTLOOK_PART	NET_NIC_PART

/* Parts of a cycle. */
#define OUTLOOK_CYCLE	((uint64_t)OUTLOOK_PART * NET_TICKS)

/* Kinds of packets, which have separate buffers: requests, responses. */
#define OUTLOOK_KINDS	2

/* A NIC; times are in parts. */
struct outlook_node {
	struct net_transfer next;	/* what it sends next, if holds */
	bool holds;			/* it has asked for next, which has not left */
	uint64_t turn;			/* when it may send again */
	uint64_t take;			/* when it may take a packet again */
	uint64_t pace;	/* OUTLOOK_ALONE: when the slowest link of its packets' routes is free */
	uint32_t sent[OUTLOOK_KINDS];	/* by kind: packets sent so far */
};

/* A request, and later its response; times are in parts. */
struct passing {
	uint32_t from;		/* node that sent the request */
	uint32_t to;		/* the other node */
	uint32_t id;		/* of its transfer */
	uint32_t next;		/* while unused: 1 + the next unused one */
	struct net_sizes phits;	/* of the request and of the response */
	bool answered;		/* it has a response */
	bool response;		/* it is the response now */
	unsigned int bridge;	/* which bridge its route takes */
	unsigned int chip;	/* where it has come to on its route */
	size_t input;	/* its buffer there, as index in outlook.head; none at the first chip */
	uint64_t sent;		/* when it was sent, plus what it has waited since */
	uint64_t hops;		/* time of its hops; 0 at the first chip */
	uint64_t tail;		/* from head to tail: its length on the slowest link */
	uint64_t gap;		/* tail / lanes of that link */
};

/* A network; times are in parts. */
struct outlook {
	const struct net_config *config;
	const struct net_traffic *traffic;
	const struct topo *topo;
	enum outlook_world world;	/* what packets meet */
	struct events events;
	uint64_t *wake;			/* by chip: when to call traffic without a notice */
	struct outlook_node *node;	/* by node */
	/* By kind: packets of a node that its chip's host tiles have room for. */
	uint32_t slots[OUTLOOK_KINDS];
	uint32_t most;			/* the larger of slots */
	/*
	 * By node, kind and slot, with most slots each: when the packet that had the slot last has
	 * left it.
	 */
	uint64_t *left;
	uint64_t *lane;	/* when each is free, at [(chip * (ports + 1) + port) * NET_LANES + lane] */
	/*
	 * When the last packet has left the buffer at a lane's far end, at [OUTLOOK_KINDS * lane +
	 * kind].
	 */
	uint64_t *head;
	struct passing *passing;
	uint32_t room;			/* allocated packets */
	uint32_t free;			/* 1 + the first unused packet */
	int err;			/* first error */
};

/* Return the larger of two numbers, mostly times. */
static inline uint64_t outlook_latest(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* Return the node that the packet comes from, as it is now. */
static inline uint32_t passing_source(const struct passing *passing)
{
	return passing->response ? passing->to : passing->from;
}

/* Return the node that the packet goes to, as it is now. */
static inline uint32_t passing_target(const struct passing *passing)
{
	return passing->response ? passing->from : passing->to;
}

/* --- passages --- */

/*
 * Routes of packets. Links see packets in the order of times without the time of hops, which is
 * about the same for all packets that meet, and so need not be simulated.
 */

/* Take the lane of a link that is free first, after the previous packet of the same buffer. */
static void lane_take(struct outlook *outlook, struct passing *passing, unsigned int port,
		      unsigned int lanes, uint64_t takes)
{
	unsigned int links = topo_ports(outlook->topo) + 1, best = 0;
	size_t first = ((size_t)passing->chip * links + port) * NET_LANES;
	uint64_t *lane = &outlook->lane[first];

	for (unsigned int i = 1; i < lanes; i++)
		best = lane[i] < lane[best] ? i : best;
	passing->sent = outlook_latest(passing->sent, lane[best]);
	if (passing->hops) {
		passing->sent = outlook_latest(passing->sent, outlook->head[passing->input]);
		outlook->head[passing->input] = passing->sent;
	}
	lane[best] = passing->sent + takes;
	passing->input = OUTLOOK_KINDS * (first + best) + passing->response;
}

/*
 * The packet has left the host tile: find when its node can send the packet that takes its place.
 */
static void slot_free(struct outlook *outlook, const struct passing *passing)
{
	unsigned int kind = passing->response;
	uint32_t number = passing_source(passing), slots = outlook->slots[kind];
	struct outlook_node *node = &outlook->node[number];
	uint64_t *left = &outlook->left[((size_t)number * OUTLOOK_KINDS + kind) * outlook->most];

	left[node->sent[kind]++ % slots] = passing->sent;
	node->turn = outlook_latest(node->turn, left[node->sent[kind] % slots]);
}

/* Cross a link. Returns whether the packet had to wait for it. */
static bool link_cross(struct outlook *outlook, struct passing *passing, unsigned int port)
{
	const struct net_fabric *fabric = outlook->config->fabric;
	unsigned int ports = topo_ports(outlook->topo), lanes = NET_LANES;
	uint64_t takes = NET_TICKS * OUTLOOK_PART, before = passing->sent;
	bool is_first = !passing->hops;

	if (port < ports) {
		takes = OUTLOOK_PART * fabric->ticks[(size_t)passing->chip * ports + port];
		lanes = fabric->lanes[port];
	}
	takes *= passing->response ? passing->phits.response : passing->phits.request;
	if (outlook->world == OUTLOOK_REAL) {
		lane_take(outlook, passing, port, lanes, takes);
		if (is_first)
			slot_free(outlook, passing);
	}
	passing->hops += fabric->hop[port] * OUTLOOK_CYCLE;
	passing->tail = outlook_latest(passing->tail, takes);
	passing->gap = outlook_latest(passing->gap, takes / lanes);
	return passing->sent > before;
}

/* Cross the link to the node. Returns the cycle in which the tail is there. */
static uint64_t node_reach(struct outlook *outlook, struct passing *passing)
{
	struct outlook_node *target = &outlook->node[passing_target(passing)];
	struct outlook_node *source = &outlook->node[passing_source(passing)];

	if (outlook->world == OUTLOOK_REAL) {
		passing->sent = outlook_latest(passing->sent, target->take);
		target->take = passing->sent + outlook->config->fabric->host.turn;
	}
	link_cross(outlook, passing, topo_ports(outlook->topo));
	if (outlook->world == OUTLOOK_ALONE) {
		passing->sent = outlook_latest(passing->sent, source->pace);
		source->pace = passing->sent + passing->gap;
	}
	if (outlook->world == OUTLOOK_INSTANT)
		passing->tail = 0;
	return (passing->sent + passing->hops + passing->tail) / OUTLOOK_CYCLE;
}

/*
 * Let a packet go on until it has had to wait, or is at its node. An event follows when it goes on,
 * or has arrived.
 */
static void outlook_go(struct outlook *outlook, uint32_t number)
{
	struct passing *passing = &outlook->passing[number];
	unsigned int dst = topo_node_chip(outlook->topo, passing_target(passing));
	struct event event = { .what = number, .kind = EVENT_GO };
	bool waited = false;

	while (!waited) {
		unsigned int port;

		port = topo_route(outlook->topo, passing->chip, dst, passing->bridge);
		if (port == TOPO_NONE)
			break;
		waited = link_cross(outlook, passing, port);
		passing->chip = topo_neighbour(outlook->topo, passing->chip, port);
	}
	event.cycle = passing->sent / OUTLOOK_CYCLE;
	if (!waited) {
		event.cycle = node_reach(outlook, passing);
		event.kind = EVENT_ARRIVE;
	}
	events_add(&outlook->events, event);
}

/* Let a packet begin its route in a cycle. An event follows when it goes on, or has arrived. */
static void outlook_depart(struct outlook *outlook, uint32_t number, uint64_t cycle)
{
	struct passing *passing = &outlook->passing[number];
	unsigned int dst = topo_node_chip(outlook->topo, passing_target(passing));

	passing->chip = topo_node_chip(outlook->topo, passing_source(passing));
	passing->bridge = net_bridge(outlook->config->fabric, passing->chip, dst);
	passing->sent = (cycle + 1) * OUTLOOK_CYCLE;
	passing->hops = 0;
	passing->tail = 0;
	passing->gap = 0;
	outlook_go(outlook, number);
}

static void outlook_fail(struct outlook *outlook, int err)
{
	if (!outlook->err)
		outlook->err = err;
}

/* --- packets --- */

static void passings_more(struct outlook *outlook)
{
	uint32_t room = outlook->room ? 2 * outlook->room : 256;
	struct passing *passing = NULL;

	if (room < UINT32_MAX / 2)
		passing = reallocarray(outlook->passing, room, sizeof(*passing));
	if (!passing) {
		outlook_fail(outlook, -ENOMEM);
		return;
	}
	outlook->passing = passing;
	for (; outlook->room < room; outlook->room++) {
		passing[outlook->room].next = outlook->free;
		outlook->free = 1 + outlook->room;
	}
}

/* Get room for a packet; UINT32_MAX: there is none. */
static uint32_t passing_new(struct outlook *outlook)
{
	uint32_t number;

	if (!outlook->free)
		passings_more(outlook);
	if (!outlook->free)
		return UINT32_MAX;
	number = outlook->free - 1;
	outlook->free = outlook->passing[number].next;
	return number;
}

static void passing_free(struct outlook *outlook, uint32_t number)
{
	outlook->passing[number].next = outlook->free;
	outlook->free = 1 + number;
}

/* --- traffic --- */

/* Ask for what a node sends next, and schedule its departure. */
static void node_ask(struct outlook *outlook, uint32_t number, uint64_t now)
{
	struct outlook_node *node = &outlook->node[number];
	uint64_t cycle;

	if (node->holds || !outlook->traffic->next(outlook->traffic->context, number, &node->next))
		return;
	if (net_transactions(&node->next) != 1 ||
	    net_transfer_check(outlook->config, outlook->traffic, &node->next)) {
		outlook_fail(outlook, -EINVAL);
		return;
	}
	node->holds = true;
	cycle = outlook_latest(node->next.cycle, now);
	events_add(&outlook->events, (struct event){
		.cycle = outlook_latest(cycle, node->turn / OUTLOOK_CYCLE), .what = number,
		.kind = EVENT_SEND,
	});
}

static void chip_ask(struct outlook *outlook, unsigned int chip, uint64_t now)
{
	for (unsigned int nic = 0; nic < topo_nics(outlook->topo); nic++)
		node_ask(outlook, topo_node(outlook->topo, chip, nic), now);
}

static void outlook_call(struct outlook *outlook, unsigned int chip, uint64_t now,
			 const struct net_notice *notice)
{
	const struct net_traffic *traffic = outlook->traffic;
	uint64_t wake = traffic->step(traffic->context, chip, now, notice);

	if (wake != NET_FOREVER && wake != outlook->wake[chip])
		events_add(&outlook->events, (struct event){ .cycle = wake, .what = chip });
	outlook->wake[chip] = wake;
}

static void outlook_notify(struct outlook *outlook, uint32_t node, uint32_t id,
			   enum net_event event, uint64_t now)
{
	const struct net_notice notice = { .node = node, .id = id, .event = event };

	outlook_call(outlook, topo_node_chip(outlook->topo, node), now, &notice);
}

/* A NIC sends a packet, and has to wait for its next turn. */
static void turn_take(const struct outlook *outlook, struct outlook_node *node, uint64_t now)
{
	if (outlook->world != OUTLOOK_INSTANT)
		node->turn = outlook_latest(node->turn, now * OUTLOOK_CYCLE) +
			     outlook->config->fabric->host.turn;
}

static void request_send(struct outlook *outlook, uint32_t from, uint64_t now)
{
	struct outlook_node *node = &outlook->node[from];
	const struct net_transfer transfer = node->next;
	uint32_t number = passing_new(outlook);

	if (number == UINT32_MAX)
		return;
	node->holds = false;
	outlook->passing[number] = (struct passing){
		.from = from, .to = transfer.node, .id = transfer.id,
		.phits = net_sizes(outlook->config, &transfer, net_request_bytes(&transfer, 1)),
		.answered = transfer.op != NET_RAW,
	};
	turn_take(outlook, node, now);
	outlook_depart(outlook, number, now);
	outlook_notify(outlook, from, transfer.id, NET_SENT, now);
	node_ask(outlook, from, now + 1);
}

static void response_send(struct outlook *outlook, uint32_t number, uint64_t now)
{
	const struct passing passing = outlook->passing[number];

	outlook_depart(outlook, number, now);
	outlook_notify(outlook, passing.to, passing.id, NET_ANSWERED, now);
}

static void response_make(struct outlook *outlook, uint32_t number, uint64_t now)
{
	struct passing *passing = &outlook->passing[number];
	struct outlook_node *node = &outlook->node[passing->to];
	uint64_t cycle = outlook_latest(now + outlook->config->turnaround,
					node->turn / OUTLOOK_CYCLE);

	passing->response = true;
	turn_take(outlook, node, cycle);
	events_add(&outlook->events, (struct event){
		.cycle = cycle, .what = number, .kind = EVENT_ANSWER,
	});
}

static void outlook_arrive(struct outlook *outlook, uint32_t number, uint64_t now)
{
	const struct passing passing = outlook->passing[number];
	uint32_t node = passing_target(&passing);

	if (!passing.response && passing.answered)
		response_make(outlook, number, now);
	else
		passing_free(outlook, number);
	outlook_notify(outlook, node, passing.id, passing.response ? NET_RETURNED : NET_ARRIVED,
		       now);
	chip_ask(outlook, topo_node_chip(outlook->topo, node), now);
}

static void event_run(struct outlook *outlook, const struct event *event)
{
	switch (event->kind) {
	case EVENT_STEP:
		if (outlook->wake[event->what] != event->cycle)
			return;
		outlook_call(outlook, event->what, event->cycle, NULL);
		chip_ask(outlook, event->what, event->cycle);
		return;
	case EVENT_GO:
		outlook_go(outlook, event->what);
		return;
	case EVENT_ARRIVE:
		outlook_arrive(outlook, event->what, event->cycle);
		return;
	case EVENT_SEND:
		request_send(outlook, event->what, event->cycle);
		return;
	case EVENT_ANSWER:
		response_send(outlook, event->what, event->cycle);
		return;
	}
}

/* --- the whole --- */

static bool has_all_lanes(const struct net_fabric *fabric)
{
	size_t links = (size_t)fabric->topo.chips * topo_ports(&fabric->topo);

	for (size_t i = 0; fabric->failed && i < links; i++) {
		if (fabric->failed[i])
			return false;
	}
	return true;
}

/* Host tiles serve all NICs of a chip. Kinds of which no packets come have a slot nevertheless. */
static uint32_t slots_of(const struct outlook *outlook, unsigned int kind)
{
	unsigned int host = topo_ports(outlook->topo);
	uint32_t slots = net_credits(outlook->config, outlook->traffic, kind, host) * NET_LANES /
			 topo_nics(outlook->topo);

	return slots ? slots : 1;
}

static int outlook_begin(struct outlook *outlook)
{
	size_t chips = outlook->topo->chips, nodes = topo_nodes(outlook->topo);
	size_t lanes = chips * (topo_ports(outlook->topo) + 1) * NET_LANES;

	for (unsigned int kind = 0; kind < OUTLOOK_KINDS; kind++) {
		outlook->slots[kind] = slots_of(outlook, kind);
		outlook->most = outlook_latest(outlook->most, outlook->slots[kind]);
	}
	outlook->wake = calloc(chips, sizeof(*outlook->wake));
	outlook->node = calloc(nodes, sizeof(*outlook->node));
	outlook->left = calloc(nodes * OUTLOOK_KINDS, outlook->most * sizeof(uint64_t));
	outlook->lane = calloc(lanes, sizeof(*outlook->lane));
	outlook->head = calloc(OUTLOOK_KINDS * lanes, sizeof(*outlook->head));
	if (!outlook->wake || !outlook->node || !outlook->left || !outlook->lane || !outlook->head)
		return -ENOMEM;
	for (unsigned int chip = 0; chip < chips; chip++)
		events_add(&outlook->events, (struct event){ .what = chip });
	return outlook->events.err;
}

static void outlook_end(struct outlook *outlook)
{
	free(outlook->passing);
	free(outlook->head);
	free(outlook->lane);
	free(outlook->left);
	free(outlook->node);
	free(outlook->wake);
	agenda_free(&outlook->events.agenda);
}

int outlook_run(const struct net_config *config, const struct net_traffic *traffic,
		enum outlook_world world)
{
	struct outlook outlook = { .config = config, .traffic = traffic, .world = world };
	struct event event;

	if (net_config_check(config) || net_traffic_check(traffic))
		return -EINVAL;
	if (!traffic->step || config->changes || !has_all_lanes(config->fabric))
		return -EINVAL;
	outlook.topo = &config->fabric->topo;
	outlook.err = outlook_begin(&outlook);
	while (!outlook.err && events_take(&outlook.events, &event)) {
		event_run(&outlook, &event);
		outlook_fail(&outlook, outlook.events.err);
	}
	outlook_end(&outlook);
	return outlook.err;
}

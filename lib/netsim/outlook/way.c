// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Ways of packets. Links see packets in the order of times without the time of hops, which is about
 * the same for all packets that meet, and so need not be simulated.
 */
#include "netsim/route.h"
#include "state.h"

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
		target->take = passing->sent + NET_NIC_TURN;
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

void outlook_go(struct outlook *outlook, uint32_t number)
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

void outlook_depart(struct outlook *outlook, uint32_t number, uint64_t cycle)
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

// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Routings that are not minimal, packet by packet, in the order in which NICs send: a packet
 * chooses by the loads that the packets before it have left (docs/simulator.md, "Offered load").
 */
#include <errno.h>
#include <stdlib.h>

#include "netsim/agenda.h"
#include "netsim/packet.h"
#include "netsim/routing/route.h"
#include "netsim/routing/routes.h"
#include "state.h"

#define KINDS	2

/* How much is under way over a link, in a virtual channel. */
struct stream {
	float flits;	/* of credits that are out, as of a time */
	float time;	/* cycles since the beginning */
};

/* Most links of a packet's route: over a router, each part within a group, over, and within. */
#define LINKS_MOST	12

/* Routes of packets over the present loads. */
struct routed {
	struct flow *flow;
	const struct net_traffic *traffic;
	struct routes tables;
	const struct net_fabric *failed;	/* the fabric if lanes have failed, or NULL */
	double now;				/* router cycles */
	/* When a link will have passed all that was offered to it, at [chip * ports + port]. */
	double *passed;
	struct stream *stream;	/* at [(chip * ports + port) * KINDS * phases + channel] */
	unsigned int channels;			/* of a link: KINDS * phases */
	unsigned int slot[KINDS];		/* flits of the largest packet */
	double *start;				/* by node: when its NIC may send again */
	uint64_t *left;				/* by node: packets of its transfer */
	struct agenda agenda;			/* nodes that send, by cycle */
};

/* A packet that chooses. */
struct chooser {
	struct routed *routed;
	unsigned int chip;
	unsigned int kind;
};

/* --- from beginning to end --- */

static void routed_free(struct routed *routed)
{
	routes_free(&routed->tables);
	agenda_free(&routed->agenda);
	free(routed->passed);
	free(routed->stream);
	free(routed->start);
	free(routed->left);
}

static int routed_new(struct routed *routed, struct flow *flow, const struct net_traffic *traffic)
{
	size_t links = (size_t)flow->chips * flow->ports, nodes = topo_nodes(flow->topo);
	unsigned int kind;
	int err;

	*routed = (struct routed){
		.flow = flow, .traffic = traffic,
		.failed = flow->config.fabric->failed ? flow->config.fabric : NULL,
		.channels = KINDS * flow->topo->family->phases,
	};
	for (kind = 0; kind < KINDS; kind++)
		routed->slot[kind] = net_slot(&flow->config, traffic, kind);
	err = routes_new(&routed->tables, flow->config.fabric, flow->config.seed);
	routed->passed = calloc(links + 1, sizeof(*routed->passed));
	routed->stream = calloc(links * routed->channels + 1, sizeof(*routed->stream));
	routed->start = calloc(nodes, sizeof(*routed->start));
	routed->left = calloc(nodes, sizeof(*routed->left));
	if (!err && (!routed->passed || !routed->stream || !routed->start || !routed->left))
		err = -ENOMEM;
	return err ? err : agenda_reserve(&routed->agenda, nodes);
}

/* --- loads --- */

/*
 * Return the flits of credits of a channel that are out now: a credit is out for a round trip, and
 * about a cycle for each flit of the packet, which leaves the buffer at the far end meanwhile.
 */
static double stream_now(const struct routed *routed, const struct stream *stream,
			 unsigned int port)
{
	double trip = 2.0 * routed->flow->config.fabric->hop[port] + routed->slot[0];
	double since = routed->now - stream->time;

	if (since >= trip)
		return 0;
	return since > 0 ? stream->flits * (1 - since / trip) : stream->flits;
}

static struct stream *stream_at(const struct routed *routed, unsigned int chip, unsigned int port,
				unsigned int channel)
{
	size_t link = (size_t)chip * routed->flow->ports + port;

	return &routed->stream[link * routed->channels + channel];
}

/* Return how many flits wait for a lane of a link. */
static double backlog(const struct routed *routed, unsigned int chip, unsigned int port)
{
	size_t link = (size_t)chip * routed->flow->ports + port;
	double cycles = routed->passed[link] - routed->now;

	return cycles > 0 ? cycles * NET_TICKS / routed->flow->config.fabric->ticks[link] : 0;
}

static uint64_t link_load(const void *context, unsigned int port, unsigned int phase)
{
	const struct chooser *chooser = context;
	const struct routed *routed = chooser->routed;
	unsigned int channel = chooser->kind * routed->channels / KINDS + phase;

	return backlog(routed, chooser->chip, port) +
	       stream_now(routed, stream_at(routed, chooser->chip, port, channel), port);
}

/* --- a packet --- */

/* A link of a route. */
struct link_taken {
	unsigned int chip;
	unsigned int port;
};

static void crossing_add(struct routed *routed, const struct link_taken *taken,
			 unsigned int channel, const struct flow_cell *cell)
{
	const struct net_fabric *fabric = routed->flow->config.fabric;
	struct stream *stream = stream_at(routed, taken->chip, taken->port, channel);
	size_t link = (size_t)taken->chip * routed->flow->ports + taken->port;
	unsigned int lanes = __builtin_popcount(net_lanes_left(fabric, taken->chip, taken->port));
	unsigned int kind = channel >= routed->channels / KINDS;
	struct flow_channels cells = { 0 };
	double *passed = &routed->passed[link];
	unsigned int far = topo_neighbour(routed->flow->topo, taken->chip, taken->port);
	unsigned int back = topo_far_port(routed->flow->topo, taken->chip, taken->port);

	cells.vc[kind] = *cell;
	flow_add_channels(&routed->flow->arrived[(size_t)far * routed->flow->links + back], &cells);
	stream->flits = stream_now(routed, stream, taken->port);
	stream->flits += (float)routed->slot[kind] / lanes;
	stream->time = routed->now;
	*passed = (*passed > routed->now ? *passed : routed->now) +
		  (double)cell->phits * fabric->ticks[link] / NET_TICKS / lanes;
}

/* A link whose packets wait longer than its buffers have room holds up the link before it. */
static void links_hold(struct routed *routed, const struct link_taken *taken, unsigned int count)
{
	const struct net_fabric *fabric = routed->flow->config.fabric;
	double flits, *before;
	size_t link;

	while (count-- > 1) {
		flits = backlog(routed, taken[count].chip, taken[count].port) -
			fabric->buffer[taken[count].port];
		link = (size_t)taken[count - 1].chip * routed->flow->ports + taken[count - 1].port;
		before = &routed->passed[link];
		if (flits > 0 && *before < routed->now + flits * fabric->ticks[link] / NET_TICKS)
			*before = routed->now + flits * fabric->ticks[link] / NET_TICKS;
	}
}

/* A NIC sends no more until what waits for the first link of its packet has room there. */
static void nic_hold(struct routed *routed, uint32_t node, const struct link_taken *taken)
{
	const struct net_fabric *fabric = routed->flow->config.fabric;
	size_t link = (size_t)taken->chip * routed->flow->ports + taken->port;
	double room = (double)fabric->buffer[taken->port] * fabric->ticks[link] / NET_TICKS;

	if (routed->start[node] < routed->passed[link] - room)
		routed->start[node] = routed->passed[link] - room;
}

static int packet_send(struct routed *routed, struct routes_head head, unsigned int kind,
		       const struct flow_cell *cell)
{
	struct chooser chooser = { .routed = routed, .chip = head.chip, .kind = kind };
	const struct routes *tables = &routed->tables;
	struct link_taken taken[LINKS_MOST];
	unsigned int count = 0, port;
	uint16_t route = 0;

	head.load = link_load;
	head.context = &chooser;
	port = routes_choose(tables, &head, &route);
	for (;;) {
		if (!net_lanes_left(routed->flow->config.fabric, head.chip, port) ||
		    count == LINKS_MOST)
			return -EHOSTUNREACH;
		head.phase += routes_rises(tables, head.in, port);
		taken[count++] = (struct link_taken){ head.chip, port };
		crossing_add(routed, &taken[count - 1],
			     kind * routed->channels / KINDS + head.phase, cell);
		route += route_is_reconsidered(route);
		head.chip = topo_neighbour(routed->flow->topo, head.chip, port);
		head.in = port;
		chooser.chip = head.chip;
		if (head.chip == head.to)
			break;
		port = route_is_reconsidered(route) ? routes_choose(tables, &head, &route) :
		       routes_step(tables, head.from, head.chip, head.to, &route);
	}
	links_hold(routed, taken, count);
	nic_hold(routed, head.src, taken);
	return 0;
}

/* --- what nodes send --- */

static int routed_add(struct routed *routed, uint32_t src, uint32_t dst, unsigned int kind,
		      unsigned int phits)
{
	struct flow *flow = routed->flow;
	struct routes_head head = {
		.fabric = routed->failed, .routing = flow->config.routing, .src = src, .dst = dst,
		.chip = topo_node_chip(flow->topo, src), .from = topo_node_chip(flow->topo, src),
		.to = topo_node_chip(flow->topo, dst), .in = flow->ports,
		.birth = (uint64_t)routed->now,
	};
	const struct flow_cell cell = { phits, 1 };
	struct flow_channels cells = { 0 };

	cells.vc[kind] = cell;
	flow_add_channels(&flow->sent[src], &cells);
	flow_add_channels(&flow->taken[dst], &cells);
	return head.from == head.to ? 0 : packet_send(routed, head, kind, &cell);
}

/* Add the next packet of a node's transfer, and its answer. */
static int transaction_add(struct routed *routed, uint32_t node)
{
	const struct net_transfer *transfer = &routed->flow->pending[node];
	unsigned int bytes = net_request_bytes(transfer, routed->left[node]);
	struct net_sizes sizes = net_sizes(&routed->flow->config, transfer, bytes);
	int err = routed_add(routed, node, transfer->node, 0, sizes.request);

	if (!err && sizes.response)
		err = routed_add(routed, transfer->node, node, 1, sizes.response);
	return err;
}

/* Let a node send when its next transfer begins, or its NIC is ready. */
static int node_plan(struct routed *routed, uint32_t node, uint64_t until)
{
	struct net_transfer *transfer = &routed->flow->pending[node];
	const struct net_traffic *traffic = routed->traffic;
	double *start = &routed->start[node];
	int err;

	if (!routed->left[node]) {
		if (!transfer->bytes && !traffic->next(traffic->context, node, transfer))
			return 0;
		err = net_transfer_check(&routed->flow->config, traffic, transfer);
		if (err || (transfer->cycle >= until && until != NET_FOREVER))
			return err;
		routed->left[node] = net_transactions(transfer);
		if (*start < transfer->cycle)
			*start = transfer->cycle;
	}
	if (routed->left[node])
		agenda_add(&routed->agenda,
			   (struct agenda_item){ .time = *start, .order = node, .what = node });
	return 0;
}

static int nodes_run(struct routed *routed, uint64_t until)
{
	uint32_t nodes = topo_nodes(routed->flow->topo), node;
	int err = 0;

	for (node = 0; node < nodes && !err; node++)
		err = node_plan(routed, node, until);
	while (!err && routed->agenda.count) {
		node = agenda_take(&routed->agenda).what;
		routed->now = routed->start[node];
		err = transaction_add(routed, node);
		routed->start[node] += net_turn_cycles(routed->flow->config.fabric);
		if (!--routed->left[node])
			routed->flow->pending[node].bytes = 0;
		if (!err)
			err = node_plan(routed, node, until);
	}
	return err;
}

int flow_routed_run(struct flow *flow, const struct net_traffic *traffic, uint64_t until)
{
	struct routed routed;
	int err = routed_new(&routed, flow, traffic);

	if (!err)
		err = nodes_run(&routed, until);
	routed_free(&routed);
	return err;
}

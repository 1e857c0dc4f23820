// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "netsim/routing/route.h"
#include "offered.h"
#include "state.h"

/* Groups of host tiles of a chip that serve different NICs. */
#define HOSTS_MOST	2

/* What was found, and the machine while it is looked for. */
struct offered {
	const struct topo *topo;
	unsigned int links;		/* of a chip: its ports and the host link */
	struct offered_part *link;	/* at [chip * links + port] */
	struct offered_part *host;	/* by chip */
	struct offered_part *sent;	/* by node */
	struct offered_part *taken;	/* by node */
	struct net_fabric fabric;	/* as it is in the present stretch; failed is its own */
	/* A phit, by lane, at [(chip * ports + port) * NET_LANES]. */
	uint16_t *ticks;
	uint16_t *turns;		/* of a NIC, for a packet that it takes, by node */
	size_t change;			/* the next one */
};

/* The transfers of a stretch: a traffic as far as it begins before the end, and has routes. */
struct stretch {
	const struct net_traffic *traffic;
	const struct net_fabric *fabric;
	bool lenient;			/* leave out transfers without a route */
	uint64_t begin, end;
	struct net_transfer *held;	/* by node: one that is too late yet */
	bool *holds;			/* by node */
};

/* --- from beginning to end --- */

static int offered_alloc(struct offered *offered)
{
	size_t chips = offered->topo->chips, nodes = topo_nodes(offered->topo);
	size_t links = chips * (offered->links - 1);

	offered->link = calloc(chips * offered->links, sizeof(*offered->link));
	offered->host = calloc(chips, sizeof(*offered->host));
	offered->sent = calloc(nodes, sizeof(*offered->sent));
	offered->taken = calloc(nodes, sizeof(*offered->taken));
	offered->fabric.failed = calloc(links + 1, 1);
	offered->ticks = calloc(links * NET_LANES + 1, sizeof(*offered->ticks));
	offered->turns = calloc(nodes, sizeof(*offered->turns));
	return offered->link && offered->host && offered->sent && offered->taken &&
	       offered->fabric.failed && offered->ticks && offered->turns ? 0 : -ENOMEM;
}

static int offered_start(struct offered *offered, const struct net_fabric *fabric)
{
	size_t links = (size_t)fabric->topo.chips * topo_ports(&fabric->topo), link;
	unsigned int lane;
	uint32_t node;

	offered->topo = &fabric->topo;
	offered->links = topo_ports(&fabric->topo) + 1;
	offered->fabric = *fabric;
	if (offered_alloc(offered))
		return -ENOMEM;
	if (fabric->failed)
		memcpy(offered->fabric.failed, fabric->failed, links);
	for (link = 0; link < links; link++)
		for (lane = 0; lane < NET_LANES; lane++)
			offered->ticks[link * NET_LANES + lane] = fabric->ticks[link];
	for (node = 0; node < topo_nodes(offered->topo); node++)
		offered->turns[node] = 1;
	return 0;
}

void offered_free(struct offered *offered)
{
	if (!offered)
		return;
	free(offered->link);
	free(offered->host);
	free(offered->sent);
	free(offered->taken);
	free(offered->fabric.failed);
	free(offered->ticks);
	free(offered->turns);
	free(offered);
}

/* --- the machine as it changes --- */

static void nics_change(struct offered *offered, const struct net_change *change)
{
	unsigned int nic;

	for (nic = 0; nic < topo_nics(offered->topo); nic++)
		if (change->lanes & 1u << nic)
			offered->turns[topo_node(offered->topo, change->chip, nic)] =
				change->ticks;
}

static void lanes_change(struct offered *offered, const struct net_change *change)
{
	size_t link = (size_t)change->chip * (offered->links - 1) + change->port;
	unsigned int lane;

	if (change->kind == NET_FAIL)
		offered->fabric.failed[link] |= change->lanes;
	else if (change->kind == NET_MEND)
		offered->fabric.failed[link] &= ~change->lanes;
	for (lane = 0; change->kind == NET_WIDTH && lane < NET_LANES; lane++)
		if (change->lanes & 1u << lane)
			offered->ticks[link * NET_LANES + lane] = change->ticks;
}

/* Make the changes of a stretch that begins at a cycle. */
static void changes_make(struct offered *offered, const struct net_changes *changes,
			 uint64_t cycle)
{
	const struct net_change *change;

	for (; changes && offered->change < changes->count; offered->change++) {
		change = &changes->list[offered->change];
		if (change->cycle >= cycle + OFFERED_LEAST)
			break;
		if (change->kind == NET_TAKE)
			nics_change(offered, change);
		else
			lanes_change(offered, change);
	}
}

/* --- what is offered in a stretch --- */

static bool has_route(const struct stretch *stretch, uint32_t node,
		      const struct net_transfer *transfer)
{
	const struct topo *topo = &stretch->fabric->topo;
	unsigned int src = topo_node_chip(topo, node), dst = topo_node_chip(topo, transfer->node);

	return !net_routes_left(stretch->fabric, src, dst) &&
	       (transfer->op == NET_RAW || !net_routes_left(stretch->fabric, dst, src));
}

static bool stretch_next(void *context, uint32_t node, struct net_transfer *transfer)
{
	struct stretch *stretch = context;
	const struct net_traffic *traffic = stretch->traffic;
	struct net_transfer *held = &stretch->held[node];
	bool *holds = &stretch->holds[node];

	for (;;) {
		if (!*holds)
			*holds = traffic->next(traffic->context, node, held);
		if (!*holds || held->cycle >= stretch->end)
			return false;
		*holds = false;
		if (!stretch->lenient || has_route(stretch, node, held))
			break;
	}
	*transfer = *held;
	return true;
}

static void part_add(struct offered_part *part, double busy, uint64_t cycles)
{
	part->mean += busy;
	if (busy / cycles > part->most)
		part->most = busy / cycles;
}

/* Return the phits that the working lanes of a link take in a cycle. */
static double link_rate(const struct offered *offered, unsigned int chip, unsigned int port)
{
	size_t link = (size_t)chip * (offered->links - 1) + port;
	unsigned int lanes = net_lanes_left(&offered->fabric, chip, port), lane;
	double rate = 0;

	for (lane = 0; lane < NET_LANES; lane++)
		if (lanes & 1u << lane)
			rate += (double)NET_TICKS / offered->ticks[link * NET_LANES + lane];
	return rate;
}

static void ports_add(struct offered *offered, const struct flow *flow, unsigned int chip,
		      uint64_t cycles)
{
	unsigned int port, far, far_port;
	double phits, rate;

	for (port = 0; port + 1 < offered->links; port++) {
		far = topo_neighbour(offered->topo, chip, port);
		far_port = topo_far_port(offered->topo, chip, port);
		rate = link_rate(offered, chip, port);
		if (far == TOPO_NONE || !rate)
			continue;
		phits = (double)flow_count(flow, far, far_port, NET_VC0_PHITS) +
			flow_count(flow, far, far_port, NET_VC1_PHITS);
		part_add(&offered->link[(size_t)chip * offered->links + port], phits / rate,
			 cycles);
	}
}

/* Find how long the host tiles of a chip are busy with what some nodes send, or take. */
static double host_busy(const struct topo *topo, const struct flow_channels *cells,
			unsigned int chip)
{
	unsigned int hosts = topo->family->pairs ? HOSTS_MOST : 1, nic;
	double busy[HOSTS_MOST] = { 0 };
	const struct flow_channels *cell;

	for (nic = 0; nic < topo_nics(topo); nic++) {
		cell = &cells[topo_node(topo, chip, nic)];
		busy[nic * hosts / topo_nics(topo)] +=
			((double)cell->vc[0].phits + cell->vc[1].phits) * hosts / NET_LANES;
	}
	return busy[0] > busy[1] ? busy[0] : busy[1];
}

static double nic_busy(const struct offered *offered, const struct flow_channels *cells)
{
	return net_turn_cycles(&offered->fabric) * (cells->vc[0].packets + cells->vc[1].packets);
}

static void stretch_add(struct offered *offered, const struct flow *flow, uint64_t cycles)
{
	const struct topo *topo = offered->topo;
	unsigned int chip;
	uint32_t node;

	for (chip = 0; chip < topo->chips; chip++) {
		ports_add(offered, flow, chip, cycles);
		part_add(&offered->host[chip], host_busy(topo, flow->sent, chip), cycles);
		part_add(&offered->link[(size_t)(chip + 1) * offered->links - 1],
			 host_busy(topo, flow->taken, chip), cycles);
	}
	for (node = 0; node < topo_nodes(topo); node++) {
		part_add(&offered->sent[node], nic_busy(offered, &flow->sent[node]), cycles);
		part_add(&offered->taken[node],
			 nic_busy(offered, &flow->taken[node]) * offered->turns[node], cycles);
	}
}

static int stretch_run(struct offered *offered, const struct net_config *config,
		       struct stretch *stretch)
{
	const struct net_traffic traffic = {
		.next = stretch_next, .context = stretch,
		.requests = stretch->traffic->requests, .phits = stretch->traffic->phits,
	};
	struct net_config now = *config;
	struct flow *flow;
	int err;

	changes_make(offered, config->changes, stretch->begin);
	now.fabric = &offered->fabric;
	now.changes = NULL;
	err = flow_new(&now, &flow);
	if (err)
		return err;
	err = flow_run(flow, &traffic, stretch->end);
	if (!err) {
		flow_finish(flow, 0);
		stretch_add(offered, flow, stretch->end - stretch->begin);
	}
	flow_free(flow);
	return err;
}

/* --- all stretches --- */

static void parts_end(struct offered_part *part, size_t count, uint64_t cycles)
{
	for (; count; count--, part++)
		part->mean /= cycles;
}

static int stretches_run(struct offered *offered, const struct net_config *config,
			 struct stretch *stretch, const uint64_t *border, size_t borders)
{
	uint64_t end = border[borders - 1];
	size_t i;
	int err = 0;

	for (i = 0; i < borders && !err; i++) {
		if (border[i] != end && (border[i] - stretch->begin < OFFERED_LEAST ||
					 end - border[i] < OFFERED_LEAST))
			continue;
		stretch->end = border[i];
		if (stretch->end > stretch->begin)
			err = stretch_run(offered, config, stretch);
		stretch->begin = border[i];
	}
	parts_end(offered->link, (size_t)offered->topo->chips * offered->links, end);
	parts_end(offered->host, offered->topo->chips, end);
	parts_end(offered->sent, topo_nodes(offered->topo), end);
	parts_end(offered->taken, topo_nodes(offered->topo), end);
	return err;
}

static int offered_run(struct offered *offered, const struct net_config *config,
		       const struct net_traffic *traffic, const uint64_t *border, size_t borders)
{
	uint32_t nodes = topo_nodes(&config->fabric->topo);
	struct stretch stretch = {
		.traffic = traffic, .fabric = &offered->fabric, .lenient = config->changes,
	};
	int err = offered_start(offered, config->fabric);

	stretch.held = calloc(nodes, sizeof(*stretch.held));
	stretch.holds = calloc(nodes, sizeof(*stretch.holds));
	if (!err)
		err = stretch.held && stretch.holds ?
		      stretches_run(offered, config, &stretch, border, borders) : -ENOMEM;
	free(stretch.held);
	free(stretch.holds);
	return err;
}

int offered_find(const struct net_config *config, const struct net_traffic *traffic,
		 const uint64_t *border, size_t borders, struct offered **result)
{
	struct offered *offered;
	int err;

	if (!borders || !border[borders - 1])
		return -EINVAL;
	offered = calloc(1, sizeof(*offered));
	if (!offered)
		return -ENOMEM;
	err = offered_run(offered, config, traffic, border, borders);
	if (err) {
		offered_free(offered);
		return err;
	}
	*result = offered;
	return 0;
}

/* --- what was found --- */

struct offered_part offered_link(const struct offered *offered, unsigned int chip,
				 unsigned int port)
{
	return offered->link[(size_t)chip * offered->links + port];
}

struct offered_part offered_host(const struct offered *offered, unsigned int chip)
{
	return offered->host[chip];
}

struct offered_part offered_sent(const struct offered *offered, uint32_t node)
{
	return offered->sent[node];
}

struct offered_part offered_taken(const struct offered *offered, uint32_t node)
{
	return offered->taken[node];
}

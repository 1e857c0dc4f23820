// SPDX-License-Identifier: LGPL-2.1-or-later
/* The gap between transfers at which a pattern offers a load, by the flow engine. */
#include <errno.h>
#include <stdlib.h>

#include "netsim/packet.h"
#include "pattern.h"

/*
 * A sample of what each node sends. A packet crosses a link once: the requests and responses of all
 * nodes, of up to NET_PACKET phits, have fewer phits than 2^64.
 */
#define TIMES	(1ull << 40)

/* What is being added to a flow engine. */
struct offer {
	struct flow *flow;
	struct net_fabric fabric;	/* that the traffic is added to */
	const struct topo *topo;
	const struct traffic_pattern *pattern;
	struct flow_load whole;	/* a transfer */
	uint64_t packets;	/* of a transfer, either way */
	uint64_t times;		/* transactions of each node */
};

static int offer_start(struct offer *offer, const struct net_config *config)
{
	const struct net_transfer *each = &offer->pattern->each;
	uint32_t others = topo_nodes(offer->topo) - 1;
	struct net_config begins = *config;

	offer->packets = net_transactions(each);
	if (!offer->packets || offer->packets > UINT64_MAX / NET_PACKET)
		return -EINVAL;
	flow_load(config, each, false, 1, &offer->whole);
	offer->times = TIMES / others * others;
	begins.fabric = &offer->fabric;
	begins.changes = NULL;
	return flow_new(&begins, &offer->flow);
}

static struct flow_channels mean(const struct flow_channels *whole, uint64_t packets,
				 uint64_t times)
{
	struct flow_channels mean = { 0 };
	unsigned int vc;

	for (vc = 0; vc < 2; vc++) {
		mean.vc[vc].phits = (__uint128_t)whole->vc[vc].phits * times / packets;
		mean.vc[vc].packets = whole->vc[vc].packets ? times : 0;
	}
	return mean;
}

/* Return a transaction of a transfer, on average. */
static struct flow_load mean_load(const struct offer *offer, uint64_t times)
{
	return (struct flow_load){
		mean(&offer->whole.there, offer->packets, times),
		mean(&offer->whole.back, offer->packets, times),
	};
}

static bool sends(const struct offer *offer, uint32_t node)
{
	return !offer->pattern->sends || offer->pattern->sends[node];
}

static int add_load(const struct offer *offer, uint32_t node, uint32_t partner,
		    const struct flow_load *load)
{
	int err;

	err = flow_add_route(offer->flow, node, partner, &load->there);
	if (!err && load->back.vc[1].packets)
		err = flow_add_route(offer->flow, partner, node, &load->back);
	return err;
}

/* Add what the nodes that send, but not all do, send to all others. */
static int add_pairs(const struct offer *offer, uint64_t times)
{
	uint32_t nodes = topo_nodes(offer->topo), node, other;
	struct flow_load load = mean_load(offer, times / (nodes - 1));
	int err = 0;

	for (node = 0; node < nodes; node++)
		for (other = 0; sends(offer, node) && other < nodes && !err; other++)
			if (other != node)
				err = add_load(offer, node, other, &load);
	return err;
}

/* What a node sends to all nodes of another chip is added to the one of the same NIC. */
static int add_uniform(const struct offer *offer, uint64_t times)
{
	uint32_t others = topo_nodes(offer->topo) - 1;
	struct flow_load one = mean_load(offer, times / others);
	struct flow_load all = mean_load(offer, times / others * topo_nics(offer->topo));

	if (offer->pattern->sends)
		return add_pairs(offer, times);
	return flow_add_everyone(offer->flow, &one, &all);
}

static int add_hot(const struct offer *offer)
{
	uint64_t share = (__uint128_t)offer->times * offer->pattern->share >> 32;
	struct flow_load load = mean_load(offer, share);
	uint32_t node;
	int err = 0;

	for (node = 0; node < topo_nodes(offer->topo) && !err; node++)
		if (node != offer->pattern->hot && sends(offer, node))
			err = add_load(offer, node, offer->pattern->hot, &load);
	return err ? err : add_uniform(offer, offer->times - share);
}

static int add_partners(const struct offer *offer)
{
	uint32_t nodes = topo_nodes(offer->topo), node;
	struct flow_load load = mean_load(offer, offer->times);
	uint32_t *partner = calloc(nodes, sizeof(*partner));
	int err = 0;

	if (!partner)
		return -ENOMEM;
	pattern_partners(offer->topo, offer->pattern, partner);
	for (node = 0; node < nodes && !err; node++)
		if (partner[node] != node && sends(offer, node))
			err = add_load(offer, node, partner[node], &load);
	free(partner);
	return err;
}

static double busiest_link(const struct offer *offer)
{
	unsigned int chip, port;
	double most = 0, cycles;

	for (chip = 0; chip < offer->topo->chips; chip++) {
		for (port = 0; port < topo_ports(offer->topo); port++) {
			cycles = flow_link_busy(offer->flow, chip, port);
			most = cycles > most ? cycles : most;
		}
	}
	return most;
}

static double busiest_nic(const struct offer *offer)
{
	double most = 0, cycles;
	uint32_t node;

	for (node = 0; node < topo_nodes(offer->topo); node++) {
		cycles = flow_nic_busy(offer->flow, node);
		most = cycles > most ? cycles : most;
	}
	return most;
}

/*
 * Return the router cycles that the busiest part, of those in limit, needs for one transfer of
 * every node.
 */
static double busiest(const struct offer *offer, enum traffic_limit limit)
{
	double link = limit == TRAFFIC_NIC ? 0 : busiest_link(offer);
	double nic = busiest_nic(offer);

	return (link > nic ? link : nic) / offer->times * offer->packets;
}

static int offer_add(struct offer *offer)
{
	if (pattern_is_fixed(offer->pattern->kind))
		return add_partners(offer);
	if (offer->pattern->kind->hot)
		return add_hot(offer);
	return add_uniform(offer, offer->times);
}

/* Find the router cycles that a fabric needs for one transfer of every node. */
static int fabric_need(const struct net_config *config, const struct traffic_pattern *pattern,
		       const struct net_fabric *fabric, enum traffic_limit limit, double *cycles)
{
	struct offer offer = {
		.fabric = *fabric, .topo = &fabric->topo, .pattern = pattern,
	};
	int err = offer_start(&offer, config);

	if (err)
		return err;
	err = offer_add(&offer);
	if (!err) {
		flow_finish(offer.flow, 0);
		*cycles = busiest(&offer, limit);
	}
	flow_free(offer.flow);
	return err;
}

int traffic_gap(const struct net_config *config, const struct traffic_pattern *pattern,
		enum traffic_limit limit, double load, double *gap)
{
	const struct net_fabric whole = net_fabric_whole(config->fabric);
	double cycles;
	int err;

	err = pattern_check(&whole.topo, pattern);
	if (err || !(load > 0))
		return -EINVAL;
	/* Failed links do not count for the load, but routes must be left. */
	if (config->fabric->failed)
		err = fabric_need(config, pattern, config->fabric, limit, &cycles);
	if (!err)
		err = fabric_need(config, pattern, &whole, limit, &cycles);
	if (!err)
		*gap = cycles / load;
	return err;
}

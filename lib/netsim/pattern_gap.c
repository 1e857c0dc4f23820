// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>

#include "pattern.h"

/* What all nodes send, as often as each sends this many transfers. */
#define TIMES	(1ull << 32)

/** struct offer - where, what and whose is added */
struct offer {
	struct flow *flow;
	const struct topo *topo;
	const struct traffic_pattern *pattern;
};

static int add_transfer(const struct offer *offer, uint32_t node, uint32_t partner, uint64_t times)
{
	struct net_transfer transfer = offer->pattern->each;

	transfer.node = partner;
	return node == partner ? 0 : flow_add(offer->flow, node, &transfer, times);
}

/* Each node to each other, by chips; partners' NICs alternate. */
static int add_uniform(const struct offer *offer, uint64_t share)
{
	uint64_t times = share / (NET_NICS * offer->topo->chips - 1);
	uint32_t from, to, nic;
	int err = 0;

	for (from = 0; from < offer->topo->chips; from++) {
		for (to = 0; to < offer->topo->chips && !err; to++) {
			nic = (from + to) % NET_NICS;
			if (from != to)
				err = add_transfer(offer, NET_NICS * from + nic,
						   NET_NICS * to + nic,
						   NET_NICS * NET_NICS * times);
		}
		for (nic = 0; nic < NET_NICS && !err; nic++)
			err = add_transfer(offer, NET_NICS * from + nic,
					   NET_NICS * from + !nic, times);
	}
	return err;
}

static int add_hot(const struct offer *offer)
{
	uint32_t node;
	int err = 0;

	for (node = 0; node < NET_NICS * offer->topo->chips && !err; node++)
		err = add_transfer(offer, node, offer->pattern->hot, offer->pattern->share);
	return err ? err : add_uniform(offer, TIMES - offer->pattern->share);
}

static int add_partners(const struct offer *offer)
{
	uint32_t nodes = NET_NICS * offer->topo->chips, node;
	uint32_t *circle = NULL;
	int err = 0;

	if (offer->pattern->kind == TRAFFIC_RANDOM) {
		circle = calloc(nodes, sizeof(*circle));
		if (!circle)
			return -ENOMEM;
		pattern_circle(offer->pattern->seed, nodes, circle);
	}
	for (node = 0; node < nodes && !err; node++)
		err = add_transfer(offer, node, circle ? circle[node] :
				   pattern_partner(offer->topo, offer->pattern->kind, node), TIMES);
	free(circle);
	return err;
}

/* Router cycles that the busiest lane or NIC needs for one transfer of every node. */
static double busiest(const struct flow *flow, const struct topo *topo)
{
	double most = 0, cycles;
	unsigned int chip, port;
	uint32_t node;

	for (chip = 0; chip < topo->chips; chip++) {
		for (port = 0; port < topo_ports(topo); port++) {
			cycles = flow_link_busy(flow, chip, port);
			most = cycles > most ? cycles : most;
		}
	}
	for (node = 0; node < NET_NICS * topo->chips; node++) {
		cycles = flow_nic_busy(flow, node);
		most = cycles > most ? cycles : most;
	}
	return most / TIMES;
}

int traffic_gap(const struct net_config *config, const struct traffic_pattern *pattern,
		double load, double *gap)
{
	const struct topo *topo = &config->fabric->topo;
	struct offer offer = { .topo = topo, .pattern = pattern };
	int err;

	err = pattern_check(topo, pattern);
	if (err || !(load > 0) || topo->kind == TOPO_DRAGONFLY)
		return -EINVAL;
	err = flow_new(config, &offer.flow);
	if (err)
		return err;
	if (pattern->kind == TRAFFIC_UNIFORM)
		err = add_uniform(&offer, TIMES);
	else if (pattern->kind == TRAFFIC_HOT)
		err = add_hot(&offer);
	else
		err = add_partners(&offer);
	if (!err) {
		flow_finish(offer.flow, 0);
		*gap = busiest(offer.flow, topo) / load;
	}
	flow_free(offer.flow);
	return err;
}

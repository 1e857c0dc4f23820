// SPDX-License-Identifier: GPL-2.0-only
/* The simulation of a scenario, and what it counts. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "scenario.h"

#define HZ	800e6	/* router cycles a second */
#define WARM	4	/* samples before the first one */

static double count_of(const struct net *net, const struct net_fabric *fabric, unsigned int chip,
		       unsigned int port, enum net_counter counter)
{
	unsigned int lanes = port == topo_ports(&fabric->topo) ? NET_LANES : fabric->lanes[port];
	double sum = 0;

	while (lanes--)
		sum += net_count(net, chip, port, lanes, counter);
	return sum;
}

/* Read the counters of all links as sums since the beginning. */
static void totals_read(const struct scenario *scenario, const struct net *net,
			struct explain_counts *totals)
{
	const struct net_fabric *fabric = &scenario->healthy;
	unsigned int ports = topo_ports(&fabric->topo);

	for (uint32_t i = 0; i < scenario->machine.count; i++) {
		const struct explain_link *link = &scenario->links[i];
		unsigned int far = link->port == ports ? ports :
			topo_far_port(&fabric->topo, link->from, link->port);

		totals[i].use = count_of(net, fabric, link->to, far, NET_VC0_PHITS) +
				count_of(net, fabric, link->to, far, NET_VC1_PHITS);
		totals[i].packets = count_of(net, fabric, link->to, far, NET_VC0_PACKETS) +
				    count_of(net, fabric, link->to, far, NET_VC1_PACKETS);
		totals[i].input = count_of(net, fabric, link->to, far, NET_INQ_STALLS);
		totals[i].credit = count_of(net, fabric, link->from, link->port,
					    NET_CREDIT_STALLS);
	}
}

/* Make shares and rates of two sums, as a monitor would. */
static void counts_make(const struct scenario *scenario, const struct explain_counts *before,
			const struct explain_counts *now, double cycles,
			struct explain_counts *counts)
{
	for (uint32_t i = 0; i < scenario->machine.count; i++) {
		const struct explain_link *link = &scenario->links[i];
		double tiles = link->lanes * cycles, seconds = cycles / HZ;

		counts[i] = (struct explain_counts) { NAN, NAN, NAN, NAN, 0 };
		if (!scenario->unread[link->to]) {
			counts[i].use = (now[i].use - before[i].use) / seconds / link->units;
			counts[i].packets = (now[i].packets - before[i].packets) / seconds;
			counts[i].input = (now[i].input - before[i].input) / tiles;
		}
		if (!scenario->unread[link->from])
			counts[i].credit = (now[i].credit - before[i].credit) / tiles;
	}
}

static int samples_take(struct scenario *scenario, struct net *net, uint64_t cycles,
			struct explain_counts *sums)
{
	struct explain_counts *before = sums, *now = sums + scenario->machine.count, *other;
	int err = net_run(net, WARM * cycles);

	totals_read(scenario, net, before);
	for (unsigned int i = 0; i < SCENARIO_SAMPLES && !err; i++) {
		err = net_run(net, (WARM + i + 1) * cycles);
		totals_read(scenario, net, now);
		scenario->counts[i] = calloc(scenario->machine.count, sizeof(*now));
		if (!scenario->counts[i])
			return -ENOMEM;
		counts_make(scenario, before, now, cycles, scenario->counts[i]);
		other = before;
		before = now;
		now = other;
	}
	return err;
}

/* The fault's traffic lasts a fifth of the samples. */
static void burst_place(struct scenario *scenario, uint64_t cycles)
{
	struct traffic_pattern *part = &scenario->parts[scenario->count - 1];

	part->from = (WARM + 1 + scenario->seed % (SCENARIO_SAMPLES / 2)) * cycles;
	part->until = part->from + SCENARIO_SAMPLES / 5 * cycles;
}

static void nic_slow(struct scenario *scenario)
{
	const struct topo *topo = &scenario->healthy.topo;

	scenario->change = (struct net_change) {
		.chip = topo_node_chip(topo, scenario->slow), .kind = NET_TAKE,
		.lanes = 1u << topo_node_nic(topo, scenario->slow), .ticks = scenario->turns,
	};
	scenario->changes = (struct net_changes) {
		.list = &scenario->change, .count = 1, .timeout = 80000,
	};
	scenario->config.changes = &scenario->changes;
}

int scenario_run(struct scenario *scenario, uint64_t cycles)
{
	struct explain_counts *sums = calloc(scenario->machine.count, 2 * sizeof(*sums));
	struct net_traffic traffic = { 0 };
	struct net *net = NULL;
	int err = sums ? 0 : -ENOMEM;

	if (scenario->kind == SCENARIO_BURST)
		burst_place(scenario, cycles);
	if (scenario->turns)
		nic_slow(scenario);
	if (!err)
		err = traffic_patterns(&scenario->fabric.topo, scenario->parts, scenario->count,
				       &traffic);
	if (!err)
		err = net_new(&scenario->config, &traffic, &net);
	if (!err)
		err = samples_take(scenario, net, cycles, sums);
	net_free(net);
	traffic_free(&traffic);
	free(sums);
	return err;
}

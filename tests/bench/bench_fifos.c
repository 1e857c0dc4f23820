// SPDX-License-Identifier: GPL-2.0-only
/*
 * Several FIFOs per virtual channel: how busy they keep the busiest links of an 8x8 torus with one
 * tile per link, under uniform PUT traffic that asks for a given share of those links.
 *
 * By symmetry all links of a direction carry the same load. Packets that go half-way round a ring
 * all go plus, so X+ and Y+ are the busiest. Phits of requests and responses both count.
 */
#include "bench.h"
#include "netsim/traffic/traffic.h"
#include "topo/grid.h"

#define TORUS		"torus:8x8"
#define TICKS		256		/* a phit, of a cable */
#define WARM		40000ull	/* cycles before the measurement of CYCLES */
#define CYCLES		200000ull

static const double loads[] = { 0.6, 0.7, 0.8, 0.9, 1.0 };

#define LOADS		(sizeof(loads) / sizeof(*loads))

/* Return the share of their capacity that all links of a direction have sent in so many cycles. */
static double share_of(const struct topo *topo, const struct net *net, unsigned int port,
		       double cycles)
{
	unsigned int chip;
	double phits = 0;

	for (chip = 0; chip < topo->chips; chip++)
		phits += net_count(net, chip, port, 0, NET_VC0_PHITS) +
			 net_count(net, chip, port, 0, NET_VC1_PHITS);
	return phits * TICKS / NET_TICKS / cycles / topo->chips;
}

/* Return the share of the busiest direction, after the first WARM cycles. */
static double busiest(const struct topo *topo, struct net *net)
{
	double before[NET_PORTS], share, most = 0;
	unsigned int ports = topo_ports(topo), port;

	check(net_run(net, WARM), "run");
	for (port = 0; port < ports; port++)
		before[port] = share_of(topo, net, port, CYCLES);
	check(net_run(net, WARM + CYCLES), "run");
	for (port = 0; port < ports; port++) {
		share = share_of(topo, net, port, CYCLES) - before[port];
		most = share > most ? share : most;
	}
	return most;
}

static double share_run(const struct net_fabric *fabric, unsigned int fifos, double load)
{
	const struct net_config config = {
		.fabric = fabric, .put_response = 3, .seed = 1, .threads = 1, .fifos = fifos,
	};
	struct traffic_pattern pattern = {
		.kind = &traffic_kinds[0], .each = { .op = NET_PUT, .bytes = 64 },
		.until = NET_FOREVER, .seed = 1,
	};
	struct net_traffic traffic;
	struct net *net;
	double share;

	check(traffic_gap(&config, &pattern, TRAFFIC_BUSIEST, load, &pattern.gap), "load");
	check(traffic_pattern(&fabric->topo, &pattern, &traffic), "traffic");
	check(net_new(&config, &traffic, &net), "network");
	share = busiest(&fabric->topo, net);
	net_free(net);
	traffic_free(&traffic);
	return share;
}

int main(void)
{
	struct net_fabric fabric;
	struct topo topo;
	unsigned int fifos, i;

	check(topo_parse(&topo, TORUS), TORUS);
	check(net_fabric_even(&fabric, &topo, 1, TICKS), "fabric");
	printf("%s, one tile a link, uniform PUTs: share of the busiest links\nFIFOs  load", TORUS);
	for (i = 0; i < LOADS; i++)
		printf("  %5.1f", loads[i]);
	putchar('\n');
	for (fifos = 1; fifos <= NET_FIFOS; fifos *= 2) {
		printf("%5u      ", fifos);
		for (i = 0; i < LOADS; i++)
			printf("  %5.3f", share_run(&fabric, fifos, loads[i]));
		putchar('\n');
	}
	net_fabric_free(&fabric);
	return 0;
}

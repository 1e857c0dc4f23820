// SPDX-License-Identifier: GPL-2.0-only
/*
 * Error of the flow engine's stalls: the same traffic in both engines, by pattern and load, on a
 * Gemini torus. Nothing is timed.
 */
#include "bench.h"
#include "netsim/traffic/traffic.h"
#include "topo/gemini.h"

#define CYCLES	100000

static struct net_fabric fabric;
static const struct net_config config = {
	.fabric = &fabric, .put_response = 3, .seed = 1, .threads = 1,
};

static const double loads[] = { 0.1, 0.3, 0.5, 0.7, 0.9 };

/* Stalls of the network's inputs, the hosts' inputs and the hosts' outputs. */
struct stalls {
	double network, host, credit;
};

static double net_link(const struct net *net, unsigned int chip, unsigned int port,
		       enum net_counter counter)
{
	unsigned int lanes = port == topo_ports(&fabric.topo) ? NET_LANES : fabric.lanes[port];
	double sum = 0;

	while (lanes--)
		sum += net_count(net, chip, port, lanes, counter);
	return sum;
}

static struct stalls sum_up(const struct net *net, const struct flow *flow)
{
	unsigned int ports = topo_ports(&fabric.topo), chip, port;
	struct stalls sums = { 0 };

	for (chip = 0; chip < fabric.topo.chips; chip++) {
		for (port = 0; port <= ports; port++)
			*(port < ports ? &sums.network : &sums.host) +=
				net ? net_link(net, chip, port, NET_INQ_STALLS) :
				      flow_count(flow, chip, port, NET_INQ_STALLS);
		sums.credit += net ? net_link(net, chip, ports, NET_CREDIT_STALLS) :
				     flow_count(flow, chip, ports, NET_CREDIT_STALLS);
	}
	return sums;
}

/* Print each engine's stalls in 1e6 cycles, and the estimate's error. */
static void print_pair(double event, double flow)
{
	printf("  %9.3f %9.3f", event / 1e6, flow / 1e6);
	if (event >= 1000)
		printf(" %+5.0f%%", 100 * (flow / event - 1));
	else
		printf("      -");
}

static void compare(const struct traffic_pattern *pattern, double load)
{
	struct net_traffic for_net, for_flow;
	struct stalls event, estimate;
	struct flow *flow;
	struct net *net;

	check(traffic_pattern(&fabric.topo, pattern, &for_net), "traffic_pattern");
	check(traffic_pattern(&fabric.topo, pattern, &for_flow), "traffic_pattern");
	check(net_new(&config, &for_net, &net), "net_new");
	check(flow_new(&config, &flow), "flow_new");
	check(net_run(net, NET_FOREVER), "net_run");
	check(flow_run(flow, &for_flow, NET_FOREVER), "flow_run");
	flow_finish(flow, pattern->until);
	event = sum_up(net, NULL);
	estimate = sum_up(NULL, flow);
	printf("%-10s %3.0f%%", pattern->kind->name, 100 * load);
	print_pair(event.network, estimate.network);
	print_pair(event.host, estimate.host);
	print_pair(event.credit, estimate.credit);
	printf("\n");
	flow_free(flow);
	net_free(net);
	traffic_free(&for_net);
	traffic_free(&for_flow);
}

static void compare_kind(const struct traffic_kind *kind)
{
	struct traffic_pattern pattern = {
		.kind = kind, .each = { .op = NET_PUT, .bytes = 64 }, .until = CYCLES,
		.seed = 1, .hot = 100, .share = 1u << 26,
	};
	unsigned int i;

	for (i = 0; i < sizeof(loads) / sizeof(*loads); i++) {
		check(traffic_gap(&config, &pattern, TRAFFIC_BUSIEST, loads[i], &pattern.gap),
		      "traffic_gap");
		compare(&pattern, loads[i]);
	}
}

int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "8x8x8";
	struct gemini_system system;
	const struct traffic_kind *kind;
	struct topo torus;
	unsigned int i;

	check(topo_parse(&torus, name), name);
	check(gemini_system(&system, &torus, -1), "gemini_system");
	check(net_fabric_gemini(&fabric, &system), "net_fabric_gemini");
	printf("stalls by event and flow engine, %s, PUTs of 64 bytes, %d cycles, in 1e6 cycles\n",
	       name, CYCLES);
	printf("load: of what is used most%22s%28s%26s\n", "network inputs", "host inputs",
	       "host outputs");
	printf("%-15s", "");
	for (i = 0; i < 3; i++)
		printf("  %9s %9s %5s", "event", "flow", "off");
	printf("\n");
	for (kind = traffic_kinds; kind->name; kind++)
		compare_kind(kind);
	net_fabric_free(&fabric);
	return 0;
}

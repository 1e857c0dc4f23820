// SPDX-License-Identifier: GPL-2.0-only
/*
 * How fast the flow engine is: MiniGhost's 131,072 ranks on 8,192 nodes of Cielo, messages to up to
 * 26 neighbours each, from nothing to all counters of all chips, stalls included. Processor time
 * of one core.
 */
#include "bench.h"
#include "netsim/traffic/traffic.h"
#include "topo/gemini.h"

#define ROUNDS	15

static const struct {
	const char *name;
	unsigned int node[3];
	bool random;
} placements[] = {
	{ "1x1x16", { 1, 1, 16 }, false },
	{ "2x2x4", { 2, 2, 4 }, false },
	{ "random", { 1, 1, 16 }, true },
};

static struct net_fabric fabric;
static const struct net_config config = { .fabric = &fabric, .put_response = 3 };

/* Read all counters of all chips: the hosts' traffic, and packets times links. */
static void read_all(const struct flow *flow, uint64_t *sent, uint64_t *hops)
{
	unsigned int ports = topo_ports(&fabric.topo), chip, port;
	enum net_counter counter;
	uint64_t sums[2][NET_COUNTERS] = { 0 };

	for (chip = 0; chip < fabric.topo.chips; chip++)
		for (port = 0; port <= ports; port++)
			for (counter = 0; counter < NET_COUNTERS; counter++)
				sums[port == ports][counter] +=
					flow_count(flow, chip, port, counter);
	*sent = sums[1][NET_VC0_PACKETS] + sums[1][NET_VC1_PACKETS];
	*hops = sums[0][NET_VC0_PACKETS] + sums[0][NET_VC1_PACKETS];
}

static double one_round(const struct stencil *stencil, uint32_t *place, uint64_t *sent,
			uint64_t *hops)
{
	double start = seconds(CLOCK_PROCESS_CPUTIME_ID);
	struct flow *flow;

	check(flow_new(&config, &flow), "flow_new");
	check(stencil_place(stencil, &fabric.topo, place), "stencil_place");
	check(stencil_flow(stencil, place, &config, flow), "stencil_flow");
	flow_finish(flow, 100 * 1000 * 1000);
	read_all(flow, sent, hops);
	start = seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
	flow_free(flow);
	return start;
}

static void placement_run(struct stencil *stencil, unsigned int which, uint32_t *place)
{
	uint64_t sent = 0, hops = 0;
	double times[ROUNDS];
	unsigned int i;

	memcpy(stencil->node, placements[which].node, sizeof(stencil->node));
	stencil->random = placements[which].random;
	for (i = 0; i < ROUNDS; i++)
		times[i] = one_round(stencil, place, &sent, &hops);
	doubles_sort(times, ROUNDS);
	printf("%-8s %11.1f %13.1f   %.4f [%.4f, %.4f]\n", placements[which].name, sent / 1e6,
	       hops / 1e6, times[ROUNDS / 2], times[0], times[ROUNDS - 1]);
}

int main(void)
{
	struct stencil stencil = {
		.grid = { 64, 64, 32 }, .points = 27, .box = { 100, 100, 100 }, .cell = 8,
		.steps = 1, .mpi = mpi_cray,
	};
	struct gemini_system cielo;
	struct topo torus;
	uint32_t *place;
	unsigned int i;

	check(topo_parse(&torus, "16x12x24"), "topo_parse");
	check(gemini_system(&cielo, &torus, -1), "gemini_system");
	check(net_fabric_gemini(&fabric, &cielo), "net_fabric_gemini");
	place = calloc(stencil_ranks(&stencil), sizeof(*place));
	if (!place)
		return 1;
	printf("flow engine, 131072 ranks with up to 26 neighbours on 16x12x24 chips, %d rounds\n",
	       ROUNDS);
	printf("ranks     packets (M)  packet-hops (M)   seconds: median [min, max]\n");
	for (i = 0; i < sizeof(placements) / sizeof(*placements); i++)
		placement_run(&stencil, i, place);
	free(place);
	net_fabric_free(&fabric);
	return 0;
}

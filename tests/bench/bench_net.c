// SPDX-License-Identifier: GPL-2.0-only
/*
 * How fast the event engine is: packet-hops per second of processor time, one thread; what a second
 * thread gains, by the wall clock; bytes of state. First, all counters are compared with the flow
 * engine's. With "whole", only a machine of 130,944 NICs for 100 us, which takes minutes.
 *
 * Load: of a network tile, VC0 phits x ticks a phit / time, mean over all tiles. One-phit packets
 * cannot load tiles so, because a NIC starts only one packet every 5 of its cycles: there the load
 * is the NICs' load.
 */
#include <errno.h>
#include <malloc.h>

#include "bench.h"
#include "netsim/traffic/traffic.h"
#include "topo/gemini.h"

#define ROUNDS		9

struct row {
	const char *topo;
	const char *name;
	struct net_transfer each;
	double load;
	uint64_t cycles;	/* of a round */
	enum net_routing routing;
};

static const struct row rows[] = {
	{ "8x8x8", "PUT 32+3 phits, 30 %", { .op = NET_PUT, .bytes = 64 }, 0.30, 20000,
	  NET_MINIMAL },
	{ "8x8x8", "PUT 32+3 phits, 70 %", { .op = NET_PUT, .bytes = 64 }, 0.70, 5000,
	  NET_MINIMAL },
	{ "16x12x24", "PUT 32+3 phits, 10 %", { .op = NET_PUT, .bytes = 64 }, 0.10, 8000,
	  NET_MINIMAL },
	{ "8x8x8", "one phit, NICs 30 %",
	  { .op = NET_RAW, .bytes = 1, .phits = 1 }, 0.30, 20000, NET_MINIMAL },
	{ "dragonfly:8x1x33", "NICs 30 %, minimal", { .op = NET_PUT, .bytes = 64 }, 0.30, 20000,
	  NET_MINIMAL },
	{ "dragonfly:8x1x33", "... adaptive0", { .op = NET_PUT, .bytes = 64 }, 0.30, 20000,
	  NET_ADAPTIVE0 },
	{ "dragonfly:8x1x33", "... adaptive1", { .op = NET_PUT, .bytes = 64 }, 0.30, 20000,
	  NET_ADAPTIVE1 },
	{ "dragonfly:8x1x33", "... adaptive3", { .op = NET_PUT, .bytes = 64 }, 0.30, 20000,
	  NET_ADAPTIVE3 },
};

/* --- a system and its traffic --- */

struct bench {
	const struct row *row;
	struct topo topo;
	struct net_fabric fabric;
	struct net_config config;
	struct traffic_pattern pattern;
};

static uint64_t link_count(const struct bench *bench, const struct net *net, unsigned int chip,
			   unsigned int port, enum net_counter counter)
{
	unsigned int lane, lanes = NET_LANES;
	uint64_t sum = 0;

	if (port < topo_ports(&bench->topo))
		lanes = bench->fabric.lanes[port];
	for (lane = 0; lane < lanes; lane++)
		sum += net_count(net, chip, port, lane, counter);
	return sum;
}

/* Return the ticks that arriving VC0 phits take on the tiles of a link. */
static double link_ticks(const struct bench *bench, unsigned int chip, unsigned int port,
			 uint64_t phits)
{
	unsigned int far = topo_neighbour(&bench->topo, chip, port);
	unsigned int back = topo_far_port(&bench->topo, chip, port);

	if (far == TOPO_NONE)
		return 0;
	return (double)phits * bench->fabric.ticks[far * topo_ports(&bench->topo) + back] /
	       bench->fabric.lanes[port];
}

static double flow_load_of(const struct bench *bench, uint64_t cycles)
{
	unsigned int ports = topo_ports(&bench->topo), chip, port;
	struct net_traffic traffic;
	double sum = 0, lanes = 0;
	struct flow *flow;

	check(traffic_pattern(&bench->topo, &bench->pattern, &traffic), "traffic");
	check(flow_new(&bench->config, &flow), "flow");
	check(flow_run(flow, &traffic, cycles), "flow");
	flow_finish(flow, 0);
	for (chip = 0; chip < bench->topo.chips; chip++) {
		for (port = 0; port < ports; port++) {
			uint64_t phits = flow_count(flow, chip, port, NET_VC0_PHITS);

			lanes += bench->fabric.lanes[port];
			sum += link_ticks(bench, chip, port, phits) * bench->fabric.lanes[port];
		}
	}
	flow_free(flow);
	traffic_free(&traffic);
	return sum / lanes / NET_TICKS / cycles;
}

/* Return the gap that gives the wanted load: load and rate are proportional. */
static double gap_find(struct bench *bench)
{
	double gap;

	if (!topo_is_grid(&bench->topo)) {
		check(traffic_gap(&bench->config, &bench->pattern, TRAFFIC_NIC, bench->row->load,
				  &gap), "gap");
		return gap;
	}
	if (bench->row->each.op == NET_RAW)
		return net_turn_cycles(&bench->fabric) / bench->row->load;
	bench->pattern.gap = 100;
	return 100 * flow_load_of(bench, 200000) / bench->row->load;
}

static void fabric_start(struct bench *bench, const struct row *row)
{
	struct gemini_system system;

	check(topo_parse(&bench->topo, row->topo), row->topo);
	if (!topo_is_grid(&bench->topo)) {
		check(net_fabric_classes(&bench->fabric, &bench->topo), "fabric");
		return;
	}
	check(gemini_system(&system, &bench->topo, -1), row->topo);
	check(net_fabric_gemini(&bench->fabric, &system), "fabric");
}

static void bench_start(struct bench *bench, const struct row *row)
{
	*bench = (struct bench){ .row = row };
	fabric_start(bench, row);
	bench->config = (struct net_config){
		.fabric = &bench->fabric, .put_response = 3, .seed = 1, .threads = 1,
		.routing = row->routing,
	};
	bench->pattern = (struct traffic_pattern){
		.kind = &traffic_kinds[0], .each = row->each, .until = NET_FOREVER, .seed = 1,
	};
	bench->pattern.gap = gap_find(bench);
}

/* --- the same as the flow engine --- */

static void counters_compare(const struct bench *bench, const struct net *net,
			     const struct flow *flow)
{
	unsigned int ports = topo_ports(&bench->topo), chip, port, counter;

	for (chip = 0; chip < bench->topo.chips; chip++)
		for (port = 0; port <= ports; port++)
			for (counter = 0; counter < NET_INQ_STALLS; counter++)
				if (link_count(bench, net, chip, port, counter) !=
				    flow_count(flow, chip, port, counter))
					check(-EBADMSG, "event and flow do not count the same");
}

static void engines_compare(const struct bench *bench)
{
	struct traffic_pattern pattern = bench->pattern;
	struct net_traffic traffic, again;
	struct flow *flow;
	struct net *net;

	pattern.until = bench->row->cycles / 4;
	check(traffic_pattern(&bench->topo, &pattern, &traffic), "traffic");
	check(traffic_pattern(&bench->topo, &pattern, &again), "traffic");
	check(net_new(&bench->config, &traffic, &net), "network");
	check(net_run(net, NET_FOREVER), "network");
	check(flow_new(&bench->config, &flow), "flow");
	check(flow_run(flow, &again, NET_FOREVER), "flow");
	flow_finish(flow, 0);
	counters_compare(bench, net, flow);
	flow_free(flow);
	net_free(net);
	traffic_free(&traffic);
	traffic_free(&again);
}

/* --- time --- */

static void print_range(const char *unit, double *values)
{
	doubles_sort(values, ROUNDS);
	printf("  %s%.2f [%.2f, %.2f]", unit, values[ROUNDS / 2], values[0], values[ROUNDS - 1]);
}

/* A network that runs on and on. */
struct track {
	struct net_traffic traffic;
	struct net *net;
	uint64_t cycle;
	double cpu, wall;	/* seconds of the last round */
	uint64_t hops;		/* in it */
};

static void track_run(struct track *track, uint64_t cycles)
{
	double cpu = seconds(CLOCK_PROCESS_CPUTIME_ID), wall = seconds(CLOCK_MONOTONIC);
	struct net_totals before, after;

	net_totals(track->net, &before);
	track->cycle += cycles;
	check(net_run(track->net, track->cycle), "run");
	track->cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
	track->wall = seconds(CLOCK_MONOTONIC) - wall;
	net_totals(track->net, &after);
	track->hops = after.hops - before.hops;
}

static void track_start(struct track *track, const struct bench *bench, unsigned int threads)
{
	struct net_config config = bench->config;

	config.threads = threads;
	*track = (struct track){ 0 };
	check(traffic_pattern(&bench->topo, &bench->pattern, &track->traffic), "traffic");
	check(net_new(&config, &track->traffic, &track->net), "network");
	track_run(track, bench->row->cycles);
}

static void track_end(struct track *track)
{
	net_free(track->net);
	traffic_free(&track->traffic);
}

static double tile_load(const struct bench *bench, const struct track *track)
{
	unsigned int ports = topo_ports(&bench->topo), chip, port;
	double sum = 0, lanes = 0;

	for (chip = 0; chip < bench->topo.chips; chip++) {
		for (port = 0; port < ports; port++) {
			uint64_t phits = link_count(bench, track->net, chip, port, NET_VC0_PHITS);

			lanes += bench->fabric.lanes[port];
			sum += link_ticks(bench, chip, port, phits) * bench->fabric.lanes[port];
		}
	}
	return sum / lanes / NET_TICKS / track->cycle;
}

static void row_run(const struct row *row)
{
	double rate[ROUNDS], ratio[ROUNDS];
	struct track one, two;
	struct bench bench;
	unsigned int i;

	bench_start(&bench, row);
	if (row->routing == NET_MINIMAL)
		engines_compare(&bench);
	track_start(&one, &bench, 1);
	track_start(&two, &bench, 2);
	for (i = 0; i < ROUNDS; i++) {
		track_run(&one, row->cycles);
		track_run(&two, row->cycles);
		rate[i] = one.hops / one.cpu / 1e6;
		ratio[i] = one.wall / two.wall;
		if (one.hops != two.hops)
			check(-EBADMSG, "one thread and two do not count the same");
	}
	printf("%-16s %-21s tiles %4.1f %%", row->topo, row->name, 100 * tile_load(&bench, &one));
	print_range("M hops/s ", rate);
	print_range("2 threads x ", ratio);
	putchar('\n');
	track_end(&one);
	track_end(&two);
	net_fabric_free(&bench.fabric);
}

/* --- a whole machine --- */

/* Run 100 us, once, by two threads. */
static void whole_run(void)
{
	const struct row row = {
		.topo = "dragonfly:16x6x341", .each = rows[0].each, .load = 0.30, .cycles = 80000,
	};
	struct track track;
	struct bench bench;

	bench_start(&bench, &row);
	track_start(&track, &bench, 2);
	printf("%-16s NICs 30 %%, 100 us: %.0f M packet-hops, %.0f s of processor, %.0f s in all\n",
	       row.topo, track.hops / 1e6, track.cpu, track.wall);
	track_end(&track);
	net_fabric_free(&bench.fabric);
}

/* --- memory --- */

static void memory_run(const char *topo)
{
	const struct row row = { .topo = topo, .each = rows[0].each, .load = 1 };
	struct net_traffic traffic;
	struct mallinfo2 before, after;
	struct bench bench;
	struct net *net;

	bench_start(&bench, &row);
	check(traffic_pattern(&bench.topo, &bench.pattern, &traffic), "traffic");
	before = mallinfo2();
	check(net_new(&bench.config, &traffic, &net), "network");
	after = mallinfo2();
	printf("%-16s state and counters, nothing in flight: %.2f MiB\n", topo,
	       (after.uordblks + after.hblkhd - before.uordblks - before.hblkhd) / 1048576.0);
	net_free(net);
	traffic_free(&traffic);
	net_fabric_free(&bench.fabric);
}

int main(int argc, char **argv)
{
	unsigned int i;

	if (argc > 1 && !strcmp(argv[1], "whole")) {
		whole_run();
		return 0;
	}
	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		row_run(&rows[i]);
	memory_run("16x12x24");
	memory_run("dragonfly:8x1x33");
	return 0;
}

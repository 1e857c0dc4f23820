// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/out/complain.h"
#include "engine.h"

#define PUT_RESPONSE	3	/* phits, as measured */

struct net_config engine_config(const struct machine *machine)
{
	return (struct net_config){
		.fabric = &machine->fabric,
		.put_response = PUT_RESPONSE,
		.seed = 1,
		.threads = 1,
	};
}

int engine_event(struct engine *engine, const struct machine *machine,
		 const struct net_config *config, const struct net_traffic *traffic)
{
	*engine = (struct engine){ .machine = machine, .config = *config };
	return net_new(config, traffic, &engine->net);
}

int engine_measure(struct engine *engine)
{
	struct net_meter meter;
	int err = latency_new(engine->config.threads, &engine->latency);

	if (err)
		return err;
	meter = latency_meter(engine->latency);
	return net_measure(engine->net, &meter);
}

int engine_flow(struct engine *engine, const struct machine *machine,
		const struct net_config *config)
{
	*engine = (struct engine){ .machine = machine, .config = *config };
	return flow_new(config, &engine->flow);
}

void engine_free(struct engine *engine)
{
	if (engine->net)
		net_free(engine->net);
	if (engine->flow)
		flow_free(engine->flow);
	latency_free(engine->latency);
	free(engine->gathered);
}

static uint64_t lanes_count(const struct engine *engine, unsigned int chip, unsigned int port,
			    enum net_counter counter)
{
	uint64_t sum = 0;

	for (unsigned int lane = 0; lane < machine_lanes(engine->machine, port); lane++)
		sum += net_count(engine->net, chip, port, lane, counter);
	return sum;
}

/* Index of a counter among those that were gathered. */
static size_t gathered_index(const struct engine *engine, unsigned int chip, unsigned int port,
			     enum net_counter counter)
{
	size_t links = topo_ports(&engine->machine->fabric.topo) + 1;

	return (chip * links + port) * NET_COUNTERS + counter;
}

void engine_gather(struct engine *engine)
{
	const struct net_peers *peers = engine->config.peers;
	unsigned int first, end, ports = topo_ports(&engine->machine->fabric.topo);
	uint64_t *mine;
	size_t begin, all;

	if (!peers)
		return;
	net_part(engine->net, &first, &end);
	begin = gathered_index(engine, first, 0, 0);
	all = gathered_index(engine, end, 0, 0) - begin;
	mine = calloc(all, sizeof(*mine));
	if (!mine)
		peers->abort(peers->context, "no memory to gather counters");
	for (unsigned int chip = first; chip < end; chip++) {
		for (unsigned int i = 0; i < (ports + 1) * NET_COUNTERS; i++)
			mine[gathered_index(engine, chip, 0, 0) + i - begin] =
				lanes_count(engine, chip, i / NET_COUNTERS, i % NET_COUNTERS);
	}
	free(engine->gathered);
	engine->gathered = peers->gather(peers->context, mine, all * sizeof(*mine), false, &all);
	free(mine);
	net_totals_all(engine->net, &engine->totals);
}

void engine_totals(const struct engine *engine, struct net_totals *totals)
{
	if (engine->config.peers)
		*totals = engine->totals;
	else
		net_totals(engine->net, totals);
}

uint64_t engine_count(const struct engine *engine, unsigned int chip, unsigned int port,
		      enum net_counter counter)
{
	if (engine->flow)
		return flow_count(engine->flow, chip, port, counter);
	if (engine->gathered)
		return engine->gathered[gathered_index(engine, chip, port, counter)];
	return lanes_count(engine, chip, port, counter);
}

uint64_t engine_phits(const struct engine *engine, unsigned int chip, unsigned int port)
{
	return engine_count(engine, chip, port, NET_VC0_PHITS) +
	       engine_count(engine, chip, port, NET_VC1_PHITS);
}

unsigned int engine_lanes(const struct engine *engine, unsigned int chip, unsigned int port)
{
	const struct machine *machine = engine->machine;
	unsigned int ports = topo_ports(&machine->fabric.topo);
	unsigned int failed = 0;

	if (machine->fabric.failed && port < ports)
		failed = machine->fabric.failed[chip * ports + port];
	return machine_lanes(machine, port) - __builtin_popcount(failed);
}

/* Mean time (ticks) for which the working lanes of a link into a chip were busy. */
static double busy_ticks(const struct engine *engine, unsigned int chip, unsigned int port)
{
	unsigned int lanes = engine_lanes(engine, chip, port);
	double ticks = machine_ticks(engine->machine, chip, port);

	return lanes ? engine_phits(engine, chip, port) * ticks / lanes : 0;
}

double engine_load(const struct engine *engine, unsigned int chip, unsigned int port)
{
	double ticks = (double)engine->cycles * NET_TICKS;

	return ticks ? busy_ticks(engine, chip, port) / ticks : 0;
}

unsigned int engine_dead(const struct engine *engine, unsigned int chip, unsigned int port)
{
	const struct net_fabric *fabric = &engine->machine->fabric;
	unsigned int ports = topo_ports(&fabric->topo), far, far_port;

	if (!engine_has_link(engine, chip, port) || port == ports)
		return 0;
	far = topo_neighbour(&fabric->topo, chip, port);
	far_port = topo_far_port(&fabric->topo, chip, port);
	if (engine->net)
		return ((1u << fabric->lanes[port]) - 1) & ~net_alive(engine->net, far, far_port);
	return fabric->failed ? fabric->failed[far * ports + far_port] : 0;
}

bool engine_has_link(const struct engine *engine, unsigned int chip, unsigned int port)
{
	const struct topo *topo = &engine->machine->fabric.topo;

	return port == topo_ports(topo) || topo_has_link(topo, chip, port);
}

unsigned int engine_dead_all(const struct engine *engine)
{
	const struct topo *topo = &engine->machine->fabric.topo;
	unsigned int lanes = 0;

	for (unsigned int chip = 0; chip < topo->chips; chip++)
		for (unsigned int port = 0; port < topo_ports(topo); port++)
			lanes += __builtin_popcount(engine_dead(engine, chip, port));
	return lanes;
}

static double engine_busiest(const struct engine *engine)
{
	const struct topo *topo = &engine->machine->fabric.topo;
	double ticks, most = 0;

	for (unsigned int chip = 0; chip < topo->chips; chip++) {
		for (unsigned int port = 0; port <= topo_ports(topo); port++) {
			ticks = busy_ticks(engine, chip, port);
			if (ticks > most)
				most = ticks;
		}
	}
	return most;
}

void engine_flow_finish(struct engine *engine, uint64_t cycles)
{
	flow_finish(engine->flow, cycles);
	engine->cycles = cycles ? cycles : engine_busiest(engine) / NET_TICKS;
}

const char *engine_why(int err)
{
	switch (err) {
	case -EHOSTUNREACH:
		return "no way is left between two nodes: too much has failed";
	case -EOVERFLOW:
		return "2^64 phits or more: less or shorter messages can be counted";
	case -EINVAL:
		return "an engine cannot simulate this machine";
	default:
		return strerror(-err);
	}
}

int engine_failed(int err)
{
	if (err)
		complain("%s", engine_why(err));
	return exit_code(err);
}

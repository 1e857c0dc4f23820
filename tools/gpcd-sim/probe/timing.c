// SPDX-License-Identifier: GPL-2.0-only
#include "cli/cli.h"
#include "cli/hardware/machines.h"
#include "cli/out/complain.h"
#include "machine/engine.h"
#include "netsim/job/job.h"
#include "netsim/routing/route.h"
#include "timing.h"

#define PS_PER_NS	1000.

static unsigned int nodes_a_chip(const struct machine *machine)
{
	return machine_switches_worms(machine) ? machine->hardware.nodes :
						 topo_nics(&machine->fabric.topo);
}

uint32_t timing_nodes(const struct machine *machine)
{
	return machine->fabric.topo.chips * nodes_a_chip(machine);
}

unsigned int timing_hops(const struct machine *machine, uint32_t from, uint32_t to)
{
	const struct topo *topo = &machine->fabric.topo;
	unsigned int nodes = nodes_a_chip(machine), src = from / nodes, dst = to / nodes;

	return topo_distance(topo, src, dst, net_bridge_whole(topo, src, dst));
}

static int time_worms(const struct machine *machine, const struct program *program,
		      const uint32_t *place, double *ns)
{
	struct worm_config network;
	struct host_config host;
	struct host_result result;
	struct worm *worm;
	const char *why;
	int err;

	machines_worm(&machine->hardware, &network);
	machines_host(&machine->hardware, &host);
	why = host_refusal(program, place, NULL, &network, &host);
	if (why) {
		complain("--machine %s: %s", machine->file, why);
		return EXIT_USAGE;
	}
	err = worm_new(&network, &worm);
	if (err)
		return complain_error("the network", err);
	err = host_run(program, place, NULL, worm, &host, &result);
	worm_free(worm);
	if (err)
		return complain_error("the program", err);
	*ns = result.rank[0].end / PS_PER_NS;
	host_result_free(&result);
	return 0;
}

static int time_packets(const struct machine *machine, const struct program *program,
			const uint32_t *place, double *ns)
{
	const struct net_config config = engine_config(machine);
	struct net_traffic traffic;
	struct net *net = NULL;
	struct job *job;
	int err;

	err = job_new(program, &machine->fabric.topo, place, &mpi_cray, &job, &traffic);
	if (err)
		return complain_error("the program", err);
	err = net_new(&config, &traffic, &net);
	if (!err)
		err = net_run(net, NET_FOREVER);
	*ns = job_end_of(job, 0, 1) * NS_PER_CYCLE;
	net_free(net);
	job_free(job);
	if (err)
		complain("%s", engine_why(err));
	return exit_code(err);
}

int timing_run(const struct machine *machine, const struct program *program, const uint32_t *place,
	       double *ns)
{
	return machine_switches_worms(machine) ? time_worms(machine, program, place, ns) :
						 time_packets(machine, program, place, ns);
}

// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <string.h>

#include "study.h"
#include "cli/hardware/machines.h"
#include "cli/out/complain.h"

#define PS_PER_NS	1000

static bool is_mesh(const struct hardware *hardware)
{
	const struct topo *topo = &hardware->topo;

	return hardware->switching == HARDWARE_WORMHOLE && hardware->nodes == 1 &&
	       topo_is_grid(topo) && !topo_has_rings(topo) && topo->dims == 2 &&
	       topo->size[0] == ALEWIFE_X && topo->size[1] == ALEWIFE_Y;
}

static void find_ends(struct alewife *alewife)
{
	const struct hardware_host *host = &alewife->hardware.host;
	double cycle = alewife->hardware.cycle_ps;

	alewife->brief = (struct logp_short){
		.latency = host->latency_ps / cycle,
		.send = host->send_ps / cycle,
		.recv = host->recv_ps / cycle,
	};
	alewife->bulk = (struct logp_long){
		.latency = host->long_latency_ps / cycle,
		.send = host->long_send_ps / cycle,
		.recv = host->long_recv_ps / cycle,
		.byte = host->byte_ps / cycle,
		.memory_byte = host->memory_byte_ps / cycle,
		.interrupt = host->interrupt_bytes,
	};
}

int alewife_read(struct alewife *alewife, const char *name)
{
	int code = machines_read(&alewife->hardware, name);
	const char *why;

	if (code)
		return code;
	if (!is_mesh(&alewife->hardware)) {
		complain("--machine %s: mesh:%ux%u is needed, wormhole switching, nodes = 1",
			 name, ALEWIFE_X, ALEWIFE_Y);
		return EXIT_USAGE;
	}
	machines_worm(&alewife->hardware, &alewife->network);
	machines_host(&alewife->hardware, &alewife->host);
	find_ends(alewife);
	why = worm_refusal(&alewife->network);
	if (!why)
		return 0;
	complain("--machine %s: %s", name, why);
	return EXIT_USAGE;
}

double alewife_port(const struct alewife *alewife)
{
	return (1 + STUDY_SLOWER / 100.) * alewife->bulk.byte / 2;
}

uint64_t alewife_ns(const struct alewife *alewife, double cycles)
{
	return cycles * alewife->hardware.cycle_ps / PS_PER_NS;
}

/* --- the network of a run --- */

static void class_enlarge(struct worm_class *class, unsigned int factor)
{
	class->flit_ps *= factor;
	class->buffer /= factor;
	if (class->buffer < 2)
		class->buffer = 2;
}

static void class_widen(struct worm_class *class)
{
	class->links = WORM_LINKS;
}

/* The input and output queues are the buffers of the channels to the node and from it. */
static void node_make(const struct alewife *alewife, const struct alewife_node *node,
		      struct worm_config *network)
{
	network->port_ps = node->port * alewife->hardware.cycle_ps + 0.5;
	network->queues = node->queue;
	if (!node->queue)
		return;
	network->in.buffer = node->queue / network->flit;
	network->out.buffer = node->queue / network->flit;
}

static struct worm_config network_of(const struct alewife *alewife, const struct alewife_run *run)
{
	struct worm_config network = alewife->network;
	struct worm_class *classes[] = {
		&network.dim[0], &network.dim[1], &network.in, &network.out,
	};
	unsigned int factor = 1;

	node_make(alewife, run->node, &network);
	while (run->plan.bytes / network.flit / factor > ALEWIFE_FLITS)
		factor *= 2;
	for (size_t i = 0; i < sizeof(classes) / sizeof(*classes); i++) {
		class_enlarge(classes[i], factor);
		if (run->wide)
			class_widen(classes[i]);
	}
	network.flit *= factor;
	network.header = (network.header + factor - 1) / factor;
	return network;
}

/* --- a run --- */

/* Exclude waits for a node's own channel: these are waits for its earlier messages. */
static double blocked_in(const struct worm *worm)
{
	struct worm_channel channel;
	double blocked = 0;

	for (uint32_t i = 0; i < worm_channels(worm); i++) {
		worm_channel(worm, i, &channel);
		if (channel.side != WORM_IN)
			blocked += channel.blocked_ps;
	}
	return blocked;
}

static void find_times(const struct alewife *alewife, const struct program *program,
		       const struct host_result *result, const struct worm *worm,
		       struct alewife_times *times)
{
	double cycle = alewife->hardware.cycle_ps;

	*times = (struct alewife_times){
		.messages = program_sum(program).ops[PROGRAM_SEND],
		.end = result->end / cycle,
	};
	for (uint32_t rank = 0; rank < program->ranks; rank++) {
		times->mean += result->rank[rank].end / cycle / program->ranks;
		times->stall += result->rank[rank].stall / cycle / program->ranks;
	}
	if (times->messages > 0)
		times->blocked = blocked_in(worm) / cycle / times->messages;
}

static int run_program(const struct alewife *alewife, const struct alewife_run *run,
		       const struct program *program, struct alewife_times *times)
{
	struct worm_config network = network_of(alewife, run);
	struct host_config host = alewife->host;
	struct host_result result;
	struct worm *worm;
	uint32_t op;
	int err = worm_new(&network, &worm);

	if (err)
		return err;
	host.stalls = network.queues;
	err = host_run(program, run->place, NULL, worm, &host, &result);
	if (!err) {
		if (host_waiting(program, &result, 0, &op) == program->ranks)
			find_times(alewife, program, &result, worm, times);
		else
			err = -EDEADLK;
		if (!err && run->watch)
			run->watch(program, &result, run->data);
		host_result_free(&result);
	}
	worm_free(worm);
	return err;
}

int alewife_run(const struct alewife *alewife, const struct alewife_run *run,
		struct alewife_times *times)
{
	struct program_plan plan = run->plan;
	struct alewife_run full = *run;
	struct program *program;
	int err;

	if (!plan.ranks)
		plan.ranks = ALEWIFE_NODES;
	if (!full.node)
		full.node = &alewife->node;
	plan.kind = program_kinds;
	while (strcmp(plan.kind->name, run->kind))
		plan.kind++;
	plan.algorithm = plan.kind->algorithms;
	while (strcmp(plan.algorithm->name, run->algorithm))
		plan.algorithm++;
	err = program_generate(&plan, &program_limits_default, &program);
	if (err)
		return err;
	err = run_program(alewife, &full, program, times);
	program_free(program);
	return err;
}

// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "trial.h"
#include "cli/out/complain.h"
#include "cli/wait/wait.h"
#include "machine/engine.h"
#include "netsim/aware/aware.h"
#include "netsim/job/job.h"

#define CYCLES_PER_NS	0.8
/* Router cycles between two checks whether the application has ended. */
#define STEP		800

/* A trial while it runs. */
struct stage {
	const struct trial *trial;
	struct machine machine; /* the trial's, with its bias and its end points */
	struct program *all; /* programs of all jobs as one, the application first */
	uint32_t *place; /* node of each rank of all jobs */
	struct mpi mpi; /* message protocols */
	struct aware *aware; /* ranks that choose their routing, or NULL */
	struct job *job; /* all, on its nodes */
	struct engine engine;
	struct trial_result at_begin; /* tile_flits and tile_stalls when the application began */
};

/* --- beginning --- */

static int stage_programs(struct stage *stage)
{
	const struct trial *trial = stage->trial;
	struct program *each[1 + TRIAL_JOBS] = { 0 };
	unsigned int made = 0;
	int err = work_program(&trial->work, TRIAL_BEGIN, trial->seed, trial->repetition,
			       &each[0]);

	while (!err && ++made <= trial->jobs)
		err = work_beside(&trial->beside, trial->seed, made, trial->repetition,
				  &each[made]);
	if (!err)
		err = program_join((const struct program *const *)each, 1 + trial->jobs,
				   &program_limits_default, &stage->all);
	for (unsigned int i = 0; i < made; i++)
		program_free(each[i]);
	return err;
}

static int stage_place(struct stage *stage)
{
	const struct topo *topo = &stage->trial->machine->fabric.topo;
	struct stream stream = stream_of(stage->trial->seed, STREAM_PLACES, STREAM_WHOLE, 0);
	uint32_t own = stage->trial->work.ranks;
	bool *taken = calloc(topo_nodes(topo), sizeof(*taken));
	int err = -ENOMEM;

	stage->place = calloc(stage->all->ranks, sizeof(*stage->place));
	if (taken && stage->place) {
		memcpy(stage->place, stage->trial->place, own * sizeof(*stage->place));
		for (uint32_t rank = 0; rank < own; rank++)
			taken[stage->place[rank]] = true;
		err = 0;
	}
	if (!err && stage->trial->beside_place)
		memcpy(stage->place + own, stage->trial->beside_place,
		       (stage->all->ranks - own) * sizeof(*stage->place));
	else if (!err)
		err = allocation_rest(topo, &stream, taken, stage->place + own,
				      stage->all->ranks - own);
	free(taken);
	return err;
}

const char *trial_routing_name(unsigned int routing)
{
	if (routing == TRIAL_DEFAULT)
		return "default";
	return routing == TRIAL_AWARE ? "aware" : net_routing_name(routing);
}

/* Return the routing that a message names; 0 lets its rank choose. */
static unsigned int message_routing(unsigned int routing, bool alltoall)
{
	if (routing == TRIAL_AWARE)
		return 0;
	if (routing == TRIAL_DEFAULT)
		return NET_ROUTED(aware_routing(alltoall ? AWARE_ALLTOALL : AWARE_ADAPTIVE));
	return NET_ROUTED(routing);
}

/* Name the routing of each message by its job. */
static void stage_route(struct stage *stage)
{
	const struct trial *trial = stage->trial;
	uint32_t own = stage->all->first[trial->work.ranks];
	struct program_op *op;

	for (uint32_t i = 0; i < stage->all->ops; i++) {
		op = &stage->all->op[i];
		if (op->kind == PROGRAM_SEND)
			op->routing = message_routing(i < own ? trial->routing :
						      trial->beside_routing, op->alltoall);
	}
}

/* Let the ranks of the application choose; messages of other jobs name their routing. */
static int stage_choose(struct stage *stage)
{
	struct job_router router = { .choose = aware_choose };
	int err;

	if (stage->trial->routing != TRIAL_AWARE)
		return 0;
	err = aware_new(&stage->trial->rules, stage->all->ranks, &stage->aware);
	if (err)
		return err;
	aware_reading(stage->aware, stage->trial->reading * CYCLES_PER_NS);
	router.context = stage->aware;
	job_route(stage->job, &router);
	return 0;
}

static int stage_begin(struct stage *stage)
{
	const struct trial *trial = stage->trial;
	struct net_config config = engine_config(&stage->machine);
	struct net_traffic traffic;
	int err = stage_programs(stage);

	if (!err)
		err = stage_place(stage);
	if (err)
		return err;
	stage_route(stage);
	err = job_new(stage->all, &stage->machine.fabric, stage->place, &stage->mpi, &stage->job,
		      &traffic);
	if (!err)
		err = stage_choose(stage);
	if (err)
		return err;
	config.nics = true;
	config.threads = 1;
	config.seed = stream_of(trial->seed, 0, STREAM_WHOLE, trial->repetition).key;
	err = engine_event(&stage->engine, &stage->machine, &config, &traffic);
	if (!err && stage->aware)
		aware_watch(stage->aware, stage->engine.net);
	return err;
}

static void stage_free(struct stage *stage)
{
	engine_free(&stage->engine);
	job_free(stage->job);
	aware_free(stage->aware);
	program_free(stage->all);
	free(stage->place);
}

/* --- running --- */

static bool stage_is_over(const struct stage *stage)
{
	const struct program_op *op;

	return job_waiting(stage->job, 0, &op) >= stage->trial->work.ranks;
}

/* Add the counters of a router's network links. */
static void add_router(const struct stage *stage, unsigned int chip, struct trial_result *sum)
{
	const struct engine *engine = &stage->engine;

	for (unsigned int port = 0; port < topo_ports(&engine->machine->fabric.topo); port++) {
		sum->tile_flits += engine_phits(engine, chip, port);
		sum->tile_stalls += engine_count(engine, chip, port, NET_INQ_STALLS) +
				    engine_count(engine, chip, port, NET_CREDIT_STALLS);
	}
}

static bool has_earlier_rank(const struct stage *stage, uint32_t rank)
{
	const struct topo *topo = &stage->trial->machine->fabric.topo;
	unsigned int chip = topo_node_chip(topo, stage->place[rank]);

	while (rank--)
		if (topo_node_chip(topo, stage->place[rank]) == chip)
			return true;
	return false;
}

/* Add each router once, however many ranks are at its nodes. */
static void add_routers(const struct stage *stage, struct trial_result *sum)
{
	const struct topo *topo = &stage->trial->machine->fabric.topo;

	for (uint32_t rank = 0; rank < stage->trial->work.ranks; rank++)
		if (!has_earlier_rank(stage, rank))
			add_router(stage, topo_node_chip(topo, stage->place[rank]), sum);
}

/* Sum up a NIC as net_nic_sums() does while the network runs. */
static struct net_nic_sums nic_sums(const struct net_nic *nic)
{
	struct net_nic_sums sums = { 0 };

	for (unsigned int class = 0; class < NET_UNANSWERED; class++) {
		sums.requests += nic->at[NET_REQUESTS_SENT][class].packets;
		sums.data += nic->at[NET_REQUESTS_SENT][class].data;
		sums.waited += nic->at[NET_REQUESTS_SENT][class].waited;
		sums.answers_waited += nic->at[NET_RESPONSES_SENT][class].waited;
		sums.pairs += nic->at[NET_RESPONSES_RECEIVED][class].packets;
		sums.latency += nic->at[NET_RESPONSES_RECEIVED][class].latency;
	}
	return sums;
}

static void counters_add(const struct model_counters *nic, struct model_counters *sum)
{
	sum->flits += nic->flits;
	sum->stalled += nic->stalled;
	sum->responses_stalled += nic->responses_stalled;
	sum->pairs += nic->pairs;
	sum->pair_time += nic->pair_time;
}

/* Add a NIC; latency is the sum in cycles here, over all pairs. */
static void add_nic(const struct net_nic *nic, struct trial_result *sum)
{
	struct net_nic_sums sums = nic_sums(nic);
	struct model_counters counters = aware_counters(&sums);

	for (unsigned int class = 0; class < NET_UNANSWERED; class++)
		sum->answers += nic->at[NET_RESPONSES_SENT][class].packets +
				nic->at[NET_RESPONSES_SENT][class].data;
	sum->packets += sums.requests;
	sum->latency += sums.latency;
	counters_add(&counters, &sum->counters);
}

/* Return the part of its bytes that the application sent by default, 0 if it sent none. */
static double stage_share(const struct stage *stage)
{
	struct aware_tally tally = aware_tally(stage->aware, 0, stage->trial->work.ranks);
	double by_default = tally.bytes[AWARE_ADAPTIVE] + tally.bytes[AWARE_ALLTOALL];
	double all = by_default + tally.bytes[AWARE_BIASED];

	return all > 0 ? by_default / all : 0;
}

static void stage_result(const struct stage *stage, struct trial_result *result)
{
	const struct trial *trial = stage->trial;
	uint64_t end = job_end_of(stage->job, 0, trial->work.ranks);
	struct net_nic nic;

	*result = (struct trial_result){
		.time = end * US_PER_CYCLE - TRIAL_BEGIN / 1e3,
		.tile_flits = -stage->at_begin.tile_flits,
		.tile_stalls = -stage->at_begin.tile_stalls,
	};
	add_routers(stage, result);
	for (uint32_t rank = 0; rank < trial->work.ranks; rank++) {
		net_nic(stage->engine.net, stage->place[rank], &nic);
		add_nic(&nic, result);
	}
	result->share = stage->aware ? stage_share(stage) : 0;
	result->flits = result->counters.flits;
	result->stalls = result->flits ? result->counters.stalled / result->flits : 0;
	result->latency = result->counters.pairs ? result->latency / result->counters.pairs : 0;
}

static int stage_run(struct stage *stage)
{
	const uint64_t begin = TRIAL_BEGIN * CYCLES_PER_NS;
	uint64_t cycle = 0;
	int err = 0;

	while (!err && !stop_asked() && !stage_is_over(stage)) {
		cycle += STEP;
		err = net_run(stage->engine.net, cycle);
		/* After an error a job does not continue, so it would never end. */
		if (!err)
			err = job_error(stage->job);
		if (cycle == begin)
			add_routers(stage, &stage->at_begin);
	}
	return err;
}

/* Change the machine by what the trial has of its own. */
static void stage_machine(struct stage *stage)
{
	const struct trial *trial = stage->trial;
	struct net_fabric *fabric = &stage->machine.fabric;

	if (trial->add)
		fabric->bias[NET_ADAPTIVE3 - NET_ADAPTIVE0].add = trial->add;
	if (trial->host.turn)
		fabric->host.turn = trial->host.turn;
	if (trial->host.rate.bytes)
		fabric->host.rate = trial->host.rate;
}

int trial_run(const struct trial *trial, struct trial_result *result)
{
	struct stage stage = {
		.trial = trial, .machine = *trial->machine, .mpi = work_mpi(&trial->work),
	};
	int err;

	stage_machine(&stage);
	err = stage_begin(&stage);
	if (!err)
		err = stage_run(&stage);
	if (!err && stop_asked())
		err = -EINTR;
	else if (!err)
		stage_result(&stage, result);
	stage_free(&stage);
	return err;
}

int trial_failed(const struct trial *trial, int err)
{
	if (err == -EINTR)
		complain("ended before all repetitions were simulated");
	else if (err == -EDOM)
		complain("the machine has too few nodes for %u job%s of %u: give fewer, by --jobs",
			 trial->jobs, trial->jobs == 1 ? "" : "s", trial->beside.ranks);
	else
		complain("%s", engine_why(err));
	return err == -EDOM ? EXIT_USAGE : exit_code(err);
}

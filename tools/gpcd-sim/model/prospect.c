// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "cli/out/complain.h"
#include "netsim/flow/flow.h"
#include "netsim/job/job.h"
#include "netsim/net.h"
#include "netsim/outlook/outlook.h"
#include "prospect.h"

/* Length of a router cycle, us, at 800 MHz. */
#define US_PER_CYCLE	0.00125

/* Use the defaults of gpcd-sim. */
static struct net_config config_of(const struct prospect_job *job)
{
	return (struct net_config){
		.fabric = job->fabric, .put_response = 3, .threads = 1, .seed = 1,
	};
}

/* --- running a job --- */

/* Report a rank that waits for ever. */
static int check_end(const struct job *run, const struct program *program)
{
	const struct program_op *op;
	uint32_t rank = job_waiting(run, 0, &op);

	if (job_error(run))
		return complain_error("the job", job_error(run));
	if (rank == program->ranks)
		return 0;
	complain("the job never ends: rank %u waits in a %s%s", rank, program_op_words[op->kind],
		 op->kind == PROGRAM_RECV ? " for a message that nobody sends" : "");
	return EXIT_RUNTIME;
}

/* Sum up how the ranks spent their time. */
static int add_spent(const struct job *run, uint32_t ranks, struct job_spent *sum)
{
	struct job_spent *spent = calloc(ranks, sizeof(*spent));
	int err = spent ? job_spend(run, spent) : -ENOMEM;

	*sum = (struct job_spent){ 0 };
	for (uint32_t rank = 0; rank < ranks && !err; rank++) {
		sum->compute += spent[rank].compute;
		sum->calls += spent[rank].calls;
		sum->wire += spent[rank].wire;
	}
	free(spent);
	return err;
}

/* Run the job in a world: its time, and how its ranks spent theirs, summed. */
static int run_in(const struct prospect_job *job, enum outlook_world world, double *us,
		  struct job_spent *sum)
{
	const struct net_config config = config_of(job);
	struct mpi mpi = mpi_cray;
	struct net_traffic traffic;
	struct job *run;
	int err, code;

	mpi.instant = world == OUTLOOK_INSTANT;
	err = job_new(job->program, &job->fabric->topo, job->place, &mpi, &run, &traffic);
	if (err)
		return complain_error("the job", err);
	err = outlook_run(&config, &traffic, world);
	if (!err)
		err = add_spent(run, job->program->ranks, sum);
	code = err ? complain_error("the job", err) : check_end(run, job->program);
	*us = job_end(run) * US_PER_CYCLE;
	job_free(run);
	return code;
}

int prospect_simulate(const struct prospect_job *job, double *us)
{
	const struct net_config config = config_of(job);
	struct net_traffic traffic;
	struct net *net = NULL;
	struct job *run;
	int err;

	err = job_new(job->program, &job->fabric->topo, job->place, &mpi_cray, &run, &traffic);
	if (err)
		return complain_error("the job", err);
	err = net_new(&config, &traffic, &net);
	if (!err)
		err = net_run(net, NET_FOREVER);
	*us = job_end(run) * US_PER_CYCLE;
	net_free(net);
	job_free(run);
	return err ? complain_error("the simulation", err) : 0;
}

/* --- load --- */

static int load_message(struct flow *flow, uint32_t from, uint32_t to, uint64_t bytes)
{
	struct mpi_part parts[MPI_PARTS] = { 0 };
	unsigned int count = mpi_message(&mpi_cray, bytes, false, parts);
	int err = 0;

	for (unsigned int i = 0; i < count && !err; i++) {
		parts[i].transfer.node = parts[i].pulled ? from : to;
		err = flow_add(flow, parts[i].pulled ? to : from, &parts[i].transfer, 1);
	}
	return err;
}

static int load_direct(struct flow *flow, uint32_t from, uint32_t to, const struct program_op *op)
{
	static const enum net_op ops[PROGRAM_OP_KINDS] = {
		[PROGRAM_AMO] = NET_AMO, [PROGRAM_PUT] = NET_PUT, [PROGRAM_GET] = NET_GET,
	};
	const struct net_transfer transfer = {
		.op = ops[op->kind], .bytes = op->size, .node = to,
	};

	return flow_add(flow, from, &transfer, 1);
}

static int load_op(const struct prospect_job *job, struct flow *flow, uint32_t rank,
		   const struct program_op *op)
{
	uint32_t from = job->place[rank], to;

	if (op->kind == PROGRAM_CALC || op->kind == PROGRAM_RECV)
		return 0;
	to = job->place[op->peer];
	if (from == to)
		return 0;
	return op->kind == PROGRAM_SEND ? load_message(flow, from, to, op->size) :
					  load_direct(flow, from, to, op);
}

static int load_all(const struct prospect_job *job, struct flow *flow)
{
	const struct program *program = job->program;
	int err = 0;

	for (uint32_t rank = 0; rank < program->ranks; rank++) {
		for (uint32_t i = program->first[rank]; !err && i < program->first[rank + 1]; i++)
			err = load_op(job, flow, rank, &program->op[i]);
	}
	return err;
}

static int find_load(const struct prospect_job *job, struct prospect *prospect)
{
	const struct topo *topo = &job->fabric->topo;
	const struct net_config config = config_of(job);
	struct flow *flow = NULL;
	int err = flow_new(&config, &flow);

	if (!err)
		err = load_all(job, flow);
	if (!err)
		flow_finish(flow, 0);
	for (unsigned int chip = 0; !err && chip < topo->chips; chip++) {
		for (unsigned int port = 0; port < topo_ports(topo); port++) {
			double busy = flow_link_busy(flow, chip, port) * US_PER_CYCLE;

			if (busy > prospect->load * prospect->us)
				prospect->load = busy / prospect->us;
		}
	}
	flow_free(flow);
	return err ? complain_error("the load of links", err) : 0;
}

/* --- parts of the time --- */

static double above(double a, double b)
{
	return a > b ? a - b : 0;
}

/* Compare the worlds: the difference between two is due to what the simpler one lacks. */
static void divide_time(struct prospect *prospect, const double us[OUTLOOK_WORLDS],
			const struct job_spent *sum, uint32_t ranks)
{
	double rest = us[OUTLOOK_REAL], wire = sum->wire * US_PER_CYCLE / ranks;

	prospect->us = rest;
	prospect->contention = above(rest, us[OUTLOOK_ALONE]);
	rest -= prospect->contention;
	prospect->bandwidth = above(rest, us[OUTLOOK_INSTANT]);
	rest -= prospect->bandwidth;
	prospect->compute = sum->compute * US_PER_CYCLE / ranks;
	prospect->overhead = sum->calls * US_PER_CYCLE / ranks;
	rest = above(rest, prospect->compute + prospect->overhead);
	prospect->latency = wire < rest ? wire : rest;
	prospect->waiting = rest - prospect->latency;
}

int prospect_find(const struct prospect_job *job, struct prospect *prospect)
{
	double us[OUTLOOK_WORLDS] = { 0 };
	struct job_spent sum = { 0 };
	int code = 0;

	*prospect = (struct prospect){ 0 };
	for (unsigned int world = 0; world < OUTLOOK_WORLDS && !code; world++)
		code = run_in(job, world, &us[world], &sum);
	if (code)
		return code;
	divide_time(prospect, us, &sum, job->program->ranks);
	return find_load(job, prospect);
}

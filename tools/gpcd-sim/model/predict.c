// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpcd-sim model predict: the time of a job on a machine. lib/netsim/outlook runs the job in worlds
 * that lack contention or bandwidth; what their times differ by is due to what they lack.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/out/complain.h"
#include "cli/out/format.h"
#include "cli/parse.h"
#include "cli/pick.h"
#include "cli/programs/programs.h"
#include "machine/engine.h"
#include "model.h"
#include "netsim/flow/flow.h"
#include "netsim/job/job.h"
#include "netsim/net.h"
#include "netsim/outlook/outlook.h"

/* Highest load of a link for which there is a prediction; above, the network is too busy. */
#define LOAD_MOST	0.7

/* What is asked for, and its inputs. */
struct predict_arguments {
	struct machine machine;
	const char *place_text; /* for place_parse(), or NULL: nodes 0, 1, and so on */
	uint64_t seed; /* of a random placement */
	const char *file; /* path of the program */
	bool simulate; /* also run the event engine */
	struct program *program;
	uint32_t *place; /* node of each rank */
};

/* The time of a job, and what it is spent on; parts are means of its ranks, us. */
struct prediction {
	double us; /* time of the job */
	double compute;
	double waiting; /* for messages that were not sent yet, and idle at the end */
	double overhead; /* of sending and receiving */
	double latency; /* waiting for hops of messages */
	double bandwidth; /* waiting for bytes of messages, apart from contention */
	double contention; /* delays by other nodes' messages */
	double load; /* share of the time that the busiest link is busy, by the flow engine */
};

static const struct option_row rows[] = {
	{ "machine", 0, "FILE", 0,
	  "the machine: a file, or the name of an installed one, as gemini; it must be given",
	  OPTION_ONCE(struct predict_arguments, machine.file) },
	{ "place", 0, "NODES", 0,
	  "nodes of ranks, as after the @ of `gpcd-sim run --job': 0,2,4-7, or, a grid of ranks, remap:8x8x16; default 0, 1, 2 ...",
	  OPTION_ONCE(struct predict_arguments, place_text) },
	{ "seed", 0, "N", 0, "of a placement at random; default 1",
	  OPTION_WIDE(struct predict_arguments, seed, 0, UINT64_MAX) },
	{ "simulate", 0, NULL, 0, "simulate the job, too, and say how far off the prediction is",
	  OPTION_FLAG(struct predict_arguments, simulate) },
	{ 0 }
};

static int check_predict(struct options_state *state, void *input)
{
	const struct predict_arguments *arguments = input;

	if (!arguments->machine.file)
		return options_reject(state, "no --machine: as in --machine gemini");
	return 0;
}

static const struct options_part option_parts[] = { { .options = &format_options }, { 0 } };

static const struct options options = {
	.rows = rows,
	.parts = option_parts,
	.argument = ARGUMENT_ONE(struct predict_arguments, file, "PROGRAM",
				 "no PROGRAM: `gpcd-sim job --write-program' writes one"),
	.check = check_predict,
	.args_doc = "PROGRAM",
	.doc = "Predict how long a job would take on a machine, and what for.\n"
	       "\vPROGRAM says what its ranks do, in the format GOAL: what gm-profile has\n"
	       "logged of a job, as `gpcd-sim job --write-program' writes it, or by\n"
	       "`gpcd-sim program'. -: standard input.",
};

/* --- the machine --- */

static int read_machine(struct predict_arguments *arguments)
{
	int code = machine_describe(&arguments->machine);

	if (code || !machine_switches_worms(&arguments->machine))
		return code ? code : machine_build(&arguments->machine);
	complain("--machine %s: it switches worms: `gpcd-sim run --machine' simulates it",
		 arguments->machine.file);
	return EXIT_USAGE;
}

/* --- the program --- */

static int find_program(struct predict_arguments *arguments)
{
	int code = goal_read(arguments->file, &arguments->program);

	return code ? code : goal_check_nics(arguments->file, arguments->program);
}

/* --- places --- */

static int find_places(struct predict_arguments *arguments)
{
	const struct topo *topo = &arguments->machine.fabric.topo;
	const struct place_on on = { topo_nodes(topo), topo, arguments->seed };
	uint32_t ranks = arguments->program->ranks;
	char *text = NULL;
	int err;

	arguments->place = calloc(ranks, sizeof(*arguments->place));
	if (arguments->place_text)
		text = strdup(arguments->place_text);
	if (!arguments->place || (arguments->place_text && !text))
		err = -ENOMEM;
	else
		err = place_parse(text, &on, arguments->place, ranks);
	free(text);
	return err ? place_refuse("--place", arguments->file, ranks, &on, err) : 0;
}

/* --- running the job --- */

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
static int run_in(const struct predict_arguments *arguments, enum outlook_world world, double *us,
		  struct job_spent *sum)
{
	const struct net_config config = engine_config(&arguments->machine);
	struct mpi mpi = mpi_cray;
	struct net_traffic traffic;
	struct job *run;
	int err, code;

	mpi.instant = world == OUTLOOK_INSTANT;
	err = job_new(arguments->program, &arguments->machine.fabric, arguments->place,
		      &mpi, &run, &traffic);
	if (err)
		return complain_error("the job", err);
	err = job_keep_times(run);
	if (!err)
		err = outlook_run(&config, &traffic, world);
	if (!err)
		err = add_spent(run, arguments->program->ranks, sum);
	code = err ? complain_error("the job", err) : check_end(run, arguments->program);
	*us = job_end(run) * US_PER_CYCLE;
	job_free(run);
	return code;
}

/* Simulate the job with the event engine; us receives its time. Return the exit code. */
static int simulate_job(const struct predict_arguments *arguments, double *us)
{
	const struct net_config config = engine_config(&arguments->machine);
	struct net_traffic traffic;
	struct net *net = NULL;
	struct job *run;
	int err, code;

	err = job_new(arguments->program, &arguments->machine.fabric, arguments->place,
		      &mpi_cray, &run, &traffic);
	if (err)
		return complain_error("the job", err);
	err = net_new(&config, &traffic, &net);
	if (!err)
		err = net_run(net, NET_FOREVER);
	code = err ? complain_error("the simulation", err) : check_end(run, arguments->program);
	*us = job_end(run) * US_PER_CYCLE;
	net_free(net);
	job_free(run);
	return code;
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

static int load_op(const struct predict_arguments *arguments, struct flow *flow, uint32_t rank,
		   const struct program_op *op)
{
	uint32_t from = arguments->place[rank], to;

	if (op->kind == PROGRAM_CALC || op->kind == PROGRAM_RECV)
		return 0;
	to = arguments->place[op->peer];
	if (from == to)
		return 0;
	return op->kind == PROGRAM_SEND ? load_message(flow, from, to, op->size) :
					  load_direct(flow, from, to, op);
}

static int load_all(const struct predict_arguments *arguments, struct flow *flow)
{
	const struct program *program = arguments->program;
	int err = 0;

	for (uint32_t rank = 0; rank < program->ranks; rank++) {
		for (uint32_t i = program->first[rank]; !err && i < program->first[rank + 1]; i++)
			err = load_op(arguments, flow, rank, &program->op[i]);
	}
	return err;
}

static int find_load(const struct predict_arguments *arguments, struct prediction *prediction)
{
	const struct topo *topo = &arguments->machine.fabric.topo;
	const struct net_config config = engine_config(&arguments->machine);
	struct flow *flow = NULL;
	int err = flow_new(&config, &flow);

	if (!err)
		err = load_all(arguments, flow);
	if (!err)
		flow_finish(flow, 0);
	for (unsigned int chip = 0; !err && chip < topo->chips; chip++) {
		for (unsigned int port = 0; port < topo_ports(topo); port++) {
			double busy = flow_link_busy(flow, chip, port) * US_PER_CYCLE;

			if (busy > prediction->load * prediction->us)
				prediction->load = busy / prediction->us;
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
static void divide_time(struct prediction *prediction, const double us[OUTLOOK_WORLDS],
			const struct job_spent *sum, uint32_t ranks)
{
	double rest = us[OUTLOOK_REAL], wire = sum->wire * US_PER_CYCLE / ranks;

	prediction->us = rest;
	prediction->contention = above(rest, us[OUTLOOK_ALONE]);
	rest -= prediction->contention;
	prediction->bandwidth = above(rest, us[OUTLOOK_INSTANT]);
	rest -= prediction->bandwidth;
	prediction->compute = sum->compute * US_PER_CYCLE / ranks;
	prediction->overhead = sum->calls * US_PER_CYCLE / ranks;
	rest = above(rest, prediction->compute + prediction->overhead);
	prediction->latency = wire < rest ? wire : rest;
	prediction->waiting = rest - prediction->latency;
}

/* Predict the time of the job. Return the exit code; errors are reported. */
static int find_parts(const struct predict_arguments *arguments, struct prediction *prediction)
{
	double us[OUTLOOK_WORLDS] = { 0 };
	struct job_spent sum = { 0 };
	int code = 0;

	*prediction = (struct prediction){ 0 };
	for (unsigned int world = 0; world < OUTLOOK_WORLDS && !code; world++)
		code = run_in(arguments, world, &us[world], &sum);
	if (code)
		return code;
	divide_time(prediction, us, &sum, arguments->program->ranks);
	return find_load(arguments, prediction);
}

/* --- results --- */

static const struct column columns[] = {
	{ "part", COLUMN_TEXT, false },
	{ "us", COLUMN_REAL, false },
	{ "percent", COLUMN_REAL, false },
};

static void add_part(struct table *table, const char *name, double us, double whole)
{
	table_add(table, "%s", name);
	table_add(table, "%.4f", us);
	table_add(table, "%.2f", whole ? 100 * us / whole : 0);
}

static const struct column whole_columns[] = {
	{ "job_us", COLUMN_REAL, false },
	{ "load", COLUMN_REAL, false },
	{ "simulated_us", COLUMN_REAL, false },
	{ "error_percent", COLUMN_REAL, false },
};

static int print_prediction(const struct predict_arguments *arguments,
			    const struct prediction *prediction, double simulated)
{
	double whole = prediction->us;
	struct table tables[] = {
		{
			.name = "job", .columns = whole_columns,
			.ncolumns = ARRAY_SIZE(whole_columns) - (arguments->simulate ? 0 : 2),
		}, {
			.name = "parts", .columns = columns, .ncolumns = ARRAY_SIZE(columns),
		},
	};

	table_add(&tables[0], "%.4f", whole);
	table_add(&tables[0], "%.4f", prediction->load);
	if (arguments->simulate) {
		table_add(&tables[0], "%.4f", simulated);
		table_add(&tables[0], "%.2f",
			  simulated ? 100 * (whole - simulated) / simulated : 0);
	}
	add_part(&tables[1], "compute", prediction->compute, whole);
	add_part(&tables[1], "waiting", prediction->waiting, whole);
	add_part(&tables[1], "overhead", prediction->overhead, whole);
	add_part(&tables[1], "latency", prediction->latency, whole);
	add_part(&tables[1], "bandwidth", prediction->bandwidth, whole);
	add_part(&tables[1], "contention", prediction->contention, whole);
	return tables_print(tables, ARRAY_SIZE(tables));
}

static int predict(struct predict_arguments *arguments)
{
	struct prediction prediction;
	double simulated = 0;
	int code = find_parts(arguments, &prediction);

	if (code)
		return code;
	if (prediction.load > LOAD_MOST) {
		complain("out of range: the busiest link has a load of %.2f, above %.1f: %s",
			 prediction.load, LOAD_MOST, "simulate it by `gpcd-sim run --job'");
		return EXIT_RUNTIME;
	}
	if (arguments->simulate)
		code = simulate_job(arguments, &simulated);
	return code ? code : print_prediction(arguments, &prediction, simulated);
}

int model_predict(int argc, char **argv)
{
	struct predict_arguments arguments = { .machine = { .class = -1 }, .seed = 1 };
	int code;

	options_parse(&options, argc, argv, &arguments);
	code = read_machine(&arguments);
	if (!code)
		code = find_program(&arguments);
	if (!code)
		code = find_places(&arguments);
	if (!code)
		code = predict(&arguments);
	free(arguments.place);
	program_free(arguments.program);
	machine_free(&arguments.machine);
	return code;
}

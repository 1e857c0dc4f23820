// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpcd model predict: how long a job would take on a machine.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/hardware/described.h"
#include "cli/hardware/machines.h"
#include "cli/out/complain.h"
#include "cli/out/format.h"
#include "cli/out/table.h"
#include "cli/parse.h"
#include "cli/program/goal.h"
#include "cli/system.h"
#include "outlook.h"
#include "prospect.h"

/* Up to this load of the busiest link there is a prediction; beyond, the network is too busy. */
#define LOAD_MOST	0.7

enum { KEY_MACHINE = 0x700, KEY_NODES, KEY_SIMULATE };

/**
 * struct forecast - what is asked for, and what it is asked of
 * @machine: name of the machine, as machines_read() takes it
 * @nodes: nodes to fill, a list, or NULL: 0, 1, and so on
 * @file: path of the program
 * @simulate: let the event engine say how long it takes, too
 * @hardware: the machine
 * @system: its cabinets, if it has some
 * @fabric: its links
 * @program: what ranks do
 * @place: by rank: its node
 */
struct forecast {
	const char *machine;
	const char *nodes;
	const char *file;
	bool simulate;
	struct hardware hardware;
	struct gemini_system system;
	struct net_fabric fabric;
	struct program *program;
	uint32_t *place;
};

static const struct argp_option options[] = {
	{ "machine", KEY_MACHINE, "FILE", 0,
	  "the machine: a file, or the name of an installed one, as gemini; it must be given", 0 },
	{ "nodes", KEY_NODES, "LIST", 0,
	  "nodes that ranks take, in this order, as 0,5,7-9; default 0, 1, 2 ...", 0 },
	{ "simulate", KEY_SIMULATE, NULL, 0,
	  "simulate the job, too, and say how far off the prediction is", 0 },
	{ 0 }
};

static error_t predict_option(int key, char *arg, struct argp_state *state)
{
	struct forecast *forecast = state->input;

	switch (key) {
	case KEY_MACHINE:
		cli_once(state, "--machine", forecast->machine, arg);
		forecast->machine = arg;
		return 0;
	case KEY_NODES:
		forecast->nodes = arg;
		return 0;
	case KEY_SIMULATE:
		forecast->simulate = true;
		return 0;
	case ARGP_KEY_ARG:
		if (forecast->file)
			argp_error(state, "both %s and %s: one PROGRAM", forecast->file, arg);
		forecast->file = arg;
		return 0;
	case ARGP_KEY_SUCCESS:
		if (!forecast->file)
			argp_error(state, "no PROGRAM: `gpcd-sim job --write-program' writes one");
		else if (!forecast->machine)
			argp_error(state, "no --machine: as in --machine gemini");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = { { .argp = &format_argp }, { 0 } };

static const struct argp argp = {
	.options = options,
	.parser = predict_option,
	.args_doc = "PROGRAM",
	.doc = "Predict how long a job would take on a machine, and what for.\n"
	       "\vPROGRAM says what its ranks do, in the format GOAL: gpcd-sim(1) has it written by\n"
	       "`gpcd-sim job --write-program' of a real job, or by `gpcd-sim program'. -: standard\n"
	       "input.",
	.children = children,
};

/* --- the machine --- */

static int find_machine(struct forecast *forecast)
{
	struct hardware *hardware = &forecast->hardware;
	int code = machines_read(hardware, forecast->machine), class, err;

	if (code)
		return code;
	if (hardware->switching != HARDWARE_PACKETS) {
		complain("--machine %s: it switches worms, and packets alone are predicted here",
			 forecast->machine);
		return EXIT_USAGE;
	}
	class = hardware->class == HARDWARE_NO_CLASS ? -1 : (int)hardware->class;
	if (described_has_cabinets(hardware)) {
		code = system_cabinets(&forecast->system, &hardware->topo, class,
				       forecast->machine);
		if (code)
			return code;
	}
	err = described_fabric(hardware, &forecast->system, &forecast->fabric);
	return err ? complain_error(forecast->machine, err) : 0;
}

/* --- the program --- */

static int find_program(struct forecast *forecast)
{
	int code = goal_read(forecast->file, &forecast->program);

	return code ? code : goal_check_nics(forecast->file, forecast->program);
}

/* --- places --- */

static int refuse_nodes(const struct forecast *forecast, const char *why)
{
	complain("--nodes %s: %s", forecast->nodes, why);
	return EXIT_USAGE;
}

static int take_range(struct forecast *forecast, uint32_t *taken, uint32_t first, uint32_t last)
{
	uint32_t nodes = topo_nodes(&forecast->fabric.topo);

	if (last >= nodes) {
		complain("--nodes %s: node %u: the machine has 0 to %u", forecast->nodes, last,
			 nodes - 1);
		return EXIT_USAGE;
	}
	for (uint32_t node = first; node <= last; node++) {
		if (*taken == forecast->program->ranks)
			return refuse_nodes(forecast, "more nodes than the job has ranks");
		forecast->place[(*taken)++] = node;
	}
	return 0;
}

static int take_nodes(struct forecast *forecast)
{
	char *copy = strdup(forecast->nodes), *rest = copy, *range;
	uint32_t taken = 0, first, last;
	int code = copy ? 0 : complain_error("--nodes", -ENOMEM);

	while (!code && (range = strsep(&rest, ","))) {
		if (parse_range(range, &first, &last))
			code = refuse_nodes(forecast, "numbers or ranges, as 0,5,7-9");
		else
			code = take_range(forecast, &taken, first, last);
	}
	free(copy);
	if (!code && taken < forecast->program->ranks)
		return refuse_nodes(forecast, "fewer nodes than the job has ranks");
	return code;
}

static int find_places(struct forecast *forecast)
{
	uint32_t ranks = forecast->program->ranks, nodes = topo_nodes(&forecast->fabric.topo);

	forecast->place = calloc(ranks, sizeof(*forecast->place));
	if (!forecast->place)
		return complain_error("the ranks", -ENOMEM);
	if (forecast->nodes)
		return take_nodes(forecast);
	for (uint32_t rank = 0; rank < ranks; rank++)
		forecast->place[rank] = rank;
	if (ranks <= nodes)
		return 0;
	complain("%s: %u ranks: %s has %u nodes: see --nodes", forecast->file, ranks,
		 forecast->machine, nodes);
	return EXIT_USAGE;
}

/* --- what comes of it --- */

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

static int print_forecast(const struct forecast *forecast, const struct prospect *prospect,
			  double simulated)
{
	double whole = prospect->us;
	struct table tables[] = {
		{
			.name = "job", .columns = whole_columns,
			.ncolumns = ARRAY_SIZE(whole_columns) - (forecast->simulate ? 0 : 2),
		}, {
			.name = "parts", .columns = columns, .ncolumns = ARRAY_SIZE(columns),
		},
	};

	table_add(&tables[0], "%.4f", whole);
	table_add(&tables[0], "%.4f", prospect->load);
	if (forecast->simulate) {
		table_add(&tables[0], "%.4f", simulated);
		table_add(&tables[0], "%.2f",
			  simulated ? 100 * (whole - simulated) / simulated : 0);
	}
	add_part(&tables[1], "compute", prospect->compute, whole);
	add_part(&tables[1], "waiting", prospect->waiting, whole);
	add_part(&tables[1], "overhead", prospect->overhead, whole);
	add_part(&tables[1], "latency", prospect->latency, whole);
	add_part(&tables[1], "bandwidth", prospect->bandwidth, whole);
	add_part(&tables[1], "contention", prospect->contention, whole);
	return tables_print(tables, ARRAY_SIZE(tables));
}

static int predict(struct forecast *forecast)
{
	const struct prospect_job job = {
		.fabric = &forecast->fabric, .program = forecast->program,
		.place = forecast->place,
	};
	struct prospect prospect;
	double simulated = 0;
	int code = prospect_find(&job, &prospect);

	if (code)
		return code;
	if (prospect.load > LOAD_MOST) {
		complain("out of range: the busiest link has a load of %.2f, above %.1f: %s",
			 prospect.load, LOAD_MOST, "simulate it by `gpcd-sim run --job'");
		return EXIT_RUNTIME;
	}
	if (forecast->simulate)
		code = prospect_simulate(&job, &simulated);
	return code ? code : print_forecast(forecast, &prospect, simulated);
}

int outlook_predict(int argc, char **argv)
{
	struct forecast forecast = { 0 };
	int code;

	cli_parse(&argp, argc, argv, &forecast);
	code = find_machine(&forecast);
	if (!code)
		code = find_program(&forecast);
	if (!code)
		code = find_places(&forecast);
	if (!code)
		code = predict(&forecast);
	free(forecast.place);
	program_free(forecast.program);
	net_fabric_free(&forecast.fabric);
	return code;
}

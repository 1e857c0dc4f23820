// SPDX-License-Identifier: GPL-2.0-only
/* gpcd-sim model predict: the time of a job on a machine. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/hardware/machines.h"
#include "cli/options.h"
#include "cli/out/complain.h"
#include "cli/out/format.h"
#include "cli/out/table.h"
#include "cli/parse.h"
#include "cli/place/place.h"
#include "cli/program/goal.h"
#include "cli/system.h"
#include "outlook.h"
#include "prospect.h"

/* Highest load of a link for which there is a prediction; above, the network is too busy. */
#define LOAD_MOST	0.7

/* What is asked for, and its inputs. */
struct forecast {
	const char *machine; /* for machines_read() */
	const char *place_text; /* for place_parse(), or NULL: nodes 0, 1, and so on */
	uint64_t seed; /* of a random placement */
	const char *file; /* path of the program */
	bool simulate; /* also run the event engine */
	struct hardware hardware;
	struct gemini_system system;
	struct net_fabric fabric;
	struct program *program;
	uint32_t *place; /* node of each rank */
};

static const struct option_row rows[] = {
	{ "machine", 0, "FILE", 0,
	  "the machine: a file, or the name of an installed one, as gemini; it must be given",
	  OPTION_ONCE(struct forecast, machine) },
	{ "place", 0, "NODES", 0,
	  "nodes of ranks, as after the @ of `gpcd-sim run --job': 0,2,4-7, or, a grid of ranks, remap:8x8x16; default 0, 1, 2 ...",
	  OPTION_ONCE(struct forecast, place_text) },
	{ "seed", 0, "N", 0, "of a placement at random; default 1",
	  OPTION_WIDE(struct forecast, seed, 0, UINT64_MAX) },
	{ "simulate", 0, NULL, 0, "simulate the job, too, and say how far off the prediction is",
	  OPTION_FLAG(struct forecast, simulate) },
	{ 0 }
};

static int check_forecast(struct options_state *state, void *input)
{
	const struct forecast *forecast = input;

	if (!forecast->machine)
		return options_reject(state, "no --machine: as in --machine gemini");
	return 0;
}

static const struct options_part parts[] = { { .argp = &format_argp }, { 0 } };

static const struct options options = {
	.rows = rows,
	.parts = parts,
	.argument = ARGUMENT_ONE(struct forecast, file, "PROGRAM",
				 "no PROGRAM: `gpcd-sim job --write-program' writes one"),
	.check = check_forecast,
	.args_doc = "PROGRAM",
	.doc = "Predict how long a job would take on a machine, and what for.\n"
	       "\vPROGRAM says what its ranks do, in the format GOAL: what gm-profile has\n"
	       "logged of a job, as `gpcd-sim job --write-program' writes it, or by\n"
	       "`gpcd-sim program'. -: standard input.",
};

/* --- the machine --- */

static int read_machine(struct forecast *forecast)
{
	struct hardware *hardware = &forecast->hardware;
	int code = machines_read(hardware, forecast->machine), class, err;

	if (code)
		return code;
	if (hardware->switching != HARDWARE_PACKETS) {
		complain("--machine %s: it switches worms: `gpcd-sim run --machine' simulates it",
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

static int find_places(struct forecast *forecast)
{
	const struct topo *topo = &forecast->fabric.topo;
	const struct place_on on = { topo_nodes(topo), topo, forecast->seed };
	uint32_t ranks = forecast->program->ranks;
	char *text = NULL;
	int err;

	forecast->place = calloc(ranks, sizeof(*forecast->place));
	if (forecast->place_text)
		text = strdup(forecast->place_text);
	if (!forecast->place || (forecast->place_text && !text))
		err = -ENOMEM;
	else
		err = place_parse(text, &on, forecast->place, ranks);
	free(text);
	return err ? place_refuse("--place", forecast->file, ranks, &on, err) : 0;
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
	struct forecast forecast = { .seed = 1 };
	int code;

	options_parse(&options, argc, argv, &forecast);
	code = read_machine(&forecast);
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

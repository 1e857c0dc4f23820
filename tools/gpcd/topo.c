// SPDX-License-Identifier: GPL-2.0-only
#include "cli/cli.h"
#include "cli/out/format.h"
#include "cli/out/table.h"
#include "cli/system.h"
#include "commands.h"
#include "topo/size.h"

static const struct column columns[] = {
	{ "size", COLUMN_TEXT, false },
	{ "class", COLUMN_NUMBER, false },
	{ "cabinets", COLUMN_NUMBER, false },
	{ "chassis", COLUMN_NUMBER, false },
	{ "blades", COLUMN_NUMBER, false },
	{ "chips", COLUMN_NUMBER, false },
	{ "nodes", COLUMN_NUMBER, false },
	{ "connectors", COLUMN_NUMBER, false },
	{ "link_gb_s", COLUMN_REAL, false },
	{ "bisection_links", COLUMN_NUMBER, false },
	{ "bisection_gb_s", COLUMN_REAL, false },
	{ "global_gb_s", COLUMN_REAL, false },
};

static error_t topo_option(int key, char *arg, struct argp_state *state)
{
	(void)arg;
	if (key != ARGP_KEY_INIT)
		return ARGP_ERR_UNKNOWN;
	state->child_inputs[0] = state->input;
	return 0;
}

static const struct argp_child children[] = {
	{ .argp = &system_argp },
	{ .argp = &format_argp },
	{ 0 }
};

static const struct argp argp = {
	.parser = topo_option,
	.doc = "Say how large a Gemini system is, and how fast.\n"
	       "\vSIZE counts chips, as in 16x12x24: half of the nodes along y.",
	.children = children,
};

static int print_size(const struct system *system)
{
	struct table table = {
		.name = "systems",
		.columns = columns,
		.ncolumns = ARRAY_SIZE(columns),
		.upright = true,
	};
	const unsigned int *along = system->topo.size;
	struct size size;

	size_find(&size, &system->gemini);
	table_add(&table, "%ux%ux%u", along[0], along[1], along[2]);
	table_number(&table, system->gemini.class);
	table_number(&table, size.cabinets);
	table_number(&table, size.chassis);
	table_number(&table, size.blades);
	table_number(&table, size.chips);
	table_number(&table, size.nodes);
	table_number(&table, size.connectors);
	table_add(&table, "%.2f", SIZE_LINK_SPEED);
	table_number(&table, size.cut);
	table_add(&table, "%.2f", size.bisection);
	table_add(&table, "%.2f", size.global);
	return table_print(&table);
}

int cmd_topo(int argc, char **argv)
{
	struct system system = { 0 };
	int code;

	cli_parse(&argp, argc, argv, &system);
	code = system_find_gemini(&system);
	return code ? code : print_size(&system);
}

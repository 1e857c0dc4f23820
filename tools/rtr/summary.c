// SPDX-License-Identifier: GPL-2.0-only
/* How large a system is, and how fast. */
#include "cli/cli.h"
#include "cli/out/format.h"
#include "summary.h"
#include "topo/size.h"

static const struct column gemini_columns[] = {
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

static const struct column aries_columns[] = {
	{ "size", COLUMN_TEXT, false },
	{ "cabinets", COLUMN_NUMBER, false },
	{ "groups", COLUMN_NUMBER, false },
	{ "chassis", COLUMN_NUMBER, false },
	{ "blades", COLUMN_NUMBER, false },
	{ "chips", COLUMN_NUMBER, false },
	{ "nodes", COLUMN_NUMBER, false },
	{ "green_links", COLUMN_NUMBER, false },
	{ "black_links", COLUMN_NUMBER, false },
	{ "blue_links", COLUMN_NUMBER, false },
	{ "blue_a_pair", COLUMN_NUMBER, false },
	{ "blue_a_chip", COLUMN_NUMBER, false },
	{ "link_gb_s", COLUMN_REAL, false },
	{ "bisection_links", COLUMN_NUMBER, false },
	{ "bisection_gb_s", COLUMN_REAL, false },
	{ "global_gb_s", COLUMN_REAL, false },
};

static int print_gemini(const struct system *system, bool open_y)
{
	struct table table = {
		.name = "systems",
		.columns = gemini_columns,
		.ncolumns = ARRAY_SIZE(gemini_columns),
		.upright = true,
	};
	const unsigned int *along = system->topo.size;
	struct size size;

	size_find(&size, &system->gemini, open_y);
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

static int print_aries(const struct topo *topo)
{
	struct table table = {
		.name = "systems",
		.columns = aries_columns,
		.ncolumns = ARRAY_SIZE(aries_columns),
		.upright = true,
	};
	struct dragonfly_size size;
	char name[128];

	dragonfly_size_find(&size, topo);
	topo_name(topo, name, sizeof(name));
	table_add(&table, "%s", name);
	table_number(&table, size.cabinets);
	table_number(&table, size.groups);
	table_number(&table, size.chassis);
	table_number(&table, size.blades);
	table_number(&table, topo->chips);
	table_number(&table, size.nodes);
	table_number(&table, size.green);
	table_number(&table, size.black);
	table_number(&table, size.blue);
	table_number(&table, topo->bridges);
	table_number(&table, size.blue_tiles);
	table_add(&table, "%.2f", size.link_speed);
	table_number(&table, size.cut);
	table_add(&table, "%.2f", size.bisection);
	table_add(&table, "%.2f", size.global);
	return table_print(&table);
}

int summary_print(const struct system *system, bool open_y)
{
	if (system->topo.family != &topo_dragonfly)
		return print_gemini(system, open_y);
	if (!open_y)
		return print_aries(&system->topo);
	complain("--open-y: a dragonfly has no rings");
	return EXIT_USAGE;
}

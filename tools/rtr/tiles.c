// SPDX-License-Identifier: GPL-2.0-only
/* The tiles of a chip as they lie on it, six rows of eight: the link of each, and its medium. */
#include "cli/cli.h"
#include "cli/out/format.h"
#include "tiles.h"
#include "topo/family/dragonfly.h"
#include "topo/links.h"

#define ROWS	6
#define COLUMNS	8

static const struct column columns[] = {
	{ "row", COLUMN_NUMBER, false },
	{ "column_0", COLUMN_TEXT, false }, { "column_1", COLUMN_TEXT, false },
	{ "column_2", COLUMN_TEXT, false }, { "column_3", COLUMN_TEXT, false },
	{ "column_4", COLUMN_TEXT, false }, { "column_5", COLUMN_TEXT, false },
	{ "column_6", COLUMN_TEXT, false }, { "column_7", COLUMN_TEXT, false },
};

static const char *const headings[] = { "", "0", "1", "2", "3", "4", "5", "6", "7" };

static const char *const media[] = {
	[GEMINI_MEZZANINE] = "mezzanine", [GEMINI_BACKPLANE] = "backplane",
	[GEMINI_CABLE] = "cable",
};

/* A Gemini's host tiles have no line in the file. */
static void add_tile_cell(struct table *table, const struct interconnect *map, unsigned int chip,
			  unsigned int tile)
{
	bool aries = interconnect_is_aries(map);
	struct interconnect_tile found;
	unsigned int far[3] = { 0 };
	char name[LINKS_NAME];

	if (interconnect_tile(map, chip, tile, &found)) {
		table_text(table, "host");
		return;
	}
	if (found.far == TOPO_NONE && found.link < DRAGONFLY_COLOURS) {
		table_text(table, "unused");
		return;
	}
	if (found.far != TOPO_NONE)
		interconnect_coord(map, found.far, far);
	links_name(aries, found.link, far, name);
	if (aries)
		table_text(table, name);
	else
		table_add(table, "%s %s", name, media[found.medium]);
}

static int print_map(const struct interconnect *map, const unsigned int coord[3])
{
	unsigned int chip = interconnect_find(map, coord), tile;
	struct table table = {
		.name = "tiles",
		.columns = columns,
		.ncolumns = ARRAY_SIZE(columns),
		.headings = headings,
	};

	for (tile = 0; tile < ROWS * COLUMNS; tile++) {
		if (tile % COLUMNS == 0)
			table_number(&table, tile / COLUMNS);
		add_tile_cell(&table, map, chip, tile);
	}
	return table_print(&table);
}

/* Read the lines that the interconnect file has about a chip. */
static int read_chip(const struct system *system, unsigned int chip, struct interconnect **map)
{
	struct interconnect_reader *reader = interconnect_reader_new(NULL);
	struct interconnect_error error;
	char text[INTERCONNECT_TEXT];
	size_t size;
	int err;

	if (!reader)
		return complain_error("tiles", -ENOMEM);
	size = system->cabling->text(&system->topo, system->gemini.class, chip, text);
	err = interconnect_reader_feed(reader, text, size, &error);
	if (!err)
		err = interconnect_reader_end(reader, map, &error);
	interconnect_reader_free(reader);
	return err ? complain_error("tiles", err) : 0;
}

int tiles_print(const struct system *system, const uint32_t coord[3])
{
	unsigned int chip = cabling_chip(system->cabling, &system->topo, coord);
	struct interconnect *map;
	int code;

	if (chip == TOPO_NONE) {
		complain("--tiles %u,%u,%u: '%s' has no such chip", coord[0], coord[1], coord[2],
			 system->size);
		return EXIT_USAGE;
	}
	code = read_chip(system, chip, &map);
	if (code)
		return code;
	code = print_map(map, coord);
	interconnect_free(map);
	return code;
}

// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * An Aries's lines of an interconnect file, written and read. topo/aries.h says what is published
 * about its tiles, and what is ours. Three chassis are a cabinet, so a group begins a new one.
 * Files that are read may have colours anywhere but in row 5.
 */
#include <stdio.h>

#include "topo/aries.h"
#include "topo/interconnect_scan.h"

#define TILES		48
#define COLUMNS		ARIES_ROW
#define PTILE_ROW	(ARIES_NETWORK / ARIES_ROW)

/* Return the name of a colour's tiles in a file; tiles without a colour are the processor's. */
static const char *colour_name(unsigned int colour)
{
	return colour < DRAGONFLY_COLOURS ? dragonfly_class(colour)->name : "ptile";
}

/* Return the port of the topology, or TOPO_NONE if it has none for this tile. */
static unsigned int port_of(const struct topo *topo, const struct aries_tile *tile)
{
	unsigned int port = dragonfly_first(topo, tile->colour) + tile->port;

	return port < dragonfly_first(topo, tile->colour + 1) ? port : TOPO_NONE;
}

static int aries_end_text(const struct topo *topo, unsigned int chip, unsigned int tile, char *buf,
			  size_t size)
{
	unsigned int coord[TOPO_DIMS];

	topo_coord(topo, chip, coord);
	return snprintf(buf, size, "c%u-0c%us%ua0l%u%u(%u:%u:%u)",
			coord[2] * aries_cabinets(topo) + coord[1] / ARIES_CAGES,
			coord[1] % ARIES_CAGES, coord[0],
			tile / COLUMNS, tile % COLUMNS, coord[2], coord[1], coord[0]);
}

static int far_text(const struct topo *topo, unsigned int chip, struct aries_tile tile, char *buf,
		    size_t size)
{
	unsigned int port = port_of(topo, &tile);
	unsigned int far = port == TOPO_NONE ? TOPO_NONE : topo_neighbour(topo, chip, port);
	unsigned int back;

	if (far == TOPO_NONE)
		return snprintf(buf, size, "unused");
	back = topo_far_port(topo, chip, port);
	tile.port = back - dragonfly_first(topo, tile.colour);
	return aries_end_text(topo, far, aries_tile_number(&tile), buf, size);
}

static int aries_line_text(const struct topo *topo, unsigned int chip, unsigned int index,
			   char *buf, size_t size)
{
	size_t n = aries_end_text(topo, chip, index, buf, size);
	struct aries_tile tile;

	if (index / COLUMNS == PTILE_ROW)
		return n + snprintf(buf + n, size - n, " ptile -> processor\n");
	tile = aries_tile_link(index);
	n += snprintf(buf + n, size - n, " %s -> ", colour_name(tile.colour));
	n += far_text(topo, chip, tile, buf + n, size - n);
	n += snprintf(buf + n, size - n, "\n");
	return n;
}

size_t interconnect_aries_text(const struct topo *topo, unsigned int chip, char *buf)
{
	unsigned int tile;
	size_t n = 0;

	for (tile = 0; tile < TILES; tile++)
		n += aries_line_text(topo, chip, tile, buf + n, INTERCONNECT_TEXT - n);
	return n;
}

static bool scan_word(struct scan *scan, const char *word)
{
	const char *begin = scan->at;

	if (scan_text(scan, word) &&
	    (scan->at == scan->end || *scan->at < 'a' || *scan->at > 'z'))
		return true;
	scan->at = begin;
	scan->wanted = word;
	return false;
}

static bool scan_aries_tile(struct scan *scan, unsigned int tiles, unsigned int *tile)
{
	scan->wanted = tiles == TILES ? "row and column of a tile" :
					"row and column of a network tile";
	if (scan->end - scan->at < 2)
		return false;
	*tile = line_digits_tile(scan->at);
	if (*tile >= tiles)
		return false;
	scan->at += 2;
	return true;
}

/* Group, chassis and blade. */
static bool scan_aries_coord(struct scan *scan, unsigned int *coord)
{
	return skip_blanks(scan) && scan_char(scan, "(") &&
	       scan_axis(scan, INTERCONNECT_COORD, &coord[0]) && scan_char(scan, ":") &&
	       scan_axis(scan, DRAGONFLY_CHASSIS - 1, &coord[1]) && scan_char(scan, ":") &&
	       scan_axis(scan, DRAGONFLY_BLADES - 1, &coord[2]) && scan_char(scan, ")");
}

static bool scan_aries_end(struct scan *scan, unsigned int tiles, struct line_end *end)
{
	return scan_slot(scan, ARIES_COLUMN, DRAGONFLY_BLADES - 1, &end->place) &&
	       scan_char(scan, "a") && scan_number(scan, 0, &end->place.gemini) &&
	       scan_char(scan, "l") && scan_aries_tile(scan, tiles, &end->tile) &&
	       scan_aries_coord(scan, end->coord);
}

static bool scan_colour(struct scan *scan, unsigned int tile, unsigned int *colour)
{
	bool ptile = tile / COLUMNS == PTILE_ROW;
	unsigned int last = ptile ? DRAGONFLY_COLOURS : DRAGONFLY_BLUE;

	skip_blanks(scan);
	for (*colour = ptile ? last : DRAGONFLY_GREEN; *colour <= last; ++*colour)
		if (scan_word(scan, colour_name(*colour)))
			return true;
	scan->wanted = ptile ? "ptile" : "green, black or blue";
	return false;
}

static bool scan_far(struct scan *scan, struct line *line)
{
	skip_blanks(scan);
	if (line->link == DRAGONFLY_COLOURS)
		return scan_word(scan, "processor");
	if (scan_word(scan, "unused"))
		return true;
	scan->wanted = "the name of a tile, or unused";
	return scan->at < scan->end && *scan->at == 'c' &&
	       scan_aries_end(scan, PTILE_ROW * COLUMNS, &line->to);
}

int line_parse_aries(struct line *line, const char *text, size_t length,
		     struct interconnect_error *error)
{
	struct scan scan = { .at = text, .begin = text, .end = text + length };

	*line = (struct line) { .to.tile = TILES };
	if (scan_aries_end(&scan, TILES, &line->from) &&
	    scan_colour(&scan, line->from.tile, &line->link) &&
	    skip_blanks(&scan) && scan_text(&scan, "->") &&
	    scan_far(&scan, line) && scan_nothing(&scan))
		return 0;
	return scan_refuse(&scan, error);
}

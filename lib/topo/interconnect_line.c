// SPDX-License-Identifier: LGPL-2.1-or-later
/* One line of an interconnect file. */
#include <errno.h>
#include <stdio.h>

#include "topo/aries.h"
#include "topo/family/dragonfly.h"
#include "topo/grid.h"
#include "topo/interconnect.h"
#include "topo/interconnect_line.h"

/* --- Geminis, read --- */

static inline bool scan_gemini_tile(struct scan *scan, struct line_end *end)
{
	scan->wanted = "row and column of a network tile";
	if (scan->end - scan->at < 2)
		return false;
	end->tile = line_digits_tile(scan->at);
	end->tile_at = scan->at - scan->begin;
	if (!line_tile_is_network(end->tile))
		return false;
	scan->at += 2;
	return true;
}

static inline bool scan_place(struct scan *scan, struct gemini_place *place)
{
	return scan_slot(scan, INTERCONNECT_COORD, 7, place) &&
	       scan_char(scan, "g") && scan_number(scan, 1, &place->gemini);
}

static inline bool scan_gemini_coord(struct scan *scan, unsigned int *coord)
{
	return skip_blanks(scan) && scan_char(scan, "[") &&
	       skip_blanks(scan) && scan_char(scan, "(") &&
	       scan_axis(scan, INTERCONNECT_COORD, &coord[0]) && scan_char(scan, ",") &&
	       scan_axis(scan, INTERCONNECT_COORD, &coord[1]) && scan_char(scan, ",") &&
	       scan_axis(scan, INTERCONNECT_COORD, &coord[2]) && scan_char(scan, ")") &&
	       skip_blanks(scan) && scan_char(scan, "]");
}

static bool scan_gemini_end(struct scan *scan, struct line_end *end)
{
	return scan_place(scan, &end->place) && scan_char(scan, "l") &&
	       scan_gemini_tile(scan, end) && scan_gemini_coord(scan, end->coord);
}

static bool scan_link(struct scan *scan, struct line *line)
{
	skip_blanks(scan);
	scan->wanted = "X+, X-, Y+, Y-, Z+ or Z-";
	if (scan->end - scan->at < 2)
		return false;
	line->link = line_link(scan->at);
	line->link_at = scan->at - scan->begin;
	if (line->link == GEMINI_HOST)
		return false;
	scan->at += 2;
	return true;
}

/* A length in digits and a dimension may follow, as in cable11x. */
static void skip_cable(struct scan *scan)
{
	while (scan->at < scan->end && *scan->at >= '0' && *scan->at <= '9')
		scan->at++;
	if (scan->at < scan->end && *scan->at >= 'x' && *scan->at <= 'z')
		scan->at++;
}

static bool scan_medium(struct scan *scan, enum gemini_medium *medium)
{
	const char *begin;

	skip_blanks(scan);
	begin = scan->at;
	if (scan_text(scan, "backplane")) {
		*medium = GEMINI_BACKPLANE;
	} else if (scan_text(scan, "mezzanine")) {
		*medium = GEMINI_MEZZANINE;
	} else if (scan_text(scan, "cable")) {
		*medium = GEMINI_CABLE;
		skip_cable(scan);
	}
	if (scan->at > begin && (scan->at == scan->end || is_blank(*scan->at)))
		return true;
	scan->at = begin;
	scan->wanted = "backplane, mezzanine or cable";
	return false;
}

static bool scan_line(struct scan *scan, struct line *line)
{
	return scan_gemini_end(scan, &line->from) && scan_link(scan, line) &&
	       skip_blanks(scan) && scan_text(scan, "->") && scan_gemini_end(scan, &line->to) &&
	       skip_blanks(scan) && scan_text(scan, "LinkType:") &&
	       scan_medium(scan, &line->medium) && scan_nothing(scan);
}

int line_is_blank(const char *text, size_t length)
{
	struct scan scan = { .at = text, .begin = text, .end = text + length };

	skip_blanks(&scan);
	return scan.at == scan.end;
}

char line_chip(const char *text, size_t length)
{
	struct scan scan = { .at = text, .begin = text, .end = text + length };
	struct gemini_place place;

	if (!scan_slot(&scan, ARIES_COLUMN, DRAGONFLY_BLADES - 1, &place))
		return 0;
	return scan_char(&scan, "g") ? 'g' : scan_char(&scan, "a") ? 'a' : 0;
}

int scan_refuse(const struct scan *scan, struct interconnect_error *error)
{
	size_t column = scan->at - scan->begin + 1;

	if (scan->at == scan->begin)
		snprintf(error->reason, sizeof(error->reason),
			 "no name of a chip: this is no interconnect file, as `rtr -i' prints");
	else if (scan->wanted)
		snprintf(error->reason, sizeof(error->reason), "column %zu: wanted %s", column,
			 scan->wanted);
	else
		snprintf(error->reason, sizeof(error->reason),
			 "column %zu: wanted a number up to %u", column, scan->most);
	return -EBADMSG;
}

int line_parse(struct line *line, const char *text, size_t length,
	       struct interconnect_error *error)
{
	struct scan scan = { .at = text, .begin = text, .end = text + length };

	return scan_line(&scan, line) ? 0 : scan_refuse(&scan, error);
}

/* --- Aries, written and read --- */

/*
 * topo/aries.h says what is published about an Aries's tiles, and what is ours. Three chassis are a
 * cabinet, so a group begins a new one.
 * Files that are read may have colours anywhere but in row 5.
 */

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

/* --- Geminis, written --- */

static unsigned int apart(unsigned int a, unsigned int b)
{
	return a > b ? a - b : b - a;
}

static int gemini_end_text(const struct gemini_system *system, unsigned int chip, unsigned int tile,
			   char *buf, size_t size)
{
	unsigned int coord[TOPO_DIMS];
	struct gemini_place place;

	gemini_place(system, chip, &place);
	topo_coord(&system->torus, chip, coord);
	return snprintf(buf, size, "c%u-%uc%us%ug%ul%u%u[(%u,%u,%u)]", place.column, place.row,
			place.cage, place.slot, place.gemini, tile / 8, tile % 8, coord[0],
			coord[1], coord[2]);
}

static int cable_text(const struct gemini_system *system, unsigned int chip, unsigned int link,
		      char *buf, size_t size)
{
	struct gemini_place from, to;
	unsigned int length;

	gemini_place(system, chip, &from);
	gemini_place(system, topo_neighbour(&system->torus, chip, link), &to);
	length = (grid_dim(link) ? 3 : 4) + 7 * apart(from.column, to.column) +
		 7 * apart(from.row, to.row) + 6 * apart(from.cage, to.cage);
	return snprintf(buf, size, "cable%u%c", length, "xyz"[grid_dim(link)]);
}

static int medium_text(const struct gemini_system *system, unsigned int chip, unsigned int link,
		       char *buf, size_t size)
{
	switch (gemini_medium(system, chip, link)) {
	case GEMINI_MEZZANINE:
		return snprintf(buf, size, "mezzanine");
	case GEMINI_BACKPLANE:
		return snprintf(buf, size, "backplane");
	default:
		return cable_text(system, chip, link, buf, size);
	}
}

static int gemini_line_text(const struct gemini_system *system, unsigned int chip,
			    unsigned int tile, char *buf, size_t size)
{
	unsigned int lane, link = gemini_tile_link(system, chip, tile, &lane);
	unsigned int far, far_tile;
	size_t n;

	if (link == GEMINI_HOST)
		return 0;
	far = topo_neighbour(&system->torus, chip, link);
	far_tile = gemini_tile(system, far, topo_far_port(&system->torus, chip, link), lane);
	n = gemini_end_text(system, chip, tile, buf, size);
	n += snprintf(buf + n, size - n, " %c%c -> ", "XYZ"[grid_dim(link)],
		      "+-"[grid_is_down(link)]);
	n += gemini_end_text(system, far, far_tile, buf + n, size - n);
	n += snprintf(buf + n, size - n, " LinkType: ");
	n += medium_text(system, chip, link, buf + n, size - n);
	n += snprintf(buf + n, size - n, "\n");
	return n;
}

size_t interconnect_gemini_text(const struct gemini_system *system, unsigned int chip, char *buf)
{
	unsigned int tile;
	size_t n = 0;

	for (tile = 0; tile < GEMINI_TILES; tile++)
		n += gemini_line_text(system, chip, tile, buf + n, INTERCONNECT_TEXT - n);
	return n;
}

// SPDX-License-Identifier: LGPL-2.1-or-later
/* A Gemini's lines of an interconnect file. */
#include <stdio.h>

#include "topo/grid.h"
#include "topo/interconnect.h"

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

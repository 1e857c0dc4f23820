/* SPDX-License-Identifier: GPL-2.0-only */
/* The parts of a network's picture: where chips are, and their links. */
#ifndef DRAW_PANEL_H
#define DRAW_PANEL_H

#include "cli/draw/draw.h"
#include "network.h"
#include "topo/topo.h"

/* --- where chips are --- */

/*
 * The chips of a grid: planes of the first two dimensions side by side, one for each place in the
 * other dimensions. All lengths are in units of the picture.
 */
struct planes {
	const struct topo *topo;
	double pitch, half, gap; /* from chip to chip; half of a chip's side; between lines */
	double plane_width, plane_height; /* of one plane */
	unsigned int count, columns; /* columns: planes side by side */
	double width, height; /* of all planes, with labels */
	double left, top; /* set by the caller */
};

/*
 * Choose the size of chips so that all planes fit; left and top are set to 0. @topo must outlive
 * @planes.
 */
void planes_choose(struct planes *planes, const struct topo *topo);

/*
 * Find the upper left corner of a plane, which is numbered by its place in the other dimensions.
 * The label is above.
 */
void planes_corner(const struct planes *planes, unsigned int plane, double *x, double *y);

/* Find the middle of a chip's square. */
void planes_chip(const struct planes *planes, unsigned int chip, double *x, double *y);

/* --- a panel --- */

/* A panel being drawn. */
struct panel {
	struct svg *svg;
	const struct network *network;
	const struct network_quantity *quantity;
	struct planes *planes;
	enum scale_kind kind;
	struct scale scale;
	double top; /* from the top of the picture */
	double most, mean; /* of all links */
	unsigned int where; /* link that has most */
};

/* Write the colour of a level, below SCALE_LEVELS. */
static inline void panel_colour(const struct panel *panel, unsigned int level,
				char text[COLOUR_TEXT])
{
	colour_of(panel->quantity->ramp, (double)level / (SCALE_LEVELS - 1), text);
}

/* Return the state of a link, whose number is chip * ports + port of the sending chip. */
static inline enum network_state panel_state(const struct panel *panel, unsigned int link)
{
	return panel->network->states ? panel->network->states[link] : NETWORK_WORKS;
}

/* --- links --- */

/* Draw all links of a grid, then mark the failed ones; the panel's scale is known. */
void tracks_draw(const struct panel *panel);

/*
 * Draw all links of a dragonfly, then mark the failed ones; the panel's scale is known.
 *
 * A group is a plane; its rows are chassis, its columns blades. A chip's square has three stripes:
 * the maximum of its green, of its black and of its blue links. Below, a matrix has a cell for each
 * pair of groups: the mean of the blue links from one to the other.
 */
void groups_draw(const struct panel *panel);

/* Return the height of the matrix below the planes, with its heading. */
double groups_height(const struct topo *topo);

/* Return the width of the matrix, with its labels. */
double groups_width(const struct topo *topo);

#endif /* DRAW_PANEL_H */

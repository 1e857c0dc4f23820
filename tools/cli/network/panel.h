/* SPDX-License-Identifier: GPL-2.0-only */
/* The parts of a network's picture: where chips are, their links, marks, and the totals. */
#ifndef DRAW_PANEL_H
#define DRAW_PANEL_H

#include "cli/draw/draw.h"
#include "network.h"
#include "topo/topo.h"

/* --- where chips are --- */

/*
 * The chips of a topology: planes of the first two dimensions of more than one chip, one for each
 * place in the other dimensions. All lengths are in units of the picture.
 */
struct planes {
	const struct topo *topo;
	unsigned int order[TOPO_DIMS]; /* dimensions: to the right, up, and inside squares */
	unsigned int place[TOPO_DIMS]; /* the other way round: index in order of a dimension */
	unsigned int inside; /* dimensions drawn inside squares */
	double pitch, half, gap; /* from chip to chip; half of a chip's side; between lines */
	double plane_width, plane_height; /* of one plane */
	unsigned int count, columns; /* columns: planes side by side */
	double width, height; /* of all planes, with labels */
	double left, top; /* set by the caller */
};

/*
 * Choose the largest size of chips with which all planes fit into @width and @height; left and top
 * are set to 0. @topo must outlive @planes. Return whether they fit with chips of a readable size.
 */
bool planes_choose(struct planes *planes, const struct topo *topo, double width, double height);

/* Return how many chips a plane has to the right, or up. */
unsigned int planes_across(const struct planes *planes);
unsigned int planes_up(const struct planes *planes);

/*
 * Find the upper left corner of a plane, which is numbered by its place in the other dimensions.
 * The label is above.
 */
void planes_corner(const struct planes *planes, unsigned int plane, double *x, double *y);

/* Find the middle of a chip's square. */
void planes_chip(const struct planes *planes, unsigned int chip, double *x, double *y);

/* Write the name of a grid's dimension, "x" or "D4", to @text. */
void planes_dim_name(const struct topo *topo, unsigned int dim, char text[16]);

/* Name the planes above them, and number the chips at the edges of all. */
void planes_labels(const struct planes *planes, struct svg *svg);

/* Room for what squares and tracks mean. */
#define EXPLAIN_TEXT	500

/* Say what squares and tracks mean; @between is between what goes into a line. */
void planes_explain(const struct planes *planes, char between, char text[EXPLAIN_TEXT]);

/* --- a panel --- */

/* A panel being drawn. */
struct panel {
	struct svg *svg;
	const struct network *network;
	const struct network_quantity *quantity;
	struct planes *planes;
	enum scale_kind kind;
	struct scale scale;
	double left, top; /* from the upper left corner of the picture */
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

/* Find the middle of what tracks_draw() draws for a link. */
void tracks_place(const struct planes *planes, unsigned int link, double *x, double *y);

/*
 * Draw all links of a dragonfly, then mark the failed ones; the panel's scale is known.
 *
 * A group is a plane; its rows are chassis, its columns blades. A chip's square has three stripes:
 * the maximum of its green, of its black and of its blue links. At the right, a matrix has a cell
 * for each pair of groups: the mean of the blue links from one to the other.
 */
void groups_draw(const struct panel *panel);

/* Find the middle of the stripe that a link belongs to. */
void groups_place(const struct planes *planes, unsigned int link, double *x, double *y);

/* Draw a chip's stripes with the names of their colours; @x and @y are the upper left corner. */
void groups_key(struct svg *svg, double x, double y);

#define GROUPS_KEY	42 /* height of these stripes, with the text of the next line */

/* Return the colour, in SVG's syntax, that stands for a class of a dragonfly's links. */
const char *groups_colour(unsigned int class);

/* Return the height of the matrix beside the planes, with its numbers. */
double groups_height(const struct topo *topo);

/* Return the width of the matrix, with its numbers and the gap before them. */
double groups_width(const struct topo *topo);

/* --- marks --- */

/* Count the links that have failed, wholly or partly; each direction counts. */
unsigned int marks_failed(const struct network *network);

/*
 * Explain the rings, if chips have any; @x and @y are where the line begins. Return the next
 * baseline.
 */
double marks_title(struct svg *svg, const struct network *network, double x, double y, double line);

/* Ring the marked chips and the link with the highest value, and add tooltips. */
void marks_draw(const struct panel *panel);

/* Draw the mark of the link with the highest value around a point. */
void marks_peak(struct svg *svg, double x, double y, double radius);

/* --- totals --- */

/*
 * Draw a table of mean and most by classes of links, at a corner that is not far from the right
 * edge: it is TOTALS_WIDTH wide. Return its height.
 */
double totals_draw(struct svg *svg, const struct network *network, double left, double top);

#define TOTALS_WIDTH	460

#endif /* DRAW_PANEL_H */

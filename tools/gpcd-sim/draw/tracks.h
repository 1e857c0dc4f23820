/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * All links of a grid, each in the colour of its value.
 */
#ifndef TRACKS_H
#define TRACKS_H

#include "cli/draw/colour.h"
#include "cli/draw/svg.h"
#include "machine/engine.h"
#include "planes.h"

/** TRACKS_LEVELS - number of colours of a ramp: links of one level are one path */
#define TRACKS_LEVELS	24

/**
 * struct quantity - what a panel shows
 * @name: its heading
 * @unit: of its legend
 * @ramp: its colours
 * @of: a part from 0 on, of the link that leaves a chip by a port
 */
struct quantity {
	const char *name;
	const char *unit;
	enum colour_ramp ramp;
	double (*of)(const struct engine *engine, unsigned int chip, unsigned int port);
};

/**
 * struct panel - a panel in the making
 * @svg: the picture
 * @engine: what is drawn
 * @topo: its topology
 * @planes: where its chips are
 * @quantity: what is shown
 * @top: where it begins, from the top of the picture
 * @values: of links, at [chip * ports + port]; below 0: there is none
 * @top_value: of the scale
 * @most: the largest of @values
 * @mean: of all
 * @where: link that has @most
 */
struct panel {
	struct svg *svg;
	const struct engine *engine;
	const struct topo *topo;
	struct planes *planes;
	const struct quantity *quantity;
	double top;
	double *values;
	double top_value, most, mean;
	unsigned int where;
};

/**
 * tracks_colour() - the colour of a level
 * @panel: the panel
 * @level: below TRACKS_LEVELS
 * @text: set to the colour
 */
void tracks_colour(const struct panel *panel, unsigned int level, char text[COLOUR_TEXT]);

/**
 * tracks_draw() - draw all links that there are, those that have failed over their colours
 * @panel: the panel, whose values and scale are known
 */
void tracks_draw(const struct panel *panel);

#endif /* TRACKS_H */

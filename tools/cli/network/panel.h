/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A panel of a network's picture, while it is drawn.
 */
#ifndef DRAW_PANEL_H
#define DRAW_PANEL_H

#include "cli/draw/svg.h"
#include "network.h"
#include "planes.h"

/**
 * struct panel - a panel in the making
 * @svg: the picture
 * @network: what is drawn
 * @quantity: what is shown
 * @planes: where chips are
 * @kind: the kind of its scale
 * @scale: the scale
 * @top: where it begins, from the top of the picture
 * @most: the largest value
 * @mean: the mean of all links
 * @where: link that has @most
 */
struct panel {
	struct svg *svg;
	const struct network *network;
	const struct network_quantity *quantity;
	struct planes *planes;
	enum scale_kind kind;
	struct scale scale;
	double top;
	double most, mean;
	unsigned int where;
};

/**
 * panel_colour() - find the colour of a level
 * @panel: the panel
 * @level: below SCALE_LEVELS
 * @text: receives the colour
 */
static inline void panel_colour(const struct panel *panel, unsigned int level,
				char text[COLOUR_TEXT])
{
	colour_of(panel->quantity->ramp, (double)level / (SCALE_LEVELS - 1), text);
}

/**
 * panel_state() - whether a link works
 * @panel: the panel
 * @link: chip * ports + port of the chip that it leaves
 *
 * Return: its state.
 */
static inline enum network_state panel_state(const struct panel *panel, unsigned int link)
{
	return panel->network->states ? panel->network->states[link] : NETWORK_WORKS;
}

#endif /* DRAW_PANEL_H */

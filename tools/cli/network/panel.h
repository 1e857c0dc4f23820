/* SPDX-License-Identifier: GPL-2.0-only */
/* A panel of a network's picture while it is being drawn. */
#ifndef DRAW_PANEL_H
#define DRAW_PANEL_H

#include "cli/draw/svg.h"
#include "network.h"
#include "planes.h"

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

#endif /* DRAW_PANEL_H */

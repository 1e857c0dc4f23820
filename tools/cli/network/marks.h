/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Annotations of a network's picture: nodes that are sent far more than others, failed links, and
 * tooltips.
 */
#ifndef DRAW_MARKS_H
#define DRAW_MARKS_H

#include "panel.h"

/* Count the links that have failed, wholly or partly; each direction counts. */
unsigned int marks_failed(const struct network *network);

/*
 * Write which chips are marked, if any are; @x and @y are where the first line begins. Return the
 * next baseline.
 */
double marks_title(struct svg *svg, const struct network *network, double x, double y,
		   double line);

/* Ring the marked chips and add tooltips, after the panel was drawn. */
void marks_draw(const struct panel *panel);

#endif /* DRAW_MARKS_H */

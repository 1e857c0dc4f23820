/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Draw the links of a dragonfly, each in the colour of its value.
 *
 * A group is a plane; its rows are chassis, its columns blades. A chip's square has three stripes:
 * the maximum of its green, of its black and of its blue links. Below, a matrix has a cell for each
 * pair of groups: the mean of the blue links from one to the other.
 */
#ifndef GROUPS_H
#define GROUPS_H

#include "panel.h"

/* Draw all links, then mark the failed ones; the panel's scale is known. */
void groups_draw(const struct panel *panel);

/* Return the height of the matrix below the planes, with its heading. */
double groups_height(const struct topo *topo);

/* Return the width of the matrix, with its labels. */
double groups_width(const struct topo *topo);

#endif /* GROUPS_H */

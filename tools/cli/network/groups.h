/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * All links of a dragonfly, each in the colour of its value.
 *
 * A group is a plane, its chassis are rows, its blades columns. A chip's square has three stripes:
 * the most of its green, of its black and of its blue links. Below, a matrix has a cell for each
 * pair of groups: the mean of the blue links from one to the other.
 */
#ifndef GROUPS_H
#define GROUPS_H

#include "panel.h"

/**
 * groups_draw() - draw all links that there are, those that have failed over their colours
 * @panel: the panel, whose scale is known
 */
void groups_draw(const struct panel *panel);

/**
 * groups_height() - find how much room the matrix takes below the planes
 * @topo: the dragonfly
 *
 * Return: its height, with its heading.
 */
double groups_height(const struct topo *topo);

/**
 * groups_width() - find how wide the matrix is
 * @topo: the dragonfly
 *
 * Return: its width, with its labels.
 */
double groups_width(const struct topo *topo);

#endif /* GROUPS_H */

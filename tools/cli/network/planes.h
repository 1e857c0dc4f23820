/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where the chips of a grid are drawn: planes of the first two dimensions side by side, one for
 * each place in the other dimensions. All lengths are in units of the picture.
 */
#ifndef PLANES_H
#define PLANES_H

#include "topo/topo.h"

/**
 * struct planes - where planes and chips are
 * @topo: the grid
 * @pitch: from chip to chip
 * @half: half of the side of a chip's square
 * @gap: between lines that must not look like one
 * @plane_width: of a plane
 * @plane_height: of a plane
 * @count: how many planes there are
 * @columns: how many of them are side by side
 * @width: of all planes
 * @height: of all planes, with their labels
 * @left: where they begin, from the left of the picture; the caller sets it
 * @top: where they begin, from the top of the picture; the caller sets it
 */
struct planes {
	const struct topo *topo;
	double pitch, half, gap;
	double plane_width, plane_height;
	unsigned int count, columns;
	double width, height;
	double left, top;
};

/**
 * planes_choose() - choose how large chips are, so that all planes have room
 * @planes: filled in; @left and @top are 0
 * @topo: the grid, which has to outlive @planes
 */
void planes_choose(struct planes *planes, const struct topo *topo);

/**
 * planes_corner() - find a plane
 * @planes: the planes
 * @plane: number of the plane: its place in the other dimensions
 * @x: set to its left side
 * @y: set to its upper side; the label is above
 */
void planes_corner(const struct planes *planes, unsigned int plane, double *x, double *y);

/**
 * planes_chip() - find a chip
 * @planes: the planes
 * @chip: number of the chip
 * @x: set to the middle of its square
 * @y: likewise
 */
void planes_chip(const struct planes *planes, unsigned int chip, double *x, double *y);

#endif /* PLANES_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where the chips of a grid are drawn: planes of the first two dimensions side by side, one for
 * each place in the other dimensions. All lengths are in units of the picture.
 */
#ifndef PLANES_H
#define PLANES_H

#include "topo/topo.h"

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

#endif /* PLANES_H */

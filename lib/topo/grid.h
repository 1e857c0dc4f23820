/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Ports of a grid, a topology for which topo_is_grid() is true. There are two for each dimension,
 * first the one that leads up, then the one that leads down. Only this header knows that.
 */
#ifndef TOPO_GRID_H
#define TOPO_GRID_H

#include <stdbool.h>

/* Return the port that leads to the next higher coordinate of a dimension. */
static inline unsigned int grid_up(unsigned int dim)
{
	return 2 * dim;
}

/* Return the port that leads to the next lower coordinate of a dimension. */
static inline unsigned int grid_down(unsigned int dim)
{
	return 2 * dim + 1;
}

/*
 * Return the dimension that a port leads along; for topo_ports(), the host link, the number of
 * dimensions.
 */
static inline unsigned int grid_dim(unsigned int port)
{
	return port / 2;
}

/* Whether a port leads to the next lower coordinate. */
static inline bool grid_is_down(unsigned int port)
{
	return port & 1;
}

/*
 * Return the port that leads the other way along the same dimension, which is also the port at the
 * other end of a link, for any chip.
 */
static inline unsigned int grid_opposite(unsigned int port)
{
	return port ^ 1;
}

#endif /* TOPO_GRID_H */

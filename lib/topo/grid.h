/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Ports of a grid: of a topology for which topo_is_grid() is true. They are two a dimension, first
 * the one that leads up, then the one that leads down. This is said here and nowhere else.
 */
#ifndef TOPO_GRID_H
#define TOPO_GRID_H

#include <stdbool.h>

/**
 * grid_up() - the port that leads to the next higher coordinate
 * @dim: of this dimension
 *
 * Return: the port.
 */
static inline unsigned int grid_up(unsigned int dim)
{
	return 2 * dim;
}

/**
 * grid_down() - the port that leads to the next lower coordinate
 * @dim: of this dimension
 *
 * Return: the port.
 */
static inline unsigned int grid_down(unsigned int dim)
{
	return 2 * dim + 1;
}

/**
 * grid_dim() - the dimension that a port leads along
 * @port: the port
 *
 * Return: the dimension; for topo_ports(), the host link, the number of dimensions.
 */
static inline unsigned int grid_dim(unsigned int port)
{
	return port / 2;
}

/**
 * grid_is_down() - whether a port leads to the next lower coordinate
 * @port: the port
 *
 * Return: true if it leads down.
 */
static inline bool grid_is_down(unsigned int port)
{
	return port & 1;
}

/**
 * grid_opposite() - the port that leads the other way along the same dimension
 * @port: the port
 *
 * It is also the port at the other end of a link, whichever the chip.
 *
 * Return: the other port.
 */
static inline unsigned int grid_opposite(unsigned int port)
{
	return port ^ 1;
}

#endif /* TOPO_GRID_H */

/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the descriptors of grids have in common: functions of struct topo_family. */
#ifndef TOPO_FAMILY_GRID_H
#define TOPO_FAMILY_GRID_H

#include "topo/grid.h"
#include "topo/topo.h"

/* Return the number of ports: two a dimension. */
unsigned int grid_ports(const struct topo *topo);

/* Return the next chip along a dimension, or TOPO_NONE at an edge and after the last port. */
unsigned int grid_neighbour(const struct topo *topo, unsigned int chip, unsigned int port);

/* Return the opposite port. */
unsigned int grid_far_port(const struct topo *topo, unsigned int chip, unsigned int port);

/*
 * Return the next port in dimension order, or TOPO_NONE at dst. A grid has no groups, so the bridge
 * is not used.
 */
unsigned int grid_route(const struct topo *topo, unsigned int chip, unsigned int dst,
			unsigned int bridge);

/* Write a name such as "X+" or "D3-". */
void grid_port_name(const struct topo *topo, unsigned int port, char *buf, size_t size);

/* Return the number of classes: one a dimension. */
unsigned int grid_classes(const struct topo *topo);

/* Return the dimension of a port, which is its class. */
unsigned int grid_class_of(const struct topo *topo, unsigned int port);

/* Describe a class. */
void grid_class_fill(const struct topo *topo, unsigned int number, struct topo_class *class);

/* What every grid puts into its descriptor. */
#define GRID_FUNCTIONS			\
	.grid = true,			\
	.nic_bits = 1,			\
	.phases = 1,			\
	.ports = grid_ports,		\
	.neighbour = grid_neighbour,	\
	.far_port = grid_far_port,	\
	.route = grid_route,		\
	.port_name = grid_port_name,	\
	.classes = grid_classes,	\
	.class_of = grid_class_of,	\
	.class_fill = grid_class_fill

#endif /* TOPO_FAMILY_GRID_H */

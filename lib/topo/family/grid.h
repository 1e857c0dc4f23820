/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What the descriptors of grids have in common.
 */
#ifndef TOPO_FAMILY_GRID_H
#define TOPO_FAMILY_GRID_H

#include "topo/grid.h"
#include "topo/topo.h"

/**
 * grid_ports() - topo_family.ports: two a dimension
 * @topo: a grid
 *
 * Return: how many.
 */
unsigned int grid_ports(const struct topo *topo);

/**
 * grid_neighbour() - topo_family.neighbour: one further along a dimension
 * @topo: a grid
 * @chip: a chip
 * @port: a port of it
 *
 * Return: the chip, or TOPO_NONE at an edge and behind the last port.
 */
unsigned int grid_neighbour(const struct topo *topo, unsigned int chip, unsigned int port);

/**
 * grid_far_port() - topo_family.far_port: the opposite port
 * @topo: a grid
 * @chip: a chip
 * @port: a port of it that leads somewhere
 *
 * Return: the port of the neighbour.
 */
unsigned int grid_far_port(const struct topo *topo, unsigned int chip, unsigned int port);

/**
 * grid_route() - topo_family.route: dimension order
 * @topo: a grid
 * @chip: where the packet is
 * @dst: where it goes
 * @bridge: not looked at: a grid has no groups
 *
 * Return: a port, or TOPO_NONE at @dst.
 */
unsigned int grid_route(const struct topo *topo, unsigned int chip, unsigned int dst,
			unsigned int bridge);

/**
 * grid_port_name() - topo_family.port_name: "X+", "D3-"
 * @topo: a grid
 * @port: the port
 * @buf: for the name
 * @size: of @buf
 */
void grid_port_name(const struct topo *topo, unsigned int port, char *buf, size_t size);

/**
 * grid_classes() - topo_family.classes: one a dimension
 * @topo: a grid
 *
 * Return: how many.
 */
unsigned int grid_classes(const struct topo *topo);

/**
 * grid_class_of() - topo_family.class_of: the dimension
 * @topo: a grid
 * @port: the port
 *
 * Return: the class.
 */
unsigned int grid_class_of(const struct topo *topo, unsigned int port);

/**
 * grid_class_fill() - topo_family.class_fill
 * @topo: a grid
 * @number: of the class
 * @class: filled in
 */
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

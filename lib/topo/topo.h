/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Topologies: who is whose neighbour, and which way a packet goes.
 *
 * A chip is a number, 0 to topo.chips - 1. Its logical links are ports. Torus, mesh
 * and hypercube have two ports a dimension: 2 * d leads up, 2 * d + 1 down.
 */
#ifndef TOPO_TOPO_H
#define TOPO_TOPO_H

#include <stddef.h>

/** TOPO_DIMS: most dimensions of a topology; a hypercube has one a bit */
#define TOPO_DIMS	16

/** TOPO_CHIPS: most chips of a topology: what a 16-bit destination names */
#define TOPO_CHIPS	65536

/** TOPO_NONE: no chip, no port */
#define TOPO_NONE	(~0u)

/**
 * enum topo_kind - families of topologies
 * @TOPO_TORUS: rings in every dimension
 * @TOPO_MESH: lines in every dimension
 * @TOPO_HYPERCUBE: a mesh of 2 in every dimension; coordinates are bits
 * @TOPO_DRAGONFLY: groups of chassis of blades (Aries): all-to-all in a chassis,
 *	in a column of blades of a group, and between groups
 */
enum topo_kind {
	TOPO_TORUS,
	TOPO_MESH,
	TOPO_HYPERCUBE,
	TOPO_DRAGONFLY,
};

/** TOPO_KINDS: how many families there are. */
#define TOPO_KINDS (TOPO_DRAGONFLY + 1)

/**
 * topo_kind_name() - "torus", "mesh" ...
 * @kind: 0 to TOPO_KINDS - 1, an &enum topo_kind
 */
const char *topo_kind_name(unsigned int kind);

/**
 * struct topo - a topology
 * @kind: its family
 * @dims: dimensions; of a dragonfly 3: blade, chassis, group
 * @size: chips along each dimension, the first varies fastest in a chip's number
 * @chips: the product of @size, at most TOPO_CHIPS
 */
struct topo {
	enum topo_kind kind;
	unsigned int dims;
	unsigned int size[TOPO_DIMS];
	unsigned int chips;
};

/**
 * topo_parse() - a topology by name
 * @topo: filled in
 * @text: "torus:16x12x24", "mesh:4x8", "hypercube:4" (dimensions), "dragonfly:16x6x4"
 *	(blades a chassis, chassis a group, groups); "16x12x24" is a torus; the case
 *	of letters is ignored
 *
 * Return: 0, -EINVAL for what is no topology, -E2BIG for more than TOPO_CHIPS.
 */
int topo_parse(struct topo *topo, const char *text);

/**
 * topo_name() - a topology's name, as topo_parse() takes it
 * @topo: which
 * @buf: for the name
 * @size: of @buf; 128 is enough for all
 */
void topo_name(const struct topo *topo, char *buf, size_t size);

/**
 * topo_ports() - ports of a chip: twice the dimensions; of a dragonfly its peers in
 * the chassis, in the column, and as many blue ones as the busiest chip has
 */
unsigned int topo_ports(const struct topo *topo);

/** topo_coord() - a chip's coordinate, @topo->dims numbers */
void topo_coord(const struct topo *topo, unsigned int chip, unsigned int *coord);

/** topo_chip() - the chip at a coordinate, or TOPO_NONE outside */
unsigned int topo_chip(const struct topo *topo, const unsigned int *coord);

/**
 * topo_neighbour() - the chip at the other end of a port
 *
 * Return: a chip; in a ring of one chip itself; TOPO_NONE at the edge of a mesh and for a
 * port that is not connected.
 */
unsigned int topo_neighbour(const struct topo *topo, unsigned int chip, unsigned int port);

/**
 * topo_far_port() - the port of topo_neighbour() that leads back over the same link,
 * or TOPO_NONE
 */
unsigned int topo_far_port(const struct topo *topo, unsigned int chip, unsigned int port);

/**
 * topo_route() - the next port on the static, minimal way
 *
 * Torus, mesh, hypercube: dimension order, first dimension first, the shorter way round a
 * ring; half a ring goes up (the Gemini papers leave it open). Dragonfly: within the
 * group chassis first, then column; to the chip that has the link to the destination's
 * group, over it, and again within.
 *
 * Return: a port, or TOPO_NONE at the destination.
 */
unsigned int topo_route(const struct topo *topo, unsigned int chip, unsigned int dst);

/** topo_distance() - links on the way that topo_route() takes */
unsigned int topo_distance(const struct topo *topo, unsigned int chip, unsigned int dst);

/**
 * topo_port_name() - what a port is called: "X+", "Z-", from the fourth dimension on
 * "D3+"; of a dragonfly "green 3", "black 2", "blue 1"
 */
void topo_port_name(const struct topo *topo, unsigned int port, char *buf, size_t size);

#endif /* TOPO_TOPO_H */

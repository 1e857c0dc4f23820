/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Topologies: chips, their neighbours, and the way that a packet goes.
 *
 * A chip is a number, 0 to topo.chips - 1. Its logical links are ports, numbered from 0 on. The
 * functions here ask the descriptor of the topology's family (topo/family/family.h).
 */
#ifndef TOPO_TOPO_H
#define TOPO_TOPO_H

#include <stdbool.h>
#include <stddef.h>

#include "topo/family/family.h"

/* Most dimensions of a topology; a hypercube has one a bit. */
#define TOPO_DIMS	16

/* Most chips of a topology: 16-bit destinations. */
#define TOPO_CHIPS	65536

/* Most bits of a NIC's number in its chip. */
#define TOPO_NIC_BITS	2

/* Most virtual channels for each of requests and responses. */
#define TOPO_PHASES	4

/* No chip, no port. */
#define TOPO_NONE	(~0u)

/* A topology. */
struct topo {
	const struct topo_family *family;
	unsigned int dims;		/* of a dragonfly 3: blade, chassis, group */
	unsigned int size[TOPO_DIMS];	/* in chips; the first varies fastest in a chip's number */
	unsigned int chips;		/* product of size, at most TOPO_CHIPS */
	unsigned int bridges;		/* links that join each pair of groups; 0: no groups */
};

/*
 * Whether ports and ways are a grid's, as for tori, meshes and hypercubes, whose ports topo/grid.h
 * numbers.
 */
static inline bool topo_is_grid(const struct topo *topo)
{
	return topo->family->grid;
}

/*
 * Return how many chips a group has; all, if the topology has no groups. Groups have consecutive
 * numbers of chips, and are all of one size. topo.bridges links join each pair of them; a way
 * between two groups takes one of these, and ways within a group stay there.
 */
static inline unsigned int topo_group(const struct topo *topo)
{
	return topo->family->group ? topo->family->group(topo) : topo->chips;
}

/*
 * Return how large topo.bridges may be, from 1 on; 0: the family has no groups. The present value
 * does not matter.
 */
static inline unsigned int topo_bridges_most(const struct topo *topo)
{
	return topo->family->bridges_most ? topo->family->bridges_most(topo) : 0;
}

/* Whether a dimension's last chip is joined to its first, as in tori. */
static inline bool topo_has_rings(const struct topo *topo)
{
	return topo->family->rings;
}

/*
 * Whether both ways round a ring between coordinates with this difference are equally long: half an
 * even ring.
 */
static inline bool topo_is_tie(const struct topo *topo, unsigned int dim, int difference)
{
	unsigned int steps = difference < 0 ? -difference : difference;

	return topo_has_rings(topo) && 2 * steps == topo->size[dim];
}

/*
 * Whether there are chips with two equally long ways along a dimension: in tori with a dimension of
 * an even size.
 */
bool topo_has_ties(const struct topo *topo);

/* Return the number of NICs of a chip, a power of two; each is a node. */
static inline unsigned int topo_nics(const struct topo *topo)
{
	return 1u << topo->family->nic_bits;
}

/* Return the number of nodes of a machine. */
static inline uint32_t topo_nodes(const struct topo *topo)
{
	return (uint32_t)topo->chips << topo->family->nic_bits;
}

/* Return the node of a chip and the number of a NIC there. */
static inline uint32_t topo_node(const struct topo *topo, unsigned int chip, unsigned int nic)
{
	return (uint32_t)chip << topo->family->nic_bits | nic;
}

/* Return the chip of a node. */
static inline unsigned int topo_node_chip(const struct topo *topo, uint32_t node)
{
	return node >> topo->family->nic_bits;
}

/* Return the number of a node among the NICs of its chip. */
static inline unsigned int topo_node_nic(const struct topo *topo, uint32_t node)
{
	return node % topo_nics(topo);
}

/*
 * Parse a topology, ignoring case: "torus:16x12x24", "mesh:4x8", "hypercube:4" (dimensions),
 * "dragonfly:16x6x4" (blades a chassis, chassis a group, groups), "dragonfly:16x6x4:48" (and blue
 * links a pair of groups, otherwise 1); "16x12x24" is a torus. Returns 0, -EINVAL for what is no
 * topology, -E2BIG for more than TOPO_CHIPS, or -ERANGE for a dragonfly whose chips lack tiles for
 * its links: see DRAGONFLY_BLADES, DRAGONFLY_CHASSIS and DRAGONFLY_BLUES.
 */
int topo_parse(struct topo *topo, const char *text);

/* Write a topology's text, as topo_parse() takes it, to buf; 128 bytes are always enough. */
void topo_name(const struct topo *topo, char *buf, size_t size);

/*
 * Return the number of ports of a chip: in a grid two a dimension; in a dragonfly the peers in the
 * chassis, the peers in the column, and as many blue ports as the chip with most of them has.
 */
unsigned int topo_ports(const struct topo *topo);

/* Find a chip's coordinate, topo->dims numbers. */
void topo_coord(const struct topo *topo, unsigned int chip, unsigned int *coord);

/* Return the chip at a coordinate, topo->dims numbers, or TOPO_NONE outside. */
unsigned int topo_chip(const struct topo *topo, const unsigned int *coord);

/*
 * Return the chip at the other end of a port, or any higher number; in a ring of one chip that is
 * the chip itself. TOPO_NONE at the edge of a mesh and for a port that is not connected.
 */
static inline unsigned int topo_neighbour(const struct topo *topo, unsigned int chip,
					  unsigned int port)
{
	return topo->family->neighbour(topo, chip, port);
}

/* Whether a port has a link. Others lead nowhere, or, in a ring of one chip, to the chip itself. */
static inline bool topo_has_link(const struct topo *topo, unsigned int chip, unsigned int port)
{
	unsigned int far = topo_neighbour(topo, chip, port);

	return far != TOPO_NONE && far != chip;
}

/* Return the port of topo_neighbour() that leads back over the same link, or TOPO_NONE. */
unsigned int topo_far_port(const struct topo *topo, unsigned int chip, unsigned int port);

/*
 * Return the next port on the static, minimal way to chip dst, or TOPO_NONE at dst. The bridge,
 * below topo.bridges, selects the link between two groups; ignored within a group, or without
 * groups.
 *
 * Grid: dimension order, first dimension first, the shorter way round a ring; half a ring goes up
 * (the Gemini papers leave it open). Dragonfly: within the group chassis first, then column; to the
 * chip that has the bridge to the destination's group, over it, and again within.
 */
unsigned int topo_route(const struct topo *topo, unsigned int chip, unsigned int dst,
			unsigned int bridge);

/* Return the number of links on the way that topo_route() takes. */
unsigned int topo_distance(const struct topo *topo, unsigned int chip, unsigned int dst,
			   unsigned int bridge);

/*
 * Write the name of a port to buf: "X+", "Z-", from the fourth dimension on "D3+"; in a dragonfly
 * "green 3", "black 2", "blue 1".
 */
void topo_port_name(const struct topo *topo, unsigned int port, char *buf, size_t size);

/* Return the number of classes of links: the dimensions of a grid, the colours of a dragonfly. */
unsigned int topo_classes(const struct topo *topo);

/* Return the class, from 0 on, of a port's link. */
unsigned int topo_class_of(const struct topo *topo, unsigned int port);

/*
 * Whether a packet changes to the next virtual channel from port from (TOPO_NONE: its node) to
 * port. True on a dragonfly, unless its steps in one virtual channel are green, black, blue, each
 * at most once and in this order, so that buffers cannot wait for each other in a cycle.
 */
static inline bool topo_rises(const struct topo *topo, unsigned int from, unsigned int port)
{
	return topo->family->phases > 1 && from != TOPO_NONE &&
	       topo_class_of(topo, port) <= topo_class_of(topo, from);
}

/* Describe a class of links, by its number below topo_classes(). */
void topo_class(const struct topo *topo, unsigned int number, struct topo_class *class);

#endif /* TOPO_TOPO_H */

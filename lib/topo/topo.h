/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Topologies: chips, their neighbours, and the way that a packet goes.
 *
 * A chip is a number, 0 to topo.chips - 1. Its logical links are ports, numbered from 0 on. What a
 * topology of some family is like, its descriptor says (topo/family/family.h); the functions here
 * ask it.
 */
#ifndef TOPO_TOPO_H
#define TOPO_TOPO_H

#include <stdbool.h>
#include <stddef.h>

#include "topo/family/family.h"

/** TOPO_DIMS: most dimensions of a topology; a hypercube has one a bit */
#define TOPO_DIMS	16

/** TOPO_CHIPS: most chips of a topology: what a 16-bit destination names */
#define TOPO_CHIPS	65536

/** TOPO_NIC_BITS: most bits of a NIC's number in its chip */
#define TOPO_NIC_BITS	2

/** TOPO_PHASES: most virtual channels for each of requests and responses */
#define TOPO_PHASES	4

/** TOPO_NONE: no chip, no port */
#define TOPO_NONE	(~0u)

/**
 * struct topo - a topology
 * @family: its descriptor
 * @dims: dimensions; of a dragonfly 3: blade, chassis, group
 * @size: chips along each dimension, the first varies fastest in a chip's number
 * @chips: the product of @size, at most TOPO_CHIPS
 * @bridges: links that join each pair of groups; 0: the family has no groups
 */
struct topo {
	const struct topo_family *family;
	unsigned int dims;
	unsigned int size[TOPO_DIMS];
	unsigned int chips;
	unsigned int bridges;
};

/**
 * topo_is_grid() - whether ports and ways are those of a grid
 * @topo: the topology
 *
 * Return: true for tori, meshes and hypercubes, whose ports topo/grid.h numbers.
 */
static inline bool topo_is_grid(const struct topo *topo)
{
	return topo->family->grid;
}

/**
 * topo_group() - find how many chips a group has
 * @topo: the topology
 *
 * Groups have consecutive numbers of chips, and are all of one size. topo.bridges links join each
 * pair of them; a way between two groups takes one of these, and ways within a group stay there.
 *
 * Return: chips of a group; all of them, if the topology has no groups.
 */
static inline unsigned int topo_group(const struct topo *topo)
{
	return topo->family->group ? topo->family->group(topo) : topo->chips;
}

/**
 * topo_bridges_most() - find how many links can join each pair of groups
 * @topo: the topology; its @bridges do not matter
 *
 * Return: the most that topo.bridges may be set to, from 1 on; 0: the family has no groups.
 */
static inline unsigned int topo_bridges_most(const struct topo *topo)
{
	return topo->family->bridges_most ? topo->family->bridges_most(topo) : 0;
}

/**
 * topo_has_rings() - whether a dimension's last chip is joined to its first
 * @topo: the topology
 *
 * Return: true for tori.
 */
static inline bool topo_has_rings(const struct topo *topo)
{
	return topo->family->rings;
}

/**
 * topo_is_tie() - whether both ways round a ring are equally long
 * @topo: the topology
 * @dim: the dimension
 * @difference: of two coordinates of it
 *
 * Return: true for half an even ring.
 */
static inline bool topo_is_tie(const struct topo *topo, unsigned int dim, int difference)
{
	unsigned int steps = difference < 0 ? -difference : difference;

	return topo_has_rings(topo) && 2 * steps == topo->size[dim];
}

/**
 * topo_has_ties() - whether there are chips with two equally long ways along a dimension
 * @topo: the topology
 *
 * Return: true for tori with a dimension of an even size.
 */
bool topo_has_ties(const struct topo *topo);

/**
 * topo_nics() - count the NICs of a chip
 * @topo: the topology
 *
 * Return: how many, a power of two; each is a node.
 */
static inline unsigned int topo_nics(const struct topo *topo)
{
	return 1u << topo->family->nic_bits;
}

/**
 * topo_nodes() - count the nodes of a machine
 * @topo: the topology
 *
 * Return: how many.
 */
static inline uint32_t topo_nodes(const struct topo *topo)
{
	return (uint32_t)topo->chips << topo->family->nic_bits;
}

/**
 * topo_node() - find the number of a node
 * @topo: the topology
 * @chip: its chip
 * @nic: its number among the NICs of the chip
 *
 * Return: the node.
 */
static inline uint32_t topo_node(const struct topo *topo, unsigned int chip, unsigned int nic)
{
	return (uint32_t)chip << topo->family->nic_bits | nic;
}

/**
 * topo_node_chip() - find the chip of a node
 * @topo: the topology
 * @node: the node
 *
 * Return: the chip.
 */
static inline unsigned int topo_node_chip(const struct topo *topo, uint32_t node)
{
	return node >> topo->family->nic_bits;
}

/**
 * topo_node_nic() - find the number of a node among the NICs of its chip
 * @topo: the topology
 * @node: the node
 *
 * Return: the number.
 */
static inline unsigned int topo_node_nic(const struct topo *topo, uint32_t node)
{
	return node % topo_nics(topo);
}

/**
 * topo_parse() - find a topology by its text
 * @topo: filled in
 * @text: "torus:16x12x24", "mesh:4x8", "hypercube:4" (dimensions), "dragonfly:16x6x4"
 *	(blades a chassis, chassis a group, groups), "dragonfly:16x6x4:48" (and blue links a pair of
 *	groups, otherwise 1); "16x12x24" is a torus; the case of letters is ignored
 *
 * Return: 0, -EINVAL for what is no topology, -E2BIG for more than TOPO_CHIPS.
 */
int topo_parse(struct topo *topo, const char *text);

/**
 * topo_name() - write a topology's text, as topo_parse() takes it
 * @topo: the topology
 * @buf: for the text
 * @size: of @buf; 128 is enough for all
 */
void topo_name(const struct topo *topo, char *buf, size_t size);

/**
 * topo_ports() - ports of a chip
 * @topo: the topology
 *
 * Return: how many; of a grid two a dimension; of a dragonfly the peers in the chassis, those in
 * the column, and as many blue ports as the chip with most of them has.
 */
unsigned int topo_ports(const struct topo *topo);

/**
 * topo_coord() - find a chip's coordinate
 * @topo: the topology
 * @chip: the chip
 * @coord: filled in: @topo->dims numbers
 */
void topo_coord(const struct topo *topo, unsigned int chip, unsigned int *coord);

/**
 * topo_chip() - find the chip at a coordinate
 * @topo: the topology
 * @coord: @topo->dims numbers
 *
 * Return: the chip, or TOPO_NONE outside.
 */
unsigned int topo_chip(const struct topo *topo, const unsigned int *coord);

/**
 * topo_neighbour() - find the chip at the other end of a link
 * @topo: the topology
 * @chip: a chip
 * @port: a port of it, or any number above
 *
 * Return: a chip; in a ring of one chip itself; TOPO_NONE at the edge of a mesh and for a
 * port that is not connected.
 */
static inline unsigned int topo_neighbour(const struct topo *topo, unsigned int chip,
					  unsigned int port)
{
	return topo->family->neighbour(topo, chip, port);
}

/**
 * topo_far_port() - find the port at the other end of a link
 * @topo: the topology
 * @chip: a chip
 * @port: a port of it
 *
 * Return: the port of topo_neighbour() that leads back over the same link, or TOPO_NONE.
 */
unsigned int topo_far_port(const struct topo *topo, unsigned int chip, unsigned int port);

/**
 * topo_route() - find the next port on the static, minimal way
 * @topo: the topology
 * @chip: where the packet is
 * @dst: the chip that it goes to
 * @bridge: which of the links between its group and that of @dst it takes, below topo.bridges; it
 *	does not matter within a group, or where there are no groups
 *
 * Grid: dimension order, first dimension first, the shorter way round a ring; half a ring goes up
 * (the Gemini papers leave it open). Dragonfly: within the group chassis first, then column; to the
 * chip that has the bridge to the destination's group, over it, and again within.
 *
 * Return: a port, or TOPO_NONE at the destination.
 */
unsigned int topo_route(const struct topo *topo, unsigned int chip, unsigned int dst,
			unsigned int bridge);

/**
 * topo_distance() - count the links on the way that topo_route() takes
 * @topo: the topology
 * @chip: where the way begins
 * @dst: where it ends
 * @bridge: as topo_route()
 *
 * Return: how many.
 */
unsigned int topo_distance(const struct topo *topo, unsigned int chip, unsigned int dst,
			   unsigned int bridge);

/**
 * topo_port_name() - write what a port is called
 * @topo: the topology
 * @port: the port
 * @buf: for the name: "X+", "Z-", from the fourth dimension on "D3+"; of a dragonfly "green 3",
 *	"black 2", "blue 1"
 * @size: of @buf
 */
void topo_port_name(const struct topo *topo, unsigned int port, char *buf, size_t size);

/**
 * topo_classes() - count the classes of a topology's links
 * @topo: the topology
 *
 * Return: how many: the dimensions of a grid, the colours of a dragonfly.
 */
unsigned int topo_classes(const struct topo *topo);

/**
 * topo_class_of() - find the class of a port's link
 * @topo: the topology
 * @port: below topo_ports()
 *
 * Return: the class, from 0 on.
 */
unsigned int topo_class_of(const struct topo *topo, unsigned int port);

/**
 * topo_rises() - whether a packet changes to the next virtual channel
 * @topo: the topology
 * @from: port that it came through, or TOPO_NONE: it comes from its node
 * @port: port that it leaves through
 *
 * Return: true on a dragonfly, unless its steps in one virtual channel are green, black, blue, each
 * at most once and in this order: so no circle of buffers waits for itself.
 */
static inline bool topo_rises(const struct topo *topo, unsigned int from, unsigned int port)
{
	return topo->family->phases > 1 && from != TOPO_NONE &&
	       topo_class_of(topo, port) <= topo_class_of(topo, from);
}

/**
 * topo_class() - describe a class of links
 * @topo: the topology
 * @number: below topo_classes()
 * @class: filled in
 */
void topo_class(const struct topo *topo, unsigned int number, struct topo_class *class);

#endif /* TOPO_TOPO_H */

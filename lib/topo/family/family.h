/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A family of topologies is one descriptor. To add one: a file in this folder that fills it in,
 * and a row in list.c. Users ask by topo.h and never for a certain family.
 */
#ifndef TOPO_FAMILY_H
#define TOPO_FAMILY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct topo;

/** TOPO_CLASS_NAME: bytes that hold the name of any class of links */
#define TOPO_CLASS_NAME	16

/**
 * struct topo_class - links that are alike: those along a dimension, or of a colour
 * @name: "X", "D3", "green"
 * @lanes: tiles of such a link
 * @rate: GB/s of a tile, one way
 * @hop: ns that a head takes from one router's grant to the next router's input
 * @buffer: phits of the input buffer at its end, of an Aries flits, for each virtual channel
 *
 * Geminis in cabinets differ: their links are as fast as what they run over (topo/gemini.h).
 */
struct topo_class {
	char name[TOPO_CLASS_NAME];
	unsigned int lanes;
	double rate;
	unsigned int hop;
	unsigned int buffer;
};

/**
 * struct topo_family - a family of topologies
 * @name: what the text of such a topology begins with: "torus"
 * @sizes: what its sizes are, as help texts print an argument: "XxYxZ"
 * @help: what it is, for help texts
 * @grid: a chip has two ports a dimension, numbered as topo/grid.h says, and packets go along one
 *	dimension after the other. The simulator's event engine, pictures and tables by dimension
 *	need it
 * @rings: the last chip of each dimension is joined to the first
 * @nic_bits: a chip has 2^@nic_bits NICs, each of which is a node; at most TOPO_NIC_BITS
 * @pairs: NICs 0 and 1 of a chip have the first half of its host tiles to themselves, 2 and 3 the
 *	other; otherwise all host tiles serve all NICs
 * @flits: packets travel as flits of an Aries's tiles; otherwise as phits of a Gemini's
 * @phases: virtual channels for each of requests and responses, 1 to TOPO_PHASES; a packet begins
 *	in the first, and goes into the next one where the classes of its links do not rise
 * @parse: fill in @topo->dims, @topo->size and, of a family with groups, @topo->bridges from the
 *	text of the sizes; 0, -EINVAL, -E2BIG
 * @check: are these sizes possible, with @topo->chips filled in? 0, -EINVAL; NULL: all are
 * @print: the text of the sizes; the inverse of @parse
 * @ports: as topo_ports()
 * @neighbour: as topo_neighbour(); TOPO_NONE for ports that there are not
 * @far_port: as topo_far_port(), of a port that leads somewhere
 * @route: as topo_route()
 * @group: as topo_group(); NULL: all chips are one group
 * @bridges_most: as topo_bridges_most(), of a family with groups
 * @port_name: as topo_port_name()
 * @classes: how many classes its links have
 * @class_of: the class of a port, from 0 on
 * @class_fill: describe a class
 */
struct topo_family {
	const char *name;
	const char *sizes;
	const char *help;
	bool grid;
	bool rings;
	bool pairs;
	bool flits;
	unsigned int nic_bits;
	unsigned int phases;
	int (*parse)(struct topo *topo, const char *text);
	int (*check)(const struct topo *topo);
	void (*print)(const struct topo *topo, char *buf, size_t size);
	unsigned int (*ports)(const struct topo *topo);
	unsigned int (*neighbour)(const struct topo *topo, unsigned int chip, unsigned int port);
	unsigned int (*far_port)(const struct topo *topo, unsigned int chip, unsigned int port);
	unsigned int (*route)(const struct topo *topo, unsigned int chip, unsigned int dst,
			      unsigned int bridge);
	unsigned int (*group)(const struct topo *topo);
	unsigned int (*bridges_most)(const struct topo *topo);
	void (*port_name)(const struct topo *topo, unsigned int port, char *buf, size_t size);
	unsigned int (*classes)(const struct topo *topo);
	unsigned int (*class_of)(const struct topo *topo, unsigned int port);
	void (*class_fill)(const struct topo *topo, unsigned int number, struct topo_class *class);
};

/* Rings in every dimension. */
extern const struct topo_family topo_torus;

/* Lines in every dimension. */
extern const struct topo_family topo_mesh;

/* A mesh of 2 in every dimension: coordinates are bits. */
extern const struct topo_family topo_hypercube;

/* Groups of chassis of blades (Aries). */
extern const struct topo_family topo_dragonfly;

/* All families, NULL behind the last; a size without a family's name is of the first. */
extern const struct topo_family *const topo_families[];

#endif /* TOPO_FAMILY_H */

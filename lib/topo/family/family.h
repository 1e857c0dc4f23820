/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A family of topologies is one descriptor. To add a family, add a file in this folder with its
 * descriptor, and a row in list.c. Users call topo.h, and never check for a certain family.
 */
#ifndef TOPO_FAMILY_H
#define TOPO_FAMILY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct topo;

/* Bytes that hold the name of any class of links. */
#define TOPO_CLASS_NAME	16

/*
 * Links that are alike: along a dimension, or of a colour. Geminis in cabinets differ: their links
 * are as fast as what they run over (topo/gemini.h).
 */
struct topo_class {
	char name[TOPO_CLASS_NAME];	/* "X", "D3", "green" */
	unsigned int lanes;		/* tiles of such a link */
	double rate;			/* GB/s of a tile, one way */
	unsigned int hop;		/* ns from a head's grant to the next router's input */
	unsigned int buffer; /* phits (Aries: flits) of an input buffer, for each virtual channel */
};

/* A family of topologies. */
struct topo_family {
	const char *name;	/* beginning of a topology's text: "torus" */
	const char *sizes;	/* its sizes, as an argument in help texts: "XxYxZ" */
	const char *help;	/* what it is, for help texts */
	/*
	 * A chip has two ports a dimension, numbered as in topo/grid.h, and packets go along one
	 * dimension after the other. The simulator's event engine, pictures and tables by dimension
	 * need it.
	 */
	bool grid;
	bool rings;		/* the last chip of each dimension is joined to the first */
	/*
	 * NICs 0 and 1 of a chip have the first half of its host tiles to themselves, 2 and 3 the
	 * other; otherwise all host tiles serve all NICs.
	 */
	bool pairs;
	bool flits;	/* packets are flits of an Aries's tiles; otherwise a Gemini's phits */
	unsigned int nic_bits;	/* a chip has 2^nic_bits NICs (nodes), at most TOPO_NIC_BITS */
	/*
	 * Virtual channels for each of requests and responses, 1 to TOPO_PHASES; a packet begins in
	 * the first, and goes to the next where the classes of its links do not rise.
	 */
	unsigned int phases;
	/*
	 * Fill in dims, size and, with groups, bridges from the text of the sizes. Returns 0,
	 * -EINVAL or -E2BIG.
	 */
	int (*parse)(struct topo *topo, const char *text);
	/* Check sizes, with chips filled in. Returns 0 or -EINVAL. NULL: all are possible. */
	int (*check)(const struct topo *topo);
	/* Write the text of the sizes; the inverse of parse. */
	void (*print)(const struct topo *topo, char *buf, size_t size);
	/* As topo_ports(). */
	unsigned int (*ports)(const struct topo *topo);
	/* As topo_neighbour(); TOPO_NONE for ports that do not exist. */
	unsigned int (*neighbour)(const struct topo *topo, unsigned int chip, unsigned int port);
	/* As topo_far_port(), for a port that leads somewhere. */
	unsigned int (*far_port)(const struct topo *topo, unsigned int chip, unsigned int port);
	/* As topo_route(). */
	unsigned int (*route)(const struct topo *topo, unsigned int chip, unsigned int dst,
			      unsigned int bridge);
	/* As topo_group(); NULL: all chips are one group. */
	unsigned int (*group)(const struct topo *topo);
	/* As topo_bridges_most(), if there are groups. */
	unsigned int (*bridges_most)(const struct topo *topo);
	/* As topo_port_name(), topo_classes(), topo_class_of() and topo_class(). */
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

/* All families, ending with NULL; a size without a family's name is of the first. */
extern const struct topo_family *const topo_families[];

#endif /* TOPO_FAMILY_H */

/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * How the chips of a real machine are cabled, where that has been published: Geminis to a torus,
 * Aries to a dragonfly. Other topologies have no interconnect file.
 */
#ifndef TOPO_CABLING_H
#define TOPO_CABLING_H

#include <stdbool.h>
#include <stddef.h>

#include "topo/topo.h"

/* The cabling of a family of topologies. */
struct cabling {
	const struct topo_family *family;
	/* A file writes coordinates in reverse order, as an Aries's group, chassis, blade. */
	bool turned;
	bool classes;	/* its cabinets come in topology classes (struct gemini_system) */
	/*
	 * Write a chip's lines of the interconnect file to buf, of INTERCONNECT_TEXT bytes, for a
	 * topology class, if there are any. Returns the number of characters.
	 */
	size_t (*text)(const struct topo *topo, unsigned int class, unsigned int chip, char *buf);
};

/* Return the cabling of a topology, or NULL: none is published. */
const struct cabling *cabling_find(const struct topo *topo);

/* Find a chip's coordinate as in the interconnect file and in the chip itself. */
void cabling_coord(const struct cabling *cabling, const struct topo *topo, unsigned int chip,
		   unsigned int coord[3]);

/* Return the chip at a coordinate of the interconnect file, or TOPO_NONE. */
unsigned int cabling_chip(const struct cabling *cabling, const struct topo *topo,
			  const unsigned int coord[3]);

#endif /* TOPO_CABLING_H */

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

/**
 * struct cabling - the cabling of a family of topologies
 * @family: the family
 * @turned: a file names a coordinate from its last number on, as an Aries's group, chassis, blade
 * @classes: its cabinets come in topology classes (struct gemini_system)
 * @text: write the lines of a chip of the interconnect file to @buf, of INTERCONNECT_TEXT bytes;
 *	@class: the topology class, if there are any; returns the characters
 */
struct cabling {
	const struct topo_family *family;
	bool turned;
	bool classes;
	size_t (*text)(const struct topo *topo, unsigned int class, unsigned int chip, char *buf);
};

/**
 * cabling_find() - find the cabling of a topology
 * @topo: the topology
 *
 * Return: the cabling, or NULL: none is published.
 */
const struct cabling *cabling_find(const struct topo *topo);

/**
 * cabling_coord() - find a chip's coordinate as the interconnect file and the chip itself have it
 * @cabling: the cabling of @topo
 * @topo: the topology
 * @chip: the chip
 * @coord: filled in: three numbers
 */
void cabling_coord(const struct cabling *cabling, const struct topo *topo, unsigned int chip,
		   unsigned int coord[3]);

/**
 * cabling_chip() - find the chip at a coordinate of the interconnect file
 * @cabling: the cabling of @topo
 * @topo: the topology
 * @coord: three numbers
 *
 * Return: the chip, or TOPO_NONE.
 */
unsigned int cabling_chip(const struct cabling *cabling, const struct topo *topo,
			  const unsigned int coord[3]);

#endif /* TOPO_CABLING_H */

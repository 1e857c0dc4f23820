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
 * @classes: its cabinets come in topology classes (struct gemini_system)
 * @text: write the lines of a chip of the interconnect file to @buf, of INTERCONNECT_TEXT bytes;
 *	@class: the topology class, if there are any; returns the characters
 */
struct cabling {
	const struct topo_family *family;
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

#endif /* TOPO_CABLING_H */

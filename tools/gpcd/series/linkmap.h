/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where the links of a Gemini lead: by an interconnect file, or by the size of an
 * emulated system.
 */
#ifndef LINKMAP_H
#define LINKMAP_H

#include <argp.h>
#include <stdbool.h>

#include "cli/system.h"
#include "topo/interconnect.h"
#include "topo/links.h"

/**
 * struct linkmap - a map
 * @file: the interconnect file, or NULL
 * @found: no argument named it
 * @system: without a file, the torus
 * @cables: what the file says
 */
struct linkmap {
	const char *file;
	bool found;
	struct system system;
	struct interconnect *cables;
};

/*
 * --interconnect, --torus and --class; without them, the file that libgm would take. Its
 * input is a struct linkmap.
 */
extern const struct argp linkmap_argp;

/*
 * Read or make it, @only for the Gemini there, or NULL: for all; returns the exit
 * code, having said what is wrong.
 */
int linkmap_open(struct linkmap *map, const unsigned int *only);

void linkmap_close(struct linkmap *map);

/*
 * The links of the Gemini at a coordinate; returns 0, -ENOENT: there is none,
 * -EBADMSG: the tiles of a link lead to different Geminis, -ENOMEM.
 */
int linkmap_find(const struct linkmap *map, const unsigned int coord[3], struct links *links);

#endif /* LINKMAP_H */

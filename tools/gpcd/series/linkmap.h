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
 * struct linkmap - a map of links
 * @file: path of the interconnect file, or NULL
 * @found: @file was not named by an argument
 * @system: the torus, if there is no @file
 * @cables: the contents of @file
 */
struct linkmap {
	const char *file;
	bool found;
	struct system system;
	struct interconnect *cables;
};

/*
 * The options --interconnect, --torus and --class; the input is a struct linkmap. Without the
 * first two the map is the file that libgm would take.
 */
extern const struct argp linkmap_argp;

/**
 * linkmap_open() - read the interconnect file, or find the torus
 * @map: the map, for linkmap_close()
 * @only: coordinate of the only Gemini whose links are wanted, or NULL: all Geminis
 *
 * Return: the exit code, having said what is wrong.
 */
int linkmap_open(struct linkmap *map, const unsigned int *only);

/**
 * linkmap_close() - free the contents of a map
 * @map: the map
 */
void linkmap_close(struct linkmap *map);

/**
 * linkmap_find() - find the links of a Gemini
 * @map: the map
 * @coord: coordinate of the Gemini
 * @links: receives its links
 *
 * Return: 0, -ENOENT if the map has no such Gemini, -EBADMSG if tiles of one link lead to
 * different Geminis, or -ENOMEM.
 */
int linkmap_find(const struct linkmap *map, const unsigned int coord[3], struct links *links);

#endif /* LINKMAP_H */

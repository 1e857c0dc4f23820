/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where the links of a chip lead: by an interconnect file, or by the size of an
 * emulated system.
 */
#ifndef LINKMAP_H
#define LINKMAP_H

#include <argp.h>
#include <gpcd/gpcd.h>
#include <stdbool.h>

#include "cli/system.h"
#include "topo/interconnect.h"
#include "topo/links.h"

/** LINKMAP_SIZE: bytes of the longest size of a system, with a NUL */
#define LINKMAP_SIZE	128

/**
 * struct linkmap - a map of links
 * @file: path of the interconnect file, or NULL
 * @found: @file was not named by an argument
 * @size: the system that --torus or --dragonfly names, with its family
 * @system: that system, if there is no @file
 * @cables: the contents of @file
 */
struct linkmap {
	const char *file;
	bool found;
	char size[LINKMAP_SIZE];
	struct system system;
	struct interconnect *cables;
};

/*
 * The options --interconnect, --torus, --dragonfly, --class and --blue; the input is a struct
 * linkmap. Without the first three the map is the file that libgm would take.
 */
extern const struct argp linkmap_argp;

/**
 * linkmap_is_there() - tell if there is a map to open
 * @map: the map
 *
 * Return: false if no argument names a map, and there is no file where one is looked for.
 */
bool linkmap_is_there(const struct linkmap *map);

/**
 * linkmap_unused() - reject a map that is named where nothing needs one
 * @map: the map
 *
 * Return: the exit code, having named the option, if an argument names a map; else 0.
 */
int linkmap_unused(const struct linkmap *map);

/**
 * linkmap_open() - read the interconnect file, or find the system
 * @map: the map, for linkmap_close()
 * @only: coordinate of the only chip whose links are wanted, or NULL: all chips
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
 * linkmap_is_aries() - whether the links are those of Aries, not of Geminis
 * @map: a map that is open
 *
 * Return: true for Aries.
 */
bool linkmap_is_aries(const struct linkmap *map);

/**
 * linkmap_is_whole() - tell if each link has as many tiles at one end as at the other
 * @map: a map that is open
 *
 * Return: true for an emulated system, which lacks no tile; false if nobody knows.
 */
bool linkmap_is_whole(const struct linkmap *map);

/**
 * linkmap_find() - find the links of a chip
 * @map: the map
 * @coord: coordinate of the chip
 * @links: receives its links
 *
 * Return: 0, -ENOENT if the map has no such chip, -EBADMSG if tiles of one link lead to
 * different chips, or -ENOMEM.
 */
int linkmap_find(const struct linkmap *map, const unsigned int coord[3], struct links *links);

/**
 * linkmap_device() - find the links of a device's chip
 * @map: the map
 * @device: the device
 * @coord: coordinate of its chip
 * @links: receives its links; none if the map is of another type of chips
 *
 * Return: the exit code, having said what is wrong; EXIT_USAGE if the map has no such chip.
 */
int linkmap_device(const struct linkmap *map, struct gpcd *device, const unsigned int coord[3],
		   struct links *links);

#endif /* LINKMAP_H */

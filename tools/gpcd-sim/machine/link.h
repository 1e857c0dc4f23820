/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Links of a machine, and lanes of them, by their names.
 */
#ifndef LINK_H
#define LINK_H

#include "machine.h"

/** LINK_NONE: message that there is no such link: how links are named */
#define LINK_NONE "no network tile (c0-0c0s0g0l02), link (0,0,0:X+) or lane of one (0,0,0:X+/3)"

/**
 * struct link_lanes - lanes of one direction of a link
 * @chip: number of the chip where the link begins
 * @port: its port
 * @lanes: by bit; never 0
 */
struct link_lanes {
	unsigned int chip;
	unsigned int port;
	unsigned int lanes;
};

/**
 * link_find() - find lanes by their name
 * @machine: the machine, which has its links
 * @name: of a tile, a link or a lane, as LINK_NONE says
 * @found: filled in
 *
 * Return: 0 or -EINVAL: there are none of this name.
 */
int link_find(const struct machine *machine, const char *name, struct link_lanes *found);

/**
 * link_back() - find the other direction
 * @machine: the machine
 * @link: lanes of a link
 *
 * Return: the same lanes of the direction back.
 */
struct link_lanes link_back(const struct machine *machine, const struct link_lanes *link);

#endif /* LINK_H */

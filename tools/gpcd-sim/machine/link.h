/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Links of a machine, and lanes of them, by their names.
 */
#ifndef LINK_H
#define LINK_H

#include "machine.h"

/** LINK_EXAMPLE: bytes of link_example()'s text, with a NUL */
#define LINK_EXAMPLE	(MACHINE_NAME + 16)

/** LINK_NONE: bytes of link_none()'s text, with a NUL */
#define LINK_NONE	(2 * LINK_EXAMPLE + 80)

/**
 * link_example() - name a link that there is, by coordinates of the machine's own
 * @machine: the machine, which has its links
 * @name: receives the name of the first link of the first chip: "0,0,0:X+"
 *
 * Return: its port, or TOPO_NONE: the machine has no links.
 */
unsigned int link_example(const struct machine *machine, char name[LINK_EXAMPLE]);

/**
 * link_none() - say that there is no such link, and how those of the machine are named
 * @machine: the machine, which has its links
 * @text: receives the message
 *
 * Return: @text.
 */
const char *link_none(const struct machine *machine, char text[LINK_NONE]);

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
 * link_lanes_find() - find lanes by their name
 * @machine: the machine, which has its links
 * @name: of a tile, a link or a lane, as link_none() says
 * @found: filled in
 *
 * Return: 0 or -EINVAL: there are none of this name.
 */
int link_lanes_find(const struct machine *machine, const char *name, struct link_lanes *found);

/**
 * link_back() - find the other direction
 * @machine: the machine
 * @link: lanes of a link
 *
 * Return: the same lanes of the direction back.
 */
struct link_lanes link_back(const struct machine *machine, const struct link_lanes *link);

#endif /* LINK_H */

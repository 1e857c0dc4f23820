/* SPDX-License-Identifier: GPL-2.0-only */
/* Links of a machine, and their lanes, by name. The machine must be built. */
#ifndef LINK_H
#define LINK_H

#include "machine.h"

/* Room for a name from link_example(). */
#define LINK_EXAMPLE	(MACHINE_NAME + 16)

/* Room for a text from link_none(). */
#define LINK_NONE	(2 * LINK_EXAMPLE + 80)

/*
 * Name the first link of the first chip by coordinates: "0,0,0:X+". Return its port, or TOPO_NONE
 * if the machine has no links.
 */
unsigned int link_example(const struct machine *machine, char name[LINK_EXAMPLE]);

/* Write a message that there is no such link, with examples of the machine's names; return text. */
const char *link_none(const struct machine *machine, char text[LINK_NONE]);

/* Lanes of one direction of a link. */
struct link_lanes {
	unsigned int chip; /* where the link begins */
	unsigned int port;
	unsigned int lanes; /* by bit; never 0 */
};

/* Find lanes by the name of a tile, a link or a lane. Return 0, or -EINVAL if there is none. */
int link_lanes_find(const struct machine *machine, const char *name, struct link_lanes *found);

/* Return the same lanes of the opposite direction. */
struct link_lanes link_back(const struct machine *machine, const struct link_lanes *link);

#endif /* LINK_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* Allocations: the nodes of a dragonfly for the ranks of an application. */
#ifndef ARIES_ALLOCATION_H
#define ARIES_ALLOCATION_H

#include <stdbool.h>

#include "stream.h"
#include "topo/topo.h"

/* The distance of two nodes. */
enum allocation_pair {
	PAIR_ROUTER, /* one router, i.e. one blade: the paper's Inter-Nodes */
	PAIR_CHASSIS, /* two blades of a chassis: Inter-Blades */
	PAIR_GROUP, /* different chassis of a group: Inter-Chassis */
	PAIR_GROUPS, /* different groups: Inter-Groups */
	PAIR_KINDS,
};

/* Return the paper's name for a kind of pairs: "inter-nodes". */
const char *allocation_pair_name(enum allocation_pair pair);

/* Draw two nodes of a dragonfly at a distance. Return 0, or -EDOM if there are none. */
int allocation_pair(const struct topo *topo, enum allocation_pair pair, struct stream *stream,
		    uint32_t place[2]);

/*
 * Draw count nodes of a dragonfly, spread over routers, which are spread over groups: 1 <= groups
 * <= routers <= count. Groups have equal numbers of routers, and routers of nodes, to within one.
 * Return 0, -ENOMEM, or -EDOM if the machine is too small or a number is out of range.
 */
int allocation_spread(const struct topo *topo, unsigned int groups, unsigned int routers,
		      struct stream *stream, uint32_t *place, uint32_t count);

/*
 * Draw count random nodes that are not taken (by node), and mark them as taken. Return 0, -ENOMEM,
 * or -EDOM if there are too few.
 */
int allocation_rest(const struct topo *topo, struct stream *stream, bool *taken, uint32_t *place,
		    uint32_t count);

#endif /* ARIES_ALLOCATION_H */

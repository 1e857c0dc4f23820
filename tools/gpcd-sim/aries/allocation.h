/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Allocations: which nodes of a dragonfly the ranks of an application have.
 */
#ifndef ARIES_ALLOCATION_H
#define ARIES_ALLOCATION_H

#include <stdbool.h>

#include "stream.h"
#include "topo/topo.h"

/**
 * enum allocation_pair - how far apart two nodes are
 * @PAIR_ROUTER: at one router: one blade (the paper's Inter-Nodes)
 * @PAIR_CHASSIS: on two blades of a chassis (Inter-Blades)
 * @PAIR_GROUP: on different chassis of a group (Inter-Chassis)
 * @PAIR_GROUPS: in different groups (Inter-Groups)
 * @PAIR_KINDS: how many kinds there are
 */
enum allocation_pair {
	PAIR_ROUTER,
	PAIR_CHASSIS,
	PAIR_GROUP,
	PAIR_GROUPS,
	PAIR_KINDS,
};

/**
 * allocation_pair_name() - find what a kind of pairs is called
 * @pair: the kind
 *
 * Return: its name, as the paper has it: "inter-nodes".
 */
const char *allocation_pair_name(enum allocation_pair pair);

/**
 * allocation_pair() - draw two nodes
 * @topo: a dragonfly
 * @pair: how far apart they are
 * @stream: drawn from
 * @place: filled in: both nodes
 *
 * Return: 0, -EDOM: the machine has no such nodes.
 */
int allocation_pair(const struct topo *topo, enum allocation_pair pair, struct stream *stream,
		    uint32_t place[2]);

/**
 * allocation_spread() - draw nodes that are spread over routers, and these over groups
 * @topo: a dragonfly
 * @groups: number of groups, 1 or more
 * @routers: number of routers, @groups or more, as many in each group to within one
 * @stream: drawn from
 * @place: filled in: as many nodes at each router to within one
 * @count: how many nodes, @routers or more
 *
 * Return: 0, -EDOM: the machine has not so many groups, routers in them, or nodes at them, or a
 * number is below the one before; -ENOMEM.
 */
int allocation_spread(const struct topo *topo, unsigned int groups, unsigned int routers,
		      struct stream *stream, uint32_t *place, uint32_t count);

/**
 * allocation_rest() - draw nodes at random among those that nobody has
 * @topo: the machine
 * @stream: drawn from
 * @taken: by node: somebody has it; those drawn are added
 * @place: filled in
 * @count: how many
 *
 * Return: 0, -EDOM: so many are not left; -ENOMEM.
 */
int allocation_rest(const struct topo *topo, struct stream *stream, bool *taken, uint32_t *place,
		    uint32_t count);

#endif /* ARIES_ALLOCATION_H */

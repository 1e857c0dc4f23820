/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Whom a node sends to, where that does not change.
 */
#ifndef NETSIM_PATTERN_H
#define NETSIM_PATTERN_H

#include "traffic.h"

/** pattern_check() - 0, or -EINVAL for a kind that these chips do not allow */
int pattern_check(const struct topo *topo, const struct traffic_pattern *pattern);

/** pattern_circle() - TRAFFIC_RANDOM: the partner of every node */
void pattern_circle(uint64_t seed, uint32_t nodes, uint32_t *partner);

/** pattern_partner() - of a kind from tornado on: a node's partner, perhaps itself */
uint32_t pattern_partner(const struct topo *topo, enum traffic_kind kind, uint32_t node);

#endif /* NETSIM_PATTERN_H */

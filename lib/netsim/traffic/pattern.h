/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pairs of nodes of a pattern, as both its traffic and its load need them. */
#ifndef NETSIM_TRAFFIC_PATTERN_H
#define NETSIM_TRAFFIC_PATTERN_H

#include "traffic.h"

/* Check that these chips allow a pattern. Returns 0 or -EINVAL. */
int pattern_check(const struct topo *topo, const struct traffic_pattern *pattern);

/*
 * Whether each node has one partner all the time, which pattern_partners() returns; otherwise each
 * transfer draws its destination.
 */
bool pattern_is_fixed(const struct traffic_kind *kind);

/* Fill in the partner of each node, perhaps itself, for a fixed pattern. */
void pattern_partners(const struct topo *topo, const struct traffic_pattern *pattern,
		      uint32_t *partner);

#endif /* NETSIM_TRAFFIC_PATTERN_H */

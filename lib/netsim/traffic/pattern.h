/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The destinations of a pattern. Patterns are the rows of traffic_kinds[], in pattern.c. */
#ifndef NETSIM_PATTERN_H
#define NETSIM_PATTERN_H

#include "traffic.h"

/* Check that these chips allow a pattern. Returns 0 or -EINVAL. */
int pattern_check(const struct topo *topo, const struct traffic_pattern *pattern);

/*
 * Whether each node has one partner all the time, which pattern_partners() returns; otherwise each
 * transfer draws its destination.
 */
static inline bool pattern_is_fixed(const struct traffic_kind *kind)
{
	return kind->partner || kind->circle;
}

/* Fill in the partner of each node, perhaps itself, for a fixed pattern. */
void pattern_partners(const struct topo *topo, const struct traffic_pattern *pattern,
		      uint32_t *partner);

#endif /* NETSIM_PATTERN_H */

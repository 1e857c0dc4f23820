/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The destinations of a pattern. Patterns are the rows of traffic_kinds[], in pattern.c.
 */
#ifndef NETSIM_PATTERN_H
#define NETSIM_PATTERN_H

#include "traffic.h"

/**
 * pattern_check() - check that these chips allow a pattern
 * @topo: the chips
 * @pattern: the pattern
 *
 * Return: 0, -EINVAL.
 */
int pattern_check(const struct topo *topo, const struct traffic_pattern *pattern);

/**
 * pattern_is_fixed() - whether each node has one partner all the time
 * @kind: the pattern
 *
 * Return: true if pattern_partners() knows it; else each transfer draws its destination.
 */
static inline bool pattern_is_fixed(const struct traffic_kind *kind)
{
	return kind->partner || kind->circle;
}

/**
 * pattern_partners() - find the partners of all nodes
 * @topo: the chips
 * @pattern: a fixed one
 * @partner: filled in, by node: its partner, perhaps itself
 */
void pattern_partners(const struct topo *topo, const struct traffic_pattern *pattern,
		      uint32_t *partner);

#endif /* NETSIM_PATTERN_H */

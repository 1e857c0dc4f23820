/* SPDX-License-Identifier: GPL-2.0-only */
/* Patterns by name. */
#ifndef PATTERN_BY_NAME_H
#define PATTERN_BY_NAME_H

#include <stdlib.h>
#include <string.h>

#include "netsim/traffic/traffic.h"

/* Return the row of an existing pattern. */
static inline const struct traffic_kind *kind_of(const char *name)
{
	const struct traffic_kind *kind = traffic_kinds;

	while (kind->name && strcmp(kind->name, name))
		kind++;
	if (!kind->name)
		abort();
	return kind;
}

/* How many patterns there are. */
static inline int kinds_count(void)
{
	int count = 0;

	while (traffic_kinds[count].name)
		count++;
	return count;
}

#endif /* PATTERN_BY_NAME_H */

// SPDX-License-Identifier: GPL-2.0-only
#include <limits.h>

#include "cli/out/complain.h"
#include "metrics/value.h"
#include "narrow.h"

#define NS_PER_MS	1000000

/* No register. */
#define NONE		UINT_MAX

/* Let @narrowest be the narrower of two counters. */
static void take_narrower(const struct gpcd_group *group, unsigned int i, unsigned int *narrowest)
{
	if (gpcd_group_kind(group, i) != GPCD_KIND_COUNTER)
		return;
	if (*narrowest == NONE ||
	    gpcd_group_width(group, i) < gpcd_group_width(group, *narrowest))
		*narrowest = i;
}

static unsigned int find_narrowest(const struct series *series, bool registers)
{
	const struct metrics_bound *bound = series->bound;
	unsigned int narrowest = NONE;

	for (unsigned int i = 0; registers && i < series_registers(series); i++)
		take_narrower(series->group, i, &narrowest);
	for (size_t i = 0; bound && i < bound->slot_count; i++)
		take_narrower(series->group, bound->slots[i], &narrowest);
	return narrowest;
}

bool narrow_warn(const struct series *series, bool registers, const struct gpcd_snapshot *before,
		 const struct gpcd_snapshot *after)
{
	unsigned int i = find_narrowest(series, registers);
	unsigned int width = i == NONE ? 64 : gpcd_group_width(series->group, i);

	if (i == NONE || !metrics_wrapped(before, after, width))
		return false;
	complain("%s has %u bits and may have wrapped more than once: read it each %jums",
		 gpcd_group_name(series->group, i), width,
		 (uintmax_t)(metrics_wrap_ns(width) / NS_PER_MS));
	return true;
}

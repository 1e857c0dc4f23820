/* SPDX-License-Identifier: GPL-2.0-only */
/* Counters that are too narrow for the time between two readings. */
#ifndef NARROW_H
#define NARROW_H

#include <stdbool.h>

#include "series.h"

/*
 * Report the counter that wraps soonest if it may have wrapped more than once between the readings;
 * return true if so. Counters of the series' metrics are checked and, if @registers, its registers,
 * too.
 */
bool narrow_warn(const struct series *series, bool registers, const struct gpcd_snapshot *before,
		 const struct gpcd_snapshot *after);

#endif /* NARROW_H */

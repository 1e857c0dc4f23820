/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counters that are too narrow for the time between two readings.
 */
#ifndef NARROW_H
#define NARROW_H

#include <stdbool.h>

#include "series.h"

/**
 * narrow_warn() - say which counter wraps soonest, if it may have wrapped more than once
 * @series: the series; differences are made of the registers of its metrics
 * @registers: differences are made of its registers, too
 * @before: the earlier reading
 * @after: the later reading
 *
 * Return: true if that was said.
 */
bool narrow_warn(const struct series *series, bool registers, const struct gpcd_snapshot *before,
		 const struct gpcd_snapshot *after);

#endif /* NARROW_H */

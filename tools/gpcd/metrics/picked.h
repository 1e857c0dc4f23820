/* SPDX-License-Identifier: GPL-2.0-only */
/* Turn names on the command line into registers and metrics of a device. */
#ifndef PICKED_H
#define PICKED_H

#include <gpcd/gpcd.h>

#include "cli/metrics/sets.h"
#include "metrics/bound.h"
#include "series/series.h"

/* What a command takes if nothing is named. */
enum picking {
	PICKING_REGISTERS, /* the static tile counters */
	PICKING_METRICS, /* all metrics but those per tile; never registers */
	PICKING_LINKS, /* only metrics per link; never registers */
	PICKING_SUMS, /* the counters of tiles, summed by link; nothing can be named */
};

/*
 * What is wanted. A name is a metric only if no register has it. Values are registers in the order
 * of names, then metrics, each once, in the order of `gpcd metrics'.
 */
struct picked {
	enum picking picking;
	char **names; /* of registers or metrics, ended by NULL; or NULL */
	struct sets_wanted wanted; /* arguments of -m */
};

/*
 * Add the named registers to the series' group, and find the named metrics. If any is wanted,
 * @metrics receives all metrics of the chip, for metrics_free(), and @wanted their names. Report
 * any error and return the exit code.
 */
int picked_registers(const struct picked *picked, struct series *series,
		     struct sets_wanted *wanted, struct metrics *metrics);

/*
 * Bind the metrics that picked_registers() found and add their registers to the series' group.
 * @bound has metrics, links and group. Report any error and return the exit code.
 */
int picked_metrics(const struct picked *picked, struct series *series,
		   const struct sets_wanted *wanted, struct metrics_bound *bound);

#endif /* PICKED_H */

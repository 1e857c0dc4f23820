/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the command line names, turned into registers and metrics of a device.
 */
#ifndef PICKED_H
#define PICKED_H

#include <gpcd/gpcd.h>

#include "cli/metrics/sets.h"
#include "metrics/bound.h"
#include "series/series.h"

/**
 * enum picking - what a command takes where nothing is named
 * @PICKING_REGISTERS: the static tile counters
 * @PICKING_METRICS: all metrics but those per tile, and no registers in any case
 * @PICKING_LINKS: metrics per link alone, and no registers in any case
 */
enum picking {
	PICKING_REGISTERS,
	PICKING_METRICS,
	PICKING_LINKS,
};

/**
 * struct picked - what is wanted
 * @picking: an &enum picking
 * @names: arguments that name registers or metrics, ended by NULL; or NULL
 * @wanted: arguments of -m
 *
 * A name that registers have means registers, else metrics. Values are registers in the order of
 * @names, then metrics, each once, in the order of `gpcd metrics'.
 */
struct picked {
	enum picking picking;
	char **names;
	struct sets_wanted wanted;
};

/**
 * picked_registers() - add the registers that are named, and find the metrics that are
 * @picked: what is wanted
 * @series: has a group, which registers are added to, and receives how many they are
 * @wanted: receives the names of metrics; not looked at if @metrics remains empty
 * @metrics: receives all metrics of the chip, for metrics_free(), if any is wanted
 *
 * Return: the exit code, having said what is wrong.
 */
int picked_registers(const struct picked *picked, struct series *series,
		     struct sets_wanted *wanted, struct metrics *metrics);

/**
 * picked_metrics() - bind the metrics that are named
 * @picked: what is wanted
 * @series: has a device, and a group, which their registers are added to
 * @wanted: what picked_registers() has found
 * @bound: has metrics, links and group, and receives the numbers
 *
 * Return: the exit code, having said what is wrong.
 */
int picked_metrics(const struct picked *picked, struct series *series,
		   const struct sets_wanted *wanted, struct metrics_bound *bound);

#endif /* PICKED_H */

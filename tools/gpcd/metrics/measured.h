/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Devices whose metrics are measured, each between two of its readings.
 */
#ifndef MEASURED_H
#define MEASURED_H

#include <gpcd/gpcd.h>

#include "cli/metrics/sets.h"
#include "cli/out/table.h"
#include "metrics/bound.h"
#include "series/linkmap.h"

/**
 * struct measured - a device that is measured
 * @device: the device
 * @group: the registers of its metrics
 * @before: the earlier reading
 * @after: the later reading
 * @metrics: all metrics of its chip
 * @bound: those that are wanted
 * @links: its links, if their map is known
 * @failed: exit code, if it could not be opened or a reading failed; it is not read again
 */
struct measured {
	struct gpcd *device;
	struct gpcd_group *group;
	struct gpcd_snapshot *before;
	struct gpcd_snapshot *after;
	struct metrics metrics;
	struct metrics_bound bound;
	struct metrics_link links[LINKS_MOST];
	int failed;
};

/**
 * struct measuring - devices that are measured together
 * @list: the devices
 * @count: how many
 * @wanted: which metrics are wanted; all zero: those of chips, NICs and known links
 * @map: where links lead, or NULL: unknown
 */
struct measuring {
	struct measured *list;
	size_t count;
	struct sets_wanted wanted;
	const struct linkmap *map;
};

/**
 * measuring_open() - open the devices that -d and GPCD_DEVICE name, or else all of this machine
 * @measuring: receives the devices, for measuring_close(), also after an error
 *
 * A device that fails is reported, and left out.
 *
 * Return: the exit code, having said what is wrong; 0 if a device is left.
 */
int measuring_open(struct measuring *measuring);

/** measuring_close() - close the devices and free what belongs to them */
void measuring_close(struct measuring *measuring);

/**
 * measuring_read() - read all devices; each one's later reading becomes its earlier one
 * @measuring: the devices; one that fails is reported once, and keeps its readings
 *
 * Return: the number of devices that were read.
 */
size_t measuring_read(struct measuring *measuring);

/**
 * measuring_code() - find the exit code of the first device that has failed
 * @measuring: the devices
 *
 * Return: the exit code; 0: none has failed.
 */
int measuring_code(const struct measuring *measuring);

/** measuring_columns - columns of a table of metrics */
extern const struct column measuring_columns[];

/** MEASURING_COLUMNS - number of &measuring_columns */
#define MEASURING_COLUMNS	8

/**
 * measuring_add() - add a row for each number of devices that have not failed
 * @measuring: the devices
 * @table: a table with these columns
 * @seconds: time since the beginning, s
 */
void measuring_add(const struct measuring *measuring, struct table *table, double seconds);

#endif /* MEASURED_H */

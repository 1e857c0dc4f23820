/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A device that is exported: it may be there or not, and come and go.
 */
#ifndef DEVICES_DEVICE_H
#define DEVICES_DEVICE_H

#include <string.h>
#include <sys/types.h>

#include <gpcd/gpcd.h>

#include "chips.h"
#include "choice.h"
#include "gpcd-exporter/expose/totals.h"
#include "metrics/bound.h"
#include "search.h"
#include "topo/interconnect.h"
#include "topo/links.h"

/** DEVICE_SERIES: most series of a device beside those of its metrics */
#define DEVICE_SERIES	(5 + METRICS_REASONS)

/**
 * struct device_series - the series of a metric of an object: one, of a mean two
 * @shown: their greatest numbers so far: totals never go down
 * @why: METRICS_GIVEN, or why its object has none: METRICS_NO_PEAK, METRICS_ZERO
 */
struct device_series {
	double shown[2];
	enum metrics_reason why;
};

/**
 * struct device_id - what a name stands for
 * @volume: where the file is; of a node 0
 * @file: which file it is; of a node, which device
 */
struct device_id {
	dev_t volume;
	ino_t file;
};

/**
 * struct device - a device that is exported
 * @name: its name, as gpcd_open() takes it
 * @labels: label of its series
 * @about: labels that describe it, or NULL: not known yet
 * @search: the pattern that found it; NULL: it was named
 * @found: @search found it in its latest run
 * @id: what was opened
 * @there: what its name stands for now
 * @is_there: that is known
 * @index: its index in the table, the tie-break when pair_twins() sorts devices
 * @twin: another name stands for the same; then this one is neither read nor exported
 * @chips: all chips
 * @chip: its chip, which outlives being down; NULL: not known yet
 * @is_nic: it is its NIC of @chip, while it is open
 * @why: why it is down, one of a few words; NULL: it is up
 * @info: what it said of itself when it was opened last
 * @counted: the same of the chip that it counts of, which joined @chip
 * @open: the open device; NULL while it is down
 * @group: the registers of its metrics
 * @reading: the latest reading
 * @links: its links, if their map is known
 * @bound: its metrics
 * @totals: totals of @group; they outlive that
 * @over: factors of registers by operand of @bound, as in &struct parts
 * @under: the same below the line
 * @series: by subject of @bound
 * @subjects: how many @series
 * @count: number of series, at most; 0 while it is down
 * @whole: totals have what was counted since the chip began
 */
struct device {
	char *name;
	char *labels;
	char *about;
	const struct search *search;
	bool found;
	struct device_id id;
	struct device_id there;
	bool is_there;
	size_t index;
	bool twin;
	struct chips *chips;
	struct chip *chip;
	bool is_nic;
	const char *why;
	struct gpcd_info info;
	struct gpcd_info counted;
	struct gpcd *open;
	struct gpcd_group *group;
	struct gpcd_snapshot *reading;
	struct metrics_link links[LINKS_MOST];
	struct metrics_bound bound;
	struct totals totals;
	double *over;
	double *under;
	struct device_series *series;
	size_t subjects;
	size_t count;
	bool whole;
};

/**
 * device_make() - make a device, which is down
 * @name: its name
 * @chips: all chips
 * @whole: its totals have what was counted since the chip began; else since its first reading
 *
 * Return: the device, for device_free(), or NULL if there is no memory.
 */
struct device *device_make(const char *name, struct chips *chips, bool whole);

/**
 * device_label() - return the value of a device's label: the name, of a node in /dev without that
 * @name: its name
 */
static inline const char *device_label(const char *name)
{
	return strncmp(name, "/dev/", 5) ? name : name + 5;
}

/**
 * device_look() - look what the name of a device stands for now
 * @device: the device; it is closed if that is another file than the one that it has open
 */
void device_look(struct device *device);

/**
 * device_pair() - have a device be the same as another one or not
 * @device: the device
 * @other: one that is exported and has the same @there, or NULL: there is none
 *
 * What changes is reported.
 */
void device_pair(struct device *device, const struct device *other);

/** device_is_up() - return if a device was read by the latest device_read() */
bool device_is_up(const struct device *device);

/**
 * device_has() - return if a device has a subject's series: what chips count, their leaders have
 * @device: a device that is up
 * @i: index of the subject in its @bound
 */
bool device_has(const struct device *device, size_t i);

/**
 * device_read() - read a device; open it before, if it is down
 * @device: the device
 * @choice: the metrics that are exported
 * @cables: where links lead, or NULL: unknown
 * @room: number of series that it may have
 *
 * It is down if that fails, and its registers are counted from the next time on. A device that
 * goes down or comes up is reported.
 */
void device_read(struct device *device, const struct choice *choice,
		 const struct interconnect *cables, size_t room);

/**
 * device_value() - compute the numbers of a subject
 * @device: a device that is up
 * @i: index in its @bound
 * @family: the subject's family
 * @values: receives the number, of a mean two: what is above the line and what is below
 *
 * Return: METRICS_GIVEN, or why there is none.
 */
enum metrics_reason device_value(struct device *device, size_t i, const struct family *family,
				 double values[2]);

/**
 * device_free() - close a device and free it
 * @device: the device, or NULL
 */
void device_free(struct device *device);

#endif /* DEVICES_DEVICE_H */

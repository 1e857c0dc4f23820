/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The chips that `gpcd top' shows: devices, read into a model.
 */
#ifndef TOP_CHIPS_H
#define TOP_CHIPS_H

#include <gpcd/gpcd.h>

#include "cli/util.h"
#include "metrics/bound.h"
#include "model.h"
#include "series/linkmap.h"

/** CHIPS_TYPES: types of chips that may be shown together, each with its metrics */
#define CHIPS_TYPES	8

/**
 * struct chips_target - where a number of a chip goes
 * @row: index of the row in the model
 * @number: an &enum model_number
 */
struct chips_target {
	size_t row;
	enum model_number number;
};

/**
 * struct chip - a chip
 * @device: its device
 * @group: the registers of its metrics
 * @before: the earlier reading
 * @after: the later reading
 * @links: its links, if a map has them
 * @bound: its metrics
 * @targets: by number of @bound, where it goes
 * @readings: how many readings there were
 * @failed: error of the reading that failed, a negative errno, or 0
 * @is_reported: that was said
 */
struct chip {
	struct gpcd *device;
	struct gpcd_group *group;
	struct gpcd_snapshot *before;
	struct gpcd_snapshot *after;
	struct metrics_link links[LINKS_MOST];
	struct metrics_bound bound;
	struct chips_target *targets;
	unsigned long readings;
	int failed;
	bool is_reported;
};

/**
 * struct chips - all chips; begins as { 0 } but for @map
 * @list: the chips, in the order of those of the model
 * @count: how many
 * @metrics: the metrics of each type of chip
 * @types: how many
 * @map: where links lead, or NULL
 * @is_torn: the last sample may mix two updates of a chip
 * @code: exit code of the first chip that failed; 0: none has
 */
struct chips {
	struct chip *list;
	size_t count;
	struct metrics metrics[CHIPS_TYPES];
	unsigned int types;
	const struct linkmap *map;
	bool is_torn;
	int code;
};

/**
 * chips_open() - open the devices that -d and GPCD_DEVICE name, or else all of this machine
 * @chips: the chips, for chips_close(), also after an error
 * @model: receives them and their rows
 *
 * If several devices of this machine are views of one chip, only the first of them is opened. A
 * device that cannot be opened is reported, and the others are opened.
 *
 * Return: 0, or the exit code if there is nothing to show.
 */
int chips_open(struct chips *chips, struct model *model);

/**
 * chips_read() - read all chips into the model, as its next sample
 * @chips: the chips; those that fail are not read again
 * @model: their model, which is told why
 *
 * The first time there is nothing to compare with, and the sample has no numbers but those that
 * need one reading.
 *
 * Return: the number of chips that were read.
 */
size_t chips_read(struct chips *chips, struct model *model);

/**
 * chips_report() - say on standard error which chips have failed since the last call
 * @chips: the chips
 */
void chips_report(struct chips *chips);

/**
 * chips_close() - close the devices and free what belongs to them
 * @chips: the chips
 */
void chips_close(struct chips *chips);

#endif /* TOP_CHIPS_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A chip that `gpcd top' shows: its device, which may go and come back.
 */
#ifndef CHIP_H
#define CHIP_H

#include <gpcd/gpcd.h>
#include <sys/types.h>

#include "cli/metrics/linked.h"
#include "metrics/bound.h"
#include "model.h"

/**
 * struct chip_target - where a number of a chip goes
 * @row: index of the row in the model
 * @number: an &enum model_number
 */
struct chip_target {
	size_t row;
	enum model_number number;
};

/**
 * struct chip - a chip; begins as { 0 }
 * @device: its device
 * @type: an &enum gpcd_chip
 * @coord: its coordinate
 * @volume: of an image, with @file which file it is; else 0
 * @file: its number on @volume
 * @group: the registers of its metrics
 * @before: the earlier reading
 * @after: the later reading
 * @links: its links, if a map has them
 * @bound: its metrics
 * @targets: by number of @bound, where it goes
 * @readings: how many readings there were since it was opened
 * @failed: error of the last reading, a negative errno, or 0: it is away
 * @reported: what @failed was when that was said
 */
struct chip {
	struct gpcd *device;
	unsigned int type;
	unsigned int coord[3];
	dev_t volume;
	ino_t file;
	struct gpcd_group *group;
	struct gpcd_snapshot *before;
	struct gpcd_snapshot *after;
	struct metrics_link links[LINKS_MOST];
	struct metrics_bound bound;
	struct chip_target *targets;
	unsigned long readings;
	int failed;
	int reported;
};

/**
 * chip_open() - open a device
 * @chip: the chip, for chip_close(), also after an error
 * @name: path of the device, or image:FILE
 * @info: receives what the device says of itself
 *
 * Return: 0, or a negative errno as gpcd_open().
 */
int chip_open(struct chip *chip, const char *name, struct gpcd_info *info);

/**
 * chip_bind() - make its group and bind the metrics that rows show
 * @chip: an open chip, with its links and metrics
 * @model: the model, which knows what is chosen
 *
 * Return: 0, or a negative errno as rows_bind().
 */
int chip_bind(struct chip *chip, const struct model *model);

/**
 * chip_read() - read a chip; if it is away, look if it is back
 * @chip: the chip
 * @model: the model, which knows what is chosen
 *
 * A device that went and is there again is opened anew, by its name. So is an image whose file has
 * been replaced. There is nothing then to compare its first reading with.
 *
 * Return: 0, or why it is away, a negative errno: -EXDEV if there is another chip in its place.
 */
int chip_read(struct chip *chip, const struct model *model);

/**
 * chip_close() - close the device and free what belongs to it
 * @chip: the chip, empty after this
 */
void chip_close(struct chip *chip);

#endif /* CHIP_H */

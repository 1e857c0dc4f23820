/* SPDX-License-Identifier: GPL-2.0-only */
/* A chip shown by `gpcd top': its device, which may disappear and come back. */
#ifndef CHIP_H
#define CHIP_H

#include <gpcd/gpcd.h>
#include <sys/types.h>

#include "cli/metrics/sets.h"
#include "metrics/bound.h"
#include "model.h"

/* Where a value of a chip goes: row and number in the model. */
struct chip_target {
	size_t row;
	enum model_number number;
};

/* A chip; initialise with { 0 }. */
struct chip {
	struct gpcd *device;
	unsigned int type; /* enum gpcd_chip */
	unsigned int coord[3];
	dev_t volume; /* with file, identifies an image; else 0 */
	ino_t file; /* inode */
	struct gpcd_group *group;
	struct gpcd_snapshot *before;
	struct gpcd_snapshot *after;
	struct metrics_link links[LINKS_MOST]; /* empty without a map */
	struct metrics_bound bound;
	struct chip_target *targets; /* for each number of bound */
	unsigned long readings; /* since it was opened */
	int failed; /* error of the last reading, or 0 */
	int reported; /* value of failed when last reported */
};

/*
 * Open a device; @info receives its description. Call chip_close() also after an error. Return 0 or
 * an error of gpcd_open().
 */
int chip_open(struct chip *chip, const char *name, struct gpcd_info *info);

/*
 * Make the group of a chip that has its links and metrics, and bind the metrics that the model
 * shows. Return 0 or an error of rows_bind().
 */
int chip_bind(struct chip *chip, const struct model *model);

/*
 * Read a chip; if it is away, check if it is back. A device that has come back, or an image whose
 * file was replaced, is reopened by its name; its first reading has none to be compared with.
 * Return 0, or a negative errno if it is away: -EXDEV if another chip is in its place.
 */
int chip_read(struct chip *chip, const struct model *model);

/* Close the device and free what belongs to the chip, which is empty then. */
void chip_close(struct chip *chip);

#endif /* CHIP_H */

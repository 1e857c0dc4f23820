/* SPDX-License-Identifier: GPL-2.0-only */
/* The chips shown by `gpcd top': devices, read into a model. */
#ifndef CHIPS_H
#define CHIPS_H

#include "chip.h"
#include "cli/metrics/sets.h"
#include "series/linkmap.h"

/* Most types of chips that are shown together, each with its metrics. */
#define CHIPS_TYPES	8

/* All chips; initialise with { 0 } except map and wanted. */
struct chips {
	struct chip *list; /* in the order of the model's chips */
	size_t count;
	struct metrics metrics[CHIPS_TYPES]; /* by type of chip */
	int metrics_code[CHIPS_TYPES]; /* exit code of reading and choosing them, by type */
	unsigned int types;
	const struct linkmap *map; /* where links lead, or NULL */
	struct sets_wanted wanted; /* chosen metrics; none: the default ones */
	bool is_torn; /* the last sample may mix two updates of a chip */
	int code; /* exit code of the first chip that could not be opened */
};

/*
 * Open the devices that -d and GPCD_DEVICE name, or all of this machine, and add them to the model.
 * Call chips_close() also after an error. If several devices of this machine are views of one chip,
 * only the first is opened. A device that cannot be opened is reported, and the others are opened.
 * Return 0, or the exit code if there is nothing to show.
 */
int chips_open(struct chips *chips, struct model *model);

/*
 * Read all chips into the model as its next sample, and set which are away and why; check if those
 * have come back. A chip without an earlier reading has only the numbers that need one reading.
 * Return the number of chips that were read.
 */
size_t chips_read(struct chips *chips, struct model *model);

/* Report which chips have gone or come back since the last call. */
void chips_report(struct chips *chips);

/* Return the exit code of the first chip that could not be opened or is away now, or 0. */
int chips_code(const struct chips *chips);

/* Close the devices and free what belongs to them. */
void chips_close(struct chips *chips);

#endif /* CHIPS_H */

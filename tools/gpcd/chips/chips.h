/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The chips that `gpcd top' shows: devices, read into a model.
 */
#ifndef CHIPS_H
#define CHIPS_H

#include "chip.h"
#include "cli/metrics/sets.h"
#include "series/linkmap.h"

/** CHIPS_TYPES: types of chips that may be shown together, each with its metrics */
#define CHIPS_TYPES	8

/**
 * struct chips - all chips; begins as { 0 } but for @map and @wanted
 * @list: the chips, in the order of those of the model
 * @count: how many
 * @metrics: the metrics of each type of chip
 * @metrics_code: by type: the exit code of reading and choosing them
 * @types: how many
 * @map: where links lead, or NULL
 * @wanted: metrics that are chosen; none: those that rows always have
 * @is_torn: the last sample may mix two updates of a chip
 * @code: exit code of the first chip that could not be opened at all; 0: all could
 */
struct chips {
	struct chip *list;
	size_t count;
	struct metrics metrics[CHIPS_TYPES];
	int metrics_code[CHIPS_TYPES];
	unsigned int types;
	const struct linkmap *map;
	struct sets_wanted wanted;
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
 * @chips: the chips; those that are away are looked for
 * @model: their model, which is told which are away, and why
 *
 * A chip that was not read before, or has come back, has no earlier reading to compare with: in
 * this sample it has only the numbers that need one reading.
 *
 * Return: the number of chips that were read.
 */
size_t chips_read(struct chips *chips, struct model *model);

/**
 * chips_report() - say on standard error which chips have gone and come back since the last call
 * @chips: the chips
 */
void chips_report(struct chips *chips);

/**
 * chips_code() - tell how well it went
 * @chips: the chips
 *
 * Return: the exit code of the first chip that could not be opened or is away now, or 0.
 */
int chips_code(const struct chips *chips);

/**
 * chips_close() - close the devices and free what belongs to them
 * @chips: the chips
 */
void chips_close(struct chips *chips);

#endif /* CHIPS_H */

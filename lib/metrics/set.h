/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Metrics: numbers that formulas make of registers (gpcd-metrics(5)).
 */
#ifndef METRICS_SET_H
#define METRICS_SET_H

#include <stddef.h>

#include "formula.h"
#include "per.h"

/** METRICS_NAME_ROOM: bytes of the longest name of a metric or a set, with its NUL */
#define METRICS_NAME_ROOM	40

/** METRICS_UNIT_ROOM: bytes of the longest unit, with its NUL */
#define METRICS_UNIT_ROOM	24

/** METRICS_HELP_ROOM: bytes of the longest help, with its NUL */
#define METRICS_HELP_ROOM	200

/** METRICS_FORMULA_ROOM: bytes of the longest formula, with its NUL, where blanks are single */
#define METRICS_FORMULA_ROOM	600

/** METRICS_MOST: most metrics of a chip */
#define METRICS_MOST		1000

/**
 * struct metric - a metric
 * @name: its name
 * @set: the name of the set that defines it
 * @unit: what its number is counted in; "" for a plain number
 * @help: one line
 * @per: an &enum metrics_per
 * @formula: its formula
 * @text: its formula as it was read, without comments, and with single blanks
 * @at: where its file defines it
 * @file: number of its file among those that were read
 */
struct metric {
	char name[METRICS_NAME_ROOM];
	char set[METRICS_NAME_ROOM];
	char unit[METRICS_UNIT_ROOM];
	char help[METRICS_HELP_ROOM];
	enum metrics_per per;
	struct metrics_formula formula;
	char text[METRICS_FORMULA_ROOM];
	struct metrics_place at;
	unsigned int file;
};

/**
 * struct metrics - the metrics of a chip
 * @list: the metrics
 * @count: how many
 * @chip: an &enum gpcd_chip
 * @files: number of files that were read
 */
struct metrics {
	struct metric *list;
	size_t count;
	unsigned int chip;
	unsigned int files;
};

/**
 * metrics_read() - add the metrics that a text defines
 * @metrics: metrics of a chip, which this adds to. All zero but @chip before the first text
 * @set: name of the set; cut off where it is too long
 * @text: the text
 * @length: its bytes
 * @problem: filled in if there is one
 *
 * A metric takes the place of one with its name from an earlier text. Formulas are checked against
 * the registers of the chip. After an error @metrics may only be freed.
 *
 * Return: 0, -EINVAL, -ENOMEM.
 */
int metrics_read(struct metrics *metrics, const char *set, const char *text, size_t length,
		 struct metrics_problem *problem);

/**
 * metrics_find() - find a metric by name
 * @metrics: the metrics
 * @name: its name
 *
 * Return: the metric, which belongs to @metrics, or NULL.
 */
const struct metric *metrics_find(const struct metrics *metrics, const char *name);

/**
 * metrics_free() - free what metrics hold
 * @metrics: the metrics, empty after this
 */
void metrics_free(struct metrics *metrics);

#endif /* METRICS_SET_H */

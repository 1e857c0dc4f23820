/* SPDX-License-Identifier: GPL-2.0-only */
/* The rows of a chip, and which metrics their numbers are. */
#ifndef ROWS_H
#define ROWS_H

#include "chip.h"
#include "cli/metrics/sets.h"
#include "series/linkmap.h"

/*
 * Choose the wanted metrics per link and per tile of a type of chip in the model. Return 0, or
 * -E2BIG as model_pick() does.
 */
int rows_choose(struct model *model, const struct metrics *metrics,
		const struct sets_wanted *wanted);

/*
 * Bind the metrics that rows show, for a chip that has its group and its links. If its set lacks a
 * metric, there is no such number. Return 0 or an error of metrics_bind().
 */
int rows_bind(struct chip *chip, const struct model *model);

/*
 * Add the rows of a chip, the last one of the model: each link, and each tile that has a metric.
 * @map, or NULL, finds the far ends of links. Return 0 or -ENOMEM.
 */
int rows_add(struct chip *chip, struct model *model, const struct links *links,
	     const struct linkmap *map);

/* Fill in the numbers of the rows of a chip that was read. */
void rows_fill(const struct chip *chip, struct model *model);

#endif /* ROWS_H */

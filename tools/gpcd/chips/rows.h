/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The rows of a chip: which metrics their numbers are.
 */
#ifndef ROWS_H
#define ROWS_H

#include "chip.h"
#include "cli/metrics/sets.h"
#include "series/linkmap.h"

/**
 * rows_choose() - choose the metrics per link and per tile that are named
 * @model: the model, which is told
 * @metrics: the metrics of a type of chip
 * @wanted: which of them
 *
 * Return: 0; -E2BIG as model_pick().
 */
int rows_choose(struct model *model, const struct metrics *metrics,
		const struct sets_wanted *wanted);

/**
 * rows_bind() - bind the metrics that rows show
 * @chip: a chip that has its group and its links; one whose set lacks a metric has no such number
 * @model: the model, which knows what is chosen
 *
 * Return: 0, or a negative errno, as metrics_bind().
 */
int rows_bind(struct chip *chip, const struct model *model);

/**
 * rows_add() - add a chip's rows to the model: each link, each tile that has a metric
 * @chip: the chip, which is the last one of the model
 * @model: the model
 * @links: its links
 * @map: where links lead, to tell the other ends of its links, or NULL
 *
 * Return: 0, -ENOMEM.
 */
int rows_add(struct chip *chip, struct model *model, const struct links *links,
	     const struct linkmap *map);

/**
 * rows_fill() - give a chip's rows their numbers
 * @chip: a chip that was read
 * @model: the model
 */
void rows_fill(const struct chip *chip, struct model *model);

#endif /* ROWS_H */

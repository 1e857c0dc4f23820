/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which metrics of each type of chip are exported, and as which families.
 */
#ifndef DEVICES_CHOICE_H
#define DEVICES_CHOICE_H

#include <gpcd/catalogue.h>

#include "cli/metrics/sets.h"
#include "gpcd-exporter/expose/family.h"

/** CHOICE_NONE: a metric that is not exported has no family */
#define CHOICE_NONE	((size_t)-1)

/**
 * struct choice - the metrics that are exported
 * @metrics: by type of chip, all its metrics
 * @family: by type of chip and metric, index of its family, or CHOICE_NONE
 * @families: the families, in the order in which they are printed
 * @count: how many
 * @first: so many of them, at the beginning, are of no metric
 */
struct choice {
	struct metrics metrics[GPCD_CHIPS];
	size_t *family[GPCD_CHIPS];
	struct family *families;
	size_t count;
	size_t first;
};

/**
 * choice_make() - choose metrics
 * @choice: receives the choice, for choice_free(), also after an error
 * @wanted: names of sets and metrics, each known to one type of chip or more; none: all metrics
 *	but those of tiles
 * @own: families of no metric
 * @owns: how many
 *
 * Metrics without totals, and those whose names would clash, are named and left out.
 *
 * Return: the exit code, having said what is wrong.
 */
int choice_make(struct choice *choice, const struct sets_wanted *wanted, const struct family *own,
		size_t owns);

/**
 * choice_is_same() - return if two choices have the same metrics, in the same order
 * @one: a choice
 * @other: another one
 */
bool choice_is_same(const struct choice *one, const struct choice *other);

/**
 * choice_free() - free a choice
 * @choice: the choice, empty after this
 */
void choice_free(struct choice *choice);

#endif /* DEVICES_CHOICE_H */

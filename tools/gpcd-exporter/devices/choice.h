/* SPDX-License-Identifier: GPL-2.0-only */
/* Which metrics of each type of chip are exported, and as which families. */
#ifndef DEVICES_CHOICE_H
#define DEVICES_CHOICE_H

#include <gpcd/catalogue.h>

#include "cli/metrics/sets.h"
#include "gpcd-exporter/expose/family.h"

/* Family of a metric that is not exported. */
#define CHOICE_NONE	((size_t)-1)

/* The exported metrics. */
struct choice {
	struct metrics metrics[GPCD_CHIPS];	/* by type of chip; all its metrics */
	size_t *family[GPCD_CHIPS];		/* by chip and metric, or CHOICE_NONE */
	struct family *families;		/* in the order of output */
	size_t count;
	size_t first;				/* of the first that has a metric */
};

/*
 * Choose metrics by names of sets and metrics, each of which some type of chip must have; by
 * default all metrics but the tiles'. @own are the @owns families that do not come from metrics.
 * Metrics without totals, and those whose names would clash, are reported and left out. Returns an
 * exit code, after reporting any error; the caller calls choice_free() in any case.
 */
int choice_make(struct choice *choice, const struct sets_wanted *wanted, const struct family *own,
		size_t owns);

/* Return whether two choices have the same metrics, in the same order. */
bool choice_is_same(const struct choice *one, const struct choice *other);

/* Free a choice; it is empty afterwards. */
void choice_free(struct choice *choice);

#endif /* DEVICES_CHOICE_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* Which metrics of each type of chip are exported, and as which families. */
#ifndef DEVICES_CHOICE_H
#define DEVICES_CHOICE_H

#include <gpcd/gpcd.h>

#include "cli/metrics/sets.h"
#include "gpcd-exporter/expose/family.h"

struct template;

/* Family of a metric that is not exported. */
#define CHOICE_NONE	((size_t)-1)

/* The metrics of a type of chip. */
struct choice_chip {
	struct choice_chip *next;
	unsigned int chip;		/* known as long as this lasts */
	unsigned int users;		/* devices that hold it */
	struct metrics metrics;		/* all its metrics */
	size_t *family;			/* of each: index of its family, or CHOICE_NONE */
	struct template *templates;	/* of devices that hold it */
};

/* The exported metrics. */
struct choice {
	struct sets_wanted wanted;	/* names of sets and metrics; none: all but the tiles' */
	struct choice_chip *chips;	/* of the catalogue, and of devices */
	struct family *families;	/* in the order of output */
	size_t count;
	size_t first;			/* of the first that has a metric */
};

/*
 * Choose metrics by names of sets and metrics, which must outlive the choice and each of which some
 * type of chip must have. @own are the @owns families that do not come from metrics. Metrics
 * without totals, and those whose names would clash, are reported and left out. Returns an exit
 * code, after reporting any error; the caller calls choice_free() in any case.
 */
int choice_make(struct choice *choice, const struct sets_wanted *wanted, const struct family *own,
		size_t owns);

/*
 * Return what is chosen for a known chip, for a device that releases it. Chips that a device
 * describes are chosen for when the first such device comes, so families may be added. A chip whose
 * metrics cannot be read has none: this is reported once. NULL if there is no memory.
 */
struct choice_chip *choice_hold(struct choice *choice, unsigned int chip);

/* Release what a device held; NULL is allowed. The choice still has it. */
void choice_release(struct choice_chip *of);

/*
 * Forget the chips that devices described and none holds: such chips come and go with ever new
 * lists of counters. Families stay.
 */
void choice_tidy(struct choice *choice);

/* Return whether two choices have the same metrics, in the same order, on all chips of either. */
bool choice_is_same(struct choice *one, struct choice *other);

/* Free a choice; it is empty afterwards. */
void choice_free(struct choice *choice);

#endif /* DEVICES_CHOICE_H */

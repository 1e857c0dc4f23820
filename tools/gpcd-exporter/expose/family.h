/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Metrics as Prometheus knows them. It computes rates and means itself, over any time; for that it
 * needs totals that only grow. A formula that is linear in the counts of registers has one such
 * total; a mean has two, numerator and denominator. The names of metric families are made of the
 * names and units of metrics, so they are as stable as these.
 */
#ifndef EXPOSE_FAMILY_H
#define EXPOSE_FAMILY_H

#include <stdbool.h>

#include "metrics/formula.h"
#include "metrics/set.h"

/* How a metric appears to Prometheus. */
enum parts_kind {
	PARTS_COUNTER,	/* a total */
	PARTS_MEAN,	/* two totals, whose quotient is a mean */
	PARTS_GAUGE,	/* a number of the latest reading alone */
};

/* The totals of a metric. */
struct parts {
	enum parts_kind kind;
	bool timed;			/* the metric is the total's rate, not its growth */
	unsigned int count;		/* steps of the formula that read registers */
	double over[METRICS_STEPS];	/* by such step: in the total, or the numerator */
	double under[METRICS_STEPS];	/* PARTS_MEAN: factors in the denominator, whole numbers */
};

/*
 * Find the totals of a metric of an object; PARTS_GAUGE has none. @peak is bytes per second that
 * the object can carry, one way, or 0 if unknown. Returns 0, -EDOM if the formula is neither a
 * total, nor a mean, nor of one reading alone, or -ENODATA if it needs the unknown peak.
 */
int parts_find(const struct metrics_formula *formula, double peak, unsigned int tiles,
	       struct parts *parts);

/* Bytes of the longest unit, with its NUL: each byte of a metric's unit may become a word. */
#define FAMILY_UNIT_ROOM	(6 * METRICS_UNIT_ROOM)

/* Bytes of the longest name, with its NUL. */
#define FAMILY_NAME_ROOM	(METRICS_NAME_ROOM + FAMILY_UNIT_ROOM + 8)

/* Bytes of the longest help, with its NUL: of two types of chip. */
#define FAMILY_HELP_ROOM	(2 * (METRICS_NAME_ROOM + METRICS_HELP_ROOM + 96))

/* Types of families. */
enum family_type {
	FAMILY_COUNTER,	/* a total */
	FAMILY_GAUGE,	/* a number that goes up and down */
	FAMILY_SUMMARY,	/* a total, and the number of events in it */
};

/* A metric family. */
struct family {
	char name[FAMILY_NAME_ROOM];	/* without "_total" and the like */
	enum family_type type;
	char unit[FAMILY_UNIT_ROOM];	/* base unit with which name ends; "": none */
	double per_unit;		/* numbers of the metric are divided by this */
	char help[FAMILY_HELP_ROOM];	/* one line */
};

/*
 * Create the family of a metric. The unit of a total is the metric's without "/s"; a share of the
 * time becomes seconds.
 */
void family_of(const struct metric *metric, const struct parts *parts, struct family *family);

/*
 * Return whether two families, or one family of two chips, must not be on one page, because series
 * of one could be taken for series of the other.
 */
bool family_clash(const struct family *one, const struct family *other);

#endif /* EXPOSE_FAMILY_H */

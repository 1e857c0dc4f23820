/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Metric families: what Prometheus knows a metric by. Their names are made of the names and units
 * of metrics, so that they are as stable as these.
 */
#ifndef EXPOSE_FAMILY_H
#define EXPOSE_FAMILY_H

#include "metrics/set.h"
#include "parts.h"

/** FAMILY_UNIT_ROOM: bytes of the longest unit, with its NUL: a byte of a metric's may be a word */
#define FAMILY_UNIT_ROOM	(6 * METRICS_UNIT_ROOM)

/** FAMILY_NAME_ROOM: bytes of the longest name, with its NUL */
#define FAMILY_NAME_ROOM	(METRICS_NAME_ROOM + FAMILY_UNIT_ROOM + 8)

/** FAMILY_HELP_ROOM: bytes of the longest help, with its NUL: of two types of chip */
#define FAMILY_HELP_ROOM	(2 * METRICS_HELP_ROOM + 96)

/**
 * enum family_type - type of a family
 * @FAMILY_COUNTER: a total
 * @FAMILY_GAUGE: a number that goes up and down
 * @FAMILY_SUMMARY: a total, and how many events it is of
 */
enum family_type {
	FAMILY_COUNTER,
	FAMILY_GAUGE,
	FAMILY_SUMMARY,
};

/**
 * struct family - a metric family
 * @name: its name, without "_total" and the like
 * @type: an &enum family_type
 * @unit: what it is counted in, a base unit with which @name ends; "": a plain number
 * @per_unit: numbers of the metric are so many times those of the family
 * @help: one line
 */
struct family {
	char name[FAMILY_NAME_ROOM];
	enum family_type type;
	char unit[FAMILY_UNIT_ROOM];
	double per_unit;
	char help[FAMILY_HELP_ROOM];
};

/**
 * family_of() - make the family of a metric
 * @metric: the metric
 * @parts: its totals
 * @family: receives the family
 *
 * What a metric counts in a second, its total counts; a share of the time becomes seconds.
 */
void family_of(const struct metric *metric, const struct parts *parts, struct family *family);

/**
 * family_clash() - tell if two families may not be on one page
 * @one: a family
 * @other: another family, or the same of another chip
 *
 * Return: true if series of one could be taken for series of the other.
 */
bool family_clash(const struct family *one, const struct family *other);

#endif /* EXPOSE_FAMILY_H */

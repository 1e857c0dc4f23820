/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Metrics: numbers computed from registers by formulas (gpcd-metrics(5)). */
#ifndef METRICS_SET_H
#define METRICS_SET_H

#include <stdbool.h>
#include <stddef.h>

#include "formula.h"

/* Objects of a metric. */
enum metrics_per {
	METRICS_PER_TILE,	/* a tile of the router */
	METRICS_PER_LINK,	/* the tiles that lead to one neighbour */
	METRICS_PER_NIC,	/* the NIC of the device */
	METRICS_PER_CHIP,
	METRICS_PERS,
};

/* Return "tile", "link", "nic" or "chip". */
const char *metrics_per_name(enum metrics_per per);

/* Bytes of the longest name of a metric or a set, with its NUL. */
#define METRICS_NAME_ROOM	40

/* Bytes of the longest unit, with its NUL. */
#define METRICS_UNIT_ROOM	24

/* Bytes of the longest help, with its NUL. */
#define METRICS_HELP_ROOM	200

/* Bytes of the longest formula, with single blanks and its NUL. */
#define METRICS_FORMULA_ROOM	600

/* Maximum number of metrics of a chip. */
#define METRICS_MOST		1000

/* A metric. */
struct metric {
	char name[METRICS_NAME_ROOM];
	char set[METRICS_NAME_ROOM];	/* set that defines it */
	char unit[METRICS_UNIT_ROOM];	/* "" for a plain number */
	char help[METRICS_HELP_ROOM];	/* one line */
	enum metrics_per per;
	struct metrics_formula formula;
	char text[METRICS_FORMULA_ROOM];	/* of the formula, without comments */
	struct metrics_place at;	/* place in its file */
	unsigned int file;	/* number of its file among those that were read */
};

/* A limit: beyond it, something is wrong with the object of a metric. */
struct metrics_limit {
	char metric[METRICS_NAME_ROOM];	/* its name */
	bool below;	/* the number is too low below @bound; else too high above */
	double bound;
	char why[METRICS_HELP_ROOM];	/* what is wrong then, one line */
	struct metrics_place at;	/* place in its file */
	unsigned int file;	/* number of its file among those that were read */
};

/* The metrics of a chip. */
struct metrics {
	struct metric *list;
	size_t count;
	struct metrics_limit *limits;
	size_t limit_count;
	unsigned int chip;	/* whose registers formulas name; GPCD_CHIP_NONE: unknown */
	unsigned int files;	/* number of files read */
	bool strict;	/* what does not suit a chip that a program describes is an error, too */
};

/*
 * Add the metrics and limits that a text of @length bytes defines. Before the first text @metrics
 * is all zero except chip and strict; @set is the name of the set, truncated if it is too long. A
 * metric replaces an earlier text's metric of the same name, and a limit the same metric's limit to
 * the same side. Formulas are checked against the chip's registers, unless it is unknown. Lists of
 * counters differ between chips that programs describe, even of one name: a metric that does not
 * suit such a chip, because a register is missing or is a gauge, is left out, unless @metrics is
 * strict; its limits have no effect. After an error @metrics can only be freed. Return 0, -EINVAL
 * (then @problem is filled in) or -ENOMEM.
 */
int metrics_read(struct metrics *metrics, const char *set, const char *text, size_t length,
		 struct metrics_problem *problem);

/* Find a metric by name. It belongs to @metrics; NULL if there is none. */
const struct metric *metrics_find(const struct metrics *metrics, const char *name);

/* Return whether a number is beyond a limit. */
static inline bool metrics_beyond(const struct metrics_limit *limit, double number)
{
	return limit->below ? number < limit->bound : number > limit->bound;
}

/* Return whether a metric has a limit. */
bool metrics_limited(const struct metrics *metrics, const char *name);

/* Free the memory of metrics, and make them empty. */
void metrics_free(struct metrics *metrics);

#endif /* METRICS_SET_H */

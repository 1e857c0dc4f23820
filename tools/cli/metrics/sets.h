/* SPDX-License-Identifier: GPL-2.0-only */
/* The metrics of this machine, by name. */
#ifndef CLI_SETS_H
#define CLI_SETS_H

#include <stdbool.h>

#include "cli/options.h"
#include "metrics/bound.h"
#include "metrics/set.h"
#include "topo/links.h"

/* How often -m may be given. */
#define SETS_WANTED_MAX	64

/* Which metrics are wanted. */
struct sets_wanted {
	const char *names[SETS_WANTED_MAX]; /* sets, metrics, or globs over metrics */
	unsigned int count; /* 0: all metrics */
};

/* Option -m, up to SETS_WANTED_MAX times; the object is a struct sets_wanted. */
extern const struct options sets_options;

/*
 * Read the metrics of a known chip, which are found by its name, for metrics_free(). Report which
 * file is wrong and where, or that there are none; return the exit code.
 */
int sets_read(struct metrics *metrics, unsigned int chip);

/* Like sets_read(), but having no metrics is not an error. */
int sets_find(struct metrics *metrics, unsigned int chip);

/* Like sets_find(), for a type of chip or a driver by its name, which need not be known here. */
int sets_read_type(struct metrics *metrics, const char *type);

/* Like sets_read(), for a single file. */
int sets_read_file(struct metrics *metrics, unsigned int chip, const char *path);

/* Like sets_read_file(), and what does not suit a network interface is an error, too. */
int sets_check_file(struct metrics *metrics, unsigned int chip, const char *path);

/* Check if @name is the set of a metric, its name, or a glob that matches its name. */
bool sets_match(const char *name, const struct metric *metric);

/*
 * Likewise, and if @name is about one tile or link: "tile_bytes:0,0", or short "tile:0,0.bytes",
 * "X+.input_stalls"; "x+.stalls" names all kinds of stalls. Object and metric may be globs.
 * @object is the name of a tile or link, or NULL: any.
 */
bool sets_match_object(const char *name, const struct metric *metric, const char *object);

/* Check if a metric of an object, or if @object is NULL of any object, is wanted. */
bool sets_want_object(const struct sets_wanted *wanted, const struct metric *metric,
		      const char *object);

/* Size of a short name with its NUL. */
#define SETS_SHORT_ROOM	(METRICS_NAME_ROOM + METRICS_OBJECT_ROOM + 8)

/*
 * Write the short name of a metric per tile or link of an object. Return @name; NULL if there is
 * none, because the metric's name does not begin as names of its kind do.
 */
const char *sets_short_name(const struct metric *metric, const char *object,
			    char name[SETS_SHORT_ROOM]);

/*
 * Check if a set or a metric of any chip has a name, or matches a glob, even if no such chip is
 * known here. Report any error and return the exit code.
 */
int sets_known(const char *name, bool *known);

/* Check if a metric is wanted. */
bool sets_want(const struct sets_wanted *wanted, const struct metric *metric);

/* Offer the names of metrics and of their sets to a search. */
void sets_offer(const struct metrics *metrics, struct nearest *nearest);

/* Report that no metric has a name, and suggest a similar one. Return the exit code. */
int sets_unknown(const struct metrics *metrics, const char *name);

/* Report the first wanted name that no metric, of any object, has. Return the exit code. */
int sets_check(const struct sets_wanted *wanted, const struct metrics *metrics);

/* Return the bytes/s that the link of a network interface carries one way; 0: unknown. */
double sets_nic_peak(struct gpcd *device);

/* Metrics of the chips that have occurred; initialise with { 0 }. */
struct sets {
	struct sets_chip *first;
};

/*
 * Return the metrics of a chip, which belong to @sets and stay where they are. The first time they
 * are all zero, for sets_read() or sets_find(). NULL if there is no memory.
 */
struct metrics *sets_of_chip(struct sets *sets, unsigned int chip);

/* Free all of them. */
void sets_free(struct sets *sets);

/*
 * Describe a chip's links. @list has room for LINKS_MOST links, all zero; as many as @links has are
 * filled in.
 */
void linked_take(struct metrics_link *list, const struct links *links);

#endif /* CLI_SETS_H */

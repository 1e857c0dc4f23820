/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The metrics of this machine, as people name them.
 */
#ifndef CLI_SETS_H
#define CLI_SETS_H

#include <argp.h>
#include <stdbool.h>

#include "cli/nearest.h"
#include "metrics/set.h"

/** SETS_WANTED_MAX - how often -m may be given */
#define SETS_WANTED_MAX	64

/**
 * struct sets_wanted - which metrics are wanted
 * @names: names of sets or metrics, or globs over names of metrics
 * @count: how many; 0: all metrics
 */
struct sets_wanted {
	const char *names[SETS_WANTED_MAX];
	unsigned int count;
};

/** sets_argp - the option -m; the input is a struct sets_wanted */
extern const struct argp sets_argp;

/**
 * sets_read() - read the metrics of a chip
 * @metrics: receives them, for metrics_free()
 * @chip: an &enum gpcd_chip
 *
 * Return: the exit code, having said which file is wrong, and where.
 */
int sets_read(struct metrics *metrics, unsigned int chip);

/**
 * sets_find() - read the metrics of a chip, where there are any
 * @metrics: receives them, for metrics_free()
 * @chip: an &enum gpcd_chip
 *
 * Return: the exit code, having said which file is wrong, and where; 0 also without a file.
 */
int sets_find(struct metrics *metrics, unsigned int chip);

/**
 * sets_read_file() - read one file as metrics of a chip
 * @metrics: receives them, for metrics_free()
 * @chip: an &enum gpcd_chip
 * @path: the file
 *
 * Return: as sets_read().
 */
int sets_read_file(struct metrics *metrics, unsigned int chip, const char *path);

/**
 * sets_match() - tell if a name means a metric
 * @name: name of a set or a metric, or a glob over names of metrics
 * @metric: the metric
 */
bool sets_match(const char *name, const struct metric *metric);

/**
 * sets_want() - tell if a metric is wanted
 * @wanted: what is wanted
 * @metric: the metric
 */
bool sets_want(const struct sets_wanted *wanted, const struct metric *metric);

/**
 * sets_offer() - offer the names of metrics and of their sets
 * @metrics: the metrics
 * @nearest: the search that they are offered to
 */
void sets_offer(const struct metrics *metrics, struct nearest *nearest);

/**
 * sets_unknown() - say that no metric has a name, and which is near
 * @metrics: the metrics
 * @name: the name
 *
 * Return: the exit code.
 */
int sets_unknown(const struct metrics *metrics, const char *name);

/**
 * sets_check() - reject names that no metric has
 * @wanted: what is wanted
 * @metrics: the metrics
 *
 * Return: the exit code, having named the first such name.
 */
int sets_check(const struct sets_wanted *wanted, const struct metrics *metrics);

#endif /* CLI_SETS_H */

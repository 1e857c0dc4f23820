/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Whether a formula makes sense on a chip.
 */
#ifndef METRICS_CHECK_H
#define METRICS_CHECK_H

#include "set.h"

/**
 * metrics_check() - check a formula against the registers of its chip
 * @chip: an &enum gpcd_chip
 * @metric: the metric
 * @problem: filled in if there is one
 *
 * Each pattern has to name a register, on one tile at least; delta() and rate() take counters
 * alone, value() no packed register without a field; {row}, {column}, peak and tiles need a metric
 * per tile or per link, whose patterns all have {row} and {column}.
 *
 * Return: 0, -EINVAL.
 */
int metrics_check(unsigned int chip, const struct metric *metric, struct metrics_problem *problem);

#endif /* METRICS_CHECK_H */

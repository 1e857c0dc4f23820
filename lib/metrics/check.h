/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Check whether a formula makes sense on a chip. */
#ifndef METRICS_CHECK_H
#define METRICS_CHECK_H

#include "set.h"

/*
 * Check a formula against the registers of its chip. Each pattern must match a register, on one
 * tile at least; delta() and rate() take only counters, value() no packed register without a field;
 * {row}, {column}, peak and tiles need a metric per tile or per link, whose patterns all have {row}
 * and {column}. Return 0, or -EINVAL and fill in @problem.
 */
int metrics_check(unsigned int chip, const struct metric *metric, struct metrics_problem *problem);

#endif /* METRICS_CHECK_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* Choose the columns of a file that hold values. */
#ifndef NOISE_COLUMNS_H
#define NOISE_COLUMNS_H

#include "gather.h"

/*
 * Choose the columns of a file: set use and by of @gathered, which has the columns' names. Report
 * any error and return the exit code.
 *
 * Without names, choose all columns that may hold numbers, except those that gpcd(1) says are no
 * values: the column of the schema's number and, unless it is the last, all columns before it.
 */
int columns_choose(struct gathered *gathered, const struct gather_plan *plan);

#endif /* NOISE_COLUMNS_H */

/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Names of counters for gpcd_chip_learn(), which wants each to have one of its own. */
#ifndef GPCD_UNIQUE_H
#define GPCD_UNIQUE_H

#include <gpcd/gpcd.h>

/*
 * Give counters, whose names may be any texts, names that gpcd_chip_learn() takes: a name is cut if
 * it is too long; the second counter of a name, letter case ignored, becomes NAME#2, and one
 * without a name #INDEX. A name that only one counter has stays as it is, unless it is too long.
 * The names are in @memory, for free(3). Return 0 or -ENOMEM.
 */
int gpcd_names_unique(struct gpcd_counter *counters, unsigned int count, char **memory);

#endif /* GPCD_UNIQUE_H */

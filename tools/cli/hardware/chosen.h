/* SPDX-License-Identifier: GPL-2.0-only */
/* A table of values that a paper does not print, and that were chosen. */
#ifndef CLI_HARDWARE_CHOSEN_H
#define CLI_HARDWARE_CHOSEN_H

#include "cli/out/table.h"
#include "cli/util.h"
#include "hardware/hardware.h"

#define CHOSEN_COLUMNS	3

/* of, key, value */
extern const struct column chosen_columns[CHOSEN_COLUMNS];

/*
 * Add a row to a table with chosen_columns. @of is the section of a machine file or a part of the
 * paper. The value, with its unit, is shorter than HARDWARE_TEXT.
 */
__printf(4, 5) void chosen_add(struct table *table, const char *of, const char *key,
			       const char *fmt, ...);

/* Add the values that a machine's file marks as chosen. */
void chosen_machine(struct table *table, const struct hardware *hardware);

#endif /* CLI_HARDWARE_CHOSEN_H */

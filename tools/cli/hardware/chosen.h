/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A table of what a paper does not print, and is chosen.
 */
#ifndef CLI_HARDWARE_CHOSEN_H
#define CLI_HARDWARE_CHOSEN_H

#include "cli/out/table.h"
#include "cli/util.h"
#include "hardware/hardware.h"

/** CHOSEN_COLUMNS - columns of such a table */
#define CHOSEN_COLUMNS	3

/** chosen_columns - of, key, value */
extern const struct column chosen_columns[CHOSEN_COLUMNS];

/**
 * chosen_add() - add a row
 * @table: a table with chosen_columns
 * @of: what has it: the section of a machine file, or a part of the paper
 * @key: what it is
 * @fmt: its value, with its unit, shorter than HARDWARE_TEXT
 */
__printf(4, 5) void chosen_add(struct table *table, const char *of, const char *key,
			       const char *fmt, ...);

/**
 * chosen_machine() - add the values of a machine that its file says are chosen
 * @table: a table with chosen_columns
 * @hardware: the machine
 */
void chosen_machine(struct table *table, const struct hardware *hardware);

#endif /* CLI_HARDWARE_CHOSEN_H */

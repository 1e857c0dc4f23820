/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The registers that a pattern of a formula names.
 */
#ifndef METRICS_REGISTERS_H
#define METRICS_REGISTERS_H

#include <stdbool.h>
#include <stdint.h>

#include <gpcd/catalogue.h>

#include "formula.h"

/** METRICS_TILES_MOST: rows, and columns, that a chip may have at most */
#define METRICS_TILES_MOST	16

/**
 * struct metrics_tile - a tile of a router
 * @row: its row, below METRICS_TILES_MOST
 * @column: its column, likewise
 */
struct metrics_tile {
	uint8_t row;
	uint8_t column;
};

/**
 * struct metrics_visitor - somebody who is shown registers
 * @visit: called with @data for each register, and with its field, or NULL; anything but 0 ends it
 * @data: its first argument
 */
struct metrics_visitor {
	int (*visit)(void *data, const struct gpcd_reg *reg, const struct gpcd_field *field);
	void *data;
};

/**
 * metrics_registers() - show the registers that a pattern names, in the order of their addresses
 * @chip: an &enum gpcd_chip
 * @pattern: as in &struct metrics_step
 * @tile: stands for {row} and {column}; NULL: the pattern has neither
 * @visitor: is shown them; second names of registers are left out unless the pattern has no glob
 *
 * Return: 0; -ENOENT there is none, -ENXIO a register lacks the field; or what @visitor returned.
 */
int metrics_registers(unsigned int chip, const char *pattern, const struct metrics_tile *tile,
		      const struct metrics_visitor *visitor);

/**
 * metrics_known_make() - make steps of a formula remember the registers that their patterns name
 * @formula: a formula whose steps remember nothing, for metrics_known_free(), also after an error
 *
 * Many devices are of one chip: what a pattern names is looked up for the first of them only.
 *
 * Return: 0, -ENOMEM.
 */
int metrics_known_make(struct metrics_formula *formula);

/**
 * metrics_known_free() - free what the steps of a formula remember
 * @formula: the formula
 */
void metrics_known_free(struct metrics_formula *formula);

/**
 * metrics_step_registers() - show the registers that the pattern of a step names
 * @chip: an &enum gpcd_chip, the same one in each call
 * @step: the step, which remembers them if it can
 * @tile: as for metrics_registers()
 * @visitor: likewise
 *
 * Not from two threads at a time.
 *
 * Return: as metrics_registers(); -ENOMEM.
 */
int metrics_step_registers(unsigned int chip, const struct metrics_step *step,
			   const struct metrics_tile *tile, const struct metrics_visitor *visitor);

/**
 * metrics_pattern_tiled() - tell if a pattern has {row} or {column}
 * @pattern: the pattern
 */
bool metrics_pattern_tiled(const char *pattern);

#endif /* METRICS_REGISTERS_H */

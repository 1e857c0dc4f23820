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
 * metrics_pattern_tiled() - tell if a pattern has {row} or {column}
 * @pattern: the pattern
 */
bool metrics_pattern_tiled(const char *pattern);

#endif /* METRICS_REGISTERS_H */

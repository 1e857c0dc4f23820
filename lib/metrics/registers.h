/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The registers that a pattern of a formula matches. */
#ifndef METRICS_REGISTERS_H
#define METRICS_REGISTERS_H

#include <stdbool.h>
#include <stdint.h>

#include <gpcd/gpcd.h>

#include "formula.h"

/* Maximum number of rows, and of columns, of a chip. */
#define METRICS_TILES_MOST	16

/* A tile of a router; both members are below METRICS_TILES_MOST. */
struct metrics_tile {
	uint8_t row;
	uint8_t column;
};

/*
 * A callback for registers. @visit is called with @data for each register, with its field or NULL;
 * a result other than 0 ends the search.
 */
struct metrics_visitor {
	int (*visit)(void *data, const struct gpcd_reg *reg, const struct gpcd_field *field);
	void *data;
};

/*
 * Visit the registers that a pattern (see struct metrics_step) matches, in address order. @tile
 * replaces {row} and {column}; it is NULL if the pattern has neither. Aliases are skipped unless
 * the pattern is no glob. Return 0, -ENOENT if there is none, -ENXIO if a register lacks the field,
 * or what @visitor returned.
 */
int metrics_registers(unsigned int chip, const char *pattern, const struct metrics_tile *tile,
		      const struct metrics_visitor *visitor);

/*
 * Add caches to the steps of a formula that has none: many devices have one type of chip, so a
 * pattern is looked up for the first of them only. The caller calls metrics_known_free() even on
 * error. Return 0 or -ENOMEM.
 */
int metrics_known_make(struct metrics_formula *formula);

/* Free the caches of a formula's steps. */
void metrics_known_free(struct metrics_formula *formula);

/*
 * Visit the registers that the pattern of a step matches, as metrics_registers() does, by its cache
 * if it has one. @chip must be the same in all calls. Not thread-safe. Return as
 * metrics_registers(), or -ENOMEM.
 */
int metrics_step_registers(unsigned int chip, const struct metrics_step *step,
			   const struct metrics_tile *tile, const struct metrics_visitor *visitor);

/*
 * Return 1 if the pattern of a step matches a register, 0 if not, or -ENOMEM. It uses the cache as
 * metrics_step_registers() does.
 */
int metrics_step_has(unsigned int chip, const struct metrics_step *step,
		     const struct metrics_tile *tile);

/* Return whether a pattern has {row} or {column}. */
bool metrics_pattern_tiled(const char *pattern);

#endif /* METRICS_REGISTERS_H */

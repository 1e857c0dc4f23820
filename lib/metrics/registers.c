// SPDX-License-Identifier: LGPL-2.1-or-later
/* Registers by pattern: a name is found at once, a glob by searching the catalogue. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "registers.h"

#define ROW	"{row}"
#define COLUMN	"{column}"

bool metrics_pattern_tiled(const char *pattern)
{
	return strstr(pattern, ROW) || strstr(pattern, COLUMN);
}

/* Write a pattern with numbers in place of {row} and {column}, which are longer. */
static void fill_in(char name[METRICS_PATTERN], const char *pattern,
		    const struct metrics_tile *tile)
{
	char *end = name;

	while (*pattern) {
		if (tile && !strncmp(pattern, ROW, strlen(ROW))) {
			end += sprintf(end, "%u", tile->row);
			pattern += strlen(ROW);
		} else if (tile && !strncmp(pattern, COLUMN, strlen(COLUMN))) {
			end += sprintf(end, "%u", tile->column);
			pattern += strlen(COLUMN);
		} else {
			*end++ = *pattern++;
		}
	}
	*end = '\0';
}

static int show_register(const struct gpcd_reg *reg, const char *field_name,
			 const struct metrics_visitor *visitor)
{
	const struct gpcd_field *field = field_name ? gpcd_reg_field(reg, field_name) : NULL;

	if (field_name && !field)
		return -ENXIO;
	return visitor->visit(visitor->data, reg, field);
}

static int show_all(unsigned int chip, const char *glob, const char *field,
		    const struct metrics_visitor *visitor)
{
	unsigned int i, count = gpcd_catalogue_count(chip);
	struct gpcd_reg reg;
	int err = -ENOENT;

	for (i = 0; i < count; i++) {
		if (gpcd_catalogue_at(chip, i, &reg) || reg.rule->flags & GPCD_RULE_ALIAS ||
		    !gpcd_reg_match(&reg, glob))
			continue;
		err = show_register(&reg, field, visitor);
		if (err)
			break;
	}
	return err;
}

int metrics_registers(unsigned int chip, const char *pattern, const struct metrics_tile *tile,
		      const struct metrics_visitor *visitor)
{
	const struct gpcd_field *field;
	char name[METRICS_PATTERN], *colon;
	struct gpcd_reg reg;
	int err;

	fill_in(name, pattern, tile);
	err = gpcd_resolve(chip, name, &reg, &field);
	if (err != -ENOENT || !gpcd_is_glob(name))
		return err ? err : visitor->visit(visitor->data, &reg, field);
	err = show_all(chip, name, NULL, visitor);
	colon = strchr(name, ':');
	if (err != -ENOENT || !colon)
		return err;
	*colon = '\0';
	return show_all(chip, name, colon + 1, visitor);
}

/* --- cache --- */

/* A register, and its field or NULL, as passed to a visitor. */
struct shown {
	struct gpcd_reg reg;
	const struct gpcd_field *field;
};

/* The registers that a pattern matches, on one tile or without one. */
struct metrics_known {
	struct shown *list;
	unsigned int count;
	int result;	/* of metrics_registers(), after them */
	bool is_known;	/* they were looked up */
};

static size_t places_of(const struct metrics_step *step)
{
	return step->tiled ? METRICS_TILES_MOST * METRICS_TILES_MOST : 1;
}

int metrics_known_make(struct metrics_formula *formula)
{
	for (unsigned int i = 0; i < formula->count; i++)
		formula->steps[i].known = NULL;
	for (unsigned int i = 0; i < formula->count; i++) {
		struct metrics_step *step = &formula->steps[i];

		if (!metrics_op_has_pattern(step->op))
			continue;
		step->tiled = metrics_pattern_tiled(step->pattern);
		step->known = calloc(places_of(step), sizeof(*step->known));
		if (!step->known)
			return -ENOMEM;
	}
	return 0;
}

void metrics_known_free(struct metrics_formula *formula)
{
	for (unsigned int i = 0; i < formula->count; i++) {
		struct metrics_step *step = &formula->steps[i];

		for (size_t j = 0; step->known && j < places_of(step); j++)
			free(step->known[j].list);
		free(step->known);
		step->known = NULL;
	}
}

static int remember_register(void *data, const struct gpcd_reg *reg, const struct gpcd_field *field)
{
	struct metrics_known *known = data;
	struct shown *larger = known->list;

	/* The list is full at each power of two; then double its size. */
	if (!(known->count & (known->count - 1)))
		larger = reallocarray(known->list, known->count ? 2 * known->count : 1,
				      sizeof(*larger));
	if (!larger)
		return -ENOMEM;
	known->list = larger;
	known->list[known->count++] = (struct shown) { *reg, field };
	return 0;
}

static int look_up(unsigned int chip, const struct metrics_step *step,
		   const struct metrics_tile *tile, struct metrics_known *known)
{
	const struct metrics_visitor visitor = { remember_register, known };

	known->count = 0;
	known->result = metrics_registers(chip, step->pattern, tile, &visitor);
	known->is_known = known->result != -ENOMEM;
	return known->is_known ? 0 : -ENOMEM;
}

/* Find what a step has on a tile, looked up if need be. Return 0 or -ENOMEM. */
static int step_known(unsigned int chip, const struct metrics_step *step,
		      const struct metrics_tile *tile, struct metrics_known **result)
{
	struct metrics_known *known = step->known;

	if (step->tiled)
		known += tile->row * METRICS_TILES_MOST + tile->column;
	*result = known;
	return known->is_known ? 0 : look_up(chip, step, tile, known);
}

int metrics_step_registers(unsigned int chip, const struct metrics_step *step,
			   const struct metrics_tile *tile, const struct metrics_visitor *visitor)
{
	struct metrics_known *known;
	int err;

	if (!step->known)
		return metrics_registers(chip, step->pattern, tile, visitor);
	err = step_known(chip, step, tile, &known);
	if (err)
		return err;
	for (unsigned int i = 0; !err && i < known->count; i++)
		err = visitor->visit(visitor->data, &known->list[i].reg, known->list[i].field);
	return err ? err : known->result;
}

static int found_register(void *data, const struct gpcd_reg *reg, const struct gpcd_field *field)
{
	(void)data;
	(void)reg;
	(void)field;
	return 1;
}

int metrics_step_has(unsigned int chip, const struct metrics_step *step,
		     const struct metrics_tile *tile)
{
	const struct metrics_visitor visitor = { found_register, NULL };
	struct metrics_known *known;
	int has;

	if (step->known) {
		has = step_known(chip, step, tile, &known);
		return has ? has : known->count > 0;
	}
	has = metrics_registers(chip, step->pattern, tile, &visitor);
	return has == 1 || has == -ENOMEM ? has : 0;
}

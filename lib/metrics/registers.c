// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Registers by pattern: a name is found at once, a glob by a walk through the catalogue.
 */
#include <errno.h>
#include <stdio.h>
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
	const struct gpcd_field *field = NULL;

	if (field_name) {
		field = gpcd_reg_field(reg, field_name);
		if (!field)
			return -ENXIO;
	}
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
	char name[METRICS_PATTERN], *field;
	struct gpcd_reg reg;

	fill_in(name, pattern, tile);
	field = strchr(name, ':');
	if (field)
		*field++ = '\0';
	if (strpbrk(name, "*?["))
		return show_all(chip, name, field, visitor);
	if (gpcd_catalogue_by_name(chip, name, &reg))
		return -ENOENT;
	return show_register(&reg, field, visitor);
}

// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/out/complain.h"
#include "cli/parse.h"
#include "columns.h"
#include "stats/stats.h"

/* Most characters shown of a text that is no number. */
#define SHOWN 64

/* Add a group. There is room for one more unless the number of groups is 0 or a power of 2. */
static int groups_add(struct gathered *gathered, const char *name)
{
	size_t count = gathered->ngroups;
	struct value_group *groups;

	if (!(count & (count - 1))) {
		groups = reallocarray(gathered->groups, 2 * count + 1, sizeof(*groups));
		if (!groups)
			return -ENOMEM;
		gathered->groups = groups;
	}
	gathered->ngroups++;
	return value_group_begin(&gathered->groups[count], name, gathered->width);
}

/*
 * Find the group of a name, or add it. Rows of a group are usually adjacent, or groups take turns,
 * so begin with the group of the previous row.
 */
static int find_group(struct gathered *gathered, const char *name, size_t *group)
{
	for (size_t i = 0; i < gathered->ngroups; i++) {
		size_t at = (*group + i) % gathered->ngroups;

		if (strcmp(gathered->groups[at].name, name))
			continue;
		*group = at;
		return 0;
	}
	*group = gathered->ngroups;
	return groups_add(gathered, name);
}

/* gpcd prints empty cells like this, in CSV and in text. */
static bool is_empty(const char *text)
{
	return !*text || !strcmp(text, "-");
}

static int refuse_field(const struct datafile *file, size_t column)
{
	complain("%s:%zu: column '%s': '%.*s' is not a number: decimal, 0.5 or 1e-6, up to 1e200",
		 file->name, file->number, file->names[column], SHOWN, file->row.each[column]);
	return EXIT_INPUT;
}

/* Add a field of a wanted column. */
static int gather_field(struct gathered *gathered, const struct datafile *file, size_t column,
			size_t group)
{
	const char *text = file->row.each[column];
	double value;

	if (is_empty(text))
		return 0;
	if (parse_data(text, &value)) {
		if (gathered->use[column] != USE_UNKNOWN || fields_numeric(text))
			return refuse_field(file, column);
		gathered->use[column] = USE_TEXT;
		return 0;
	}
	gathered->use[column] = USE_NUMBERS;
	if (!values_add(&gathered->groups[group].columns[column], value))
		return 0;
	return complain_error(file->name, -ENOMEM);
}

/* Add a quotient; there is none if a field is empty or the divisor is 0. */
static int gather_quotient(struct gathered *gathered, const struct datafile *file, size_t column,
			   size_t group)
{
	const struct quotient *quotient = &gathered->quotients[column - gathered->fields];
	const char *above = file->row.each[quotient->above];
	const char *below = file->row.each[quotient->below];
	double value, by;

	if (is_empty(above) || is_empty(below))
		return 0;
	if (parse_data(above, &value))
		return refuse_field(file, quotient->above);
	if (parse_data(below, &by))
		return refuse_field(file, quotient->below);
	if (!by)
		return 0;
	value /= by;
	if (fabs(value) > STATS_MOST) {
		complain("%s:%zu: '%s' is beyond 1e200", file->name, file->number,
			 gathered->names[column]);
		return EXIT_INPUT;
	}
	if (!values_add(&gathered->groups[group].columns[column], value))
		return 0;
	return complain_error(file->name, -ENOMEM);
}

static int gather_row(struct gathered *gathered, const struct datafile *file, size_t *group)
{
	bool grouped = gathered->by < gathered->fields;
	int code = 0;

	if (find_group(gathered, grouped ? file->row.each[gathered->by] : "", group))
		return complain_error(file->name, -ENOMEM);
	gathered->groups[*group].lines++;
	for (size_t i = 0; i < gathered->fields && !code; i++) {
		if (gathered->use[i] >= USE_UNKNOWN)
			code = gather_field(gathered, file, i, *group);
	}
	for (size_t i = gathered->fields; i < gathered->width && !code; i++)
		code = gather_quotient(gathered, file, i, *group);
	return code;
}

static bool has_values(const struct gathered *gathered)
{
	for (size_t group = 0; group < gathered->ngroups; group++) {
		for (size_t i = 0; i < gathered->width; i++) {
			if (gathered->groups[group].columns[i].count)
				return true;
		}
	}
	complain("%s: no values: no column that is wanted has a number in any of its rows",
		 gathered->name);
	return false;
}

/* Set up the columns of a file, with room for all that the plan may add. */
static int take_columns(struct gathered *gathered, const struct datafile *file, size_t more)
{
	gathered->names = calloc(file->width + more, sizeof(*gathered->names));
	gathered->use = calloc(file->width, sizeof(*gathered->use));
	if (!gathered->names || !gathered->use)
		return complain_error(file->name, -ENOMEM);
	for (size_t i = 0; i < file->width; i++)
		gathered->names[i] = file->names[i];
	gathered->fields = file->width;
	gathered->width = file->width;
	return 0;
}

static int gather_rows(struct gathered *gathered, struct datafile *file)
{
	size_t group = 0;
	int code = 0;

	while (!code && datafile_next(file))
		code = gather_row(gathered, file, &group);
	if (!code)
		code = file->code;
	return code || has_values(gathered) ? code : EXIT_INPUT;
}

int gather(struct gathered *gathered, const struct gather_plan *plan, const char *path)
{
	struct datafile *file = &gathered->file;
	int code;

	*gathered = (struct gathered){ 0 };
	code = datafile_open(file, path);
	gathered->name = file->name;
	if (!code)
		code = take_columns(gathered, file, plan->ncolumns);
	if (!code)
		code = columns_choose(gathered, plan);
	if (!code)
		code = gather_rows(gathered, file);
	datafile_end(file);
	return code;
}

void gathered_free(struct gathered *gathered)
{
	for (size_t i = 0; i < gathered->ngroups; i++)
		value_group_free(&gathered->groups[i], gathered->width);
	free(gathered->groups);
	free(gathered->names);
	free(gathered->use);
	datafile_free(&gathered->file);
}

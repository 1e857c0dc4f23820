// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/out/complain.h"
#include "cli/parse.h"
#include "cli/words.h"
#include "noise.h"
#include "stats/stats.h"

/* --- columns --- */

#define SCHEMA "schema_"

/* Size of a list of columns in a message. */
#define LISTED 256

static void list_names(const struct gathered *gathered, char text[LISTED])
{
	size_t length = 0;

	for (size_t i = 0; i < gathered->fields && length < LISTED; i++)
		length += snprintf(text + length, LISTED - length, "%s%s", i ? ", " : "",
				   gathered->names[i]);
	if (length >= LISTED)
		strcpy(text + LISTED - 4, "...");
}

static int refuse_name(const struct gathered *gathered, const char *option, const char *name)
{
	char hint[NEAREST_ROOM + 32], listed[LISTED];
	struct nearest nearest;

	nearest_begin(&nearest, name);
	for (size_t i = 0; i < gathered->fields; i++)
		nearest_offer(&nearest, gathered->names[i]);
	list_names(gathered, listed);
	complain("%s '%.*s': %s has no such column: it has %s%s", option, NEAREST_ROOM, name,
		 gathered->name, listed, nearest_hint(&nearest, hint));
	return EXIT_USAGE;
}

static size_t find_column(const struct gathered *gathered, const char *name, size_t length)
{
	size_t i = 0;

	while (i < gathered->fields && (strlen(gathered->names[i]) != length ||
					strncasecmp(gathered->names[i], name, length)))
		i++;
	return i;
}

static bool choose_glob(struct gathered *gathered, const char *glob)
{
	bool found = false;

	for (size_t i = 0; i < gathered->fields; i++) {
		if (i == gathered->by || fnmatch(glob, gathered->names[i], FNM_CASEFOLD))
			continue;
		found = true;
		if (gathered->use[i] == USE_NOT)
			gathered->use[i] = USE_UNKNOWN;
	}
	return found;
}

/* Names may contain a slash themselves: try each slash as the separator. */
static bool choose_quotient(struct gathered *gathered, const char *name)
{
	const char *slash = strchr(name, '/');
	struct quotient quotient;

	for (; slash; slash = strchr(slash + 1, '/')) {
		quotient.above = find_column(gathered, name, slash - name);
		quotient.below = find_column(gathered, slash + 1, strlen(slash + 1));
		if (quotient.above == gathered->fields || quotient.below == gathered->fields)
			continue;
		gathered->quotients[gathered->width - gathered->fields] = quotient;
		gathered->names[gathered->width++] = name;
		return true;
	}
	return false;
}

static int choose_name(struct gathered *gathered, const char *name)
{
	size_t exact = find_column(gathered, name, strlen(name));

	if (exact < gathered->fields)
		gathered->use[exact] = USE_NUMBERS;
	else if (!choose_quotient(gathered, name) && !choose_glob(gathered, name))
		return refuse_name(gathered, "--column", name);
	return 0;
}

static bool is_schema(const char *name)
{
	return !strncmp(name, SCHEMA, strlen(SCHEMA));
}

/* Check for raw samples: neither differences nor rates, nor links, which name a device. */
static bool has_raw_samples(const struct gathered *gathered, size_t schema)
{
	const char *version = gathered->names[schema] + strlen(SCHEMA);

	return !strchr(version, '_') && strcmp(gathered->names[schema + 1], "device");
}

static void choose_all(struct gathered *gathered)
{
	size_t first = 0, schema = 0;

	while (schema < gathered->fields && !is_schema(gathered->names[schema]))
		schema++;
	if (schema + 1 < gathered->fields) {
		first = schema + 1;
		if (has_raw_samples(gathered, schema))
			complain("%s: counters that only grow: take samples by --delta or --rate",
				 gathered->name);
	}
	for (size_t i = first; i < gathered->fields; i++)
		gathered->use[i] = i == schema || i == gathered->by ? USE_NOT : USE_UNKNOWN;
}

int columns_choose(struct gathered *gathered, const struct gather_plan *plan)
{
	int code = 0;

	gathered->by = plan->by ? find_column(gathered, plan->by, strlen(plan->by)) :
		       gathered->fields;
	if (plan->by && gathered->by == gathered->fields)
		return refuse_name(gathered, "--by", plan->by);
	if (!plan->ncolumns)
		choose_all(gathered);
	for (size_t i = 0; i < plan->ncolumns && !code; i++)
		code = choose_name(gathered, plan->columns[i]);
	return code;
}

/* --- the values of a file --- */

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

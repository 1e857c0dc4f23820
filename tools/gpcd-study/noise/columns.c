// SPDX-License-Identifier: GPL-2.0-only
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "cli/words.h"
#include "cli/out/complain.h"
#include "columns.h"

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

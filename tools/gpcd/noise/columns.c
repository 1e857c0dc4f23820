// SPDX-License-Identifier: GPL-2.0-only
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "cli/nearest.h"
#include "cli/out/complain.h"
#include "columns.h"

#define SCHEMA "schema_"

/* Bytes of a list of columns in a message. */
#define LISTED 256

static void list_names(const struct gathered *gathered, char text[LISTED])
{
	size_t length = 0;

	for (size_t i = 0; i < gathered->width && length < LISTED; i++)
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
	for (size_t i = 0; i < gathered->width; i++)
		nearest_offer(&nearest, gathered->names[i]);
	list_names(gathered, listed);
	complain("%s '%.*s': %s has no such column: it has %s%s", option, NEAREST_ROOM, name,
		 gathered->name, listed, nearest_hint(&nearest, hint));
	return EXIT_USAGE;
}

static size_t find_name(const struct gathered *gathered, const char *name)
{
	size_t i = 0;

	while (i < gathered->width && strcasecmp(gathered->names[i], name))
		i++;
	return i;
}

static int choose_name(struct gathered *gathered, const char *name)
{
	size_t exact = find_name(gathered, name), i;
	bool found = exact < gathered->width;

	if (found)
		gathered->use[exact] = USE_NUMBERS;
	for (i = 0; i < gathered->width && exact == gathered->width; i++) {
		if (i == gathered->by || fnmatch(name, gathered->names[i], FNM_CASEFOLD))
			continue;
		found = true;
		if (gathered->use[i] == USE_NOT)
			gathered->use[i] = USE_UNKNOWN;
	}
	return found ? 0 : refuse_name(gathered, "--column", name);
}

static bool is_schema(const char *name)
{
	return !strncmp(name, SCHEMA, strlen(SCHEMA));
}

/* Values as they stand: neither differences nor rates, nor those of links, which name a device. */
static bool has_raw_samples(const struct gathered *gathered, size_t schema)
{
	const char *version = gathered->names[schema] + strlen(SCHEMA);

	return !strchr(version, '_') && strcmp(gathered->names[schema + 1], "device");
}

static void choose_all(struct gathered *gathered)
{
	size_t first = 0, schema = 0;

	while (schema < gathered->width && !is_schema(gathered->names[schema]))
		schema++;
	if (schema + 1 < gathered->width) {
		first = schema + 1;
		if (has_raw_samples(gathered, schema))
			complain("%s: counters that only grow: take samples by --delta or --rate",
				 gathered->name);
	}
	for (size_t i = first; i < gathered->width; i++)
		gathered->use[i] = i == schema || i == gathered->by ? USE_NOT : USE_UNKNOWN;
}

int columns_choose(struct gathered *gathered, const struct gather_plan *plan)
{
	int code = 0;

	gathered->by = plan->by ? find_name(gathered, plan->by) : gathered->width;
	if (plan->by && gathered->by == gathered->width)
		return refuse_name(gathered, "--by", plan->by);
	if (!plan->ncolumns)
		choose_all(gathered);
	for (size_t i = 0; i < plan->ncolumns && !code; i++)
		code = choose_name(gathered, plan->columns[i]);
	return code;
}

// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "cli/util.h"
#include "family.h"

#define PER_SECOND	"/s"

/* A unit of metrics. */
struct unit {
	const char *symbol;	/* in metrics */
	const char *name;	/* base unit of Prometheus */
	double per_base;	/* units in a base unit */
};

static const struct unit units[] = {
	{ "B", "bytes", 1 },
	{ "s", "seconds", 1 },
	{ "ms", "seconds", 1e3 },
	{ "us", "seconds", 1e6 },
	{ "ns", "seconds", 1e9 },
	{ "Hz", "hertz", 1 },
	{ "share", "ratio", 1 },
	{ "%", "ratio", 100 },
};

/* Keep letters and digits, write / as per, and replace other characters by single underscores. */
static void write_unit(char *to, const char *from)
{
	size_t length = 0;

	for (; *from; from++) {
		if (isalnum((unsigned char)*from))
			to[length++] = tolower((unsigned char)*from);
		else if (*from == '/')
			length += sprintf(to + length, "%sper_", length ? "_" : "");
		else if (length && to[length - 1] != '_')
			to[length++] = '_';
	}
	while (length && to[length - 1] == '_')
		length--;
	to[length] = '\0';
}

static void find_unit(struct family *family, const char *symbol)
{
	family->per_unit = 1;
	for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
		if (!strcmp(symbol, units[i].symbol)) {
			strcpy(family->unit, units[i].name);
			family->per_unit = units[i].per_base;
			return;
		}
	}
	write_unit(family->unit, symbol);
}

/* The total of bytes per second is in bytes, the total of a share of the time in seconds. */
static void find_total_unit(struct family *family, const char *symbol)
{
	const char *end = strstr(symbol, PER_SECOND);
	char whole[METRICS_UNIT_ROOM];

	family->per_unit = 1;

	if (end && !end[strlen(PER_SECOND)]) {
		snprintf(whole, sizeof(whole), "%.*s", (int)(end - symbol), symbol);
		find_unit(family, whole);
	} else if (!strcmp(symbol, "share")) {
		strcpy(family->unit, "seconds");
	}
}

/* The unit is only at the end of a name. */
static void write_name(struct family *family, const char *metric)
{
	size_t length = sprintf(family->name, "gpcd"), word;

	for (; *metric; metric += word + !!metric[word]) {
		word = strcspn(metric, "_");
		if (word == strlen(family->unit) && !strncmp(metric, family->unit, word))
			continue;
		length += sprintf(family->name + length, "_%.*s", (int)word, metric);
	}
	if (family->unit[0])
		sprintf(family->name + length, "_%s", family->unit);
}

void family_of(const struct metric *metric, const struct parts *parts, struct family *family)
{
	static const char * const helps[] = {
		[PARTS_COUNTER] = "Total. How far it goes is: %s.",
		[PARTS_MEAN] = "How far _sum goes for each one of _count is: %s.",
		[PARTS_GAUGE] = "The latest reading: %s.",
	};
	static const enum family_type types[] = {
		[PARTS_COUNTER] = FAMILY_COUNTER,
		[PARTS_MEAN] = FAMILY_SUMMARY,
		[PARTS_GAUGE] = FAMILY_GAUGE,
	};
	const char *help = parts->timed ? "Total. Its rate is: %s." : helps[parts->kind];

	memset(family, 0, sizeof(*family));
	family->type = types[parts->kind];
	if (parts->timed)
		find_total_unit(family, metric->unit);
	else
		find_unit(family, metric->unit);
	write_name(family, metric->name);
	snprintf(family->help, sizeof(family->help), help, metric->help);
}

/* Return whether @name is the name @family with an ending that series may have. */
static bool is_series(const char *name, const char *family)
{
	static const char * const endings[] = {
		"_total", "_sum", "_count", "_info", "_created", "_bucket",
	};
	size_t length = strlen(family);

	if (strncmp(name, family, length))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(endings); i++) {
		if (!strcmp(name + length, endings[i]))
			return true;
	}
	return false;
}

bool family_clash(const struct family *one, const struct family *other)
{
	if (!strcmp(one->name, other->name))
		return one->type != other->type || one->per_unit != other->per_unit ||
		       strcmp(one->unit, other->unit);
	return is_series(one->name, other->name) || is_series(other->name, one->name);
}

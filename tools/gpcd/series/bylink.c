// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <string.h>

#include "bylink.h"
#include "linksums.h"

size_t bylink_count(const struct series *series)
{
	return series->sums ? series->sums->links.count : series->bound->link_count;
}

const char *bylink_link(const struct series *series, size_t link, char name[BYLINK_NAME])
{
	return series->sums ? linksums_link(series->sums, link, name) :
			      strcpy(name, series->bound->links[link].name);
}

static bool is_of_link(const struct series *series, const struct metrics_subject *subject,
		       size_t link)
{
	return !strcmp(subject->object, series->bound->links[link].name);
}

bool bylink_has(const struct series *series, size_t link)
{
	for (size_t i = 0; !series->sums && i < series->bound->count; i++) {
		if (is_of_link(series, &series->bound->subjects[i], link))
			return true;
	}
	return series->sums;
}

static bool is_bound(const struct metrics_bound *bound, size_t metric)
{
	for (size_t i = 0; i < bound->count; i++) {
		if (bound->subjects[i].metric == metric)
			return true;
	}
	return false;
}

/* A column is a column of sums, or the index of its metric. */
size_t bylink_column(const struct series *series, size_t after)
{
	if (series->sums)
		return after + 1 < linksums_columns(series->sums) ? after + 1 : BYLINK_NONE;
	for (size_t i = after + 1; i < series->bound->metrics->count; i++) {
		if (is_bound(series->bound, i))
			return i;
	}
	return BYLINK_NONE;
}

const char *bylink_name(const struct series *series, size_t column, char name[SERIES_NAME_MAX])
{
	return series->sums ? linksums_column(series->sums, column, name) :
			      strcpy(name, series->bound->metrics->list[column].name);
}

size_t bylink_value(const struct series *series, size_t link, size_t column)
{
	const struct metrics_bound *bound = series->bound;

	if (series->sums)
		return link * linksums_columns(series->sums) + column;
	for (size_t i = 0; i < bound->count; i++) {
		if (bound->subjects[i].metric == column &&
		    is_of_link(series, &bound->subjects[i], link))
			return series_registers(series) + i;
	}
	return BYLINK_NONE;
}

const char *bylink_status(const struct sample *sample, size_t link)
{
	char text[SAMPLE_VALUE_MAX];
	size_t column = BYLINK_NONE, i;

	if (sample->series->sums)
		return linksums_status(sample->series->sums, link, sample_torn(sample));
	if (gpcd_snapshot_times(sample->now)->torn)
		return "torn";
	while ((column = bylink_column(sample->series, column)) != BYLINK_NONE) {
		i = bylink_value(sample->series, link, column);
		if (i == BYLINK_NONE)
			return "part";
		sample_value(sample, i, text);
		if (!*text)
			return "part";
	}
	return "ok";
}

// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "bylink.h"

static bool is_bound(const struct metrics_bound *bound, size_t metric)
{
	for (size_t i = 0; i < bound->count; i++) {
		if (bound->subjects[i].metric == metric)
			return true;
	}
	return false;
}

size_t bylink_column(const struct series *series, size_t after)
{
	const struct metrics_bound *bound = series->bound;

	for (size_t i = after + 1; i < bound->metrics->count; i++) {
		if (is_bound(bound, i))
			return i;
	}
	return BYLINK_NONE;
}

const struct metric *bylink_metric(const struct series *series, size_t column)
{
	return &series->bound->metrics->list[column];
}

size_t bylink_value(const struct series *series, size_t link, size_t column)
{
	const struct metrics_bound *bound = series->bound;

	for (size_t i = 0; i < bound->count; i++) {
		if (bound->subjects[i].metric == column &&
		    !strcmp(bound->subjects[i].object, bound->links[link].name))
			return series_registers(series) + i;
	}
	return BYLINK_NONE;
}

bool bylink_has(const struct series *series, size_t link)
{
	for (size_t i = 0; i < series->bound->count; i++) {
		if (!strcmp(series->bound->subjects[i].object, series->bound->links[link].name))
			return true;
	}
	return false;
}

// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "results.h"

struct result *results_begin(struct results *results, const char *name, const char *columns)
{
	struct result *result = &results->list[results->count++];

	*result = (struct result){ .name = name, .columns = columns, .ncolumns = 1 };
	for (; *columns; columns++)
		result->ncolumns += *columns == ' ';
	return result;
}

const struct result *results_find(const struct results *results, const char *name)
{
	for (size_t i = 0; i < results->count; i++)
		if (!strcmp(results->list[i].name, name))
			return &results->list[i];
	return NULL;
}

void results_free(struct results *results)
{
	for (size_t i = 0; i < results->count; i++) {
		struct result *result = &results->list[i];

		for (size_t j = 0; j < result->count; j++)
			free(result->cells[j].text);
		free(result->cells);
	}
	results->count = 0;
}

static void add_entry(struct results *results, struct result *result, struct entry cell)
{
	size_t room = result->room ? 2 * result->room : 64;
	struct entry *cells = result->cells;

	if (result->count == result->room) {
		cells = reallocarray(cells, room, sizeof(*cells));
		if (!cells) {
			results->error = -ENOMEM;
			free(cell.text);
			return;
		}
		result->cells = cells;
		result->room = room;
	}
	result->cells[result->count++] = cell;
}

void result_number(struct results *results, struct result *result, double number)
{
	add_entry(results, result, (struct entry){ .number = number });
}

void result_text(struct results *results, struct result *result, const char *fmt, ...)
{
	struct entry cell = { .number = NAN };
	va_list args;

	va_start(args, fmt);
	if (vasprintf(&cell.text, fmt, args) < 0) {
		results->error = -ENOMEM;
		cell.text = NULL;
	}
	va_end(args);
	add_entry(results, result, cell);
}

void result_numbers(struct results *results, struct result *result, const double *numbers,
		    size_t count)
{
	for (size_t i = 0; i < count; i++)
		result_number(results, result, numbers[i]);
}

int result_column(const struct result *result, const char *name)
{
	const char *at = result->columns;
	size_t length = strlen(name);

	for (int i = 0; *at; i++) {
		size_t own = strcspn(at, " ");

		if (own == length && !strncmp(at, name, own))
			return i;
		at += own + (at[own] == ' ');
	}
	return -1;
}

void results_take(struct results *results, const char *name, const char *columns,
		  struct table *table)
{
	struct result *result = results_begin(results, name, columns);

	for (size_t i = 0; i < table->count; i++)
		result_text(results, result, "%s", table->cells[i] ? table->cells[i] : "");
	if (table->error)
		results->error = table->error;
	table_free(table);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* What simulations find, in full precision: tables of numbers and texts by the names of columns. */
#ifndef RESULTS_H
#define RESULTS_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/out/format.h"
#include "cli/util.h"

/* Most tables of a study. */
#define RESULTS_MOST	64

/* A number, or a text. */
struct entry {
	double number; /* NaN: there is none */
	char *text; /* NULL: it is a number */
};

struct result {
	const char *name;
	const char *columns; /* names, each with a blank after it */
	size_t ncolumns;
	struct entry *cells; /* row by row */
	size_t count;
	size_t room;
};

struct results {
	struct result list[RESULTS_MOST];
	size_t count;
	int error; /* -ENOMEM, and then some cells are missing */
};

/* Begin a table; @columns are names that a blank separates, without one at the end. */
struct result *results_begin(struct results *results, const char *name, const char *columns);

/* Find a table; return NULL if no simulation has made it. */
const struct result *results_find(const struct results *results, const char *name);

void results_free(struct results *results);

/* Add a cell, row by row. */
void result_number(struct results *results, struct result *result, double number);

__printf(3, 4) void result_text(struct results *results, struct result *result, const char *fmt,
				...);

/* Add numbers, up to the end of the row. */
void result_numbers(struct results *results, struct result *result, const double *numbers,
		    size_t count);

/* Move the texts of a printed table into a new one. */
void results_take(struct results *results, const char *name, const char *columns,
		  struct table *table);

static inline size_t result_rows(const struct result *result)
{
	return result->count / result->ncolumns;
}

/* Find a column by name; return -1 if there is none. */
int result_column(const struct result *result, const char *name);

#endif /* RESULTS_H */

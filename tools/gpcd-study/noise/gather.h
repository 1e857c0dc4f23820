/* SPDX-License-Identifier: GPL-2.0-only */
/* The values of a file of measurements, by column and by the text of another column. */
#ifndef NOISE_GATHER_H
#define NOISE_GATHER_H

#include <stdbool.h>
#include <stddef.h>

#include "datafile.h"
#include "values.h"

/* Most names of columns; a glob counts as one. */
#define GATHER_COLUMNS 64

/* Which values are wanted. */
struct gather_plan {
	/* names, globs, or quotients of two columns, "a/b"; none: all columns of numbers */
	const char *columns[GATHER_COLUMNS];
	size_t ncolumns;
	const char *by; /* column whose text defines the groups; NULL: one group */
};

/* What is known about a column. */
enum gather_use {
	USE_NOT, /* not wanted */
	USE_TEXT, /* not named, and its first field that is not empty is no number */
	USE_UNKNOWN, /* all fields were empty so far */
	USE_NUMBERS, /* holds numbers; other text is an error */
};

/* A column that is the quotient of two columns, given by their indices. */
struct quotient {
	size_t above;
	size_t below;
};

/* The values of a file. */
struct gathered {
	struct datafile file; /* owns the names of its columns */
	const char *name; /* as used in messages */
	const char **names; /* of columns, then of quotients, which the plan owns */
	unsigned char *use; /* enum gather_use of each column of the file */
	size_t fields; /* columns of the file */
	struct quotient quotients[GATHER_COLUMNS];
	size_t width; /* columns, with quotients */
	size_t by; /* column that defines groups; fields: none */
	struct value_group *groups; /* in the order in which they came */
	size_t ngroups;
};

/*
 * Read the wanted values of a file, or of standard input for "-". Call gathered_free() in any case.
 * Report any error and return the exit code.
 */
int gather(struct gathered *gathered, const struct gather_plan *plan, const char *path);

/* Free the memory of gather(). */
void gathered_free(struct gathered *gathered);

#endif /* NOISE_GATHER_H */

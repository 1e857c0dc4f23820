/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The values of a file of measurements: by column, and by what another column says.
 */
#ifndef NOISE_GATHER_H
#define NOISE_GATHER_H

#include <stdbool.h>
#include <stddef.h>

#include "datafile.h"
#include "values.h"

/** GATHER_COLUMNS - most names of columns; a glob is one */
#define GATHER_COLUMNS 64

/**
 * struct gather_plan - which values are wanted
 * @columns: names of columns, globs, or quotients of two columns, "a/b"; none: all columns of
 *	numbers
 * @ncolumns: number of @columns
 * @by: name of the column whose text tells the values of one group from those of another, or
 *	NULL: all are of one group
 */
struct gather_plan {
	const char *columns[GATHER_COLUMNS];
	size_t ncolumns;
	const char *by;
};

/**
 * enum gather_use - what is known of a column
 * @USE_NOT: it is not wanted
 * @USE_TEXT: it was not asked for by name, and its first field that is not empty is no number
 * @USE_UNKNOWN: all of its fields were empty so far
 * @USE_NUMBERS: it holds numbers; other text is an error
 */
enum gather_use {
	USE_NOT,
	USE_TEXT,
	USE_UNKNOWN,
	USE_NUMBERS,
};

/**
 * struct quotient - a column whose values are those of a column over those of another
 * @above: index of the column that is divided
 * @below: index of the column that it is divided by
 */
struct quotient {
	size_t above;
	size_t below;
};

/**
 * struct gathered - the values of a file
 * @file: the file itself, which owns the names of its columns
 * @name: the file, as messages name it
 * @names: names of its columns, and behind these those of quotients, which the plan owns
 * @use: by column of the file: enum gather_use
 * @fields: number of columns of the file
 * @quotients: the quotients
 * @width: number of columns, with quotients
 * @by: index of the column that tells groups apart; @fields: there is none
 * @groups: its groups, in the order in which they came
 * @ngroups: number of @groups
 */
struct gathered {
	struct datafile file;
	const char *name;
	const char **names;
	unsigned char *use;
	size_t fields;
	struct quotient quotients[GATHER_COLUMNS];
	size_t width;
	size_t by;
	struct value_group *groups;
	size_t ngroups;
};

/**
 * gather() - read a file of measurements
 * @gathered: filled in, for gathered_free() in any case
 * @plan: which values are wanted
 * @path: path of the file, or "-": standard input
 *
 * Return: the exit code, having said what is wrong.
 */
int gather(struct gathered *gathered, const struct gather_plan *plan, const char *path);

/**
 * gathered_free() - free what gather() has allocated
 * @gathered: the file
 */
void gathered_free(struct gathered *gathered);

#endif /* NOISE_GATHER_H */

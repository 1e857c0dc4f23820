/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Options for what a command prints: in which format, and which of its tables, all or one. CSV has
 * room for one.
 */
#ifndef CLI_PICK_H
#define CLI_PICK_H

#include <stdbool.h>

#include "cli/options.h"
#include "cli/out/format.h"
#include "words.h"

/* The options of all formats but format_long, "cli/out/format.h"; they need no object. */
extern const struct options format_sample_options;

/* The same with --columns, for commands that print tables. */
extern const struct options format_options;

/* Option --columns for lines of --csv that are no table; it needs no object. */
extern const struct options format_csv_columns_options;

/* Option --long; it needs no object. */
extern const struct options format_long_options;

/* The choice of tables. */
struct pick {
	const struct words *tables; /* names, in the command's order */
	const char *name; /* of the only one to print, or NULL: all */
	const char *folder; /* also write each as a CSV file there, or NULL */
};

/* Check if a table was named, or is to be written to a folder. A bulky table is only made then. */
bool pick_wants(const struct pick *pick, const char *name);

/* The options of formats, --table and --tables, for a struct pick. */
extern const struct options pick_options;

/*
 * Check before a long run that tables can be written to the folder, which need not exist if its
 * parent does. Report any error and return the exit code.
 */
int pick_check(const struct pick *pick);

/*
 * Print and write the tables that are wanted, and free all of them; their order changes. The folder
 * is made if need be; a file in it is replaced as a whole or stays. Report any error and return the
 * exit code.
 */
int pick_print(const struct pick *pick, struct table *tables, size_t count);

#endif /* CLI_PICK_H */

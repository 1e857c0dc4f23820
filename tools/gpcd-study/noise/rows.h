/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The noise of all measurements: a table and box plots. Columns of the same name share a scale and
 * are adjacent, even from different files.
 */
#ifndef NOISE_ROWS_H
#define NOISE_ROWS_H

#include "cli/draw/boxes.h"
#include "cli/out/table.h"
#include "gather.h"

/* The noise of one column's values in one group of one file. */
struct noise_row {
	const struct gathered *file;
	size_t column; /* index */
	size_t group; /* index */
	struct stats_summary summary;
};

/* The noise of all measurements; initialise with { 0 }. */
struct noise_rows {
	struct noise_row *each; /* by name of the column, then as read */
	size_t count;
};

/*
 * Summarise all measurements; sorts the values of @files. Call rows_free() in any case. Return 0 or
 * -ENOMEM.
 */
int rows_make(struct noise_rows *rows, const struct gathered *files, size_t count);

/*
 * Print the rows in the chosen format; text includes the file's name if there are several @files.
 * Report any error and return the exit code.
 */
int rows_print(const struct noise_rows *rows, size_t files);

/* Box plots of all rows. */
struct noise_plot {
	struct box *boxes; /* one for each row */
	struct boxes *panels; /* one for each column */
	size_t count; /* number of columns */
};

/*
 * Make box plots of all rows, which are from @files files and must outlive @plot. Call plot_free()
 * in any case. Return 0 or -ENOMEM.
 */
int plot_make(struct noise_plot *plot, const struct noise_rows *rows, size_t files);

/* Print box plots as text. Report any error and return the exit code. */
int plot_print(const struct noise_plot *plot);

/* Free the memory of plot_make(). */
void plot_free(struct noise_plot *plot);

/* Free the memory of rows_make(). */
void rows_free(struct noise_rows *rows);

#endif /* NOISE_ROWS_H */

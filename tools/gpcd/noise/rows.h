/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The noise of all that was measured: a table and box plots. Columns of one name have one scale,
 * and stand together, whichever file they are from.
 */
#ifndef NOISE_ROWS_H
#define NOISE_ROWS_H

#include "cli/draw/boxes.h"
#include "cli/out/table.h"
#include "gather.h"

/**
 * struct noise_row - the noise of the values of a column, of a group, of a file
 * @file: the file
 * @column: index of the column
 * @group: index of the group
 * @summary: summary of the values
 */
struct noise_row {
	const struct gathered *file;
	size_t column;
	size_t group;
	struct stats_summary summary;
};

/**
 * struct noise_rows - the noise of all that was measured; begins as { 0 }
 * @each: the rows: by name of the column, then in the order in which they were read
 * @count: number of rows
 */
struct noise_rows {
	struct noise_row *each;
	size_t count;
};

/**
 * rows_make() - summarise all that was measured
 * @rows: filled in, for rows_free() in any case
 * @files: the files; their values are sorted
 * @count: number of files
 *
 * Return: 0 or -ENOMEM.
 */
int rows_make(struct noise_rows *rows, const struct gathered *files, size_t count);

/**
 * rows_print() - print the rows in the format that was chosen
 * @rows: the rows
 * @files: number of files that they are from; text names the file if there are several
 *
 * Return: the exit code, having said what is wrong.
 */
int rows_print(const struct noise_rows *rows, size_t files);

/**
 * struct noise_plot - box plots of all rows
 * @boxes: a box a row
 * @panels: the boxes of each column
 * @count: number of columns
 */
struct noise_plot {
	struct box *boxes;
	struct boxes *panels;
	size_t count;
};

/**
 * plot_make() - make box plots of all rows
 * @plot: filled in, for plot_free() in any case
 * @rows: the rows, which have to outlive @plot
 * @files: number of files that they are from
 *
 * Return: 0 or -ENOMEM.
 */
int plot_make(struct noise_plot *plot, const struct noise_rows *rows, size_t files);

/**
 * plot_print() - print box plots as text
 * @plot: the box plots
 *
 * Return: the exit code, having said what is wrong.
 */
int plot_print(const struct noise_plot *plot);

/**
 * plot_free() - free what plot_make() has allocated
 * @plot: the box plots
 */
void plot_free(struct noise_plot *plot);

/**
 * rows_free() - free what rows_make() has allocated
 * @rows: the rows
 */
void rows_free(struct noise_rows *rows);

#endif /* NOISE_ROWS_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What was found, as tables.
 */
#ifndef XMP64_TABLES_H
#define XMP64_TABLES_H

#include "cli/out/table.h"
#include "findings.h"

/**
 * struct tables_row - a table of the command
 * @name: its name
 * @title: its title
 * @parts: enum findings_part that it needs, as bits
 * @columns: its columns
 * @ncolumns: how many; the last one of a @bar is for people alone
 * @bar: it has a column that draws
 * @figure: number of the figure of the paper, or 0
 * @fill: fill it in
 */
struct tables_row {
	const char *name;
	const char *title;
	unsigned int parts;
	const struct column *columns;
	size_t ncolumns;
	bool bar;
	unsigned int figure;
	void (*fill)(const struct tables_row *row, const struct findings *findings,
		     struct table *table);
};

/** TABLES_COUNT - number of tables */
#define TABLES_COUNT	14

/** tables_rows - all tables, in the order in which they are printed */
extern const struct tables_row tables_rows[TABLES_COUNT];

/**
 * tables_patterns() - find the permutations of a figure
 * @figure: number of the figure, 5 to 9
 * @pattern: filled in, up to two
 *
 * Return: how many.
 */
unsigned int tables_patterns(unsigned int figure, enum burst_pattern pattern[2]);

/**
 * claims_fill() - fill in the table of what the paper prints
 * @findings: what was found, all of it
 * @table: the table
 */
void claims_fill(const struct findings *findings, struct table *table);

#endif /* XMP64_TABLES_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* The results as tables. */
#ifndef XMP64_TABLES_H
#define XMP64_TABLES_H

#include "cli/out/table.h"
#include "findings.h"

/* A table of the command. */
struct tables_row {
	const char *name;
	const char *title;
	unsigned int parts; /* needed, bits of enum findings_part */
	const struct column *columns;
	size_t ncolumns; /* with a bar, the last is only for text */
	bool bar; /* the last column draws bars */
	unsigned int figure; /* of the paper, or 0 */
	void (*fill)(const struct tables_row *row, const struct findings *findings,
		     struct table *table);
};

#define TABLES_COUNT	14

/* All tables, in the order in which they are printed. */
extern const struct tables_row tables_rows[TABLES_COUNT];

/* Find the permutations of a figure, 5 to 9. Return their number, 1 or 2. */
unsigned int tables_patterns(unsigned int figure, enum burst_pattern pattern[2]);

/* Fill in the table of the paper's statements; needs all findings that they refer to. */
void claims_fill(const struct findings *findings, struct table *table);

#endif /* XMP64_TABLES_H */

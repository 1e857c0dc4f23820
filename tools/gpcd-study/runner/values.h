/* SPDX-License-Identifier: GPL-2.0-only */
/* The numbers of a study's formulas, its texts, the verdicts on claims, and figures. */
#ifndef VALUES_H
#define VALUES_H

#include "cli/draw/draw.h"
#include "cli/out/format.h"
#include "results.h"
#include "study.h"

/* A row of a table, for formulas over its own columns. */
struct row {
	const struct study_table *table; /* NULL: there is none */
	const struct result *result;
	size_t row;
	size_t columns; /* formulas see this many columns that are formulas themselves */
};

struct values {
	struct study *study;
	const struct results *results;
	struct metrics_problem problem; /* the first cell that does not exist; "": none */
	int error; /* -ENOMEM, and then texts are missing */
};

/* Compute a formula; NaN if a divisor is 0 or there is no such cell. */
double values_number(struct values *values, const struct metrics_formula *formula,
		     const struct row *row);

/* Write a text with its numbers. */
void values_text(struct values *values, const struct text *text, const struct row *row,
		 char *words, size_t size);

/* Return whether a row is among those that a condition selects: "case=a*&bytes<10". */
bool values_match(struct values *values, const struct row *row, const char *where);

/* Return the number or the text of a cell; @words is NULL for a number. */
double values_cell(struct values *values, const struct row *row, const char *column,
		   const char **words);

#define JUDGE_COLUMNS 7

/* quantity, ours, paper, verdict, limit, margin, remark */
extern const struct column judge_columns[JUDGE_COLUMNS];

/* A claim in words. */
struct judged {
	char ours[256];
	char paper[256];
	char verdict[256]; /* the names of all rivals, too */
	char limit[64]; /* "1 to 1.25": what ours must be; "": the basis is no range */
	char margin[64]; /* how far inside it, or below 0 outside; "": likewise, or no number */
	char remark[256];
};

/* Judge a claim; @row is the row that it is about, if it is in a table of results, or NULL. */
void judge(struct values *values, const struct claim *claim, const struct row *row,
	   struct judged *judged);

/* Draw the columns of a printed table. Report any error; return the exit code. */
int plot_curves(const struct plot *plot, const struct table *table, const struct picture *picture);

/* Draw all lines and histograms of a study as panels of an SVG file. Report any error; return the
 * exit code.
 */
int plot_panels(struct values *values, const struct plot *plot, const char *path);

/* Draw bars into an SVG file. Report any error; return the exit code. */
int plot_bars(struct values *values, const struct plot *plot, const char *path);

#endif /* VALUES_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A study as it is written in its file: tables of results, claims about them, and figures. Formulas
 * are in the language of metrics; they are about cells of tables here.
 */
#ifndef STUDY_H
#define STUDY_H

#include "metrics/formula.h"
#include "metrics/scanner.h"

/* Bytes of the longest name, with its NUL. */
#define STUDY_NAME	40

/* Most tables and most columns of one. */
#define STUDY_TABLES	40
#define STUDY_COLUMNS	24

/* A text whose places in braces are filled in: {3} by digits, {.2} by a fraction, {} by words. */
struct text {
	char words[METRICS_TEXT];
	struct metrics_formula *list; /* one for each place */
	size_t count;
};

/* How cells of a column are printed. */
enum shown {
	SHOWN_TEXT,
	SHOWN_WHOLE, /* a whole number */
	SHOWN_FIXED, /* so many digits after the point */
	SHOWN_DIGITS, /* so many significant digits */
	SHOWN_BOOL, /* yes or no, for JSON's true or false */
	SHOWN_ANSWER, /* yes or no as text */
	SHOWN_BAR, /* a bar, in text alone */
	SHOWN_PAPER, /* what a claim about the row says */
	SHOWN_VERDICT, /* and whether it holds */
};

struct study_column {
	char name[STUDY_NAME];
	enum shown shown;
	unsigned int digits;
	struct metrics_formula *formula; /* over columns of its row, or NULL: from the result */
};

struct study_table {
	char name[STUDY_NAME];
	struct text title;
	char source[STUDY_NAME]; /* the simulation that makes it; "": it has claims */
	char result[STUDY_NAME]; /* the name of the result */
	char where[METRICS_TEXT]; /* which of its rows; "": all */
	bool bulky;
	bool hidden; /* only formulas use it */
	struct study_column columns[STUDY_COLUMNS];
	size_t ncolumns;
	struct metrics_place at;
};

/* What a claim's verdict is if it holds. */
enum verdict {
	VERDICT_SAME,
	VERDICT_FOLLOWS, /* as VERDICT_SAME; otherwise "does not follow" */
	VERDICT_INPUT, /* our number was put in from the paper */
	VERDICT_OMITTED, /* we have none */
};

/* When a claim holds. */
enum basis {
	BASIS_WORDS, /* ours are the paper's words */
	BASIS_WITHIN, /* the first of ours differs by at most this part of the paper's number */
	BASIS_STEP, /* they are equal, rounded to a multiple of it */
	BASIS_RANGE, /* the first of ours is from low to high */
	BASIS_WHEN, /* a formula is not 0 */
};

/* Most rivals of a claim. */
#define STUDY_RIVALS	4

/* What the claim would say of something simpler, which must not pass as well. */
struct rival {
	char name[STUDY_NAME];
	struct metrics_formula *formula; /* in place of the number that the basis is about */
};

struct claim {
	char quantity[METRICS_TEXT];
	char in[STUDY_NAME]; /* the table that it is a row of */
	char about[STUDY_NAME]; /* a table without which it is left out, or "" */
	struct text ours; /* without words: the number alone */
	struct text paper; /* without words: the number alone */
	enum verdict verdict;
	enum basis basis;
	struct metrics_formula *bound[2]; /* of its basis; NULL: none */
	char premise[STUDY_NAME]; /* without which the claim is about nothing */
	struct metrics_formula *given; /* is not 0 if the premise holds; NULL: it always does */
	struct rival rivals[STUDY_RIVALS];
	size_t nrivals;
	char unit[STUDY_NAME];
	struct text remark;
	struct metrics_place at;
};

enum plot_kind {
	PLOT_CURVES, /* of columns, over the first column of the table */
	PLOT_BARS, /* the first column as bars, the second as whiskers */
	PLOT_PANELS, /* a picture of panels, which are the figures below */
	PLOT_LINES, /* a panel: columns, by decades, over the rows */
	PLOT_HISTOGRAM, /* a panel: the third column over bins from the first to the second */
};

/* Most columns of a figure. */
#define STUDY_CURVES	6

/* A figure, drawn from a table. */
struct plot {
	char name[STUDY_NAME];
	enum plot_kind kind;
	char table[STUDY_NAME];
	char title[METRICS_TEXT];
	char beside[METRICS_TEXT]; /* quantity and unit; of a panel, below it */
	char series[STUDY_NAME]; /* column that distinguishes bars, side by side or stacked */
	char group[METRICS_TEXT]; /* column that distinguishes groups, or the only group's name */
	bool one_group;
	char columns[STUDY_CURVES][STUDY_NAME];
	size_t ncolumns;
	struct metrics_place at;
};

/* Most figures of a study. */
#define STUDY_PLOTS	20

struct study {
	struct plot plots[STUDY_PLOTS];
	size_t nplots;
	struct study_table tables[STUDY_TABLES];
	size_t ntables;
	struct claim *claims;
	size_t nclaims;
	char path[4096];
};

/*
 * Read a study's text. Return 0, -EINVAL after filling in @problem, or -ENOMEM. In any case it is
 * for study_free().
 */
int study_read(struct study *study, const char *text, size_t length,
	       struct metrics_problem *problem);

void study_free(struct study *study);

/* Find a table, or return NULL. */
struct study_table *study_find(struct study *study, const char *name, size_t length);

#endif /* STUDY_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* The columns of a view: which ones fit, their widths, and their cells. */
#ifndef TOP_COLUMNS_H
#define TOP_COLUMNS_H

#include "numbers.h"
#include "view.h"

/* Number of columns that precede the numbers. */
#define COLUMNS_FIXED	6

/* Most columns, without the history. */
#define COLUMNS_MOST	(COLUMNS_FIXED + MODEL_CHOSEN)

/* Size of the longest cell with its NUL. */
#define COLUMNS_TEXT	128

/* The columns of a view. */
struct columns {
	const struct view *view;
	const struct model *model;
	unsigned int numbers; /* numbers that may have a column, after the fixed ones */
	unsigned int width[COLUMNS_MOST]; /* characters of each column; 0: it does not fit */
	unsigned int history; /* where the history begins */
	enum model_number number; /* shown by the history */
	double full; /* value of a full bar */
	char scale[NUMBERS_TEXT]; /* full, as text */
};

/* Choose the columns for lines of @room characters. */
void columns_fit(struct columns *columns, const struct view *view, const struct model *model,
		 unsigned int room);

/* Draw the names of the columns. */
void columns_heading(const struct columns *columns, struct screen *screen, unsigned int line);

/* Draw a row. */
void columns_row(const struct columns *columns, struct screen *screen, unsigned int line,
		 const struct model_row *row);

#endif /* TOP_COLUMNS_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The columns of a view: which fit, how wide they are, what they say of a row.
 */
#ifndef TOP_COLUMNS_H
#define TOP_COLUMNS_H

#include "numbers.h"
#include "view.h"

/** COLUMNS_FIXED: number of columns in front of the numbers */
#define COLUMNS_FIXED	6

/** COLUMNS_MOST: most columns that there may be, but for the history */
#define COLUMNS_MOST	(COLUMNS_FIXED + MODEL_CHOSEN)

/** COLUMNS_TEXT: bytes of the longest cell, with its NUL */
#define COLUMNS_TEXT	128

/**
 * struct columns - the columns of a view
 * @view: the view
 * @model: the model
 * @numbers: how many numbers may have a column, behind the COLUMNS_FIXED others
 * @width: by column, its characters; 0: it does not fit
 * @history: place of the history
 * @number: an &enum model_number: what the history is about
 * @full: number at which its bars are full
 * @scale: says so
 */
struct columns {
	const struct view *view;
	const struct model *model;
	unsigned int numbers;
	unsigned int width[COLUMNS_MOST];
	unsigned int history;
	enum model_number number;
	double full;
	char scale[NUMBERS_TEXT];
};

/**
 * columns_fit() - choose the columns
 * @columns: filled in
 * @view: the view
 * @model: the model
 * @room: characters of a line
 */
void columns_fit(struct columns *columns, const struct view *view, const struct model *model,
		 unsigned int room);

/**
 * columns_heading() - draw the names of the columns
 * @columns: the columns
 * @screen: the screen
 * @line: its line
 */
void columns_heading(const struct columns *columns, struct screen *screen, unsigned int line);

/**
 * columns_row() - draw a row
 * @columns: the columns
 * @screen: the screen
 * @line: its line
 * @row: the row
 */
void columns_row(const struct columns *columns, struct screen *screen, unsigned int line,
		 const struct model_row *row);

#endif /* TOP_COLUMNS_H */

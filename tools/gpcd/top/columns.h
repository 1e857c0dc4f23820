/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The columns of a view: which fit, how wide they are, what they say of a row.
 */
#ifndef TOP_COLUMNS_H
#define TOP_COLUMNS_H

#include "view.h"

/** COLUMNS_MOST: number of columns that there are, but for the history */
#define COLUMNS_MOST	10

/** COLUMNS_TEXT: bytes of the longest cell, with its NUL */
#define COLUMNS_TEXT	128

/**
 * struct columns - the columns of a view
 * @view: the view
 * @model: the model
 * @width: by column, its characters; 0: it does not fit
 * @history: place of the history
 * @full: number at which its bars are full
 */
struct columns {
	const struct view *view;
	const struct model *model;
	unsigned int width[COLUMNS_MOST];
	unsigned int history;
	double full;
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

/* SPDX-License-Identifier: GPL-2.0-only */
/* How numbers of rows are shown: titles, units and digits. */
#ifndef TOP_NUMBERS_H
#define TOP_NUMBERS_H

#include "chips/model.h"
#include "order.h"
#include "screen.h"

/* Size of the longest title or number with its NUL. */
#define NUMBERS_TEXT	80

/* How a number is shown. */
struct number_form {
	char title[NUMBERS_TEXT]; /* of its column */
	char unit[METRICS_UNIT_ROOM]; /* "GB/S"; "" for a plain number */
	double scale; /* factor */
	int digits; /* after the point; negative: four significant digits */
	unsigned int width; /* characters of its column */
	unsigned int from; /* least width of a screen that has it; 0: any */
	enum order_key key; /* sorts by it, besides ORDER_METRIC; ORDER_KEYS: none */
	bool is_share; /* bars are full at 1 */
	bool of_peak; /* a share of the capacity of the link or tile */
	bool is_load; /* a high share is bad */
};

/* Return how number @i of those shown looks. */
struct number_form numbers_form(const struct model *model, enum model_kind kind, unsigned int i);

/* Return the metric's name for number @i of those shown, or the title of its column. */
const char *numbers_name(const struct model *model, enum model_kind kind, unsigned int i);

/*
 * Write a number, or a word for why there is none; '-' if there is nothing to read, as for a link
 * without tiles.
 */
void numbers_text(const struct number_form *form, const struct metrics_value *value,
		  char text[NUMBERS_TEXT]);

/* Return the look of a number. */
enum look numbers_look(const struct number_form *form, const struct metrics_value *value);

/*
 * Return the value of a full bar of the history that goes with an order. @text receives the heading
 * of the history.
 */
double numbers_full(const struct order *order, const struct model *model, enum model_kind kind,
		    char text[NUMBERS_TEXT]);

#endif /* TOP_NUMBERS_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How numbers of rows are shown: their titles, units and digits.
 */
#ifndef TOP_NUMBERS_H
#define TOP_NUMBERS_H

#include "chips/model.h"
#include "order.h"
#include "screen.h"

/** NUMBERS_TEXT: bytes of the longest title or number, with its NUL */
#define NUMBERS_TEXT	80

/**
 * struct number_form - how a number is shown
 * @title: the name of its column
 * @unit: what stands behind a number, such as "GB/S"; "" for a plain one
 * @scale: what the number is multiplied by
 * @digits: digits behind the point; below 0: as many as four that count need
 * @width: characters of its column
 * @from: least width of a screen that has it; 0: any
 * @key: the key that sorts by it, beside ORDER_METRIC; ORDER_KEYS: none
 * @is_share: it is a share, whose bars are full at 1
 * @of_peak: it is a share of what the link or tile can carry
 * @is_load: a high share of it is bad
 */
struct number_form {
	char title[NUMBERS_TEXT];
	char unit[METRICS_UNIT_ROOM];
	double scale;
	int digits;
	unsigned int width;
	unsigned int from;
	enum order_key key;
	bool is_share;
	bool of_peak;
	bool is_load;
};

/**
 * numbers_form() - tell how a number that is shown looks
 * @model: the model
 * @kind: the kind of rows
 * @i: its place among those that are shown
 *
 * Return: the form.
 */
struct number_form numbers_form(const struct model *model, enum model_kind kind, unsigned int i);

/**
 * numbers_name() - name a number that is shown
 * @model: the model
 * @kind: the kind of rows
 * @i: its place among those that are shown
 *
 * Return: the name of its metric, or the title of its column.
 */
const char *numbers_name(const struct model *model, enum model_kind kind, unsigned int i);

/**
 * numbers_text() - write a number, or in one word why there is none
 * @form: its form
 * @value: the number; nothing to be read, as of a link without tiles, is '-'
 * @text: receives it
 */
void numbers_text(const struct number_form *form, const struct metrics_value *value,
		  char text[NUMBERS_TEXT]);

/**
 * numbers_look() - tell how a number looks
 * @form: its form
 * @value: the number
 *
 * Return: an &enum look.
 */
enum look numbers_look(const struct number_form *form, const struct metrics_value *value);

/**
 * numbers_full() - tell at which number the bars of a history are full, and say so
 * @order: the order of rows, which the history goes with
 * @model: the model
 * @kind: the kind of rows
 * @text: receives the name of the history
 *
 * Return: the number.
 */
double numbers_full(const struct order *order, const struct model *model, enum model_kind kind,
		    char text[NUMBERS_TEXT]);

#endif /* TOP_NUMBERS_H */

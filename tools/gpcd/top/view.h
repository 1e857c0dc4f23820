/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A model drawn into a screen.
 */
#ifndef TOP_VIEW_H
#define TOP_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "chips/model.h"
#include "order.h"
#include "screen.h"

/** VIEW_COLUMNS_LEAST, VIEW_ROWS_LEAST: the smallest screen that rows are drawn into */
#define VIEW_COLUMNS_LEAST	40
#define VIEW_ROWS_LEAST		5

/** VIEW_CLOCK_ROOM: bytes of a time of day, with its NUL */
#define VIEW_CLOCK_ROOM		16

/**
 * struct view - what is shown of a model, and how
 * @kind: links or tiles
 * @order: the order of its rows
 * @shown: by kind, how many numbers they are shown with, as model_shown()
 * @is_held: no new samples are taken
 * @is_plain: for a file: as many lines as there are, no keys
 * @is_ascii: digits in place of blocks: the terminal may not have them
 * @has_map: somebody says where links lead
 * @first: how many rows are scrolled past
 * @period: time between two samples, ns
 * @clock: time of day of the last sample
 */
struct view {
	enum model_kind kind;
	struct order order;
	unsigned int shown[MODEL_KINDS];
	bool is_held;
	bool is_plain;
	bool is_ascii;
	bool has_map;
	size_t first;
	uint64_t period;
	char clock[VIEW_CLOCK_ROOM];
};

/**
 * view_room() - tell how many rows of a model a screen has room for
 * @rows: lines of the screen
 *
 * Return: their number.
 */
unsigned int view_room(unsigned int rows);

/**
 * view_rows() - count the rows of the kind that is shown
 * @view: the view
 * @model: the model
 *
 * Return: their number.
 */
size_t view_rows(const struct view *view, const struct model *model);

/**
 * view_draw() - draw a model
 * @view: how
 * @model: what
 * @screen: has its size, unless the view is plain; receives the characters
 *
 * Return: 0, -ENOMEM.
 */
int view_draw(const struct view *view, const struct model *model, struct screen *screen);

#endif /* TOP_VIEW_H */

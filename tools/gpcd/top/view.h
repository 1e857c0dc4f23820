/* SPDX-License-Identifier: GPL-2.0-only */
/* Draw a model into a screen. */
#ifndef TOP_VIEW_H
#define TOP_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "chips/model.h"
#include "order.h"
#include "screen.h"

/* The smallest screen that has rows. */
#define VIEW_COLUMNS_LEAST	40
#define VIEW_ROWS_LEAST		5

/* Size of a time of day with its NUL. */
#define VIEW_CLOCK_ROOM		16

/* What is shown of a model, and how. */
struct view {
	enum model_kind kind;
	struct order order;
	unsigned int shown[MODEL_KINDS]; /* numbers per row, by kind, as of model_shown() */
	bool is_held; /* take no new samples */
	bool is_plain; /* for a file: all rows, no keys */
	bool is_ascii; /* digits instead of blocks, which the terminal may lack */
	bool has_map; /* it is known where links lead */
	size_t first; /* index of the first visible row */
	uint64_t period; /* between samples, ns */
	char clock[VIEW_CLOCK_ROOM]; /* time of day of the last sample */
};

/* Return how many rows of a model fit on a screen of @rows lines. */
unsigned int view_room(unsigned int rows);

/* Count the rows of the kind that is shown. */
size_t view_rows(const struct view *view, const struct model *model);

/*
 * Draw a model. @screen has its size, but a plain view sets the number of lines. Return 0 or
 * -ENOMEM.
 */
int view_draw(const struct view *view, const struct model *model, struct screen *screen);

#endif /* TOP_VIEW_H */

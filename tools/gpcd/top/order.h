/* SPDX-License-Identifier: GPL-2.0-only */
/* The order in which `gpcd top' shows the rows of a model. */
#ifndef TOP_ORDER_H
#define TOP_ORDER_H

#include "cli/words.h"
#include "chips/model.h"

/*
 * Sort keys; equal rows keep the order in which they were added. Numbers are sorted with the
 * greatest first.
 */
enum order_key {
	ORDER_USE, /* then by bytes */
	ORDER_STALLS,
	ORDER_BYTES,
	ORDER_MARKS, /* the worst first; then by use */
	ORDER_NAMES, /* as added: by device, then in the chip's own order */
	ORDER_METRIC, /* a number that is shown; not selected by name */
	ORDER_KEYS,
};

/* An order of rows. */
struct order {
	enum order_key key;
	unsigned int metric; /* for ORDER_METRIC: index among the numbers shown */
	bool is_reverse;
};

/* Names of the keys except ORDER_METRIC, in their order. */
extern const struct words order_words;

/*
 * Return the number, with its history, that goes with an order: what rows are sorted by, or use if
 * that is no number.
 */
enum model_number order_number(const struct order *order, const struct model *model,
			       enum model_kind kind);

/*
 * Sort the rows of a kind. @rows receives their indices; it has room for all rows of the model.
 * Return their number.
 */
size_t order_rows(const struct order *order, const struct model *model, enum model_kind kind,
		  size_t *rows);

#endif /* TOP_ORDER_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The order in which `gpcd top' shows the rows of a model.
 */
#ifndef TOP_ORDER_H
#define TOP_ORDER_H

#include "cli/words.h"
#include "chips/model.h"

/**
 * enum order_key - what rows are sorted by; of equals the one that was added first comes first
 * @ORDER_USE: use, the greatest first; rows without it by bytes
 * @ORDER_STALLS: stalls, the greatest first
 * @ORDER_BYTES: bytes, the greatest first
 * @ORDER_MARKS: what is wrong, the worst first; then by use
 * @ORDER_NAMES: as they were added: by device, then by the chip's own order
 * @ORDER_METRIC: a number that is shown, the greatest first; no key has its name
 * @ORDER_KEYS: how many there are
 */
enum order_key {
	ORDER_USE,
	ORDER_STALLS,
	ORDER_BYTES,
	ORDER_MARKS,
	ORDER_NAMES,
	ORDER_METRIC,
	ORDER_KEYS,
};

/**
 * struct order - an order of rows
 * @key: an &enum order_key
 * @metric: ORDER_METRIC: the place of the number among those that are shown
 * @is_reverse: the last come first
 */
struct order {
	enum order_key key;
	unsigned int metric;
	bool is_reverse;
};

/** order_words - the names of the keys but ORDER_METRIC, in their order */
extern const struct words order_words;

/**
 * order_number() - tell which number, with its history, goes with an order
 * @order: the order
 * @model: the model
 * @kind: the kind of rows
 *
 * Return: an &enum model_number: what rows are sorted by; use if that is no number.
 */
enum model_number order_number(const struct order *order, const struct model *model,
			       enum model_kind kind);

/**
 * order_rows() - sort the rows of a kind
 * @order: the order
 * @model: the model
 * @kind: which rows
 * @rows: receives their indices; has room for all rows of the model
 *
 * Return: their number.
 */
size_t order_rows(const struct order *order, const struct model *model, enum model_kind kind,
		  size_t *rows);

#endif /* TOP_ORDER_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The order in which `gpcd top' shows the rows of a model.
 */
#ifndef TOP_ORDER_H
#define TOP_ORDER_H

#include "cli/words.h"
#include "model.h"

/**
 * enum order_key - what rows are sorted by; of equals the one that was added first comes first
 * @ORDER_USE: use, the greatest first; rows without it by bytes
 * @ORDER_STALLS: stalls, the greatest first
 * @ORDER_BYTES: bytes, the greatest first
 * @ORDER_MARKS: what is wrong, the worst first; then by use
 * @ORDER_NAMES: as they were added: by device, then by the chip's own order
 * @ORDER_KEYS: how many there are
 */
enum order_key {
	ORDER_USE,
	ORDER_STALLS,
	ORDER_BYTES,
	ORDER_MARKS,
	ORDER_NAMES,
	ORDER_KEYS,
};

/** order_words - the names of the keys, in their order */
extern const struct words order_words;

/**
 * order_track() - tell which history goes with a key
 * @key: what rows are sorted by
 *
 * Return: that of what they are sorted by; of use if that has none.
 */
enum model_track order_track(enum order_key key);

/**
 * order_rows() - sort the rows of a kind
 * @model: the model
 * @kind: which rows
 * @key: what they are sorted by
 * @is_reverse: the last come first
 * @order: receives their indices; has room for all rows of the model
 *
 * Return: their number.
 */
size_t order_rows(const struct model *model, enum model_kind kind, enum order_key key,
		  bool is_reverse, size_t *order);

#endif /* TOP_ORDER_H */

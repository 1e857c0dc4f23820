// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdlib.h>

#include "top.h"

static const char *order_word(unsigned int i)
{
	static const char *const names[ORDER_METRIC] = {
		"use", "stalls", "bytes", "marks", "names",
	};

	return names[i];
}

const struct words order_words = { .name = order_word, .count = ORDER_METRIC };

/* What the keys mean for a kind of rows. */
static const struct {
	enum model_number use;
	enum model_number bytes;
	enum model_number stalls;
} loads[MODEL_KINDS] = {
	[MODEL_LINK] = { MODEL_USE, MODEL_BYTES, MODEL_STALLS },
	[MODEL_TILE] = { MODEL_USE, MODEL_BYTES, MODEL_STALLS },
	[MODEL_NIC] = { MODEL_MORE_USE, MODEL_MORE_BYTES, MODEL_PAUSE_SHARE },
};

enum model_number order_number(const struct order *order, const struct model *model,
			       enum model_kind kind)
{
	switch (order->key) {
	case ORDER_STALLS:
		return loads[kind].stalls;
	case ORDER_BYTES:
		return loads[kind].bytes;
	case ORDER_METRIC:
		return model_shown_number(model, kind, order->metric);
	default:
		return loads[kind].use;
	}
}

/* The greater number comes first, a missing one last. */
static int compare_numbers(double one, double other)
{
	if (isnan(one) || isnan(other))
		return isnan(one) - isnan(other);
	return (one < other) - (one > other);
}

static int compare_rows(const void *a, const void *b)
{
	const struct order_row *one = a, *other = b;
	int order = (one->mark < other->mark) - (one->mark > other->mark);

	if (!order)
		order = compare_numbers(one->number, other->number);
	if (!order)
		order = compare_numbers(one->next, other->next);
	return order ? order : (one->row > other->row) - (one->row < other->row);
}

/* Find what a row is compared by. Marks are followed by use; use, if it is equal, by bytes. */
static struct order_row row_key(const struct order *order, const struct model *model, size_t i)
{
	const struct model_row *row = &model->rows[i];
	struct order_row key = { .row = i };

	switch (order->key) {
	case ORDER_NAMES:
		break;
	case ORDER_MARKS:
		key.mark = model_mark(row);
		__attribute__((fallthrough));
	case ORDER_USE:
		key.number = model_number(row, loads[row->kind].use);
		key.next = model_number(row, loads[row->kind].bytes);
		break;
	default:
		key.number = model_number(row, order_number(order, model, row->kind));
	}
	return key;
}

static void turn_around(struct order_row *rows, size_t count)
{
	for (size_t i = 0; i < count / 2; i++) {
		struct order_row last = rows[count - 1 - i];

		rows[count - 1 - i] = rows[i];
		rows[i] = last;
	}
}

bool order_has(const struct model *model, enum model_kind kind, size_t i)
{
	const struct model_row *row = &model->rows[i];

	return row->kind == kind && (!model->faults || row->fault.what != MODEL_RIGHT);
}

size_t order_rows(const struct order *order, const struct model *model, enum model_kind kind,
		  struct order_row *rows)
{
	size_t count = 0;

	for (size_t i = 0; i < model->row_count; i++) {
		if (order_has(model, kind, i))
			rows[count++] = row_key(order, model, i);
	}
	if (order->key != ORDER_NAMES)
		qsort(rows, count, sizeof(*rows), compare_rows);
	if (order->is_reverse)
		turn_around(rows, count);
	return count;
}

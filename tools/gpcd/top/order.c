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

/* How two rows are compared. */
struct comparison {
	const struct model *model;
	enum order_key key;
	enum model_number number;
};

/* The greater number comes first, a missing one last. */
static int compare_numbers(const struct model_row *a, const struct model_row *b,
			   enum model_number number)
{
	double one = model_number(a, number), other = model_number(b, number);

	if (isnan(one) || isnan(other))
		return isnan(one) - isnan(other);
	return (one < other) - (one > other);
}

/* Compare by use; if it is equal, or unknown for both, by bytes. */
static int compare_use(const struct model_row *one, const struct model_row *other)
{
	int order = compare_numbers(one, other, loads[one->kind].use);

	return order ? order : compare_numbers(one, other, loads[one->kind].bytes);
}

static int compare_marks(const struct model_row *one, const struct model_row *other)
{
	enum model_mark mark = model_mark(one), against = model_mark(other);

	return mark == against ? compare_use(one, other) : (int)against - (int)mark;
}

static int compare_by(const struct comparison *by, const struct model_row *one,
		      const struct model_row *other)
{
	switch (by->key) {
	case ORDER_NAMES:
		return 0;
	case ORDER_MARKS:
		return compare_marks(one, other);
	case ORDER_USE:
		return compare_use(one, other);
	default:
		return compare_numbers(one, other, by->number);
	}
}

static int compare_rows(const void *a, const void *b, void *data)
{
	const struct comparison *by = data;
	size_t one = *(const size_t *)a, other = *(const size_t *)b;
	int order = compare_by(by, &by->model->rows[one], &by->model->rows[other]);

	return order ? order : (one > other) - (one < other);
}

static void turn_around(size_t *rows, size_t count)
{
	for (size_t i = 0; i < count / 2; i++) {
		size_t last = rows[count - 1 - i];

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
		  size_t *rows)
{
	struct comparison by = {
		.model = model, .key = order->key, .number = order_number(order, model, kind),
	};
	size_t count = 0;

	for (size_t i = 0; i < model->row_count; i++) {
		if (order_has(model, kind, i))
			rows[count++] = i;
	}
	qsort_r(rows, count, sizeof(*rows), compare_rows, &by);
	if (order->is_reverse)
		turn_around(rows, count);
	return count;
}

// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdlib.h>

#include "order.h"

static const char *order_word(unsigned int i)
{
	static const char *const names[ORDER_KEYS] = { "use", "stalls", "bytes", "marks", "names" };

	return names[i];
}

const struct words order_words = { .name = order_word, .count = ORDER_KEYS };

enum model_track order_track(enum order_key key)
{
	switch (key) {
	case ORDER_STALLS:
		return MODEL_TRACK_STALLS;
	case ORDER_BYTES:
		return MODEL_TRACK_BYTES;
	default:
		return MODEL_TRACK_USE;
	}
}

/* The greater number comes first, a missing one last. */
static int compare_numbers(double one, double other)
{
	if (isnan(one) || isnan(other))
		return isnan(one) - isnan(other);
	return (one < other) - (one > other);
}

static int compare_use(const struct model_row *one, const struct model_row *other)
{
	int order = compare_numbers(model_number(one, MODEL_USE), model_number(other, MODEL_USE));

	return order ? order : compare_numbers(model_number(one, MODEL_BYTES),
					       model_number(other, MODEL_BYTES));
}

static int compare_stalls(const struct model_row *one, const struct model_row *other)
{
	return compare_numbers(model_stalls(one), model_stalls(other));
}

static int compare_bytes(const struct model_row *one, const struct model_row *other)
{
	return compare_numbers(model_number(one, MODEL_BYTES), model_number(other, MODEL_BYTES));
}

static int compare_marks(const struct model_row *one, const struct model_row *other)
{
	enum model_mark mark = model_mark(one), against = model_mark(other);

	return mark == against ? compare_use(one, other) : (int)against - (int)mark;
}

static int compare_nothing(const struct model_row *one, const struct model_row *other)
{
	(void)one;
	(void)other;
	return 0;
}

/**
 * struct order_by - how two rows are compared
 * @model: their model
 * @compare: compares them
 */
struct order_by {
	const struct model *model;
	int (*compare)(const struct model_row *one, const struct model_row *other);
};

static int compare_rows(const void *a, const void *b, void *data)
{
	const struct order_by *by = data;
	size_t one = *(const size_t *)a, other = *(const size_t *)b;
	int order = by->compare(&by->model->rows[one], &by->model->rows[other]);

	return order ? order : (one > other) - (one < other);
}

static void turn_around(size_t *order, size_t count)
{
	for (size_t i = 0; i < count / 2; i++) {
		size_t last = order[count - 1 - i];

		order[count - 1 - i] = order[i];
		order[i] = last;
	}
}

size_t order_rows(const struct model *model, enum model_kind kind, enum order_key key,
		  bool is_reverse, size_t *order)
{
	static int (*const compare[ORDER_KEYS])(const struct model_row *one,
						const struct model_row *other) = {
		compare_use, compare_stalls, compare_bytes, compare_marks, compare_nothing,
	};
	struct order_by by = { model, compare[key] };
	size_t count = 0;

	for (size_t i = 0; i < model->row_count; i++) {
		if (model->rows[i].kind == kind)
			order[count++] = i;
	}
	qsort_r(order, count, sizeof(*order), compare_rows, &by);
	if (is_reverse)
		turn_around(order, count);
	return count;
}

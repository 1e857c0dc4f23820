// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/out/out.h"
#include "top.h"

#define GB		1e9
#define MB		1e6
#define PERCENT		100
/* Shares of capacity or time from which a number is warm or hot. */
#define WARM		0.5
#define HOT		0.8
/* Least width of a column with a fixed number of digits, and of one without. */
#define NARROW_COLUMN	7
#define WIDE_COLUMN	10
#define WIDEST		16
/* Width of the bytes of a NIC, in MB/s, and of what it counts per second. */
#define MB_COLUMN	8
#define COUNT_COLUMN	9

#define SHARE \
	.unit = "%", .scale = PERCENT, .digits = 1, .width = NARROW_COLUMN, .is_share = true

#define MEGABYTES \
	.unit = "MB/S", .scale = 1 / MB, .digits = 2, .width = MB_COLUMN, .key = ORDER_BYTES

#define COUNT \
	.unit = "1/S", .scale = 1, .digits = -1, .width = COUNT_COLUMN, .key = ORDER_KEYS

/* How the numbers of links and tiles are shown. */
static const struct number_form router_forms[MODEL_ROUTER_NUMBERS] = {
	[MODEL_BYTES] = {
		.title = "GB/S", .unit = "GB/S", .scale = 1 / GB, .digits = 3,
		.width = NARROW_COLUMN, .from = 60, .key = ORDER_BYTES,
	},
	[MODEL_USE] = {
		.title = "%PEAK", SHARE, .key = ORDER_USE, .of_peak = true, .is_load = true,
	},
	[MODEL_INPUT_STALLS] = { .title = "%INPUT", SHARE, .key = ORDER_STALLS, .is_load = true },
	[MODEL_CREDIT_STALLS] = {
		.title = "%CREDIT", SHARE, .from = 60, .key = ORDER_STALLS, .is_load = true,
	},
};

static const struct number_form nic_forms[MODEL_NUMBERS + 1] = {
	[MODEL_RX_BYTES] = { .title = "RX MB/S", MEGABYTES },
	[MODEL_TX_BYTES] = { .title = "TX MB/S", MEGABYTES },
	[MODEL_RX_USE] = {
		.title = "%RX", SHARE, .key = ORDER_USE, .of_peak = true, .is_load = true,
	},
	[MODEL_TX_USE] = {
		.title = "%TX", SHARE, .key = ORDER_USE, .of_peak = true, .is_load = true,
	},
	[MODEL_PAUSE_SHARE] = { .title = "%PAUSE", SHARE, .key = ORDER_STALLS, .is_load = true },
	[MODEL_PAUSES] = { .title = "PAUSES/S", COUNT },
	[MODEL_CONGESTION] = { .title = "MARKS/S", COUNT },
	[MODEL_RETRANSMISSIONS] = { .title = "RETRIES/S", COUNT },
	[MODEL_DROPS] = { .title = "DROPS/S", COUNT },
	[MODEL_ERRORS] = { .title = "ERRORS/S", COUNT },
	/* The first number shown where there is none. */
	[MODEL_NUMBERS] = { .title = "none", .scale = 1 },
};

/* Return how a number below MODEL_NUMBERS, or a derived one, looks. */
static const struct number_form *form_of(enum model_kind kind, enum model_number number)
{
	const struct number_form *forms = kind == MODEL_NIC ? nic_forms : router_forms;

	switch (number) {
	case MODEL_MORE_BYTES:
		return &forms[MODEL_RX_BYTES];
	case MODEL_MORE_USE:
		return &forms[MODEL_RX_USE];
	default:
		return &forms[number];
	}
}

/* Strip the prefix that all names of a kind have in our metrics files. */
static const char *short_name(const char *name, enum model_kind kind)
{
	static const char *const fronts[MODEL_KINDS] = { "link_", "tile_", "nic_" };
	const char *front = fronts[kind];
	size_t length = strlen(front);

	return strncmp(name, front, length) || !name[length] ? name : name + length;
}

/* The unit of a chosen metric determines how it is shown. */
static struct number_form chosen_form(const struct model_metric *metric, enum model_kind kind)
{
	struct number_form form = {
		.scale = 1, .digits = -1, .width = WIDE_COLUMN, .key = ORDER_KEYS,
		.of_peak = metric->of_peak,
	};
	unsigned int length;

	strcpy(form.unit, metric->unit);
	if (!strcmp(metric->unit, "share"))
		form = (struct number_form) { SHARE, .of_peak = metric->of_peak };
	else if (!strcmp(metric->unit, "B/s"))
		form = *form_of(kind, kind == MODEL_NIC ? MODEL_RX_BYTES : MODEL_BYTES);
	if (metric->number < MODEL_NUMBERS) {
		form.key = form_of(kind, metric->number)->key;
		form.is_load = form_of(kind, metric->number)->is_load;
	} else {
		form.key = ORDER_KEYS;
		form.is_load = metric->of_peak;
	}
	form.from = 0;
	length = snprintf(form.title, sizeof(form.title), "%s%s%s",
			  short_name(metric->name, kind), *form.unit ? " " : "", form.unit);
	if (length > form.width)
		form.width = length < WIDEST ? length : WIDEST;
	return form;
}

struct number_form numbers_form(const struct model *model, enum model_kind kind, unsigned int i)
{
	if (model->chosen_count[kind])
		return chosen_form(&model->chosen[kind][i], kind);
	return *form_of(kind, model_shown_number(model, kind, i));
}

const char *numbers_name(const struct model *model, enum model_kind kind, unsigned int i)
{
	if (model->chosen_count[kind])
		return model->chosen[kind][i].name;
	return form_of(kind, model_shown_number(model, kind, i))->title;
}

/* Numbers below this many of their last digit are written here, and not by printf(). */
#define FIXED_MOST	1e9

/* How far the last digit's remainder must be from a half, for its rounding to be certain. */
#define DOUBT		0.000001

/* Write a number with digits after its point. Return false if printf() is to do it. */
static bool write_fixed(double number, int digits, char text[NUMBERS_TEXT])
{
	static const unsigned int powers[] = { 1, 10, 100, 1000 };
	unsigned int power;
	uint32_t whole;
	size_t length;
	double rest;

	if (digits >= (int)ARRAY_SIZE(powers) || signbit(number))
		return false;
	power = powers[digits];
	number *= power;
	if (!(number < FIXED_MOST))
		return false;
	whole = number;
	rest = number - whole - 0.5;
	if (fabs(rest) < DOUBT)
		return false;
	whole += rest > 0;
	length = out_digits(text, whole / power);
	if (digits) {
		/* A leading 1 keeps the zeros after the point, which replaces it. */
		out_digits(text + length, whole % power + power);
		text[length] = '.';
	}
	return true;
}

void numbers_text(const struct number_form *form, const struct metrics_value *value,
		  char text[NUMBERS_TEXT])
{
	double number = value->number * form->scale;

	if (value->why == METRICS_FIRST)
		strcpy(text, "-");
	else if (value->why)
		strcpy(text, metrics_reason_name(value->why));
	else if (form->digits < 0)
		snprintf(text, NUMBERS_TEXT, "%.4g", number);
	else if (!write_fixed(number, form->digits, text))
		snprintf(text, NUMBERS_TEXT, "%.*f", form->digits, number);
}

enum look numbers_look(const struct number_form *form, const struct metrics_value *value)
{
	if (value->why || !form->is_load || value->number < WARM)
		return LOOK_PLAIN;
	return value->number >= HOT ? LOOK_HOT : LOOK_WARM;
}

double numbers_full(const struct order *order, const struct model *model, enum model_kind kind,
		    char text[NUMBERS_TEXT])
{
	enum model_number number = order_number(order, model, kind);
	struct metrics_value full = { 0 };
	struct number_form form;
	char amount[NUMBERS_TEXT];

	if (number == MODEL_STALLS) {
		strcpy(text, "STALLS TO 100%");
		return 1;
	}
	if (order->key == ORDER_METRIC)
		form = numbers_form(model, kind, order->metric);
	else
		form = *form_of(kind, number);
	if (form.is_share) {
		strcpy(text, form.of_peak ? "TO 100% OF PEAK" : "TO 100%");
		return 1;
	}
	full.number = model_most(model, kind, number);
	numbers_text(&form, &full, amount);
	snprintf(text, NUMBERS_TEXT, "TO %.40s%s%s", amount, *form.unit ? " " : "", form.unit);
	return full.number;
}

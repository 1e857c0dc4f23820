// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/util.h"
#include "family.h"

/* --- totals: the steps of a formula are evaluated with sums of counts instead of numbers --- */

/* The form of an intermediate result. */
enum shape {
	CONSTANT,
	SUM,		/* counts, each with a factor */
	QUOTIENT,	/* one such sum over another */
};

/* An intermediate result. */
struct term {
	enum shape shape;
	int time;			/* power of the time between two readings */
	double constant;		/* CONSTANT */
	double over[METRICS_STEPS];	/* SUM, QUOTIENT: factors by step */
	double under[METRICS_STEPS];	/* QUOTIENT: factors of the denominator */
};

/* A formula that is being evaluated. */
struct taking {
	struct term terms[METRICS_DEPTH];	/* the stack */
	unsigned int depth;			/* of the stack */
	unsigned int count;			/* steps so far that read registers */
	/* bytes per second that the object can carry; 0: unknown */
	double peak;
	unsigned int tiles;			/* of the object */
};

static int push_constant(struct term *term, double constant)
{
	term->constant = constant;
	return 0;
}

static int push_counts(struct taking *taking, struct term *term, int time)
{
	term->shape = SUM;
	term->time = time;
	term->over[taking->count++] = 1;
	return 0;
}

static int push(struct taking *taking, const struct metrics_step *step)
{
	struct term *term = &taking->terms[taking->depth++];

	memset(term, 0, sizeof(*term));
	switch (step->op) {
	case METRICS_CONSTANT:
		return push_constant(term, step->number);
	case METRICS_SECONDS:
		term->time = 1;
		return push_constant(term, 1);
	case METRICS_PEAK:
		return taking->peak > 0 ? push_constant(term, taking->peak) : -ENODATA;
	case METRICS_TILES:
		return push_constant(term, taking->tiles);
	case METRICS_DELTA:
		return push_counts(taking, term, 0);
	case METRICS_RATE:
		return push_counts(taking, term, -1);
	default:
		return -EDOM;
	}
}

static bool is_zero(const struct term *term)
{
	return term->shape == CONSTANT && !term->constant;
}

/* Zero may be added to any shape: a formula's sign is a subtraction from zero. */
static int add_term(struct term *first, const struct term *second, int sign)
{
	if (is_zero(first)) {
		first->shape = second->shape;
		first->time = second->time;
	}
	if (is_zero(second))
		return 0;
	if (first->shape != second->shape || first->time != second->time ||
	    first->shape == QUOTIENT)
		return -EDOM;
	first->constant += sign * second->constant;
	for (unsigned int i = 0; i < METRICS_STEPS; i++)
		first->over[i] += sign * second->over[i];
	return 0;
}

static int multiply(struct term *first, const struct term *second)
{
	struct term swapped;
	double factor;

	if (first->shape == CONSTANT) {
		swapped = *first;
		*first = *second;
		second = &swapped;
	}
	if (second->shape != CONSTANT)
		return -EDOM;
	factor = second->constant;
	first->time += second->time;
	first->constant *= factor;
	for (unsigned int i = 0; i < METRICS_STEPS; i++)
		first->over[i] *= factor;
	return 0;
}

static int divide(struct term *first, const struct term *second)
{
	first->time -= second->time;
	if (second->shape == SUM && first->shape == SUM) {
		first->shape = QUOTIENT;
		memcpy(first->under, second->over, sizeof(first->under));
		return 0;
	}
	if (second->shape != CONSTANT || !second->constant)
		return -EDOM;
	first->constant /= second->constant;
	for (unsigned int i = 0; i < METRICS_STEPS; i++)
		first->over[i] /= second->constant;
	return 0;
}

static int combine_terms(struct taking *taking, enum metrics_op op)
{
	struct term *second = &taking->terms[--taking->depth], *first = second - 1;

	switch (op) {
	case METRICS_ADD:
		return add_term(first, second, 1);
	case METRICS_SUBTRACT:
		return add_term(first, second, -1);
	case METRICS_MULTIPLY:
		return multiply(first, second);
	default:
		return divide(first, second);
	}
}

/* Return the smallest factor that is not 0, or 0 if there is none. */
static double smallest(const double *factors)
{
	double least = 0;

	for (unsigned int i = 0; i < METRICS_STEPS; i++) {
		if (factors[i] && (!least || factors[i] < least))
			least = factors[i];
	}
	return least;
}

/* The denominator must be a number of events: a sum of counts with whole factors. */
static int make_whole(struct term *mean)
{
	double least = smallest(mean->under);

	if (least <= 0)
		return -EDOM;
	for (unsigned int i = 0; i < METRICS_STEPS; i++) {
		mean->under[i] /= least;
		mean->over[i] /= least;
		if (mean->under[i] > 1e6 || mean->under[i] != (unsigned int)mean->under[i])
			return -EDOM;
	}
	return 0;
}

static int judge(struct term *term, struct parts *parts)
{
	int err = 0;

	if (term->shape == QUOTIENT && !term->time)
		err = make_whole(term);
	else if (term->shape != SUM || (term->time && term->time != -1))
		err = -EDOM;
	if (err)
		return err;
	parts->kind = term->shape == SUM ? PARTS_COUNTER : PARTS_MEAN;
	parts->timed = term->shape == SUM && term->time;
	memcpy(parts->over, term->over, sizeof(parts->over));
	memcpy(parts->under, term->under, sizeof(parts->under));
	return 0;
}

/* A formula without differences and time needs only one reading. */
static bool is_gauge(const struct metrics_formula *formula)
{
	for (unsigned int i = 0; i < formula->count; i++) {
		switch (formula->steps[i].op) {
		case METRICS_DELTA:
		case METRICS_RATE:
		case METRICS_SECONDS:
			return false;
		default:
			break;
		}
	}
	return true;
}

int parts_find(const struct metrics_formula *formula, double peak, unsigned int tiles,
	       struct parts *parts)
{
	struct taking taking = { .peak = peak, .tiles = tiles };
	int err = 0;

	memset(parts, 0, sizeof(*parts));
	parts->kind = PARTS_GAUGE;
	if (is_gauge(formula))
		return 0;
	for (unsigned int i = 0; !err && i < formula->count; i++) {
		if (formula->steps[i].op < METRICS_ADD)
			err = push(&taking, &formula->steps[i]);
		else
			err = combine_terms(&taking, formula->steps[i].op);
	}
	if (!err)
		err = judge(&taking.terms[0], parts);
	parts->count = taking.count;
	return err;
}

/* --- names and units --- */

#define PER_SECOND	"/s"

/* A unit of metrics. */
struct unit {
	const char *symbol;	/* in metrics */
	const char *name;	/* base unit of Prometheus */
	double per_base;	/* units in a base unit */
};

static const struct unit units[] = {
	{ "B", "bytes", 1 },
	{ "s", "seconds", 1 },
	{ "ms", "seconds", 1e3 },
	{ "us", "seconds", 1e6 },
	{ "ns", "seconds", 1e9 },
	{ "Hz", "hertz", 1 },
	{ "share", "ratio", 1 },
	{ "%", "ratio", 100 },
	{ "1", "", 1 },
};

/* Keep letters and digits, write / as per, and replace other characters by single underscores. */
static void write_unit(char *to, const char *from)
{
	size_t length = 0;

	for (; *from; from++) {
		if (isalnum((unsigned char)*from))
			to[length++] = tolower((unsigned char)*from);
		else if (*from == '/')
			length += sprintf(to + length, "%sper_", length ? "_" : "");
		else if (length && to[length - 1] != '_')
			to[length++] = '_';
	}
	while (length && to[length - 1] == '_')
		length--;
	to[length] = '\0';
}

static void find_unit(struct family *family, const char *symbol)
{
	family->per_unit = 1;
	for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
		if (!strcmp(symbol, units[i].symbol)) {
			strcpy(family->unit, units[i].name);
			family->per_unit = units[i].per_base;
			return;
		}
	}
	write_unit(family->unit, symbol);
}

/* The total of bytes per second is in bytes, the total of a share of the time in seconds. */
static void find_total_unit(struct family *family, const char *symbol)
{
	const char *end = strstr(symbol, PER_SECOND);
	char whole[METRICS_UNIT_ROOM];

	family->per_unit = 1;

	if (end && !end[strlen(PER_SECOND)]) {
		snprintf(whole, sizeof(whole), "%.*s", (int)(end - symbol), symbol);
		find_unit(family, whole);
	} else if (!strcmp(symbol, "share")) {
		strcpy(family->unit, "seconds");
	}
}

/* The unit is only at the end of a name. */
static void write_name(struct family *family, const char *metric)
{
	size_t length = sprintf(family->name, "gpcd"), word;

	for (; *metric; metric += word + !!metric[word]) {
		word = strcspn(metric, "_");
		if (word == strlen(family->unit) && !strncmp(metric, family->unit, word))
			continue;
		length += sprintf(family->name + length, "_%.*s", (int)word, metric);
	}
	if (family->unit[0])
		sprintf(family->name + length, "_%s", family->unit);
}

void family_of(const struct metric *metric, const struct parts *parts, struct family *family)
{
	static const char * const helps[] = {
		[PARTS_COUNTER] = "The growth of this total is the metric %s: %s.",
		[PARTS_MEAN] = "The growth of _sum for each one of _count is the metric %s: %s.",
		[PARTS_GAUGE] = "The latest reading is the metric %s: %s.",
	};
	static const enum family_type types[] = {
		[PARTS_COUNTER] = FAMILY_COUNTER,
		[PARTS_MEAN] = FAMILY_SUMMARY,
		[PARTS_GAUGE] = FAMILY_GAUGE,
	};
	const char *help = parts->timed ? "The rate of this total is the metric %s: %s." :
					  helps[parts->kind];

	memset(family, 0, sizeof(*family));
	family->type = types[parts->kind];
	if (parts->timed)
		find_total_unit(family, metric->unit);
	else
		find_unit(family, metric->unit);
	write_name(family, metric->name);
	snprintf(family->help, sizeof(family->help), help, metric->name, metric->help);
}

/* Return whether @name is the name @family with an ending that series may have. */
static bool is_series(const char *name, const char *family)
{
	static const char * const endings[] = {
		"_total", "_sum", "_count", "_info", "_created", "_bucket",
	};
	size_t length = strlen(family);

	if (strncmp(name, family, length))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(endings); i++) {
		if (!strcmp(name + length, endings[i]))
			return true;
	}
	return false;
}

bool family_clash(const struct family *one, const struct family *other)
{
	if (!strcmp(one->name, other->name))
		return one->type != other->type || one->per_unit != other->per_unit ||
		       strcmp(one->unit, other->unit);
	return is_series(one->name, other->name) || is_series(other->name, one->name);
}

// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "values.h"

/* Relative tolerance, so that the last bit does not decide if a difference exceeds half a step. */
#define EXACT	(1 / 1e9)

const struct column judge_columns[] = {
	{ "quantity", COLUMN_TEXT, false },
	{ "ours", COLUMN_TEXT, false },
	{ "paper", COLUMN_TEXT, false },
	{ "verdict", COLUMN_TEXT, false },
	{ "limit", COLUMN_TEXT, false },
	{ "margin", COLUMN_TEXT, false },
	{ "remark", COLUMN_TEXT, false },
};

/* Digits of a number without a text: those of the paper's, or few beside the paper's words. */
static int digits_of(const struct claim *claim)
{
	static const int digits[] = {
		[BASIS_WORDS] = 10, [BASIS_WITHIN] = 10, [BASIS_STEP] = 6,
		[BASIS_RANGE] = 3, [BASIS_WHEN] = 6,
	};

	return digits[claim->basis];
}

static void write_side(struct values *values, const struct claim *claim, const struct text *side,
		       const struct row *row, char *words, size_t size)
{
	double number;

	*words = '\0';
	if (*side->words) {
		values_text(values, side, row, words, size);
		return;
	}
	if (!side->count)
		return;
	number = values_number(values, &side->list[0], row);
	if (claim->basis == BASIS_RANGE && !isfinite(number))
		snprintf(words, size, "none");
	else
		snprintf(words, size, "%.*g%s%s", digits_of(claim), number,
			 *claim->unit ? " " : "", claim->unit);
}

/* The number that the basis is about. */
static const struct metrics_formula *claimed(const struct claim *claim)
{
	return claim->basis == BASIS_WHEN ? claim->bound[0] : &claim->ours.list[0];
}

/* A range of numbers; an end that is missing is infinite. */
struct range {
	double low, high;
};

/* What the number of a claim must be, if that is a range. */
static struct range range_of(struct values *values, const struct claim *claim,
			     const struct row *row)
{
	struct range range = { -INFINITY, INFINITY };
	double paper, part;

	if (claim->basis == BASIS_RANGE) {
		if (claim->bound[0])
			range.low = values_number(values, claim->bound[0], row);
		if (claim->bound[1])
			range.high = values_number(values, claim->bound[1], row);
	} else if (claim->basis == BASIS_WITHIN || claim->basis == BASIS_STEP) {
		paper = values_number(values, &claim->paper.list[0], row);
		part = values_number(values, claim->bound[0], row);
		part = claim->basis == BASIS_WITHIN ? part * fabs(paper) :
		       part / 2 + EXACT * fabs(paper);
		range = (struct range){ paper - part, paper + part };
	}
	return range;
}

static bool passes(struct values *values, const struct claim *claim, const struct row *row,
		   const struct metrics_formula *formula)
{
	double number = values_number(values, formula, row);
	struct range range = range_of(values, claim, row);

	if (!isfinite(number))
		return false;
	if (claim->basis == BASIS_WHEN)
		return number != 0;
	return number >= range.low && number <= range.high;
}

static bool holds(struct values *values, const struct claim *claim, const struct row *row,
		  const struct judged *judged)
{
	if (claim->basis == BASIS_WORDS)
		return !strcmp(judged->ours, judged->paper);
	return passes(values, claim, row, claimed(claim));
}

/* Name the rivals that pass as well. Such a claim says nothing about ours. Return how many do. */
static size_t write_rivals(struct values *values, const struct claim *claim,
			   const struct row *row, struct judged *judged)
{
	size_t size = sizeof(judged->verdict), count = 0;
	int length = 0;

	for (size_t i = 0; i < claim->nrivals; i++)
		if (passes(values, claim, row, claim->rivals[i].formula))
			length += snprintf(judged->verdict + length, size - length, "%s%s",
					   count++ ? ", " : "does not discriminate: ",
					   claim->rivals[i].name);
	return count;
}

static void write_limit(struct values *values, const struct claim *claim, const struct row *row,
			struct judged *judged)
{
	struct range range = range_of(values, claim, row);
	bool low = isfinite(range.low), high = isfinite(range.high);
	double number;

	if (!low && !high)
		return;
	if (low && high)
		snprintf(judged->limit, sizeof(judged->limit), "%.6g to %.6g", range.low,
			 range.high);
	else
		snprintf(judged->limit, sizeof(judged->limit), "%s %.6g", low ? "from" : "to",
			 low ? range.low : range.high);
	number = values_number(values, claimed(claim), row);
	if (isfinite(number))
		snprintf(judged->margin, sizeof(judged->margin), "%.3g",
			 fmin(number - range.low, range.high - number));
}

static void write_difference(struct values *values, const struct claim *claim,
			     const struct row *row, struct judged *judged)
{
	double ours = values_number(values, &claim->ours.list[0], row);
	double paper = values_number(values, &claim->paper.list[0], row);

	if (paper == 0)
		snprintf(judged->verdict, sizeof(judged->verdict), "differs by %.3g",
			 ours - paper);
	else
		snprintf(judged->verdict, sizeof(judged->verdict), "differs by %+.3g %%",
			 100 * (ours - paper) / fabs(paper));
}

static void write_verdict(struct values *values, const struct claim *claim, const struct row *row,
			  struct judged *judged)
{
	bool same = holds(values, claim, row, judged);

	if (same && write_rivals(values, claim, row, judged))
		return;
	if (same)
		strcpy(judged->verdict, claim->verdict == VERDICT_INPUT ? "input" : "same");
	else if (claim->verdict == VERDICT_FOLLOWS)
		strcpy(judged->verdict, "does not follow");
	else if (claim->basis == BASIS_STEP)
		write_difference(values, claim, row, judged);
	else
		strcpy(judged->verdict, "differs");
}

static bool lacks_premise(struct values *values, const struct claim *claim, const struct row *row)
{
	double given;

	if (!claim->given)
		return false;
	given = values_number(values, claim->given, row);
	return isnan(given) || given == 0;
}

void judge(struct values *values, const struct claim *claim, const struct row *row,
	   struct judged *judged)
{
	*judged = (struct judged){ 0 };
	write_side(values, claim, &claim->ours, row, judged->ours, sizeof(judged->ours));
	write_side(values, claim, &claim->paper, row, judged->paper, sizeof(judged->paper));
	values_text(values, &claim->remark, row, judged->remark, sizeof(judged->remark));
	if (claim->verdict == VERDICT_OMITTED) {
		strcpy(judged->verdict, "not simulated");
	} else if (lacks_premise(values, claim, row)) {
		snprintf(judged->verdict, sizeof(judged->verdict), "premise fails: %s",
			 claim->premise);
	} else {
		write_limit(values, claim, row, judged);
		write_verdict(values, claim, row, judged);
	}
}

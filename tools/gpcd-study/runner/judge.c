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

static bool is_between(struct values *values, const struct claim *claim, const struct row *row)
{
	double ours = values_number(values, &claim->ours.list[0], row);

	return (!claim->bound[0] || ours >= values_number(values, claim->bound[0], row)) &&
	       (!claim->bound[1] || ours <= values_number(values, claim->bound[1], row)) &&
	       isfinite(ours);
}

static bool holds(struct values *values, const struct claim *claim, const struct row *row,
		  const struct judged *judged)
{
	double ours, paper, bound;

	if (claim->basis == BASIS_WORDS)
		return !strcmp(judged->ours, judged->paper);
	if (claim->basis == BASIS_RANGE)
		return is_between(values, claim, row);
	bound = values_number(values, claim->bound[0], row);
	if (claim->basis == BASIS_WHEN)
		return bound != 0;
	ours = values_number(values, &claim->ours.list[0], row);
	paper = values_number(values, &claim->paper.list[0], row);
	if (claim->basis == BASIS_WITHIN)
		return fabs(ours - paper) <= bound * paper;
	return fabs(ours - paper) <= bound / 2 + EXACT * fabs(paper);
}

static void write_difference(struct values *values, const struct claim *claim,
			     const struct row *row, char verdict[64])
{
	double ours = values_number(values, &claim->ours.list[0], row);
	double paper = values_number(values, &claim->paper.list[0], row);

	if (paper == 0)
		snprintf(verdict, 64, "differs by %.3g", ours - paper);
	else
		snprintf(verdict, 64, "differs by %+.3g %%", 100 * (ours - paper) / fabs(paper));
}

void judge(struct values *values, const struct claim *claim, const struct row *row,
	   struct judged *judged)
{
	write_side(values, claim, &claim->ours, row, judged->ours, sizeof(judged->ours));
	write_side(values, claim, &claim->paper, row, judged->paper, sizeof(judged->paper));
	values_text(values, &claim->remark, row, judged->remark, sizeof(judged->remark));
	if (claim->verdict == VERDICT_OMITTED)
		strcpy(judged->verdict, "not simulated");
	else if (holds(values, claim, row, judged))
		strcpy(judged->verdict, claim->verdict == VERDICT_INPUT ? "input" : "same");
	else if (claim->verdict == VERDICT_FOLLOWS)
		strcpy(judged->verdict, "does not follow");
	else if (claim->basis == BASIS_STEP)
		write_difference(values, claim, row, judged->verdict);
	else
		strcpy(judged->verdict, "differs");
}

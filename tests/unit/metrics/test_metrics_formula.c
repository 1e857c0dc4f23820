// SPDX-License-Identifier: GPL-2.0-only
/* Formulas become steps, which are written out as words here. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <check.h>

#include "metrics/formula.h"
#include "metrics/scanner.h"
#include "suite.h"

static struct metrics_formula formula;
static struct metrics_problem problem;

static int read_text(const char *text)
{
	struct metrics_scanner scanner;
	int err;

	metrics_scan_start(&scanner, text, strlen(text));
	err = metrics_scan(&scanner, &problem);
	return err ? err : metrics_formula_read(&scanner, &formula, &problem);
}

static void steps_are(const char *text, const char *expected)
{
	static const char * const names[] = {
		"", "delta", "rate", "value", "seconds", "peak", "tiles", "mean", "least", "most",
		"largest", "count", "first", "last", "words", "+", "-", "*", "/", "<", ">",
	};
	char words[512] = "";
	size_t length = 0;

	ck_assert_msg(!read_text(text), "%s: %s", text, problem.text);
	for (unsigned int i = 0; i < formula.count; i++) {
		const struct metrics_step *step = &formula.steps[i];

		if (step->op == METRICS_CONSTANT)
			length += sprintf(words + length, "%g ", step->number);
		else
			length += sprintf(words + length, "%s%s ", names[step->op], step->pattern);
	}
	ck_assert_str_eq(words, expected);
}

static void rejected(const char *text, unsigned int column, const char *why)
{
	ck_assert_int_eq(read_text(text), -EINVAL);
	ck_assert_str_eq(problem.text, why);
	ck_assert_uint_eq(problem.at.column, column);
}

START_TEST(products_before_sums_and_from_the_left)
{
	steps_are("1 - 2 - 3;", "1 2 - 3 - ");
	steps_are("1 + 2 * 3;", "1 2 3 * + ");
	steps_are("8 / 4 / 2;", "8 4 / 2 / ");
	steps_are("(1 + 2) * 3;", "1 2 + 3 * ");
	steps_are("1 / (2 - 3);", "1 2 3 - / ");
}
END_TEST

START_TEST(names_and_registers)
{
	steps_are("delta(A) / rate( B_?:C );", "deltaA rateB_?:C / ");
	steps_are("value(X) + seconds * peak / tiles;", "valueX seconds peak * tiles / + ");
}
END_TEST

START_TEST(a_sign_before_an_operand)
{
	steps_are("-1;", "0 1 - ");
	steps_are("2 * -(1 + 3);", "2 0 1 3 + - * ");
}
END_TEST

START_TEST(what_is_no_formula)
{
	rejected(";", 1, "a number, a name or a '(' belongs here");
	rejected("1 + ;", 5, "a number, a name or a '(' belongs here");
	rejected("--1;", 2, "a number, a name or a '(' belongs here");
	rejected("(1;", 3, "a ')' belongs here");
	rejected("delta A;", 7, "a '(' belongs here");
	rejected("delta(A;", 8, "a ')' belongs here");
	rejected("delta();", 7, "the name of a register belongs here");
	rejected("max(A);", 1,
		 "'max' is none of delta(), rate(), value(), seconds, peak, tiles");
}
END_TEST

static void repeat(char *text, const char *piece, unsigned int times, const char *end)
{
	*text = '\0';
	while (times--)
		strcat(text, piece);
	strcat(text, end);
}

START_TEST(limits)
{
	char text[1024];

	repeat(text, "(", METRICS_BRACKETS, "1;");
	ck_assert_int_eq(read_text(text), -EINVAL);
	ck_assert_str_eq(problem.text, "a ')' belongs here");
	repeat(text, "(", METRICS_BRACKETS + 1, "1;");
	rejected(text, METRICS_BRACKETS + 1, "at most 32 brackets may be open");
	repeat(text, "1+(", METRICS_DEPTH - 1, "1");
	ck_assert_int_eq(read_text(text), -EINVAL);
	ck_assert_str_eq(problem.text, "a ')' belongs here");
	repeat(text, "1+(", METRICS_DEPTH, "1");
	rejected(text, 49, "a formula may keep 16 numbers at a time");
	repeat(text, "1+", METRICS_STEPS / 2 - 1, "1;");
	ck_assert_int_eq(read_text(text), 0);
	repeat(text, "1+", METRICS_STEPS / 2, "1;");
	rejected(text, 32, "a formula has at most 32 numbers, names and operators");
}
END_TEST

START_TEST(a_pattern_that_is_too_long)
{
	char text[256];

	memset(text, 'A', sizeof(text));
	memcpy(text, "delta(", 6);
	strcpy(text + 6 + METRICS_PATTERN, ");");
	rejected(text, 7, "a pattern has at most 95 characters");
	strcpy(text + 6 + METRICS_PATTERN - 1, ");");
	ck_assert_int_eq(read_text(text), 0);
}
END_TEST

START_TEST(what_takes_two_readings)
{
	static const struct {
		const char *text;
		bool spans;
	} formulas[] = {
		{ "1 + peak * tiles;", false }, { "value(A) / value(B);", false },
		{ "value(A) + delta(B);", true }, { "rate(A);", true }, { "1 / seconds;", true },
	};

	for (size_t i = 0; i < sizeof(formulas) / sizeof(*formulas); i++) {
		ck_assert_msg(!read_text(formulas[i].text), "%s", formulas[i].text);
		ck_assert_msg(metrics_formula_spans(&formula) == formulas[i].spans, "%s",
			      formulas[i].text);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("metrics_formula");
	TCase *tcase = tcase_create("all");

	tcase_add_test(tcase, products_before_sums_and_from_the_left);
	tcase_add_test(tcase, names_and_registers);
	tcase_add_test(tcase, a_sign_before_an_operand);
	tcase_add_test(tcase, what_is_no_formula);
	tcase_add_test(tcase, limits);
	tcase_add_test(tcase, a_pattern_that_is_too_long);
	tcase_add_test(tcase, what_takes_two_readings);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Words of a file of metrics, with their places.
 */
#include <errno.h>
#include <string.h>

#include <check.h>

#include "metrics/scanner.h"
#include "suite.h"

static struct metrics_scanner scanner;
static struct metrics_problem problem;

static void begin(const char *text)
{
	metrics_scan_start(&scanner, text, strlen(text));
}

static void reads(enum metrics_token token, const char *text, unsigned int line,
		  unsigned int column)
{
	ck_assert_msg(!metrics_scan(&scanner, &problem), "%s", problem.text);
	ck_assert_uint_eq(scanner.token, token);
	ck_assert_str_eq(scanner.text, text);
	ck_assert_uint_eq(scanner.at.line, line);
	ck_assert_uint_eq(scanner.at.column, column);
}

static void number_is(const char *text, double number)
{
	begin(text);
	ck_assert_int_eq(metrics_scan(&scanner, &problem), 0);
	ck_assert_uint_eq(scanner.token, METRICS_NUMBER);
	ck_assert_double_eq(scanner.number, number);
}

static void rejected(const char *text, unsigned int line, unsigned int column, const char *why)
{
	int err;

	begin(text);
	do {
		err = metrics_scan(&scanner, &problem);
	} while (!err && scanner.token != METRICS_END);
	ck_assert_int_eq(err, -EINVAL);
	ck_assert_str_eq(problem.text, why);
	ck_assert_uint_eq(problem.at.line, line);
	ck_assert_uint_eq(problem.at.column, column);
}

START_TEST(words_and_their_places)
{
	begin("metric a_1\n\tper # all of it\n  \"x y\"=12;");
	reads(METRICS_NAME, "metric", 1, 1);
	reads(METRICS_NAME, "a_1", 1, 8);
	reads(METRICS_NAME, "per", 2, 2);
	reads(METRICS_QUOTED, "x y", 3, 3);
	reads(METRICS_SIGN, "=", 3, 8);
	reads(METRICS_NUMBER, "12", 3, 9);
	reads(METRICS_SIGN, ";", 3, 11);
	reads(METRICS_END, "", 3, 12);
	reads(METRICS_END, "", 3, 12);
}
END_TEST

START_TEST(numbers_are_the_closest)
{
	number_is("0", 0);
	number_is("0.1", 0.1);
	number_is("800000000", 8e8);
	number_is("1.25", 1.25);
	number_is("3.", 3);
	number_is("999999999999999", 999999999999999.0);
	number_is("0.00000000000001", 1 / 1e14);
}
END_TEST

START_TEST(patterns_are_read_whole)
{
	begin("(GM_{row}_?[0-3]*:FIELD )");
	reads(METRICS_SIGN, "(", 1, 1);
	ck_assert_int_eq(metrics_scan_pattern(&scanner, &problem), 0);
	ck_assert_str_eq(scanner.text, "GM_{row}_?[0-3]*:FIELD");
	reads(METRICS_SIGN, ")", 1, 25);
}
END_TEST

START_TEST(what_is_no_word)
{
	char many[400];

	rejected("a\n b %", 2, 4, "no word begins with byte 0x25");
	rejected("a \"b\nc\"", 1, 3, "no '\"' ends this text on its line");
	rejected("\"b", 1, 1, "no '\"' ends this text on its line");
	rejected("1.2.3", 1, 1, "number '1.2.3' has two decimal points");
	rejected("1234567890123456", 1, 1, "number '1234567890123456' has more than 15 digits");
	memset(many, 'a', sizeof(many) - 1);
	many[sizeof(many) - 1] = '\0';
	rejected(many, 1, 1, "a word of more than 199 characters");
	many[0] = '"';
	rejected(many, 1, 1, "text of more than 199 bytes");
	begin(")");
	ck_assert_int_eq(metrics_scan_pattern(&scanner, &problem), -EINVAL);
}
END_TEST

/* A NUL byte is in no set of characters, although strchr() finds one in each. */
START_TEST(a_nul_is_no_word)
{
	metrics_scan_start(&scanner, "a\0b", 3);
	reads(METRICS_NAME, "a", 1, 1);
	ck_assert_int_eq(metrics_scan(&scanner, &problem), -EINVAL);
	ck_assert_str_eq(problem.text, "no word begins with byte 0x00");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("metrics_scanner");
	TCase *tcase = tcase_create("all");

	tcase_add_test(tcase, words_and_their_places);
	tcase_add_test(tcase, numbers_are_the_closest);
	tcase_add_test(tcase, patterns_are_read_whole);
	tcase_add_test(tcase, what_is_no_word);
	tcase_add_test(tcase, a_nul_is_no_word);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}

// SPDX-License-Identifier: GPL-2.0-only
/* Records: what is added to them, whatever its length and bytes. */
#include <check.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/out/out.h"
#include "cli/out/unicode.h"
#include "suite.h"

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

static struct out out;

static void record_begin(void)
{
	out = (struct out) { 0 };
}

static void record_end(void)
{
	free(out.text);
}

/* The record is this text. */
static void expect(const char *text)
{
	ck_assert_int_eq(out.error, 0);
	ck_assert_uint_eq(out.length, strlen(text));
	ck_assert(!out.length || !memcmp(out.text, text, out.length));
}

static const uint64_t numbers[] = {
	0, 1, 9, 10, 99, 100, UINT32_MAX, 9999999999999999999ULL, 10000000000000000000ULL,
	UINT64_MAX - 1, UINT64_MAX,
};

START_TEST(numbers_are_digits)
{
	char wanted[32], digits[OUT_DIGITS];

	snprintf(wanted, sizeof(wanted), "%" PRIu64, numbers[_i]);
	ck_assert_uint_eq(out_digits(digits, numbers[_i]), strlen(wanted));
	ck_assert_str_eq(digits, wanted);
}
END_TEST

/* Each length of a number in digits and in bits, and its neighbours. */
START_TEST(numbers_have_their_length)
{
	char wanted[32], digits[OUT_DIGITS];

	for (uint64_t ten = 1, two = 1, i = 0; i < 64; i++, two *= 2, ten *= i < 20 ? 10 : 1) {
		const uint64_t tried[] = { ten - 1, ten, ten + 1, two - 1, two, two + 1, ten * 7 };

		for (size_t j = 0; j < ARRAY_SIZE(tried); j++) {
			snprintf(wanted, sizeof(wanted), "%" PRIu64, tried[j]);
			ck_assert_uint_eq(out_digits(digits, tried[j]), strlen(wanted));
			ck_assert_str_eq(digits, wanted);
			out.length = 0;
			out_number(&out, tried[j]);
			expect(wanted);
		}
	}
}
END_TEST

/* One byte that is odd, at each place of each length, is found; nothing else is. */
START_TEST(plain_text_has_no_odd_byte)
{
	char text[40];

	for (size_t length = 0; length < sizeof(text); length++) {
		memset(text, 'M', sizeof(text));
		ck_assert(unicode_is_plain(text, length));
		for (size_t at = 0; at < length; at++) {
			for (unsigned int byte = 0; byte < 256; byte++) {
				bool plain = byte >= ' ' && byte < 0x7f && byte != '"' &&
					     byte != ',' && byte != '\\';

				text[at] = byte;
				ck_assert_int_eq(unicode_is_plain(text, length), plain);
			}
			text[at] = at % 2 ? '~' : ' ';
		}
	}
}
END_TEST

static const struct {
	const char *text;
	int width;
	const char *shown;
} texts[] = {
	{ "", 0, "" }, { "", 3, "   " }, { "", -3, "   " },
	{ "plain", 0, "plain" }, { "plain", 5, "plain" }, { "plain", 3, "plain" },
	{ "plain", 8, "plain   " }, { "plain", -8, "   plain" },
	{ " ~", 0, " ~" }, { "a\177b", 0, "a\\x7fb" }, { "a\nb", 7, "a\\x0ab " },
	/* a letter of two bytes is one character; a byte that is no character is shown as four */
	{ "gr\303\274\303\237e", 6, "gr\303\274\303\237e " },
	{ "gr\303\274\303\237e", -6, " gr\303\274\303\237e" },
	{ "a\377b", 7, "a\\xffb " }, { "\377", -5, " \\xff" },
	/* more blanks than are added at once */
	{ "x", 70, "x                                                                     " },
	{ "x", -33, "                                x" },
};

START_TEST(text_is_shown_and_padded)
{
	out_text(&out, texts[_i].text, texts[_i].width);
	expect(texts[_i].shown);
}
END_TEST

START_TEST(text_has_the_width_that_is_shown)
{
	out_text(&out, texts[_i].text, 0);
	out_bytes(&out, "", 1);
	ck_assert_int_eq(out_text_width(texts[_i].text), out_text_width(out.text));
}
END_TEST

/* A record grows in steps: at each length what is added begins or ends in another one. */
START_TEST(anything_fits)
{
	static char wanted[20000];
	size_t length = 0;

	for (unsigned int i = 0; length < sizeof(wanted) - 100; i++) {
		length += sprintf(wanted + length, "%*u|", i % 41 + 1, i % 7);
		out_add(&out, "%*u|", i % 41 + 1, i % 7);
		ck_assert_uint_eq(out.length, length);
	}
	expect(wanted);
}
END_TEST

START_TEST(first_addition_may_be_long)
{
	static char wanted[10001];

	memset(wanted, 'w', sizeof(wanted) - 1);
	out_add(&out, "%s", wanted);
	expect(wanted);
}
END_TEST

START_TEST(nothing_is_added_after_an_error)
{
	out_string(&out, "good");
	out.error = -1;
	out_add(&out, "%d", 1);
	out_string(&out, "bad");
	out_text(&out, "bad", 9);
	ck_assert_int_eq(out.error, -1);
	out.error = 0;
	expect("good");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("out");
	TCase *tcase = tcase_create("out");

	tcase_add_checked_fixture(tcase, record_begin, record_end);
	tcase_add_loop_test(tcase, numbers_are_digits, 0, ARRAY_SIZE(numbers));
	tcase_add_test(tcase, numbers_have_their_length);
	tcase_add_test(tcase, plain_text_has_no_odd_byte);
	tcase_add_loop_test(tcase, text_is_shown_and_padded, 0, ARRAY_SIZE(texts));
	tcase_add_loop_test(tcase, text_has_the_width_that_is_shown, 0, ARRAY_SIZE(texts));
	tcase_add_test(tcase, anything_fits);
	tcase_add_test(tcase, first_addition_may_be_long);
	tcase_add_test(tcase, nothing_is_added_after_an_error);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
